"""Puzzles of polygons for tests, and points of their programs."""

from functools import cache
from typing import Any

import numpy as np

from heuristan.common.plane import Spot
from heuristan.edgematching.commands.tangram_bridge.outlines import puzzle_from
from heuristan.edgematching.polygons.corner_search import search
from heuristan.edgematching.polygons.model import PolygonPuzzle
from heuristan.edgematching.polygons.relaxation import Form, SemidefiniteProgram
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle


@cache
def tangram(name: str) -> PolygonPuzzle:
    outline = next(read_outlines(name))
    assert isinstance(outline, Puzzle)
    return puzzle_from(outline)


@cache
def places_of(puzzle: PolygonPuzzle) -> tuple[Spot, ...]:
    result = search(puzzle)
    assert result.status == "solved"
    return result.places


def spots_of(puzzle: PolygonPuzzle) -> list[Spot]:
    """Where the middles of the pieces lie in a solution, from the frame's middle."""
    mx, my = puzzle.middle
    pairs = zip(puzzle.pieces, places_of(puzzle), strict=True)
    return [(piece.middle[0] + x - mx, piece.middle[1] + y - my) for piece, (x, y) in pairs]


def moments(form: Form, scale: float, spot: Spot) -> Any:
    """All monomials of a piece that lies at a spot."""
    return np.exp(scale * (np.array(form.exponents) @ np.array(spot)))


def is_in(program: SemidefiniteProgram, matrices: list[Any]) -> bool:
    """Whether matrices satisfy the equations of a program."""
    whole = np.concatenate([program.form.vector(matrix) for matrix in matrices]) - program._constant
    dense = program._matrix.toarray()
    left = whole - dense @ np.linalg.lstsq(dense, whole, rcond=None)[0]
    return bool(np.abs(left).max() < 1e-6 * max(1.0, np.abs(whole).max()))
