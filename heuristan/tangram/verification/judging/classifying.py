"""One polygon of a result, classified: which piece it is, what it is called, and what is wrong with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import atan2, degrees, pi
from typing import NamedTuple

from heuristan.common.faults import nearest
from heuristan.common.plane import Spot, is_simple, off_side, sides_of, signed_area
from heuristan.common.quoting import shown
from heuristan.tangram.lattice.points import xy
from heuristan.tangram.outlines.snapping import NEARNESS
from heuristan.tangram.pieces.sets import UNITS_A_LEG, PieceSet, Stock
from heuristan.tangram.puzzle.drawing import LaidPiece
from heuristan.tangram.trace.events import Frame
from heuristan.tangram.verification.judging.placing import (
    SLACK,
    Recognised,
    figures_like,
    likenesses,
    side_lengths,
    true_vertices,
)
from heuristan.tangram.verification.judging.verdict import Fault, Kind

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


@dataclass(frozen=True)
class Classification:
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
