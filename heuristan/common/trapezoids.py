"""Overlays of regions with straight sides in plain Python: upright lines cut the plane into trapezoids.

A line goes through each vertex and each crossing of sides. Between two neighbouring lines no sides cross, so whole
trapezoids belong to the overlay or not. (`overlay` does the same by shapely, for many and for tangled figures.)
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import atan2, dist, pi
from typing import NamedTuple, TypeAlias

from heuristan.common.plane import Ring, Spot, connected, sides_of, signed_area

Region: TypeAlias = Sequence[Ring]
"""Rings with what they enclose on their left: outer ones run counter-clockwise, holes clockwise."""

DIGITS = 9
"""Coordinates are rounded to as many places, so that points that should be one are one. A judge allows 1e-4."""

NEAR = 1e-7
"""Points are one, and on a side, within this: a hundred times the error of rounding."""

SHARPEST = 0.08
"""A vertex that is moved with its sides moves by no more than five times their distance: 1 + cos(turn) is at least
this."""


class Trapezoid(NamedTuple):
    """Trapezoid between two upright lines, a side below and a side above; either may meet them in one point."""

    left: float
    right: float
    low: tuple[float, float]
    """Ends of the side below, at the left and at the right."""
    high: tuple[float, float]

    @property
    def ring(self) -> Ring:
        (a, b), (c, d) = self.low, self.high
        return (self.left, a), (self.right, b), (self.right, d), (self.left, c)

    def has(self, spot: Spot) -> bool:
        """Return whether a point lies in it, or on its boundary."""
        x, y = spot
        if not self.left <= x <= self.right:
            return False
        along = (x - self.left) / (self.right - self.left)
        (a, b), (c, d) = self.low, self.high
        return a + along * (b - a) <= y <= c + along * (d - c)


class Part(NamedTuple):
    """A connected part of an overlay."""

    trapezoids: Sequence[Trapezoid]
    rings: Region

    def has(self, spot: Spot) -> bool:
        """Return whether a point lies in it, or on its boundary."""
        return any(one.has(spot) for one in self.trapezoids)


class _Side(NamedTuple):
    start: Spot
    """The left end."""
    end: Spot
    winding: int
    """1 where the region of the side is above it, -1 where it is below."""
    region: int

    def at(self, x: float) -> float:
        (a, b), (c, d) = self.start, self.end
        return b + (x - a) * (d - b) / (c - a)


def shrunk(ring: Ring, by: float) -> Ring:
    """Return a ring whose sides are moved to their left, to the right if `by` is negative, with sharp vertices."""
    ring = _without_doubles(ring)
    moved = []
    for (a, b), (c, d), (e, f) in zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True):
        before, after = dist((a, b), (c, d)), dist((c, d), (e, f))
        u, v, s, t = (c - a) / before, (d - b) / before, (e - c) / after, (f - d) / after
        far = by / max(1 + u * s + v * t, SHARPEST)
        moved.append((c - far * (v + t), d + far * (u + s)))
    return tuple(moved)


def _without_doubles(ring: Ring) -> Ring:
    return tuple(p for o, p in zip((ring[-1], *ring[:-1]), ring, strict=True) if o != p)


def overlaid(within: Sequence[Region], without: Sequence[Region]) -> list[Part]:
    """Return what lies in all of some regions and in none of others, each connected part by itself."""
    sides = sorted(_sides([*within, *without]))
    lines = sorted({round(x, DIGITS) for x in _stops(sides)})
    found: list[Trapezoid] = []
    waiting, there = iter(sides), list[_Side]()
    coming = next(waiting, None)
    for left, right in pairwise(lines):
        there = [side for side in there if side.end[0] >= right]
        while coming is not None and coming.start[0] <= left:
            there.append(coming)
            coming = next(waiting, None)
        found += _between(left, right, there, len(within))
    parts = (Part(trapezoids, boundary_of(trapezoids)) for trapezoids in _connected(found))
    return [part for part in parts if part.rings]


def _sides(regions: Sequence[Region]) -> Iterator[_Side]:
    """Yield the sides of regions that are not upright."""
    for number, region in enumerate(regions):
        for ring in region:
            spots = [(round(x, DIGITS), round(y, DIGITS)) for x, y in ring]
            for p, q in sides_of(spots):
                if p[0] != q[0]:
                    yield _Side(p, q, 1, number) if p < q else _Side(q, p, -1, number)


def _stops(sides: Sequence[_Side]) -> Iterator[float]:
    """Yield where sides, in the order of their starts, begin, end and cross."""
    for i, side in enumerate(sides):
        yield side.start[0]
        yield side.end[0]
        for other in sides[i + 1 :]:
            left, right = other.start[0], min(side.end[0], other.end[0])
            if left >= side.end[0]:
                break
            before, after = side.at(left) - other.at(left), side.at(right) - other.at(right)
            if before * after < 0:
                yield left + (right - left) * before / (before - after)


def _between(left: float, right: float, sides: Sequence[_Side], wanted: int) -> Iterator[Trapezoid]:
    """Yield the trapezoids between two lines where the first regions are all there and no other one is."""
    windings: defaultdict[int, int] = defaultdict(int)
    below: _Side | None = None
    for side in sorted(sides, key=lambda side: side.at((left + right) / 2)):
        windings[side.region] += side.winding
        there = [region for region, winding in windings.items() if winding > 0]
        is_inside = len(there) == wanted and max(there) < wanted
        if is_inside and below is None:
            below = side
        elif not is_inside and below is not None:
            low, high = ((round(one.at(left), DIGITS), round(one.at(right), DIGITS)) for one in (below, side))
            below = None
            if low != high:
                yield Trapezoid(left, right, low, high)


def _connected(found: Sequence[Trapezoid]) -> list[list[Trapezoid]]:
    """Return trapezoids in groups that hang together, from line to line."""
    ending, pairs = defaultdict[float, list[int]](list), list[tuple[int, int]]()
    for number, one in enumerate(found):
        for other in ending[one.left]:
            if min(one.high[0], found[other].high[1]) > max(one.low[0], found[other].low[1]):
                pairs.append((other, number))
        ending[one.right].append(number)
    return [[found[number] for number in group] for group in connected(len(found), pairs)]


def boundary_of(trapezoids: Iterable[Trapezoid]) -> list[Ring]:
    """Return the rings round trapezoids that do not overlap, with these on their left."""
    leaving: defaultdict[Spot, list[Spot]] = defaultdict(list)
    upright: defaultdict[float, list[tuple[float, float]]] = defaultdict(list)
    for left, right, low, high in trapezoids:
        leaving[left, low[0]].append((right, low[1]))
        leaving[right, high[1]].append((left, high[0]))
        upright[right].append((low[1], high[1]))
        upright[left].append((high[0], low[0]))
    for x, edges in upright.items():
        for start, end in _uncancelled(edges):
            leaving[x, start].append((x, end))
    found = []
    while leaving:
        ring = _ring_from(next(iter(leaving)), leaving)
        if ring:
            found.append(ring)
    return sorted(found, key=signed_area, reverse=True)


def _uncancelled(edges: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yield the stretches of an upright line as often as more edges pass them in one direction than in the other."""
    for low, high in pairwise(sorted({y for edge in edges for y in edge})):
        up = sum((a <= low and high <= b) - (b <= low and high <= a) for a, b in edges)
        # twice or more where trapezoids overlap by rounding: each ring must come to its end
        yield from [(low, high) if up > 0 else (high, low)] * abs(up)


def _ring_from(start: Spot, leaving: dict[Spot, list[Spot]]) -> Ring:
    """Return a ring from edges by their starts, which it takes away, without vertices on its sides."""
    ring, here = [start], leaving[start].pop()
    while here != start:
        there = leaving[here]
        there.sort(key=lambda end: _clockwise(ring[-1], here, end))
        ring.append(here)
        here = there.pop(0)
    for spot in ring:
        if not leaving.get(spot, True):
            del leaving[spot]
    return _plain(ring)


def _plain(ring: Sequence[Spot]) -> Ring:
    """Return a ring without vertices that are, beyond rounding, the one before again or on a side; () if it is flat."""
    kept = list[Spot]()
    for spot, after in sides_of(ring):
        if not kept or (dist(kept[-1], spot) > NEAR and _bends(kept[-1], spot, after)):
            kept.append(spot)
    if len(kept) > 2 and not _bends(kept[-1], kept[0], kept[1]):
        del kept[0]
    return tuple(kept) if len(kept) > 2 else ()


def _clockwise(before: Spot, here: Spot, after: Spot) -> float:
    """Return the angle by which the way back is turned clockwise to the way on."""
    (a, b), (x, y), (u, v) = before, here, after
    return (atan2(b - y, a - x) - atan2(v - y, u - x)) % (2 * pi)


def _bends(p: Spot, q: Spot, r: Spot) -> bool:
    """Return whether a point lies off the line of its neighbours, beyond rounding."""
    (a, b), (c, d), (e, f) = p, q, r
    return abs((c - a) * (f - b) - (d - b) * (e - a)) > NEAR * dist(p, r)
