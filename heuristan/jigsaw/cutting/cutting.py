"""A picture cut into a puzzle."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np

from heuristan.jigsaw.cutting.lines import Outline, outlines
from heuristan.jigsaw.cutting.recipe import Recipe
from heuristan.jigsaw.cutting.sheet import laid_out
from heuristan.jigsaw.cutting.stamping import Bytes, Stamp, stamp
from heuristan.jigsaw.cutting.wear import finished, scale_of, worn

# What the seed is used for; each has numbers of its own, so that an option changes nothing but what it is for.
_LINES, _ORDER, _WEAR, _NOISE, _PLACES = range(5)


Shown: TypeAlias = Callable[[Sequence[int]], Iterable[int]]
"""Goes through the pieces, and may show how far the cutting is."""


@dataclass(frozen=True, eq=False)
class Cut:
    """A puzzle: pictures, and where each piece belongs."""

    recipe: Recipe
    pictures: dict[str, Bytes]
    """Shape (height, width, 4) each: of the pieces by name, or the one of a whole sheet."""
    truth: dict[str, Any]
    """What truth.json holds; docs/jigsaw-pieces.md says what that is."""


@dataclass(frozen=True, eq=False)
class _Turned:
    """A piece and how it has to be turned."""

    outline: Outline
    stamp: Stamp
    turn: int
    """Quarter turns clockwise until it lies as in the picture."""
    tilt: float


def cut(picture: Bytes, recipe: Recipe, shown: Shown = iter) -> Cut:
    """Cut a picture into pieces, each on a picture of its own: piece-001, piece-002, ..., shuffled.

    Args:
        picture: shape (height, width, 3), red, green, blue. It is scaled to cover rows by columns pieces of the
            recipe's size, and what juts out is cropped, as much on one side as on the other.
        recipe: how to cut it.
        shown: goes through the pieces.
    """
    whole = fitted(picture, recipe)
    random, spread = _random(recipe, _NOISE), float(whole.std())
    turned = _turned(whole, recipe, shown)
    names = [f"piece-{number:0{_digits(turned)}}" for number in range(1, len(turned) + 1)]
    pictures = {
        name: finished(each.stamp.colours, each.stamp.alpha, recipe, spread, random)
        for name, each in zip(names, turned, strict=True)
    }
    return Cut(recipe, pictures, _truth(recipe, names, turned, [each.stamp for each in turned]))


def cut_sheet(picture: Bytes, recipe: Recipe, name: str, shown: Shown = iter) -> Cut:
    """Cut a picture into pieces that all lie on one sheet; they are called after it, row by row, as they are read.

    Raises:
        PuzzleError: the sheet would be larger than what is read.
    """
    whole = fitted(picture, recipe)
    turned = _turned(whole, recipe, shown)
    names = [f"{name}-{number:0{_digits(turned)}}" for number in range(1, len(turned) + 1)]
    colours, alpha, placed = laid_out([each.stamp for each in turned], _random(recipe, _PLACES))
    sheet = finished(colours, alpha, recipe, float(whole.std()), _random(recipe, _NOISE))
    return Cut(recipe, {name: sheet}, _truth(recipe, names, turned, placed))


def fitted(picture: Bytes, recipe: Recipe) -> Bytes:
    """The picture scaled until it covers the grid, its middle."""
    height, width = recipe.rows * recipe.size, recipe.columns * recipe.size
    scale = max(height / picture.shape[0], width / picture.shape[1])
    high, wide = (
        max(least, round(side * scale)) for least, side in zip((height, width), picture.shape[:2], strict=True)
    )
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    scaled = cv2.resize(picture, (wide, high), interpolation=way)
    top, left = (high - height) // 2, (wide - width) // 2
    return np.ascontiguousarray(scaled[top : top + height, left : left + width])


def _turned(whole: Bytes, recipe: Recipe, shown: Shown) -> list[_Turned]:
    """All pieces in shuffled order, turned and worn."""
    order, wear = _random(recipe, _ORDER), _random(recipe, _WEAR)
    found = outlines(recipe.rows, recipe.columns, recipe.size, _random(recipe, _LINES), recipe.variety)
    turns = order.integers(0, 4, len(found))
    tilts = order.uniform(-1, 1, len(found)) * recipe.tilt
    pieces = []
    for at in shown(order.permutation(len(found)).tolist()):
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
