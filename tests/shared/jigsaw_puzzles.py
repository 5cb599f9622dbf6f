"""Small jigsaw puzzles for tests, cut and read once."""

from functools import cache
from typing import NamedTuple

import numpy as np
from jigsaw_photographer import Recipe, cut

from heuristan.jigsaw.piece import Bytes, Kind, Piece, Side
from heuristan.jigsaw.reading import pieces_of
from heuristan.jigsaw.results import Placed, Result


class Made(NamedTuple):
    """A puzzle and where its pieces belong."""

    pieces: tuple[Piece, ...]
    truth: Result


@cache
def made(rows: int, columns: int, seed: int = 1, *, upright: bool = False, worn: bool = False) -> Made:
    """Make a puzzle of a picture without repetition; if worn, its tabs are nearly alike and it is scanned badly."""
    wear = {"variety": 0.1, "tilt": 8.0, "shadow": 0.3, "noise": 0.3, "scan": 0.3} if worn else {}
    recipe = Recipe(rows, columns, size=60, seed=seed, is_upright=upright, **wear)
    found = cut(picture(seed, plain=worn), recipe)
    placed = (Placed(one["piece"], one["row"], one["column"], one["turn"]) for one in found.truth["pieces"])
    return Made(pieces_of(found.pictures), Result("truth", "solved", rows, columns, tuple(placed)))


@cache
def picture(seed: int, *, plain: bool = False) -> Bytes:
    """Draw coloured waves of many lengths, 480 x 640; if plain, they fade away to the left."""
    random = np.random.default_rng(seed)
    y, x = np.mgrid[:480, :640] / 640
    channels = []
    for _ in range(3):
        waves = np.zeros(x.shape)
        for _ in range(12):
            (u, v), phase = random.normal(0, 3, 2), random.uniform(0, 2 * np.pi)
            waves += np.sin(2 * np.pi * (u * x + v * y) + phase)
        channels.append(127 + 30 * waves * (x**2 if plain else 1))
    return np.asarray(np.clip(np.dstack(channels), 0, 255).astype(np.uint8))


def gradient(height: int = 120, width: int = 180) -> Bytes:
    """Make a picture in which each place has another colour."""
    y, x = np.mgrid[:height, :width]
    return np.dstack([x * 255 // width, y * 255 // height, (x + y) % 256]).astype(np.uint8)


def blank_piece(name: str, kinds: tuple[Kind, Kind, Kind, Kind]) -> Piece:
    """Make a piece that is only its kinds of sides: a square of 10 pixels."""
    corners = np.array([(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)], dtype=float)
    first, second, third, fourth = (
        Side(kind, corners[i : i + 2], np.zeros((6, 2, 3), dtype=np.float32)) for i, kind in enumerate(kinds)
    )
    return Piece(name, np.zeros((12, 12, 4), dtype=np.uint8), (first, second, third, fourth))
