"""Assemblies compared with the truth, where each piece is known to belong."""

from collections.abc import Sequence

from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.judging.verdict import Agreement
from heuristan.jigsaw.piece import STEPS, Piece
from heuristan.jigsaw.results import Result


def check_truth(name: str, pieces: Sequence[Piece], truth: Result) -> None:
    """Check that a truth is complete, and of these pieces.

    Args:
        name: the beginning of the message.
        pieces: the pieces of the puzzle.
        truth: where each piece belongs.

    Raises:
        PuzzleError: if it has other pieces, a piece twice, or pieces that do not fill its rows and columns.
    """
    named = [one.piece for one in truth.pieces]
    if {piece.name for piece in pieces} != set(named):
        raise PuzzleError(f"{name}: the truth has other pieces than the puzzle; give the truth of the same puzzle")
    places = {(one.row, one.column) for one in truth.pieces if one.row < truth.rows and one.column < truth.columns}
    if not len(named) == len(set(named)) == len(places) == truth.rows * truth.columns:
        raise PuzzleError(
            f"{name}: the truth names {len(named)} pieces for {len(places)} of {truth.rows} x {truth.columns} places; "
            "it should have each piece and each place once"
        )


def agreement(result: Result, truth: Result, *, upright: bool = False) -> Agreement:
    """Compare an assembly with the truth, up to a turn of the whole unless the orientation is known."""
    known = {(one.piece, one.row, one.column, one.turn) for one in truth.pieces}
    right = max(len(known & _turned(result, quarters)) for quarters in range(1 if upright else 4))
    joints = joints_of(truth)
    return Agreement(right, len(truth.pieces), len(joints & joints_of(result)), len(joints))


def _turned(result: Result, quarters: int) -> set[tuple[str, int, int, int]]:
    """Return pieces, rows, columns and turns after the whole is turned clockwise."""
    high, wide = result.rows, result.columns
    found = []
    for one in result.pieces:
        row, column, rows, columns = one.row, one.column, high, wide
        for _ in range(quarters):
            row, column, rows, columns = column, rows - 1 - row, columns, rows
        found.append((one.piece, row, column, (one.turn + quarters) % 4))
    return set(found)


def joints_of(result: Result) -> set[frozenset[tuple[str, int]]]:
    """Return each joint as its two pieces with their sides, 0 to 3, which does not depend on a turn of the whole."""
    grid = {(one.row, one.column): one for one in result.pieces}
    found = set()
    for (row, column), one in grid.items():
        for direction in (1, 2):
            other = grid.get((row + STEPS[direction][0], column + STEPS[direction][1]))
            if other is not None:
                mine, theirs = (direction - one.turn) % 4, (direction + 2 - other.turn) % 4
                found.add(frozenset(((one.piece, mine), (other.piece, theirs))))
    return found
