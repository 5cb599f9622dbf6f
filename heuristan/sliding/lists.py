"""Boards as programs write them: JSON objects; lists in brackets of any kind, with names and quotes; tables."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from heuristan.common.json_text import JsonTextError, in_words, read_json
from heuristan.common.quoting import shown
from heuristan.sliding.boards import BoardError
from heuristan.sliding.layouts import Line, check_length

_OBJECT = re.compile(r'\s*(\[\s*)?\{\s*"[^"]*"\s*:')
_KEYS = {
    "board": ("board", "start", "tiles", "state", "initial", "puzzle", "grid", "matrix", "cells"),
    "goal": ("goal", "target"),
    "id": ("id", "name"),
    "rows": ("rows", "height"),
    "columns": ("columns", "cols", "width"),
    "size": ("size", "n", "dimension"),
}
"""The keys of an object, by what they mean; `initial_state` means what `initial` does."""


def _has_objects(text: str) -> bool:
    """Return whether a text begins as a JSON object, or as a list of them."""
    return _OBJECT.match(text) is not None


def _lines_of_objects(text: str) -> Iterator[Line]:
    """Yield the boards of JSON objects, one or several, as lines: a goal, and an id with a board."""
    had_goal = False
    for number, found in _objects(text):
        try:
            fields = _fields(found)
            had_goal |= "goal" in fields
            if had_goal:
                yield Line(number, f"goal: {_tiles(fields.get('goal', 'last'), {})}")
            yield Line(number, (f"{fields['id']}: " if "id" in fields else "") + _tiles(fields["board"], fields))
        except BoardError as fault:
            raise fault.at(number) from None


def _objects(text: str) -> Iterator[tuple[int, Any]]:
    """Yield objects, each with its line: of one JSON text, or of a text a line."""
    try:
        found = read_json(text)
    except JsonTextError as fault:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        if not all(_has_objects(line) for _, line in lines):
            raise BoardError(fault.message).at(fault.line) from None
        for number, line in lines:
            try:
                yield number, read_json(line)
            except JsonTextError as of_line:
                raise BoardError(of_line.message).at(number) from None
    else:
        yield from ((1, each) for each in (found if isinstance(found, list) else [found]))


def _fields(found: Any) -> Mapping[str, Any]:
    """Return the values of an object by what they mean."""
    meanings = {key: meaning for meaning, keys in _KEYS.items() for key in keys}
    fields = {}
    for key, value in found.items() if isinstance(found, dict) else ():
        meaning = meanings.get(re.sub(r"_?state$", "", key.lower()) or "state")
        if meaning is None or meaning in fields:
            raise BoardError(
                f"the key {shown(key)} is {'one too many' if meaning else 'not known'}; take it away (keys are "
                f"{', '.join(_KEYS)})"
            )
        fields[meaning] = value
    if "board" not in fields:
        raise BoardError(f'{in_words(found)} has no board; write {{"board": [[1, 2, 3], [4, 0, 5], [7, 8, 6]]}}')
    return fields


def _tiles(value: Any, fields: Mapping[str, Any]) -> str:
    """Write a board as a line."""
    if isinstance(value, str):
        return " ".join(value.split("\n"))
    if not isinstance(value, list):
        raise BoardError(f"a board is {in_words(value)}; write a list of rows")
    rows = value if all(isinstance(row, list) for row in value) else _divided(value, fields)
    if any(isinstance(tile, list | dict) for row in rows for tile in row):
        raise BoardError("the lists of a board nest too deep; write a list of rows, each a list of tiles")
    height, width = len(rows), len(rows[0]) if rows else 0
    stated = [fields.get(side, fields.get("size", own)) for side, own in (("rows", height), ("columns", width))]
    if height > 1 and stated != [height, width]:
        size = " x ".join(map(in_words, stated))
        raise BoardError(f"the size is {size}, and the board has {height} x {width} cells; correct one")
    return " / ".join(" ".join("_" if tile in (None, "", " ") else str(tile) for tile in row) for row in rows)


def _divided(tiles: list[Any], fields: Mapping[str, Any]) -> list[list[Any]]:
    """Return the rows of a list of tiles; a single one if no size is stated."""
    width = fields.get("columns", fields.get("size"))
    if type(width) is not int or width < 1:
        return [tiles]
    return [tiles[start : start + width] for start in range(0, len(tiles), width)]


_LIST = re.compile(r"[\[({][^\[\](){}]*[0-9][^\[\](){}]*[\s,;][^\[\](){}]*[\])}]")
_PART = re.compile(r"[\[({]|[\])}]|[^\[\](){}]+")
_DIMENSIONS = re.compile(r"\b([A-Za-z_]\w*+)(\s*\[\s*\w*\s*\])+")
"""A name with its dimensions, like `int[][]` or `tiles[3][3]`."""
_NAMED = re.compile(r"""(?:^|[\s"'])(?P<name>[A-Za-z][\w-]*)["']?\s*+[:=]\s*+[A-Za-z_. ]*+$""")
"""A name before a list, perhaps with what makes the list: `board = np.array`."""
_CODE = re.compile(r"""(?:[\s,;:.="']|[A-Za-z_]\w*+)*+""")
"""What stands between lists in a program: names, marks and no numbers. A name is taken whole (`*+`): all its cuts are
too many to be tried."""
_MARKS = " \t,;."
_QUOTED = re.compile(r"""(["'`])(.*?)\1""")
_LINES_OF_TABLES = "─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬"
_RULE = re.compile(rf"(?=.*?(?:[=\-{_LINES_OF_TABLES}]{{3}}|\+[=-]+\+))[\s|+:=\-{_LINES_OF_TABLES}]*+")
_AS_ASCII = str.maketrans("│┃║\xa0", "||| ")


def has_list(text: str) -> bool:
    """Return whether a text has a list: numbers between brackets."""
    return _LIST.search(text) is not None


def lines_in(text: str) -> Iterator[Line]:
    """Yield the lines of a text without comments, quotes, and rules of tables; each row of a list is a line.

    After a list of lists comes an empty line. A name of a list is a line like `name:`.

    Raises:
        BoardError: if brackets do not pair, or what is between them is not read; it has the line.
    """
    if _has_objects(text):
        return _lines_of_objects(text)
    return _plain_lines(text)


def _plain_lines(text: str) -> Iterator[Line]:
    lines = [
        line.partition("#")[0].rstrip(" \r") for line in text.replace("\r\n", "\n").translate(_AS_ASCII).split("\n")
    ]
    plain = "\n".join(lines)
    found = _of_lists(_DIMENSIONS.sub(r"\1", plain)) if has_list(plain) else _of_lines(lines)
    for line in found:
        if not _RULE.fullmatch(line.text):
            yield line._replace(text=_QUOTED.sub(lambda quoted: quoted[2].strip() or "_", line.text))


def _of_lines(lines: Iterable[str]) -> Iterator[Line]:
    for number, line in enumerate(lines, 1):
        try:
            check_length(line)
        except BoardError as fault:
            raise fault.at(number) from None
        yield Line(number, line)


def _of_lists(text: str) -> Iterator[Line]:
    """Yield the lines of a text with lists."""
    parts = _PART.findall(text)
    number, nested, opened = 1, [False], [0]
    for part, after in zip(parts, [*parts[1:], ""], strict=True):
        if part in "[({":
            nested[-1] = True
            nested.append(False)
            opened.append(number)
        elif part in "])}":
            if len(nested) == 1:
                raise BoardError(f"{part} closes a list that does not begin; take it away").at(number)
            opened.pop()
            if nested.pop():
                yield Line(number, "")
        elif len(nested) > 1 and not nested[-1] and after and after in "])}":
            yield from _rows(part, number, is_row=len(nested) > 2)
        else:
            yield from _between(part, number, is_before=after != "" and after in "[({", is_within=len(nested) > 1)
        number += part.count("\n")
    if len(nested) > 1:
        raise BoardError("the list that begins here does not end; close its bracket").at(opened[-1])


def _rows(text: str, number: int, *, is_row: bool) -> Iterator[Line]:
    """Yield what is in an innermost list: a row of a list of lists, or a line each."""
    if is_row:
        yield Line(number, " ".join(text.split("\n")))
    else:
        yield from map(Line, range(number, number + text.count("\n") + 1), text.split("\n"))


def _between(text: str, number: int, *, is_before: bool, is_within: bool) -> Iterator[Line]:
    """Yield the lines between lists; the code that makes a list is passed over, but for its name."""
    named = _NAMED.search(text) if is_before else None
    lines = (text[: named.start()] if named else text).split("\n")
    for place, line in enumerate(lines):
        is_code = _CODE.fullmatch(line) is not None and ("=" in line or (is_before and line is lines[-1]))
        if not line.strip(_MARKS):
            if 0 < place < len(lines) - 1:
                yield Line(number + place, "")
        elif is_within and not is_code:
            raise BoardError(f"{shown(line.strip())} stands beside a list; write a list for each row").at(
                number + place
            )
        elif not is_code:
            yield Line(number + place, line)
    if named:
        here = number + text.count("\n")
        yield from (Line(here, ""), Line(here, f"{named['name']}:"))
