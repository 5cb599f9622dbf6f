"""Matches: pieces and composites laid inside the puzzle, with the grades of their sides."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

from heuristan.tangram.boundary import Ring, Vertex, all_outside
from heuristan.tangram.expert.figures import Figure, Kind
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.ground import Ground
from heuristan.tangram.lattice.points import Code, Point
from heuristan.tangram.pieces.sets import Placement

MatchKey: TypeAlias = tuple[str, tuple[Code, ...]]


UNNUMBERED = 1 << 30
"""Stands for the number of a figure no corner of which is in the vertex array."""


class EdgeEnd(NamedTuple):
    """An end of an edge at a convex vertex, and the interior next to it.

    Whatever piece covers that interior has a vertex there and a side along that edge.
    """

    vertex: Vertex
    at_leaving_edge: bool


@dataclass(frozen=True)
class Match:
    """A piece or composite laid inside the puzzle."""

    figure: Figure
    key: MatchKey
    """Its name, and the bounds of what is cut out, as in `lattice.points.bounds`."""
    ground: Ground | None = field(compare=False, repr=False)
    """What it lies on; None if only its place is still of interest."""
    fitted: tuple[Point, Ring] | None = None
    """Where the puzzle has nearness: how far the figure is moved, and the ring cut out, fitted to what is there."""

    @property
    def kind(self) -> Kind:
        return self.figure.kind

    @property
    def name(self) -> str:
        """The name of the piece or composite."""
        return self.figure.name

    @property
    def bounds(self) -> tuple[Code, ...]:
        """The bounds of what is cut out."""
        return self.key[1]

    @cached_property
    def placement(self) -> Placement:
        """The figure in its place."""
        if self.fitted:
            return self.figure.moved(self.fitted[0])
        here, there = self.figure.bounds, self.bounds
        return self.figure.moved((there[0] - here[0], there[2] - here[2], there[4] - here[4], there[6] - here[6]))

    @cached_property
    def cut(self) -> Placement:
        """The placement as it is cut out of the boundary."""
        return Placement(self.name, self.bounds, self.fitted[1]) if self.fitted else self.placement

    @cached_property
    def grades(self) -> str:
        """The grades of its sides, best first."""
        ring, cover = self.cut.ring, self._ground.cover
        ends = zip(self.figure.sides, ring, (*ring[1:], ring[0]), strict=True)
        grades = [cover.grade(p, q, side.heading) for side, p, q in ends]
        return "".join(sorted(grades, key=GRADES.index))

    @cached_property
    def crosses_internal_edge(self) -> bool:
        walls = self._ground.walls
        return bool(walls) and not all_outside(walls, self.bounds)

    @property
    def corner(self) -> Point:
        """The point of the vertex array with the smallest number among its corners."""
        return self.cut.ring[self.order[2]]

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Its place where rules leave matches alike, another for each: by the smallest number at its corners."""
        numbers = self._ground.array.numbers_now
        there = ((numbers[p], i) for i, p in enumerate(self.cut.ring) if p in numbers)
        # where there is nearness, all corners may have been fitted to points that the array has not
        number, corner = min(there, default=(UNNUMBERED, 0))
        # a figure fitted from several points is several matches, nearly in one place
        return number, self.figure.number, corner, *(self.bounds if self.fitted else ())

    @property
    def _ground(self) -> Ground:
        assert self.ground is not None, "it is no longer known what the match lies on"
        return self.ground


@dataclass(frozen=True)
class Matches:
    """All pieces laid at convex vertices of a state, and which of them cover each end of an edge."""

    by_key: Mapping[MatchKey, Match]
    covering: Mapping[EdgeEnd, tuple[MatchKey, ...]]
    """For each end of an edge at a convex vertex the pieces that can cover it."""

    def __iter__(self) -> Iterator[Match]:
        return iter(self.by_key.values())

    @cached_property
    def by_name(self) -> Mapping[str, list[Match]]:
        """The pieces of each kind."""
        found: dict[str, list[Match]] = defaultdict(list)
        for match in self:
            found[match.name].append(match)
        return found
