"""Texts in which puzzles are passed around, as the fields of our JSON.

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
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from heuristan.common.quoting import shown
from heuristan.common.words import plural
from heuristan.edgematching.loose import NUMBERS, Colour, border_among, in_order, order_in
from heuristan.edgematching.notation import sizes_for
from heuristan.edgematching.placing import SQUARE_TURNS, in_rows_and_columns, turn_of
from heuristan.edgematching.puzzle import HEXAGON, SQUARE, PuzzleError
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
    """Whether its edges are digits without blanks."""


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
        after = f"line {head.line} has the size, but no piece follows" if head.sizes else "there is no piece"
        raise PuzzleError(f"{after}; write one a line, like {_EXAMPLE}")
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
            raise PuzzleError(f"line {piece.line}: write {words}; {shown(odd)} is none")
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
    """Return the rows and columns: those that are written (0 is none), those of the lines, or those of a frame.

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
        raise PuzzleError(f"{len(letters)} letters are no pieces of four; write four letters a piece")
    return [list(letters[at : at + _SQUARE]) for at in range(0, len(letters), _SQUARE)]
