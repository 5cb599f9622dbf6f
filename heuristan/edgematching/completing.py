"""Completes a board: given pieces lie where they are given, and the others go where most of their edges match."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from heuristan.edgematching.cells import Faces
from heuristan.edgematching.options import Options, options_of
from heuristan.edgematching.puzzle import Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray


def completed(puzzle: Puzzle, faces: Sequence[Faces | None]) -> tuple[Faces, ...]:
    """Lay the pieces that are left in the empty places, each where most of its edges match.

    Args:
        puzzle: the puzzle.
        faces: the colours at each place, None where nothing lies. A piece that lies where another one is given, or
            that is given elsewhere, is taken away.
    """
    options = options_of(puzzle)
    left = np.array(options.counts)
    board, table, classes = _laid(puzzle, faces, options, left), np.array(options.faces), np.array(options.class_of)
    for place in _empty(puzzle, board):
        matches = _matches(puzzle, board, place, table)
        matches[left[classes] == 0] = -1
        best = int(matches.argmax())
        board[place] = options.faces[best]
        left[classes[best]] -= 1
    return tuple(each for each in board if each is not None)


def _laid(
    puzzle: Puzzle, faces: Sequence[Faces | None], options: Options, left: "NDArray[np.int64]"
) -> list[Faces | None]:
    """Return the board with the given pieces, and with the others for which a piece is left; count those down."""
    class_of = dict(zip(options.faces, options.class_of, strict=True))
    given = {place: puzzle.faces_of(laid) for place, laid in puzzle.given}
    board: list[Faces | None] = [None] * len(faces)
    for place, shown in (given | {place: shown for place, shown in enumerate(faces) if place not in given}).items():
        if shown is not None and left[class_of[shown]]:
            board[place] = shown
            left[class_of[shown]] -= 1
    return board


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
        colour = puzzle.asked.get((place, face)) if beyond is None else other and puzzle.mate(other[opposite[face]])
        if colour is not None:
            found += table[:, face] == colour
    return found
