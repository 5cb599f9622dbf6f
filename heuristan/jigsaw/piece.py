"""A piece of a jigsaw puzzle as it was seen: its picture, its four corners and four sides."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Kind: TypeAlias = Literal["flat", "tab", "blank"]
"""A straight side lies on the border of the puzzle; a tab goes into a blank."""


@dataclass(frozen=True, eq=False)
class Side:
    """One of the four sides of a piece, from corner to corner, clockwise as the picture shows it."""

    kind: Kind
    contour: NDArray[np.float64]
    """Shape (n, 2): x to the right and y downwards in pixels of the piece's picture, about a pixel apart; the first and
    the last point are corners."""
    insets: NDArray[np.float32]
    """Shape (levels, n, 3): the colours (red, green, blue, 0 to 255) at each point of the contour, moved into the piece
    by 1, 2, ... pixels."""

    @property
    def chord(self) -> float:
        """Pixels from corner to corner."""
        x, y = self.contour[-1] - self.contour[0]
        return float(np.hypot(x, y))


@dataclass(frozen=True, eq=False)
class Piece:
    """A piece, as it lies in its picture."""

    name: str
    picture: NDArray[np.uint8]
    """Shape (height, width, 4): red, green, blue, alpha; alpha is 0 outside the piece."""
    sides: tuple[Side, Side, Side, Side]
    """Clockwise as the picture shows it (y downwards), the first the one that is nearest to the picture's top."""
    origin: tuple[int, int] = (0, 0)
    """Where the picture begins in that of the file, x and y in pixels: cropped to the piece and a small margin."""

    @property
    def corners(self) -> NDArray[np.float64]:
        """Shape (4, 2): where each side begins."""
        return np.array([side.contour[0] for side in self.sides])
