"""Joined matches: figures at most one side of which is open, wherever they lie, found by joining runs at their ends.

All sides of such a figure but one lie on edges and extension lines. Where two of these meet, two lines meet: their
common corner is a vertex or node of the array. So a triangle is found at the corner between two sides, and a figure of
four sides by the run that is the middle one of three sides; the sides at the ends of the chain need only be covered
as far as they reach. A figure all of whose sides are covered is found in the same way.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from heuristan.tangram.expert.figures import Figure, FigureSide, Which, figures
from heuristan.tangram.expert.vertex_array import VertexArray
from heuristan.tangram.lattice.points import Code, Direction, Point
from heuristan.tangram.pieces.sets import PieceSet

Laid: TypeAlias = tuple[Figure, int, Point]
"""A figure, one of its corners, and the point where that lies."""

Reach: TypeAlias = Mapping[tuple[Point, Direction], Code]
"""How far edges and extension lines go from a point in a direction, unbroken."""


class _Chain(NamedTuple):
    """The neighbouring sides of a figure by which it is found."""

    figure: Figure
    corner: int
    """The corner at which the second side starts."""
    before: FigureSide
    after: FigureSide
    """The last side."""


class JoinTable(NamedTuple):
    """Figures by what they are joined from."""

    three_sided: Mapping[Direction, tuple[_Chain, ...]]
    """Chains of two sides, by the heading of the first."""
    four_sided: Mapping[Direction, Mapping[Code, tuple[_Chain, ...]]]
    """Chains of three sides, by the heading and the length of the middle one."""
    longest: Code
    """The length of the longest middle side."""


@lru_cache(maxsize=512)
def join_table(
    names: frozenset[str], made: frozenset[str], pieces: PieceSet, which: Which, denominator: int
) -> JoinTable:
    """Return the table for some pieces and some composites of a set."""
    on_offer = {"piece": names, "composite": made}
    three: dict[Direction, list[_Chain]] = defaultdict(list)
    four: dict[Direction, dict[Code, list[_Chain]]] = defaultdict(lambda: defaultdict(list))
    for figure in figures(pieces, which, denominator):
        if figure.name not in on_offer[figure.kind]:
            continue
        sides = figure.sides
        for i, side in enumerate(sides):
            if len(sides) == 3:
                three[sides[i - 1].heading].append(_Chain(figure, i, sides[i - 1], side))
            elif len(sides) == 4:
                four[side.heading][side.length].append(_Chain(figure, i, sides[i - 1], sides[(i + 1) % 4]))
    return JoinTable(
        {heading: tuple(found) for heading, found in three.items()},
        {heading: {length: tuple(c) for length, c in found.items()} for heading, found in four.items()},
        max((length for found in four.values() for length in found), default=0),
    )


def joined(array: VertexArray, table: JoinTable) -> Iterator[Laid]:
    """Yield the figures of a table that runs join to, some several times; whether they lie inside is not looked at.

    Where there is nearness, lengths need only nearly be the same: a corner that is laid near a point is fitted to it.
    """
    slack = array.boundary.leeway
    arriving, leaving = _reaches(array)
    for (p, heading), reach in arriving.items():
        for figure, corner, before, after in table.three_sided.get(heading, ()):
            if before.length <= reach + slack and after.length <= leaving.get((p, after.heading), 0) + slack:
                yield figure, corner, p
    for p, q, heading, length in _middles(array, table.longest + slack):
        for figure, corner, before, after in _of_length(table.four_sided.get(heading, {}), length, slack):
            is_before = before.length <= arriving.get((p, before.heading), 0) + slack
            if is_before and after.length <= leaving.get((q, after.heading), 0) + slack:
                yield figure, corner, p


def _reaches(array: VertexArray) -> tuple[Reach, Reach]:
    """Return how far edges and extension lines arrive straight at points, by their heading, and how far they leave."""
    arriving: dict[tuple[Point, Direction], Code] = {}
    leaving: dict[tuple[Point, Direction], Code] = {}
    for chain in array.chains:
        heading = chain[0].heading
        left = length = sum(connection.length for connection in chain)
        for connection in chain:
            leaving[connection.start, heading] = left
            left -= connection.length
            arriving[connection.end, heading] = length - left
    return arriving, leaving


def _middles(array: VertexArray, longest: Code) -> Iterator[tuple[Point, Point, Direction, Code]]:
    """Yield the ends, heading and length of all runs that are no longer than a length."""
    for chain in array.chains:
        for i, first in enumerate(chain):
            length = 0
            for connection in chain[i:]:
                length += connection.length
                if length > longest:
                    break
                yield first.start, connection.end, first.heading, length


def _of_length(found: Mapping[Code, tuple[_Chain, ...]], length: Code, slack: Code) -> Iterable[_Chain]:
    if not slack:
        return found.get(length, ())
    return (chain for each, chains in found.items() if abs(each - length) <= slack for chain in chains)
