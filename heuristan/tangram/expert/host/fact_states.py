"""States as a cache of facts: what is left of the puzzle, made again from the facts that describe it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from heuristan.tangram.expert.abeyance import AbeyanceList
from heuristan.tangram.expert.host.coding import (
    Fact,
    Numbers,
    boundary_of,
    edges_of,
    lines_read,
    lines_written,
    numbered_points,
    sets_read,
    sets_written,
)
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import Point

OutlineValues: TypeAlias = tuple[int, Numbers, Numbers, Numbers]
"""Step, edges, extension lines drawn before, and the points that have numbers."""

Supply: TypeAlias = tuple[tuple[str, ...], tuple[tuple[int, str, tuple[str, ...]], ...]]
"""The pieces left, and of each composite held its step, its name and its abeyance list."""

NOTHING_LEFT: Supply = ((), ())


@dataclass(frozen=True)
class _Numbered:
    numbers: Mapping[Point, int]


@dataclass(frozen=True)
class _Earlier:
    """The ground before the last extraction, as far as it still matters: points keep their numbers."""

    array: _Numbered


def of_kind(facts: Iterable[Any], *kinds: str) -> list[Any]:
    """Return the facts of some kinds."""
    return [fact for fact in facts if fact.template in kinds]


class States:
    """The states that facts describe."""

    def __init__(self, start: State) -> None:
        self._start = start
        self._by_outline: dict[OutlineValues, State] = {}
        """A state for each outline: whatever is left to fill it, the ground is the same, and made once."""
        self._by_values: dict[tuple[OutlineValues, Supply], State] = {}
        self._by_facts: dict[tuple[int, ...], State] = {}
        self._remembered: set[int] = set()
        """The identities of the states that were made otherwise; several functions ask for the same one."""
        self.remember(start, ())

    def remember(self, state: State, numbered: Numbers) -> None:
        """Keep a state that was made otherwise, under the values that its facts will have."""
        if id(state) in self._remembered:
            return
        self._remembered.add(id(state))
        outline = state.steps, edges_of(state.boundary), lines_written(state.carried), numbered
        held = tuple((each.step, each.composite, sets_written(each.sets)) for each in state.abeyance.lists)
        self._by_outline.setdefault(outline, state)
        self._by_values[outline, (tuple(sorted(state.stock.elements())), held)] = state

    def of(self, facts: Sequence[Fact]) -> State:
        """Return the state that the facts of an outline, of the stock and of composites held describe."""
        key = tuple(fact.index for fact in facts)
        if key not in self._by_facts:
            self._by_facts[key] = self._described(facts)
        return self._by_facts[key]

    def with_outline(self, fact: Fact) -> State:
        """Return a state with the outline that a fact describes, whatever is left to fill it."""
        key = (fact.index,)
        if key not in self._by_facts:
            self._by_facts[key] = self._alike(_outline_values(fact))
        return self._by_facts[key]

    def _alike(self, outline: OutlineValues) -> State:
        if outline not in self._by_outline:
            self._by_outline[outline] = self._made(outline, NOTHING_LEFT)
        return self._by_outline[outline]

    def _described(self, facts: Sequence[Fact]) -> State:
        outline = _outline_values(of_kind(facts, "Outline")[0])
        left = tuple(sorted(str(name) for stock in of_kind(facts, "Stock") for name in stock["left"]))
        held = sorted((f["taken"], str(f["composite"]), tuple(map(str, f["sets"]))) for f in of_kind(facts, "Held"))
        values = outline, (left, tuple(held))
        if values not in self._by_values:
            self._by_values[values] = self._made(*values).on_ground_of(self._alike(outline))
        return self._by_values[values]

    def _made(self, outline: OutlineValues, supply: Supply) -> State:
        (step, edges, drawn, numbered), (left, held) = outline, supply
        start = self._start
        earlier: Any = _Earlier(_Numbered(numbered_points(numbered))) if numbered else None
        lists = tuple(AbeyanceList(taken, name, sets_read(sets)) for taken, name, sets in held)
        return State(
            start.setting,
            boundary_of(edges, start.boundary.nearness),
            lines_read(drawn),
            Counter({name: left.count(name) for name in start.setting.pieces.names if name in left}),
            replace(start.abeyance, lists=lists),
            step,
            earlier,
        )


def _outline_values(fact: Fact) -> OutlineValues:
    return fact["step"], tuple(fact["edges"]), tuple(fact["drawn"]), tuple(fact["numbered"])
