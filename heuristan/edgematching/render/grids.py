"""Pictures of puzzles and solutions, as in figure 1.1: a triangle for each edge, and the frame's triangles outside.

The names of colours are written on them wherever there is room, so colour is never the only sign.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin, sqrt
from textwrap import wrap

import svg

from heuristan.common.plane import Ring, Spot, mean_of
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import GREY, box, label, outline_path, page
from heuristan.common.svg.palette import LINE, PAPER, Tone, mixed
from heuristan.edgematching.puzzle import CUBE, HEXAGON, SQUARE, TRIANGLE, Arrangement, Board, Cell, Faces, Puzzle
from heuristan.edgematching.readings import said

_FRAME = "#bdbdbd"
"""Colour 0, that of a plain frame."""

_BASES = ("#56b4e9", "#e69f00", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7")
"""The colours of Okabe and Ito."""

_TIERS = ((PAPER, 0.0), (PAPER, 0.55), (LINE, 0.4), (PAPER, 0.8))
"""Admixtures by which seven colours at a time come again lighter or darker."""


def tone_in(puzzle: Puzzle, colour: int) -> Tone:
    """Return the fill of a colour of a puzzle, and the ink on it; the halves of a picture have the same."""
    return tone_of_edge(puzzle.picture(colour))


def tone_of_edge(colour: int) -> Tone:
    """Return the fill of an edge of a colour, and the ink on it."""
    if colour == 0:
        return Tone(_FRAME)
    tier, base = divmod(colour - 1, len(_BASES))
    return Tone(mixed(_BASES[base], *_TIERS[tier % len(_TIERS)]))


_SIDE = 1 / sqrt(3)
"""The side of a hexagon, whose width is 1."""
_HEIGHT = sqrt(3) / 2
"""The height of a triangle."""

_SQUARE: Ring = ((0, 0), (1, 0), (1, 1), (0, 1))
_HEXAGON: Ring = (
    (0.5, 0),
    (1, _SIDE / 2),
    (1, 1.5 * _SIDE),
    (0.5, 2 * _SIDE),
    (0, 1.5 * _SIDE),
    (0, _SIDE / 2),
)
_UP: Ring = ((1, _HEIGHT), (0, _HEIGHT), (0.5, 0))
_DOWN: Ring = ((0, 0), (1, 0), (0.5, _HEIGHT))


def corners_of(cell: Cell, place: Sequence[int]) -> Ring:
    """Return the corners of a place; of cubes its layer does not matter."""
    row, column = place[-2:]
    left, top, ring = float(column), float(row), _SQUARE
    if cell is HEXAGON:
        left, top, ring = column + row % 2 / 2, row * 1.5 * _SIDE, _HEXAGON
    elif cell is TRIANGLE:
        left, top, ring = column / 2, row * _HEIGHT, _DOWN if (row + column) % 2 else _UP
    return tuple((left + x, top + y) for x, y in ring)


def extent_of(board: Board) -> Spot:
    """Return the width and the height of a board, of one layer of a box."""
    rings = [corners_of(board.cell, place) for place in board.places]
    return max(x for ring in rings for x, _ in ring), max(y for ring in rings for _, y in ring)


def drawn_faces(cell: Cell) -> range:
    """Return the faces that are drawn along the rim of a piece: of a cube the four around it."""
    return range(4 if cell is CUBE else len(cell.faces))


SMALLEST_NUMBER = 5.0
"""Minimum size of a number in pixels; smaller ones cannot be read and are left out."""

FRAME_DEPTH = 0.36
"""Height of the frame's triangles, in breadths of a piece."""

_HALF_DISC = 0.12
"""Radius of half a disc at an edge, in lengths of the edge."""

_HEIGHT_OF_DIGITS = 0.36
"""Half the height of a digit in font sizes: the distance from its middle down to the base line."""


@dataclass(frozen=True)
class Grid:
    """The position of a board in a picture.

    Attributes:
        left, top: the corner of the first place, in pixels.
        side: the width of a piece.
        cell: its form.
    """

    left: float
    top: float
    side: float
    cell: Cell = SQUARE

    @property
    def breadth(self) -> float:
        """The breadth of the circle that fits into a piece, by which numbers and the frame are scaled."""
        return self.side / sqrt(3) if self.cell is TRIANGLE else self.side

    def outline(self, place: Sequence[int]) -> Ring:
        """Return the corners of a piece, clockwise."""
        corners = corners_of(self.cell, place)
        return tuple((self.left + self.side * x, self.top + self.side * y) for x, y in corners)

    def middle(self, place: Sequence[int]) -> Spot:
        """Return the middle of a piece."""
        return mean_of(self.outline(place))

    def triangle(self, place: Sequence[int], face: int) -> Ring:
        """Return the triangle of a piece's edge."""
        return (*self._edge(place, face), self.middle(place))

    def outside(self, place: Sequence[int], face: int) -> Ring:
        """Return the triangle of the frame's edge beyond a piece's edge."""
        one, other = self._edge(place, face)
        x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        left, top = self.middle(place)
        far = FRAME_DEPTH * self.breadth / hypot(x - left, y - top)
        return one, other, (x + far * (x - left), y + far * (y - top))

    def _edge(self, place: Sequence[int], face: int) -> tuple[Spot, Spot]:
        ring = self.outline(place)
        return ring[face], ring[(face + 1) % len(ring)]


def pieces_parts(
    grid: Grid,
    puzzle: Puzzle,
    faces: Mapping[tuple[int, ...], Faces],
) -> list[svg.Element]:
    """Draw pieces at their places: one path for the triangles of each colour, then the lines, then the numbers."""
    rings = defaultdict(list)
    labels: list[svg.Element] = []
    for place, shown in faces.items():
        for face in drawn_faces(grid.cell):
            ring = grid.triangle(place, face)
            rings[shown[face]].append(ring)
            labels += half_in(ring, puzzle, shown[face])
            labels += number_in(ring, puzzle, shown[face], grid.breadth)
    parts = triangles(rings, puzzle)
    lines = outlines(grid, faces, 1)
    if grid.cell is CUBE:
        for place, shown in faces.items():
            labels += _up_and_down(grid, puzzle, place, shown[4:])
    return [svg.G(class_=["board"], elements=[*parts, lines, *labels])]


def frame_parts(grid: Grid, puzzle: Puzzle, *, layer: int = 0) -> list[svg.Element]:
    """Draw the frame of a board (of a box, the four sides of one layer)."""
    rings = defaultdict(list)
    labels: list[svg.Element] = []
    for (index, face), colour in puzzle.walls.items():
        place = puzzle.board.places[index]
        if face in drawn_faces(grid.cell) and (len(place) == 2 or place[0] == layer):
            ring = grid.outside(place, face)
            rings[colour].append(ring)
            labels += [*half_in(ring, puzzle, colour), *number_in(ring, puzzle, colour, grid.breadth)]
    return [svg.G(class_=["frame"], elements=[*triangles(rings, puzzle), *labels])]


def triangles(rings: Mapping[int, Sequence[Ring]], puzzle: Puzzle) -> list[svg.Element]:
    """Draw one path for each colour."""
    return [
        svg.Path(class_=[f"colour-{colour}"], d=outline_path(rings[colour]), fill=tone_in(puzzle, colour).fill)
        for colour in sorted(rings)
    ]


def half_ring(ring: Ring) -> Ring:
    """Return half a disc at the edge of a triangle: where two halves of a picture meet, they are a whole one."""
    (left, top), (right, bottom), (x, y) = ring
    middle = (left + right) / 2, (top + bottom) / 2
    along = (right - left) * _HALF_DISC, (bottom - top) * _HALF_DISC
    deep = hypot(*along) / hypot(x - middle[0], y - middle[1])
    inwards = (x - middle[0]) * deep, (y - middle[1]) * deep
    turns = [pi * step / 6 for step in range(7)]
    return tuple(
        (
            middle[0] + cos(turn) * along[0] + sin(turn) * inwards[0],
            middle[1] + cos(turn) * along[1] + sin(turn) * inwards[1],
        )
        for turn in turns
    )


def half_in(ring: Ring, puzzle: Puzzle, colour: int) -> list[svg.Element]:
    """Draw half a disc at the edge of a triangle whose colour is half of a picture: dark the first half, or light."""
    if puzzle.mate(colour) == colour:
        return []
    fill = PAPER if colour in puzzle.second_halves else LINE
    return [svg.Path(class_=["half"], d=outline_path([half_ring(ring)]), fill=fill, stroke=LINE, stroke_width=0.8)]


def number_in(ring: Ring, puzzle: Puzzle, colour: int, side: float) -> list[svg.Element]:
    """Write what a colour is called in the middle of its triangle, if there is room."""
    words = puzzle.name(colour)
    size = side * 0.2 * min(1.0, 2 / len(words))
    if size < SMALLEST_NUMBER:
        return []
    # half a disc at the edge needs some of the room
    pull = 0.0 if puzzle.mate(colour) == colour else 0.15
    x, y = ((1 - pull) * sum(spot[i] for spot in ring) / 3 + pull * ring[2][i] for i in (0, 1))
    ink = tone_in(puzzle, colour).ink
    return [label(x, y + size * _HEIGHT_OF_DIGITS, words, size=size, anchor="middle", fill=ink, kind="colour")]


def piece_numbers(grid: Grid, numbers: Mapping[tuple[int, ...], str]) -> list[svg.Element]:
    """Write a number on white in the middle of each piece, if there is room."""
    size = grid.breadth * 0.17
    if size < SMALLEST_NUMBER:
        return []
    parts: list[svg.Element] = []
    for place, words in numbers.items():
        x, y = grid.middle(place)
        parts.append(svg.Circle(cx=tidy(x), cy=tidy(y), r=tidy(size * 0.95), fill=PAPER, stroke=LINE, stroke_width=0.6))
        fitting = size * min(1.0, 2 / len(words))
        base = y + fitting * _HEIGHT_OF_DIGITS
        parts.append(label(x, base, words, size=fitting, bold=True, anchor="middle", kind="piece"))
    return [svg.G(class_=["piece-numbers"], elements=parts)]


def outlines(grid: Grid, places: Iterable[Sequence[int]], width: float) -> svg.Path:
    """Draw the lines around pieces."""
    rings = [grid.outline(place) for place in places]
    return svg.Path(class_=["pieces"], d=outline_path(rings), fill="none", stroke=LINE, stroke_width=width)


def _up_and_down(grid: Grid, puzzle: Puzzle, place: Sequence[int], colours: Sequence[int]) -> list[svg.Element]:
    """Draw the upper and lower face of a cube as two boxes in its middle."""
    x, y = grid.outline(place)[0]
    half, high = grid.side * 0.17, grid.side * 0.2
    parts: list[svg.Element] = []
    for row, colour in enumerate(colours):
        tone = tone_in(puzzle, colour)
        top = y + grid.side / 2 + (row - 1) * high
        parts.append(box(x + grid.side / 2 - half, top, 2 * half, high, fill=tone.fill, stroke=LINE, width=0.8))
        if high * 0.85 >= SMALLEST_NUMBER:
            base = top + high / 2 + high * 0.85 * _HEIGHT_OF_DIGITS
            words = f"{'ud'[row]}{puzzle.name(colour)}"
            parts.append(
                label(x + grid.side / 2, base, words, size=high * 0.8, anchor="middle", fill=tone.ink, kind="colour")
            )
    return parts


_WIDTH_OF_LETTERS = 6.5
"""Mean width of a letter, in pixels."""
_SIZE, _LEADING, _GAP = 11.0, 15.0, 8.0


def note_below(puzzle: Puzzle, left: float, top: float, width: float) -> tuple[list[svg.Element], float]:
    """Return the lines of the note, and their height; none if the file says all."""
    how = said(puzzle)
    if not how:
        return [], 0.0
    lines = wrap(f"Read with {how}.", max(20, int(width / _WIDTH_OF_LETTERS)))
    found: list[svg.Element] = [
        label(left, top + _GAP + _LEADING * at, line, size=_SIZE, fill=GREY, kind="note")
        for at, line in enumerate(lines)
    ]
    return found, _LEADING * len(lines) + _GAP


MARGIN = 30.0
_MAX_BOARD = 560.0
"""Maximum side of a board, in pixels."""
_PIECE = 64.0
"""Width of a piece on a small board."""
_HEAD = 30.0


def puzzle_svg(puzzle: Puzzle, arrangement: Arrangement | None = None, words: str = "The solution") -> str:
    """Return a picture of the pieces in the order of their numbers, beside an arrangement if there is one."""
    board = puzzle.board
    states: list[tuple[str, dict[tuple[int, ...], Faces], dict[tuple[int, ...], str]]] = [
        (
            "The pieces",
            dict(zip(board.places, puzzle.pieces, strict=True)),
            {place: str(i) for i, place in enumerate(board.places, 1)},
        )
    ]
    if arrangement is not None:
        shown = dict(zip(board.places, map(puzzle.faces_of, arrangement), strict=True))
        numbers = {place: str(laid.piece + 1) for place, laid in zip(board.places, arrangement, strict=True)}
        states.append((words, shown, numbers))
    drawn, width, height = in_rows(puzzle, states)
    words, faces, _ = states[-1]
    title = f"{puzzle.id}: {len(puzzle.pieces)} {puzzle.kind}"
    note, more = note_below(puzzle, MARGIN, height, width)
    description = f"{words.lower()}: {spoken(puzzle, faces)}"
    return page(width, height + more, title, description, [*drawn, *note], "edge-matching")


def in_rows(
    puzzle: Puzzle, states: Sequence[tuple[str, Mapping[tuple[int, ...], Faces], Mapping[tuple[int, ...], str]]]
) -> tuple[list[svg.Element], float, float]:
    """Draw boards side by side (the layers of a box below each other); return the parts, the width and the height."""
    board = puzzle.board
    side = side_of(board)
    wide, high = (size * side for size in extent_of(board))
    layers = board.layers
    parts: list[svg.Element] = []
    for column, (words, faces, numbers) in enumerate(states):
        left = MARGIN + column * (wide + 2 * MARGIN)
        parts.append(label(left, 26, words, size=14, bold=True, kind="title"))
        for layer in range(layers):
            top = _HEAD + MARGIN + layer * (high + 2 * MARGIN)
            grid = Grid(left, top, side, board.cell)
            here = [place for place in faces if len(place) == 2 or place[0] == layer]
            if layers > 1:
                words = f"layer {layer + 1}"
                # put it into the corner that the frame's triangles leave
                parts.append(label(left - 22, top + high + 26, words, size=11, fill=GREY, kind="layer"))
            parts += frame_parts(grid, puzzle, layer=layer)
            parts += pieces_parts(grid, puzzle, {place: faces[place] for place in here})
            if board.cell is not CUBE:
                parts += piece_numbers(grid, {place: numbers[place] for place in here})
    width = len(states) * (wide + 2 * MARGIN)
    return parts, width, _HEAD + layers * (high + 2 * MARGIN)


def side_of(board: Board) -> float:
    """Return the width of a piece such that the board is not too large."""
    return min(_PIECE * (1.6 if board.cell is TRIANGLE else 1), _MAX_BOARD / max(extent_of(board)))


def spoken(puzzle: Puzzle, faces: Mapping[tuple[int, ...], Faces]) -> str:
    """Return the colours place by place, for readers who do not see the picture."""
    first = list(faces.items())[:64]
    return ", ".join(f"{puzzle.board.describe(place)}: {' '.join(map(puzzle.name, shown))}" for place, shown in first)
