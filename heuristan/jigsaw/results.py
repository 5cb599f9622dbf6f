"""Results: assemblies as files have them. Solvers write them, the judge reads them, and neither knows the other."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from heuristan.common.faults import InputError
from heuristan.common.files import read_any_text
from heuristan.common.json_text import parse_records
from heuristan.common.results import STATUSES, Status, status_of
from heuristan.common.words import plural

MOST_PIECES = 10_000
"""Maximum number of pieces in a file, and of rows and columns."""
LARGEST_FILE = 20_000_000
"""Maximum size of a file in bytes; a piece takes some hundred."""


class Placed(NamedTuple):
    """A piece at its place."""

    piece: str
    row: int
    """The row, counted from 0 at the top."""
    column: int
    """The column, counted from 0 on the left."""
    turn: int
    """Number of quarter turns clockwise, 0 to 3, that bring the piece from how its picture shows it to how it lies."""
    confidence: float | None = None
    """1 less the cost of its joints divided by that of the best other piece at the place, 0 to 1; a truth has none."""
    step: int | None = None
    """The step, from 1, in which the piece was laid."""
    doubtful: bool = False
    """Whether the judge found too little evidence that this piece belongs there, rather than another one."""

    def side(self, direction: int) -> int:
        """Return the side of the piece, 0 to 3, that looks in a direction."""
        return (direction - self.turn) % 4


@dataclass(frozen=True)
class Result:
    """An assembly, or a truth."""

    id: str
    status: Status
    rows: int
    columns: int
    pieces: tuple[Placed, ...]
    solver: str = ""
    """The solver and the measure, as in "repair/learned"."""
    seconds: float = 0.0
    """Wall-clock time of solving alone."""
    reading_seconds: float | None = None
    """Wall-clock time of reading the pictures, if they were read."""
    message: str = ""
    missing: tuple[tuple[int, int], ...] = ()
    """Rows and columns of the places for which there is no piece."""
    foreign: tuple[str, ...] = ()
    """Pieces that belong nowhere in this puzzle."""

    def as_json(self) -> dict[str, Any]:
        """Return the result as files have it, without unknown values."""
        found = {
            "id": self.id,
            "status": self.status,
            "solver": self.solver,
            "seconds": round(self.seconds, 3),
            "reading_seconds": None if self.reading_seconds is None else round(self.reading_seconds, 3),
            "message": self.message,
            "rows": self.rows,
            "columns": self.columns,
            "missing": [{"row": row, "column": column} for row, column in self.missing] or None,
            "foreign": [*self.foreign] or None,
            "pieces": [_known(one._asdict() | {"doubtful": one.doubtful or None}) for one in self.pieces],
        }
        return _known(found)


def _known(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value is not None}


def describe(result: Result) -> str:
    """Describe a result in one line, without its time."""
    words = [f"{result.id}: {result.status}"]
    if result.pieces:
        doubtful = sum(one.doubtful for one in result.pieces)
        pieces = plural(len(result.pieces), "piece")
        words.append(f"{result.rows} x {result.columns}, {pieces}, {doubtful or 'none'} of them doubtful")
    return "; ".join([*words, *filter(None, [result.message])])


def as_text(fields: Mapping[str, Any]) -> str:
    """Return a result or a truth as JSON with a piece on each line."""
    pieces = ",\n".join(f"    {json.dumps(one)}" for one in fields["pieces"])
    head = "".join(f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in fields.items() if key != "pieces")
    return f'{{\n{head}  "pieces": [\n{pieces}\n  ]\n}}'


def refused(name: str, message: str) -> Result:
    """Return the result of a puzzle that cannot be used."""
    return Result(name, "refused", 0, 0, (), message=message)


def read_result(path: Path) -> Result:
    """Read a file with one result or a truth.

    Raises:
        InputError: if the file cannot be read, is not JSON, or has something else; the message names the entry.
    """
    records = parse_records(read_any_text(path, LARGEST_FILE), str(path))
    if len(records) > 1:
        raise InputError(f"{path}: there are {plural(len(records), 'result')} in it; give a file with one")
    return result_of(records[0].value, str(path))


def result_of(found: object, where: str) -> Result:
    """Return the result that a JSON value is.

    Raises:
        InputError: if it is not a puzzle; the message begins with the source, and names the entry.
    """
    return _Reader(where).result(found)


class _Reader:
    """Reads the values of a result; an error names the entry that is wrong."""

    def __init__(self, where: str) -> None:
        self.where = where

    def result(self, found: object) -> Result:
        if not isinstance(found, Mapping):
            raise self.fault("the file", "must be an object with rows, columns and pieces")
        pieces = found.get("pieces", [])
        if not isinstance(pieces, list) or len(pieces) > MOST_PIECES:
            raise self.fault("pieces", f"must be a list of at most {MOST_PIECES}")
        status = status_of(found.get("status", "solved"))
        if status is None:
            raise self.fault("status", f"must be one of {', '.join(STATUSES)}")
        if status != "solved" and not pieces:
            found = {"rows": 0, "columns": 0, **found}
        name = found.get("id", Path(self.where).stem)
        return Result(
            name if isinstance(name, str) else str(name)[:60],
            status,
            self.number(found, "rows", "", MOST_PIECES),
            self.number(found, "columns", "", MOST_PIECES),
            tuple(self.placed(one, f"pieces[{i}]") for i, one in enumerate(pieces)),
        )

    def placed(self, found: object, entry: str) -> Placed:
        if not isinstance(found, Mapping) or not isinstance(found.get("piece"), str):
            raise self.fault(entry, "must be an object with the name of a 'piece', a 'row', a 'column' and a 'turn'")
        row, column, turn = (
            self.number(found, key, f"{entry}.", largest)
            for key, largest in (("row", MOST_PIECES), ("column", MOST_PIECES), ("turn", 3))
        )
        return Placed(found["piece"], row, column, turn)

    def number(self, found: Mapping[str, Any], key: str, entry: str, largest: int) -> int:
        value = found.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= largest:
            raise self.fault(f"{entry}{key}", f"must be a whole number from 0 to {largest}")
        return value

    def fault(self, entry: str, message: str) -> InputError:
        return InputError(f"{self.where}: {entry} {message}")
