"""Completes a board: the pieces that are left go where most of their edges match."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from heuristan.edgematching.cells import Faces
from heuristan.edgematching.options import options_of
from heuristan.edgematching.puzzle import Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray


def completed(puzzle: Puzzle, faces: Sequence[Faces | None]) -> tuple[Faces, ...]:
    """Lay the pieces that are left in the empty places, each where most of its edges match.

    Args:
        puzzle: the puzzle.
        faces: the colours at each place, None where nothing lies.
    """
    options = options_of(puzzle)
    number_of = {shown: option for option, shown in enumerate(options.faces)}
    left = np.array(options.counts)
    for shown in faces:
        if shown is not None:
            left[options.class_of[number_of[shown]]] -= 1
    board, table, classes = list(faces), np.array(options.faces), np.array(options.class_of)
    for place in _empty(puzzle, board):
        matches = _matches(puzzle, board, place, table)
        matches[left[classes] == 0] = -1
        best = int(matches.argmax())
        board[place] = options.faces[best]
        left[classes[best]] -= 1
    return tuple(each for each in board if each is not None)


def _empty(puzzle: Puzzle, board: Sequence[Faces | None]) -> Iterator[int]:
    """Yield the empty places, while they are filled: first those with the most pieces and frame around them."""
    neighbours = puzzle.board.neighbours
    left = {place for place, shown in enumerate(board) if shown is None}
    gaps = {place: sum(each in left for each in neighbours[place]) for place in sorted(left)}
    while gaps:
        chosen = min(gaps, key=gaps.__getitem__)
        del gaps[chosen]
        for each in neighbours[chosen]:
            if each in gaps:
                gaps[each] -= 1
        yield chosen


def _matches(
    puzzle: Puzzle, board: Sequence[Faces | None], place: int, table: "NDArray[np.int64]"
) -> "NDArray[np.int64]":
    """Return for each option how many of its edges would match at a place."""
    found, opposite = np.zeros(len(table), dtype=np.int64), puzzle.board.cell.opposite
    for face, beyond in enumerate(puzzle.board.neighbours[place]):
        other = None if beyond is None else board[beyond]
        colour = puzzle.walls.get((place, face)) if beyond is None else other and other[opposite[face]]
        if colour is not None:
            found += table[:, face] == colour
    return found
