"""The author's own pieces as a reading: what they cover once they have their true shapes and touch each other.

Where an author drew the pieces, they show what was meant even if they are bent so far that no pieces could have their
outline. Each is replaced by the piece that it is most like, laid where it fits best, at one of the eight
directions of all; `touching` then closes the contacts.
"""

from cmath import phase, rect
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from heuristan.common.plane import signed_area
from heuristan.tangram.outlines.approximate.limits import refusing
from heuristan.tangram.outlines.approximate.parts import off_eighths
from heuristan.tangram.outlines.approximate.touching import Ring, share_sides, touching
from heuristan.tangram.pieces.forms import Fit, assigned, fits
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.drawing import Drawing, DrawnPiece, Vector

LIKE = 0.35
"""Maximum distance of a vertex of a drawn piece from that of the piece laid for it, in legs."""

PRECISE = 0.05
"""Pieces are drawn no better than this, in legs."""


class Straightened(NamedTuple):
    """A drawing of an author's pieces with their true shapes, touching each other."""

    drawing: Drawing
    moved: float
    """Maximum distance of a vertex from where the author drew it, in legs."""
    spot: Vector
    """That vertex, as drawn."""


@refusing()
def straightened(drawing: Drawing, pieces: PieceSet) -> Straightened | None:
    """Return the drawing of an author's pieces made straight.

    Args:
        drawing: with the author's pieces.
        pieces: the set that they are of.

    Returns:
        None if they are not the pieces of whole sets, or cannot be made to touch.
    """
    sets, rest = divmod(len(drawing.laid), pieces.size)
    area = sum(abs(signed_area(piece.vertices)) for piece in drawing.laid)
    if rest or not sets or not area > 0:
        return None
    leg, up = sqrt(area / (pieces.legs_squared * sets)), -1 if drawing.y_down else 1
    (x0, y0), *_ = drawing.laid[0].vertices
    drawn = [_upright([complex(x - x0, up * (y - y0)) / leg for x, y in piece.vertices]) for piece in drawing.laid]
    laid = _recognised(drawn, drawing.laid, pieces, sets)
    off = max(fit.off for fit in laid) if laid else LIKE
    if not laid or off >= LIKE:
        return None
    rings = touching(_turned(laid, off), max(off, PRECISE))
    if rings is None:
        return None

    def own(z: complex) -> Vector:
        return x0 + z.real * leg, y0 + up * z.imag * leg

    named = tuple(DrawnPiece(fit.name, tuple(map(own, ring))) for fit, ring in zip(laid, rings, strict=True))
    moved, number, vertex = max(
        (abs(z - w), i, j)
        for i, (ring, other) in enumerate(zip(drawn, rings, strict=True))
        for j, (z, w) in enumerate(zip(ring, other, strict=True))
    )
    return Straightened(replace(drawing, polygons=(), laid=named, leg=leg), moved, own(drawn[number][vertex]))


def _upright(ring: Sequence[complex]) -> Sequence[complex]:
    """Return a ring counter-clockwise."""
    return ring if signed_area([(z.real, z.imag) for z in ring]) > 0 else ring[::-1]


def _recognised(
    drawn: Sequence[Sequence[complex]], laid: Sequence[DrawnPiece], pieces: PieceSet, sets: int
) -> list[Fit] | None:
    """Return what each drawn piece is, and where it fits best; names in the file decide."""
    found = [
        [fit for fit in fits(ring, pieces) if piece.name in (None, fit.name)]
        for ring, piece in zip(drawn, laid, strict=True)
    ]
    return assigned(found, pieces.stock(sets))


def _turned(laid: Sequence[Fit], off: float) -> list[Ring]:
    """Return pieces turned to the nearest of the eight directions of the largest group that shares sides.

    Other groups may lie at any angle; if theirs differs by more than the pieces are bent, they keep it.
    """
    groups, turns = _groups(laid, off), dict[int, complex]()
    largest = max(groups, key=lambda group: sum(_weight(laid[i]) for i in group))
    common = _common_turn([laid[i] for i in largest])
    for group in groups:
        members = [laid[i] for i in group]
        own = _common_turn(members)
        size = sqrt(sum(_weight(fit) for fit in members) / sum(len(fit.form) for fit in members))
        meant = common if abs(off_eighths(own - common)) * size <= max(off, PRECISE) else own
        for i in group:
            turns[i] = rect(1, phase(laid[i].turn) - off_eighths(phase(laid[i].turn) - meant))
    return [fit.ring(turns[i]) for i, fit in enumerate(laid)]


def _groups(laid: Sequence[Fit], off: float) -> list[set[int]]:
    """Return the numbers of pieces in groups that share sides."""
    groups: list[set[int]] = [{i} for i in range(len(laid))]
    rings = [fit.ring(fit.turn) for fit in laid]
    for i, j in combinations(range(len(laid)), 2):
        if share_sides(rings[i], rings[j], 2 * off + PRECISE):
            joined = [group for group in groups if i in group or j in group]
            groups = [group for group in groups if group not in joined] + [set.union(*joined)]
    return groups


def _common_turn(laid: Sequence[Fit]) -> float:
    return phase(sum(_weight(fit) * fit.turn**8 for fit in laid)) / 8


def _weight(fit: Fit) -> float:
    return sum(abs(z) ** 2 for z in fit.form)
