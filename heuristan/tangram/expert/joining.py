"""Joined matches: figures at most one side of which is open, wherever they lie, found by joining runs at their ends.

All sides of such a figure but one lie on edges and extension lines. Where two of these meet, two lines meet: their
common corner is a vertex or node of the array. So a triangle is found at the corner between two sides, and a figure of
four sides by the run that is the middle one of three sides; the sides at the ends of the chain need only be covered
as far as they reach. A figure all of whose sides are covered is found in the same way.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, permutations
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


Turn: TypeAlias = tuple[Direction, Direction]
"""The headings of the first and the last side of a chain."""


class JoinTable(NamedTuple):
    """Chains of sides by which figures are found."""

    three_sided: Mapping[Direction, Mapping[Turn, Sequence[_Chain]]]
    """Chains of two sides, by the heading of the first."""
    four_sided: Mapping[Direction, Mapping[Code, Mapping[Turn, Sequence[_Chain]]]]
    """Chains of three sides, by the heading and the length of the middle one."""
    longest: Code
    """The length of the longest middle side."""


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
    three: dict[Direction, dict[Turn, list[_Chain]]] = defaultdict(lambda: defaultdict(list))
    four: dict[Direction, dict[Code, dict[Turn, list[_Chain]]]] = defaultdict(lambda: defaultdict(_chain_lists))
    for figure in figures(pieces, which, denominator):
        sides = figure.sides
        grades = _grades_in_any_order(figure, wanted) if figure.name in on_offer[figure.kind] else NONE
        for i, side in enumerate(sides) if grades else ():
            first, last, closing = sides[i - 1], sides[(i + len(sides) - 3) % len(sides)], sides[i - 2]
            by_turn = three[first.heading] if len(sides) == 3 else four[side.heading][side.length]
            chain = _Chain(figure, i, first.length, last.length, closing, grades)
            by_turn[first.heading, last.heading].append(chain)
    return JoinTable(three, four, max((length for found in four.values() for length in found), default=0))


def _chain_lists() -> dict[Turn, list[_Chain]]:
    return defaultdict(list)


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
    reaches = _Reaches.of(array, array.boundary.leeway)
    yield from _three_sided(reaches, table)
    for chain in array.chains:
        by_length = table.four_sided.get(chain[0].heading)
        if by_length:
            yield from _four_sided(chain, reaches, by_length, table.longest)


class _Reaches(NamedTuple):
    """How far edges and extension lines arrive straight at points, by their heading, and how far they leave."""

    arriving: Mapping[tuple[Point, Direction], Reach]
    leaving: Mapping[tuple[Point, Direction], Reach]
    slack: Code
    """The difference at which lengths are the same: 0 on the lattice."""

    @classmethod
    def of(cls, array: VertexArray, slack: Code) -> "_Reaches":
        arriving: dict[tuple[Point, Direction], Reach] = {}
        leaving: dict[tuple[Point, Direction], Reach] = {}
        for chain in array.chains:
            heading = chain[0].heading
            for i, connection in enumerate(chain):
                leaving[connection.start, heading] = _onward(chain[i:])
                arriving[connection.end, heading] = _onward(chain[i::-1])
        return cls(arriving, leaving, slack)

    def wanted(self, chains: Iterable[_Chain], reach: Reach, middle: str, onward: Reach) -> Iterator[_Chain]:
        """Yield the chains that are covered, and whose sides and the one that is left have wanted grades."""
        slack = self.slack
        # many chains have sides of the same length here
        firsts: dict[Code, str] = {}
        lasts: dict[Code, tuple[str, Point | None]] = {}
        for chain in chains:
            _, _, before, after, (heading, length), grades = chain
            if before not in firsts:
                firsts[before] = _at(reach, before - slack)[0]
            first = firsts[before]
            if not first:
                continue
            if after not in lasts:
                lasts[after] = _at(onward, after - slack)
            last, end = lasts[after]
            if not last:
                continue
            if slack:
                yield chain
                continue
            closing = "O"
            if end is not None:  # where the side that is left is covered, both its ends are points of the array
                closing = _at(self.leaving.get((end, heading), ()), length)[0] or "O"
            if first + middle + last + closing in grades:
                yield chain


def _at(reach: Reach, length: Code) -> tuple[str, Point | None]:
    """Return the grade of a side of that length, nothing if it reaches too far, and the point where it ends if any."""
    for stop, grade, p in reach:
        if length <= stop:
            return grade, p if length == stop else None
    return "", None


def _three_sided(reaches: _Reaches, table: JoinTable) -> Iterator[Laid]:
    for (p, heading), reach in reaches.arriving.items():
        for (_, following), chains in table.three_sided.get(heading, _EMPTY).items():
            onward = reaches.leaving.get((p, following))
            for chain in reaches.wanted(chains, reach, "", onward) if onward else ():
                yield chain.figure, chain.corner, p


def _four_sided(
    line: Sequence[Connection], reaches: _Reaches, table: Mapping[Code, Mapping[Turn, Sequence[_Chain]]], longest: Code
) -> Iterator[Laid]:
    for i, connection in enumerate(line):
        p = connection.start
        for length, middle, q in _onward(line[i:]):
            if length > longest + reaches.slack:
                break
            for (before, after), chains in _of_length(table, length, reaches.slack):
                reach, onward = reaches.arriving.get((p, before)), reaches.leaving.get((q, after))
                for chain in reaches.wanted(chains, reach, middle, onward) if reach and onward else ():
                    yield chain.figure, chain.corner, p


_EMPTY: Mapping[Turn, Sequence[_Chain]] = {}


def _onward(chain: Iterable[Connection]) -> Reach:
    """Return, connection after connection, the length of the run so far, its grade, and where it ends."""
    length, grade, found = 0, "", []
    for connection in chain:
        length += connection.length
        here = "E" if connection.by == "edge" else "X"
        grade = here if grade in ("", here) else "M"
        found.append((length, grade, connection.end))
    return found


def _of_length(
    found: Mapping[Code, Mapping[Turn, Sequence[_Chain]]], length: Code, slack: Code
) -> Iterable[tuple[Turn, Sequence[_Chain]]]:
    if not slack:
        return found.get(length, _EMPTY).items()
    return [item for each in lengths_near(length, found, slack) for item in found[each].items()]
