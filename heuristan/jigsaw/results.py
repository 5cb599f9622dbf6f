"""What came of an assembly, as a JSON file has it. Solvers write it, the judge reads it, neither knows the other."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from heuristan.jigsaw.faults import PuzzleError

Status: TypeAlias = Literal["solved", "not-solved", "limit", "refused"]
STATUSES: tuple[Status, ...] = ("solved", "not-solved", "limit", "refused")

LOW = 0.2
"""A piece whose confidence is less is doubtful: another would cost hardly more there."""

MOST_PIECES = 10_000
"""In a file: more are no puzzle that these programs made."""
LARGEST_FILE = 20_000_000
"""Bytes; a piece takes some hundred."""


@dataclass(frozen=True)
class Placed:
    """A piece at its place."""

    piece: str
    row: int
    """From 0, above."""
    column: int
    """From 0, on the left."""
    turn: int
    """Quarter turns clockwise that bring the piece from how its picture shows it to how it lies, 0 to 3."""
    confidence: float | None = None
    """0 to 1: 1 less what its joints cost beside those of the best other piece at the place. A truth has none."""
    step: int | None = None
    """Which piece was laid when, from 1."""
    strip: int | None = None
    """Of a piece of the border: in which strip it was, from 1, when the last strips were arranged."""

    @property
    def is_doubtful(self) -> bool:
        """Whether it is known that another piece would cost hardly more there."""
        return self.confidence is not None and self.confidence < LOW


@dataclass(frozen=True)
class Result:
    """An assembly, or a truth."""

    id: str
    status: Status
    rows: int
    columns: int
    pieces: tuple[Placed, ...]
    method: str = ""
    """The solver and the measure."""
    seconds: float = 0.0
    cost: float | None = None
    """Of all joints together, in the units of the measure."""
    message: str = ""

    def as_json(self) -> dict[str, Any]:
        """What stands in a file, without what is not known."""
        placed = [{key: value for key, value in asdict(one).items() if value is not None} for one in self.pieces]
        found = {**asdict(self), "seconds": round(self.seconds, 3), "pieces": placed}
        return {key: value for key, value in found.items() if value is not None}


def doubtful_words(result: Result) -> str:
    """How many pieces are doubtful."""
    count = sum(one.is_doubtful for one in result.pieces)
    return f"{count or 'none'} of them doubtful"


def refused(name: str, message: str) -> Result:
    """What stands for a puzzle that cannot be used."""
    return Result(name, "refused", 0, 0, (), message=message)


def read_result(path: Path, puzzle: str | None = None) -> Result:
    """Read a result or a truth.

    Args:
        path: a JSON file; or, where a puzzle is named, a .jsonl file with a result on each line.
        puzzle: the id of the result that is wanted of several.

    Raises:
        PuzzleError: the file cannot be read, is no JSON, or is not in this format; which entry it is. Or there are
            several results, and not one is the puzzle's.
    """
    text = _text(path)
    if puzzle is None or path.suffix.lower() != ".jsonl":
        return _parsed(str(path), text)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    found = [_parsed(f"{path}:{number}", line) for number, line in lines]
    chosen = [one for one in found if one.id == puzzle] if len(found) > 1 else found
    if len(chosen) != 1:
        raise PuzzleError(
            f"{path}: {len(chosen)} of {len(found)} results have the id '{puzzle}', and one is wanted; give a file "
            "with the result of this puzzle"
        )
    return chosen[0]


def _text(path: Path) -> str:
    try:
        if path.is_file() and path.stat().st_size > LARGEST_FILE:
            raise PuzzleError(f"{path}: the file has more than {LARGEST_FILE} bytes; that is no result")
        return path.read_text(encoding="utf-8")
    except OSError as fault:
        raise PuzzleError(f"{path}: cannot be read ({fault.strerror or fault}); give the file of a result") from None
    except UnicodeDecodeError:
        raise PuzzleError(f"{path}: this is no text in UTF-8; give the JSON file of a result") from None


def _parsed(where: str, text: str) -> Result:
    try:
        found = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as fault:
        words = str(fault) if isinstance(fault, json.JSONDecodeError) else "it cannot be read"
        raise PuzzleError(f"{where}: this is no JSON: {words}") from None
    return _Reader(where).result(found)


def _no_number(word: str) -> None:
    raise ValueError(word)


class _Reader:
    """Reads values of a file, and names the entry where one is wrong."""

    def __init__(self, path: str) -> None:
        self.path = path

    def result(self, found: object) -> Result:
        if not isinstance(found, Mapping):
            raise self.fault("the file", "must be an object with rows, columns and pieces")
        pieces = found.get("pieces", [])
        if not isinstance(pieces, list) or len(pieces) > MOST_PIECES:
            raise self.fault("pieces", f"must be a list of {MOST_PIECES} at most")
        status = found.get("status", "solved")
        if status not in STATUSES:
            raise self.fault("status", f"must be one of {', '.join(STATUSES)}")
        name = found.get("id", Path(self.path).stem)
        return Result(
            name if isinstance(name, str) else str(name)[:60],
            status,
            self.number(found, "rows", "", MOST_PIECES),
            self.number(found, "columns", "", MOST_PIECES),
            tuple(self.placed(one, f"pieces[{i}]") for i, one in enumerate(pieces)),
        )

    def placed(self, found: object, where: str) -> Placed:
        if not isinstance(found, Mapping) or not isinstance(found.get("piece"), str):
            raise self.fault(where, "must be an object with the name of a 'piece', a 'row', a 'column' and a 'turn'")
        row, column, turn = (
            self.number(found, key, f"{where}.", most)
            for key, most in (("row", MOST_PIECES), ("column", MOST_PIECES), ("turn", 3))
        )
        confidence = found.get("confidence")
        if confidence is not None and (
            isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 <= confidence <= 1
        ):
            raise self.fault(f"{where}.confidence", "must be a number from 0 to 1")
        step, strip = (
            self.number(found, key, f"{where}.", MOST_PIECES) if key in found else None for key in ("step", "strip")
        )
        return Placed(found["piece"], row, column, turn, confidence, step, strip)

    def number(self, found: Mapping[str, Any], key: str, where: str, most: int) -> int:
        value = found.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise self.fault(f"{where}{key}", f"must be a whole number from 0 to {most}")
        return value

    def fault(self, where: str, message: str) -> PuzzleError:
        return PuzzleError(f"{self.path}: {where} {message}")
