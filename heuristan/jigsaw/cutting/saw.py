"""The saw: a picture cut into the pieces of a puzzle, as pictures of their own or on one sheet."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeAlias

import cv2
import numpy as np

from heuristan.jigsaw.arrays import Bytes, Singles
from heuristan.jigsaw.cutting.lines import Outline, outlines
from heuristan.jigsaw.cutting.photographing import colour_for, label_spot, moved, photographed
from heuristan.jigsaw.cutting.recipe import Recipe
from heuristan.jigsaw.cutting.sheet import GAP, laid_out
from heuristan.jigsaw.cutting.stamping import Stamp, stamp
from heuristan.jigsaw.cutting.wear import finished, scale_of, worn

# The uses of the seed. Each has its own random numbers, so that an option does not change anything else.
_LINES, _ORDER, _WEAR, _NOISE, _PLACES, _CAMERA = range(6)

ROOM = 22
"""Gap between pieces on the sheet that is photographed, in pixels: for shadows and labels."""

Track: TypeAlias = Callable[[Sequence[int]], Iterable[int]]
"""A function that iterates over the pieces, and may show the progress."""


@dataclass(frozen=True, eq=False)
class Cut:
    """A puzzle that was cut: pictures, and where each piece belongs."""

    recipe: Recipe
    pictures: dict[str, Bytes]
    """The pictures of the pieces by name, or the one of a whole sheet; shape (height, width, 4) each."""
    truth: dict[str, Any]
    """The content of truth.json, described in docs/format-jigsaw.md."""


@dataclass(frozen=True, eq=False)
class _Turned:
    """A piece that is turned, and how to turn it back."""

    outline: Outline
    stamp: Stamp
    turn: int
    """Quarter turns clockwise that bring it back to how it lies in the picture."""
    tilt: float
    """Degrees clockwise by which it is tilted besides."""


def cut(picture: Bytes, recipe: Recipe, track: Track = iter) -> Cut:
    """Cut a picture into shuffled pieces, each with its own picture: piece-001, piece-002, ...

    Args:
        picture: red, green and blue, shape (height, width, 3). It is scaled to cover the grid at the recipe's size of a
            piece, and cropped equally on both sides.
        recipe: how to cut it.
        track: iterates over the pieces.
    """
    whole = fitted(picture, recipe)
    turned = _turned(whole, recipe, track)
    names = [f"piece-{number:0{_digits(turned)}}" for number in range(1, len(turned) + 1)]
    taken = _finishing(whole, recipe)
    pictures, placed = {}, []
    for name, each in zip(names, turned, strict=True):
        pictures[name], where = taken(each.stamp.colours, each.stamp.alpha, [each.stamp])
        placed += where
    return Cut(recipe, pictures, _truth(recipe, names, turned, placed))


def cut_sheet(picture: Bytes, recipe: Recipe, name: str, track: Track = iter) -> Cut:
    """Cut a picture into pieces that all lie on one sheet; they are named after it, row by row, as they are read.

    Raises:
        PuzzleError: if the sheet would be too large to be read as it is.
    """
    whole = fitted(picture, recipe)
    turned = _turned(whole, recipe, track)
    names = [f"{name}-{number:0{_digits(turned)}}" for number in range(1, len(turned) + 1)]
    gap = GAP if recipe.photo is None else ROOM
    colours, alpha, placed = laid_out([each.stamp for each in turned], _random(recipe, _PLACES), gap)
    sheet, placed = _finishing(whole, recipe)(colours, alpha, placed)
    return Cut(recipe, {name: sheet}, _truth(recipe, names, turned, placed))


def _finishing(whole: Bytes, recipe: Recipe) -> Callable[[Singles, Singles, list[Stamp]], tuple[Bytes, list[Stamp]]]:
    """Return a function that makes the picture to write of a piece or a sheet, and says where its pieces are there."""
    noise, camera, spread = _random(recipe, _NOISE), _random(recipe, _CAMERA), float(whole.std())
    photo = recipe.photo
    if photo is None:
        return lambda colours, alpha, stamps: (finished(colours, alpha, recipe, spread, noise), stamps)
    colour, numbers = colour_for(photo.table, whole), count(1)

    def take(colours: Singles, alpha: Singles, stamps: list[Stamp]) -> tuple[Bytes, list[Stamp]]:
        labels = {str(next(numbers)): label_spot(each) for each in stamps}
        seen, matrix = photographed(colours, alpha, photo, colour, labels, camera)
        there = [Stamp(each.colours, each.alpha, moved(each.corners, matrix)) for each in stamps]
        return finished(seen, np.ones(seen.shape[:2], np.float32), recipe, spread, noise), there

    return take


def fitted(picture: Bytes, recipe: Recipe) -> Bytes:
    """Scale the picture until it covers the grid, and crop it to its middle."""
    height, width = recipe.rows * recipe.size, recipe.columns * recipe.size
    scale = max(height / picture.shape[0], width / picture.shape[1])
    high, wide = (
        max(needed, round(side * scale)) for needed, side in zip((height, width), picture.shape[:2], strict=True)
    )
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    scaled = cv2.resize(picture, (wide, high), interpolation=way)
    top, left = (high - height) // 2, (wide - width) // 2
    return np.ascontiguousarray(scaled[top : top + height, left : left + width])


def _turned(whole: Bytes, recipe: Recipe, track: Track) -> list[_Turned]:
    """Return all pieces in shuffled order, turned and worn."""
    order, wear = _random(recipe, _ORDER), _random(recipe, _WEAR)
    lines = _random(recipe, _LINES)
    found = outlines(recipe.rows, recipe.columns, recipe.size, lines, recipe.variety, recipe.style)
    turns = order.integers(0, 4, len(found))
    tilts = order.uniform(-1, 1, len(found)) * recipe.tilt
    pieces = []
    for at in track(order.permutation(len(found)).tolist()):
        turn = 0 if recipe.is_upright else int(turns[at])
        tilt = float(tilts[at])
        piece = stamp(whole, found[at], tilt - 90 * turn, scale_of(recipe, wear))
        pieces.append(_Turned(found[at], worn(piece, recipe, wear), turn, tilt))
    return pieces


def _truth(recipe: Recipe, names: Sequence[str], turned: Sequence[_Turned], placed: Sequence[Stamp]) -> dict[str, Any]:
    return {
        "rows": recipe.rows,
        "columns": recipe.columns,
        "pieces": [
            {
                "piece": name,
                "row": each.outline.row,
                "column": each.outline.column,
                "turn": each.turn,
                "tilt": round(each.tilt, 3) + 0.0,
                "corners": np.round(piece.corners, 3).tolist(),
                "sides": list(each.outline.kinds),
            }
            for name, each, piece in zip(names, turned, placed, strict=True)
        ],
    }


def _random(recipe: Recipe, what_for: int) -> np.random.Generator:
    return np.random.default_rng([recipe.seed, what_for])


def _digits(pieces: Sequence[_Turned]) -> int:
    return len(str(len(pieces)))
