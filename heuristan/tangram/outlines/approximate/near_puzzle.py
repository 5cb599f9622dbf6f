"""A drawing as a puzzle with nearness: lines where they were drawn, parts side by side."""

from collections.abc import Sequence

from heuristan.common.plane import turned
from heuristan.tangram.boundary import Loop, Vertex, ring_of
from heuristan.tangram.lattice.points import LIMIT, Code, Direction, code
from heuristan.tangram.outlines.approximate.arranging import APART, Arrangement, Part
from heuristan.tangram.outlines.approximate.edges import UNITS, EdgeLoop, vertices_of
from heuristan.tangram.outlines.approximate.silhouette import Silhouette
from heuristan.tangram.pieces.sets import UNITS_A_LEG, PieceSet
from heuristan.tangram.puzzle.drawing import Vector
from heuristan.tangram.puzzle.puzzle import OutlineError, Place, Puzzle

FINENESS = 128
"""Number of lattice points on a small leg: drawn lines are put on the nearest, at most 0.002 legs away."""

UNIT = UNITS_A_LEG * FINENESS
"""Number of lattice units in a leg."""

WIDEST = LIMIT // 2 // UNIT
"""Maximum width, in legs, with parts side by side: half of the exact range, so that pieces laid there stay in range."""


def near_puzzle(silhouette: Silhouette, parts: Sequence[Part], nearness: float, pieces: PieceSet) -> Puzzle:
    """Return the puzzle of these parts in which lines and points that are near each other may be the same.

    Raises:
        OutlineError: if it is wider or higher than WIDEST.
    """
    loops: list[Loop] = []
    places: list[Place] = []
    begin = 0.0
    for part in parts:
        vertices = [vertex for loop in part.loops for vertex in vertices_of(loop)]
        left, low, right = min(x for x, _ in vertices), min(y for _, y in vertices), max(x for x, _ in vertices)
        if max(begin + right - left, max(y for _, y in vertices) - low) > WIDEST:
            raise OutlineError(
                f"the outline is more than {WIDEST} small legs across, which is too far for exact numbers; split it"
            )
        loops += [_lattice_loop(loop, (begin - left, -low)) for loop in part.loops]
        places.append(Place(begin - APART / 2, part.turn, turned((left - begin, low), part.turn)))
        begin += right - left + APART
    frame, placed = Arrangement.of(silhouette, places, FINENESS)
    near = code(round(nearness * UNIT), 0)
    return Puzzle(silhouette.id, tuple(map(ring_of, loops)), FINENESS, silhouette.sets, frame, pieces, near, placed)


def _lattice_loop(loop: EdgeLoop, shift: Vector) -> Loop:
    """Return a moved loop on the lattice: lines on the nearest lattice line, vertices where lines meet.

    Only the projections across its two lines are exact at a vertex; the others are the nearest numbers. So they need
    not agree with each other to the last unit, which is far below the nearness.
    """
    moved = [(x + shift[0], y + shift[1]) for x, y in vertices_of(loop)]
    offsets = [_number(edge.offset + _along((edge.direction + 2) % 8, shift)) for edge in loop]
    found = []
    for i, (edge, vertex) in enumerate(zip(loop, moved, strict=True)):
        numbers = [_number(_along(k, vertex)) for k in range(4)]
        for line in (i - 1, i):
            k = (loop[line].direction + 2) % 8
            numbers[k % 4] = offsets[line] if k < 4 else -offsets[line]
        angle = (loop[i - 1].direction + 4 - edge.direction) % 8
        found.append(Vertex((numbers[0], numbers[1], numbers[2], numbers[3]), edge.direction, angle))
    return tuple(found)


def _along(direction: Direction, spot: Vector) -> float:
    x, y = UNITS[direction]
    return spot[0] * x + spot[1] * y


def _number(legs: float) -> Code:
    return code(round(legs * UNIT), 0)
