"""Files of JSON objects: one, a list of them, or one a line; each with the place where it stands."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from heuristan.common.json_text import JsonTextError, read_json
from heuristan.edgematching.faults import PuzzleFileError

LARGEST = 64 * 1024 * 1024
"""Bytes of a file at most; a thousand puzzles of 16 x 16 have five million."""

LINES = (".jsonl", ".ndjson")
"""Suffixes of files with an object a line."""


class Record(NamedTuple):
    """An object and where it stands, as messages say it: `file.jsonl:3`."""

    place: str
    fields: dict[str, Any]


def read_records(path: Path) -> Iterator[Record]:
    """The objects of a file, in its order.

    Raises:
        PuzzleFileError: it cannot be read, or is no JSON of objects.
    """
    text = _text_of(path)
    if path.suffix.lower() in LINES:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        found = [(f"{path}:{number}", _value(path, number, line)) for number, line in lines]
    else:
        value = _value(path, 1, text) if text.strip() else []
        several = value if isinstance(value, list) else [value]
        found = [(f"{path}, item {i}" if len(several) > 1 else str(path), each) for i, each in enumerate(several, 1)]
    if not found:
        raise PuzzleFileError(path, "the file is empty; a JSON object is wanted")
    for place, fields in found:
        if not isinstance(fields, dict):
            raise PuzzleFileError(place, "this is no JSON object; write {...}")
        yield Record(place, fields)


def _text_of(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise PuzzleFileError(path, f"the file has more than {LARGEST // 1024**2} megabytes; split it")
        return path.read_text(encoding="utf-8-sig")
    except OSError as fault:
        raise PuzzleFileError(path, f"cannot be read ({fault.strerror or fault}); check the name") from None
    except UnicodeDecodeError as fault:
        raise PuzzleFileError(path, f"byte {fault.start + 1} is not UTF-8; is it a file of puzzles?") from None
    except ValueError:  # a zero byte in the name
        raise PuzzleFileError(repr(str(path)), "this is no name of a file; check it") from None


def _value(path: Path, line: int, text: str) -> Any:
    try:
        return read_json(text)
    except JsonTextError as fault:
        raise PuzzleFileError(f"{path}:{line + fault.line - 1}", fault.message) from None
