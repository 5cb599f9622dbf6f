"""The ground that figures are laid on: what is left, its extension lines, its subpuzzles and its vertex array.

*Subpuzzles* (section 4.1, figure 5) are parts that share no boundary with the rest. Parts that touch in a point are
apart already in the boundary. An internal edge separates too: it is a cut, a segment with interior on both sides, and
following the boundary along it both ways separates the subpuzzles. A vertex at which the cut lies straight on from an
edge is not one of that subpuzzle.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from heuristan.tangram.boundary import Boundary, Line, Part, Segment, Vertex, assemble_parts, make_segment, trace_loops
from heuristan.tangram.expert.extension import ExtensionLine, Extensions, Thresholds, extend, spans_by_line
from heuristan.tangram.expert.grades import Cover, merged
from heuristan.tangram.expert.vertex_array import VertexArray, in_reading_order


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


@dataclass(frozen=True)
class Ground:
    """What is left of the puzzle, as rules look at it. Each thing is found when it is asked for."""

    boundary: Boundary
    carried: tuple[ExtensionLine, ...]
    thresholds: Thresholds
    earlier: "Ground | None" = field(default=None, compare=False, repr=False)
    """The ground before the last extraction: points that are still there keep their numbers."""

    @cached_property
    def extensions(self) -> Extensions:
        return extend(self.boundary, self.carried, self.thresholds)

    @cached_property
    def subpuzzles(self) -> tuple[Part, ...]:
        if not self.thresholds.internal_edge:  # then extension lines separate nothing
            return self.boundary.parts
        return subpuzzles_of(self.boundary, self.extensions.internal_edges)

    @cached_property
    def array(self) -> VertexArray:
        """The vertices and nodes, and what they are connected to."""
        earlier = self.earlier.array if self.earlier else None
        return VertexArray(self.boundary, self.extensions, self.subpuzzles, earlier)

    @cached_property
    def cover(self) -> Cover:
        """The edges and extension lines on each line."""
        return Cover(self.boundary, self.extensions)

    @cached_property
    def walls(self) -> tuple[Segment, ...]:
        """The internal edges, as segments."""
        if not self.thresholds.internal_edge:
            return ()
        return tuple(make_segment(e.line, e.start, e.end, 1) for e in self.extensions.internal_edges)

    def convex_vertices(self) -> Iterator[tuple[Vertex, bool]]:
        """Yield the convex vertices in reading order, and whether each is a vertex of the whole.

        An internal edge divides the angles at its ends: the vertices of the subpuzzles come first.
        """
        whole = dict.fromkeys(self.boundary.vertices)
        for vertex in dict.fromkeys([*in_reading_order(self.subpuzzles), *whole]):
            if vertex.convex:
                yield vertex, vertex in whole
