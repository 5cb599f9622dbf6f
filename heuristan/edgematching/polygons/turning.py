"""Pieces that may be turned as well: what the tries (`augmented`, `alternatives`) have in common."""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import cos, pi, sin
from typing import NamedTuple

import numpy as np

from heuristan.edgematching.polygons.contacts import Contacts
from heuristan.edgematching.polygons.integrals import Floats
from heuristan.edgematching.polygons.judge import Judge
from heuristan.edgematching.polygons.puzzle import Piece, PolygonPuzzle, Ring, Side, Spot, length

REACHES = (0.6, 0.3)
"""As in `solving`: how far apart sides may lie that are made to touch."""

MOST_CHOICES = 16
"""Ways to choose the turns of all pieces that are judged for an iterate at most."""


class TurnedStep(NamedTuple):
    """An iterate."""

    objective: float
    rings: tuple[Ring, ...]
    """The pieces, in all turns that they are shown in."""


class Tried(NamedTuple):
    """What came of a try."""

    solved: bool
    steps: tuple[TurnedStep, ...]
    vanished: bool
    """Whether the last iterate has the rank of a solution; if it is not solved, a wrong point of rank one."""


def about(spot: Spot, turn: float, middle: Spot = (0.0, 0.0)) -> Spot:
    """A spot turned about the origin, its coordinates relative to a point."""
    x, y = spot[0] - middle[0], spot[1] - middle[1]
    return cos(turn) * x - sin(turn) * y, sin(turn) * x + cos(turn) * y


def turned(piece: Piece, turn: float) -> Piece:
    """A piece turned about the middle of its bounding box, which is then the origin."""
    return Piece(piece.name, tuple(about(spot, turn, piece.middle) for spot in piece.ring), piece.colours)


def turned_sides(sides: Sequence[Side], turn: float, middle: Spot) -> list[Side]:
    """Sides turned about a point, relative to it."""
    return [Side(about(side.start, turn, middle), about(side.end, turn, middle), side.colour) for side in sides]


def shuffled(puzzle: PolygonPuzzle, turns: int, seed: int) -> PolygonPuzzle:
    """The puzzle with its pieces turned at random, so that their orientations say nothing."""
    random = np.random.default_rng(seed)
    found = (turned(piece, 2 * pi * int(random.integers(turns)) / turns) for piece in puzzle.pieces)
    return PolygonPuzzle(puzzle.id, puzzle.frame, puzzle.frame_colours, tuple(found), puzzle.set)


class Choice(NamedTuple):
    """A piece in one of its turns, and about where it lies."""

    piece: Piece
    place: Spot


def has_solution(puzzle: PolygonPuzzle, choices: Sequence[Sequence[Choice]]) -> bool:
    """Whether pieces in some of their turns, mended by contacts, are a solution.

    Args:
        puzzle: the puzzle.
        choices: for each piece its turns, the likeliest first.
    """
    return any(map(_is_solution, _puzzles(puzzle, choices)))


class _Chosen(NamedTuple):
    puzzle: PolygonPuzzle
    places: Floats


def _puzzles(puzzle: PolygonPuzzle, choices: Sequence[Sequence[Choice]]) -> Iterator[_Chosen]:
    for chosen in islice(product(*choices), MOST_CHOICES):
        pieces = tuple(choice.piece for choice in chosen)
        places = np.array([choice.place for choice in chosen])
        yield _Chosen(PolygonPuzzle(puzzle.id, puzzle.frame, puzzle.frame_colours, pieces), places)


def _is_solution(chosen: _Chosen) -> bool:
    shortest = min(length(side) for piece in chosen.puzzle.pieces for side in piece.sides)
    contacts, judge = Contacts(chosen.puzzle), Judge(chosen.puzzle)
    settled = (contacts.settled(chosen.places, reach * shortest) for reach in REACHES)
    return any(judge.is_right([(float(x), float(y)) for x, y in places]) for places in settled)
