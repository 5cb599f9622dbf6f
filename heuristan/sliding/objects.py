"""Boards as JSON objects: `{"board": [[1, 2, 3], [4, 0, 5], [7, 8, 6]], "goal": "first"}`, one or several."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from heuristan.common.json_text import JsonTextError, in_words, read_json
from heuristan.common.quoting import shown
from heuristan.sliding.boards import BoardError
from heuristan.sliding.layouts import Line

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


def has_objects(text: str) -> bool:
    """Return whether a text begins as a JSON object, or as a list of them."""
    return _OBJECT.match(text) is not None


def lines_of_objects(text: str) -> Iterator[Line]:
    """Yield the boards of JSON objects as lines: a goal, and an id with a board.

    Raises:
        BoardError: if it is not JSON, or an object has no board or an unknown key; it has the line.
    """
    had_goal = False
    for number, found in _objects(text):
        fields = _fields(found, number)
        if "goal" in fields or had_goal:
            yield Line(number, f"goal: {_tiles(fields.get('goal', 'last'), {}, number)}")
            had_goal = True
        id = f"{fields['id']}: " if "id" in fields else ""
        yield Line(number, id + _tiles(fields["board"], fields, number))


def _objects(text: str) -> Iterator[tuple[int, Any]]:
    """Yield objects, each with its line: of one JSON text, or of a text a line."""
    try:
        found = read_json(text)
    except JsonTextError as fault:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        if not all(has_objects(line) for _, line in lines):
            raise BoardError(fault.message).at(fault.line) from None
        for number, line in lines:
            try:
                yield number, read_json(line)
            except JsonTextError as of_line:
                raise BoardError(of_line.message).at(number) from None
    else:
        yield from ((1, each) for each in (found if isinstance(found, list) else [found]))


def _fields(found: Any, number: int) -> Mapping[str, Any]:
    """Return the values of an object by what they mean."""
    meanings = {key: meaning for meaning, keys in _KEYS.items() for key in keys}
    fields = {}
    for key, value in found.items() if isinstance(found, dict) else ():
        meaning = meanings.get(re.sub(r"_?state$", "", key.lower()) or "state")
        if meaning is None or meaning in fields:
            raise BoardError(
                f"the key {shown(key)} is {'one too many' if meaning else 'not known'}; take it away (keys are "
                f"{', '.join(_KEYS)})"
            ).at(number)
        fields[meaning] = value
    if "board" not in fields:
        raise BoardError(f'{in_words(found)} has no board; write {{"board": [[1, 2, 3], [4, 0, 5], [7, 8, 6]]}}').at(
            number
        )
    return fields


def _tiles(value: Any, fields: Mapping[str, Any], number: int) -> str:
    """Write a board as a line."""
    if isinstance(value, str):
        return " ".join(value.split("\n"))
    if not isinstance(value, list):
        raise BoardError(f"a board is {in_words(value)}; write a list of rows").at(number)
    rows = value if all(isinstance(row, list) for row in value) else _divided(value, fields)
    if any(isinstance(tile, list | dict) for row in rows for tile in row):
        raise BoardError("the lists of a board nest too deep; write a list of rows, each a list of tiles").at(number)
    height, width = len(rows), len(rows[0]) if rows else 0
    stated = [fields.get(side, fields.get("size", own)) for side, own in (("rows", height), ("columns", width))]
    if height > 1 and stated != [height, width]:
        size = " x ".join(map(in_words, stated))
        raise BoardError(f"the size is {size}, and the board has {height} x {width} cells; correct one").at(number)
    return " / ".join(" ".join("_" if tile in (None, "", " ") else str(tile) for tile in row) for row in rows)


def _divided(tiles: list[Any], fields: Mapping[str, Any]) -> list[list[Any]]:
    """Return the rows of a list of tiles; a single one if no size is stated."""
    width = fields.get("columns", fields.get("size"))
    if type(width) is not int or width < 1:
        return [tiles]
    return [tiles[start : start + width] for start in range(0, len(tiles), width)]
