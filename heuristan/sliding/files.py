"""Boards as text, and files of boards.

`358102674` is a board of 3 x 3. Slashes separate the rows of a board that is not square, as in `5 1 2 4 / ...`. Up to
16 cells a tile is one hexadecimal digit, as in the paper's Figure 1, or a number; on larger boards it is a number.

A file has a board a line, with an id, a goal and the minimum number of moves if these are known:

    # a comment
    goal: first
    korf-1: 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 -> 57

A line `goal:` holds for the boards below it, or for all if none is below: a name of `GOALS`, of which `last` is the
default, or a board. The minimum number of moves is that to this goal. Boards may also stand in rows (`layouts`) or in
lists (`lists`), below a line with their id or not.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from heuristan.common.faults import InputError
from heuristan.common.files import STANDARD_INPUT, name_of, read_any_text
from heuristan.common.quoting import shown
from heuristan.common.words import listed
from heuristan.sliding.boards import GOALS, Board, BoardError, text_of
from heuristan.sliding.layouts import Entry, Line, board_of_line, boards_of
from heuristan.sliding.lists import has_list, lines_in


def read_board(text: str) -> Board:
    """Read a board.

    Raises:
        BoardError: if the text is not one board.
    """
    lines = [line for line in lines_in(text) if not line.text.endswith(":")]  # a list may have a name
    found = boards_of(lines, lambda line: Entry(line.number, board_of_line(line.text)))
    if len(found) > 1:
        raise BoardError(f"there are {len(found)} boards; give one")
    return found[0].start


KORF = Path(__file__).parent / "data" / "korf-100.txt"
LARGEST_FILE = 6 * 1024 * 1024
"""Maximum number of bytes that are read; all boards of 3 x 3 take 5 MB."""
LONGEST_ID = 80
_HEAD = re.compile(
    r"goal(?: state)?\s*(?::\s*(?P<goal>.*))?|(?P<name>[^:]+(?=:)|(?:start|initial)(?: state)?):?", re.IGNORECASE
)
"""A goal, or a name alone on its line."""
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
    if re.fullmatch(r"korf(-[0-9]{1,3})?", source) and not _exists(source):
        return _korfs(source, _Reader(goal, first, str(KORF)))
    if source == STANDARD_INPUT or _exists(source):
        return _Reader(goal, first, name_of(source)).read(read_any_text(source, LARGEST_FILE))
    if not is_board(source):
        raise InputError(f"{shown(source)}: there is no such file, and it is not a board like 358102674 or 123/450")
    return _Reader(goal, first, _TYPED).read(source)


def is_board(source: str) -> bool:
    """Return whether a source that is no file is meant as a board that is written out."""
    return (
        "\n" in source
        or has_list(source)
        or re.fullmatch(r"\s*|(?=.*[0-9])[0-9a-fxA-FX\s,;/|_.*□-]*", source) is not None
    )


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
    every = reader.read(read_any_text(str(KORF), LARGEST_FILE))
    found = [puzzle for puzzle in every if source in ("korf", puzzle.id)]
    if not found:
        raise InputError(f"{source}: there are korf-1 to korf-{len(every)}")
    return found


@dataclass
class _Section:
    """Some lines of a text, below a goal or a name if they have one."""

    head: int = 0
    """The line of the goal or name."""
    name: str = ""
    is_goal: bool = False
    lines: list[Line] = field(default_factory=list)


class _Reader:
    """Reads the boards of a text."""

    def __init__(self, wanted: str | None, first: int, name: str) -> None:
        self._wanted = wanted
        """The goal that replaces those of the text."""
        self._first = first
        self._name = name
        """Name of the text in messages."""
        self._found: dict[str, tuple[Entry, str]] = {}
        """The board and the goal of each id."""

    def read(self, text: str) -> list[Puzzle]:
        """Read the boards of a text.

        Raises:
            InputError: if a line is wrong, or if there is no board.
        """
        try:
            self._read(text)
            puzzles = [self._puzzle(id, *found) for id, found in self._found.items()]
        except BoardError as fault:
            place = self._name if self._name == _TYPED or not fault.line else f"{self._name}:{fault.line}"
            raise InputError(f"{place}: {fault}") from None
        if not puzzles:
            raise InputError(
                f"{self._name}: there is no board in it; write a board a line, like 358102674, or row by row"
            )
        return puzzles

    def _read(self, text: str) -> None:
        goals, unused = ["last"], 0
        for section in _sections(lines_in(text)):
            if section.is_goal:
                goals.append(_goal_of(section))
                unused = section.head
            elif any(line.text.strip() for line in section.lines):
                name, unused = section.name, 0
                for entry in boards_of(section.lines, _entry):
                    self._keep(entry, name, goals[-1])
                    name = ""
        if unused and self._found:
            if len(goals) > 2:
                raise BoardError("no board is below this goal; write a goal above its boards").at(unused)
            self._found = {id: (entry, goals[-1]) for id, (entry, _) in self._found.items()}

    def _keep(self, entry: Entry, name: str, goal: str) -> None:
        id = entry.id if entry.id is not None else name or f"board-{len(self._found) + self._first}"
        if id in self._found:
            raise BoardError(f"the id {shown(id)} occurs twice; choose another").at(entry.line)
        self._found[id] = entry, goal

    def _puzzle(self, id: str, entry: Entry, goal: str) -> Puzzle:
        """Return a board with its goal; `goal` is that of the text."""
        try:
            end = goal_for(entry.start, goal if self._wanted is None else self._wanted)
        except BoardError as fault:
            raise fault.at(entry.line) from None
        is_known = entry.fewest is not None and (self._wanted is None or _is_goal(goal, end))
        return Puzzle(id, entry.start, end, entry.fewest if is_known else None)


def _sections(lines: Iterable[Line]) -> Iterator[_Section]:
    """Divide a text at goals and at names alone on their lines; an empty line ends what is below a name or a goal."""
    section = _Section()
    for line in lines:
        words = line.text.strip()
        head = _HEAD.fullmatch(words)
        if head is None and (words or not section.head or not section.lines):
            section.lines.append(line)
            continue
        yield section
        section = _Section()
        if head is None:
            continue
        section.head, section.name, section.is_goal = line.number, (head["name"] or "").rstrip(), head["name"] is None
        if head["goal"]:
            section.lines.append(line._replace(text=head["goal"]))
            yield section
            section = _Section()
    yield section


def _goal_of(section: _Section) -> str:
    """Return the goal that a section has, as a text on one line."""
    text = "\n".join(line.text for line in section.lines)
    try:
        _check_goal(text.strip())
    except BoardError as fault:
        raise fault.at(section.head) from None
    return text.strip() if text.strip() in GOALS else text_of(read_board(text))


def _entry(line: Line) -> Entry:
    """Read a line with a board."""
    parts = _LINE.fullmatch(line.text)
    if parts is None:
        raise BoardError("there is more than one ':' or '->' in the line; write 'id: board -> number of moves'")
    fewest = parts["fewest"]
    if fewest is not None and not re.fullmatch(r"\s*[0-9]{1,6}\s*", fewest):
        raise BoardError(
            f"{shown(fewest.strip())} is not a number of moves; write a number after '->', or leave both out"
        )
    id = None if parts["id"] is None else parts["id"].strip()
    if id is not None and (not id or len(id) > LONGEST_ID or not id.isprintable()):
        raise BoardError(f"{shown(id)} is not an id; write 1 to {LONGEST_ID} letters before the ':', or leave both out")
    return Entry(line.number, board_of_line(parts["board"]), id, None if fewest is None else int(fewest))


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
    if goal not in GOALS:
        try:
            read_board(goal)
        except BoardError as fault:
            raise BoardError(f"{name}: {fault} (or write {listed(GOALS, 'or')})") from None


def goal_for(start: Board, goal: str) -> Board:
    """Return the goal of a board that a word or a text describes.

    Raises:
        BoardError: if it does not describe a goal, or one of another size.
    """
    if goal in GOALS:
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
