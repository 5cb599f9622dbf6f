"""The order in which section 4.1 numbers vertices."""

from collections.abc import Iterable

from heuristan.tangram.boundary import Part, Vertex
from heuristan.tangram.lattice.points import Code


def in_reading_order(parts: Iterable[Part]) -> list[Vertex]:
    """Return the vertices in the order of section 4.1: from the leftmost, topmost one clockwise, part after part."""

    def leftmost_topmost(vertex: Vertex) -> tuple[Code, Code]:
        return vertex.point[0], -vertex.point[2]

    loops: list[tuple[Vertex, ...]] = []
    for loop in (loop for part in parts for loop in part.loops):
        first = min(range(len(loop)), key=lambda i: leftmost_topmost(loop[i]))
        loops.append((loop[first], *reversed(loop[:first]), *reversed(loop[first + 1 :])))
    loops.sort(key=lambda loop: leftmost_topmost(loop[0]))
    return [vertex for loop in loops for vertex in loop]
