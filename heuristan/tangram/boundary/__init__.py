"""The boundary of a puzzle as a chain: signed intervals on lines. It imports `lattice`; begin with `chain`.

A region of the plane is kept as its oriented boundary alone. For each line that carries boundary, the chain holds
the points where the *coverage* of the line changes, and by how much. Coverage is +1 where the interior lies to the left
of the line's direction, -1 where it lies to the right, and 0 elsewhere. A directed side from p to q
adds +1 at p and -1 at q on its line, whichever way it runs: the algebraic boundary of an interval.

So a piece is taken out by adding its sides with the opposite sign. Equal intervals cancel, collinear neighbours
merge, and what is left *is* the boundary of the rest: holes, point contacts, several parts and all. Nothing is clipped
and no case is special.

A line is ``(direction, offset)``, direction 0 to 3, offset its points' projection on direction + 2. The chain needs
only sums, order and equality of its numbers.

A *vertex* is a wedge of interior at a point: where parts touch in a point, the point has several vertices, and
following the boundary from wedge to wedge separates the parts.
"""

from heuristan.tangram.boundary.chain import Boundary
from heuristan.tangram.boundary.loops import (
    Area,
    Loop,
    Part,
    Vertex,
    assemble_parts,
    is_around,
    loop_sides,
    ring_of,
    sign_of_area,
    trace_loops,
)
from heuristan.tangram.boundary.segments import (
    Line,
    Ring,
    Segment,
    all_outside,
    direction_of,
    line_of,
    line_through,
    make_segment,
    sides,
)

__all__ = [
    "Area",
    "Boundary",
    "Line",
    "Loop",
    "Part",
    "Ring",
    "Segment",
    "Vertex",
    "all_outside",
    "assemble_parts",
    "direction_of",
    "is_around",
    "line_of",
    "line_through",
    "loop_sides",
    "make_segment",
    "ring_of",
    "sides",
    "sign_of_area",
    "trace_loops",
]
