"""The record of a search in a file, so that an interrupted search can go on.

Its first line says what decides the outcome; then each ranking that was tried has a line of JSON: the candidate, and
its values outline by outline. A line is written when a trial is complete, however the search ends.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from heuristan.common.faults import InputError
from heuristan.common.files import read_bytes
from heuristan.common.json_text import read_json
from heuristan.lab.searching.space import Candidate

RECORD = "heuristan lab search"
"""The mark at the beginning of a record."""

LARGEST = 64 * 1024 * 1024
"""Maximum size of the record of a search, in bytes; a trial has a thousand."""


class StudyError(InputError):
    """A file is not a record of this search."""


@dataclass(frozen=True)
class Tried:
    """A ranking that was tried."""

    number: int
    candidate: Candidate
    digest: str
    """Digest of the ranking as it was evaluated."""
    values: tuple[int, ...]
    """Its values on the outlines that it was run on, in the order of the search."""
    is_whole: bool
    """Whether it was run on all outlines; otherwise it was given up."""

    @property
    def total(self) -> int:
        return sum(self.values)


class Study:
    """The rankings tried so far."""

    def __init__(self, path: Path | None, about: Mapping[str, Any]) -> None:
        """Begin a record, or go on with one.

        Args:
            path: the file, or None.
            about: everything that decides the outcome of a search; a record of another search is refused.

        Raises:
            StudyError: if the file is not a record of this search, or cannot be one.
        """
        self._path = path
        about = {"record": RECORD, **about}
        self.tried: list[Tried] = _read(path, about) if path and path.exists() else []
        if path and not (path.exists() and path.stat().st_size):
            self._write(about)

    def add(self, tried: Tried) -> None:
        """Record a ranking that was tried."""
        self._write(asdict(tried))
        self.tried.append(tried)

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._path:
            try:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
            except OSError as fault:
                raise StudyError(f"{self._path}: it cannot be written ({fault.strerror}); choose another") from None


def _read(path: Path, about: Mapping[str, Any]) -> list[Tried]:
    """Return what was tried; a last line that is not complete is cut off."""
    content = read_bytes(path, LARGEST + 1)
    whole = content.rfind(b"\n") + 1
    try:
        is_begun = json.dumps(about).encode().startswith(content)  # the first line was being written
        lines = [] if is_begun else [read_json(line) for line in content[:whole].decode().splitlines()]
        known, *trials = lines or [about]
        if len(content) > LARGEST or known["record"] != RECORD:
            raise ValueError
        tried = [Tried(**{**trial, "values": tuple(map(int, trial["values"]))}) for trial in trials]
    except (ValueError, TypeError, KeyError):  # whatever a file may hold that is something else
        raise StudyError(f"{path}: this is not a record of a search; choose another --results file") from None
    other = ", ".join(key for key, value in about.items() if known.get(key) != value)
    if other:
        raise StudyError(f"{path}: the file is of another search (another {other}); choose another --results file")
    os.truncate(path, whole)
    return tried
