"""Boards as JSON: lists of rows, and objects with a board, a goal and an id."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from heuristan.common.json_text import JsonTextError, in_words, is_json, read_json
from heuristan.common.quoting import shown
from heuristan.sliding.boards import BoardError
from heuristan.sliding.layouts import Line

_BEGIN = re.compile(r"\s*(\{|\[\s*[\[{]|\[[^\]]*,)")
"""The begin of an object, or of a list; `[0-9]*.txt` is none."""
_KEYS = {
    "board": ("board", "start", "tiles", "state", "initial", "puzzle", "grid", "matrix", "cells"),
    "goal": ("goal", "target"),
    "id": ("id", "name"),
    "rows": ("rows", "height"),
    "columns": ("columns", "cols", "width"),
    "size": ("size", "n", "dimension"),
}
"""The keys of an object, by what they mean; `initial_state` means what `initial` does."""


def is_list(text: str) -> bool:
    """Return whether a text begins as JSON."""
    return _BEGIN.match(text) is not None


def lines_in(text: str) -> Iterator[Line]:
    """Yield the lines of a text without comments; of JSON a line for each goal, and for each board.

    Raises:
        BoardError: if the JSON is not boards; it has the line.
    """
    if is_list(text):
        yield from _lines_of_values(text)
        return
    for number, line in enumerate(text.split("\n"), 1):
        yield Line(number, line.partition("#")[0].rstrip(" \r"))


def _lines_of_values(text: str) -> Iterator[Line]:
    had_goal = False
    for number, found in _values(text):
        try:
            fields = _fields(found)
            had_goal |= "goal" in fields
            if had_goal:
                yield Line(number, f"goal: {_tiles(fields.get('goal', 'last'), {})}")
            yield Line(number, (f"{fields['id']}: " if "id" in fields else "") + _tiles(fields["board"], fields))
        except BoardError as fault:
            raise fault.at(number) from None


def _values(text: str) -> Iterator[tuple[int, Any]]:
    """Yield lists of rows and objects, each with its line: of one JSON text, or of a text a line."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and is_json(lines[0][1]):
        for number, line in lines:
            yield number, _value(line, number)
    else:
        found = _value(text, 1)
        yield from ((1, each) for each in (found if _are_several(found) else [found]))


def _value(text: str, line: int) -> Any:
    try:
        return read_json(text)
    except JsonTextError as fault:
        raise BoardError(fault.message).at(line + fault.line - 1) from None


def _are_several(found: Any) -> bool:
    """Return whether a value is a list of objects or boards, and not a board."""
    return isinstance(found, list) and all(isinstance(each, dict) or _has_lists(each) for each in found)


def _has_lists(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(each, list) for each in value)


def _fields(found: Any) -> Mapping[str, Any]:
    """Return the values of an object by what they mean; a list alone is a board."""
    if isinstance(found, list):
        return {"board": found}
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
