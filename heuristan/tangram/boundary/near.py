"""Nearness: new points and lines snap to those that are there, so errors do not add up.

In a drawn puzzle lines and points that should be the same miss each other by up to one stated distance. They are made
the same once, when the boundary is made, and a polygon that is laid later is fitted to the lines and points that are
there. A chain needs only sums, order and equality of its numbers, so then it is as exact as any. The four projections
of a point are fitted one by one: three lines that should meet in a point do so, though no point has just their offsets.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from heuristan.tangram.boundary.segments import Line, Ring, line_of
from heuristan.tangram.lattice.points import ROOT_HALF, Code, Point, code, turn, value

LEEWAY = 3
"""A polygon is fitted to points and lines within this many halves of the nearness: they may have been moved too."""

_SQUARE = 4
"""Points are looked up in squares of the plane, this many times as wide as the nearness."""


def gathered(rings: Iterable[Ring], near: Code) -> list[Ring]:
    """Return rings with all numbers of a direction that are near each other made one number."""
    listed = list(rings)
    maps = [_gathered({p[k] for ring in listed for p in ring}, near) for k in range(4)]
    return [tuple((maps[0][p[0]], maps[1][p[1]], maps[2][p[2]], maps[3][p[3]]) for p in ring) for ring in listed]


def _gathered(numbers: Iterable[Code], near: Code) -> dict[Code, Code]:
    found: dict[Code, Code] = {}
    first: Code | None = None
    for number in sorted(numbers):
        if first is None or number - first > near:
            first = number
        found[number] = first
    return found


@dataclass(frozen=True)
class Known:
    """The points and lines that are there."""

    points: Sequence[Point]
    lines: Iterable[Line]
    near: Code

    def point(self, p: Point) -> Point | None:
        """Return the known point that is near a place, the nearest if there are several."""
        near, size, squares = self.near, _SQUARE * self.near, self._squares
        u0, u1, u2, u3 = p
        best, off = None, near
        for x in {(u0 - near) // size, (u0 + near) // size}:
            for y in {(u2 - near) // size, (u2 + near) // size}:
                for q in squares.get((x, y), ()):
                    apart = max(abs(u0 - q[0]), abs(u1 - q[1]), abs(u2 - q[2]), abs(u3 - q[3]))
                    if apart < off or (apart == off and best is None):
                        best, off = q, apart
        return best

    @cached_property
    def _squares(self) -> dict[tuple[int, int], list[Point]]:
        size = _SQUARE * self.near
        squares: dict[tuple[int, int], list[Point]] = defaultdict(list)
        for p in self.points:
            squares[p[0] // size, p[2] // size].append(p)
        return squares

    @cached_property
    def _offsets(self) -> list[list[Code]]:
        """The offsets of the lines of each direction, in order."""
        return [sorted(offset for k, offset in self.lines if k == direction) for direction in range(4)]

    def ring(self, ring: Ring) -> Ring | None:
        """Return a polygon fitted to what is there; None if it would have to bend."""
        if ring not in self._fitted:
            self._fitted[ring] = self._ring(ring)
        return self._fitted[ring]

    @cached_property
    def _fitted(self) -> dict[Ring, Ring | None]:
        """The polygons that were fitted: half of them are asked for again, from another vertex or by a match."""
        return {}

    def _ring(self, ring: Ring) -> Ring | None:
        vertices = [self.point(p) for p in ring]
        lines: list[Line] = []
        for i, p in enumerate(ring):
            j = (i + 1) % len(ring)
            line = self._line(line_of(p, ring[j]), p, ring[j], vertices[i], vertices[j])
            if line is None:
                return None
            lines.append(line)
        return tuple(
            vertex or self._put_on(p, lines[i - 1], lines[i])
            for i, (p, vertex) in enumerate(zip(ring, vertices, strict=True))
        )

    def _put_on(self, p: Point, *lines: Line) -> Point:
        """Return a new point on two lines, its other numbers those that are there, if they are near."""
        numbers = [_nearest(self._numbers[k], p[k], self.near) for k in range(4)]
        for k, offset in lines:
            numbers[(k + 2) % 4] = offset if k < 2 else -offset
        return numbers[0], numbers[1], numbers[2], numbers[3]

    @cached_property
    def _numbers(self) -> list[list[Code]]:
        """The numbers of the points in each direction, in order."""
        return [sorted({p[k] for p in self.points}) for k in range(4)]

    def _line(self, line: Line, p: Point, q: Point, start: Point | None, end: Point | None) -> Line | None:
        """Return the line of a side: through known points at its ends or on it, else a known line, else its own."""
        k, offset = line
        ends = {_offset(k, vertex) for vertex in (start, end) if vertex is not None}
        if len(ends) > 1:
            return None
        return k, ends.pop() if ends else self._offset_near(k, offset, p, q)

    def _offset_near(self, k: int, offset: Code, p: Point, q: Point) -> Code:
        found = _nearest(self._offsets[k], offset, self.near)
        if found == offset:
            low, high = (p[k], q[k]) if p[k] < q[k] else (q[k], p[k])
            beside = sorted(_offset(k, other) for other in self.points if low < other[k] < high)
            found = _nearest(beside, offset, self.near)
        return found


def nearly_at(k: int, offset: Code, position: Code) -> Point:
    """Return the point of a line with a position on it, like `lattice.at`, where it need not be a lattice point.

    The two projections that do not determine it are rounded to whole units, which are far finer than the nearness.
    """
    first, second = (code(round(value(number) * ROOT_HALF), 0) for number in (position + offset, offset - position))
    return turn((position, first, offset, second), k)


def _offset(k: int, p: Point) -> Code:
    return p[k + 2] if k < 2 else -p[k - 2]


def _nearest(known: Sequence[Code], number: Code, near: Code) -> Code:
    """Return the nearest of the numbers known, which are in order, or the number itself if none is near."""
    i = bisect_left(known, number)
    found, off = number, near + 1
    if i < len(known) and known[i] - number < off:
        found, off = known[i], known[i] - number
    if i and number - known[i - 1] < off:
        found = known[i - 1]
    return found
