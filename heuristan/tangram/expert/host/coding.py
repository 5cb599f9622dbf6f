"""Values of facts: boundaries, extension lines, matches and abeyance lists as numbers and symbols, and back."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeAlias

from heuristan.tangram.boundary import Boundary, Vertex, line_of
from heuristan.tangram.boundary.chain import Coverage
from heuristan.tangram.expert.extension import ExtensionLine
from heuristan.tangram.expert.matches import EdgeEnd, MatchKey
from heuristan.tangram.expert.production.clips_notation import Symbol
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
