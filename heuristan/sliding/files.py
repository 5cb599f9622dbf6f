"""Boards as text, as people and programs lay them out, and files of boards.

`358102674` is a board of 3 x 3. Slashes separate the rows of a board that is not square, as in `5 1 2 4 / ...`. Up to
16 cells a tile is one hexadecimal digit, as in the paper's Figure 1, or a number; on larger boards it is a number.

A file has a board a line, with an id, a goal and the minimum number of moves if these are known:

    # a comment
    goal: first
    korf-1: 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 -> 57

A line `goal:` holds for the boards below it: a name of `GOALS`, of which `last` is the default, or a board. The minimum
number of moves is that to this goal. Boards and goals may also stand in rows or be lists, below a line with
their id or not.

A list of lists becomes a line with slashes between its rows, like `1 2 3 / 4 0 5`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from math import isqrt
from pathlib import Path
from typing import NamedTuple

from heuristan.common.faults import InputError
from heuristan.common.files import STANDARD_INPUT, name_of, read_any_text
from heuristan.common.quoting import shown
from heuristan.common.words import listed, plural
from heuristan.sliding.boards import BLANK, DIGITS, GOALS, LARGEST_SIDE, Board, BoardError

LONGEST = 16 * LARGEST_SIDE * LARGEST_SIDE
"""Maximum number of characters of a board on one line."""
_NUMBER = re.compile(r"[0-9]{1,6}(\.0*)?")
"""A number of a tile; longer ones fit no board, and Python refuses to read thousands of digits. NumPy writes 1. or
1.0."""
_SIZE = re.compile(r"\s*([2-9]|[1-9][0-9])(?:\s*[ x,]\s*([2-9]|[1-9][0-9]))?\s*")
"""A size like `3`, `3 3` or `3x3`."""
_LIST = re.compile(r"[\[({][^\[\](){}]*[0-9][^\[\](){}]*[\s,;][^\[\](){}]*[\])}]")
_PART = re.compile(r"[\[({]|[\])}]|[^\[\](){}]+")
_DIMENSIONS = re.compile(r"\b([A-Za-z_]\w*+)(\s*\[\s*\w*\s*\])+")
"""A name with its dimensions, like `int[][]` or `tiles[3][3]`."""
_NAMED = re.compile(r"""(?:^|[\s"'])(?P<name>[A-Za-z][\w-]*)["']?\s*+[:=]\s*+[A-Za-z_. ]*+$""")
"""A name before a list, perhaps with what makes the list: `board = np.array`."""
_STRAY = re.compile(r"(?<!\w)[0-9][^\s,;]*")
_OBJECT = re.compile(r'\s*(\[\s*)?\{\s*"[^"]*"\s*:')


class Line(NamedTuple):
    """A line of a text."""

    number: int
    """The number in the text, counted from 1."""
    text: str


def lines_in(text: str) -> Iterator[Line]:
    """Yield the lines of a text without comments; a list is a line, with its name before it as in `name: 1 2 / 0 3`.

    Raises:
        BoardError: if brackets do not pair, or a number stands beside a list; it has the line.
    """
    if _OBJECT.match(text):
        raise BoardError("this is a JSON object; write the board alone, like [[1, 2, 3], [4, 0, 5], [7, 8, 6]]").at(1)
    lines = [line.partition("#")[0].rstrip(" \r") for line in text.split("\n")]
    plain = "\n".join(lines)
    return _lists_in(_DIMENSIONS.sub(r"\1", plain)) if has_list(plain) else map(Line, range(1, len(lines) + 1), lines)


def has_list(text: str) -> bool:
    """Return whether a text has a list: numbers between brackets."""
    return _LIST.search(text) is not None


class _List:
    """A list that is being read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.text = ""
        self.rows: list[str] = []
        self.has_lists = False


def _lists_in(text: str) -> Iterator[Line]:
    """Yield a line for each list of lists, and for each list that is in no other; other words are passed over."""
    number, name = 1, ""
    around: list[_List] = []
    for part in _PART.findall(text):
        if part in "[({":
            if around:
                around[-1].has_lists = True
                _check_beside(around[-1].text, around[-1].line)
            around.append(_List(number))
        elif part not in "])}":
            named = _NAMED.search(part)
            name = f"{named['name']}: " if named else name
            if around and not around[-1].has_lists:
                around[-1].text = part
            else:
                _check_beside(part, number)
        elif not around:
            raise BoardError(f"{part} closes a list that does not begin; take it away").at(number)
        else:
            done = around.pop()
            row = "" if done.has_lists else re.sub(r"""["'`,\s]+""", " ", done.text).strip()
            if row and around:
                around[-1].rows.append(row)
            elif row or done.rows:
                yield Line(done.line, name + " / ".join(done.rows or [row]))
                name = ""
        number += part.count("\n")
    if around:
        raise BoardError("the list that begins here does not end; close its bracket").at(around[-1].line)


def _check_beside(text: str, number: int) -> None:
    """Refuse a number that stands beside a list: it may be a tile."""
    stray = _STRAY.search(text)
    if stray:
        fault = BoardError(f"{shown(stray[0])} stands beside a list; write a list for each row")
        raise fault.at(number + text.count("\n", 0, stray.start()))


def board_of_line(text: str) -> Board:
    """Read a board that is written on one line, its rows separated by slashes or semicolons if it has several.

    Raises:
        BoardError: if the line is not a board.
    """
    if len(text) > LONGEST:
        raise BoardError(
            f"{len(text)} characters are too many for a board; the largest has {LARGEST_SIDE} x {LARGEST_SIDE} cells"
        )
    rows = re.split("[/;]", text.strip().rstrip(";"))
    if len(rows) > 1:
        return _board(rows)
    tiles = _numbers_of(_words(text))
    width = isqrt(len(tiles))
    if len(tiles) == 1:
        raise BoardError(f"{shown(text.strip())} is one number; write the tiles below it or after it, the blank as 0")
    if not tiles or width * width != len(tiles):
        raise BoardError(
            f"{shown(text.strip())} has {len(tiles)} tiles, which do not make a square; separate the rows of another "
            "board by slashes, like 123/450"
        )
    return Board(width, width, tiles)


def board_in_rows(lines: Sequence[Line]) -> Board:
    """Read a board whose rows stand below one another, or its tiles below its size.

    Raises:
        BoardError: if the lines are not a board.
    """
    size = _SIZE.fullmatch(lines[0].text)
    if size is not None and len(lines) > 1:
        height, width = int(size[1]), int(size[2] or size[1])
        tiles = _numbers_of([word for line in lines[1:] for word in _split(line.text)])
        is_board = len(tiles) == height * width and sorted(tiles) == [*range(len(tiles))]
        if is_board or len(_split(lines[0].text)) != len(_split(lines[1].text)):  # else two tiles look like a size
            return Board(height, width, tiles)
    return _board([line.text for line in lines])


def _board(lines: Iterable[str]) -> Board:
    rows = [_words(line) for line in lines]
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise BoardError(
                f"row {number} has {plural(len(row), 'tile')}, and row 1 has {len(rows[0])}; make the rows equally "
                "long, the blank as 0"
            )
    return Board(len(rows), len(rows[0]), _numbers_of([word for row in rows for word in row]))


def _split(text: str) -> list[str]:
    return re.split(r"[\s,|]+", text.strip(" \t,|\r"))


def _words(text: str) -> Sequence[str]:
    """Return the tiles of a row as texts: words, or the digits of a single word."""
    words = _split(text)
    return words[0] if len(words) == 1 and re.fullmatch(r"[0-9a-fA-F_.x*-]*", words[0]) else words


def _numbers_of(words: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of tiles, with 0 for the blank. If no tile is 0, one word may stand for the blank.

    Raises:
        BoardError: if another word is not a tile.
    """
    numbers = [_number(word) for word in words]
    others = [word for word, number in zip(words, numbers, strict=True) if number is None]
    is_mark = others and (len(others[0]) == 1 or others[0].lower() in ("none", "null"))
    is_blank = len(others) == 1 and is_mark and BLANK not in numbers
    if others and not is_blank:
        advice = ", a name ends with a colon, and # begins a comment" if others[0].isalpha() else ""
        raise BoardError(f"{shown(others[0])} is not the number of a tile; the blank is 0{advice}")
    return tuple(BLANK if number is None else number for number in numbers)


def _number(word: str) -> int | None:
    if _NUMBER.fullmatch(word):
        return int(word.partition(".")[0])
    return DIGITS.index(word.lower()) if len(word) == 1 and word.lower() in DIGITS else None


class Entry(NamedTuple):
    """A board or a goal as it stands in a text."""

    line: int
    """The line at which it begins."""
    board: Board | str
    """The board; of a goal it may be a word."""
    id: str | None = None
    fewest: int | None = None


KORF = Path(__file__).parent / "data" / "korf-100.txt"
LARGEST_FILE = 6 * 1024 * 1024
"""Maximum number of bytes that are read; all boards of 3 x 3 take 5 MB."""
LONGEST_ID = 80
GOAL = "goal"
"""The name of a line that is a goal."""
_LINE = re.compile(r"(?:(?P<id>[^:]*):)?(?P<board>[^:]*?)(?:->(?P<fewest>[^>]*))?")
_TYPED = "the board"
"""Name of a board that is written out, in messages."""


class Puzzle(NamedTuple):
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


def read_board(text: str) -> Board:
    """Read a board.

    Raises:
        BoardError: if the text is not one board.
    """
    found = [entry.board for entry in _entries(lines_in(text))] or [board_of_line("")]
    if len(found) > 1:
        raise BoardError(f"there are {len(found)} boards; give one")
    if not isinstance(found[0], Board):
        raise BoardError(f"{found[0]} is the name of a goal; write a board like 358102674")
    return found[0]


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
    wanted = None if goal is None else goal_option(goal)
    if re.fullmatch(r"korf(-[0-9]{1,3})?", source) and not _exists(source):
        every = _read(read_any_text(str(KORF), LARGEST_FILE), str(KORF), wanted, first)
        found = [puzzle for puzzle in every if source in ("korf", puzzle.id)]
        if not found:
            raise InputError(f"{source}: there are korf-1 to korf-{len(every)}")
        return found
    if source == STANDARD_INPUT or _exists(source):
        return _read(read_any_text(source, LARGEST_FILE), name_of(source), wanted, first)
    if not is_board(source):
        raise InputError(f"{shown(source)}: there is no such file, and it is not a board like 358102674 or 123/450")
    return _read(source, _TYPED, wanted, first)


def is_board(source: str) -> bool:
    """Return whether a source that is no file is meant as a board that is written out."""
    return (
        "\n" in source
        or has_list(source)
        or re.fullmatch(r"\s*|(?=.*[0-9])[0-9a-fxA-FX\s,;/|_.*-]*", source) is not None
    )


def _exists(name: str) -> bool:
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):
        return False  # the name is too long, or has a null in it


def goal_option(goal: str) -> Board | str:
    """Return a value of ``--goal``: the name of a goal, or a board.

    Raises:
        InputError: if it is neither.
    """
    try:
        return _goal(goal, "--goal")
    except BoardError as fault:
        raise InputError(str(fault)) from None


def _goal(text: str, name: str = "the goal") -> Board | str:
    if text in GOALS:
        return text
    try:
        return read_board(text)
    except BoardError as fault:
        raise BoardError(f"{name}: {fault} (or write {listed(GOALS, 'or')})") from None


def goal_for(start: Board, goal: Board | str) -> Board:
    """Return the goal of a board.

    Raises:
        BoardError: if it has another size.
    """
    if isinstance(goal, str):
        return Board.goal(start.rows, start.columns, goal)
    if (goal.rows, goal.columns) != (start.rows, start.columns):
        raise BoardError(
            f"the goal has {goal.rows} x {goal.columns} cells and the board {start.rows} x {start.columns}; both "
            "must have the same size"
        )
    return goal


def _read(text: str, name: str, wanted: Board | str | None, first: int) -> list[Puzzle]:
    """Read the boards of a text.

    Args:
        text: the text.
        name: its name in messages.
        wanted: the goal that replaces those of the text.
        first: number of the first board without an id.

    Raises:
        InputError: if a line is wrong, or the file has no board.
    """
    try:
        found = _puzzles(_entries(lines_in(text)), wanted, first)
    except BoardError as fault:
        place = name if name == _TYPED or not fault.line else f"{name}:{fault.line}"
        raise InputError(f"{place}: {fault}") from None
    if not found:
        raise InputError(f"{name}: it has no board; write each board on a line, like 358102674, or row by row")
    return found


def _puzzles(entries: Iterable[Entry], wanted: Board | str | None, first: int) -> list[Puzzle]:
    found: dict[str, Puzzle] = {}
    goal: Board | str = "last"
    unused = 0
    for entry in entries:
        if not isinstance(entry.board, Board) or entry.id == GOAL:
            goal, unused = entry.board, entry.line
            continue
        unused = 0
        id = entry.id if entry.id is not None else f"board-{len(found) + first}"
        if id in found:
            raise BoardError(f"the id {shown(id)} occurs twice; choose another").at(entry.line)
        try:
            end = goal_for(entry.board, goal if wanted is None else wanted)
        except BoardError as fault:
            raise fault.at(entry.line) from None
        own = Board.goal(end.rows, end.columns, goal) if isinstance(goal, str) else goal
        found[id] = Puzzle(id, entry.board, end, entry.fewest if own == end else None)
    if unused and found:
        raise BoardError("no board is below this goal; write a goal above its boards").at(unused)
    return [*found.values()]


def _entries(lines: Iterable[Line]) -> Iterator[Entry]:
    """Yield the boards and goals of a text."""
    for block in _blocks(lines):
        yield from _of_block(block)


def _blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Divide a text at empty lines, at names alone on their lines, and before and after lines with a name."""
    block: list[Line] = []
    for line in lines:
        words = line.text.strip()
        if block and (not words or ":" in words):
            yield block
            block = []
        if words:
            block.append(line)
        if ":" in words and not words.endswith(":"):
            yield block
            block = []
    if block:
        yield block


def _of_block(block: Sequence[Line]) -> list[Entry]:
    """Read a board on each line, or else one in rows, below its name if it has one."""
    head, number = block[0].text.strip(), block[0].number
    if len(block) > 1 and head.endswith(":"):
        rows = block[1:]
        try:
            return [
                Entry(number, board_in_rows(rows) if len(rows) > 1 else board_of_line(rows[0].text), _id(head[:-1]))
            ]
        except BoardError as fault:
            raise fault.at(number) from None
    found: list[Entry] = []
    try:
        for line in block:
            number = line.number
            found.append(_entry(line))
    except BoardError as fault:
        try:
            return [Entry(block[0].number, board_in_rows(block))]
        except BoardError as other:
            # a faulty line is reported as a board if a line beside it is one
            is_own = found or len(block) == 1 or _is_read(block[1])
            raise (fault.at(number) if is_own else other.at(block[0].number)) from None
    return found


def _is_read(line: Line) -> bool:
    try:
        _entry(line)
    except BoardError:
        return False
    return True


def _entry(line: Line) -> Entry:
    """Read a line with a board or a goal."""
    parts = _LINE.fullmatch(line.text)
    if parts is None:
        raise BoardError("there is more than one ':' or '->' in the line; write 'id: board -> number of moves'")
    fewest = parts["fewest"]
    if fewest is not None and not re.fullmatch(r"\s*[0-9]{1,6}\s*", fewest):
        raise BoardError(
            f"{shown(fewest.strip())} is not a number of moves; write a number after '->', or leave both out"
        )
    id = None if parts["id"] is None else _id(parts["id"])
    board = _goal(parts["board"].strip()) if id == GOAL else board_of_line(parts["board"])
    return Entry(line.number, board, id, None if fewest is None else int(fewest))


def _id(text: str) -> str:
    id = text.strip()
    if not id or len(id) > LONGEST_ID or not id.isprintable():
        raise BoardError(f"{shown(id)} is not an id; write 1 to {LONGEST_ID} letters before the ':', or leave both out")
    return id


def lines_of(puzzles: Iterable[tuple[str, str]], goal: str) -> Iterable[str]:
    """Yield the lines of a file: a goal, then ids and boards."""
    yield f"goal: {goal}"
    for id, board in puzzles:
        yield f"{id}: {board}"
