"""Parts: the connected regions that loops enclose, and their areas."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from heuristan.tangram.boundary.loops import Area, Loop, loop_sides, ring_of
from heuristan.tangram.boundary.segments import Ring, TangledBoundary, sides
from heuristan.tangram.lattice.points import Direction, Point, doubled_area, projection

Side: TypeAlias = tuple[Direction, Point, Point]
"""The direction of a side, its start and its end."""


@dataclass(frozen=True)
class Part:
    """A connected region: its outer loop and the loops of its holes."""

    outer: Loop
    holes: tuple[Loop, ...]

    @property
    def loops(self) -> tuple[Loop, ...]:
        return (self.outer, *self.holes)

    @property
    def area(self) -> Area:
        return area_of(self.loops)

    def covers(self, p: Point) -> bool:
        """Return whether a point lies in the part or on an edge of it. Where there is nearness, edges may be bent."""
        winding = 0
        for loop in self.loops:
            for (start, ahead, _), (end, _, _) in zip(loop, (*loop[1:], loop[0]), strict=True):
                aside = projection(p, ahead + 2) - projection(start, ahead + 2)
                if aside == 0 and projection(start, ahead) <= projection(p, ahead) <= projection(end, ahead):
                    return True
                if start[2] <= p[2] < end[2] and aside > 0:
                    winding += 1
                elif end[2] <= p[2] < start[2] and aside < 0:
                    winding -= 1
        return winding != 0


def area_of(loops: Iterable[Loop]) -> Area:
    """Return twice the area within loops; holes count negative."""
    areas = [doubled_area(ring_of(loop)) for loop in loops]
    return sum(a for a, _ in areas), sum(b for _, b in areas)


def assemble_parts(loops: Iterable[Loop]) -> tuple[Part, ...]:
    """Return outer loops with the holes that lie in them.

    Raises:
        TangledBoundary: if a hole lies in no outer loop, or a loop encloses nothing.
    """
    sized = [(loop, doubled_area(ring_of(loop))) for loop in loops]
    outers = [(loop, area) for loop, area in sized if sign_of_area(area) > 0]
    holes: dict[Loop, list[Loop]] = {outer: [] for outer, _ in outers}
    for hole, area in sized:
        sign = sign_of_area(area)
        if sign == 0:
            raise TangledBoundary("the outline crosses itself", hole[0].point)
        if sign < 0:
            holes[_around(hole, area, outers)].append(hole)
    return tuple(Part(outer, tuple(inside)) for outer, inside in holes.items())


def _around(hole: Loop, area: Area, outers: Iterable[tuple[Loop, Area]]) -> Loop:
    """Return the outer loop that a hole belongs to: the smallest that is larger than the hole and lies around it.

    Islands in the hole may touch its vertices, where `contains` is arbitrary; but they are smaller than the hole.
    """
    best: tuple[Loop, Area] | None = None
    for outer, size in outers:
        is_larger = sign_of_area((size[0] + area[0], size[1] + area[1])) > 0
        is_best = best is None or sign_of_area((best[1][0] - size[0], best[1][1] - size[1])) > 0
        if is_larger and is_best and is_around(loop_sides(outer), hole[0].point):
            best = outer, size
    if best is None:
        raise TangledBoundary("a hole lies outside the outline", hole[0].point)
    return best[0]


def sign_of_area(area: Area) -> int:
    """Return the sign of an area that may be too large for a code: decided by squares."""
    a, b = area
    if a * b >= 0:
        return (a + b > 0) - (a + b < 0)
    larger = 2 * a * a - b * b
    return ((a > 0) - (a < 0)) if larger > 0 else ((b > 0) - (b < 0))


def contains(ring: Ring, p: Point) -> bool:
    """Return whether a point lies inside a ring, by its winding number; on the ring itself the answer is arbitrary."""
    return is_around(sides(ring), p)


def is_around(ring_sides: Iterable[Side], p: Point) -> bool:
    """Return whether a point lies inside a ring that is given by its sides."""
    winding = 0
    for direction, start, end in ring_sides:
        is_left = projection(p, direction + 2) > projection(start, direction + 2)
        if start[2] <= p[2] < end[2] and is_left:
            winding += 1
        elif end[2] <= p[2] < start[2] and not is_left:
            winding -= 1
    return winding != 0
