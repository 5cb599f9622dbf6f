"""A piece of a jigsaw puzzle as it was read, and names for the arrays of the jigsaw system."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Singles: TypeAlias = NDArray[np.float32]
Bytes: TypeAlias = NDArray[np.uint8]
Indices: TypeAlias = NDArray[np.intp]
Booleans: TypeAlias = NDArray[np.bool_]
Kind: TypeAlias = Literal["flat", "tab", "blank"]
"""The kind of a side: a flat one lies on the border of the puzzle, a tab goes into a blank."""

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Steps on a grid, rows down and columns to the right, in the directions 0 to 3: up, right, down, left. A piece turned
clockwise by t quarter turns has its side s in the direction s + t."""


@dataclass(frozen=True, eq=False)
class Side:
    """One of the four sides of a piece, from corner to corner, clockwise as the picture shows it."""

    kind: Kind
    contour: Floats
    """Points about a pixel apart, shape (n, 2): x to the right and y downwards in pixels of the piece's picture. The
    first and the last point are corners."""
    insets: Singles
    """Colours (red, green, blue, 0 to 255) at each point of the contour after it is moved into the piece by 1, 2, ...
    pixels; shape (levels, n, 3)."""

    @property
    def chord(self) -> float:
        """Distance from corner to corner in pixels."""
        x, y = self.contour[-1] - self.contour[0]
        return float(np.hypot(x, y))


@dataclass(frozen=True, eq=False)
class Piece:
    """A piece as it lies in its picture."""

    name: str
    picture: Bytes
    """Red, green, blue and alpha, shape (height, width, 4); alpha is 0 outside the piece."""
    sides: tuple[Side, Side, Side, Side]
    """The sides clockwise as the picture shows them (y downwards), beginning with the one nearest to the top."""
    origin: tuple[int, int] = (0, 0)
    """Position (x, y) in the picture of the file at which this picture, cropped to the piece and a margin, begins."""

    @property
    def corners(self) -> Floats:
        """The point at which each side begins, shape (4, 2)."""
        return np.array([side.contour[0] for side in self.sides])
