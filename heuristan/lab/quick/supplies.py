"""Supplies as numbers: stock and composites held, and what comes after each, found when it is first asked for.

What may be laid, and what is left then, is found by the state itself (`expert.state`); there are few supplies, and all
outlines share them.
"""

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from heuristan.common.kernels import Backend
from heuristan.lab.quick.fixing import names_of
from heuristan.lab.quick.tables import Supplies
from heuristan.tangram.boundary import Boundary
from heuristan.tangram.expert.abeyance import EMPTY, Abeyance
from heuristan.tangram.expert.extension import Thresholds
from heuristan.tangram.expert.state import Setting, State
from heuristan.tangram.pieces.sets import Items, Stock, areas_made, items_of, lengths_made

if TYPE_CHECKING:
    from heuristan.tangram.expert.figures import Kind

ROOM = 256
"""Supplies for which there is room at first."""


class Book:
    """The supplies of a setting, by number."""

    def __init__(self, setting: Setting, backend: Backend) -> None:
        self._setting = setting
        self._backend = backend
        self._names = names_of(setting)
        self._states: list[State] = []
        self._numbers: dict[tuple[Items, Abeyance], int] = {}
        self._stocks: dict[Items, tuple[int, int, int, int]] = {}
        self._areas: list[int] = []
        self._lengths: list[int] = []
        self._room = 0
        self.tables = self._tabled()

    def __getitem__(self, number: int) -> State:
        """Return a state that has only a supply, and nothing left to cover."""
        return self._states[number]

    def number(self, stock: Stock, abeyance: Abeyance = EMPTY) -> int:
        """Return the number of a supply."""
        key = items_of(self._setting.pieces, stock), abeyance
        if key not in self._numbers:
            self._numbers[key] = len(self._states)
            self._states.append(State(self._setting, Boundary({}), (), stock, abeyance))
            self._enter(self._numbers[key], key[0])
        return self._numbers[key]

    def follow(self, supply: int, name: int) -> None:
        """Find the supply after a piece or composite is laid."""
        kind: Kind = "piece" if name < len(self._setting.pieces.names) else "composite"
        stock, abeyance = self[supply].supply_after(kind, self._names[name], 0)
        after = self.number(stock, abeyance)
        self.tables.following[supply * len(self._names) + name] = after

    def after(self, supply: int, name: int) -> int:
        """Return the number of the supply after a piece or composite is laid."""
        place = supply * len(self._names) + name
        if self.tables.following[place] < 0:  # nobody asked, as the node after it was read from the disk
            self.follow(supply, name)
        return int(self.tables.following[place])

    def _enter(self, number: int, items: Items) -> None:
        if items not in self._stocks:
            self._stocks[items] = self._measured(items)
            self._renew(self._room)
        if number >= self._room:
            self._renew(2 * self._room)
        state, tables, width = self._states[number], self.tables, len(self._names)
        offer = state.offer
        whole = len(self._setting.pieces.names)
        for i, name in enumerate(self._names):
            tables.offers[number * width + i] = int(name in (offer.pieces if i < whole else offer.composites))
            tables.following[number * width + i] = -1
            tables.singles[number * width + i] = int(state.stock[name] < 2)
        tables.deals[number] = int(state.abeyance.deal(state.stock) is not None)
        for i, place in enumerate(self._stocks[items]):
            tables.stocks[4 * number + i] = place

    def _measured(self, items: Items) -> tuple[int, int, int, int]:
        areas, lengths = len(self._areas) // 2, len(self._lengths)
        for area in sorted(areas_made(self._setting.pieces, items)):
            self._areas += area
        self._lengths += sorted(lengths_made(self._setting.pieces, items))
        return areas, len(self._areas) // 2, lengths, len(self._lengths)

    def _renew(self, room: int) -> None:
        """Make the tables anew, with room for some supplies."""
        before, self._room = self.tables, room
        self.tables = self._tabled()
        for old, new in zip(before[:5], self.tables[:5], strict=True):
            for i, number in enumerate(self._backend.as_list(old)):
                new[i] = number

    def _tabled(self) -> Supplies:
        self._room = self._room or ROOM
        empty, width = self._backend.empty_integers, len(self._names) * self._room
        made = self._backend.integers(self._areas or [0, 0]), self._backend.integers(self._lengths or [0])
        return Supplies(empty(width), empty(width), empty(width), empty(self._room), empty(4 * self._room), *made)


def book_for(setting: Setting, backend: Backend) -> Book:
    """Return the supplies of a setting; thresholds and denominator do not matter to them."""
    return _book(replace(setting, denominator=1, thresholds=_NO_THRESHOLDS), backend)


_NO_THRESHOLDS = Thresholds(0, 0, 0)


@lru_cache(maxsize=16)
def _book(setting: Setting, backend: Backend) -> Book:
    return Book(setting, backend)
