"""Lists of points in JSON to drawings: ``[[0, 0], [4, 0], ...]``, several rings, or a table with such a list in it."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from heuristan.common.files import read_text
from heuristan.common.json_text import Json, JsonTextError, in_words, position_of, read_json
from heuristan.tangram.outlines.kept import id_from, points_besides, set_from, sets_from
from heuristan.tangram.outlines.ring_lists import CrossingError, nested_polygons, rings_in
from heuristan.tangram.puzzle.drawing import Drawing, Refusal, Vector
from heuristan.tangram.puzzle.puzzle import OutlineError

KEYS = ("points", "rings", "polygon", "polygons", "outline", "corners", "coordinates")
"""The keys of a table under one of which the points are."""

LONGEST = 1024 * 1024
"""Maximum size of a file, in bytes."""

ADVICE = "an outline needs a few hundred bytes"

_LIST = re.compile(rb'\s*\[\s*(?:\[|\{\s*"[xyXY]"\s*:)')
_TABLE = re.compile(rb'\s*\{\s*"')
_POINT = re.compile(r"[\[{][^\[\]{}]*[\]}]")
"""A list or table that holds no other."""

DEEPEST = 4
"""Maximum depth of lists around rings."""

EXAMPLE = "[[0, 0], [4, 0], [4, 2], [0, 2]]"


def recognises(head: bytes) -> bool:
    """Return whether a text starts with points in lists, or is a table that has them and no type of GeoJSON."""
    if _LIST.match(head):
        return True
    return (
        _TABLE.match(head) is not None
        and b'"type"' not in head
        and any(re.search(rb'"%b"\s*:\s*\[' % key.encode(), head) for key in KEYS)
    )


def read(path: Path) -> Iterator[Drawing | Refusal]:
    """Yield the outline of a file; rings within others are holes.

    Raises:
        InputError: if the file cannot be read, or is too large.
    """
    text = read_text(path, LONGEST, ADVICE, "an outline")
    try:
        value = read_json(text)
        yield _drawing(value, path.stem, text)
        if isinstance(value, dict):
            key = next((key for key in KEYS if key in value), "")
            for other, fault in points_besides(value, (key,), f"put all rings under '{key}', or remove these"):
                line = text.count("\n", 0, text.find(f'"{other}"')) + 1
                yield Refusal(f"{path.stem}-{other}", f"{path}:{line}: {fault}")
    except JsonTextError as fault:
        yield Refusal(path.stem, f"{path}:{fault.line}: {fault.message}")
    except OutlineError as fault:
        yield Refusal(path.stem, f"{path}:1: {fault}")


def _drawing(value: Json, name: str, text: str) -> Drawing:
    table = value if isinstance(value, dict) else {}
    key = next((key for key in KEYS if key in table), None)
    lines = _Lines(text, 0 if key is None else text.find(f'"{key}"'))
    rings = list(_rings(value if key is None else table[key], lines, 0))
    return Drawing(
        id_from(table.get("id")) or id_from(table.get("name")) or name,
        nested_polygons(rings),
        sets=sets_from(table.get("sets")),
        pieces=set_from(table.get("set")),
    )


class _Lines:
    """The lines of the points of a text, asked for in order."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.points = 0

    @property
    def line(self) -> int:
        """The line of the point that was read last."""
        spots = islice(_POINT.finditer(self.text, self.start), max(0, self.points - 1), None)
        place = next(spots, None)
        return self.text.count("\n", 0, place.start() if place else self.start) + 1


def _rings(value: Json, lines: _Lines, depth: int) -> Iterator[Sequence[Vector]]:
    """Yield the rings of a list of points, or of lists of such lists.

    Raises:
        JsonTextError: if something in them is not a point.
    """
    if not isinstance(value, list) or not value or depth > DEEPEST:
        raise JsonTextError(lines.line, f"{in_words(value)} is not a list of points; write it like {EXAMPLE}")
    if isinstance(value[0], list) and value[0] and isinstance(value[0][0], list | dict):
        for ring in value:
            yield from _rings(ring, lines, depth + 1)
        return
    vertices = [_point(one, lines) for one in value]
    try:
        yield from rings_in(vertices)
    except CrossingError:
        yield vertices


def _point(value: Json, lines: _Lines) -> Vector:
    lines.points += 1
    if isinstance(value, dict):
        named = {key.lower(): number for key, number in value.items()}
        value = [named[axis] for axis in "xy" if axis in named]
    try:
        return position_of(value, "a point", OutlineError)
    except OutlineError as fault:
        raise JsonTextError(lines.line, str(fault)) from None
