"""The edges of a part, sorted into the eight directions and put on common lines."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan2, cos, sin
from typing import TypeAlias

from heuristan.common.plane import sides_of, turned
from heuristan.tangram.lattice.points import Direction
from heuristan.tangram.outlines.tolerant.silhouette import EIGHTH, FloatRing, WornPart
from heuristan.tangram.puzzle.drawing import Vector

UNITS: tuple[Vector, ...] = tuple((cos(k * EIGHTH), sin(k * EIGHTH)) for k in range(8))
"""The eight directions."""

ROUNDS = 12
"""Number of rounds of leaving out edges that became too short, before a part is given up."""


@dataclass(eq=False)
class Edge:
    """An edge on a line, while its part is put in order."""

    direction: Direction
    offset: float
    """Offset of its line: the projection on direction + 2, in legs."""
    length: float


EdgeLoop: TypeAlias = list[Edge]


def edges_of(part: WornPart, nearness: float) -> list[EdgeLoop] | None:
    """Return the loops of edges of a part, turned back to the eight directions; None if too little is left of one.

    Args:
        part: the part as drawn.
        nearness: lines less far apart than this, in legs, are one line, and shorter edges are left out.
    """
    loops = [_joined([edge for edge in _drawn_edges(ring, part) if edge.length >= nearness]) for ring in part.rings]
    kept = [loop for loop in loops if loop is not None]
    if not kept or loops[0] is None:
        return None
    for _ in range(ROUNDS):
        _put_on_common_lines((edge for loop in kept for edge in loop), nearness)
        short = [loop for loop in kept if _measure(loop) < nearness]
        if not short:
            return kept
        for loop in short:
            loop.remove(min(loop, key=lambda edge: edge.length))
            joined = _joined(loop)
            if joined is None:
                return None
            loop[:] = joined
    return None


def vertices_of(loop: EdgeLoop) -> list[Vector]:
    """Return the vertices where the edges of a loop start: there the lines of neighbours meet."""
    return [_meeting(before, edge) for before, edge in zip((loop[-1], *loop[:-1]), loop, strict=True)]


def _drawn_edges(ring: FloatRing, part: WornPart) -> Iterable[Edge]:
    for (a, b), (x, y) in sides_of([turned(spot, -part.turn) for spot in ring]):
        direction = round(atan2(y - b, x - a) / EIGHTH) % 8
        along, across = UNITS[direction], UNITS[(direction + 2) % 8]
        offset = ((a + x) * across[0] + (b + y) * across[1]) / 2 - part.worn
        yield Edge(direction, offset, (x - a) * along[0] + (y - b) * along[1])


def _joined(edges: Sequence[Edge]) -> EdgeLoop | None:
    """Join neighbours of one direction, and drop edges that run back on their neighbour."""
    loop = list(edges)
    i = 0
    while len(loop) > 2 and i < len(loop):
        edge, following = loop[i], loop[(i + 1) % len(loop)]
        bend = (following.direction - edge.direction) % 8
        if bend == 0:
            length = edge.length + following.length
            weight = following.length / length if length else 0.5
            edge.offset += (following.offset - edge.offset) * weight
            edge.length = length
            loop.remove(following)
        elif bend == 4:
            loop.remove(min(edge, following, key=lambda e: e.length))
        else:
            i += 1
            continue
        i = max(0, i - 2)
    is_closed = len(loop) > 2 and (loop[0].direction - loop[-1].direction) % 4 != 0
    return loop if is_closed else None


def _put_on_common_lines(edges: Iterable[Edge], nearness: float) -> None:
    """Give edges on nearly the same line their mean offset, longer ones with more weight."""
    by_direction: dict[int, list[tuple[float, Edge]]] = defaultdict(list)
    for edge in edges:
        by_direction[edge.direction % 4].append((edge.offset * _sense(edge), edge))
    for found in by_direction.values():
        found.sort(key=lambda item: item[0])
        first = 0
        for i in range(1, len(found) + 1):
            if i == len(found) or found[i][0] - found[i - 1][0] > nearness:
                _put_on_one_line(found[first:i])
                first = i


def _put_on_one_line(found: Sequence[tuple[float, Edge]]) -> None:
    weights = [max(edge.length, 1e-6) for _, edge in found]
    mean = sum(offset * weight for (offset, _), weight in zip(found, weights, strict=True)) / sum(weights)
    for _, edge in found:
        edge.offset = mean * _sense(edge)


def _sense(edge: Edge) -> int:
    """Return 1 if an edge runs the way of its line, in directions 0 to 3, else -1: the sign of its offset."""
    return 1 if edge.direction < 4 else -1


def _measure(loop: EdgeLoop) -> float:
    """Measure the edges between their vertices; return the minimum length, negative for an edge that runs backwards."""
    vertices = vertices_of(loop)
    for edge, (a, b), (x, y) in zip(loop, vertices, (*vertices[1:], vertices[0]), strict=True):
        along = UNITS[edge.direction]
        edge.length = (x - a) * along[0] + (y - b) * along[1]
    return min(edge.length for edge in loop)


def _meeting(a: Edge, b: Edge) -> Vector:
    """Return the point where the lines of two edges that are not parallel meet."""
    (ax, ay), (bx, by) = UNITS[(a.direction + 2) % 8], UNITS[(b.direction + 2) % 8]
    determinant = ax * by - ay * bx
    return (a.offset * by - b.offset * ay) / determinant, (ax * b.offset - bx * a.offset) / determinant
