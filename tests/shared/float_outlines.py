"""Outlines of floats, on the lattice and nearly on it."""

from math import cos, pi, sin

from hypothesis import strategies as st

from heuristan.tangram.outlines.snapping import Polygon, Vector
from heuristan.tangram.puzzle.puzzle import Puzzle


class Drawing:
    """A way to draw a puzzle in floats."""

    def __init__(self, scale: float, angle: float, origin: Vector, y_down: bool) -> None:
        self.scale, self.angle, self.origin, self.y_down = scale, angle, origin, y_down

    def __repr__(self) -> str:
        return f"Drawing({self.scale}, {self.angle}, {self.origin}, {self.y_down})"

    def drawn(self, spot: Vector) -> Vector:
        c, s = self.scale * cos(self.angle), self.scale * sin(self.angle)
        x, y = c * spot[0] - s * spot[1], s * spot[0] + c * spot[1]
        return self.origin[0] + x, self.origin[1] + (-y if self.y_down else y)

    def polygons(self, puzzle: Puzzle) -> list[Polygon]:
        return [
            [[self.drawn(puzzle.in_legs(vertex.point)) for vertex in loop] for loop in part.loops]
            for part in puzzle.boundary.parts
        ]


coordinates = st.floats(-1e4, 1e4)


drawings = st.builds(
    Drawing,
    st.floats(-6, 6).map(lambda n: 10**n),
    st.floats(-pi, pi),
    st.tuples(coordinates, coordinates),
    st.booleans(),
)


eight_steps = st.lists(st.tuples(st.integers(0, 7), st.integers(1, 2)), min_size=2, max_size=7)
