"""Joined matches: figures at most one side of which is open, wherever they lie, found by joining runs at their ends.

All sides of such a figure but one lie on edges and extension lines. Where two of these meet, two lines meet: their
common corner is a vertex or node of the array. So a triangle is found at the corner between two sides, and a figure of
four sides by the run that is the middle one of three sides; the sides at the ends of the chain need only be covered
as far as they reach. A figure all of whose sides are covered is found in the same way.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations_with_replacement, permutations
from typing import NamedTuple, TypeAlias

from heuristan.tangram.expert.figures import Figure, FigureSide, Kind, Which, figures, lengths_near
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.vertex_array import Connection, VertexArray
from heuristan.tangram.lattice.points import Code, Direction, Point
from heuristan.tangram.pieces.sets import PieceSet

Laid: TypeAlias = tuple[Figure, int, Point]
"""A figure, one of its corners, and the point where that lies."""

Wanted: TypeAlias = frozenset[tuple[Kind, frozenset[str], frozenset[str]]]
"""Which matches are looked for: of which kind, of which figures (if empty, of all), and with which grades."""

Reach: TypeAlias = Sequence[tuple[Code, str, Point]]
"""How far edges and extension lines go on from a point, stop after stop: the length, the grade, and the stop."""

Reaches: TypeAlias = Mapping[tuple[Point, Direction], Reach]
"""How far edges and extension lines go on from points, by their heading."""


class _Chain(NamedTuple):
    """The neighbouring sides of a figure by which it is found."""

    figure: Figure
    corner: int
    """The corner at which the side after the first starts."""
    before: Code
    """The length of the first side."""
    after: Code
    """The length of the last side."""
    closing: FigureSide
    """The side that is left, which may be open."""
    wanted: frozenset[str]
    """The grades looked for, of the sides in the order of the chain, the one that is left last."""


Turns: TypeAlias = Mapping[tuple[Direction, Direction], Sequence[_Chain]]
"""Chains by the headings of their first and their last side."""


class JoinTable(NamedTuple):
    """Chains of sides by which figures are found."""

    three_sided: Mapping[Direction, Turns]
    """Chains of two sides, by the heading of the first."""
    four_sided: Mapping[Direction, Mapping[Code, Turns]]
    """Chains of three sides, by the heading and the length of the middle one."""


NONE: frozenset[str] = frozenset()

_ALL_GRADES = frozenset(
    "".join(grades)
    for sides in (3, 4)
    for grades in combinations_with_replacement(GRADES, sides)
    if grades.count("O") <= 1
)
EVERYTHING: Wanted = frozenset({("piece", NONE, _ALL_GRADES), ("composite", NONE, _ALL_GRADES)})
"""All joined matches."""


def is_wanted(match: Match, wanted: Wanted) -> bool:
    """Return whether a match is wanted."""
    return any(
        kind == match.kind and match.grades in grades and (not only or match.name in only)
        for kind, only, grades in wanted
    )


@lru_cache(maxsize=512)
def join_table(
    names: frozenset[str], made: frozenset[str], wanted: Wanted, pieces: PieceSet, which: Which, denominator: int
) -> JoinTable:
    """Return the table for some pieces and some composites of a set, as far as they are wanted."""
    on_offer = {"piece": names, "composite": made}
    three: dict[Direction, dict[tuple[Direction, Direction], list[_Chain]]] = {}
    four: dict[Direction, dict[Code, dict[tuple[Direction, Direction], list[_Chain]]]] = {}
    for figure in figures(pieces, which, denominator):
        sides = figure.sides
        grades = _grades_in_any_order(figure, wanted) if figure.name in on_offer[figure.kind] else NONE
        for i, side in enumerate(sides) if grades else ():
            first, last, closing = sides[i - 1], sides[(i + len(sides) - 3) % len(sides)], sides[i - 2]
            by_length = four.setdefault(side.heading, {})
            turns = three.setdefault(first.heading, {}) if len(sides) == 3 else by_length.setdefault(side.length, {})
            found = _Chain(figure, i, first.length, last.length, closing, grades)
            turns.setdefault((first.heading, last.heading), []).append(found)
    return JoinTable(three, four)


def _grades_in_any_order(figure: Figure, wanted: Wanted) -> frozenset[str]:
    """Return the grades that a figure of three or four sides is looked for with, in any order."""
    sides = len(figure.sides)
    grades = frozenset(
        each
        for kind, only, accepted in wanted
        if kind == figure.kind and (not only or figure.name in only)
        for each in accepted
        if len(each) == sides
    )
    return _in_any_order(grades) if sides <= 4 else NONE


@lru_cache(maxsize=256)
def _in_any_order(grades: frozenset[str]) -> frozenset[str]:
    return frozenset("".join(order) for each in grades for order in permutations(each))


def joined(array: VertexArray, table: JoinTable) -> Iterator[Laid]:
    """Yield the figures of a table that runs join to, some several times; whether they lie inside is not looked at.

    Where there is nearness, lengths need only nearly be the same: a corner that is laid near a point is fitted to it,
    and only then is it known what the sides lie on.
    """
    arriving: dict[tuple[Point, Direction], Reach] = {}
    leaving: dict[tuple[Point, Direction], Reach] = {}
    for line in array.chains:
        for i, connection in enumerate(line):
            leaving[connection.start, connection.heading] = _onward(line[i:])
            arriving[connection.end, connection.heading] = _onward(line[i::-1])
    slack = array.boundary.leeway
    for p, grade, q, turns in chain(_corners(arriving, table), _middles(leaving, table, slack)):
        for (before, after), chains in turns.items():
            reach, onward = arriving.get((p, before), ()), leaving.get((q, after), ())
            for each in chains if reach and onward else ():
                (first, _), (last, end) = _at(reach, each.before - slack), _at(onward, each.after - slack)
                # where the side that is left is covered, both its ends are points of the array
                closing = _at(leaving.get((end, each.closing.heading), ()), each.closing.length)[0] if end else ""
                if first and last and (slack or first + grade + last + (closing or "O") in each.wanted):
                    yield each.figure, each.corner, p


_Run: TypeAlias = tuple[Point, str, Point, Turns]
"""The run between the first and the last side of chains: its start, grade and end, and the chains."""


def _corners(arriving: Reaches, table: JoinTable) -> Iterator[_Run]:
    """Yield the corners between two sides of triangles."""
    return ((p, "", p, table.three_sided.get(heading, {})) for p, heading in arriving)


def _middles(leaving: Reaches, table: JoinTable, slack: Code) -> Iterator[_Run]:
    """Yield the middle ones of three sides."""
    for (p, heading), reach in leaving.items():
        found = table.four_sided.get(heading, {})
        for length, grade, q in reach if found else ():
            for each in lengths_near(length, found, slack) if slack else (length,):
                yield p, grade, q, found.get(each, {})


def _at(reach: Reach, length: Code) -> tuple[str, Point | None]:
    """Return the grade of a side of that length, nothing if it reaches too far, and the point where it ends if any."""
    for stop, grade, p in reach:
        if length <= stop:
            return grade, p if length == stop else None
    return "", None


def _onward(line: Iterable[Connection]) -> Reach:
    """Return, connection after connection, the length of the run so far, its grade, and where it ends."""
    length, grade, found = 0, "", []
    for connection in line:
        length += connection.length
        here = "E" if connection.by == "edge" else "X"
        grade = here if grade in ("", here) else "M"
        found.append((length, grade, connection.end))
    return found
