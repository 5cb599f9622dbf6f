"""Puzzles of polygons whose pieces may be turned as well: what both relaxations have in common."""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import cos, pi, sin
from typing import NamedTuple

import numpy as np

from heuristan.common.plane import Ring, Spot
from heuristan.edgematching.polygons.area_judge import Judge
from heuristan.edgematching.polygons.model import Piece, PolygonPuzzle, Side, length
from heuristan.edgematching.polygons.relaxation import Floats
from heuristan.edgematching.polygons.semidefinite import Contacts

REACHES = (0.6, 0.3)
"""Maximum distances of sides that are made to touch, as in `heuristan.edgematching.polygons.semidefinite`."""

MAX_CHOICES = 16
"""Maximum number of choices of the turns of all pieces that are judged for an iterate."""


class TurnedStep(NamedTuple):
    """An iterate."""

    objective: float
    rings: tuple[Ring, ...]
    """The pieces in all turns that are shown."""


class TurnedAttempt(NamedTuple):
    """The end of an attempt."""

    solved: bool
    steps: tuple[TurnedStep, ...]
    vanished: bool
    """Whether the last iterate has the rank of a solution; if it is not solved, it is a wrong point of rank one."""


def about(spot: Spot, turn: float, middle: Spot = (0.0, 0.0)) -> Spot:
    """Return a spot, relative to a point, turned about it."""
    x, y = spot[0] - middle[0], spot[1] - middle[1]
    return cos(turn) * x - sin(turn) * y, sin(turn) * x + cos(turn) * y


def turned(piece: Piece, turn: float) -> Piece:
    """Return a piece turned about the middle of its bounding box, which is then the origin."""
    return Piece(piece.name, tuple(about(spot, turn, piece.middle) for spot in piece.ring), piece.colours)


def turned_sides(sides: Sequence[Side], turn: float, middle: Spot) -> list[Side]:
    """Return sides, relative to a point, turned about it."""
    return [Side(about(side.start, turn, middle), about(side.end, turn, middle), side.colour) for side in sides]


def shuffled(puzzle: PolygonPuzzle, turns: int, seed: int) -> PolygonPuzzle:
    """Return the puzzle with its pieces turned at random, so that their orientations reveal nothing."""
    random = np.random.default_rng(seed)
    found = (turned(piece, 2 * pi * int(random.integers(turns)) / turns) for piece in puzzle.pieces)
    return PolygonPuzzle(puzzle.id, puzzle.frame, puzzle.frame_colours, tuple(found), puzzle.set)


class Choice(NamedTuple):
    """A piece in one of its turns, and its approximate place."""

    piece: Piece
    place: Spot


def has_solution(puzzle: PolygonPuzzle, choices: Sequence[Sequence[Choice]]) -> bool:
    """Return whether pieces in some of their turns, repaired by contacts, are a solution.

    Args:
        puzzle: the puzzle.
        choices: the turns of each piece, the likeliest first.
    """
    return any(map(_is_solution, _puzzles(puzzle, choices)))


class _Chosen(NamedTuple):
    puzzle: PolygonPuzzle
    places: Floats


def _puzzles(puzzle: PolygonPuzzle, choices: Sequence[Sequence[Choice]]) -> Iterator[_Chosen]:
    for chosen in islice(product(*choices), MAX_CHOICES):
        pieces = tuple(choice.piece for choice in chosen)
        places = np.array([choice.place for choice in chosen])
        yield _Chosen(PolygonPuzzle(puzzle.id, puzzle.frame, puzzle.frame_colours, pieces), places)


def _is_solution(chosen: _Chosen) -> bool:
    shortest = min(length(side) for piece in chosen.puzzle.pieces for side in piece.sides)
    contacts, judge = Contacts(chosen.puzzle), Judge(chosen.puzzle)
    repaired = (contacts.repair(chosen.places, reach * shortest) for reach in REACHES)
    return any(judge.is_right([(float(x), float(y)) for x, y in places]) for places in repaired)
