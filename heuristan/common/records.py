"""Files of JSON values: one, a list of them, or one a line; each with its place in the file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from heuristan.common.faults import InputError
from heuristan.common.files import read_text
from heuristan.common.json_text import JsonTextError, read_json

LARGEST = 64 * 1024 * 1024
"""Maximum size of a file in bytes: plans of all boards of 3 x 3 have 60 million, a thousand puzzles of 16 x 16 five."""

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
    """Read the values of a file, in its order; errors as of `parse_records`, also if the file cannot be read."""
    return parse_records(read_text(path, LARGEST), str(path))


def parse_records(text: str, name: str) -> Sequence[Record]:
    """Read the values of a text, in its order. Of several lines, one that is not JSON is a record with a fault.

    Args:
        text: the text.
        name: the name of its file, for messages; its ending may say that each line is a value.

    Raises:
        InputError: if the text is empty, or not JSON as a whole.
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise InputError(f"{name}: there is nothing in it")
    if len(lines) > 1 and (name.lower().endswith(LINES) or not _record_of(lines[0][1], "").fault):
        return [_record_of(line, f"{name}:{number}") for number, line in lines]
    try:
        value = read_json(text)
    except JsonTextError as fault:
        raise InputError(f"{name}:{fault.line}: {fault.message}") from None
    if isinstance(value, list):
        if not value:
            raise InputError(f"{name}: the list is empty; it should hold objects")
        return [Record(f"{name}, item {number}", item) for number, item in enumerate(value, 1)]
    return [Record(name, value)]


def _record_of(line: str, place: str) -> Record:
    try:
        return Record(place, read_json(line))
    except JsonTextError as fault:
        return Record(place, None, fault.message)
