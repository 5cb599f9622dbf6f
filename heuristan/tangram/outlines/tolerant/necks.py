"""Parts of a drawing that were drawn into each other where they should touch in a point: cut at the neck.

A head that stands on a shoulder by one vertex, drawn a little too low, hangs together with the body by a neck that is
narrower than any piece. The outline is cut there, and on both sides the edges that end at the neck are continued until
they meet: the vertex that the neck hides. As parts drawn into each other were drawn roughly, each part is then made as
large as the pieces whose area is nearest.
"""

from bisect import bisect_left
from cmath import phase
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, compress, pairwise
from math import inf, log, sqrt, tau
from typing import NamedTuple, TypeAlias

import shapely

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

OFF_SIZE = 0.15
"""Maximum error of the size of a part, as a share of it."""

MOST_SIZES = 8
"""Maximum number of areas that are tried for a part, of the smaller ones and of the larger ones, the nearest."""

DIGITS, SAME = 9, 1e-8
"""Number of decimal places of vertices in legs, and the maximum distance of a vertex from a side that it lies on."""

Loop: TypeAlias = list[complex]
Side: TypeAlias = tuple[complex, complex]


class Neck(NamedTuple):
    """A narrow place of an outline, from one vertex to another."""

    width: float
    """In legs."""
    ends: Side

    @property
    def middle(self) -> Vector:
        z = sum(self.ends) / 2
        return z.real, z.imag


class Cut(NamedTuple):
    """A silhouette that was cut at necks."""

    silhouette: Silhouette
    """Its parts, which may overlap."""
    necks: tuple[Neck, ...]


def cuts_of(silhouette: Silhouette, pieces: PieceSet) -> Iterator[Cut]:
    """Yield a silhouette cut at its necks in several ways, those with the least to cut first."""
    rings = [
        _sharpened([complex(round(x, DIGITS), round(y, DIGITS)) for x, y in without_needless(ring, SMOOTH)])
        for part in shapely.get_parts(silhouette.shape)
        if part.geom_type == "Polygon"
        for ring in rings_of(part)
        if shapely.Polygon(ring).area > MIN_AREA
    ]
    if sum(map(len, rings)) > 2 * pieces.vertices * silhouette.sets:
        return
    necks = _necks(rings, silhouette.shape.buffer(SMOOTH))[:MOST_NECKS]
    if not necks:
        return
    crossing = {
        (one, two) for one, two in combinations(necks, 2) if [*_met(one.ends, two.ends), *_met(two.ends, one.ends)]
    }
    sides, inside = _divided(rings, necks)
    chosen = chain.from_iterable(combinations(necks, count) for count in range(1, MOST_AT_ONCE + 1))
    ways = sorted(chosen, key=lambda some: sum(neck.width for neck in some))
    made = sorted(legs_squared(area, 1) for area in areas_made(pieces, items_of(pieces, pieces.stock(silhouette.sets))))
    for some in ways[:MOST_WAYS]:
        if crossing.isdisjoint(combinations(some, 2)):
            parts = _sized(_parts(sides, {neck.ends: inside[neck] for neck in some}), made)
            if parts:
                yield Cut(replace(silhouette, shape=shapely.MultiPolygon(parts)), some)


def _sides(ring: Loop) -> Iterator[Side]:
    return pairwise((*ring, ring[0]))


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
        if SMOOTH < abs(q - p) < WIDEST and (is_concave or is_other) and not (i == j and q in beside)
    ]
    shapely.prepare(roomy)
    is_inside = [roomy.covers(shapely.LineString(_spots(neck.ends))) for neck in found]
    return sorted(compress(found, is_inside), key=lambda neck: neck.width)


def _is_concave(before: complex, vertex: complex, after: complex) -> bool:
    """Return whether the outline turns to the right at a vertex; the interior is on its left."""
    to, on = vertex - before, after - vertex
    return _cross(to, on) < -CONCAVE * abs(to) * abs(on)


def _divided(rings: Sequence[Loop], necks: Sequence[Neck]) -> tuple[list[Side], dict[Neck, list[Side]]]:
    """Return the sides of rings, divided where they meet each other and necks; and what of each neck lies inside."""
    sides = [side for ring in rings for side in _sides(ring)]
    lines = [*sides, *(neck.ends for neck in necks)]
    drawn, spots = [shapely.LineString(_spots(line)) for line in lines], [{*line} for line in lines]
    for i, j in shapely.STRtree(drawn).query(drawn).T.tolist():
        if min(i, j) < len(sides):
            spots[i].update(_met(lines[i], lines[j]))
    divided = [_between(line[0], own) for line, own in zip(lines, spots, strict=True)]
    outline = [*chain.from_iterable(divided[: len(sides)])]
    along, regions = {frozenset(side) for side in outline}, [shapely.Polygon(_spots(ring)) for ring in rings]

    def is_inside(part: Side) -> bool:
        middle = shapely.Point(_spots([sum(part) / 2]))
        return frozenset(part) not in along and sum(bool(region.contains(middle)) for region in regions) % 2 == 1

    return outline, {neck: [*filter(is_inside, own)] for neck, own in zip(necks, divided[len(sides) :], strict=True)}


def _between(start: complex, spots: Iterable[complex]) -> list[Side]:
    """Return the parts into which points divide a side."""
    return [*pairwise(sorted(spots, key=lambda spot: abs(spot - start)))]


def _met(side: Side, other: Side) -> Iterator[complex]:
    """Yield where a side meets another one between its own ends."""
    (a, b), (p, q) = side, other
    on = [end for end in other if _is_on(end, side)]
    yield from on
    if not on and not {a, b} & {p, q} and not any(_is_on(end, other) for end in side):
        before, behind = _cross(b - a, p - a), _cross(b - a, q - a)
        if before * behind < 0 and _cross(q - p, a - p) * _cross(q - p, b - p) < 0:
            yield p + (q - p) * before / (before - behind)


def _is_on(spot: complex, side: Side) -> bool:
    """Return whether a point lies on a side, between its ends."""
    along = side[1] - side[0]
    on = (spot - side[0]) / along if along else 0j
    return 0 < on.real < 1 and abs(on.imag * along) < SAME and spot not in side


def _parts(sides: Sequence[Side], necks: Mapping[Side, Sequence[Side]]) -> list[list[Loop]]:
    """Return the parts into which necks that do not cross each other cut a shape, with what they hide.

    Args:
        sides: those of the shape, which is on their left.
        necks: what of each neck lies inside.

    Returns:
        The outer ring and the holes of each part; nothing if there are less than two.
    """
    inside = [way for own in necks.values() for p, q in own for way in ((p, q), (q, p))]
    onward = defaultdict[complex, list[complex]](list)
    for p, q in chain(sides, inside):
        onward[p].append(q)
    waiting = dict.fromkeys(chain(sides, inside))
    rings = list[Loop]()
    while waiting:
        p, q = next(iter(waiting))
        ring = Loop()
        while (p, q) in waiting:
            del waiting[p, q]
            ring.append(p)
            if q in ring:  # what touches itself in a vertex is taken apart there
                rings.append(ring[ring.index(q) :])
                del ring[ring.index(q) :]
            p, q = q, _leftmost(p, q, onward[q])
        if ring:
            return []
    cut = {*necks, *((q, p) for p, q in necks)}
    outer = [ring for ring in rings if _area(ring) > MIN_AREA]
    if len(outer) < 2:
        return []
    parts = {id(ring): [_restored(ring, cut)] for ring in outer}
    for hole in rings:
        if _area(hole) < 0:
            around = [ring for ring in outer if shapely.Polygon(_spots(ring)).covers(shapely.Polygon(_spots(hole)))]
            parts[id(min(around, key=_area))].append(hole)
    return [*parts.values()]


def _leftmost(p: complex, q: complex, ends: Sequence[complex]) -> complex:
    """Return the end to which a walk from p turns at q to keep a part on its left."""
    if len(ends) == 1:
        return ends[0]
    others = [end for end in ends if end != p]
    return min(others, key=lambda end: -phase((end - q) / (p - q)) % tau, default=p)


def _area(ring: Loop) -> float:
    """Return the area, positive counter-clockwise."""
    return sum(_cross(p - ring[0], q - ring[0]) for p, q in pairwise(ring)) / 2


def _spots(places: Sequence[complex]) -> list[Vector]:
    return [(z.real, z.imag) for z in places]


def _restored(ring: Loop, cut: Container[Side]) -> Loop:
    """Return the outer ring of a part with the vertices that necks hide instead of the necks."""
    found = Loop()
    for i, p in enumerate(ring):
        o, q = ring[i - 1], ring[(i + 1) % len(ring)]
        if (p, q) in cut:
            found += _hidden(o, p, q, ring[(i + 2) % len(ring)]) or (p,)
        elif (o, p) not in cut or not _hidden(ring[i - 2], o, p, q):
            found.append(p)
    return found if len(found) > 2 else ring


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


def _sized(parts: Sequence[Sequence[Loop]], made: Sequence[float]) -> list[shapely.Polygon]:
    """Return parts each made as large as some pieces, which are all together; none if they are too far from that.

    Args:
        parts: the rings of each.
        made: the areas that pieces have, the smallest first, that of all of them last.
    """
    areas = [sum(map(_area, rings)) for rings in parts]
    meant = _meant([area * made[-1] / sum(areas) for area in areas], made)
    polygons = [shapely.Polygon(*map(_spots, rings[:1]), [*map(_spots, rings[1:])]) for rings in parts if meant]
    if not all(polygon.is_valid for polygon in polygons):
        return []
    factors = [sqrt(size / area) for size, area in zip(meant, areas, strict=False)]
    return [shapely.affinity.scale(part, factor, factor) for factor, part in zip(factors, polygons, strict=True)]


def _meant(drawn: Sequence[float], made: Sequence[float]) -> tuple[float, ...]:
    """Return the areas of pieces that are all together, nearest to those that are drawn; nothing if none are near."""
    best = {0.0: (0.0, tuple[float, ...]())}
    for true in drawn:
        at = bisect_left(made, true)
        near = [
            area for area in made[max(0, at - MOST_SIZES) : at + MOST_SIZES] if abs(sqrt(area / true) - 1) <= OFF_SIZE
        ]
        further = dict[float, tuple[float, tuple[float, ...]]]()
        for whole, (cost, areas) in best.items():
            for area in near:
                total, so_far = round(whole + area, 6), cost + log(area / true) ** 2
                if so_far < further.get(total, (inf,))[0]:
                    further[total] = so_far, (*areas, area)
        best = further
    return best.get(round(made[-1], 6), (0.0, ()))[1]
