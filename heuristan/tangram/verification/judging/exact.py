"""A result of an outline on the lattice.

The verdict falls in integers: each polygon is recognised as a piece, put on the outline's lattice from corner to
corner, and `heuristan.tangram.verification.verify.fault_of` decides. Floats serve to say what is wrong, and where.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

import shapely

from heuristan.tangram.lattice.points import bounds
from heuristan.tangram.outlines.snapping import NEARNESS
from heuristan.tangram.pieces.sets import Placement
from heuristan.tangram.verification.judging.areas import outline_of
from heuristan.tangram.verification.judging.classifying import NEAR_MISS, Look, look_at
from heuristan.tangram.verification.judging.placing import Lattice
from heuristan.tangram.verification.judging.position import Position
from heuristan.tangram.verification.judging.study import Study
from heuristan.tangram.verification.judging.verdict import Board, Fault
from heuristan.tangram.verification.verify import fault_of


class ExactStudy(Study):
    """A result of an outline on the lattice."""

    @property
    def merit(self) -> str:
        return "the pieces fill the outline exactly"

    @cached_property
    def position(self) -> Position:
        return Position.of(self.puzzle)

    @cached_property
    def outline(self) -> shapely.Geometry:
        return outline_of(self.puzzle)

    @cached_property
    def looks(self) -> list[Look]:
        left = Counter(self.stock)
        found = []
        for number, piece in enumerate(self.claim.pieces, 1):
            look = look_at(number, piece, self.position, self.puzzle.pieces, left)
            left[look.name or ""] -= 1
            found.append(look)
        return found

    @cached_property
    def lattice(self) -> Lattice:
        return Lattice(self.puzzle, {look.number: look.seen for look in self.looks if look.seen})

    @cached_property
    def board(self) -> Board:
        legs = self.puzzle.in_legs
        return Board(
            tuple(tuple(legs(p) for p in ring) for ring in self.puzzle.rings),
            tuple((look.name or look.called or "", look.drawn.ring) for look in self.looks),
            self.position.frame.angle,
        )

    @cached_property
    def tiling(self) -> frozenset[tuple[object, ...]]:
        return frozenset((look.name, bounds(self.lattice.rings[look.number])) for look in self.looks)

    def faults(self) -> Iterator[Fault]:
        """Everything that is wrong; nothing exactly if the result is right."""
        alone = [fault for look in self.looks for fault in look.faults]
        exact = self._exact_fault()
        if not alone and exact is None:
            return
        if not self.looks:
            yield Fault("count", "it brings no pieces")
            return
        told = [*self.counts(), *alone, *self._misses(NEAR_MISS), *self.regions()]
        yield from told or [*self._misses(float("inf"))] or [Fault("other", exact or "it is no solution")]

    def _exact_fault(self) -> str | None:
        """What `fault_of` says of the pieces on the lattice; a piece that is not on it is a fault as well."""
        rings = self.lattice.rings
        if len(rings) < len(self.looks):
            return "some pieces are not on the outline's lattice"
        return fault_of(
            self.puzzle,
            [Placement(look.name or "", bounds(ring), ring) for look in self.looks for ring in [rings[look.number]]],
        )

    def _misses(self, most: float) -> Iterator[Fault]:
        """The pieces with no corner where a corner could be, but for those that are farther off than most."""
        for look in self.looks:
            if look.seen is None or look.number in self.lattice.rings:
                continue
            near = self.lattice.nearest(look.number)
            if near.distance < most:
                words = (
                    f"{look.words} is off its place: its vertex {look.place_of(near.corner)} lies {near.distance:.2g} "
                    f"legs from the corner at {self.position.said(near.spot)}, and {NEARNESS:g} is allowed"
                )
                point = self.position.own(near.spot)
                yield Fault("place", words, (look.number,), distance=near.distance, point=point)

    def notes(self, faults: tuple[Fault, ...]) -> Iterator[str]:
        missed = [fault.distance for fault in faults if fault.kind in ("shape", "place") and fault.distance]
        if missed and max(missed) < NEAR_MISS:
            yield f"corners may be {NEARNESS:g} legs off; coordinates with more digits may be right"
        yield from super().notes(faults)
