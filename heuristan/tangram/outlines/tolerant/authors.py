"""The author's own pieces as a reading: what they cover once they have their true shapes and touch each other.

Where an author drew the pieces, they show what was meant even if they are bent so far that no pieces could have their
outline. Each is replaced by the piece that it is most like, laid where it fits best, at one of the eight
directions of all; then they are moved as little as possible so that they touch.
"""

from cmath import rect
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, permutations
from math import sqrt
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.common.plane import connected, signed_area
from heuristan.tangram.outlines.snapping_kernel import angle_of
from heuristan.tangram.outlines.tolerant.silhouette import off_eighths, refusing
from heuristan.tangram.pieces.forms import PolygonFit, assigned, fits
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece, Vector

FARTHEST = 0.35
"""Maximum move of a piece, in legs."""

MIN_SHARED = 0.2
"""Minimum length for which sides that touch lie along each other, in legs."""

VERTEX_COST = 0.02
SIDE_COST = 0.1
"""Further costs of a contact of two vertices, and of a vertex with a side: sides are closed first."""

CLOSED = 1e-7
"""Maximum error of a contact, in legs."""

DEEP = 1e-6
"""Maximum overlap of pieces that touch, in legs."""

OPPOSITE = -0.9999
"""Maximum cosine of the directions of sides that face each other."""

NEARLY_OPPOSITE = -0.97
"""The same while it is not known in which directions pieces are meant to lie."""

Ring: TypeAlias = tuple[complex, ...]
Side: TypeAlias = tuple[complex, complex]


class Contact(NamedTuple):
    """A contact of two pieces."""

    cost: float
    """Contacts that cost less are closed first."""
    first: int
    second: int
    equations: tuple[tuple[complex, float], ...]
    """Normals and amounts: the move of the first piece along a normal, less that of the second, equals the amount."""


def touching(rings: Sequence[Ring], reach: float) -> list[Ring] | None:
    """Return pieces moved so that sides and vertices that nearly touch do so, and none overlap.

    Args:
        rings: convex pieces in legs, counter-clockwise, all in the same eight directions.
        reach: the maximum gap or overlap of sides that are meant to touch, and distance of vertices that are meant to
            be the same, in legs.

    Returns:
        None if some overlap however they are moved.
    """
    moves = _Moves(len(rings))
    for contact in sorted(_contacts(rings, reach), key=_cost):
        moves.close(contact)
    for _ in range(len(rings) ** 2):
        moved = moves.of(rings)
        overlap = min(_overlaps(rings, moved), key=_cost, default=None)
        if overlap is None:
            return moved
        if not moves.close(overlap):
            return None
    return None


def share_sides(ring: Ring, other: Ring, reach: float) -> bool:
    """Return whether sides of two pieces lie nearly along each other, at most a reach apart."""
    for start, end in _sides(ring):
        normal = _normal(start, end)
        for side in _sides(other):
            gap = max(abs(_dot(z - start, normal)) for z in side)
            if gap <= reach and _shared((start, end), side, NEARLY_OPPOSITE) > 2 * MIN_SHARED:
                return True
    return False


def _cost(contact: Contact) -> float:
    return contact.cost


class _Moves:
    """The smallest moves of pieces that close all contacts so far."""

    def __init__(self, count: int) -> None:
        self._found = np.zeros(2 * count)
        self._rows: list[NDArray[np.float64]] = []
        self._amounts: list[float] = []

    def close(self, contact: Contact) -> bool:
        """Close one more contact, if the others stay closed and no piece moves too far; return whether it is."""
        rows = [*self._rows, *(self._row(contact, normal) for normal, _ in contact.equations)]
        amounts = [*self._amounts, *(amount for _, amount in contact.equations)]
        matrix = np.array(rows)
        found = np.linalg.lstsq(matrix, np.array(amounts), rcond=None)[0]
        is_closed = np.abs(matrix @ found - amounts).max() < CLOSED
        if not is_closed or np.hypot(found[::2], found[1::2]).max() > FARTHEST:
            return False
        self._found, self._rows, self._amounts = found, rows, amounts
        return True

    def of(self, rings: Sequence[Ring]) -> list[Ring]:
        """Return the pieces moved."""
        moves = self._found.reshape(-1, 2)
        return [tuple(z + complex(x, y) for z in ring) for ring, (x, y) in zip(rings, moves, strict=True)]

    def _row(self, contact: Contact, normal: complex) -> NDArray[np.float64]:
        row = np.zeros_like(self._found)
        row[2 * contact.first : 2 * contact.first + 2] = normal.real, normal.imag
        row[2 * contact.second : 2 * contact.second + 2] = -normal.real, -normal.imag
        return row


def _contacts(rings: Sequence[Ring], reach: float) -> Iterator[Contact]:
    """Yield the contacts that may be meant."""
    for i, j in combinations(range(len(rings)), 2):
        yield from _of_sides(rings, i, j, reach)
        for p in rings[i]:
            for q in rings[j]:
                if abs(q - p) <= reach:
                    yield Contact(abs(q - p) + VERTEX_COST, i, j, ((1 + 0j, (q - p).real), (1j, (q - p).imag)))
    for i, j in permutations(range(len(rings)), 2):
        for start, end in _sides(rings[i]):
            normal = _normal(start, end)
            for vertex in rings[j]:
                height = _dot(vertex - start, normal)
                if abs(height) <= reach and 0 < _dot(vertex - start, -1j * normal) < abs(end - start):
                    yield Contact(abs(height) + SIDE_COST, i, j, ((normal, height),))


def _of_sides(rings: Sequence[Ring], i: int, j: int, reach: float) -> Iterator[Contact]:
    for start, end in _sides(rings[i]):
        normal = _normal(start, end)
        for side in _sides(rings[j]):
            height = _dot(side[0] - start, normal)
            if abs(height) <= reach and _shared((start, end), side, OPPOSITE) > MIN_SHARED:
                yield Contact(abs(height), i, j, ((normal, height),))


def _overlaps(rings: Sequence[Ring], moved: Sequence[Ring]) -> Iterator[Contact]:
    """Yield a contact for each pair of pieces that overlap: of the side where they overlap least."""
    for i, j in combinations(range(len(rings)), 2):
        depths = [*_depths(moved, i, j), *_depths(moved, j, i)]
        depth, first, second, side, vertex = min(depths)
        if depth > DEEP:
            start, end = rings[first][side], rings[first][(side + 1) % len(rings[first])]
            normal = _normal(start, end)
            height = _dot(rings[second][vertex] - start, normal)
            yield Contact(depth, first, second, ((normal, height),))


def _depths(rings: Sequence[Ring], i: int, j: int) -> Iterator[tuple[float, int, int, int, int]]:
    """Yield how far a piece reaches inside each side of another one, with the pieces, the side and the vertex."""
    for side, (start, end) in enumerate(_sides(rings[i])):
        normal = _normal(start, end)
        depth, vertex = max((_dot(z - start, normal), number) for number, z in enumerate(rings[j]))
        yield depth, i, j, side, vertex


def _sides(ring: Ring) -> Iterator[Side]:
    return pairwise((*ring, ring[0]))


def _shared(side: Side, other: Side, opposite: float) -> float:
    """Return the length along which two sides face each other; 0 if the cosine of their directions is above a limit."""
    (start, end), (p, q) = side, other
    along = (end - start) / abs(end - start)
    if _dot(q - p, along) > opposite * abs(q - p):
        return 0.0
    return min(abs(end - start), _dot(p - start, along)) - max(0.0, _dot(q - start, along))


def _normal(start: complex, end: complex) -> complex:
    """Return the direction to the left of a side, of length 1."""
    return 1j * (end - start) / abs(end - start)


def _dot(z: complex, w: complex) -> float:
    return z.real * w.real + z.imag * w.imag


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
    """That vertex as it was drawn."""


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

    named = tuple(LaidPiece(fit.name, tuple(map(own, ring))) for fit, ring in zip(laid, rings, strict=True))
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
    drawn: Sequence[Sequence[complex]], laid: Sequence[LaidPiece], pieces: PieceSet, sets: int
) -> list[PolygonFit] | None:
    """Return what each drawn piece is, and where it fits best; names in the file decide."""
    found = [
        [fit for fit in fits(ring, pieces) if piece.name in (None, fit.name)]
        for ring, piece in zip(drawn, laid, strict=True)
    ]
    return assigned(found, pieces.stock(sets))


def _turned(laid: Sequence[PolygonFit], off: float) -> list[Ring]:
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
            turns[i] = rect(1, angle_of(laid[i].turn) - off_eighths(angle_of(laid[i].turn) - meant))
    return [fit.ring(turns[i]) for i, fit in enumerate(laid)]


def _groups(laid: Sequence[PolygonFit], off: float) -> list[list[int]]:
    """Return the numbers of pieces in groups that share sides."""
    rings = [fit.ring(fit.turn) for fit in laid]
    pairs = combinations(range(len(laid)), 2)
    return connected(len(laid), ((i, j) for i, j in pairs if share_sides(rings[i], rings[j], 2 * off + PRECISE)))


def _common_turn(laid: Sequence[PolygonFit]) -> float:
    return angle_of(sum(_weight(fit) * fit.turn**8 for fit in laid)) / 8


def _weight(fit: PolygonFit) -> float:
    return sum(abs(z) ** 2 for z in fit.form)
