"""Files of JSON values: one, a list of them, or one a line; each with its place in the file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from heuristan.common.faults import InputError
from heuristan.common.files import read_text
from heuristan.common.json_text import JsonTextError, read_json

LARGEST = 256 * 1024 * 1024
"""Maximum size of a file in bytes; a thousand puzzles of 16 x 16 have five million."""

LINES = (".jsonl", ".ndjson")
"""Endings of files with a value a line."""


class Record(NamedTuple):
    """A JSON value of a file."""

    place: str
    """The file and the line or item, as messages name it: `file.jsonl:3`."""
    value: Any
    fault: str = ""
    """Why the line is not JSON; then there is no value."""


def read_records(path: Path) -> Sequence[Record]:
    """Read the values of a file, in its order. Of several lines, one that is not JSON is a record with a fault.

    Raises:
        InputError: if the file cannot be read, or is not JSON as a whole.
    """
    text = read_text(path, LARGEST, "split it")
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and (path.suffix.lower() in LINES or _is_json(lines[0][1])):
        return [_record_of_line(path, number, line) for number, line in lines]
    try:
        value = read_json(text)
    except JsonTextError as fault:
        raise InputError(f"{path}:{fault.line}: {fault.message}") from None
    if isinstance(value, list):
        if not value:
            raise InputError(f"{path}: the list is empty; it should hold objects")
        return [Record(f"{path}, item {number}", item) for number, item in enumerate(value, 1)]
    return [Record(str(path), value)]


def _is_json(line: str) -> bool:
    try:
        read_json(line)
    except JsonTextError:
        return False
    return True


def _record_of_line(path: Path, number: int, line: str) -> Record:
    place = f"{path}:{number}"
    try:
        return Record(place, read_json(line))
    except JsonTextError as fault:
        return Record(place, None, fault.message)
