"""What became of a polygon puzzle, and how it is written and read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Literal, NamedTuple

from heuristan.common.faults import InputError
from heuristan.common.files import read_text
from heuristan.common.json_text import JsonTextError, read_json
from heuristan.common.plain_yaml import shown
from heuristan.edgematching.faults import PuzzleFileError
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle, Ring, Spot, tidied
from heuristan.edgematching.statuses import STATUSES, Status

LONGEST = 256 * 1024 * 1024
"""Bytes in a file at most."""


class Step(NamedTuple):
    """An iterate of Algorithm 2."""

    degree: int
    attempt: int
    """0 as in the paper, from W = 0; then from random W."""
    objective: float
    """The sum of the eigenvalues that are to vanish."""
    places: tuple[Spot, ...]
    """By how much each piece is moved."""


@dataclass(frozen=True)
class Result:
    """What became of a puzzle."""

    id: str
    status: Status
    seconds: float
    message: str
    places: tuple[Spot, ...] = ()
    """By how much each piece is moved from where the puzzle shows it; none if it is not solved."""
    steps: tuple[Step, ...] = ()
    method: Literal["sdp", "backtracking"] = "sdp"

    @property
    def degree(self) -> int | None:
        """Of the last program."""
        return self.steps[-1].degree if self.steps else None

    def rings(self, puzzle: PolygonPuzzle) -> list[Ring]:
        """The pieces where they lie."""
        return [piece.moved(place) for piece, place in zip(puzzle.pieces, self.places, strict=True)]

    def as_json(self) -> dict[str, Any]:
        """The result as the command line writes it."""
        return {
            "kind": "polygons",
            "id": self.id,
            "status": self.status,
            "method": self.method,
            "seconds": round(self.seconds, 6),
            "degree": self.degree,
            "iterations": len(self.steps),
            "message": self.message,
            "places": [[tidied(x), tidied(y)] for x, y in self.places],
            "steps": [
                {
                    "degree": step.degree,
                    "attempt": step.attempt,
                    "objective": float(f"{step.objective:.6g}"),
                    "places": [[round(x, 4) + 0.0, round(y, 4) + 0.0] for x, y in step.places],
                }
                for step in self.steps
            ],
        }


class Claim(NamedTuple):
    """What a result says; nothing of it is believed."""

    id: str | None
    status: str
    places: tuple[Spot, ...]
    place: str
    """File and line where it stands."""


def read_claims(path: Path) -> Iterator[Claim]:
    """The results of a file: an object, a list of them, or one a line.

    Raises:
        PuzzleFileError: the file cannot be used, or holds what is no result; names the line.
    """
    try:
        text = read_text(path, LONGEST, "split it")
    except InputError as fault:
        raise PuzzleFileError(path, str(fault).removeprefix(f"{path}").lstrip(": ")) from None
    for number, value in _values(path, text):
        yield _claim(value, f"{path}:{number}")


def _values(path: Path, text: str) -> Iterator[tuple[int, Any]]:
    try:
        whole = read_json(text)
    except JsonTextError as fault:
        lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        if len(lines) < 2 or not lines[0][1].rstrip().endswith("}"):
            raise PuzzleFileError(f"{path}:{fault.line}", fault.message) from None
        yield from _values_of_lines(path, lines)
        return
    yield from enumerate(whole, 1) if isinstance(whole, list) else [(1, whole)]


def _values_of_lines(path: Path, lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, Any]]:
    for number, line in lines:
        try:
            yield number, read_json(line)
        except JsonTextError as fault:
            raise PuzzleFileError(f"{path}:{number}", fault.message) from None


def _claim(value: Any, place: str) -> Claim:
    if not isinstance(value, dict):
        raise PuzzleFileError(place, f'a result is an object with "id", "status" and "places", not {shown(value)}')
    id, status, places = value.get("id"), value.get("status"), value.get("places", [])
    if id is not None and not isinstance(id, str):
        raise PuzzleFileError(place, f'"id" must be the name of a puzzle, not {shown(id)}')
    if status not in STATUSES:
        raise PuzzleFileError(place, f'"status" is {shown(status)}; it is one of {", ".join(STATUSES)}')
    if not isinstance(places, list):
        raise PuzzleFileError(place, f'"places" must be a list, [dx, dy] for each piece, not {shown(places)}')
    return Claim(id, status, tuple(_place(item, number, place) for number, item in enumerate(places, 1)), place)


def _place(item: Any, number: int, place: str) -> Spot:
    if isinstance(item, list) and len(item) == 2 and all(isinstance(u, int | float) for u in item):
        try:
            x, y = map(float, item)
        except OverflowError:
            x = y = float("inf")
        if isfinite(x) and isfinite(y):
            return x, y
    raise PuzzleFileError(place, f"place {number} is {shown(item)}; write two finite numbers: [dx, dy]")
