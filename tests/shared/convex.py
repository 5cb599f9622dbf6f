"""Convex polygons of given area."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import sqrt

import numpy as np

from heuristan.tangram.boundary import Ring
from heuristan.tangram.lattice.points import over_root, turn, value
from heuristan.tangram.pieces.sets import (
    TANGRAM,
    UNITS_A_LEG,
    Shape,
    items_of,
    lengths_made,
    orientations,
    ring_from,
)
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle, make_puzzle


@cache
def convex_polygons() -> tuple[Puzzle, ...]:
    """Every convex polygon of a set's area whose edges are sums of sides of the pieces, one of each form.

    It is a box of width w and height h with its corners cut off at 45 degrees, edges from the bottom counter-clockwise:
    b0, d1, b2, d3, b4, d5, b6, d7. What is cut off has an area of (d1^2 + d3^2 + d5^2 + d7^2) / 4, and a convex polygon
    covers half of its box at least.
    """
    scale = UNITS_A_LEG
    exact = sorted({0, *lengths_made(TANGRAM, items_of(TANGRAM, TANGRAM.stock(1)))}, key=value)
    lengths = np.array([value(length) / scale for length in exact])
    diagonals = [i for i, length in enumerate(lengths) if length <= sqrt(32)]
    found: dict[Ring, Puzzle] = {}
    for four in product(diagonals, repeat=4):
        d1, d3, d5, d7 = lengths[list(four)] * sqrt(0.5)
        cut = (d1**2 + d3**2 + d5**2 + d7**2) / 2
        if cut > 8 + 1e-9 or four[0] != max(four):
            continue
        widths = d7 + d1 + lengths
        heights = (8 + cut) / np.maximum(widths, 1e-9)
        sides = np.stack([lengths, heights - d1 - d3, widths - d3 - d5, heights - d5 - d7])
        near = np.abs(sides[:, :, None] - lengths).argmin(axis=2)
        fits = np.all(np.abs(lengths[near] - sides) < 1e-9, axis=0)
        for b0, b2, b4, b6 in near[:, fits].T:
            puzzle = polygon(exact[i] for i in (b0, four[0], b2, four[1], b4, four[2], b6, four[3]))
            if puzzle is not None:
                found.setdefault(min(orientations(Shape("", puzzle.rings[0]))), puzzle)
    return tuple(found.values())


def polygon(edges: Iterator[int]) -> Puzzle | None:
    """The octagon with these edges, those of no length left out; None if it is not exactly what is asked for."""
    steps = [turn((length, over_root(length), 0, -over_root(length)), k) for k, length in enumerate(edges) if length]
    try:
        return make_puzzle("convex", [ring_from((0, 0, 0, 0), steps)])
    except (ValueError, OutlineError):
        return None
