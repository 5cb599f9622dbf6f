"""Pictures of puzzles and solutions, as in figure 1.1: a triangle for each edge, and the frame's triangles outside.

A board is drawn as shapes, of which the film for the player is made too. The names of colours are written on them
wherever there is room, so colour is never the only sign.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from math import cos, hypot, pi, sin, sqrt

from heuristan.common.plane import Ring, Spot, mean_of
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import GREY, label, outline_path, page, wrapped
from heuristan.common.svg.palette import FAINT, LINE, PAPER, Tone, mixed
from heuristan.common.web.film import Shape
from heuristan.edgematching.puzzle import CUBE, HEXAGON, TRIANGLE, Arrangement, Board, Cell, Faces, Puzzle
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

APART = 0.9
"""Distance between the layers of a box, in widths of a piece."""
FRAME_DEPTH = 0.36
"""Height of the frame's triangles, in breadths of a piece."""
_HALF_DISC = 0.12
"""Radius of half a disc at an edge, in lengths of the edge."""


def drawn_faces(cell: Cell) -> range:
    """Return the faces that are drawn along the rim of a piece: of a cube the four around it."""
    return range(4 if cell is CUBE else len(cell.faces))


class Drawing:
    """Draws the states of a puzzle as shapes; a piece is one wide, y runs down, layers lie side by side."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.board = puzzle.board
        self.cell = puzzle.board.cell
        self.breadth = 1 / sqrt(3) if self.cell is TRIANGLE else 1.0
        """The breadth of the circle that fits into a piece, by which numbers and the frame are scaled."""

    @cached_property
    def rings(self) -> tuple[Ring, ...]:
        """The corners of each place, clockwise."""
        return tuple(map(self._ring, self.board.places))

    def _ring(self, place: Sequence[int]) -> Ring:
        row, column = place[-2:]
        left, top, ring = float(column), float(row), _SQUARE
        if self.cell is HEXAGON:
            left, top, ring = column + row % 2 / 2, row * 1.5 * _SIDE, _HEXAGON
        elif self.cell is TRIANGLE:
            left, top, ring = column / 2, row * _HEIGHT, _DOWN if self.board.points_down(tuple(place)) else _UP
        elif self.cell is CUBE:
            left += place[0] * (self.board.sizes[-1] + APART)
        return tuple((left + x, top + y) for x, y in ring)

    @cached_property
    def extent(self) -> Spot:
        """The width and the height of the board, of all layers of a box."""
        spots = [spot for ring in self.rings for spot in ring]
        return max(x for x, _ in spots), max(y for _, y in spots)

    @cached_property
    def frame(self) -> list[Shape]:
        """The frame's triangles, outside."""
        return [
            Shape(self._outside(index, face), tone_in(self.puzzle, colour), self.puzzle.name(colour), "the frame")
            for (index, face), colour in self.puzzle.walls.items()
            if face in drawn_faces(self.cell)
        ]

    def edge(self, index: int, face: int, tone: Tone, words: str) -> Shape:
        """Return the triangle of a piece's edge."""
        ring = self.rings[index]
        return Shape((ring[face], ring[(face + 1) % len(ring)], mean_of(ring)), tone, words)

    def empty(self, index: int) -> Shape:
        return Shape(self.rings[index], Tone(FAINT))

    def piece(self, index: int, faces: Faces) -> Iterator[Shape]:
        """Yield a piece at a place; the upper and lower face of a cube are two boxes in its middle."""
        for face in drawn_faces(self.cell):
            colour = faces[face]
            edge = self.edge(index, face, tone_in(self.puzzle, colour), self.puzzle.name(colour))
            yield edge
            if self.puzzle.mate(colour) != colour:
                yield Shape(_half_disc(edge.ring), Tone(PAPER if colour in self.puzzle.second_halves else LINE))
        x, y = mean_of(self.rings[index])
        for row, colour in enumerate(faces[4:] if self.cell is CUBE else ()):
            top = y + 0.2 * (row - 1)
            ring = ((x - 0.17, top), (x + 0.17, top), (x + 0.17, top + 0.2), (x - 0.17, top + 0.2))
            yield Shape(ring, tone_in(self.puzzle, colour), f"{'ud'[row]}{self.puzzle.name(colour)}")

    def _outside(self, index: int, face: int) -> Ring:
        one, other, (left, top) = self.edge(index, face, Tone(PAPER), "").ring
        x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        far = FRAME_DEPTH * self.breadth / hypot(x - left, y - top)
        return one, other, (x + far * (x - left), y + far * (y - top))


def _half_disc(ring: Ring) -> Ring:
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


SMALLEST_NUMBER = 5.0
"""Minimum size of a number in pixels; smaller ones cannot be read and are left out."""

_HEIGHT_OF_DIGITS = 0.36
"""Half the height of a digit in font sizes: the distance from its middle down to the base line."""
_PULL = 0.15
"""Share of the way to its apex by which the number in a triangle is moved where half a disc is at its edge."""
MARGIN = 30.0
_MAX_BOARD = 560.0
"""Maximum side of a layer, in pixels."""
_PIECE = 64.0
"""Breadth of a piece on a small board."""
_SIZE, _LEADING, _GAP = 11.0, 15.0, 8.0


def drawn(drawing: Drawing, shapes: Sequence[Shape], left: float, top: float, side: float) -> svg.G:
    """Return shapes of a board whose pieces have a width in pixels: a path for each colour, then lines and names."""

    def placed(ring: Ring) -> Ring:
        return tuple((left + side * x, top + side * y) for x, y in ring)

    names, pull = list[svg.Element](), _PULL if drawing.puzzle.halves else 0.0
    edges, marks = defaultdict[str, list[Ring]](list), defaultdict[str, list[Ring]](list)
    for shape in shapes:
        ring = placed(shape.ring)
        is_edge = len(ring) == 3
        (edges if is_edge else marks)[shape.tone.fill].append(ring)
        size = side * drawing.breadth * (0.2 if is_edge else 0.16) * min(1.0, 2 / max(1, len(shape.label)))
        if shape.label and size >= SMALLEST_NUMBER:
            (x, y), apex = mean_of(ring), ring[2] if is_edge else mean_of(ring)
            x, y = x + pull * (apex[0] - x), y + pull * (apex[1] - y) + size * _HEIGHT_OF_DIGITS
            kind = "colour" if is_edge else "beside"
            names.append(label(x, y, shape.label, size=size, anchor="middle", fill=shape.tone.ink, kind=kind))
    lines = outline_path(map(placed, drawing.rings))
    parts: list[svg.Element] = [
        *(svg.Path(class_=["edges"], d=outline_path(edges[fill]), fill=fill) for fill in sorted(edges)),
        svg.Path(class_=["pieces"], d=lines, fill="none", stroke=LINE, stroke_width=1),
        *(
            svg.Path(class_=["marks"], d=outline_path(marks[fill]), fill=fill, stroke=LINE, stroke_width=0.8)
            for fill in sorted(marks)
        ),
    ]
    return svg.G(class_=["board"], elements=[*parts, *names])


def _piece_numbers(drawing: Drawing, numbers: Sequence[int], left: float, top: float, side: float) -> svg.G:
    """Return a number on white in the middle of each piece, if there is room."""
    size = side * drawing.breadth * 0.17
    parts: list[svg.Element] = []
    for number, ring in zip(numbers if size >= SMALLEST_NUMBER else (), drawing.rings, strict=False):
        (x, y), words = mean_of(ring), str(number)
        x, y, fitting = left + side * x, top + side * y, size * min(1.0, 2 / len(words))
        parts.append(svg.Circle(cx=tidy(x), cy=tidy(y), r=tidy(size * 0.95), fill=PAPER, stroke=LINE, stroke_width=0.6))
        base = y + fitting * _HEIGHT_OF_DIGITS
        parts.append(label(x, base, words, size=fitting, bold=True, anchor="middle", kind="piece"))
    return svg.G(class_=["piece-numbers"], elements=parts)


def layer_names(board: Board, left: float, bottom: float, side: float) -> Iterator[svg.Element]:
    """Yield the names of the layers of a box, in the corners below them that the frame's triangles leave."""
    for layer in range(board.layers if board.layers > 1 else 0):
        x = left - 22 + layer * (board.sizes[-1] + APART) * side
        yield label(x, bottom + 26, f"layer {layer + 1}", size=_SIZE, fill=GREY, kind="layer")


def note_below(puzzle: Puzzle, left: float, top: float, width: float) -> tuple[list[svg.Element], float]:
    """Return the lines of a note on how a puzzle was read, and their height; none if the file says all."""
    how = said(puzzle)
    lines = wrapped(f"Read with {how}.", width - 2 * left, _SIZE, lines=4) if how else []
    found: list[svg.Element] = [
        label(left, top + _GAP + _LEADING * at, line, size=_SIZE, fill=GREY, kind="note")
        for at, line in enumerate(lines)
    ]
    return found, _LEADING * len(lines) + _GAP * bool(lines)


def puzzle_svg(puzzle: Puzzle, arrangement: Arrangement | None = None, words: str = "The solution") -> str:
    """Return a picture of the pieces in the order of their numbers, beside an arrangement if there is one.

    Of a box the arrangement is below.
    """
    drawing = Drawing(puzzle)
    states = [("The pieces", puzzle.pieces, [*range(1, len(puzzle.pieces) + 1)])]
    if arrangement is not None:
        states.append((words, tuple(map(puzzle.faces_of, arrangement)), [laid.piece + 1 for laid in arrangement]))
    layers = puzzle.board.layers
    wide, high = drawing.extent
    side = min(_PIECE / drawing.breadth, _MAX_BOARD / max(wide / layers, high))
    width, height = wide * side + 2 * MARGIN, high * side + 3 * MARGIN
    parts = list[svg.Element]()
    for number, (title, pieces, numbers) in enumerate(states):
        left, top = (MARGIN + number * width, 0.0) if layers == 1 else (MARGIN, number * height)
        parts.append(label(left, top + 26, title, size=14, bold=True, kind="title"))
        at = left, top + 2 * MARGIN, side
        shapes = [shape for index, faces in enumerate(pieces) for shape in drawing.piece(index, faces)]
        parts.append(drawn(drawing, [*drawing.frame, *shapes], *at))
        if drawing.cell is not CUBE:
            parts.append(_piece_numbers(drawing, numbers, *at))
        parts += layer_names(puzzle.board, left, at[1] + high * side, side)
    width, height = (width * len(states), height) if layers == 1 else (width, height * len(states))
    note, more = note_below(puzzle, MARGIN, height, width)
    description = f"{states[-1][0].lower()}: {_spoken(puzzle, states[-1][1])}"
    heading = f"{puzzle.id}: {len(puzzle.pieces)} {puzzle.kind}"
    return page(width, height + more, heading, description, [*parts, *note], "edge-matching")


def _spoken(puzzle: Puzzle, faces: Sequence[Faces]) -> str:
    """Return the colours place by place, for readers who do not see the picture."""
    first = list(zip(puzzle.board.places, faces, strict=True))[:64]
    return ", ".join(f"{puzzle.board.describe(place)}: {' '.join(map(puzzle.name, shown))}" for place, shown in first)
