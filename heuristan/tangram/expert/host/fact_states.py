"""Facts as values, and states as a cache of facts: boundaries, lines and matches as numbers and symbols, and back."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Protocol, TypeAlias

from heuristan.tangram.boundary import Boundary, Vertex, line_of
from heuristan.tangram.boundary.chain import Coverage
from heuristan.tangram.expert.abeyance import AbeyanceList
from heuristan.tangram.expert.extension import ExtensionLine
from heuristan.tangram.expert.matches import EdgeEnd, MatchKey
from heuristan.tangram.expert.production.clips_notation import Symbol
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import Code, Point

Numbers: TypeAlias = tuple[int, ...]
Values: TypeAlias = tuple[Any, ...]


class Fact(Protocol):
    """A fact in the working memory of some engine."""

    @property
    def index(self) -> int:
        """Its number, which no other fact gets."""

    @property
    def template(self) -> str:
        """The name of its kind."""

    def __getitem__(self, slot: str, /) -> Any:
        """Return the value of a slot; several are a tuple."""


_POINT, _EDGE, _LINE = 4, 9, 10


def edges_of(boundary: Boundary) -> Numbers:
    """Return the edges of a boundary in order: of each its start, its end, and the side of the interior."""
    return tuple(n for segment in boundary.segments for n in (*segment.start, *segment.end, segment.sign))


def rows_of_edges(edges: Sequence[int]) -> Iterator[tuple[Point, Point, int]]:
    """Yield of each edge its start, its end, and the side of the interior."""
    return ((row[:_POINT], row[_POINT:-1], row[-1]) for row in _rows(edges, _EDGE))


def boundary_of(edges: Sequence[int], nearness: Code) -> Boundary:
    """Return the boundary with some edges."""
    chain: dict[tuple[int, Code], dict[Point, int]] = {}
    for start, end, sign in rows_of_edges(edges):
        jumps = chain.setdefault(line_of(start, end), {})
        jumps[start] = jumps.get(start, 0) + sign
        jumps[end] = jumps.get(end, 0) - sign
    left = {line: {p: jump for p, jump in jumps.items() if jump} for line, jumps in chain.items()}
    return Boundary({line: Coverage(line, jumps) for line, jumps in left.items()}, nearness)


def lines_written(lines: Iterable[ExtensionLine]) -> Numbers:
    """Return extension lines as numbers."""
    return tuple(n for line in lines for n in (*line.line, *line.start, *line.end))


def lines_read(drawn: Sequence[int]) -> tuple[ExtensionLine, ...]:
    """Return the extension lines that numbers describe."""
    return tuple(ExtensionLine((row[0], row[1]), row[2:6], row[6:]) for row in _rows(drawn, _LINE))


def numbered_points(numbered: Sequence[int]) -> Mapping[Point, int]:
    """Return the number of each point, if all are listed in the order of their numbers."""
    return {point: number for number, point in enumerate(_rows(numbered, _POINT), 1)}


def _rows(numbers: Sequence[int], size: int) -> Iterator[Any]:
    return (tuple(numbers[i : i + size]) for i in range(0, len(numbers), size))


def sets_written(sets: Iterable[Sequence[str]]) -> tuple[Symbol, ...]:
    """Return the sets of an abeyance list as symbols."""
    return tuple(Symbol("+".join(each)) for each in sets)


def sets_read(sets: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Return the sets that symbols name."""
    return tuple(tuple(str(each).split("+")) for each in sets)


def key_written(key: MatchKey) -> Symbol:
    """Return the symbol of a match: its name, and its bounds in four directions."""
    return Symbol(f"{key[0]}@{','.join(map(str, key[1]))}")


@lru_cache(maxsize=1 << 16)
def key_read(written: str) -> MatchKey:
    """Return the key of the match with a symbol."""
    name, _, place = written.partition("@")
    return name, tuple(map(int, place.split(",")))


def end_written(end: EdgeEnd | None) -> Values:
    """Return an end of an edge: a point, its opening and its angle, and TRUE for the edge that leaves it."""
    return () if end is None else (*end.vertex.point, end.vertex.opening, end.vertex.angle, end.at_leaving_edge)


def end_read(end: Sequence[Any]) -> EdgeEnd:
    """Return the end of an edge that values describe."""
    p0, p1, p2, p3, opening, angle, is_leaving = end
    return EdgeEnd(Vertex((p0, p1, p2, p3), opening, angle), bool(is_leaving))


OutlineValues: TypeAlias = tuple[int, Numbers, Numbers, Numbers]
"""Step, edges, extension lines drawn before, and the points that have numbers."""

Supply: TypeAlias = tuple[tuple[str, ...], tuple[tuple[int, str, tuple[str, ...]], ...]]
"""The pieces left, and of each composite held its step, its name and its abeyance list."""

NOTHING_LEFT: Supply = ((), ())


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
        # of the ground before the last extraction only this matters still: points keep their numbers
        earlier: Any = SimpleNamespace(array=SimpleNamespace(numbers=numbered_points(numbered))) if numbered else None
        lists = tuple(AbeyanceList(taken, name, sets_read(sets)) for taken, name, sets in held)
        return State(
            start.setting,
            boundary_of(edges, start.boundary.nearness),
            lines_read(drawn),
            Counter({name: left.count(name) for name in start.setting.pieces.names if name in left}),
            start.abeyance._replace(lists=lists),
            step,
            earlier,
        )


def _outline_values(fact: Fact) -> OutlineValues:
    return fact["step"], tuple(fact["edges"]), tuple(fact["drawn"]), tuple(fact["numbered"])
