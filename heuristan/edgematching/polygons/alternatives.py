"""Another way to turns: each piece in each of its orientations is a candidate, with a matrix of its own.

The corner of a candidate's matrix, 1 where the orientation is given, is its share; the shares of a piece add up to 1,
and in a solution one candidate has all of it. The equations are those of section 6.2, with no copies of the puzzle.
"""

from collections.abc import Sequence
from math import pi
from random import Random
from typing import NamedTuple

import numpy as np

from heuristan.edgematching.polygons.integrals import Floats, arrays, summed
from heuristan.edgematching.polygons.iterating import Spectrum, iterates, random_start, zero
from heuristan.edgematching.polygons.kinds import KindsOfSides
from heuristan.edgematching.polygons.moments import Form, powers
from heuristan.edgematching.polygons.program import Free, Program, Unknowns
from heuristan.edgematching.polygons.puzzle import Piece, PolygonPuzzle, Side, are_same
from heuristan.edgematching.polygons.turning import Choice, Tried, TurnedStep, has_solution, turned

LEAST_SHARE = 1e-6
"""Moments are divided by a share no smaller than that; a candidate with less lies nowhere."""

FARTHEST = 3.0
"""h t lies between -1 and 1 for points of the outline, and is not believed to be larger than 3."""


class Candidate(NamedTuple):
    """A piece in one orientation."""

    number: int
    """Of the piece, from 0."""
    piece: Piece


def candidates_of(puzzle: PolygonPuzzle, turns: int, most: int, seed: int) -> list[Candidate]:
    """Each piece as the puzzle shows it and in others of its orientations, at random, so many at most, in any order."""
    random = Random(seed)
    found: list[Candidate] = []
    for number, piece in enumerate(puzzle.pieces):
        shown = turned(piece, 0.0)
        others = [turned(piece, 2 * pi * p / turns) for p in range(1, turns)]
        random.shuffle(others)
        distinct = [shown]
        for other in others:
            if len(distinct) < most and not any(are_same(one, other, puzzle.near) for one in distinct):
                distinct.append(other)
        random.shuffle(distinct)
        found += [Candidate(number, one) for one in distinct]
    return found


def program_of(puzzle: PolygonPuzzle, candidates: Sequence[Candidate], degree: int) -> Program:
    """The program whose matrices are those of the candidates."""
    form = powers(degree)
    kinds = KindsOfSides([*puzzle.sides, *(side for candidate in candidates for side in candidate.piece.sides)])
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
        unknowns.bind(every, 0 * every + number, Free.of(equations, sides))
    return unknowns.program()


def try_alternatives(
    puzzle: PolygonPuzzle,
    turns: int,
    most: int,
    degree: int,
    *,
    seed: int = 1,
    start: int | None = None,
    iterations: int = 15,
) -> Tried:
    """Algorithm 2 with several orientations for each piece.

    Args:
        puzzle: the pieces as a solution has them turned.
        turns: how many make a full turn.
        most: orientations for each piece at most, the right one among them.
        degree: the highest power in the first column of the matrices.
        seed: of the choice of orientations.
        start: seed of a random start; that of the paper if not given.
        iterations: iterates at most.
    """
    candidates = candidates_of(puzzle, turns, most, seed)
    program = program_of(puzzle, candidates, degree)
    first = zero(program) if start is None else random_start(program, np.random.default_rng(start))
    steps: list[TurnedStep] = []
    iterate = None
    for iterate in iterates(program, lambda matrices: _weighed(candidates, matrices), first, iterations):
        choices = _choices(puzzle, candidates, iterate.matrices, program.form)
        steps.append(TurnedStep(iterate.objective, tuple(choice.piece.moved(choice.place) for choice in choices)))
        if has_solution(puzzle, [[choice] for choice in choices]):
            return Tried(True, tuple(steps), iterate.vanishes)
    return Tried(False, tuple(steps), iterate is not None and iterate.vanishes)


def _leading(candidates: Sequence[Candidate], matrices: Sequence[Floats]) -> dict[int, int]:
    """For each piece the candidate whose matrix has the largest eigenvalue."""
    largest = [float(np.linalg.eigvalsh(matrix)[-1]) for matrix in matrices]
    found: dict[int, int] = {}
    for index, candidate in enumerate(candidates):
        if candidate.number not in found or largest[index] > largest[found[candidate.number]]:
            found[candidate.number] = index
    return found


def _weighed(candidates: Sequence[Candidate], matrices: list[Floats]) -> list[Spectrum]:
    """Of all matrices of a piece the largest eigenvalue may stay."""
    leading = set(_leading(candidates, matrices).values())
    return [Spectrum.of(matrix, int(index in leading)) for index, matrix in enumerate(matrices)]


def _choices(
    puzzle: PolygonPuzzle, candidates: Sequence[Candidate], matrices: Sequence[Floats], form: Form
) -> list[Choice]:
    """The leading candidates, where their first moments say that they lie."""
    found = []
    for _, index in sorted(_leading(candidates, matrices).items()):
        matrix, piece = matrices[index], candidates[index].piece
        powers = matrix[0, [1, form.up]] / max(matrix[0, 0], LEAST_SHARE)
        x, y = np.log(np.clip(powers, np.exp(-FARTHEST), np.exp(FARTHEST))) * puzzle.size / 2 + puzzle.middle
        found.append(Choice(piece, (float(x) - piece.middle[0], float(y) - piece.middle[1])))
    return found
