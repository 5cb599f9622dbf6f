"""A result of a drawing, or the author's own: compared with what was drawn, at any angle, to within a stated distance.

It is the drawing that counts, not how it was read: a result of a wrong reading does not cover what was drawn. The gate
before every solution of a drawing has the same measure: pieces pass if they fill what the file says, in its own
coordinates. It shares nothing with the solver that found the pieces and the reader of the outline: what it knows is the
drawing, as its file has it, and how far pieces may be off. At the necks of a drawing, parts that touch in a point may
have been drawn into each other. More is allowed than on the lattice (`places`), and nothing narrower than NARROW is
reported.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log, sqrt
from statistics import median
from typing import NamedTuple

import shapely
from numpy import errstate

from heuristan.common.overlay import difference, intersection, union
from heuristan.common.plane import signed_area
from heuristan.tangram.pieces.sets import PieceSet, Shape, Stock
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece
from heuristan.tangram.puzzle.puzzle import Puzzle, legs_squared
from heuristan.tangram.puzzle.regions import rings_of
from heuristan.tangram.trace.events import Frame
from heuristan.tangram.verification.claims import Claim
from heuristan.tangram.verification.file_regions import are_as_near, odd_region_of, region_of
from heuristan.tangram.verification.judging.case import Allowance, Case, Classification, classify_nearly
from heuristan.tangram.verification.judging.places import NARROW, FaultPlace, Pair, meetings
from heuristan.tangram.verification.judging.placing import likenesses
from heuristan.tangram.verification.judging.verdict import Fault, JudgedBoard

CONGRUENT = 0.01
"""Maximum error of distances between the vertices of a piece, in legs."""

OVERLAP = 0.05
"""Maximum width of an overlap of two pieces, in legs: where separate parts touch, each is turned by eye."""

MIN_OFF, MAX_OFF = 0.1, 0.2
"""Minimum and maximum of the distance that pieces may be off a drawing, in legs, however it was read."""

MAX_BENT = 0.35
"""Maximum distance, in legs, that pieces may be off a drawing whose author's own pieces are bent."""

AUTHORS = 0.06
"""Maximum error of an author's own pieces, in legs: people lay pieces on a screen no better."""

AUTHORS_ALLOWANCE = Allowance(AUTHORS, AUTHORS, AUTHORS, AUTHORS)

ANOTHER_SIZE = 0.05
"""Pieces whose size differs by more than this part from what the drawing says are not measured by their own size."""

ANOTHER_GUESS = 0.15
"""The same where nothing but pieces is drawn, which shows the size less well; beyond it could be another piece."""

TINY = 1e-6
"""Maximum area, in square legs, that is too small to measure a size by."""


LARGEST = 0.8
"""Maximum diameter of an overlap at a neck, in legs. A neck is narrower than any piece, which is 0.7 legs wide; a sharp
vertex reaches farther in than it is wide there."""


def _is_small(place: shapely.Geometry) -> bool:
    return bool(2 * shapely.minimum_bounding_radius(place) <= LARGEST)


def _part_of(piece: shapely.Polygon, parts: Sequence[shapely.Geometry]) -> int:
    """Return the number of the part that has most of a piece."""
    shared = [intersection(piece, part).area for part in parts]
    return shared.index(max(shared, default=0.0)) if shared else 0


def _around(
    far: Collection[shapely.Polygon], piece: shapely.Polygon, outline: shapely.Geometry
) -> list[shapely.Polygon]:
    """Return the parts of a piece outside that reach farther out than allowed."""
    return [part for part in _wide(difference(piece, outline)) if any(part.intersects(one) for one in far)]


def _wide(shape: shapely.Geometry, allowed: float = NARROW) -> list[shapely.Polygon]:
    """Return the connected parts wider than allowed: shrunk by half of it and grown again, with sharp angles."""
    with errstate(invalid="ignore"):  # where nothing is left, some versions warn of a number that they do not use
        shrunk = shape.buffer(-allowed / 2, join_style="mitre")
        grown = shrunk.buffer(allowed / 2, join_style="mitre")
    return [part for part in shapely.get_parts(grown) if not part.is_empty]


def place_of(parts: list[shapely.Polygon], outline: shapely.Geometry | None = None) -> FaultPlace:
    """Return the place that some parts make; with an outline, how far it reaches from it."""
    largest = max(parts, key=lambda part: part.area)
    inside = largest.centroid if largest.contains(largest.centroid) else largest.representative_point()
    rings = tuple(ring for part in parts for ring in rings_of(part))
    # the point within counts where all vertices lie on the outline, as those of a covered hole do
    vertices = shapely.points([(inside.x, inside.y), *(spot for ring in rings for spot in ring)])
    reach = float(shapely.distance(outline, vertices).max()) if outline is not None else 0.0
    return FaultPlace(sum(part.area for part in parts), (inside.x, inside.y), rings, reach)


def allowance_of(puzzle: Puzzle) -> Allowance:
    """Return how far pieces may be off the drawing that a puzzle was read from.

    Twice as far as its vertices were moved, or its lines put together, when it was first read: once for that, and as
    much again for closing the contacts between the pieces. Where the file has its author's pieces, twice as far as
    the worst of them is from the form of any piece: that is how well they were drawn. A sketch by hand says no place
    better than MAX_OFF.
    """
    reading = puzzle.reading
    is_by_hand = puzzle.drawing is not None and puzzle.drawing.origin.is_by_hand
    off = 2 * max(reading.nearness, reading.moved) if reading is not None else 0.0
    off = MAX_OFF if is_by_hand else min(max(MIN_OFF, off), MAX_OFF)
    bent = min(2 * _bent(puzzle.drawing, puzzle.pieces), MAX_BENT) if puzzle.drawing is not None else 0.0
    off = max(off, bent)
    return Allowance(OVERLAP, off, off, CONGRUENT)


def _bent(drawing: Drawing, pieces: PieceSet) -> float:
    """Return how far the worst of an author's pieces is from the form of any piece, in legs."""
    if not drawing.laid:
        return 0.0
    area = sum(abs(signed_area(piece.vertices)) for piece in drawing.laid)
    leg = sqrt(area * pieces.size / len(drawing.laid) / pieces.legs_squared)
    if not leg > 0:
        return 0.0
    likes = [likenesses([(x / leg, y / leg) for x, y in piece.vertices], pieces) for piece in drawing.laid]
    return max((several[0].off for several in likes if several), default=0.0)


class DrawnCase(Case):
    """A result of a drawing."""

    @cached_property
    def drawing(self) -> Drawing:
        assert self.puzzle.drawing is not None, "what is read from a drawing keeps it"
        return self.puzzle.drawing

    @property
    def within(self) -> float:
        return self.allowed.outside

    @cached_property
    def allowed(self) -> Allowance:
        """The allowance, for these pieces: where parts were drawn into each other, no place is surer than MAX_OFF."""
        off = self.allowance
        return off._replace(outside=max(off.outside, MAX_OFF), gap=max(off.gap, MAX_OFF)) if self.necks else off

    @cached_property
    def _shapes(self) -> Mapping[int, shapely.Polygon]:
        """The pieces that enclose an area, by their numbers."""
        shapes = {number: shapely.Polygon(ring) for number, ring in self.polygons.items()}
        return {number: shape for number, shape in shapes.items() if shape.is_valid}

    @cached_property
    def _overlapping(self) -> Mapping[Pair, list[shapely.Polygon]]:
        """The places where two pieces overlap more than allowed, by their numbers."""
        if self.is_hopeless or self.is_heap:
            return {}
        pieces, met = self._shapes, (pair for pair in meetings(self.polygons) if self._shapes.keys() >= {*pair})
        found = {(a, b): _wide(intersection(pieces[a], pieces[b]), self.allowance.overlap) for a, b in met}
        return {pair: parts for pair, parts in found.items() if parts}

    @cached_property
    def necks(self) -> Mapping[Pair, list[shapely.Polygon]]:
        """Those of them that are no faults, as they are at necks of the outline.

        They are small, and without them the outline falls into parts; the two pieces are in different ones.
        """
        if not self._overlapping:
            return {}
        places = union([place for places in self._overlapping.values() for place in places])
        small = union([place for place in shapely.get_parts(places) if _is_small(place)])
        parts = shapely.get_parts(difference(self.outline, small.buffer(self.allowance.outside)))
        roomy, pieces = small.buffer(NARROW), self._shapes
        return {
            (i, j): overlaps
            for (i, j), overlaps in self._overlapping.items()
            if all(map(roomy.covers, overlaps)) and _part_of(pieces[i], parts) != _part_of(pieces[j], parts)
        }

    def overlaps(self) -> Mapping[Pair, FaultPlace]:
        return {pair: place_of(found) for pair, found in self._overlapping.items() if pair not in self.necks}

    def outside(self) -> Mapping[int, FaultPlace]:
        allowed, pieces = self.allowed.outside, self._shapes
        roomy = self.outline.buffer(allowed) if allowed else self.outline
        found = {number: _wide(difference(piece, roomy)) for number, piece in pieces.items()}
        return {
            number: place_of(_around(far, pieces[number], self.outline), self.outline)
            for number, far in found.items()
            if far
        }

    def gaps(self) -> list[FaultPlace]:
        rest = difference(self.outline, union([*self._shapes.values()]))
        return [place_of([part]) for part in _wide(rest, self.allowed.gap)]

    @property
    def merit(self) -> str:
        return f"the pieces fill the outline as it is drawn, to within {self.within:.2g} legs"

    @cached_property
    def sets(self) -> int:
        """As many as the drawing says; else as many as the pieces are, where that is a whole number."""
        whole, rest = divmod(len(self.claim.pieces), self.puzzle.pieces.size)
        return whole if self.drawing.sets is None and whole and not rest else self.puzzle.sets

    @cached_property
    def _covered(self) -> shapely.Geometry:
        """The drawn region, in its own coordinates."""
        return region_of(self.drawing.polygons or [[piece.vertices] for piece in self.drawing.laid])

    @property
    def _area(self) -> float:
        """Of what is drawn; where that is pieces alone, of all of them, wherever they lie."""
        if self.drawing.polygons:
            return float(self._covered.area)
        return sum(abs(signed_area(piece.vertices)) for piece in self.drawing.laid)

    @cached_property
    def position(self) -> Frame:
        """In legs as long as those of the pieces: the area of a drawing says it only nearly."""
        x0, y0, _, y1 = self._covered.bounds
        leg = self.drawing.leg or sqrt(self._area / (self.puzzle.pieces.legs_squared * self.sets))
        leg *= _size(self.claim, leg, self.puzzle.pieces, ANOTHER_SIZE if self.drawing.polygons else ANOTHER_GUESS)
        return Frame(leg, 0.0, (x0, y1 if self.drawing.y_down else y0), self.drawing.y_down)

    @cached_property
    def outline(self) -> shapely.Geometry:
        """In legs."""
        return shapely.transform(self._covered, lambda spots: [self.position.legs((x, y)) for x, y in spots])

    def classify(self, number: int, piece: LaidPiece, left: Stock) -> Classification:
        return classify_nearly(number, piece, self.position, self.puzzle.pieces, left, self.allowance.shape)

    @cached_property
    def board(self) -> JudgedBoard:
        parts = [part for part in shapely.get_parts(self.outline) if part.geom_type == "Polygon"]
        return JudgedBoard(tuple(ring for part in parts for ring in rings_of(part)), self.drawn, 0.0)

    @cached_property
    def tiling(self) -> frozenset[tuple[object, ...]]:
        return frozenset(
            (piece.name, *sorted((round(x, 2), round(y, 2)) for x, y in piece.drawn.ring)) for piece in self.classified
        )

    def faults(self) -> Iterator[Fault]:
        if not self.classified:
            yield Fault("count", "it brings no pieces")
            return
        yield from self.counts()
        for piece in self.classified:
            yield from piece.faults
        yield from self.regions()

    def notes(self, faults: tuple[Fault, ...]) -> Iterator[str]:
        yield from super().notes(faults)
        for (a, b), places in self.necks.items():
            place = self.position.describe(place_of(places).point)
            yield f"pieces {a} and {b} overlap at {place}, at a neck of the drawing: they may touch in a point there"
        if self.drawing.origin.suspicions:
            yield f"perhaps it was misread: {', '.join(self.drawing.origin.suspicions)}"
        off, leg = self.allowed, self.position.scale
        yield (
            f"the outline is a drawing, read from {self.drawing.origin.kind} (a leg is {leg:.4g} in its own units): "
            f"pieces may be {off.outside:.2g} legs off it, overlap by {off.overlap:g}, and differ from their shapes by "
            f"{off.shape:g}"
        )


@dataclass(frozen=True)
class AuthorsCase(DrawnCase):
    """The author's own pieces. Where nothing else was drawn, what they cover is the outline."""

    allowance: Allowance = AUTHORS_ALLOWANCE

    @property
    def necks(self) -> Mapping[Pair, list[shapely.Polygon]]:
        return {}

    @property
    def merit(self) -> str:
        return f"the author's pieces are a solution, to within {self.within:g} legs"

    def notes(self, faults: tuple[Fault, ...]) -> Iterator[str]:
        yield from Case.notes(self, faults)
        if faults:
            yield f"errors below {self.within:g} legs are not reported: people lay pieces no better on a screen"


def _size(claim: Claim, leg: float, pieces: PieceSet, most: float) -> float:
    """Return the length of the pieces' legs in legs; 1 where few are near that."""
    areas = [abs(signed_area(piece.vertices)) / leg**2 for piece in claim.pieces]
    sizes = [sqrt(area / _nearest_area(area, pieces.shapes)) for area in areas if area > TINY]
    near = [size for size in sizes if abs(size - 1) <= most]
    return median(near) if 2 * len(near) > len(areas) else 1.0


def _nearest_area(area: float, shapes: tuple[Shape, ...]) -> float:
    return min((legs_squared(shape.area, 1) for shape in shapes), key=lambda other: abs(log(area / other)))


class Gate(NamedTuple):
    """Lets pass what is a solution of a drawing, to within an allowance."""

    puzzle: Puzzle
    """A reading of the drawing; of this the gate uses the drawing alone."""
    allowance: Allowance

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Gate":
        """Return the gate for all readings of a drawing; `puzzle` is the first of them, by which `verify` measures."""
        return cls(puzzle, allowance_of(puzzle))

    def is_near(self, reading: Puzzle) -> bool:
        """Return whether an exact reading is near what was drawn, so that what fills it exactly passes."""
        case = DrawnCase(self.puzzle, Claim(None, "solved", (), 1), self.allowance)
        rings = [[*map(case.position.legs, map(reading.own, ring))] for ring in reading.rings]
        return are_as_near(case.outline, odd_region_of(rings), self.allowance.gap)

    def fault_of(self, pieces: Sequence[LaidPiece]) -> str | None:
        """Return what is wrong with pieces, or None if they are a solution."""
        claim = Claim(None, "solved", tuple(pieces), 1)
        return next((fault.message for fault in DrawnCase(self.puzzle, claim, self.allowance).faults()), None)
