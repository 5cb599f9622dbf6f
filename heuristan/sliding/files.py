"""Files of boards: a board a line, with an id, a goal and the minimum number of moves if these are known.

    # a comment
    goal: first
    korf-1: 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 -> 57

A line `goal:` holds for the boards below it: `last` (the blank in the last cell, the default), `first`, or a board. The
minimum number of moves is that to this goal.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from heuristan.common.faults import InputError
from heuristan.common.files import STANDARD_INPUT, name_of, read_any_text
from heuristan.common.plain_yaml import shown
from heuristan.sliding.boards import Board, BoardError
from heuristan.sliding.notation import read_board

KORF = Path(__file__).parent / "data" / "korf-100.txt"
LARGEST_FILE = 64 * 1024 * 1024
"""Maximum number of bytes that are read; all boards of 3 x 3 take 5 MB."""
LONGEST_ID = 80
_LINE = re.compile(r"(?:(?P<id>[^:]*):)?(?P<board>[^:]*?)(?:->(?P<fewest>[^>]*))?")


@dataclass(frozen=True)
class Puzzle:
    """A board to be solved.

    Attributes:
        id: the id, unique in its file.
        start: the board.
        goal: the goal, of the same size.
        fewest: minimum number of moves, as the file has it; None if the file has none for this goal.
    """

    id: str
    start: Board
    goal: Board
    fewest: int | None = None


def read_puzzles(source: str, goal: str | None = None, first: int = 1) -> list[Puzzle]:
    """Read the boards of a file, of standard input (-), Korf's hundred (korf, korf-17), or a board written out.

    Args:
        source: the source.
        goal: `last`, `first` or a board, instead of the goal in the file. The numbers of moves in the file are ignored
            if that is another goal than the file's.
        first: number of the first board, in the ids of boards without an id.

    Raises:
        InputError: if the source cannot be used.
    """
    if goal is not None:
        check_goal_option(goal)
    reader = _Reader(goal, first)
    if re.fullmatch(r"korf(-[0-9]{1,3})?", source) and not _exists(source):
        return _korfs(source, reader)
    if source == STANDARD_INPUT or _exists(source):
        return reader.read(read_any_text(source, LARGEST_FILE), name_of(source))
    if not re.fullmatch(r"[0-9a-fA-F\s,/]*", source):
        raise InputError(f"{shown(source)}: there is no such file, and it is not a board like 358102674 or 123/450")
    return reader.read(source.replace("\n", " "), _TYPED)


_TYPED = "the board"
"""Name of a board that is written out, in messages."""


def check_goal_option(goal: str) -> None:
    """Check that a value of ``--goal`` is a goal for some board.

    Raises:
        InputError: if it is not.
    """
    try:
        _check_goal(goal, "--goal")
    except BoardError as fault:
        raise InputError(str(fault)) from None


def _exists(name: str) -> bool:
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):
        return False  # the name is too long, or has a null in it


def _korfs(source: str, reader: "_Reader") -> list[Puzzle]:
    every = reader.read(read_any_text(str(KORF), LARGEST_FILE), str(KORF))
    found = [puzzle for puzzle in every if source in ("korf", puzzle.id)]
    if not found:
        raise InputError(f"{source}: there are korf-1 to korf-{len(every)}")
    return found


class _Reader:
    """Reads the lines of a text."""

    def __init__(self, goal: str | None, first: int) -> None:
        self.wanted = goal
        """The goal that replaces those of the file."""
        self.first = first

    def read(self, text: str, name: str) -> list[Puzzle]:
        """Read the boards of a text; the name is for messages.

        Raises:
            InputError: if a line is wrong, or if there is no board.
        """
        found: dict[str, Puzzle] = {}
        goal = "last"
        for number, line in enumerate(text.split("\n"), 1):
            words = line.partition("#")[0].strip()
            if not words:
                continue
            try:
                if re.match(r"goal\s*:", words):
                    goal = words.partition(":")[2].strip()
                    _check_goal(goal)
                    continue
                puzzle = self._puzzle(words, goal, f"board-{len(found) + self.first}")
                if puzzle.id in found:
                    raise BoardError(f"the id {shown(puzzle.id)} occurs twice; choose another")
            except BoardError as fault:
                place = name if name == _TYPED else f"{name}:{number}"
                raise InputError(f"{place}: {fault}") from None
            found[puzzle.id] = puzzle
        if not found:
            raise InputError(f"{name}: there is no board in it; write a board a line, like 358102674")
        return list(found.values())

    def _puzzle(self, words: str, goal: str, default_id: str) -> Puzzle:
        """Read the board of a line; `goal` is that of the file."""
        parts = _LINE.fullmatch(words)
        if parts is None:
            raise BoardError("there is more than one ':' or '->' in the line; write 'id: board -> number of moves'")
        id = default_id if parts["id"] is None else parts["id"].strip()
        if not id or len(id) > LONGEST_ID or not id.isprintable():
            raise BoardError(
                f"{shown(id)} is not an id; write 1 to {LONGEST_ID} letters before the ':', or leave both out"
            )
        start = read_board(parts["board"])
        fewest = parts["fewest"]
        if fewest is not None and not re.fullmatch(r"\s*[0-9]{1,6}\s*", fewest):
            raise BoardError(
                f"{shown(fewest.strip())} is not a number of moves; write a number after '->', or leave both out"
            )
        end = goal_for(start, goal if self.wanted is None else self.wanted)
        is_known = fewest is not None and (self.wanted is None or _is_goal(goal, end))
        return Puzzle(id, start, end, int(fewest) if is_known else None)


def _is_goal(text: str, goal: Board) -> bool:
    """Return whether a goal of the file is this one; it may have another size, as it is not used."""
    try:
        return goal_for(goal, text) == goal
    except BoardError:
        return False


def _check_goal(goal: str, name: str = "the goal") -> None:
    """Check that a text is a goal for some board.

    Raises:
        BoardError: if it is not; the message begins with the name.
    """
    if goal not in ("last", "first"):
        try:
            read_board(goal)
        except BoardError as fault:
            raise BoardError(f"{name}: {fault} (or write last or first)") from None


def goal_for(start: Board, goal: str) -> Board:
    """Return the goal of a board that a word or a text describes.

    Raises:
        BoardError: if it does not describe a goal, or one of another size.
    """
    if goal in ("last", "first"):
        return Board.goal(start.rows, start.columns, goal)
    _check_goal(goal)
    found = read_board(goal)
    if (found.rows, found.columns) != (start.rows, start.columns):
        raise BoardError(
            f"the goal has {found.rows} x {found.columns} cells and the board {start.rows} x {start.columns}; both "
            "must have the same size"
        )
    return found


def lines_of(puzzles: Iterable[tuple[str, str]], goal: str) -> Iterable[str]:
    """Yield the lines of a file: a goal, then ids and boards."""
    yield f"goal: {goal}"
    for id, board in puzzles:
        yield f"{id}: {board}"
