"""Files of puzzles, in JSON and in the texts in which they are passed around; docs/format-edge-matching.md has them.

- Pieces, one a line: numbers, letters or words with blanks or commas between them, in brackets or not; or without
  blanks four digits, or letters, a piece. Four edges are a square, six a hexagon. The piece's number may stand before
  them.
- Before them the rows and columns, one number for both, or the names of the columns of a table.
- Lines like `139s 9,8` give a piece its place.
- An address of a viewer with `board_edges`: four letters a place, `a` the border, and `board_w` and `board_h`, or
  `puzzle_size`; or these letters alone.

`#` and `//` begin comments.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from heuristan.common.faults import InputError, unexpected_as
from heuristan.common.files import is_text, read_head, read_text
from heuristan.common.json_text import LARGEST, LINES, Record, read_records
from heuristan.common.quoting import shown
from heuristan.common.results import Refused
from heuristan.common.words import plural
from heuristan.edgematching import notation
from heuristan.edgematching.loose import NUMBERS, Colour, border_among, in_order, order_in, pieces_in
from heuristan.edgematching.notation import sizes_for
from heuristan.edgematching.placing import SQUARE_TURNS, in_rows_and_columns, turn_of
from heuristan.edgematching.puzzle import HEXAGON, SQUARE, Puzzle, PuzzleError
from heuristan.edgematching.readings import ORDERS

_MARK = "board_edges="
_OF_DIGITS = ("NWES", *(order for order in ORDERS if order != "NWES"))
"""The orders of edges that are digits without blanks: as Tetravex has them first."""
_SQUARE, _HEXAGON = len(SQUARE.faces), len(HEXAGON.faces)
_EXAMPLE = "'0 1 2 3'"

_NUMBER = re.compile(r"[-+]?\d{1,4}", re.ASCII)
_TIGHT = re.compile(r"\d{4}|\d{6}|[a-zA-Z]{4}|[a-zA-Z]{6}", re.ASCII)
"""A piece without blanks."""
_BOARD = re.compile(r"[a-z]{16,}", re.ASCII)
_GROUP = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_NUMBERED = re.compile(r"(\d{1,4})\s*[:.)](?=\s)\s*", re.ASCII)
_SIZE = re.compile(r"\d{1,3}(?:(?:\s*+[x,;]\s*+|\s++)\d{1,3}){0,2}", re.ASCII | re.IGNORECASE)
_PLAIN = re.compile(r"[-+]?\d{1,3}|[a-zA-Z]'?|\d{1,2}[a-z]|[a-zA-Z]\d", re.ASCII)
"""A colour as texts of nothing else but puzzles have it: no word."""


class _Line(NamedTuple):
    number: int
    text: str


class _Piece(NamedTuple):
    """A piece as it stands in a line."""

    line: int
    edges: tuple[Colour, ...]
    number: Colour | None = None
    is_digits: bool = False
    """Whether its edges are written as digits without spaces, like 1234."""


class _Head(NamedTuple):
    """Header before the pieces."""

    sizes: tuple[int, ...] = ()
    line: int = 0
    """The line of the last of them."""
    order: str | None = None
    """The order of the edges, from the names of a table's columns."""


def is_text_of_puzzle(head: str) -> bool:
    """Return whether a text begins like a puzzle, and like nothing else."""
    if _MARK in head:
        return True
    try:
        found, body = _split([line for line in _lines(head) if not in_rows_and_columns(line.text)])
        pieces = [piece for line in body[:_SQUARE] for piece in _pieces_in(line)]
    except PuzzleError:
        return False
    if not pieces or not all(_PLAIN.fullmatch(str(edge)) for piece in pieces for edge in piece.edges):
        return False
    if all(piece.is_digits for piece in pieces):
        return len(pieces) >= _SQUARE
    # a piece more or less is a slip in a puzzle; three numbers a line are points of an outline
    return len(pieces[0].edges) >= _SQUARE and (bool(found.sizes) or len(pieces[0].edges) <= _HEXAGON + 1)


def fields_of(text: str) -> dict[str, Any]:
    """Return the fields of a text's puzzle.

    Raises:
        PuzzleError: if it cannot be read; the message names the line.
    """
    if not text.strip():
        raise PuzzleError("the file is empty")
    if _MARK in text:
        return _of_address(text)
    lines = _lines(text)
    placed = [(line, match) for line in lines if (match := in_rows_and_columns(line.text))]
    lines = [line for line in lines if not in_rows_and_columns(line.text)]
    if len(lines) == 1 and _BOARD.fullmatch(lines[0].text):
        return {"pieces": _of_letters(lines[0].text)}
    head, body = _split(lines)
    pieces = [piece for line in body for piece in _pieces_in(line)]
    if not pieces:
        after = f"line {head.line} gives the size, but no pieces follow" if head.sizes else "there are no pieces"
        raise PuzzleError(f"{after}; write one piece per line, like {_EXAMPLE}")
    fields = _fields(head, _checked(pieces))
    given = [_given(line.number, match, fields) for line, match in placed]
    return fields | ({"given": given} if given else {})


def _lines(text: str) -> list[_Line]:
    """Return the lines without comments and empty ones."""
    lines = (_Line(number, re.split(r"\s#|^#|//", line)[0].strip()) for number, line in enumerate(text.splitlines(), 1))
    return [line for line in lines if line.text]


def _split(lines: Sequence[_Line]) -> tuple[_Head, Sequence[_Line]]:
    """Return what stands before the pieces, and the lines of the pieces."""
    head = _Head()
    for at, line in enumerate(lines):
        if order := _named_columns(line.text):
            head = head._replace(order=order)
        elif _SIZE.fullmatch(line.text):
            head = head._replace(sizes=(*head.sizes, *map(int, re.findall(r"\d+", line.text))), line=line.number)
        else:
            return head, lines[at:]
    return head, []


def _named_columns(text: str) -> str | None:
    """Return the order of the edges that a line of names has; None for any other line."""
    words = [word for word in re.split(r"[\s,;]+", text) if word]
    return order_in([word for word in words if word.lower() not in NUMBERS])


def _pieces_in(line: _Line) -> Iterator[_Piece]:
    """Yield the pieces of a line: one, or several without blanks or in brackets.

    Raises:
        PuzzleError: if there is something else beside pieces in brackets.
    """
    numbered = _NUMBERED.match(line.text)
    number = int(numbered[1]) if numbered else None
    text = line.text[numbered.end() if numbered else 0 :]
    groups = _GROUP.findall(text)
    beside = _GROUP.sub(" ", text).strip(" ,;[](){}") if groups else ""
    if beside:
        raise PuzzleError(f"line {line.number}: {shown(beside)} stands beside the pieces; leave it out")
    for part in groups or [text]:
        cells = _cells(part)
        is_numbered = len(cells) == 2 and cells[0].isdecimal() and not _TIGHT.fullmatch(cells[0])
        tight = cells[is_numbered:]
        are_letters = len(tight) == 1 and tight[0].isalpha()
        if tight and all(map(_TIGHT.fullmatch, tight)) and (are_letters or all(map(str.isdecimal, tight))):
            own = int(cells[0]) if is_numbered else number
            for cell in tight:
                yield _Piece(line.number, tuple(map(_colour, cell)), own, cell.isdecimal())
        else:
            yield _Piece(line.number, tuple(map(_colour, cells)), number)


def _cells(text: str) -> list[str]:
    """Return the words of a text: what commas separate, or else blanks."""
    words = [word for word in re.split(r"[\s,;]+", text.strip()) if word]
    is_of_names = re.search("[,;]", text) and not all(map(_NUMBER.fullmatch, words))
    cells = [cell.strip() for cell in re.split("[,;]", text)] if is_of_names else words
    return [cell.strip('"') for cell in cells if cell]


def _colour(word: str) -> Colour:
    return int(word) if _NUMBER.fullmatch(word) else word


def _checked(pieces: Sequence[_Piece]) -> Sequence[_Piece]:
    """Return the pieces with their numbers told from their edges.

    Raises:
        PuzzleError: if a piece is unlike the first one.
    """
    [(wide, _)] = Counter(len(piece.edges) for piece in pieces).most_common(1)
    is_numbered = wide in (_SQUARE + 1, _HEXAGON + 1)
    if not is_numbered and wide not in (_SQUARE, _HEXAGON):
        raise PuzzleError(
            f"line {pieces[0].line}: there {'is' if wide == 1 else 'are'} {plural(wide, 'word')}; write the {_SQUARE} "
            f"edges of a square or the {_HEXAGON} of a hexagon, with the number of the piece before them or without it"
        )
    first = type(next((edge for piece in pieces for edge in piece.edges[is_numbered:] if edge != 0), 0))
    words = f"{wide} {'whole numbers' if first is int else 'colours'}, like the other lines"
    for piece in pieces:
        if len(piece.edges) != wide:
            raise PuzzleError(f"line {piece.line}: write {words}; {_found(piece)}")
        odd = next((edge for edge in piece.edges[is_numbered:] if type(edge) is not first and edge != 0), 0)
        if odd:
            raise PuzzleError(f"line {piece.line}: write {words}; {shown(odd)} is not one")
    if is_numbered:
        return [piece._replace(edges=piece.edges[1:], number=piece.edges[0]) for piece in pieces]
    return pieces


def _found(piece: _Piece) -> str:
    """Return how many colours a line has, in words: a word alone is meant as a piece without blanks."""
    word = str(piece.edges[0]) if len(piece.edges) == 1 else ""
    if len(word) > 1:
        return f"{shown(word)} has {plural(len(word), 'digit' if word.isdecimal() else 'letter')}"
    return f"there {'is' if len(piece.edges) == 1 else 'are'} {len(piece.edges)}"


def _fields(head: _Head, pieces: Sequence[_Piece]) -> dict[str, Any]:
    edges = in_order([(piece.number, list(piece.edges)) for piece in pieces])
    fields: dict[str, Any] = {"pieces": edges}
    if len(edges[0]) == _SQUARE and pieces[0].is_digits:
        fields["edge_order"] = list(_OF_DIGITS)
    if head.order:
        fields["edge_order"] = head.order
    sizes = _sizes(head, pieces, edges)
    return fields | (dict(zip(("rows", "columns"), sizes, strict=True)) if sizes else {})


def _sizes(head: _Head, pieces: Sequence[_Piece], edges: Sequence[Sequence[Colour]]) -> tuple[int, int] | None:
    """Return the numbers of rows and columns: as written (0 stands for none), or as the lines or a frame show.

    Raises:
        PuzzleError: if as many pieces do not fit what is written.
    """
    count, line = len(pieces), f"line {head.line}"
    if head.sizes in ((), (0,), (count,)):  # a number alone may be that of the pieces
        lines = [len(list(group)) for _, group in groupby(pieces, lambda piece: piece.line)]
        if len(edges[0]) == _HEXAGON:
            return None
        if len(lines) > 1 and lines[0] > 1 and len(set(lines)) == 1:
            return len(lines), lines[0]
        border = border_among(edge for piece in edges for edge in piece)
        return sizes_for(count, sum(list(piece).count(border) for piece in edges))
    if len(head.sizes) > 2:
        numbers = plural(len(head.sizes), "number")
        raise PuzzleError(f"{line} has {numbers}, but a piece has {_SQUARE}, and the size is rows and columns")
    rows, columns = head.sizes[0], head.sizes[-1]
    if not rows * columns:
        raise PuzzleError(f"{line} has no rows or no columns; write both, or leave it out")
    if rows * columns != count:
        needed = plural(rows * columns, "piece")
        raise PuzzleError(f"{line}: {rows} x {columns} places need {needed}, but there are {count}")
    return rows, columns


def _given(number: int, match: re.Match[str], fields: dict[str, Any]) -> dict[str, int]:
    """Return a piece whose place is given, from a line like those of `placing`."""
    count, turn = len(fields["pieces"]), turn_of(match)
    if turn >= len(SQUARE_TURNS) and len(fields["pieces"][0]) == _SQUARE:
        raise PuzzleError(f"line {number}: a piece is turned 0 to {len(SQUARE_TURNS) - 1} times, not {turn}")
    piece = int(match["piece"])
    if not 1 <= piece <= count:
        raise PuzzleError(f"line {number}: piece {piece} does not exist; pieces are numbered 1 to {count}")
    row, column = map(int, match["place"].split(","))
    rows, columns = fields.get("rows", row), fields.get("columns", column)
    if not (1 <= row <= rows and 1 <= column <= columns):
        raise PuzzleError(f"line {number}: place {match['place']} is outside the board of {rows} x {columns}")
    return {"piece": piece, "row": row, "column": column} | ({"turn": turn} if turn else {})


def _of_address(text: str) -> dict[str, Any]:
    [address] = [line for line in text.splitlines() if _MARK in line][:1]
    fields = parse_qs(re.split(r"[#?]", address.strip())[-1], keep_blank_values=True)
    edges = fields.get("board_edges", [""])[0].strip()
    try:
        rows, columns = (int(fields.get(key, fields.get("puzzle_size", [""]))[0]) for key in ("board_h", "board_w"))
    except ValueError:
        raise PuzzleError("the address needs numbers in board_w and board_h, or in puzzle_size") from None
    if not re.fullmatch("[a-z]+", edges) or len(edges) != _SQUARE * rows * columns:
        raise PuzzleError(f"'board_edges' must have {_SQUARE * rows * columns} letters from a to z, four a place")
    pieces = _of_letters(edges)
    if empty := pieces.count(list("aaaa")):
        raise PuzzleError(f"{empty} places of the board are empty, so their pieces are not known")
    return {"rows": rows, "columns": columns, "edge_order": "".join(SQUARE.faces), "pieces": pieces}


def _of_letters(letters: str) -> list[list[str]]:
    """Return the pieces of a board's letters, four a place.

    Raises:
        PuzzleError: if a piece has fewer.
    """
    if len(letters) % _SQUARE:
        raise PuzzleError(
            f"{len(letters)} letters cannot be divided into pieces of four; write four letters for each piece"
        )
    return [list(letters[at : at + _SQUARE]) for at in range(0, len(letters), _SQUARE)]


MARKS = ("kind", "rows", "pieces", "tiles")
"""Keys that show that an object is a puzzle: GeoJSON and other outlines have none."""

LARGEST_TEXT = 1024 * 1024
"""Maximum number of bytes of a text that is no JSON; it is one puzzle, and the largest has 1,024 places."""
_LIST = re.compile(r'\s*\[\s*[\[(]\s*(?:"?[^\[\](){},"]+"?\s*,\s*){3,}')
"""The begin of a list of lists of four and more: points have two or three numbers."""


def is_puzzle_file(path: Path) -> bool:
    """Return whether a file seems to hold puzzles of this system, which may still be faulty, and not results.

    Raises:
        InputError: if the file cannot be read.
    """
    head = read_head(path)
    text = head.decode(errors="replace")
    if not _is_json(path, head):
        return is_text(head) and is_text_of_puzzle(text)
    try:
        values = [record.value for record in read_records(path)]
    except InputError:
        # a puzzle that is broken further on should be reported as a broken puzzle
        has_mark = re.search(f'"({"|".join(MARKS)})"\\s*:', text) is not None
        return has_mark or _LIST.match(text) is not None or is_text_of_puzzle(text)
    first = values[0]
    is_ours = isinstance(first, dict) and any(mark in first for mark in MARKS) and "status" not in first
    return is_ours or pieces_in(values) is not None


def read_puzzles(path: Path, stated: Mapping[str, Any] = MappingProxyType({})) -> Iterator[Puzzle | Refused]:
    """Read the puzzles of a file; a faulty one among several is refused, with its place and the reason.

    Args:
        path: the file.
        stated: what is said of all its puzzles, by keys of their objects: it counts, whatever the file says.

    Raises:
        InputError: if the file cannot be read, or its only puzzle is faulty.
    """
    records = _records(path)
    for number, record in enumerate(records, 1):
        name = "".join(each for each in f"{path.stem}-{number}" if each.isprintable())
        try:
            with unexpected_as(InputError):
                puzzle = puzzle_of(record, name, stated)
        except InputError as fault:
            if len(records) == 1:
                raise
            yield Refused(_id_of(record, name), str(fault))
        else:
            yield puzzle


def _is_json(path: Path, head: bytes) -> bool:
    return head.lstrip()[:1] in (b"{", b"[") or path.suffix.lower() in (".json", *LINES)


def _records(path: Path) -> Sequence[Record]:
    """Return the objects of a file; pieces in lists alone are one puzzle."""
    if not _is_json(path, read_head(path)):
        return [_record_of_text(path)]
    try:
        records = read_records(path)
    except InputError:
        # lists as programs have them, with other brackets or without commas between them
        text = read_text(path, LARGEST)
        if len(text) > LARGEST_TEXT or not is_text_of_puzzle(text):
            raise
        return [_record_of_text(path)]
    pieces = pieces_in([record.value for record in records])
    return records if pieces is None else [Record(str(path), pieces)]


def _record_of_text(path: Path) -> Record:
    try:
        return Record(str(path), fields_of(read_text(path, LARGEST_TEXT, "a puzzle needs a few kilobytes")))
    except PuzzleError as fault:
        return Record(str(path), None, str(fault))


def puzzle_of(record: Record, name: str, stated: Mapping[str, Any] = MappingProxyType({})) -> Puzzle:
    """Return the puzzle of a record.

    Args:
        record: the record.
        name: the id of the puzzle, if it has none.
        stated: what is said of it, whatever the record says.

    Raises:
        InputError: if it is not a puzzle; the message names the place.
    """
    if record.fault:
        raise InputError(f"{record.place}: {record.fault}")
    fields = record.value
    if not isinstance(fields, dict):
        raise InputError(f"{record.place}: this is not a JSON object but {shown(fields)}; write {{...}}")
    if "status" in fields and "pieces" not in fields:
        raise InputError(f"{record.place}: this is a result and not a puzzle; give the puzzle")
    try:
        return notation.puzzle_of({**fields, **stated}, name)
    except PuzzleError as fault:
        raise InputError(f"{record.place}: {fault}") from None


def _id_of(record: Record, name: str) -> str:
    found = record.value.get("id") if isinstance(record.value, dict) else None
    return found if isinstance(found, str) and found.isprintable() and found else name
