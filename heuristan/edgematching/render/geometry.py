"""Where cells lie in a picture: their corners, clockwise, in widths of a cell, with y downwards.

Face i lies between the corners i and i + 1. A cube is drawn as its square from above.
"""

from collections.abc import Sequence
from math import sqrt

from heuristan.common.plane import Ring, Spot
from heuristan.edgematching.board import Board
from heuristan.edgematching.cells import CUBE, HEXAGON, TRIANGLE, Cell

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


def middle_of(ring: Ring) -> Spot:
    """Return the middle of a place with these corners."""
    return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)


def extent_of(board: Board) -> Spot:
    """Return the width and the height of a board, of one layer of a box."""
    rings = [corners_of(board.cell, place) for place in board.places]
    return max(x for ring in rings for x, _ in ring), max(y for ring in rings for _, y in ring)


def drawn_faces(cell: Cell) -> range:
    """Return the faces that are drawn along the rim of a piece: of a cube the four around it."""
    return range(4 if cell is CUBE else len(cell.faces))
