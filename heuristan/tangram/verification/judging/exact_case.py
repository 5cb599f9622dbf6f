"""A result of an outline on the lattice.

The verdict falls in integers: each polygon is recognised as a piece, put on the outline's lattice from vertex to
vertex, and `heuristan.tangram.verification.in_integers.fault_of` decides. Floats serve to say what is wrong, and where.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property

from heuristan.tangram.lattice.points import bounds
from heuristan.tangram.outlines.snapping import NEARNESS
from heuristan.tangram.pieces.sets import Placement, Stock
from heuristan.tangram.puzzle.drawing import LaidPiece
from heuristan.tangram.trace.events import Frame
from heuristan.tangram.verification.in_integers import fault_of
from heuristan.tangram.verification.judging import places
from heuristan.tangram.verification.judging.case import Case
from heuristan.tangram.verification.judging.classifying import NEAR_MISS, Classification, classify
from heuristan.tangram.verification.judging.placing import Lattice
from heuristan.tangram.verification.judging.verdict import Fault, JudgedBoard, Ring


class ExactCase(Case):
    """A result of an outline on the lattice."""

    @property
    def merit(self) -> str:
        return "the pieces fill the outline exactly"

    @cached_property
    def position(self) -> Frame:
        return self.puzzle.position

    @cached_property
    def _outline(self) -> tuple[Ring, ...]:
        """Its rings in legs, with the interior on the left."""
        loops = (loop for part in self.puzzle.boundary.parts for loop in part.loops)
        return tuple(tuple(self.puzzle.in_legs(vertex.point) for vertex in loop) for loop in loops)

    def overlaps(self) -> Mapping[places.Pair, places.FaultPlace]:
        return places.overlaps(self.polygons)

    def outside(self) -> Mapping[int, places.FaultPlace]:
        return places.outside(self.polygons, self._outline)

    def gaps(self) -> list[places.FaultPlace]:
        return places.gaps(self.polygons.values(), self._outline)

    def classify(self, number: int, piece: LaidPiece, left: Stock) -> Classification:
        return classify(number, piece, self.position, self.puzzle.pieces, left)

    @cached_property
    def lattice(self) -> Lattice:
        return Lattice(self.puzzle, {piece.number: piece.recognised for piece in self.classified if piece.recognised})

    @cached_property
    def board(self) -> JudgedBoard:
        legs = self.puzzle.in_legs
        outline = tuple(tuple(legs(p) for p in ring) for ring in self.puzzle.rings)
        return JudgedBoard(outline, self.drawn, self.position.angle)

    @cached_property
    def tiling(self) -> frozenset[tuple[object, ...]]:
        return frozenset((piece.name, bounds(self.lattice.rings[piece.number])) for piece in self.classified)

    def faults(self) -> Iterator[Fault]:
        """Yield everything that is wrong; nothing exactly if the result is right."""
        alone = [fault for piece in self.classified for fault in piece.faults]
        exact = self._exact_fault()
        if not alone and exact is None:
            return
        if not self.classified:
            yield Fault("count", "it brings no pieces")
            return
        faults = [*self.counts(), *alone, *self._misses(NEAR_MISS), *self.regions()]
        yield from faults or [*self._misses(float("inf"))] or [Fault("other", exact or "it is not a solution")]

    def _exact_fault(self) -> str | None:
        """Return what `fault_of` says of the pieces on the lattice; a piece that is not on it is a fault as well."""
        rings = self.lattice.rings
        if len(rings) < len(self.classified):
            return "some pieces are not on the outline's lattice"
        laid = [(piece.name or "", rings[piece.number]) for piece in self.classified]
        return fault_of(self.puzzle, [Placement(name, bounds(ring), ring) for name, ring in laid])

    def _misses(self, most: float) -> Iterator[Fault]:
        """Yield the pieces that have no vertex where one could be, except those that are farther off than a maximum."""
        for piece in self.classified:
            if piece.recognised is None or piece.number in self.lattice.rings:
                continue
            near = self.lattice.nearest(piece.number)
            if near.distance < most:
                words = (
                    f"{piece.words} is off its place: its vertex {piece.place_of(near.vertex)} lies "
                    f"{near.distance:.2g} legs from the vertex at {self.position.describe(near.spot)}, "
                    f"and {NEARNESS:g} is allowed"
                )
                point = self.position.own(near.spot)
                yield Fault("place", words, (piece.number,), distance=near.distance, point=point)

    def notes(self, faults: tuple[Fault, ...]) -> Iterator[str]:
        missed = [fault.distance for fault in faults if fault.kind in ("shape", "place") and fault.distance]
        if missed and max(missed) < NEAR_MISS:
            yield f"vertices may be {NEARNESS:g} legs off; coordinates with more digits may be right"
        yield from super().notes(faults)
