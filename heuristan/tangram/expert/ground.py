"""The ground that figures are laid on: what is left, its extension lines, its subpuzzles and its vertex array."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from heuristan.tangram.boundary import Boundary, Part, Segment, Vertex, make_segment
from heuristan.tangram.expert.extension import ExtensionLine, Extensions, Thresholds, extend
from heuristan.tangram.expert.grades import Cover
from heuristan.tangram.expert.reading_order import in_reading_order
from heuristan.tangram.expert.subpuzzles import subpuzzles_of
from heuristan.tangram.expert.vertex_array import VertexArray


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
