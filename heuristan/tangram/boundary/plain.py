"""Loops found from rings, without a chain, where nothing cancels: as `Boundary.loops`, in a fraction of the time."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from heuristan.common.kernels import current
from heuristan.tangram.boundary import kernel
from heuristan.tangram.boundary.loops import Loop, LoopTable, RingTable, loop_of
from heuristan.tangram.boundary.parts import Area
from heuristan.tangram.boundary.segments import ALONG, Line, Ring, box_of, line_of
from heuristan.tangram.lattice.points import Code, Direction, Point

Edge: TypeAlias = tuple[Line, Point, Point]
"""A side of a ring, or several that follow each other on one line: the line, where it starts, where it ends."""


class Traced(NamedTuple):
    """The region that rings bound."""

    table: LoopTable
    """`Boundary.of(rings).loops`, as a table."""
    area: Area

    @property
    def loops(self) -> tuple[Loop, ...]:
        return self.table.loops


def traced(rings: Iterable[Ring] | RingTable) -> Traced | None:
    """Return the loops of rings that do not cross or overlap, and their area; None if they may do so.

    The rings of most outlines have no points in common, with themselves or each other, except the vertices between
    neighbouring sides: then each ring is a loop as it is. (Edges on one line that touch need no search: a neighbour of
    one touches the other.) Where vertices touch vertices or edges, the wedges between edges are followed.
    """
    backend, given = current(), RingTable.of(rings)
    count = len(given.points)
    if not count:
        return None
    sides, cut = (backend.empty_rows(rows, kernel.SIDE_COLUMNS) for rows in (count, ROOM * count))
    vertices, lasts = backend.empty_rows(ROOM * count, kernel.VERTEX_COLUMNS), backend.empty_integers(count)
    points, ends = backend.rows(given.points), backend.integers(given.ends)
    loops, written, whole, root = backend.of(kernel.trace)(points, ends, sides, cut, vertices, lasts)
    if not loops:
        return None
    return Traced(LoopTable(vertices[:written], lasts[:loops]), (whole, root))


ROOM = 2
"""Maximum number of pieces of sides for each vertex; vertices on sides cut them."""


def as_traced(rings: Iterable[Ring]) -> tuple[Loop, ...]:
    """Return `Boundary.of(rings).loops`, for rings that are known to be its loops."""
    edges: list[Edge] = []
    loops: list[Loop] = []
    for ring in rings:
        sides = [(line_of(p, q), p, q) for p, q in zip(ring, (*ring[1:], ring[0]), strict=True)]
        edges += sides
        loops.append(loop_of(ring, _headings(sides)))
    return _in_order(loops, [line for line, _, _ in edges], edges)


def _headings(edges: Iterable[Edge]) -> list[Direction]:
    return [k if p[k] < q[k] else k + 4 for (k, _), p, q in edges]


def _box(k: int, p: Point, q: Point) -> tuple[Code, ...]:
    return box_of(k, p, q) if p[k] < q[k] else box_of(k, q, p)


def _in_order(loops: Sequence[Loop], lines: Iterable[Line], edges: Sequence[Edge]) -> tuple[Loop, ...]:
    """Return loops as tracing finds them: each from the vertex on that it meets first along the lines, as they come."""
    found: dict[int, Loop] = {}
    for line in dict.fromkeys(lines):
        for p in _ends_on(line, edges):
            for _, number, place in sorted(_vertices_at(p, loops)):
                if number not in found:
                    found[number] = loops[number][place:] + loops[number][:place]
            if len(found) == len(loops):
                return tuple(found.values())
    left = [number for number in range(len(loops)) if number not in found]
    return (*found.values(), *sorted(_from_the_left(loops[number]) for number in left))


def _from_the_left(loop: Loop) -> Loop:
    first = loop.index(min(loop))
    return loop[first:] + loop[:first]


def _vertices_at(p: Point, loops: Iterable[Loop]) -> list[tuple[Direction, int, int]]:
    """Return the vertices at a point: the opening of each, the number of its loop, and its place there."""
    return [
        (opening, number, place)
        for number, loop in enumerate(loops)
        for place, (point, opening, _) in enumerate(loop)
        if point == p
    ]


def _ends_on(line: Line, edges: Iterable[Edge]) -> list[Point]:
    """Return the points of a line where its coverage changes, in order."""
    jumps: dict[Point, int] = defaultdict(int)
    for other, p, q in edges:
        if other == line:
            jumps[p] += 1
            jumps[q] -= 1
    return sorted([p for p, jump in jumps.items() if jump], key=ALONG[line[0]])
