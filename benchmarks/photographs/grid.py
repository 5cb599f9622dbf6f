"""Silhouettes and seven coloured pieces on squared paper, as drawing programs and scanners save them.

The figures are shapes that come with heuristan; the pieces are solutions of the exact solver.
"""

from collections.abc import Iterator, Sequence
from functools import cache

import cv2
import numpy as np

from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve_exactly
from photographs.samples import Array, Sample
from photographs.scenes import parts_of, turned
from photographs.table import INKS, shapes
from photographs.tabletops import Random

CELLS = (14, 40)
"""Minimum and maximum size of a square of the paper, in pixels."""
RULES = ((235, 206, 190), (215, 215, 215), (190, 225, 200), (170, 170, 170), (200, 160, 120), (120, 120, 120))
"""Colours of the lines, as blue, green and red; the last ones are strong."""
PAPER = (255, 255, 255)
COLOURS = (
    *((66, 66, 214), (60, 150, 60), (190, 110, 40), (30, 170, 230), (150, 70, 150), (140, 140, 30), (90, 90, 90)),
)
"""Colours of the pieces, as blue, green and red."""
FINE = 4
"""Pixels drawn for one of the picture, each way."""


def make(number: int, seed: int) -> Iterator[Sample]:
    """Yield silhouettes and pieces on squared paper in turn."""
    random = np.random.default_rng([seed, 5])
    for place in range(number):
        yield _sample(f"grid-{seed}-{place}", bool(place % 2), random)


def _sample(name: str, is_in_pieces: bool, random: Random) -> Sample:
    """Return a picture; people who draw on squared paper let the edges run along its lines."""
    shape, rings = shapes()[int(random.integers(len(shapes())))]
    cell = int(random.integers(CELLS[0], CELLS[1] + 1))
    leg = cell * int(random.integers(2, 5)) if random.random() < 0.6 else cell * random.uniform(2, 4)
    leg = max(leg, 40.0)
    turn = 0.0 if random.random() < 0.6 else random.uniform(0, 2 * np.pi)
    points = _turned(np.vstack(rings), turn) * leg
    margin = cell * int(random.integers(2, 5))
    start = np.round((margin - points.min(0)) / cell) * cell
    size = np.ceil((points.max(0) + start + margin) / cell).astype(int) * cell
    picture = np.full((*(size[::-1] * FINE + FINE), 3), PAPER, np.uint8)
    _rule(picture, cell, random)
    painted = _pieces(shape) if is_in_pieces else rings
    _paint(picture, [(_turned(ring, turn) * leg + start) * FINE for ring in painted], is_in_pieces, random)
    small = cv2.resize(picture, tuple((size + 1).tolist()), interpolation=cv2.INTER_AREA)
    noisy = small + random.normal(0, random.uniform(0, 4), small.shape)
    data = cv2.imencode(".png", np.clip(noisy, 0, 255).astype(np.uint8))[1].tobytes()
    return Sample("grid", name, ".png", data, (parts_of(rings),))


def _turned(points: Array, turn: float) -> Array:
    """Return points turned, with y down."""
    return turned(points, turn) * [1, -1]


def _rule(picture: Array, cell: int, random: Random) -> None:
    """Draw the lines of squared paper; every fifth may be stronger."""
    colour = RULES[int(random.integers(len(RULES)))]
    width, bold = int(random.integers(1, 2 * FINE)), random.random() < 0.3
    for axis in (0, 1):
        for number, at in enumerate(range(0, picture.shape[1 - axis], cell * FINE)):
            thick = width * (2 if bold and number % 5 == 0 else 1)
            ends = ((at, 0), (at, picture.shape[0])) if axis == 0 else ((0, at), (picture.shape[1], at))
            cv2.line(picture, *ends, colour, thick)


def _paint(picture: Array, rings: Sequence[Array], is_in_pieces: bool, random: Random) -> None:
    fixed = [np.round(ring * 256).astype(np.int32) for ring in rings]
    if not is_in_pieces:
        cv2.fillPoly(picture, fixed, INKS[int(random.integers(len(INKS)))][::-1], cv2.LINE_8, 8)
        return
    edge = (30, 30, 30) if random.random() < 0.5 else None
    for number, ring in zip(random.permutation(len(fixed)).tolist(), fixed, strict=True):
        cv2.fillPoly(picture, [ring], COLOURS[number % len(COLOURS)], cv2.LINE_8, 8)
    if edge is not None:
        cv2.polylines(picture, fixed, True, edge, FINE, cv2.LINE_8, 8)


@cache
def _pieces(shape: str) -> tuple[Array, ...]:
    """Return the pieces of a solution of a shape, in small legs, y up."""
    (puzzle,) = read_outlines(shape)
    assert isinstance(puzzle, Puzzle)
    # the shape's own coordinates are moved, its rings begin at the origin
    first = puzzle.own(puzzle.rings[0][0])
    at = np.array(puzzle.in_legs(puzzle.rings[0][0])) - first
    return tuple(np.array(piece.vertices) + at for piece in solve_exactly(puzzle, traced=False).pieces)
