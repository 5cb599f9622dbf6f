"""Texts in which puzzles are passed around, as the fields of our JSON.

- Pieces, one or several a line: numbers, letters or words with blanks or commas between them, in brackets or not, with
  `|` between pieces; or without blanks four digits, or letters, a piece. Four edges are a square, six a hexagon. The
  piece's number may stand before them.
- Before them the rows and columns, one number for both, or rows, columns and colours; the names of the columns of a
  table; or a map of the places, with X and a dot.
- Lines like `139s 9,8` give a piece its place; so does `@` behind four digits.
- An address of a viewer with `board_edges`: four letters a place, `a` the border, and `board_w` and `board_h`, or
  `puzzle_size`; or these letters alone.

`#`, `//` and a line that begins with ``c`` are comments.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from heuristan.common.quoting import shown
from heuristan.common.words import plural
from heuristan.edgematching.colours import Colour, border_among
from heuristan.edgematching.loose import FROM_0, NUMBERS, in_order, order_in
from heuristan.edgematching.notation import NO_PLACE, PLACE, sizes_for
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
_NEXT = r"(?:(?:\s*+[x,;]\s*+|\s++)(\d{1,3}))?"
_GROUP = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_NUMBERED = re.compile(r"(?:(?:piece|tile|card)\s*)?#?(\d{1,4})\s*[:.)](?=\s)\s*", re.ASCII | re.IGNORECASE)
_SIZE = re.compile(rf"(?:[a-z ]++[:=]?\s*+)?(\d{{1,3}}){2 * _NEXT}", re.ASCII | re.IGNORECASE)
_NAMED_SIZE = re.compile(
    r"(?:(?:(?P<rows>rows|height|h)|(?P<columns>columns|cols|width|w))\s*+[:=]?\s*+(?P<number>\d{1,3})[\s,;]*+)",
    re.ASCII | re.IGNORECASE,
)
"""Rows or columns with their name, like `rows: 3` or `w=4`."""
_NAMED_SIZES = re.compile(f"(?:{re.sub('[?]P<[a-z]+>', '?:', _NAMED_SIZE.pattern)})+", re.ASCII | re.IGNORECASE)
_SIZE_BEFORE = re.compile(r"(\d{1,2})((?:\s+\d{4}){2,})", re.ASCII)
_MAP = re.compile(f"[{NO_PLACE}{PLACE}{PLACE.lower()}]+")
_WORD = re.compile(r"[^\W\d_]{3}")
_COMMENT = re.compile(r"c(?:\s(?!(?:\S\s+)*\S$).*)?")
"""A line that begins with the word c, and is not of single letters."""
_BRACKETS = re.compile(r"(?:\w+\s*[=:]\s*)?[\[({]+|[\])},;\s]+")
"""A line of brackets around pieces, as programs have them."""
_PLAIN = re.compile(r"[-+]?\d{1,3}|[a-zA-Z]'?|\d{1,2}[a-z]|[a-zA-Z]\d|0", re.ASCII)
"""A colour as texts of nothing else but puzzles have it: no word."""


class _Line(NamedTuple):
    number: int
    text: str


class _Piece(NamedTuple):
    """A piece as it stands in a line."""

    line: int
    edges: tuple[Colour, ...]
    number: Colour | None = None
    turn: Colour | None = None
    lies: bool = False
    """Whether the piece lies in its place."""
    is_digits: bool = False
    """Whether its edges are digits without blanks."""


class _Head(NamedTuple):
    """Header before the pieces."""

    sizes: Sequence[int] = ()
    line: int = 0
    """The line of the last of them."""
    order: str | None = None
    """The order of the edges, from the names of a table's columns."""
    map: Sequence[str] = ()
    """The rows of a map of the places."""


def is_text_of_puzzle(head: str) -> bool:
    """Return whether a text begins like a puzzle, and like nothing else."""
    if _MARK in head:
        return True
    lines = [line for line in _lines(head) if not in_rows_and_columns(line.text)]
    try:
        found, body = _split(lines)
        pieces = [piece for line in body[:_SQUARE] for piece in _pieces_in(line, are_names=False)]
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
    title = _title(lines)
    head, body = _split(lines[len(title) :])
    words = [word for line in body for word in re.split(r"[\s,;]+", line.text) if _TIGHT.fullmatch(word)]
    words = [word for word in words if word.isalpha()]
    are_names = len(words) >= 2 * len(set(words))  # the same four-letter words again and again are colours
    pieces = [piece for line in body for piece in _pieces_in(line, are_names=are_names)]
    if not pieces:
        after = f"line {head.line} has the size, but no piece follows" if head.sizes else "there is no piece"
        raise PuzzleError(f"{after}; write one a line, like {_EXAMPLE}")
    fields = _fields(head, _checked(pieces)) | {f"line {line.number}": line.text for line in title}
    given = [_given(line.number, match, fields) for line, match in placed]
    given += [_placed_at(place, fields) for place, piece in enumerate(pieces) if piece.lies]
    return fields | ({"given": given} if given else {})


def _lines(text: str) -> list[_Line]:
    """Return the lines without comments and empty ones."""
    lines = (_Line(number, re.split(r"\s#|^#|//", line)[0].strip()) for number, line in enumerate(text.splitlines(), 1))
    return [line for line in lines if line.text and not any(p.fullmatch(line.text) for p in (_COMMENT, _BRACKETS))]


def _title(lines: Sequence[_Line]) -> Sequence[_Line]:
    """Return the lines of words before more pieces that are no words; none if pieces are words too."""
    worded = [
        bool(_WORD.search(line.text))
        and _named_columns(line.text) is None
        and _NAMED_SIZES.fullmatch(line.text) is None
        for line in lines
    ]
    count = worded.index(False) if False in worded else 0
    rest = lines[count:]
    return (
        lines[:count]
        if count < len(rest) and not any(worded[count:]) and not all(_SIZE.fullmatch(line.text) for line in rest)
        else []
    )


def _split(lines: Sequence[_Line]) -> tuple[_Head, Sequence[_Line]]:
    """Return what stands before the pieces, and the lines of the pieces."""
    head, named = _Head(), dict[str, int]()
    for at, line in enumerate(lines):
        if _NAMED_SIZES.fullmatch(line.text):
            for found in _NAMED_SIZE.finditer(line.text):
                named["rows" if found["rows"] else "columns"] = int(found["number"])
            sizes = tuple(named[side] for side in ("rows", "columns") if side in named)
            head = head._replace(sizes=sizes, line=line.number)
        elif order := _named_columns(line.text):
            head = head._replace(order=order)
        elif _MAP.fullmatch(line.text) and (head.map or _is_map(lines[at:])):
            head = head._replace(map=(*head.map, line.text.upper()))
        elif before := _SIZE_BEFORE.fullmatch(line.text):
            return head._replace(sizes=(int(before[1]),), line=line.number), [
                line._replace(text=before[2]),
                *lines[at + 1 :],
            ]
        elif size := _SIZE.fullmatch(line.text):
            head = head._replace(sizes=(*head.sizes, *(int(word) for word in size.groups() if word)), line=line.number)
        else:
            return head, lines[at:]
    return head, []


def _named_columns(text: str) -> str | None:
    """Return the order of the edges that a line of names has; None for any other line."""
    words = [word.strip("\"'") for word in re.split(r"[\s,;|]+", text) if word]
    return order_in([word for word in words if word.lower().removeprefix("piece_") not in NUMBERS])


def _is_map(lines: Sequence[_Line]) -> bool:
    """Return whether lines begin with a map of places, which has a dot."""
    is_map, rows = next(groupby(lines, lambda line: _MAP.fullmatch(line.text) is not None))
    return is_map and any(NO_PLACE in row.text for row in rows)


def _pieces_in(line: _Line, *, are_names: bool) -> Iterator[_Piece]:
    """Yield the pieces of a line.

    Args:
        line: the line.
        are_names: whether words of four letters are colours and not pieces.

    Raises:
        PuzzleError: if there is something else beside pieces in brackets.
    """
    groups = _GROUP.findall(line.text)
    if not groups:
        parts = [part for part in line.text.split("|") if part.strip()]
        single = len(parts) in (_SQUARE, _HEXAGON) and all(len(part.split()) == 1 for part in parts)
        for part in [" ".join(parts)] if single else parts:
            yield from _pieces_of(line.number, part, are_names=are_names)
        return
    beside = re.sub(r"^\w+\s*=", "", _GROUP.sub(" ", line.text)).strip(" ,;[](){}")
    number = _NUMBERED.fullmatch(f"{beside} ")
    if beside and (number is None or len(groups) > 1):
        raise PuzzleError(f"line {line.number}: {shown(beside)} stands beside the pieces; leave it out")
    for group in groups:
        found = _pieces_of(line.number, group, are_names=are_names)
        yield from (piece._replace(number=int(number[1])) if number else piece for piece in found)


def _pieces_of(line: int, text: str, *, are_names: bool) -> Iterator[_Piece]:
    """Yield the piece of a part of a line, or several without blanks."""
    numbered = _NUMBERED.match(text.strip())
    number = int(numbered[1]) if numbered else None
    text = text.strip()[numbered.end() if numbered else 0 :]
    lies = text.endswith("@")
    cells = _cells(text.removesuffix("@"), are_names=are_names)
    tight = [_TIGHT.fullmatch(cell) is not None and not (are_names and cell.isalpha()) for cell in cells]
    if not any(tight):
        yield _Piece(line, tuple(map(_colour, cells)), number, None, lies)
    elif all(tight):
        for cell in cells:
            yield _Piece(line, tuple(map(_colour, cell)), number, None, lies, cell.isdecimal())
    else:
        at = tight.index(True)
        before, after = [*cells[:at]], [*cells[at + 1 :]]
        if len(cells) >= _SQUARE and all(map(str.isdecimal, cells)):
            raise PuzzleError(f"line {line}: {cells[at]} is too large; colours are whole numbers from 0 to 999")
        if len(before) > 1 or len(after) > 1 or not all(map(_NUMBER.fullmatch, (*before, *after))):
            raise PuzzleError(f"line {line}: {shown(text)} is not a piece; write its edges, or # before a comment")
        turn = _colour(after[0]) if after else None
        own = _colour(before[0]) if before else number
        yield _Piece(line, tuple(map(_colour, cells[at])), own, turn, lies, cells[at].isdecimal())


def _cells(text: str, *, are_names: bool) -> list[str]:
    """Return the words of a text: what commas separate, or else blanks.

    Args:
        text: the text.
        are_names: whether words of four letters are colours and not pieces.
    """
    words = [_unquoted(word) for word in re.split(r"[\s,;]+", text.strip()) if word]
    is_plain = all(_NUMBER.fullmatch(word) or _TIGHT.fullmatch(word) for word in words)
    if not re.search("[,;]", text) or (is_plain and not are_names):
        return words
    return [_unquoted(word.strip()) for word in re.split("[,;]", text) if word.strip()]


def _unquoted(word: str) -> str:
    """Return a word without quotes around it; one behind it alone is a mark: `A'` is the other half of `A`."""
    return word.strip("\"'") if word[:1] in ("'", '"') else word


def _colour(word: str) -> Colour:
    return int(word) if _NUMBER.fullmatch(word) else word


def _checked(pieces: Sequence[_Piece]) -> Sequence[_Piece]:
    """Return the pieces with their numbers and turns told from their edges.

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
    if wide == _HEXAGON and len(pieces) > 1 and all(piece.edges[-1] in range(_SQUARE) for piece in pieces):
        numbers = [piece.edges[0] for piece in pieces]
        if numbers == list(range(1, len(pieces) + 1)):
            pieces = [piece._replace(edges=piece.edges[:-1], turn=piece.edges[-1]) for piece in pieces]
            wide, is_numbered = wide - 1, True
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
    if any(piece.number == 0 for piece in pieces):
        fields[FROM_0] = True
    if any(piece.turn for piece in pieces):
        fields["rotations"] = "behind the pieces"
    if len(edges[0]) == _SQUARE and pieces[0].is_digits:
        fields["edge_order"] = list(_OF_DIGITS)
    if head.order:
        fields["edge_order"] = head.order
    if head.map:
        return fields | {"cells": list(head.map)}
    colours = {edge for piece in edges for edge in piece}
    for number in head.sizes[2:]:
        largest = max((colour for colour in colours if isinstance(colour, int)), default=0)
        if number not in (len(colours) - 1, len(colours), largest, len(pieces)):
            fields[f"{number} in line {head.line}"] = number
    sizes = _sizes(head, pieces, edges)
    return fields | (dict(zip(("rows", "columns"), sizes, strict=True)) if sizes else {})


def _sizes(head: _Head, pieces: Sequence[_Piece], edges: Sequence[Sequence[Colour]]) -> tuple[int, int] | None:
    """Return the rows and columns: those that are written (0 is none), those of the lines, or those of a frame.

    Raises:
        PuzzleError: if as many pieces do not fit what is written.
    """
    count, sizes = len(pieces), head.sizes
    if not any(sizes):
        lines = [len(list(group)) for _, group in groupby(pieces, lambda piece: piece.line)]
        if len(edges[0]) == _HEXAGON:
            return None
        if len(lines) > 1 and set(lines) != {1} and len(set(lines)) == 1:
            return len(lines), lines[0]
        border = border_among(edge for piece in edges for edge in piece)
        return sizes_for(count, sum(list(piece).count(border) for piece in edges))
    rows, columns = sizes[0], sizes[1] if len(sizes) > 1 else sizes[0]
    if rows * columns == count:
        return rows, columns
    drawn = {edge for piece in edges for edge in piece if edge != 0}
    if rows * rows == count and len(drawn) <= columns:  # the second number is that of the colours
        return rows, rows
    if len(sizes) == 1 and rows == count:
        return _sizes(_Head(), pieces, edges)
    raise PuzzleError(_unlike(head, rows, columns, count))


def _unlike(head: _Head, rows: int, columns: int, count: int) -> str:
    """Return why so many pieces do not fit the size that a text begins with."""
    line, sizes, places = f"line {head.line}", head.sizes, rows * columns
    if len(sizes) > 2:
        line += f" has {plural(len(sizes), 'number')}, but a piece has {_SQUARE}, and the size is rows and columns"
        if places and places + sizes[2] == count:
            line += f"; {plural(sizes[2], 'hint')} may follow: write each like '5r 1,2', piece, turn, row and column"
        if not places:
            return line
    if not places:
        return f"{line} has no rows or no columns; write both, or leave it out"
    return f"{line}: {rows} x {columns} places need {plural(places, 'piece')}, but there are {count}"


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


def _placed_at(place: int, fields: dict[str, Any]) -> dict[str, int]:
    columns = fields.get("columns")
    if columns is None:
        raise PuzzleError(
            "'@' says that a piece lies in its place, but the rows and columns are not said; take '@' away"
        )
    return {"piece": place + 1, "row": place // columns + 1, "column": place % columns + 1}


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
