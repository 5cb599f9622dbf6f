"""Placed pieces as a person types them: ``12r 1,2`` is piece 12, turned right, in row 1, column 2."""

import re
from collections.abc import Iterable, Iterator

from heuristan.common.faults import InputError
from heuristan.common.quoting import shown
from heuristan.edgematching.puzzle import SQUARE, Laid, Puzzle

SQUARE_TURNS = ("", "r", "s", "l")
"""The letters of the turns of a square: not at all, right, straight round, left."""
_PLACED = re.compile(r"(?P<piece>[0-9]{1,5})(?P<turn>[rsl]|:[0-9]{1,2})?\s+(?P<place>[0-9]{1,4}(?:,[0-9]{1,4})+)")


def written(puzzle: Puzzle, index: int, laid: Laid) -> str:
    """Write a piece at its place."""
    turn = SQUARE_TURNS[laid.turn] if puzzle.board.cell is SQUARE else f":{laid.turn}" * bool(laid.turn)
    return f"{laid.piece + 1}{turn} {','.join(str(each + 1) for each in puzzle.board.places[index])}"


def is_placed(text: str) -> bool:
    """Return whether a text is meant as a placed piece, and not as the name of a file."""
    return re.match(r"\s*[0-9]+\S*\s", text) is not None


def placed_in(puzzle: Puzzle, lines: Iterable[str], name: str) -> list[tuple[int, Laid]]:
    """Read placed pieces, one a line; `#` begins a comment.

    Raises:
        InputError: if a line is not a placed piece, or one that the puzzle does not have.
    """
    return [_placed(puzzle, text, f"{name}:{number}") for number, text in numbered(lines)]


def numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each line without its comment, unless nothing is left."""
    for number, line in enumerate(lines, 1):
        if text := line.partition("#")[0].strip():
            yield number, text


def in_rows_and_columns(text: str) -> re.Match[str] | None:
    """Return the parts of a piece that is placed in a row and a column; None if a text is something else."""
    found = _PLACED.fullmatch(text)
    return found if found and found["place"].count(",") == 1 else None


def turn_of(placed: re.Match[str]) -> int:
    """Return the number of the turn of a placed piece."""
    turn = placed["turn"] or ""
    return int(turn[1:]) if turn.startswith(":") else SQUARE_TURNS.index(turn)


def _placed(puzzle: Puzzle, text: str, name: str) -> tuple[int, Laid]:
    found = _PLACED.fullmatch(text)
    example = written(puzzle, len(puzzle.pieces) - 1, Laid(0))
    if found is None:
        raise InputError(f"{name}: {shown(text)} is not a placed piece; write one like '{example}'")
    place = tuple(int(each) - 1 for each in found["place"].split(","))
    piece, quarter = int(found["piece"]) - 1, turn_of(found)
    index = puzzle.board.index_of.get(place)
    if index is None:
        sizes = " x ".join(map(str, puzzle.board.sizes))
        raise InputError(f"{name}: place {found['place']} is outside the board of {sizes}; write one like '{example}'")
    if not 0 <= piece < len(puzzle.pieces):
        raise InputError(f"{name}: piece {piece + 1} does not exist; pieces are numbered 1 to {len(puzzle.pieces)}")
    if quarter not in puzzle.ways:
        raise InputError(f"{name}: the piece is turned {quarter} times, which this puzzle does not allow")
    return index, Laid(piece, quarter)
