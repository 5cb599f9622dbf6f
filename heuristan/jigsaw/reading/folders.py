"""The pictures of a puzzle: those of a folder, those that its puzzle.json lists, or one sheet."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from heuristan.common.files import inside, read_text, unreadable
from heuristan.common.json_text import JsonTextError, read_json
from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.pictures import SUFFIXES

PUZZLE = "puzzle.json"
LARGEST = 1024 * 1024
"""Maximum size of a puzzle.json in bytes: one that lists 2,000 pieces has some 40,000."""
MOST_PICTURES = 5000
KEYS = ("orientation", "rows", "columns", "pieces")


class Sources(NamedTuple):
    """The pictures of a puzzle, and what its puzzle.json says."""

    pictures: tuple[Path, ...]
    is_upright: bool = False
    rows: int | None = None
    columns: int | None = None


def sources_of(path: Path) -> Sources:
    """List the pictures of a folder or of a sheet.

    Raises:
        PuzzleError: if there is no such file or folder, no picture in it, or its puzzle.json cannot be used.
    """
    try:
        if path.is_file():
            return _listed(path) if path.name == PUZZLE else Sources((path,))
        if not path.is_dir():
            raise PuzzleError(
                f"{path}: there is no such file or folder; give a folder of pictures of pieces, or a sheet"
            )
        if (path / PUZZLE).is_file():
            return _listed(*inside(path, [path / PUZZLE]))
        pictures = (each for each in path.iterdir() if each.suffix.lower() in SUFFIXES)
        found = sorted(inside(path, pictures), key=_by_numbers)
    except (OSError, ValueError) as fault:
        raise unreadable(path, fault) from None
    if not found:
        raise PuzzleError(f"{path}: there is no picture in the folder; pictures end in {', '.join(SUFFIXES)}")
    if len(found) > MOST_PICTURES:
        raise PuzzleError(f"{path}: there are {len(found)} pictures; at most {MOST_PICTURES} are read")
    return Sources(tuple(found))


def _by_numbers(path: Path) -> list[tuple[int, str]]:
    """Return a sort key that puts piece-9 before piece-10."""
    # few digits at a time, so that a name of thousands of digits costs nothing
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d{1,18})", path.name) if part]


def _listed(path: Path) -> Sources:
    """Read a puzzle.json and list the pictures beside it."""
    fields = _fields(path)
    for key in fields:
        if key not in KEYS:
            raise PuzzleError(f"{path}: '{key}' is not known; there are {', '.join(KEYS)}")
    orientation = fields.get("orientation", "unknown")
    if orientation not in ("known", "unknown"):
        raise PuzzleError(f'{path}: orientation is {_shown(orientation)}; write "known" or "unknown"')
    names = fields.get("pieces")
    if not isinstance(names, list) or not names or len(names) > MOST_PICTURES:
        raise PuzzleError(f"{path}: pieces should be a list of 1 to {MOST_PICTURES} names of pictures")
    rows, columns = _number(path, fields, "rows"), _number(path, fields, "columns")
    if (rows is None) != (columns is None):
        given, missing = ("rows", "columns") if columns is None else ("columns", "rows")
        raise PuzzleError(f"{path}: {given} is given, and {missing} is not; write both, or leave both out")
    return Sources(_pictures(path, names), orientation == "known", rows, columns)


def _fields(path: Path) -> Mapping[str, Any]:
    text = read_text(path, LARGEST, "it should list the pictures of pieces")
    try:
        fields = read_json(text)
    except JsonTextError as fault:
        raise PuzzleError(f"{path}:{fault.line}: {fault.message}") from None
    if not isinstance(fields, dict):
        raise PuzzleError(f'{path}: the file should hold an object: {{"orientation": "unknown", "pieces": [...]}}')
    return fields


def _number(path: Path, fields: Mapping[str, Any], key: str) -> int | None:
    value = fields.get(key)
    if value is None:
        return None
    if type(value) is not int or not 1 <= value <= MOST_PICTURES:
        raise PuzzleError(f"{path}: {key} is {_shown(value)}; write a whole number, 1 to {MOST_PICTURES}")
    return value


def _pictures(path: Path, names: list[Any]) -> tuple[Path, ...]:
    seen: set[str] = set()
    for number, name in enumerate(names, start=1):
        # only a bare name: a puzzle.json from a stranger must not make this read other folders
        if not isinstance(name, str) or not name or "\0" in name or Path(name).name != name:
            raise PuzzleError(
                f"{path}: piece {number} is {_shown(name)}; write the name of a picture in the same folder"
            )
        if name in seen:
            raise PuzzleError(f"{path}: piece {number}, '{name}', is listed twice; each picture is one piece")
        seen.add(name)
        if not (path.parent / name).is_file():
            raise PuzzleError(
                f"{path}: piece {number}, '{name}', is not in the folder; put it there, or take it off the list"
            )
    return tuple(inside(path.parent, (path.parent / name for name in names)))


def _shown(value: object) -> str:
    words = repr(value)
    return words if len(words) <= 60 else f"{words[:60]}..."
