"""The judge of polygons: checks places against the puzzle alone, and imports nothing that solves."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import atan2, degrees, isfinite
from typing import Any, NamedTuple

import shapely

from heuristan.common.faults import InputError
from heuristan.common.overlay import difference, intersection, odd_region, union
from heuristan.common.plane import Ring, Spot
from heuristan.common.results import Fault, Verdict
from heuristan.edgematching.polygons.model import PolygonPuzzle, Side, SideKind, is_wider, kinds_of, length, sides_of
from heuristan.edgematching.polygons.outcome import claim_of
from heuristan.edgematching.results import without_solution

SLACK = 10.0
"""Areas count as equal if they differ by less than a strip of the puzzle's nearness and ten times its size."""

ASIDE = 4.0
"""Maximum distance, in nearnesses, of sides that lie along each other. Pieces may overlap, or lie apart, by two of
them, and this must not let them escape their colours."""


@dataclass(frozen=True)
class SpottedFault(Fault):
    """One thing that is wrong at a spot."""

    spot: Spot

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {"spot": list(self.spot)}


def fault_at(spot: Spot, kind: str, message: str) -> SpottedFault:
    """Return a fault whose message names the spot."""
    return SpottedFault(kind, f"{message}, at ({spot[0]:.4g}, {spot[1]:.4g})", spot)


def verdict_on(puzzle: PolygonPuzzle, result: Mapping[str, Any]) -> Verdict:
    """Judge a result, and find all that is wrong with it.

    Args:
        puzzle: the puzzle.
        result: the JSON object of the result; nothing in it is believed.
    """
    try:
        claim = claim_of(result)
    except InputError as fault:
        return Verdict(puzzle.id, "unreadable", None, notes=(str(fault),))
    judge = Judge(puzzle)
    if claim.status != "solved":
        return without_solution(puzzle.id, claim.status, judge.impossible.message if judge.impossible else None)
    if faults := tuple(judge.faults(claim.places)):
        return Verdict(puzzle.id, "wrong", claim.status, faults)
    merit = f"the pieces fill the frame to within {puzzle.near:.2g}"
    return Verdict(puzzle.id, "right", claim.status, merit=merit)


class Owner(NamedTuple):
    """The owner of sides, in words, and the sides."""

    words: str
    sides: tuple[Side, ...]


class Judge:
    """The judge of one puzzle.

    The pieces lie inside the frame, no two overlap, and they leave no gap. Sides that lie along each other have the
    same colour. Strips that are nowhere wider than two nearnesses are ignored, however long they are.
    """

    def __init__(self, puzzle: PolygonPuzzle) -> None:
        self.puzzle = puzzle
        self.narrow = SLACK * puzzle.size * puzzle.near

    @cached_property
    def frame(self) -> shapely.Geometry:
        """The region to be filled: all points in an odd number of rings."""
        return odd_region(self.puzzle.frame)

    @cached_property
    def area_fault(self) -> Fault | None:
        """The fault that the area of the pieces is not that of the frame."""
        total = sum(piece.area for piece in self.puzzle.pieces)
        if abs(total - self.puzzle.area) <= self.narrow:
            return None
        words = f"the pieces have an area of {total:.6g} together, and the frame one of {self.puzzle.area:.6g}"
        return Fault("area", words)

    @cached_property
    def length_fault(self) -> Fault | None:
        """The fault that sides cannot all lie along others: in each direction, pieces and frame need equal lengths."""
        puzzle = self.puzzle
        kinds = kinds_of(puzzle)
        surplus = [0.0] * len(kinds.kinds)
        owned = [(side, 1.0) for piece in puzzle.pieces for side in piece.sides]
        for side, share in [*owned, *((side, -1.0) for side in puzzle.sides)]:
            number, sign = kinds.of(side)
            surplus[number] += share * sign * length(side)
        for kind, left in zip(kinds.kinds, surplus, strict=True):
            if abs(left) > puzzle.near * len(owned):
                return Fault("lengths", _unmatched(kind, left))
        return None

    @property
    def impossible(self) -> Fault | None:
        """Why areas or lengths alone rule out a solution; None if they do not."""
        return self.area_fault or self.length_fault

    def is_right(self, places: Sequence[Spot]) -> bool:
        """Return whether the pieces, each moved by its place, solve the puzzle."""
        return next(self.faults(places), None) is None

    def faults(self, places: Sequence[Spot]) -> Iterator[Fault]:
        """Yield everything that is wrong with a solution; nothing if it is right.

        Args:
            places: by how much each piece is moved from where the puzzle shows it.
        """
        pieces = self.puzzle.pieces
        if len(places) != len(pieces):
            yield Fault("notation", f"there are {len(places)} places for {len(pieces)} pieces")
            return
        if not all(isfinite(x) and isfinite(y) for x, y in places):
            yield Fault("notation", "a place is not finite")
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
        """Yield pieces that are clearly outside, perhaps so far away that floats are too coarse for their shapes."""
        mx, my = self.puzzle.middle
        for number, (piece, place) in enumerate(zip(self.puzzle.pieces, places, strict=True)):
            far = max(max(abs(x - mx), abs(y - my)) for x, y in piece.moved(place))
            if not far <= self.puzzle.size:
                yield fault_at(place, "outside", f"{self._name(number)} reaches out of the frame")

    def _regions(self, rings: Sequence[Ring]) -> Iterator[Fault]:
        polygons = [odd_region([ring]) for ring in rings]
        for number, polygon in enumerate(polygons):
            outside = difference(polygon, self.frame)
            yield from self._wide(outside, "outside", f"{self._name(number)} reaches out of the frame")
        for one, other in combinations(range(len(polygons)), 2):
            # bounding boxes first, because few pieces meet
            if shapely.intersects(shapely.envelope(polygons[one]), polygons[other]):
                words = f"{self._name(one)} and {self._name(other)} overlap"
                yield from self._wide(intersection(polygons[one], polygons[other]), "overlap", words)
        gap = difference(self.frame, union(polygons))
        yield from self._wide(gap, "gap", "the frame is not filled")

    def _wide(self, region: shapely.Geometry, kind: str, words: str) -> Iterator[Fault]:
        if is_wider(region, self.puzzle.near):
            spot = region.representative_point()
            yield fault_at((spot.x, spot.y), kind, f"{words} by an area of {region.area:.3g}")

    def _colours(self, rings: Sequence[Ring]) -> Iterator[Fault]:
        """Yield where sides lie along each other in different colours."""
        if self.puzzle.is_coloured:
            owners = [self.owner(number, ring) for number, ring in enumerate(rings)]
            for one, other in combinations([*owners, self.frame_owner], 2):
                yield from self.clashes(one, other)

    def clashes(self, one: Owner, other: Owner) -> Iterator[Fault]:
        """Yield where sides of two owners lie along each other in different colours."""
        for side, against in product(one.sides, other.sides):
            if side.colour != against.colour and (spot := _common(side, against, ASIDE * self.puzzle.near)):
                words = f"{one.words} has the colour {side.colour!r} along {against.colour!r} of {other.words}"
                yield fault_at(spot, "colour", words)

    def owner(self, number: int, ring: Ring) -> Owner:
        """Return a piece in its place as the owner of its sides."""
        return Owner(self._name(number), (*sides_of(ring, self.puzzle.pieces[number].colours),))

    @cached_property
    def frame_owner(self) -> Owner:
        """The frame as the owner of its sides, reversed, because they meet those of the pieces from outside."""
        return Owner("the frame", tuple(Side(side.end, side.start, side.colour) for side in self.puzzle.sides))

    def _name(self, number: int) -> str:
        return f"piece {number + 1} ({self.puzzle.pieces[number].name})"


def _unmatched(kind: SideKind, left: float) -> str:
    colour = f" of the colour {kind.colour!r}" if kind.colour else ""
    turn = degrees(atan2(kind.direction[1], kind.direction[0])) % 360
    more, less = (turn, (turn + 180) % 360) if left > 0 else ((turn + 180) % 360, turn)
    return (
        f"sides{colour} cannot match: in the direction of {more:.4g} degrees the pieces have {abs(left):.4g} more than "
        f"pieces at {less:.4g} degrees and the frame can meet"
    )


def _common(side: Side, other: Side, near: float) -> Spot | None:
    """Return the middle of the stretch that two opposite sides share; None if it is not longer than the nearness."""
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


def frame_polygons(puzzle: PolygonPuzzle) -> Iterator[list[list[Spot]]]:
    """Yield the polygons of a frame, each as its outer ring and its holes."""
    for part in shapely.get_parts(Judge(puzzle).frame):
        yield [[*ring.coords][:-1] for ring in (part.exterior, *part.interiors)]
