"""Unknown orientations without copies: a piece in an orientation is a candidate with its own matrix.

The corner of a candidate's matrix, 1 if the orientation is given, is its share. The shares of a piece add up to
1, and in a solution one candidate has all of it. The equations are those of section 6.2.
"""

from collections.abc import Sequence
from math import pi
from random import Random
from typing import NamedTuple

import numpy as np
from turned_pieces import Choice, TurnedAttempt, TurnedStep, has_solution, turned

from heuristan.edgematching.polygons.model import Piece, PolygonPuzzle, Side, SideKinds, are_same
from heuristan.edgematching.polygons.relaxation import (
    AffineSpace,
    Floats,
    Form,
    SemidefiniteProgram,
    Unknowns,
    arrays,
    powers,
    summed,
)
from heuristan.edgematching.polygons.semidefinite import Spectrum, iterates, random_start, zero

MIN_SHARE = 1e-6
"""Minimum share by which moments are divided; a candidate with less lies nowhere."""

FARTHEST = 3.0
"""Maximum of h t that is believed; for points of the outline it is between -1 and 1."""


class Candidate(NamedTuple):
    """A piece in one orientation."""

    number: int
    """The number of the piece, from 0."""
    piece: Piece


def candidates_of(puzzle: PolygonPuzzle, turns: int, maximum: int, seed: int) -> list[Candidate]:
    """Return each piece as the puzzle shows it and in other random orientations, shuffled, up to a maximum number."""
    random = Random(seed)
    found: list[Candidate] = []
    for number, piece in enumerate(puzzle.pieces):
        shown = turned(piece, 0.0)
        others = [turned(piece, 2 * pi * p / turns) for p in range(1, turns)]
        random.shuffle(others)
        distinct = [shown]
        for other in others:
            if len(distinct) < maximum and not any(are_same(one, other, puzzle.near) for one in distinct):
                distinct.append(other)
        random.shuffle(distinct)
        found += [Candidate(number, one) for one in distinct]
    return found


def program_of(puzzle: PolygonPuzzle, candidates: Sequence[Candidate], degree: int) -> SemidefiniteProgram:
    """Return the program whose matrices are those of the candidates."""
    form = powers(degree)
    kinds = SideKinds([*puzzle.sides, *(side for candidate in candidates for side in candidate.piece.sides)])
    exponents, scale = np.array(form.exponents), 2 / puzzle.size

    def sums(sides: Sequence[Side], middle: tuple[float, float]) -> Floats:
        return summed(arrays(kinds, sides, middle), len(kinds.kinds), exponents, scale).T

    left = np.stack([sums(candidate.piece.sides, candidate.piece.middle) for candidate in candidates], axis=1)
    right = sums(puzzle.sides, puzzle.middle)
    shares = np.zeros((len(puzzle.pieces), len(candidates)))
    shares[[candidate.number for candidate in candidates], range(len(candidates))] = 1.0
    unknowns, every = Unknowns(form, len(candidates)), np.arange(len(candidates))
    for number in range(len(form.exponents)):
        equations, sides = left[:, :, number], right[:, number]
        if number == 0:
            equations, sides = np.vstack([equations, shares]), np.append(sides, np.ones(len(shares)))
        unknowns.bind(every, 0 * every + number, AffineSpace.solving(equations, sides))
    return unknowns.program()


def try_orientations(
    puzzle: PolygonPuzzle,
    turns: int,
    maximum: int,
    degree: int,
    *,
    seed: int = 1,
    start: int | None = None,
    iterations: int = 15,
) -> TurnedAttempt:
    """Run Algorithm 2 with several orientations for each piece.

    Args:
        puzzle: the pieces as a solution has them turned.
        turns: the number of turns that make a full turn.
        maximum: the maximum number of orientations for each piece, the right one among them.
        degree: the highest power in the first column of the matrices.
        seed: the seed of the choice of orientations.
        start: the seed of a random start; by default W = 0 as in the paper.
        iterations: the maximum number of iterates.
    """
    candidates = candidates_of(puzzle, turns, maximum, seed)
    program = program_of(puzzle, candidates, degree)
    first = zero(program) if start is None else random_start(program, np.random.default_rng(start))
    steps: list[TurnedStep] = []
    iterate = None
    for iterate in iterates(program, lambda matrices: _spectra(candidates, matrices), first, iterations):
        choices = _choices(puzzle, candidates, iterate.matrices, program.form)
        steps.append(TurnedStep(iterate.objective, tuple(choice.piece.moved(choice.place) for choice in choices)))
        if has_solution(puzzle, [[choice] for choice in choices]):
            return TurnedAttempt(True, tuple(steps), iterate.vanishes)
    return TurnedAttempt(False, tuple(steps), iterate is not None and iterate.vanishes)


def _leading(candidates: Sequence[Candidate], matrices: Sequence[Floats]) -> dict[int, int]:
    """Return for each piece the candidate whose matrix has the largest eigenvalue."""
    largest = [float(np.linalg.eigvalsh(matrix)[-1]) for matrix in matrices]
    found: dict[int, int] = {}
    for index, candidate in enumerate(candidates):
        if candidate.number not in found or largest[index] > largest[found[candidate.number]]:
            found[candidate.number] = index
    return found


def _spectra(candidates: Sequence[Candidate], matrices: list[Floats]) -> list[Spectrum]:
    """Return the spectra: of all matrices of a piece, only the largest eigenvalue may stay."""
    leading = set(_leading(candidates, matrices).values())
    return [Spectrum.of(matrix, int(index in leading)) for index, matrix in enumerate(matrices)]


def _choices(
    puzzle: PolygonPuzzle, candidates: Sequence[Candidate], matrices: Sequence[Floats], form: Form
) -> list[Choice]:
    """Return the leading candidates with their places by the first moments."""
    found = []
    for _, index in sorted(_leading(candidates, matrices).items()):
        matrix, piece = matrices[index], candidates[index].piece
        powers = matrix[0, [1, form.up]] / max(matrix[0, 0], MIN_SHARE)
        x, y = np.log(np.clip(powers, np.exp(-FARTHEST), np.exp(FARTHEST))) * puzzle.size / 2 + puzzle.middle
        found.append(Choice(piece, (float(x) - piece.middle[0], float(y) - piece.middle[1])))
    return found
