"""Is that a solution of a puzzle of polygons? Knows nothing of how it was found."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, product
from math import atan2, degrees, isfinite
from typing import NamedTuple

import shapely

from heuristan.edgematching.polygons.kinds import Kind, kinds_of
from heuristan.edgematching.polygons.overlay import difference, even_odd, intersection, is_wider, region_of, union
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle, Ring, Side, Spot, length, sides_of

SLACK = 10.0
"""Areas that differ by a strip as wide as the puzzle's nearness and ten times as long as its size add up."""

ASIDE = 4.0
"""Sides up to so many nearnesses apart lie along each other. Pieces may overlap, or lie apart, by two of them, and must
not escape their colours thereby."""


class Fault(NamedTuple):
    """What is wrong, and where."""

    message: str
    spot: Spot | None = None

    def __str__(self) -> str:
        return self.message if self.spot is None else f"{self.message}, at ({self.spot[0]:.4g}, {self.spot[1]:.4g})"


class Owner(NamedTuple):
    """Who has sides, in words, and the sides."""

    words: str
    sides: tuple[Side, ...]


def clashes(one: Owner, other: Owner, near: float) -> Iterator[Fault]:
    """Where sides of two owners lie along each other in different colours."""
    for side, against in product(one.sides, other.sides):
        if side.colour != against.colour and (spot := _common(side, against, near)):
            words = f"{one.words} has the colour {side.colour!r} along {against.colour!r} of {other.words}"
            yield Fault(words, spot)


class Judge:
    """Judges solutions of one puzzle.

    The pieces lie inside the frame, no two overlap, and they leave no gap. Sides that lie along each other have the
    same colour. What is nowhere wider than two nearnesses is taken for nothing, however long it is.
    """

    def __init__(self, puzzle: PolygonPuzzle) -> None:
        self.puzzle = puzzle
        self.narrow = SLACK * puzzle.size * puzzle.near

    @cached_property
    def frame(self) -> shapely.Geometry:
        """The region to be filled: what lies in an odd number of rings."""
        return even_odd([region_of(ring) for ring in self.puzzle.frame], self.puzzle.size)

    @cached_property
    def area_fault(self) -> Fault | None:
        """Whether pieces of other areas than the frame's are asked for."""
        total = sum(piece.area for piece in self.puzzle.pieces)
        if abs(total - self.puzzle.area) <= self.narrow:
            return None
        return Fault(f"the pieces have an area of {total:.6g} together, and the frame one of {self.puzzle.area:.6g}")

    @cached_property
    def length_fault(self) -> Fault | None:
        """Whether sides have nothing to lie against: along each direction the pieces have what the frame has."""
        puzzle = self.puzzle
        kinds = kinds_of(puzzle)
        surplus = [0.0] * len(kinds.kinds)
        owned = [(side, 1.0) for piece in puzzle.pieces for side in piece.sides]
        for side, share in [*owned, *((side, -1.0) for side in puzzle.sides)]:
            number, sign = kinds.of(side)
            surplus[number] += share * sign * length(side)
        for kind, left in zip(kinds.kinds, surplus, strict=True):
            if abs(left) > puzzle.near * len(owned):
                return Fault(_unmatched(kind, left))
        return None

    @property
    def impossible(self) -> Fault | None:
        """Why areas or lengths alone rule a solution out; None if they do not."""
        return self.area_fault or self.length_fault

    def is_right(self, places: Sequence[Spot]) -> bool:
        """Whether the pieces, each moved by its place, solve the puzzle."""
        return next(self.faults(places), None) is None

    def faults(self, places: Sequence[Spot]) -> Iterator[Fault]:
        """Everything that is wrong with a solution; nothing if it is right.

        Args:
            places: by how much each piece is moved from where the puzzle shows it.
        """
        pieces = self.puzzle.pieces
        if len(places) != len(pieces):
            yield Fault(f"there are {len(places)} places for {len(pieces)} pieces")
            return
        if not all(isfinite(x) and isfinite(y) for x, y in places):
            yield Fault("a place is not finite")
            return
        if far := [*self._far(places)]:
            yield from far
            return
        rings = [piece.moved(place) for piece, place in zip(pieces, places, strict=True)]
        if self.area_fault:
            yield self.area_fault
        yield from self._regions(rings)
        yield from self._colours(rings)

    def _far(self, places: Sequence[Spot]) -> Iterator[Fault]:
        """Pieces that lie beyond all doubt: so far away that floats are too coarse to tell their shapes."""
        mx, my = self.puzzle.middle
        for number, (piece, place) in enumerate(zip(self.puzzle.pieces, places, strict=True)):
            far = max(max(abs(x - mx), abs(y - my)) for x, y in piece.moved(place))
            if not far <= self.puzzle.size:
                yield Fault(f"{self._named(number)} reaches out of the frame", place)

    def _regions(self, rings: Sequence[Ring]) -> Iterator[Fault]:
        polygons = [region_of(ring) for ring in rings]
        for number, polygon in enumerate(polygons):
            outside = difference(polygon, self.frame, self.puzzle.size)
            yield from self._wide(outside, f"{self._named(number)} reaches out of the frame")
        for one, other in combinations(range(len(polygons)), 2):
            # bounding boxes first: most pieces lie apart
            if shapely.intersects(shapely.envelope(polygons[one]), polygons[other]):
                words = f"{self._named(one)} and {self._named(other)} overlap"
                yield from self._wide(intersection(polygons[one], polygons[other], self.puzzle.size), words)
        gap = difference(self.frame, union(polygons, self.puzzle.size), self.puzzle.size)
        yield from self._wide(gap, "the frame is not filled")

    def _wide(self, region: shapely.Geometry, words: str) -> Iterator[Fault]:
        if is_wider(region, self.puzzle.near):
            spot = region.representative_point()
            yield Fault(f"{words} by an area of {region.area:.3g}", (spot.x, spot.y))

    def _colours(self, rings: Sequence[Ring]) -> Iterator[Fault]:
        """Sides that lie along each other in different colours."""
        if self.puzzle.is_coloured:
            owners = [self.owner(number, ring) for number, ring in enumerate(rings)]
            for one, other in combinations([*owners, self.frame_owner], 2):
                yield from self.clashes(one, other)

    def clashes(self, one: Owner, other: Owner) -> Iterator[Fault]:
        """Where sides of two owners lie along each other in different colours."""
        return clashes(one, other, ASIDE * self.puzzle.near)

    def owner(self, number: int, ring: Ring) -> Owner:
        """A piece in its place, as the owner of its sides."""
        return Owner(self._named(number), (*sides_of(ring, self.puzzle.pieces[number].colours),))

    @cached_property
    def frame_owner(self) -> Owner:
        """The frame: its sides run as those of its pieces do, and meet them from outside."""
        return Owner("the frame", tuple(Side(side.end, side.start, side.colour) for side in self.puzzle.sides))

    def _named(self, number: int) -> str:
        return f"piece {number + 1} ({self.puzzle.pieces[number].name})"


def _unmatched(kind: Kind, left: float) -> str:
    colour = f" of the colour {kind.colour!r}" if kind.colour else ""
    turn = degrees(atan2(kind.direction[1], kind.direction[0])) % 360
    more, less = (turn, (turn + 180) % 360) if left > 0 else ((turn + 180) % 360, turn)
    return (
        f"sides{colour} cannot match: in the direction of {more:.4g} degrees the pieces have {abs(left):.4g} more than "
        f"lies against it at {less:.4g} degrees and along the frame"
    )


def _common(side: Side, other: Side, near: float) -> Spot | None:
    """The middle of what two opposite sides have in common, None if that is no longer than the nearness."""
    long = length(side)
    ux, uy = (side.end[0] - side.start[0]) / long, (side.end[1] - side.start[1]) / long

    def along(spot: Spot) -> float:
        return (spot[0] - side.start[0]) * ux + (spot[1] - side.start[1]) * uy

    def off(spot: Spot) -> float:
        return (spot[0] - side.start[0]) * uy - (spot[1] - side.start[1]) * ux

    if abs(off(other.start)) > near or abs(off(other.end)) > near or along(other.start) <= along(other.end):
        return None
    low, high = max(0.0, along(other.end)), min(long, along(other.start))
    if high - low <= near:
        return None
    middle = (low + high) / 2
    return side.start[0] + middle * ux, side.start[1] + middle * uy
