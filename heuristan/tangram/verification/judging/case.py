"""The case of one result: its polygons classified, and what exact outlines and drawings have in common.

On the lattice the verdict falls in integers: each polygon is recognised as a piece, put on the outline's lattice from
vertex to vertex, and `heuristan.tangram.verification.in_integers.fault_of` decides. Floats serve to say what is wrong,
and where.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import atan2, degrees, pi
from typing import NamedTuple

from heuristan.common.faults import nearest
from heuristan.common.plane import Ring, Spot, is_simple, off_side, sides_of, signed_area
from heuristan.common.quoting import shown
from heuristan.tangram.lattice.points import bounds, xy
from heuristan.tangram.outlines.snapping import NEARNESS
from heuristan.tangram.pieces.sets import UNITS_A_LEG, PieceSet, Placement, Stock
from heuristan.tangram.puzzle.drawing import LaidPiece
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace.events import Frame
from heuristan.tangram.verification.claims import Claim
from heuristan.tangram.verification.in_integers import fault_of
from heuristan.tangram.verification.judging import places
from heuristan.tangram.verification.judging.places import NARROW, FaultPlace, Pair, meetings
from heuristan.tangram.verification.judging.placing import (
    SLACK,
    Lattice,
    Recognised,
    figures_like,
    likenesses,
    side_lengths,
    true_vertices,
)
from heuristan.tangram.verification.judging.verdict import Fault, JudgedBoard, Kind

MAX_SIDES = 8
"""Maximum number of sides that are listed."""

FAR = 1e6
"""Maximum distance from the lattice's origin, in legs: what lies beyond is not compared with anything."""

IN_OWN = "vertices must be in the outline's own coordinates"

NEAR_MISS = 0.05
"""A polygon that is off by less than this, in legs, was meant to be right."""


class Drawn(NamedTuple):
    """A polygon as its file has it, in legs, counter-clockwise, with the place of each vertex in the file."""

    ring: tuple[Spot, ...]
    places: tuple[int, ...]
    """Of the vertices in the file, from 1."""


class Classification(NamedTuple):
    """The piece that a polygon of a result is, or what is wrong with it."""

    number: int
    """Its place in the result, from 1."""
    drawn: Drawn
    vertices: tuple[int, ...]
    """The numbers of its true vertices in the ring."""
    called: str | None
    name: str | None
    """The piece that counts for it: the one that it is, else the one that it is called; None if neither."""
    recognised: Recognised | None
    """None where it has the shape of no piece in the eight directions, or lies on a drawing, where any will do."""
    is_piece: bool
    """Whether it has the shape of a piece."""
    faults: tuple[Fault, ...]

    @property
    def words(self) -> str:
        """Its name in messages."""
        return in_words(self.number, self.name or self.called)

    @property
    def encloses_area(self) -> bool:
        """Whether it encloses an area without crossing itself."""
        return not is_far(self.drawn.ring) and is_simple(self.drawn.ring)

    def place_of(self, vertex: int) -> int:
        """Return the place in the file of one of its vertices, from 1."""
        return self.drawn.places[self.vertices[vertex]]


def is_far(ring: Sequence[Spot]) -> bool:
    """Return whether a polygon lies so far away that floats cannot tell its vertices apart well."""
    return any(max(map(abs, spot)) > FAR for spot in ring)


def in_words(number: int, name: str | None) -> str:
    return f"piece {number} ({name})" if name else f"piece {number}"


def classify(number: int, piece: LaidPiece, position: Frame, pieces: PieceSet, left: Stock) -> Classification:
    """Return what a polygon that should be a piece on the outline's lattice is.

    Args:
        number: its place in the result, from 1.
        piece: as the result has it.
        position: of the outline.
        pieces: the set that it should be of.
        left: what of the stock no earlier piece has: a piece without a name takes one of these, if it can.
    """
    plain = _Plain.of(piece, position, pieces, NEARNESS)
    figures = figures_like(plain.spots, pieces) if plain.is_straight(SLACK) else []
    if not figures:
        return _misshapen(number, plain, position, pieces, SLACK)
    name = _chosen([figure.name for figure in figures], plain.called, left)
    figure = next(figure for figure in figures if figure.name == name)
    return _shaped(number, plain, name, Recognised(plain.spots, figure), pieces)


def classify_nearly(
    number: int, piece: LaidPiece, position: Frame, pieces: PieceSet, left: Stock, slack: float
) -> Classification:
    """Return what a polygon that should be a piece at any angle is.

    The arguments are those of `classify`, and `slack`: how far a distance of two of its vertices may be off, in legs.
    """
    plain = _Plain.of(piece, position, pieces, slack / 2)
    likes = likenesses(plain.spots, pieces) if plain.is_straight(slack) else []
    names = [like.name for like in likes if like.off <= slack]
    if not names:
        return _misshapen(number, plain, position, pieces, slack)
    return _shaped(number, plain, _chosen(names, plain.called, left), None, pieces)


@dataclass(frozen=True)
class _Plain:
    """A polygon with its vertices, before it is known what it is."""

    drawn: Drawn
    vertices: tuple[int, ...]
    called: str | None

    @classmethod
    def of(cls, piece: LaidPiece, position: Frame, pieces: PieceSet, nearness: float) -> "_Plain":
        drawn = _drawn(piece, position)
        vertices = range(len(drawn.ring)) if is_far(drawn.ring) else true_vertices(drawn.ring, nearness)
        return cls(drawn, tuple(vertices), standard(piece.name, pieces))

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        return tuple(self.drawn.ring[i] for i in self.vertices)

    def is_straight(self, slack: float) -> bool:
        """Return whether it is a polygon with straight sides from vertex to vertex."""
        return len(self.spots) > 2 and not is_far(self.spots) and _keeps_to(self.drawn.ring, self.spots, slack)


def _misshapen(number: int, plain: _Plain, position: Frame, pieces: PieceSet, slack: float) -> Classification:
    """Return the classification of a polygon that is not a piece: it counts for the piece that it is called."""
    known = plain.called if plain.called in pieces.by_name else None
    kind, words, off = _deformity(plain, pieces, slack)
    message, point = f"{in_words(number, plain.called)} {words}", position.own(plain.spots[0])
    fault = Fault(kind, message, (number,), distance=off, point=point)
    return Classification(number, plain.drawn, plain.vertices, plain.called, known, None, False, (fault,))


def _shaped(number: int, plain: _Plain, name: str, recognised: Recognised | None, pieces: PieceSet) -> Classification:
    fault = _name_fault(number, plain.called, name, pieces)
    return Classification(
        number, plain.drawn, plain.vertices, plain.called, name, recognised, True, (fault,) if fault else ()
    )


def standard(name: str | None, pieces: PieceSet) -> str | None:
    """Return a name as the set spells it, if it differs only in case, blanks and underscores; others in quotes."""
    if name is None:
        return None
    spelt = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
    return spelt if spelt in pieces.by_name else shown(name)


def _drawn(piece: LaidPiece, position: Frame) -> Drawn:
    ring = tuple(position.legs(spot) for spot in piece.vertices)
    places = tuple(range(1, len(ring) + 1))
    return Drawn(ring, places) if signed_area(ring) >= 0 else Drawn(ring[::-1], places[::-1])


def _keeps_to(ring: Sequence[Spot], vertices: Sequence[Spot], slack: float) -> bool:
    """Return whether all listed points lie on the sides: many small bends could lead away from them."""
    sides = [*sides_of(vertices)]
    others = {*ring}.difference(vertices)
    return all(any(off_side(spot, *side) <= slack for side in sides) for spot in others)


def _chosen(names: Sequence[str], called: str | None, left: Stock) -> str:
    """Return one of the fitting names, the nearest first: what a piece is called, else one wanted, else the first."""
    wanted = [name for name in names if left[name] > 0]
    return called if called is not None and called in names else (wanted or names)[0]


def _name_fault(number: int, called: str | None, name: str, pieces: PieceSet) -> Fault | None:
    if called is None or called == name:
        return None
    if called in pieces.by_name:
        return Fault("name", f"piece {number} is called {called} and is a {name}", (number,))
    hint = nearest(called.strip("'"), pieces.names)
    message = f"piece {number} is a {name} and is called {called}, which is not a piece of the set; {hint}"
    return Fault("name", message, (number,))


class Deformity(NamedTuple):
    """The way in which a polygon fails to be a piece."""

    kind: Kind
    words: str
    off: float | None = None
    """From the nearest piece, in legs."""


def _deformity(plain: _Plain, pieces: PieceSet, slack: float) -> Deformity:
    spots, called = plain.spots, plain.called
    if is_far(plain.drawn.ring):
        return Deformity("shape", f"lies more than {FAR:g} legs from the outline; {IN_OWN}")
    if len(spots) < 3:
        return Deformity("shape", "encloses no area; give its vertices in order")
    if not is_simple(spots):
        return Deformity("shape", "crosses or touches itself; list its vertices in the order of its sides")
    if not plain.is_straight(slack):
        return Deformity("shape", "has sides that are not straight")
    like = next(iter(likenesses(spots, pieces)), None)
    if like is None:
        return Deformity("shape", _unlike(spots, called, pieces))
    if like.off <= slack:
        words = f"is turned by {abs(_turn(spots)):.3g} degrees against the outline's directions; no solution has that"
        return Deformity("turn", words)
    if like.off < NEAR_MISS and called in (None, like.name):
        off = f"distances of its vertices are {like.off:.2g} legs off, and {slack:g} is allowed"
        return Deformity("shape", f"is not quite a {like.name}: {off}", like.off)
    words = f"{_unlike(spots, called, pieces)}; nearest to a {like.name} ({like.off:.3g} legs off)"
    return Deformity("shape", words, like.off)


def _turn(spots: Sequence[Spot]) -> float:
    """Return by how many degrees the first side is off the eight directions."""
    angle = atan2(spots[1][1] - spots[0][1], spots[1][0] - spots[0][0])
    return degrees(angle - round(angle / (pi / 4)) * pi / 4)


def _unlike(spots: Sequence[Spot], called: str | None, pieces: PieceSet) -> str:
    wanted = pieces.by_name.get(called or "")
    if len(spots) > MAX_SIDES:
        return f"has {len(spots)} vertices, more than any piece"
    sides = f"has the sides {_listed(side_lengths(spots))} legs"
    if wanted is None:
        return f"{sides}, unlike any piece of the set"
    ring = [(x / UNITS_A_LEG, y / UNITS_A_LEG) for x, y in map(xy, wanted.ring)]
    expected = _listed(side_lengths(ring))
    if _listed(sorted(side_lengths(spots))) == _listed(sorted(side_lengths(ring))):
        return f"{sides}, as it should, and other angles"
    return f"{sides} instead of {expected}"


def _listed(lengths: Sequence[float]) -> str:
    return ", ".join(f"{length:.4g}" for length in lengths)


class Allowance(NamedTuple):
    """The maximum errors of pieces, in legs, that are not faults."""

    overlap: float = NARROW
    """Maximum width of a place that two pieces cover."""
    outside: float = 0.0
    """Maximum distance by which a piece may reach outside."""
    gap: float = NARROW
    """Maximum width of a place that no piece covers."""
    shape: float = 0.0
    """Maximum error of the distance of two vertices of a piece."""


NOTHING_ALLOWED = Allowance()

MOST_MEETINGS = 20
"""Maximum number of pairs of pieces that meet, for each piece. Side by side, up to eight meet in a point, 28 pairs; and
the tans have 3.3 vertices each."""

MOST_MEASURED = 40
"""Maximum number of vertices of a polygon whose place is measured: no piece has a fourth of them; the time grows with
the square of their number."""


@dataclass(frozen=True)
class Case(ABC):
    """One result of one outline."""

    puzzle: Puzzle
    claim: Claim
    allowance: Allowance = NOTHING_ALLOWED

    @property
    def within(self) -> float | None:
        """Maximum distance of pieces from the outline, if it is a drawing."""
        return None

    @abstractmethod
    def overlaps(self) -> Mapping[Pair, FaultPlace]:
        """Return the places where two pieces overlap more than allowed, by their numbers."""

    @abstractmethod
    def outside(self) -> Mapping[int, FaultPlace]:
        """Return what reaches outside more than allowed of each piece, by its number."""

    @abstractmethod
    def gaps(self) -> list[FaultPlace]:
        """Return the places that the pieces leave uncovered, wider than allowed."""

    @cached_property
    def is_heap(self) -> bool:
        """Whether so many pieces meet that most overlap, and each two of them need not be measured."""
        return len(meetings(self.polygons)) > MOST_MEETINGS * len(self.polygons)

    @property
    def is_hopeless(self) -> bool:
        """Whether a result is so wrong that it does not matter where each piece lies."""
        return (
            len(self.classified) > 2 * sum(self.stock.values()) + 8
            or any(len(piece.vertices) > MOST_MEASURED for piece in self.classified)
            or self.other_size is not None
        )

    @property
    @abstractmethod
    def merit(self) -> str:
        """The verdict in words, if it is right."""

    @property
    def sets(self) -> int:
        """Number of sets of pieces that cover the outline."""
        return self.puzzle.sets

    @property
    @abstractmethod
    def position(self) -> Frame:
        """Where the outline lies."""

    @abstractmethod
    def classify(self, number: int, piece: LaidPiece, left: Stock) -> Classification:
        """Return what a piece is, by its place in the result, from 1; `left` is the stock that no earlier one has."""

    @cached_property
    def classified(self) -> list[Classification]:
        """The pieces, each classified by itself."""
        left = Counter(self.stock)
        found = []
        for number, polygon in enumerate(self.claim.pieces, 1):
            piece = self.classify(number, polygon, left)
            left[piece.name or ""] -= 1
            found.append(piece)
        return found

    @cached_property
    def drawn(self) -> tuple[tuple[str, Ring], ...]:
        """The pieces for a picture, each with its name."""
        return tuple((piece.name or piece.called or "", piece.drawn.ring) for piece in self.classified)

    @property
    @abstractmethod
    def board(self) -> JudgedBoard:
        """The content of its picture."""

    @property
    @abstractmethod
    def tiling(self) -> frozenset[tuple[object, ...]]:
        """The pieces and their places, equal pieces not distinguished."""

    @abstractmethod
    def faults(self) -> Iterator[Fault]:
        """Yield everything that is wrong; nothing exactly if the result is right."""

    @cached_property
    def stock(self) -> Stock:
        return self.puzzle.pieces.stock(self.sets)

    def counts(self) -> Iterator[Fault]:
        """Yield the pieces of which there are too many or too few."""
        there = Counter(piece.name for piece in self.classified if piece.name)
        for name in self.puzzle.pieces.names:
            found, wanted = there[name], self.stock[name]
            numbers = tuple(piece.number for piece in self.classified if piece.name == name)
            if found < wanted:
                missing = wanted - found
                word = f"{missing} {name}{'s are' if missing > 1 else ' is'} missing"
                yield Fault("count", f"{word}: there {_are(found)} where {wanted} should be", numbers)
            elif found > wanted:
                yield Fault(
                    "count", f"{found - wanted} {name} too many: there {_are(found)} where {wanted} should be", numbers
                )

    @cached_property
    def polygons(self) -> Mapping[int, Ring]:
        """The pieces that enclose an area, by their numbers, in legs, counter-clockwise."""
        return {piece.number: piece.drawn.ring for piece in self.classified if piece.encloses_area}

    def regions(self) -> Iterator[Fault]:
        """Yield overlaps, what reaches outside, and gaps."""
        if self.is_hopeless:
            return
        if self.is_heap:
            many = f"each of the {len(self.polygons)} pieces meets more than {2 * MOST_MEETINGS} others on average"
            yield Fault("overlap", f"the pieces lie on a heap: {many}; lay them side by side")
            return
        words = {piece.number: piece.words for piece in self.classified}
        for (a, b), place in self.overlaps().items():
            yield self._fault("overlap", f"{words[a]} and {words[b]} overlap", place, (a, b))
        for number, place in self.outside().items():
            said = f"{words[number]} reaches up to {place.reach:.3g} legs outside the outline"
            yield self._fault("outside", said, place, (number,))
        for place in self.gaps():
            yield self._fault("gap", "a gap is left", place, ())

    def _fault(self, kind: Kind, words: str, place: FaultPlace, pieces: tuple[int, ...]) -> Fault:
        message = f"{words}: {place.area:.4g} legs squared, at {self.position.describe(place.point)}"
        distance = place.reach if kind == "outside" else None
        return Fault(kind, message, pieces, place.area, distance, self.position.own(place.point), place.rings)

    def notes(self, faults: tuple[Fault, ...]) -> Iterator[str]:
        """Yield what may be behind the faults."""
        if self.claim.id is not None and self.claim.id != self.puzzle.id:
            yield f"the result says that it is of {shown(self.claim.id)}, and the outline is {shown(self.puzzle.id)}"
        if self.claim.all and not faults:
            count = len(self.claim.all)
            yield f"its {count} solutions are right and differ; only a search shows that there are no more"
        if self.other_size:
            yield f"all pieces have another size: {self.other_size}; {IN_OWN}"
        elif sum(fault.kind == "outside" for fault in faults) == len(self.polygons) > 1:
            yield f"every piece reaches outside; {IN_OWN}"

    @cached_property
    def other_size(self) -> str | None:
        """The area of the pieces in words, if none has its shape and the area is far from the outline's."""
        covered = sum(map(signed_area, self.polygons.values()))
        wanted = self.puzzle.pieces.legs_squared * self.sets
        if not self.polygons or any(piece.is_piece for piece in self.classified) or 0.8 < covered / wanted < 1.25:
            return None
        return f"together they cover {covered:.4g} legs squared, the outline {wanted:.4g}"


def _are(count: int) -> str:
    return f"{'is' if count == 1 else 'are'} {count or 'none'}"


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
