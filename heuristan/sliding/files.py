"""Files of boards: one board a line, with an id, a goal and the fewest moves where these are known.

    # a comment
    goal: first
    korf-1: 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 -> 57

A line `goal:` holds for the boards below it: `last` (the blank in the last cell, the default), `first`, or a board. The
fewest moves are those to this goal.
"""

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from heuristan.common.plain_yaml import shown
from heuristan.sliding.boards import Board, BoardError
from heuristan.sliding.notation import read_board

KORF = Path(__file__).parent / "data" / "korf-100.txt"
LARGEST_FILE = 64 * 1024 * 1024
"""Bytes that are read; all boards of 3 x 3 take 5 MB."""
LONGEST_ID = 80
_LINE = re.compile(r"(?:(?P<id>[^:]*):)?(?P<board>[^:]*?)(?:->(?P<fewest>[^>]*))?")


class BoardFileError(ValueError):
    """A file of boards that cannot be used: file, line, fault and the smallest fix."""


@dataclass(frozen=True)
class Puzzle:
    """A board to be solved.

    Attributes:
        id: unique in its file.
        start: the board.
        goal: where it is to lead; of the same size.
        fewest: the length of its shortest solutions, as the file has it; None if it has none for this goal.
    """

    id: str
    start: Board
    goal: Board
    fewest: int | None = None


def read_puzzles(source: str, goal: str | None = None) -> list[Puzzle]:
    """The boards of a file, of standard input (-), of Korf's hundred (korf, korf-17), or one written out.

    Args:
        source: which.
        goal: `last`, `first` or a board, instead of what the file says. The fewest moves in the file are left out
            where that is another goal than the file's.

    Raises:
        BoardFileError: it cannot be used.
    """
    if goal is not None:
        try:
            _check_goal(goal, "--goal")
        except BoardError as fault:
            raise BoardFileError(str(fault)) from None
    if source == "-":
        return _parsed(_decoded(sys.stdin.buffer.read(LARGEST_FILE + 1), "standard input"), "standard input", goal)
    if re.fullmatch(r"korf(-[0-9]{1,3})?", source) and not _exists(source):
        return _korfs(source, goal)
    if _exists(source):
        return _parsed(_read(Path(source)), source, goal)
    if not re.fullmatch(r"[0-9a-fA-F\s,/]*", source):
        raise BoardFileError(f"{shown(source)}: there is no such file, and it is no board like 358102674 or 123/450")
    return _parsed(source.replace("\n", " "), "the board", goal)


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False  # the name is too long, or has a null in it


def _korfs(source: str, goal: str | None) -> list[Puzzle]:
    every = _parsed(_read(KORF), str(KORF), goal)
    found = [puzzle for puzzle in every if source in ("korf", puzzle.id)]
    if not found:
        raise BoardFileError(f"{source}: there are korf-1 to korf-{len(every)}")
    return found


def _read(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return _decoded(stream.read(LARGEST_FILE + 1), str(path))
    except OSError as fault:
        raise BoardFileError(f"{path}: cannot be read ({fault.strerror or fault})") from None


def _decoded(data: bytes, name: str) -> str:
    if len(data) > LARGEST_FILE:
        raise BoardFileError(f"{name}: more than {LARGEST_FILE // 1024 // 1024} MB are not read; cut the file in parts")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise BoardFileError(f"{name}:{line}: this is no text in UTF-8; a board is digits, like 358102674") from None


def _parsed(text: str, name: str, goal: str | None) -> list[Puzzle]:
    found: dict[str, Puzzle] = {}
    said = "last"
    for number, line in enumerate(text.split("\n"), 1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        try:
            if re.match(r"goal\s*:", words):
                said = words.partition(":")[2].strip()
                _check_goal(said)
                continue
            puzzle = _puzzle(words, said, goal, f"board-{len(found) + 1}")
            if puzzle.id in found:
                raise BoardError(f"the id {shown(puzzle.id)} stands twice; choose another")
        except BoardError as fault:
            place = name if name == "the board" else f"{name}:{number}"
            raise BoardFileError(f"{place}: {fault}") from None
        found[puzzle.id] = puzzle
    if not found:
        raise BoardFileError(f"{name}: there is no board in it; write one a line, like 358102674")
    return list(found.values())


def _puzzle(words: str, said: str, goal: str | None, default_id: str) -> Puzzle:
    """The board of a line; `said` is the goal of the file, and `goal` the one that is wanted instead."""
    parts = _LINE.fullmatch(words)
    if parts is None:
        raise BoardError("there is more than one ':' or '->' in the line; write 'id: board -> fewest moves'")
    id = default_id if parts["id"] is None else parts["id"].strip()
    if not id or len(id) > LONGEST_ID or not id.isprintable():
        raise BoardError(f"{shown(id)} is no id; write 1 to {LONGEST_ID} letters before the ':', or leave both out")
    start = read_board(parts["board"])
    fewest = parts["fewest"]
    if fewest is not None and not re.fullmatch(r"\s*[0-9]{1,6}\s*", fewest):
        raise BoardError(f"{shown(fewest.strip())} is no number of moves; write one after '->', or leave it out")
    end = goal_for(start, said if goal is None else goal)
    is_known = fewest is not None and (goal is None or _stands_for(said, end))
    return Puzzle(id, start, end, int(fewest) if is_known else None)


def _stands_for(said: str, goal: Board) -> bool:
    """Whether a goal of the file is this one; it may be of another size, as it is not used."""
    try:
        return goal_for(goal, said) == goal
    except BoardError:
        return False


def _check_goal(goal: str, name: str = "the goal") -> None:
    """Refuse what is a goal for no board, by this name.

    Raises:
        BoardError: it is.
    """
    if goal not in ("last", "first"):
        try:
            read_board(goal)
        except BoardError as fault:
            raise BoardError(f"{name}: {fault} (or write last or first)") from None


def goal_for(start: Board, goal: str) -> Board:
    """The goal that a word or text stands for, for a board.

    Raises:
        BoardError: it stands for none, or for one of another size.
    """
    if goal in ("last", "first"):
        return Board.goal(start.rows, start.columns, goal)
    _check_goal(goal)
    found = read_board(goal)
    if (found.rows, found.columns) != (start.rows, start.columns):
        raise BoardError(
            f"the goal has {found.rows} x {found.columns} cells and the board {start.rows} x {start.columns}; both "
            "must be of one size"
        )
    return found


def lines_of(puzzles: Iterable[tuple[str, str]], goal: str) -> Iterable[str]:
    """The lines of a file: a goal, then ids and boards."""
    yield f"goal: {goal}"
    for id, board in puzzles:
        yield f"{id}: {board}"
