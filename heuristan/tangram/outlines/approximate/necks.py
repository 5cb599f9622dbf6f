"""Parts of a drawing that were drawn into each other where they should touch in a point: cut at the neck.

A head that stands on a shoulder by one vertex, drawn a little too low, hangs together with the body by a neck that is
narrower than any piece. The outline is cut there, and on both sides the edges that end at the cut are continued until
they meet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, starmap
from math import sqrt
from typing import NamedTuple, TypeAlias

import shapely

from heuristan.tangram.outlines.approximate.parts import rings_of
from heuristan.tangram.outlines.approximate.silhouette import Silhouette
from heuristan.tangram.outlines.needless import without_needless
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.drawing import Vector

WIDEST = 0.7
"""Maximum width of a neck, in legs: no piece is narrower."""

SMOOTH = 0.06
"""Maximum distance of needless vertices from their edges, in legs, where necks are looked for."""

CONCAVE = 0.1
"""Minimum sine of the angle by which the outline turns at the end of a neck, and by which edges that meet differ."""

DEEPEST = 0.7
"""Maximum distance from a neck to a vertex that is hidden behind it, in legs."""

SHORT = 0.2
"""Maximum length of an edge that blunts a concave vertex, in legs: ink fills such vertices."""

SPECK = 0.1
"""Maximum area of what lies between several necks, in square legs."""

MOST_NECKS = 10
"""Maximum number of necks that are looked at, the narrowest ones."""

MAX_NECKS = 4
"""Maximum number of necks at which a drawing is cut at once."""

MAX_WAYS = 400
"""Maximum number of ways of cutting that are looked at."""

HALF = 0.5
"""Area of the smallest piece, in square legs, of which all others are multiples."""

OFF_SIZE = 0.15
"""Maximum error of the size of a part, as a share of it."""

Loop: TypeAlias = list[complex]


class Neck(NamedTuple):
    """A narrow place of an outline."""

    width: float
    """In legs."""
    ends: tuple[complex, complex]

    @property
    def middle(self) -> Vector:
        z = (self.ends[0] + self.ends[1]) / 2
        return z.real, z.imag


class Cut(NamedTuple):
    """A silhouette that was cut at necks."""

    silhouette: Silhouette
    """Its parts; each has the area of some pieces."""
    necks: tuple[Neck, ...]
    """In the legs and the place of the silhouette that was cut."""


def cuts_of(silhouette: Silhouette, pieces: PieceSet) -> Iterator[Cut]:
    """Yield a silhouette cut at its necks in several ways, those with the least to cut first."""
    rings = [
        _sharpened([complex(*spot) for spot in without_needless(ring, SMOOTH)])
        for part in shapely.get_parts(silhouette.shape)
        if part.geom_type == "Polygon"
        for ring in rings_of(part)
        if shapely.Polygon(ring).area > SPECK
    ]
    necks = [*_necks(rings, silhouette.shape.buffer(SMOOTH))][:MOST_NECKS]
    chosen = chain.from_iterable(combinations(necks, count) for count in range(1, MAX_NECKS + 1))
    ways = sorted(chosen, key=lambda some: sum(neck.width for neck in some))
    for some in ways[:MAX_WAYS]:
        parts = _sized(_parts(silhouette.shape, rings, some), pieces.legs_squared * silhouette.sets)
        if parts:
            yield Cut(replace(silhouette, shape=shapely.MultiPolygon(parts)), some)


def _sharpened(ring: Loop) -> Loop:
    """Return a ring with one vertex instead of two concave ones that are near each other."""
    found = ring
    for j in range(len(ring)):
        a, p, q, b = (ring[(j + k) % len(ring)] for k in range(-1, 3))
        if abs(q - p) < SHORT and _is_concave(ring, j) and _is_concave(ring, (j + 1) % len(ring)):
            met = _hidden(a, p, q, b)
            found = [z for z in found if z != q or not met]
            found = [met[0] if z == p and met else z for z in found]
    return found


def _necks(rings: Sequence[Loop], roomy: shapely.Geometry) -> list[Neck]:
    """Return the narrow places from one vertex to another, of which one at least is concave."""
    spots = [(i, j) for i, ring in enumerate(rings) for j in range(len(ring))]
    concave = {(i, j) for i, j in spots if _is_concave(rings[i], j)}
    found = set[Neck]()
    for (i, j), (k, m) in combinations(spots, 2):
        p, q = rings[i][j], rings[k][m]
        is_edge = i == k and abs(j - m) in (1, len(rings[i]) - 1)
        if is_edge or not SMOOTH < abs(q - p) < WIDEST or not {(i, j), (k, m)} & concave:
            continue
        if roomy.covers(shapely.LineString([(p.real, p.imag), (q.real, q.imag)])):
            found.add(Neck(abs(q - p), (p, q)))
    return sorted(found, key=lambda neck: neck.width)


def _is_concave(ring: Loop, j: int) -> bool:
    turn = (ring[(j + 1) % len(ring)] - ring[j]) / (ring[j] - ring[j - 1])
    return turn.imag < -CONCAVE * abs(turn)


def _parts(shape: shapely.Geometry, rings: Sequence[Loop], necks: Sequence[Neck]) -> list[shapely.Polygon]:
    """Return the parts into which necks cut a shape with these rings, with what they hide; none if it cannot be cut."""
    lines = [(a, b) for ring in rings for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)]
    lines += [neck.ends for neck in necks]
    faces = shapely.get_parts(shapely.polygonize([*starmap(_line, lines)]))
    ends = {frozenset(neck.ends) for neck in necks}
    parts = [
        _restored(face, ends) for face in faces if face.area > SPECK and shape.covers(face.representative_point())
    ]
    return parts if len(parts) > 1 and all(part.is_valid for part in parts) else []


def _line(a: complex, b: complex) -> shapely.LineString:
    return shapely.LineString([(a.real, a.imag), (b.real, b.imag)])


def _restored(face: shapely.Polygon, ends: set[frozenset[complex]]) -> shapely.Polygon:
    """Return a part with the vertices that necks hide instead of the necks."""
    ring = [complex(*spot) for spot in rings_of(face)[0]]
    found = list[complex]()
    for i, p in enumerate(ring):
        before, q = ring[i - 1], ring[(i + 1) % len(ring)]
        if frozenset((p, q)) in ends:
            found += _hidden(before, p, q, ring[(i + 2) % len(ring)]) or (p,)
        elif frozenset((before, p)) not in ends or not _hidden(ring[i - 2], before, p, q):
            found.append(p)
    return shapely.Polygon([(z.real, z.imag) for z in found], [hole.coords for hole in face.interiors])


def _hidden(a: complex, p: complex, q: complex, b: complex) -> tuple[complex, ...]:
    """Return where edges from a to p and from b to q meet beyond the neck from p to q; nothing if they do not."""
    u, v, across = (p - a) / abs(p - a), (q - b) / abs(q - b), q - p
    sine = _cross(u, v)
    if abs(sine) < CONCAVE:
        return ()
    along, other = _cross(across, v) / sine, _cross(across, u) / sine
    depth = abs(_cross(across, along * u)) / abs(across)
    return (p + along * u,) if min(along, other) >= 0 and depth <= DEEPEST else ()


def _cross(z: complex, w: complex) -> float:
    return z.real * w.imag - z.imag * w.real


def _sized(parts: Sequence[shapely.Polygon], wanted: float) -> list[shapely.Polygon]:
    """Return parts in legs, each made as large as some pieces; none if pieces have no such areas."""
    if not parts:
        return []
    drawn = [part.area * wanted / sum(part.area for part in parts) for part in parts]
    areas = [HALF * max(1, round(area / HALF)) for area in drawn]
    step = HALF if sum(areas) < wanted else -HALF
    while abs(sum(areas) - wanted) > HALF / 2:
        # where it changes the size the least
        i = min(range(len(parts)), key=lambda i: abs((areas[i] + step) / drawn[i] - 1))
        areas[i] += step
    if any(abs(sqrt(max(area, 0) / true) - 1) > OFF_SIZE for area, true in zip(areas, drawn, strict=True)):
        return []
    factors = [sqrt(area / part.area) for area, part in zip(areas, parts, strict=True)]
    return [shapely.affinity.scale(part, factor, factor) for factor, part in zip(factors, parts, strict=True)]
