"""A piece of a jigsaw puzzle as it was read, with its picture; places on a grid; and names for arrays.

Pictures have limits of size, and are loaded and written here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.common.faults import InputError, require

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
Place: TypeAlias = tuple[int, int]
"""A row and a column of a grid."""


def beside(place: Place, direction: int) -> Place:
    """Return the place beside another one in a direction."""
    return place[0] + STEPS[direction][0], place[1] + STEPS[direction][1]


def around(place: Place) -> Iterator[tuple[int, Place]]:
    """Yield the four directions with the places there."""
    return enumerate(beside(place, direction) for direction in range(4))


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


def of_kind(pieces: Sequence[Piece], kind: Kind) -> Booleans:
    """Return which sides are of a kind, shape (pieces, 4)."""
    return np.array([[side.kind == kind for side in piece.sides] for piece in pieces], dtype=bool).reshape(-1, 4)


Picture: TypeAlias = Bytes
"""Red, green, blue and alpha, shape (height, width, 4)."""

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp")
MOST_PIXELS = 16_000_000
"""Maximum number of pixels of a picture of pieces that is worked on: enough for 1,000 pieces of 100 pixels. The working
memory is some 100 bytes a pixel."""
MOST_PICTURES = 5000
"""Maximum number of pictures of a puzzle, and of pieces in a picture."""
SMALLEST = 16
"""Minimum number of pixels of a side: a smaller picture does not show a piece."""


def need_opencv() -> None:
    """Raise MissingExtraError if OpenCV is not installed."""
    require("cv2", "OpenCV", "jigsaw")


def load(path: Path) -> Picture:
    """Load the picture of a PNG, JPEG, WebP, TIFF or BMP file. If it has no transparency, alpha is 255 everywhere.

    Raises:
        InputError: if the file cannot be read, is not a picture, is too large, too small or damaged.
        MissingExtraError: if OpenCV is not installed.
    """
    need_opencv()
    from heuristan.common.images.loading import rgba_of

    pixels = rgba_of(path)
    height, width = pixels.shape[:2]
    if min(height, width) < SMALLEST:
        raise InputError(f"{path}: the picture has {width} x {height} pixels; a piece needs about 60 each way")
    return pixels


def reduced(picture: Picture, most: int = MOST_PIXELS) -> Picture:
    """Reduce a picture to a number of pixels if it has more, as a scan of 600 dots an inch has."""
    height, width = picture.shape[:2]
    if height * width <= most:
        return picture
    import cv2

    scale = (most / (height * width)) ** 0.5
    size = int(width * scale), int(height * scale)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))


def png_of(picture: Bytes) -> bytes:
    """Encode a PNG, without an alpha channel if nothing is transparent."""
    import cv2

    order = [2, 1, 0] if (picture[..., 3] == 255).all() else [2, 1, 0, 3]
    done, data = cv2.imencode(".png", picture[..., order])
    assert done
    return bytes(data)
