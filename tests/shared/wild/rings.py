"""The outline of pieces as rings: their sides are cut at all vertices, and sides that meet cancel each other."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from shared.wild.laying import Laid
from shared.wild.numbers import Point, direction_of, heading_of, is_within, xy

ExactRing: TypeAlias = list[Point]

AsParts: TypeAlias = Callable[[Point], bool]
"""Says of a point in which wedges of the region meet whether the rings run along the wedges, so that they are apart
there; otherwise the rings run along the gaps between the wedges."""

BESIDE = 1e-6


def polygons_of(laid: Sequence[Laid], are_apart: AsParts) -> list[list[ExactRing]]:
    """Return the polygons of what pieces cover: an outer ring, counter-clockwise, then holes, clockwise."""
    rings = list(_rings(boundary(laid), are_apart))
    outer = [ring for ring in rings if area_of(ring) > 0]
    polygons = {id(ring): [ring] for ring in outer}
    for hole in (ring for ring in rings if area_of(ring) < 0):
        around = min((ring for ring in outer if _is_around(ring, hole)), key=area_of)
        polygons[id(around)].append(hole)
    return list(polygons.values())


def boundary(laid: Iterable[Laid]) -> set[tuple[Point, Point]]:
    vertices = {p for piece in laid for p in piece.ring}
    sides = {side for piece in laid for a, b in piece.sides for side in cut(a, b, vertices)}
    return {(a, b) for a, b in sides if (b, a) not in sides}


def cut(a: Point, b: Point, vertices: Iterable[Point]) -> Iterable[tuple[Point, Point]]:
    """Return a side in pieces from vertex to vertex."""
    (x, y), spots = xy(a), [a, b, *(p for p in vertices if is_within(p, a, b))]
    spots.sort(key=lambda p: (xy(p)[0] - x) ** 2 + (xy(p)[1] - y) ** 2)
    return pairwise(spots)


def _rings(sides: set[tuple[Point, Point]], are_apart: AsParts) -> Iterator[ExactRing]:
    following = _following(sides, are_apart)
    while following:
        side = first = next(iter(following))
        ring = []
        while True:
            after = following.pop(side)
            if direction_of(*side) != direction_of(*after):
                ring.append(after[0])
            side = after
            if side == first:
                break
        yield ring


def _following(sides: set[tuple[Point, Point]], are_apart: AsParts) -> dict[tuple[Point, Point], tuple[Point, Point]]:
    """Return the side that follows each side in its ring."""
    leaving: dict[Point, list[tuple[int, tuple[Point, Point]]]] = defaultdict(list)
    for a, b in sorted(sides):
        leaving[a].append((heading_of(a, b), (a, b)))
    found = {}
    for a, b in sorted(sides):
        back = heading_of(b, a)
        # the interior is to the left: the wedge ends at the first side clockwise from the way back
        sense = -1 if are_apart(b) else 1
        found[a, b] = min(leaving[b], key=lambda one, back=back, sense=sense: (sense * (one[0] - back)) % 8)[1]
    return found


def area_of(ring: Sequence[Point]) -> float:
    spots = [xy(p) for p in ring]
    return sum(a * d - b * c for (a, b), (c, d) in zip(spots, (*spots[1:], spots[0]), strict=True)) / 2


def _is_around(ring: ExactRing, hole: ExactRing) -> bool:
    """Return whether a ring runs around a place to the left of a hole's first side."""
    (a, b), (c, d) = xy(hole[0]), xy(hole[1])
    x, y = (a + c) / 2 - BESIDE * (d - b), (b + d) / 2 + BESIDE * (c - a)
    inside = False
    spots = [xy(p) for p in ring]
    for (u, v), (s, t) in zip(spots, (*spots[1:], spots[0]), strict=True):
        if (v <= y) != (t <= y) and x < u + (y - v) / (t - v) * (s - u):
            inside = not inside
    return inside
