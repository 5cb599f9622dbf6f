"""Matches: pieces and composites laid inside the puzzle, with the grades of their sides."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

from heuristan.tangram.boundary import Vertex, all_outside, sides
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
    placement: Placement
    cut: Placement
    """The placement as it is cut out of the boundary; where the puzzle has nearness, fitted to what is there."""
    ground: Ground | None = field(compare=False, repr=False)
    """What it lies on; None if only its place is still of interest."""

    @property
    def kind(self) -> Kind:
        return self.figure.kind

    @property
    def name(self) -> str:
        """The name of the piece or composite."""
        return self.figure.name

    @cached_property
    def key(self) -> MatchKey:
        return self.cut.name, self.cut.bounds

    @cached_property
    def grades(self) -> str:
        """The grades of its sides, best first."""
        cover = self._ground.cover
        grades = [cover.grade(p, q, direction) for direction, p, q in sides(self.cut.ring)]
        return "".join(sorted(grades, key=GRADES.index))

    @cached_property
    def crosses_internal_edge(self) -> bool:
        walls = self._ground.walls
        return bool(walls) and not all_outside(walls, self.cut.bounds)

    @property
    def corner(self) -> Point:
        """The point of the vertex array with the smallest number among its corners."""
        return self.cut.ring[self.order[-1]]

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Its place where rules leave matches alike: the smallest number at its corners, then the figure's."""
        numbers = self._ground.array.numbers_now
        there = ((numbers[p], i) for i, p in enumerate(self.cut.ring) if p in numbers)
        # where there is nearness, all corners may have been fitted to points that the array has not
        number, corner = min(there, default=(UNNUMBERED, 0))
        return number, self.figure.number, corner

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
