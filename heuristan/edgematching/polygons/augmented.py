"""Proposition 6.1: the whole puzzle in every turn at once, solved as one puzzle whose pieces are not turned.

If piece i lies at t_i in the puzzle, its copy that is turned by R lies at R t_i in the copy of the puzzle that is: so
e^(k.R t_i) is a monomial of t_i whose exponent is turned back, and equation (6.4) is linear in the monomials of an
orbit. The rows of the matrices are a star (`heuristan.edgematching.polygons.moments.star`), which turns into itself;
with eight turns no set of whole numbers would.
"""

from collections.abc import Sequence
from math import pi
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from heuristan.edgematching.polygons.integrals import Floats, arrays, summed
from heuristan.edgematching.polygons.iterating import Iterate, Spectrum, iterates, random_start, zero
from heuristan.edgematching.polygons.judge import Judge
from heuristan.edgematching.polygons.kinds import KindsOfSides
from heuristan.edgematching.polygons.moments import Form, star
from heuristan.edgematching.polygons.overlay import difference
from heuristan.edgematching.polygons.program import Free, Program, Unknowns
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle, Side
from heuristan.edgematching.polygons.turning import (
    Choice,
    Tried,
    TurnedStep,
    about,
    has_solution,
    turned,
    turned_sides,
)

INSIDE = 0.5
"""A copy of a piece counts as one in the upright frame if no more than this share of it lies outside, ..."""
MOST_COPIES = 2
"""... and of these the two that lie outside least."""

FARTHEST = 3.0
"""h t lies between -1 and 1 for points of the outline, and is not believed to be larger than 3."""


class Augmented(NamedTuple):
    """The program of a puzzle in all turns."""

    puzzle: PolygonPuzzle
    angles: tuple[float, ...]
    scale: float
    program: Program


def augmented(puzzle: PolygonPuzzle, turns: int, degree: int) -> Augmented:
    """The program for (6.4).

    Args:
        puzzle: pieces in any orientation, of which those of a solution differ by some of the turns.
        turns: how many make a full turn: 4 or 8.
        degree: the longest arm of the star.
    """
    form = star(degree, turns)
    angles = tuple(2 * pi * p / turns for p in range(turns))
    scale = 2 / puzzle.size
    left, right = _equations(puzzle, form, angles, scale)
    unknowns, count = Unknowns(form, len(puzzle.pieces)), len(puzzle.pieces)
    every = np.arange(count)
    unknowns.bind(every, 0 * every, Free.none(np.ones(count)))
    back = _turned_back(form, angles)
    seen = {0}
    for number in range(1, len(form.exponents)):
        if number not in seen:
            orbit = np.unique(back[:, number])
            seen.update(orbit.tolist())
            # the equations of the other exponents of the orbit are the same ones, turned
            rows = np.zeros((len(right), len(orbit), count))
            for turn in range(turns):
                rows[:, np.searchsorted(orbit, back[turn, number])] += left[turn, :, :, number]
            matrices, monomials = np.tile(every, len(orbit)), np.repeat(orbit, count)
            unknowns.bind(matrices, monomials, Free.of(rows.reshape(len(right), -1), right[:, number]))
    return Augmented(puzzle, angles, scale, unknowns.program())


def _equations(puzzle: PolygonPuzzle, form: Form, angles: Sequence[float], scale: float) -> tuple[Floats, Floats]:
    """Sums of path integrals: by turn, kind, piece and exponent; and those of all frames by kind and exponent."""
    frames = [turned_sides(puzzle.sides, angle, puzzle.middle) for angle in angles]
    pieces = [[turned_sides(piece.sides, angle, piece.middle) for piece in puzzle.pieces] for angle in angles]
    kinds = KindsOfSides([side for sides in [*frames, *(one for copy in pieces for one in copy)] for side in sides])
    exponents = np.array(form.exponents)

    def sums(sides: Sequence[Side]) -> Floats:
        return summed(arrays(kinds, sides, (0.0, 0.0)), len(kinds.kinds), exponents, scale).T

    left = np.array([np.stack([sums(one) for one in copy], axis=1) for copy in pieces])
    return left, np.sum([sums(frame) for frame in frames], axis=0)


def _turned_back(form: Form, angles: Sequence[float]) -> NDArray[np.intp]:
    """For each turn R and exponent k the number of the exponent R^T k."""
    return np.array([[form.number(about(k, -angle)) for k in form.exponents] for angle in angles])


def try_augmented(puzzle: PolygonPuzzle, turns: int, degree: int, *, seed: int | None = None, most: int = 15) -> Tried:
    """Algorithm 2 on the augmented puzzle.

    Args:
        puzzle: as for `augmented`.
        turns: 4 or 8.
        degree: the longest arm of the star.
        seed: of a random start; that of the paper if not given.
        most: iterates at most.
    """
    found = augmented(puzzle, turns, degree)
    start = zero(found.program) if seed is None else random_start(found.program, np.random.default_rng(seed))
    steps: list[TurnedStep] = []
    iterate = None
    for iterate in iterates(found.program, _weighed, start, most):
        spots = _spots(found, iterate)
        rings = tuple(
            turned(piece, angle).moved(about(spot, angle))
            for angle in found.angles
            for piece, spot in zip(puzzle.pieces, spots, strict=True)
        )
        steps.append(TurnedStep(iterate.objective, rings))
        if has_solution(puzzle, [_choices(found, number, spot) for number, spot in enumerate(spots)]):
            return Tried(True, tuple(steps), iterate.vanishes)
    return Tried(False, tuple(steps), iterate is not None and iterate.vanishes)


def _weighed(matrices: list[Floats]) -> list[Spectrum]:
    return [Spectrum.of(matrix, 1) for matrix in matrices]


def _spots(found: Augmented, iterate: Iterate) -> list[tuple[float, float]]:
    """Where the pieces lie, from the middle of the frames."""
    up = found.program.form.up
    least, most = np.exp(-FARTHEST), np.exp(FARTHEST)
    logs = [np.log(np.clip(matrix[0, [1, up]], least, most)) / found.scale for matrix in iterate.matrices]
    return [(float(x), float(y)) for x, y in logs]


def _choices(found: Augmented, number: int, spot: tuple[float, float]) -> list[Choice]:
    """The copies of a piece that may be the one that lies in the upright frame."""
    frame, (mx, my) = Judge(found.puzzle).frame, found.puzzle.middle
    options = []
    for turn, angle in enumerate(found.angles):
        piece, (x, y) = turned(found.puzzle.pieces[number], angle), about(spot, angle)
        # `middle` of the turned piece is not the origin about which it was turned
        place = (x + mx, y + my)
        polygon = shapely.Polygon(piece.moved(place))
        options.append((difference(polygon, frame, found.puzzle.size).area / polygon.area, turn, Choice(piece, place)))
    options.sort(key=lambda option: option[:2])
    inside = [choice for share, _, choice in options if share <= INSIDE]
    return inside[:MOST_COPIES] or [options[0][2]]
