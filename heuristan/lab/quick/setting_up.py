"""The tables that kernels begin with: of a ranking and its set of pieces, of supplies, and the board of an outline.

A *supply* is the stock and the composites held, as a number. The state itself (`expert.state`) finds what may be laid,
and the supply after that, when they are first asked for; there are few supplies, and all outlines share them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import astuple, replace
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from heuristan.common.kernels import Backend
from heuristan.lab.quick import layout
from heuristan.lab.quick.fits import find_places
from heuristan.lab.quick.layout import CORNER, GRADE_CODES, RULE, Board, Fixed, Supplies
from heuristan.tangram.boundary import Boundary
from heuristan.tangram.boundary.loop_kernel import JUMP, LOOP, POINT, SEGMENT, VERTEX
from heuristan.tangram.expert.abeyance import EMPTY, Abeyance
from heuristan.tangram.expert.extension import Thresholds
from heuristan.tangram.expert.figures import Figure, figures
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.ranking import RankedRule, Ranking, accepted
from heuristan.tangram.expert.state import Setting, State
from heuristan.tangram.lattice.points import doubled_area
from heuristan.tangram.pieces.composites import composites
from heuristan.tangram.pieces.sets import Items, PieceSet, Stock, areas_made, items_of, lengths_made, size_of

if TYPE_CHECKING:
    from heuristan.tangram.expert.figures import Kind


KEPT = {
    "nodes": layout.NODE,
    "chains": 24 * JUMP,
    "lines": 8 * layout.LINE,
    "numbers": 20 * layout.NUMBER,
    "matches": 48 * layout.MATCH,
    "ends": 16,
    "covering": 64,
    "hashed": 64,
    "places": 32 * layout.PLACE,
    "status": 32,
    "seen": 64,
}
"""Integers for each state, in the tables that outlast a run."""

WORKING = {
    "log": 512 * layout.LOGGED,
    "failures": 512,
    "ruled": 2048,
    "segments": 96 * SEGMENT,
    "points": 128 * POINT,
    "vertices": 128 * VERTEX,
    "loops": 48 * LOOP,
    "reading": 128,
    "spans": 256 * layout.SPAN,
    "now": 256 * layout.NOW,
    "pairs": 4096,
    "boxes": 9 * 256,
    "evidence": 1024,
}
"""The integers in the tables of working space, for outlines of one set."""


def new_board(states: int, sets: int, backend: Backend) -> Board:
    """Return a board with a capacity of some states, whose working space all boards share."""
    empty = backend.empty_integers
    kept = {name: empty(width * states) for name, width in KEPT.items()}
    return backend.bundled(Board(registers=empty(layout.REGISTERS), **kept, **working_space(sets, backend)))


@lru_cache(maxsize=8)
def working_space(sets: int, backend: Backend) -> Mapping[str, list[int]]:
    """Return the tables of working space, which are written anew in each run."""
    return {name: backend.empty_integers(size * sets) for name, size in WORKING.items()}


def begin(board: Board, boundary: Boundary, supply: int) -> None:
    """Clear a board, and write the first state."""
    _clear(board.registers)
    _clear(board.hashed)
    rows = [(*line.line, *p, line.jumps[p]) for line in boundary.lines for p in line.points]
    board.chains[: len(rows) * JUMP] = [*chain.from_iterable(rows)]
    for i in range(layout.NODE):
        board.nodes[i] = 0
    board.nodes[layout.PARENT] = -1
    board.nodes[layout.CHAIN + 1] = len(rows)
    board.nodes[layout.SUPPLY] = supply
    board.registers[layout.CHAINS], board.registers[layout.NODES] = len(rows), 1


def carry_over(before: Board, board: Board, backend: Backend) -> None:
    """Copy a board into a larger one."""
    _clear(board.hashed)
    for name in ("registers", *KEPT):
        if name not in ("hashed", "status", "seen"):
            table = getattr(before, name)
            getattr(board, name)[: len(table)] = table
    backend.of(find_places)(board)


def _clear(table: list[int]) -> None:
    """Write zeros."""
    table[:] = type(table)([0]) * len(table) if isinstance(table, list) else 0


EVIDENCE_CODES = {
    None: layout.NO_EVIDENCE,
    "bare-vertex": layout.BARE_VERTEX,
    "no-room": layout.NO_ROOM,
    "forced": layout.FORCED_PIECE,
    "only-place": layout.ONLY_MATCH,
    "no-way-on": layout.NO_WAY_ON,
    "no-way-through": layout.NO_WAY_THROUGH,
}
PREFERENCE_CODES = {
    "vertex-order": layout.IN_VERTEX_ORDER,
    "smallest": layout.SMALLEST,
    "largest": layout.LARGEST,
    "fewest-fits": layout.FEWEST_FITS,
    "fewest-vertices": layout.FEWEST_VERTICES,
    "most-fits-left": layout.MOST_FITS_LEFT,
    "best-grades": layout.BEST_GRADES,
    "most-edge": layout.MOST_EDGE,
    "random": layout.AT_RANDOM,
}


@lru_cache(maxsize=1024)
def _can_run(rules: tuple[RankedRule, ...]) -> bool:
    """Return whether kernels know everything that rules ask for."""
    return all(
        rule.own is None
        and not rule.equal_rank
        and rule.evidence in EVIDENCE_CODES
        and PREFERENCE_CODES.keys() >= set(rule.prefer)
        and len(rule.prefer) <= layout.MOST_PREFERENCES
        and (rule.kind == "piece" or (not rule.lays and rule.evidence is None))
        for rule in rules
    )


def _names_of(setting: Setting) -> tuple[str, ...]:
    """Return the names of the pieces and composites of a setting, by which supplies are looked up."""
    which = setting.composites
    made = () if which == "none" else (each.shape.name for each in composites(which, setting.pieces))
    return (*setting.pieces.names, *made)


@lru_cache(maxsize=4096)
def fixed_for(setting: Setting, ranking: Ranking, backend: Backend) -> Fixed | None:
    """Return the tables for a ranking, or None if kernels cannot run it."""
    stored = _figure_tables(setting, backend)
    if stored is None or not _can_run(ranking.rules):
        return None
    names, rules, as_table = _names_of(setting), ranking.rules, backend.integers
    thresholds = setting.thresholds
    found = Fixed(
        *stored,
        rules=as_table([number for rule in rules for number in _rule_row(rule)]),
        grades=as_table([number for rule in rules for number in _accepted(rule)]),
        only=as_table([int(not rule.only or name in rule.only) for rule in rules for name in names]),
        last=as_table([int(name in rule.last) for rule in rules for name in names]),
        entries=as_table(ranking.entry_lines),
        settings=as_table([setting.denominator, *astuple(thresholds), ranking.seed]),
    )
    return backend.bundled(found)


@lru_cache(maxsize=64)
def _figure_tables(setting: Setting, backend: Backend) -> tuple[list[int], list[int], list[int], list[int]] | None:
    """Return the tables of figures and of their corners, or None if some figure has more sides than kernels know."""
    stored = figures(setting.pieces, setting.composites, setting.denominator)
    if any(len(figure.sides) > 4 for figure in stored):
        return None
    numbers = {(kind, name): i for i, (kind, name) in enumerate(_kinds(setting.pieces, _names_of(setting)))}
    rows: list[list[int]] = []
    ring_rows: list[int] = []
    for figure in stored:
        rows.append(_figure_row(figure, numbers[figure.kind, figure.name], len(ring_rows) // CORNER))
        for corner, side in zip(figure.ring, figure.sides, strict=True):
            ring_rows += (*corner, *side)
    corners, begins = _corners(stored)
    as_table = backend.integers
    return as_table(list(chain.from_iterable(rows))), as_table(ring_rows), as_table(corners), as_table(begins)


def _kinds(pieces: PieceSet, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for i, name in enumerate(names):
        yield "piece" if i < len(pieces.names) else "composite", name


def _figure_row(figure: Figure, name: int, first: int) -> list[int]:
    area = size_of(doubled_area(figure.ring))
    return [name, int(figure.kind == "composite"), len(figure.sides), first, area, *figure.bounds]


def _corners(stored: tuple[Figure, ...]) -> tuple[list[int], list[int]]:
    cells: list[list[int]] = [[] for _ in range(64)]
    for figure in stored:
        for i, leaving in enumerate(figure.sides):
            arriving = figure.sides[i - 1]
            angle = 4 - (leaving.heading - arriving.heading) % 8
            cells[leaving.heading * 8 + angle] += [figure.number, i, leaving.length, arriving.length]
    begins = [0]
    for cell in cells:
        begins.append(begins[-1] + len(cell) // 4)
    return list(chain.from_iterable(cells)), begins


def _rule_row(rule: RankedRule) -> list[int]:
    row = [
        int(rule.kind == "composite"),
        EVIDENCE_CODES[rule.evidence],
        int(rule.repeat),
        int(rule.takes_any_at_tightest),
        int(rule.lays),
        int(rule.joins(3)),
        int(rule.joins(4)),
        *(PREFERENCE_CODES[name] for name in rule.prefer),
    ]
    return row + [0] * (RULE - len(row))


def _accepted(rule: RankedRule) -> list[int]:
    flags = [0] * GRADE_CODES
    for sides, first in ((3, 0), (4, 64)):
        for grades in accepted(rule.asks(sides)):
            flags[first + int("".join(str(GRADES.index(grade)) for grade in grades), 4)] = 1
    return flags


ROOM = 256
"""Initial capacity, in supplies."""


class Book:
    """The supplies of a setting, by number."""

    def __init__(self, setting: Setting, backend: Backend) -> None:
        self._setting = setting
        self._backend = backend
        self._names = _names_of(setting)
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
        """Return the number of the supply after a piece or composite is laid, for which a kernel asked before."""
        return int(self.tables.following[supply * len(self._names) + name])

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
        """Make the tables anew, with a capacity of some supplies."""
        before, self._room = self.tables, room
        self.tables = self._tabled()
        for old, new in zip(before[:5], self.tables[:5], strict=True):
            for i, number in enumerate(self._backend.as_list(old)):
                new[i] = number

    def _tabled(self) -> Supplies:
        self._room = self._room or ROOM
        empty, width = self._backend.empty_integers, len(self._names) * self._room
        made = self._backend.integers(self._areas or [0, 0]), self._backend.integers(self._lengths or [0])
        found = Supplies(empty(width), empty(width), empty(width), empty(self._room), empty(4 * self._room), *made)
        return self._backend.bundled(found)


def book_for(setting: Setting, backend: Backend) -> Book:
    """Return the supplies of a setting; thresholds and denominator do not matter to them."""
    return _book(replace(setting, denominator=1, thresholds=_NO_THRESHOLDS), backend)


_NO_THRESHOLDS = Thresholds(0, 0, 0)


@lru_cache(maxsize=16)
def _book(setting: Setting, backend: Backend) -> Book:
    return Book(setting, backend)
