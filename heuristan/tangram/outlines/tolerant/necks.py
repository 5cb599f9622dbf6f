"""Parts of a drawing that were drawn into each other where they should touch in a point: cut at the neck.

A head that stands on a shoulder by one vertex, drawn a little too low, hangs together with the body by a neck that is
narrower than any piece. The outline is cut there, and on both sides the edges that end at the neck are continued until
they meet: the vertex that the neck hides. As parts drawn into each other were drawn roughly, each part is then made as
large as the pieces whose area is nearest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, product, starmap
from math import isclose, log, sqrt
from typing import NamedTuple, TypeAlias

import shapely

from heuristan.common.overlay import OverlayFault, faces_between
from heuristan.tangram.outlines.snapping import without_needless
from heuristan.tangram.outlines.tolerant.silhouette import MIN_AREA, Silhouette, rings_of
from heuristan.tangram.pieces.sets import PieceSet, areas_made, items_of
from heuristan.tangram.puzzle.drawing import Vector
from heuristan.tangram.puzzle.puzzle import legs_squared

WIDEST = 0.7
"""Maximum width of a neck, in legs: no piece is narrower."""

SMOOTH = 0.06
"""Maximum distance of needless vertices from their edges, in legs, where necks are looked for; wear alone closes
narrower necks."""

CONCAVE = 0.1
"""Minimum sine of the angle by which the outline turns at the end of a neck, and between edges that meet."""

BLUNT = 0.12
"""Maximum length of an edge between two concave vertices that are one, in legs: ink fills such vertices."""

DEEPEST = 0.7
"""Maximum distance from a neck to the vertex that it hides, in legs."""

MOST_NECKS = 10
"""Maximum number of necks that are looked at, the narrowest."""

MOST_AT_ONCE = 4
"""Maximum number of necks at which a drawing is cut at once."""

MOST_WAYS = 200
"""Maximum number of ways of cutting that are looked at."""

ROUNDING = 1e-6
"""Maximum distance by which an overlay moves a vertex, in legs."""

OFF_SIZE = 0.15
"""Maximum error of the size of a part, as a share of it."""

Loop: TypeAlias = list[complex]


class Neck(NamedTuple):
    """A narrow place of an outline, from one vertex to another."""

    width: float
    """In legs."""
    ends: tuple[complex, complex]

    @property
    def middle(self) -> Vector:
        z = sum(self.ends) / 2
        return z.real, z.imag

    def is_from(self, a: complex, b: complex) -> bool:
        """Return whether it goes from one place to another, or back; overlays round both."""
        p, q = self.ends
        return min(max(abs(p - a), abs(q - b)), max(abs(p - b), abs(q - a))) < ROUNDING


class Cut(NamedTuple):
    """A silhouette that was cut at necks."""

    silhouette: Silhouette
    """Its parts, which may overlap."""
    necks: tuple[Neck, ...]


def cuts_of(silhouette: Silhouette, pieces: PieceSet) -> Iterator[Cut]:
    """Yield a silhouette cut at its necks in several ways, those with the least to cut first."""
    rings = [
        _sharpened([complex(*spot) for spot in without_needless(ring, SMOOTH)])
        for part in shapely.get_parts(silhouette.shape)
        if part.geom_type == "Polygon"
        for ring in rings_of(part)
        if shapely.Polygon(ring).area > MIN_AREA
    ]
    if sum(map(len, rings)) > 2 * pieces.vertices * silhouette.sets:
        return
    necks = _necks(rings, silhouette.shape.buffer(SMOOTH))[:MOST_NECKS]
    chosen = chain.from_iterable(combinations(necks, count) for count in range(1, MOST_AT_ONCE + 1))
    ways = sorted(chosen, key=lambda some: sum(neck.width for neck in some))
    for some in ways[:MOST_WAYS]:
        parts = _sized(_parts(silhouette.shape, rings, some), pieces, silhouette.sets)
        if parts:
            yield Cut(replace(silhouette, shape=shapely.MultiPolygon(parts)), some)


def _sharpened(ring: Loop) -> Loop:
    """Return a ring with one vertex, where the edges around them meet, instead of two concave ones near each other."""
    found = list(ring)
    for i, q in enumerate(ring):
        a, p, b = ring[i - 2], ring[i - 1], ring[(i + 1) % len(ring)]
        if abs(q - p) < BLUNT and _is_concave(a, p, q) and _is_concave(p, q, b):
            for met in _hidden(a, p, q, b):
                found = [met if z == p else z for z in found if z != q]
    return found


def _necks(rings: Sequence[Loop], roomy: shapely.Geometry) -> list[Neck]:
    """Return the narrow places between two vertices, of which one at least is concave, the narrowest first."""
    corners = [
        (number, p, {before, after}, _is_concave(before, p, after))
        for number, ring in enumerate(rings)
        for before, p, after in zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True)
    ]
    found = [
        Neck(abs(q - p), (p, q))
        for (i, p, beside, is_concave), (j, q, _, is_other) in combinations(corners, 2)
        if SMOOTH < abs(q - p) < WIDEST
        and (is_concave or is_other)
        and not (i == j and q in beside)
        and roomy.covers(_line(p, q))
    ]
    return sorted(found, key=lambda neck: neck.width)


def _is_concave(before: complex, vertex: complex, after: complex) -> bool:
    """Return whether the outline turns to the right at a vertex; the interior is on its left."""
    to, on = vertex - before, after - vertex
    return _cross(to, on) < -CONCAVE * abs(to) * abs(on)


def _parts(shape: shapely.Geometry, rings: Sequence[Loop], necks: Sequence[Neck]) -> list[shapely.Polygon]:
    """Return the parts into which necks cut a shape, with what they hide; none if they do not cut it."""
    lines = [side for ring in rings for side in zip(ring, (*ring[1:], ring[0]), strict=True)]
    lines += [neck.ends for neck in necks]
    try:
        faces = faces_between([*starmap(_line, lines)])
    except OverlayFault:
        return []
    parts = [
        _restored(face, necks) for face in faces if face.area > MIN_AREA and shape.covers(face.representative_point())
    ]
    return parts if len(parts) > 1 and all(part.is_valid for part in parts) else []


def _line(a: complex, b: complex) -> shapely.LineString:
    return shapely.LineString([(a.real, a.imag), (b.real, b.imag)])


def _restored(face: shapely.Polygon, necks: Sequence[Neck]) -> shapely.Polygon:
    """Return a part with the vertices that necks hide instead of the necks."""
    ring = [complex(*spot) for spot in rings_of(face)[0]]
    found = Loop()
    for i, p in enumerate(ring):
        o, q = ring[i - 1], ring[(i + 1) % len(ring)]
        if any(neck.is_from(p, q) for neck in necks):
            found += _hidden(o, p, q, ring[(i + 2) % len(ring)]) or (p,)
        elif not any(neck.is_from(o, p) for neck in necks) or not _hidden(ring[i - 2], o, p, q):
            found.append(p)
    return shapely.Polygon([(z.real, z.imag) for z in found], face.interiors) if len(found) > 2 else face


def _hidden(a: complex, p: complex, q: complex, b: complex) -> tuple[complex, ...]:
    """Return where edges from a to p and from b to q meet beyond the neck from p to q; nothing if they do not."""
    to, back, across = p - a, q - b, q - p
    sine = _cross(to, back)
    if abs(sine) <= CONCAVE * abs(to) * abs(back):
        return ()
    along, other = _cross(across, back) / sine, _cross(across, to) / sine
    depth = abs(_cross(across, along * to)) / abs(across)
    return (p + along * to,) if min(along, other) >= 0 and depth <= DEEPEST else ()


def _cross(z: complex, w: complex) -> float:
    return z.real * w.imag - z.imag * w.real


def _sized(parts: Sequence[shapely.Polygon], pieces: PieceSet, sets: int) -> list[shapely.Polygon]:
    """Return parts each made as large as some pieces, which are all together; none if they are too far from that."""
    wanted, made = pieces.legs_squared * sets, areas_made(pieces, items_of(pieces, pieces.stock(sets)))
    drawn = [part.area * wanted / sum(part.area for part in parts) for part in parts]
    near = [
        [area for area in (legs_squared(each, 1) for each in made) if abs(sqrt(area / true) - 1) <= OFF_SIZE]
        for true in drawn
    ]
    found = [areas for areas in product(*near) if isclose(sum(areas), wanted)]
    if not parts or not found:
        return []
    meant = min(found, key=lambda areas: sum(log(area / true) ** 2 for area, true in zip(areas, drawn, strict=True)))
    factors = [sqrt(area / part.area) for area, part in zip(meant, parts, strict=True)]
    return [shapely.affinity.scale(part, factor, factor) for factor, part in zip(factors, parts, strict=True)]
