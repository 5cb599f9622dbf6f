"""Is that result right, and if not, what is wrong with it? Knows nothing of how it was found.

The verdict falls in integers: each polygon is recognised as a piece, put on the outline's lattice from corner to
corner, and `heuristan.verify.fault_of` decides. Floats serve to say what is wrong, and where.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import shapely

from heuristan.judging.areas import Region, gaps, outline_of, outside, overlaps
from heuristan.judging.looking import IN_OWN, NEAR_MISS, Look, look_at
from heuristan.judging.placing import Lattice
from heuristan.judging.position import Position
from heuristan.judging.verdict import Board, Fault, Kind, Outcome, Verdict
from heuristan.lattice import bounds
from heuristan.outlines.snapping import NEARNESS
from heuristan.pieces import Placement
from heuristan.plain_yaml import shown
from heuristan.puzzle import Puzzle
from heuristan.results.claims import Claim
from heuristan.verify import fault_of


def judge(puzzle: Puzzle, claim: Claim) -> Verdict:
    """Judge a result of an outline.

    Args:
        puzzle: the outline.
        claim: the result, its vertices in the outline's own coordinates.
    """
    if claim.status != "solved" and not claim.pieces:
        return Verdict(puzzle.id, "unchecked", claim.status, notes=(_nothing_to_check(claim.status),))
    study = _Study(puzzle, claim)
    faults = tuple(study.faults())
    if claim.status != "solved":
        if faults:
            note = f"{_nothing_to_check(claim.status)}; the pieces that it brings are no solution"
            return Verdict(puzzle.id, "unchecked", claim.status, notes=(note,))
        faults = (Fault("status", f"it says {claim.status}, and its pieces are a solution"),)
    faults += tuple(_faults_of_all(puzzle, claim))
    outcome: Outcome = "wrong" if faults else "right"
    return Verdict(puzzle.id, outcome, claim.status, faults, tuple(study.notes(faults)), study.board)


def _faults_of_all(puzzle: Puzzle, claim: Claim) -> Iterator[Fault]:
    """What is wrong with a list of every solution: one that is none, or one that stands there twice."""
    seen: dict[frozenset[tuple[object, ...]], int] = {}
    for number, pieces in enumerate(claim.all, 1):
        study = _Study(puzzle, replace(claim, pieces=pieces))
        faults = list(study.faults())
        yield from (replace(fault, message=f"solution {number}: {fault.message}", region=()) for fault in faults)
        first = number if faults else seen.setdefault(study.tiling, number)
        if first < number:
            yield Fault("other", f"solution {number} is solution {first} again")


def _nothing_to_check(status: str) -> str:
    if status == "unsolvable":
        return "no result shows by itself that there is no solution; search again with 'heuristan solve --solver exact'"
    return f"a result that is {status} claims nothing that could be checked"


@dataclass(frozen=True)
class _Study:
    """One result of one outline, looked at from all sides."""

    puzzle: Puzzle
    claim: Claim

    @cached_property
    def position(self) -> Position:
        return Position.of(self.puzzle)

    @cached_property
    def looks(self) -> list[Look]:
        left = Counter(self.puzzle.stock)
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
        """What lies where, equal pieces not told apart."""
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
        told = [*self._counts(), *alone, *self._misses(NEAR_MISS), *self._regions()]
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

    def _counts(self) -> Iterator[Fault]:
        """Too many or too few of a piece."""
        stock = self.puzzle.stock
        there = Counter(look.name for look in self.looks if look.name)
        for name in self.puzzle.pieces.names:
            found, wanted = there[name], stock[name]
            numbers = tuple(look.number for look in self.looks if look.name == name)
            if found < wanted:
                missing = wanted - found
                word = f"{missing} {name}{'s are' if missing > 1 else ' is'} missing"
                yield Fault("count", f"{word}: there {_are(found)} where {wanted} should be", numbers)
            elif found > wanted:
                yield Fault(
                    "count", f"{found - wanted} {name} too many: there {_are(found)} where {wanted} should be", numbers
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

    @cached_property
    def _polygons(self) -> dict[int, shapely.Polygon]:
        return {look.number: polygon for look in self.looks if (polygon := look.polygon) is not None}

    def _regions(self) -> Iterator[Fault]:
        """Overlaps, what reaches outside, and gaps."""
        if len(self.looks) > 2 * sum(self.puzzle.stock.values()) + 8 or self._other_size:
            return  # so wrong that where each lies does not matter
        outline, polygons = outline_of(self.puzzle), self._polygons
        words = {look.number: look.words for look in self.looks}
        for (a, b), region in overlaps(polygons).items():
            yield self._fault("overlap", f"{words[a]} and {words[b]} overlap", region, (a, b))
        for number, region in outside(polygons, outline).items():
            said = f"{words[number]} reaches up to {region.reach:.3g} legs outside the outline"
            yield self._fault("outside", said, region, (number,))
        for region in gaps(polygons.values(), outline):
            yield self._fault("gap", "a gap is left", region, ())

    def _fault(self, kind: Kind, words: str, region: Region, pieces: tuple[int, ...]) -> Fault:
        message = f"{words}: {region.area:.4g} legs squared, at {self.position.said(region.point)}"
        distance = region.reach if kind == "outside" else None
        return Fault(kind, message, pieces, region.area, distance, self.position.own(region.point), region.rings)

    def notes(self, faults: tuple[Fault, ...]) -> Iterator[str]:
        """What may be behind the faults."""
        if self.claim.id is not None and self.claim.id != self.puzzle.id:
            yield f"the result says that it is of {shown(self.claim.id)}, and the outline is {shown(self.puzzle.id)}"
        if self.claim.all and not faults:
            count = len(self.claim.all)
            yield f"its {count} solutions are right and differ; only a search shows that there are no more"
        missed = [fault.distance for fault in faults if fault.kind in ("shape", "place") and fault.distance]
        if missed and max(missed) < NEAR_MISS:
            yield f"corners may be {NEARNESS:g} legs off; coordinates with more digits may be right"
        if self._other_size:
            yield f"all pieces have another size: {self._other_size}; {IN_OWN}"
        elif sum(fault.kind == "outside" for fault in faults) == len(self._polygons) > 1:
            yield f"every piece reaches outside; {IN_OWN}"

    @cached_property
    def _other_size(self) -> str | None:
        """How much the pieces cover, where none has its shape and that is far from what it should be."""
        covered = sum(polygon.area for polygon in self._polygons.values())
        wanted = self.puzzle.pieces.legs_squared * self.puzzle.sets
        if not self._polygons or any(look.seen for look in self.looks) or 0.8 < covered / wanted < 1.25:
            return None
        return f"together they cover {covered:.4g} legs squared, the outline {wanted:.4g}"


def _are(count: int) -> str:
    return f"{'is' if count == 1 else 'are'} {count or 'none'}"
