"""Subpuzzles (section 4.1, figure 5): parts that share no boundary with the rest.

Parts that touch in a point are apart already in the boundary. An internal edge separates too: it is a cut, a segment
with interior on both sides, and following the boundary along it both ways separates the subpuzzles. A vertex at
which the cut lies straight on from an edge is no longer a vertex of that subpuzzle.
"""

from collections.abc import Iterable

from heuristan.tangram.boundary import Boundary, Line, Part, Segment, assemble_parts, make_segment, trace_loops
from heuristan.tangram.expert.extension import ExtensionLine, spans_by_line
from heuristan.tangram.expert.grades import merged


def subpuzzles_of(boundary: Boundary, internal_edges: Iterable[ExtensionLine]) -> tuple[Part, ...]:
    """Return the subpuzzles of a boundary, separated along internal edges as well."""
    by_line: dict[Line, tuple[Segment, ...]] = dict(boundary.by_line)
    # a line drawn earlier and those drawn since from a vertex that now lies on it overlap: a cut is made once
    for line, spans in spans_by_line(internal_edges).items():
        ends = [(boundary.at(*line, low), boundary.at(*line, high)) for low, high in merged(spans)]
        cuts = tuple(make_segment(line, start, end, sign) for start, end in ends for sign in (1, -1))
        by_line[line] = by_line.get(line, ()) + cuts
    if not internal_edges:
        return boundary.parts
    try:
        return assemble_parts(trace_loops(by_line))
    except ValueError:
        if not boundary.nearness:
            raise
        return boundary.parts  # an edge that nearly meets another one separates nothing
