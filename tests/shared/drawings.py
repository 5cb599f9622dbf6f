"""Drawings as people make them: pieces slid by any amount, parts at any angle, vertices a little off."""

from collections.abc import Sequence
from math import atan2, ceil, cos, dist, pi, sin
from random import Random
from typing import NamedTuple

import shapely

from heuristan.common.overlay import union
from heuristan.tangram.lattice.points import xy
from heuristan.tangram.pieces.sets import TANGRAM, UNITS_A_LEG, orientations
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece, Vector

MIN_CONTACT = 0.4
"""Minimum length that a piece shares with its neighbour, in legs, so that they hang together by more than a sliver."""


CLEAR = 0.2
"""Minimum distance of sides that do not touch, and minimum width of necks, in legs."""


class Laid(NamedTuple):
    """A piece somewhere, in legs."""

    name: str
    ring: tuple[Vector, ...]


def figures(name: str) -> list[tuple[Vector, ...]]:
    """Return a piece in all its orientations, in legs, counter-clockwise."""
    shape = TANGRAM.by_name[name]
    return [tuple((x / UNITS_A_LEG, y / UNITS_A_LEG) for x, y in map(xy, ring)) for ring in orientations(shape)]


def slid_assembly(
    random: Random, names: Sequence[str] = tuple(TANGRAM.stock(1).elements()), step: float = 0.0
) -> list[Laid]:
    """Return all pieces, each laid along a side of one before and slid by any amount, or by steps of so many legs."""
    first, *others = random.sample(names, len(names))
    laid = [Laid(first, random.choice(figures(first)))]
    while others:
        piece = _joined(laid, others[0], random, step)
        if piece is not None:
            laid.append(piece)
            others.pop(0)
    return laid


def _joined(laid: Sequence[Laid], name: str, random: Random, step: float) -> Laid | None:
    """Return a piece along a side of one that lies there; None if it would overlap others."""
    a, b = random.choice(_sides(random.choice(laid).ring))
    ring = random.choice(figures(name))
    facing = [(p, q) for p, q in _sides(ring) if abs(_turn((a, b), (p, q)) - pi) < 1e-6]
    if not facing:
        return None
    p, q = random.choice(facing)
    shortest, longest = MIN_CONTACT, dist(a, b) + dist(p, q) - MIN_CONTACT
    if longest < shortest:
        return None
    slid = random.uniform(shortest, longest)
    along = (step * ceil(slid / step) if step else slid) / dist(a, b)
    x, y = a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])
    piece = Laid(name, moved(ring, (x - p[0], y - p[1])))
    polygon = shapely.Polygon(piece.ring).buffer(-1e-6)
    clear = all(not polygon.intersects(shapely.Polygon(other.ring)) for other in laid)
    return piece if clear and not _has_gaps([*laid, piece]) else None


def _has_gaps(laid: Sequence[Laid]) -> bool:
    """Return whether pieces are so near to each other that it is unclear whether they touch."""
    cover = union([shapely.Polygon(piece.ring).buffer(1e-7, join_style="mitre") for piece in laid])
    closed = cover.buffer(CLEAR / 2, join_style="mitre").buffer(-CLEAR / 2, join_style="mitre")
    opened = cover.buffer(-CLEAR / 2, join_style="mitre").buffer(CLEAR / 2, join_style="mitre")
    return bool(closed.area - opened.area > 1e-4)


def _sides(ring: Sequence[Vector]) -> list[tuple[Vector, Vector]]:
    return list(zip(ring, (*ring[1:], ring[0]), strict=True))


def _turn(side: tuple[Vector, Vector], other: tuple[Vector, Vector]) -> float:
    (a, b), (p, q) = side, other
    return (atan2(q[1] - p[1], q[0] - p[0]) - atan2(b[1] - a[1], b[0] - a[0])) % (2 * pi)


def moved(ring: Sequence[Vector], by: Vector) -> tuple[Vector, ...]:
    return tuple((x + by[0], y + by[1]) for x, y in ring)


def turned(ring: Sequence[Vector], angle: float) -> tuple[Vector, ...]:
    c, s = cos(angle), sin(angle)
    return tuple((c * x - s * y, s * x + c * y) for x, y in ring)


def outline_of(laid: Sequence[Laid]) -> list[list[list[Vector]]]:
    """Return the polygons that pieces cover."""
    cover = union([shapely.Polygon(piece.ring).buffer(1e-7, join_style="mitre") for piece in laid])
    parts = shapely.get_parts(shapely.simplify(cover, 1e-6))
    return [[list(ring.coords[:-1]) for ring in (part.exterior, *part.interiors)] for part in parts]


def drawn(laid: Sequence[Laid], random: Random, off: float = 0.0, leg: float = 1.0, angle: float = 0.0) -> Drawing:
    """Return the outline of pieces as somebody draws it: turned, in any unit, every vertex off by up to `off` legs."""

    def own(ring: Sequence[Vector]) -> list[Vector]:
        noisy = [(x + random.uniform(-off, off) / 2, y + random.uniform(-off, off) / 2) for x, y in ring]
        return [(leg * x + 3 * leg, leg * y - 5 * leg) for x, y in turned(noisy, angle)]

    polygons = tuple([own(ring) for ring in polygon] for polygon in outline_of(laid))
    return Drawing("drawn", polygons)


def laid_by_an_author(laid: Sequence[Laid], random: Random, off: float = 0.0) -> Drawing:
    """Return a drawing of pieces alone, each a little off its place."""
    pieces = [
        LaidPiece(piece.name, moved(piece.ring, (random.uniform(-off, off) / 2, random.uniform(-off, off) / 2)))
        for piece in laid
    ]
    return Drawing("laid", (), tuple(pieces), pieces=TANGRAM)


def bent(laid: Sequence[Laid], random: Random, off: float, angle: float = 0.0) -> Drawing:
    """Return a drawing of pieces alone, every vertex of which is up to `off` legs from its place."""

    def moved_vertex(spot: Vector) -> Vector:
        far, turn = random.uniform(0, off), random.uniform(-pi, pi)
        return spot[0] + far * cos(turn), spot[1] + far * sin(turn)

    pieces = [LaidPiece(None, tuple(map(moved_vertex, turned(piece.ring, angle)))) for piece in laid]
    return Drawing("bent", (), tuple(pieces), pieces=TANGRAM)
