"""Boards of pieces: squares with a triangle for each edge, and the frame's triangles outside."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import svg

from heuristan.common.plane import Ring, Spot
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import box, outline_path
from heuristan.common.svg.palette import LINE, PAPER
from heuristan.common.svg.text import label
from heuristan.edgematching.puzzle import Faces, Puzzle
from heuristan.edgematching.render.colours import tone_of_edge

SMALLEST_NUMBER = 5.0
"""Minimum size of a number in pixels; smaller ones cannot be read and are left out."""

FRAME_DEPTH = 0.36
"""Height of the frame's triangles, in sides of a piece."""

_CORNERS: tuple[tuple[Spot, Spot], ...] = (((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 1)), ((0, 1), (0, 0)))
"""The ends of the edges N, E, S, W of a unit square."""
_OUTWARDS: tuple[Spot, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
_HEIGHT_OF_DIGITS = 0.36
"""Half the height of a digit in font sizes: the distance from its middle down to the base line."""


@dataclass(frozen=True)
class Grid:
    """The position of a board in a picture.

    Attributes:
        left, top: the corner of the first place, in pixels.
        side: the side of a piece.
    """

    left: float
    top: float
    side: float

    def corner(self, place: Sequence[int]) -> Spot:
        row, column = place[-2:]
        return self.left + column * self.side, self.top + row * self.side

    def triangle(self, place: Sequence[int], face: int) -> Ring:
        """Return the triangle of a piece's edge."""
        return self._triangle(place, face, -0.5)

    def outside(self, place: Sequence[int], face: int) -> Ring:
        """Return the triangle of the frame's edge beyond a piece's edge."""
        return self._triangle(place, face, FRAME_DEPTH)

    def _triangle(self, place: Sequence[int], face: int, depth: float) -> Ring:
        x, y = self.corner(place)
        ends = [(x + self.side * a, y + self.side * b) for a, b in _CORNERS[face]]
        middle = [(ends[0][i] + ends[1][i]) / 2 + self.side * depth * _OUTWARDS[face][i] for i in (0, 1)]
        return (*ends, (middle[0], middle[1]))


def pieces_parts(
    grid: Grid, faces: Mapping[tuple[int, ...], Faces], *, numbers: bool = True, opacity: float | None = None
) -> list[svg.Element]:
    """Draw pieces at their places: one path for the triangles of each colour, then the lines, then the numbers."""
    rings = defaultdict(list)
    labels: list[svg.Element] = []
    for place, shown in faces.items():
        for face, colour in enumerate(shown[:4]):
            ring = grid.triangle(place, face)
            rings[colour].append(ring)
            if numbers:
                labels += number_in(ring, colour, grid.side)
    parts = triangles(rings)
    lines = squares(grid, faces, 1)
    for place, shown in faces.items():
        if len(shown) > 4:
            labels += _up_and_down(grid, place, shown[4:])
    return [svg.G(class_=["board"], opacity=opacity, elements=[*parts, lines, *labels])]


def frame_parts(grid: Grid, puzzle: Puzzle, *, layer: int = 0) -> list[svg.Element]:
    """Draw the frame of a board (of a box, the four sides of one layer)."""
    rings = defaultdict(list)
    labels: list[svg.Element] = []
    for (index, face), colour in puzzle.walls.items():
        place = puzzle.board.places[index]
        if face < 4 and (len(place) == 2 or place[0] == layer):
            ring = grid.outside(place, face)
            rings[colour].append(ring)
            labels += number_in(ring, colour, grid.side)
    return [svg.G(class_=["frame"], elements=[*triangles(rings), *labels])]


def triangles(rings: Mapping[int, Sequence[Ring]]) -> list[svg.Element]:
    """Draw one path for each colour."""
    return [
        svg.Path(class_=[f"colour-{colour}"], d=outline_path(rings[colour]), fill=tone_of_edge(colour).fill)
        for colour in sorted(rings)
    ]


def number_in(ring: Ring, colour: int, side: float) -> list[svg.Element]:
    """Write a colour's number in the middle of its triangle, if there is room."""
    size = side * 0.2
    if size < SMALLEST_NUMBER:
        return []
    x, y = (sum(spot[i] for spot in ring) / 3 for i in (0, 1))
    ink = tone_of_edge(colour).ink
    return [label(x, y + size * _HEIGHT_OF_DIGITS, str(colour), size=size, anchor="middle", fill=ink, kind="colour")]


def piece_numbers(grid: Grid, numbers: Mapping[tuple[int, ...], str]) -> list[svg.Element]:
    """Write a number on white in the middle of each piece, if there is room."""
    size = grid.side * 0.17
    if size < SMALLEST_NUMBER:
        return []
    parts: list[svg.Element] = []
    for place, words in numbers.items():
        x, y = grid.corner(place)
        x, y = x + grid.side / 2, y + grid.side / 2
        parts.append(svg.Circle(cx=tidy(x), cy=tidy(y), r=tidy(size * 0.95), fill=PAPER, stroke=LINE, stroke_width=0.6))
        fitting = size * min(1.0, 2 / len(words))
        base = y + fitting * _HEIGHT_OF_DIGITS
        parts.append(label(x, base, words, size=fitting, bold=True, anchor="middle", kind="piece"))
    return [svg.G(class_=["piece-numbers"], elements=parts)]


def squares(grid: Grid, places: Iterable[Sequence[int]], width: float) -> svg.Path:
    """Draw the lines around pieces."""
    corners = [(*grid.corner(place), grid.side) for place in places]
    rings = [((x, y), (x + side, y), (x + side, y + side), (x, y + side)) for x, y, side in corners]
    return svg.Path(class_=["pieces"], d=outline_path(rings), fill="none", stroke=LINE, stroke_width=width)


def _up_and_down(grid: Grid, place: Sequence[int], colours: Sequence[int]) -> list[svg.Element]:
    """Draw the upper and lower face of a cube as two boxes in its middle."""
    x, y = grid.corner(place)
    half, high = grid.side * 0.17, grid.side * 0.2
    parts: list[svg.Element] = []
    for row, colour in enumerate(colours):
        tone = tone_of_edge(colour)
        top = y + grid.side / 2 + (row - 1) * high
        parts.append(box(x + grid.side / 2 - half, top, 2 * half, high, fill=tone.fill, stroke=LINE, width=0.8))
        if high * 0.85 >= SMALLEST_NUMBER:
            base = top + high / 2 + high * 0.85 * _HEIGHT_OF_DIGITS
            words = f"{'ud'[row]}{colour}"
            parts.append(
                label(x + grid.side / 2, base, words, size=high * 0.8, anchor="middle", fill=tone.ink, kind="colour")
            )
    return parts
