"""Subpuzzles (section 4.1, figure 5): parts that share no boundary with the rest.

Parts that touch in a point are apart already in the boundary. An internal edge separates too: it is a cut, a segment
with interior on both sides, and following the boundary along it both ways tells the subpuzzles apart. A vertex at
which the cut lies straight on from an edge is no vertex of that subpuzzle any more.
"""

from collections.abc import Iterable

from heuristan.boundary import Boundary, Line, Part, Segment, assemble_parts, make_segment, trace_loops
from heuristan.expert.extension import ExtensionLine


def subpuzzles_of(boundary: Boundary, internal_edges: Iterable[ExtensionLine]) -> tuple[Part, ...]:
    """The subpuzzles of a boundary, separated along internal edges as well."""
    by_line: dict[Line, tuple[Segment, ...]] = dict(boundary.by_line)
    for edge in internal_edges:
        cuts = tuple(make_segment(edge.line, edge.start, edge.end, sign) for sign in (1, -1))
        by_line[edge.line] = by_line.get(edge.line, ()) + cuts
    return assemble_parts(trace_loops(by_line)) if internal_edges else boundary.parts
