"""Proposition 6.1: the whole puzzle in every turn at once, solved as one puzzle whose pieces are not turned.

If piece i lies at t_i in the puzzle, its copy turned by R lies at R t_i in the copy of the puzzle turned by R. So
e^(k.R t_i) is a monomial of t_i whose exponent is turned back, and equation (6.4) is linear in the monomials of an
orbit. The exponents of the rows of the matrices are a `star`, which is turned into itself; for eight turns no set of
integers would be.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from turned_pieces import Choice, TurnedAttempt, TurnedStep, about, has_solution, turned, turned_sides

from heuristan.common.overlay import difference
from heuristan.edgematching.polygons.area_judge import Judge
from heuristan.edgematching.polygons.model import PolygonPuzzle, Side, SideKinds
from heuristan.edgematching.polygons.relaxation import (
    AffineSpace,
    Floats,
    Form,
    SemidefiniteProgram,
    Unknowns,
    arrays,
    summed,
)
from heuristan.edgematching.polygons.semidefinite import Optimum, Spectrum, iterates, random_start, zero

INSIDE = 0.5
"""Maximum share of a piece's copy outside the upright frame for it to count as a copy in that frame."""
MAX_COPIES = 2
"""Maximum number of copies that are tried, those with the smallest share outside first."""

FARTHEST = 3.0
"""Maximum of h t that is believed; for points of the outline it is between -1 and 1."""


class Augmented(NamedTuple):
    """The program of a puzzle in all turns."""

    puzzle: PolygonPuzzle
    angles: tuple[float, ...]
    scale: float
    program: SemidefiniteProgram


@lru_cache
def star(degree: int, turns: int) -> Form:
    """Return a form whose rows are turned into each other: 1, and e^(jk.t) for a unit vector k in every direction."""
    angles = [2 * pi * p / turns for p in range(turns)]
    arms = [(j * cos(a), j * sin(a)) for j in range(1, degree + 1) for a in angles]
    return Form(((0.0, 0.0), *arms))


def augmented(puzzle: PolygonPuzzle, turns: int, degree: int) -> Augmented:
    """Set up the program for (6.4).

    Args:
        puzzle: pieces in any orientation, of which those of a solution differ by some of the turns.
        turns: the number of turns that make a full turn: 4 or 8.
        degree: the longest arm of the star.
    """
    form = star(degree, turns)
    angles = tuple(2 * pi * p / turns for p in range(turns))
    scale = 2 / puzzle.size
    left, right = _equations(puzzle, form, angles, scale)
    unknowns, count = Unknowns(form, len(puzzle.pieces)), len(puzzle.pieces)
    every = np.arange(count)
    unknowns.bind(every, 0 * every, AffineSpace.point_only(np.ones(count)))
    back = _turned_back(form, angles)
    seen = {0}
    for number in range(1, len(form.exponents)):
        if number not in seen:
            orbit = np.unique(back[:, number])
            seen.update(orbit.tolist())
            # the equations of the other exponents of the orbit are the same equations, turned
            rows = np.zeros((len(right), len(orbit), count))
            for turn in range(turns):
                rows[:, np.searchsorted(orbit, back[turn, number])] += left[turn, :, :, number]
            matrices, monomials = np.tile(every, len(orbit)), np.repeat(orbit, count)
            unknowns.bind(matrices, monomials, AffineSpace.solving(rows.reshape(len(right), -1), right[:, number]))
    return Augmented(puzzle, angles, scale, unknowns.program())


def _equations(puzzle: PolygonPuzzle, form: Form, angles: Sequence[float], scale: float) -> tuple[Floats, Floats]:
    """Return the sums of path integrals: by turn, kind, piece and exponent, and of all frames by kind and exponent."""
    frames = [turned_sides(puzzle.sides, angle, puzzle.middle) for angle in angles]
    pieces = [[turned_sides(piece.sides, angle, piece.middle) for piece in puzzle.pieces] for angle in angles]
    kinds = SideKinds([side for sides in [*frames, *(one for copy in pieces for one in copy)] for side in sides])
    exponents = np.array(form.exponents)

    def sums(sides: Sequence[Side]) -> Floats:
        return summed(arrays(kinds, sides, (0.0, 0.0)), len(kinds.kinds), exponents, scale).T

    left = np.array([np.stack([sums(one) for one in copy], axis=1) for copy in pieces])
    return left, np.sum([sums(frame) for frame in frames], axis=0)


def _turned_back(form: Form, angles: Sequence[float]) -> NDArray[np.intp]:
    """Return for each turn R and exponent k the number of the exponent R^T k."""
    return np.array([[form.number(about(k, -angle)) for k in form.exponents] for angle in angles])


def try_augmented(
    puzzle: PolygonPuzzle, turns: int, degree: int, *, seed: int | None = None, maximum: int = 15
) -> TurnedAttempt:
    """Run Algorithm 2 on the augmented puzzle.

    Args:
        puzzle: as for `augmented`.
        turns: 4 or 8.
        degree: the longest arm of the star.
        seed: the seed of a random start; by default W = 0 as in the paper.
        maximum: the maximum number of iterates.
    """
    found = augmented(puzzle, turns, degree)
    start = zero(found.program) if seed is None else random_start(found.program, np.random.default_rng(seed))
    steps: list[TurnedStep] = []
    iterate = None
    for iterate in iterates(found.program, _spectra, start, maximum):
        spots = _spots(found, iterate)
        rings = tuple(
            turned(piece, angle).moved(about(spot, angle))
            for angle in found.angles
            for piece, spot in zip(puzzle.pieces, spots, strict=True)
        )
        steps.append(TurnedStep(iterate.objective, rings))
        if has_solution(puzzle, [_choices(found, number, spot) for number, spot in enumerate(spots)]):
            return TurnedAttempt(True, tuple(steps), iterate.vanishes)
    return TurnedAttempt(False, tuple(steps), iterate is not None and iterate.vanishes)


def _spectra(matrices: list[Floats]) -> list[Spectrum]:
    return [Spectrum.of(matrix, 1) for matrix in matrices]


def _spots(found: Augmented, iterate: Optimum) -> list[tuple[float, float]]:
    """Return the places of the pieces from the middle of the frames."""
    up = found.program.form.up
    low, high = np.exp(-FARTHEST), np.exp(FARTHEST)
    logs = [np.log(np.clip(matrix[0, [1, up]], low, high)) / found.scale for matrix in iterate.matrices]
    return [(float(x), float(y)) for x, y in logs]


def _choices(found: Augmented, number: int, spot: tuple[float, float]) -> list[Choice]:
    """Return the copies of a piece that may lie in the upright frame."""
    frame, (mx, my) = Judge(found.puzzle).frame, found.puzzle.middle
    options = []
    for turn, angle in enumerate(found.angles):
        piece, (x, y) = turned(found.puzzle.pieces[number], angle), about(spot, angle)
        # `middle` of the turned piece is not the origin about which it was turned
        place = (x + mx, y + my)
        polygon = shapely.Polygon(piece.moved(place))
        options.append((difference(polygon, frame).area / polygon.area, turn, Choice(piece, place)))
    options.sort(key=lambda option: option[:2])
    inside = [choice for share, _, choice in options if share <= INSIDE]
    return inside[:MAX_COPIES] or [options[0][2]]
