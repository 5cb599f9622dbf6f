"""What a method made of a puzzle, and files of it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from heuristan.edgematching.puzzle import Arrangement, Puzzle
from heuristan.edgematching.records import Record, read_records
from heuristan.edgematching.statuses import Status


@dataclass(frozen=True)
class Result:
    """What came of a puzzle.

    Attributes:
        id: the puzzle's.
        kind: `squares` or `cubes`.
        status: see `Status`.
        method: what found it.
        seconds: processor time, of its own process and of those that it started.
        arrangement: where each piece lies, if it is solved.
        message: why it is not.
        effort: what the method counts: `programs` solved and `restarts`, or `nodes`.
    """

    id: str
    kind: str
    status: Status
    method: str
    seconds: float
    arrangement: Arrangement | None = None
    message: str = ""
    effort: dict[str, int] = field(default_factory=dict)

    def as_json(self, puzzle: Puzzle) -> dict[str, Any]:
        """The result as a JSON object; pieces are counted from 1."""
        found: dict[str, Any] = {
            "id": self.id,
            "kind": self.kind,
            "status": self.status,
            "method": self.method,
            "seconds": round(self.seconds, 4),
        }
        if self.message:
            found["message"] = self.message
        found |= self.effort
        if self.arrangement is not None:
            found["places"] = nested([laid.piece + 1 for laid in self.arrangement], puzzle.board.sizes)
            if puzzle.turns:
                found["turned"] = nested([laid.turn for laid in self.arrangement], puzzle.board.sizes)
        return found


def read_results(path: Path) -> Iterator[Record]:
    """The results of a .json or .jsonl file, unchecked: that is the judge's.

    Raises:
        PuzzleFileError: the file cannot be used.
    """
    return read_records(path)


def nested(flat: list[int], sizes: tuple[int, ...]) -> list[Any]:
    """A flat list as rows (as layers of rows)."""
    if len(sizes) == 1:
        return flat
    step = len(flat) // sizes[0]
    return [nested(flat[at : at + step], sizes[1:]) for at in range(0, len(flat), step)]
