"""Files of puzzles; the formats are in docs/format-edge-matching.md."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from heuristan.common.faults import InputError, unexpected_as
from heuristan.common.files import is_text, read_head, read_text
from heuristan.common.json_text import LARGEST, LINES, Record, read_records
from heuristan.common.quoting import shown
from heuristan.common.results import Refused
from heuristan.edgematching import notation
from heuristan.edgematching.loose import pieces_in
from heuristan.edgematching.puzzle import Puzzle, PuzzleError
from heuristan.edgematching.texts import fields_of, is_text_of_puzzle

MARKS = ("kind", "rows", "pieces", "tiles")
"""Keys that show that an object is a puzzle: GeoJSON and other outlines have none."""

LARGEST_TEXT = 1024 * 1024
"""Maximum number of bytes of a text that is no JSON; it is one puzzle, and the largest has 1,024 places."""
_LIST = re.compile(r'\s*\[\s*[\[(]\s*(?:"?[^\[\](){},"]+"?\s*,\s*){3,}')
"""The begin of a list of lists of four and more: points have two or three numbers."""


def is_puzzle_file(path: Path) -> bool:
    """Return whether a file seems to hold puzzles of this system, which may still be faulty, and not results.

    Raises:
        InputError: if the file cannot be read.
    """
    head = read_head(path)
    text = head.decode(errors="replace")
    if not _is_json(path, head):
        return is_text(head) and is_text_of_puzzle(text)
    try:
        values = [record.value for record in read_records(path)]
    except InputError:
        # a puzzle that is broken further on should be reported as a broken puzzle
        has_mark = re.search(f'"({"|".join(MARKS)})"\\s*:', text) is not None
        return has_mark or _LIST.match(text) is not None or is_text_of_puzzle(text)
    first = values[0]
    is_ours = isinstance(first, dict) and any(mark in first for mark in MARKS) and "status" not in first
    return is_ours or pieces_in(values) is not None


def read_puzzles(path: Path, stated: Mapping[str, Any] = MappingProxyType({})) -> Iterator[Puzzle | Refused]:
    """Read the puzzles of a file; a faulty one among several is refused, with its place and the reason.

    Args:
        path: the file.
        stated: what is said of all its puzzles, by keys of their objects: it counts, whatever the file says.

    Raises:
        InputError: if the file cannot be read, or its only puzzle is faulty.
    """
    records = _records(path)
    for number, record in enumerate(records, 1):
        name = "".join(each for each in f"{path.stem}-{number}" if each.isprintable())
        try:
            with unexpected_as(InputError):
                puzzle = puzzle_of(record, name, stated)
        except InputError as fault:
            if len(records) == 1:
                raise
            yield Refused(_id_of(record, name), str(fault))
        else:
            yield puzzle


def _is_json(path: Path, head: bytes) -> bool:
    return head.lstrip()[:1] in (b"{", b"[") or path.suffix.lower() in (".json", *LINES)


def _records(path: Path) -> Sequence[Record]:
    """Return the objects of a file; pieces in lists alone are one puzzle."""
    if not _is_json(path, read_head(path)):
        return [_record_of_text(path)]
    try:
        records = read_records(path)
    except InputError:
        # lists as programs have them, with other brackets or without commas between them
        text = read_text(path, LARGEST)
        if len(text) > LARGEST_TEXT or not is_text_of_puzzle(text):
            raise
        return [_record_of_text(path)]
    pieces = pieces_in([record.value for record in records])
    return records if pieces is None else [Record(str(path), pieces)]


def _record_of_text(path: Path) -> Record:
    try:
        return Record(str(path), fields_of(read_text(path, LARGEST_TEXT, "a puzzle needs a few kilobytes")))
    except PuzzleError as fault:
        return Record(str(path), None, str(fault))


def puzzle_of(record: Record, name: str, stated: Mapping[str, Any] = MappingProxyType({})) -> Puzzle:
    """Return the puzzle of a record.

    Args:
        record: the record.
        name: the id of the puzzle, if it has none.
        stated: what is said of it, whatever the record says.

    Raises:
        InputError: if it is not a puzzle; the message names the place.
    """
    if record.fault:
        raise InputError(f"{record.place}: {record.fault}")
    fields = record.value
    if not isinstance(fields, dict):
        raise InputError(f"{record.place}: this is not a JSON object but {shown(fields)}; write {{...}}")
    if "status" in fields and "pieces" not in fields:
        raise InputError(f"{record.place}: this is a result and not a puzzle; give the puzzle")
    try:
        return notation.puzzle_of({**fields, **stated}, name)
    except PuzzleError as fault:
        raise InputError(f"{record.place}: {fault}") from None


def _id_of(record: Record, name: str) -> str:
    found = record.value.get("id") if isinstance(record.value, dict) else None
    return found if isinstance(found, str) and found.isprintable() and found else name
