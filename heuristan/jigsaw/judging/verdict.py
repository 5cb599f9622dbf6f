"""The judge's answer: faults with their places, doubtful pieces, and how much is as in the truth."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from heuristan.common import results
from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.piece import STEPS, Piece
from heuristan.jigsaw.results import Placed, Result

FaultKind: TypeAlias = Literal["piece", "place", "border", "joint", "fit", "turn", "truth"]
"""piece: it is unknown, missing or there twice. place: it is empty, taken twice or outside. border: a flat side lies
inside, or another one outside. joint: two sides do not fit. fit: another piece fits better there. turn: an upright
piece is turned. truth: the truth is another one."""


Place: TypeAlias = tuple[int, int]
Grid: TypeAlias = Mapping[Place, Placed]


class Meeting(NamedTuple):
    """Two pieces that lie side by side."""

    place: Place
    direction: int
    """The direction from the first piece to the second: 1 for right, 2 for down."""
    there: Place
    one: Placed
    other: Placed

    @property
    def sides(self) -> tuple[int, int]:
        """The sides of the two pieces, 0 to 3, that lie against each other."""
        return self.one.side(self.direction), self.other.side(self.direction + 2)


def meetings(grid: Grid) -> Iterator[Meeting]:
    """Yield the pairs of pieces of an assembly that lie side by side, row by row."""
    for place, one in sorted(grid.items()):
        for direction in (1, 2):
            there = place[0] + STEPS[direction][0], place[1] + STEPS[direction][1]
            if there in grid:
                yield Meeting(place, direction, there, one, grid[there])


@dataclass(frozen=True)
class Fault(results.Fault):
    """One thing that is wrong with an assembly."""

    kind: FaultKind
    piece: str | None = None
    """The piece that it is about, if it is about one."""
    place: tuple[int, int] | None = None
    """The row and column that it is about, if it is about one place."""

    def as_json(self) -> dict[str, Any]:
        """Return the fault as verdicts in JSON have it, without what does not apply."""
        row, column = self.place or (None, None)
        fields = {"piece": self.piece, "row": row, "column": column}
        return super().as_json() | {key: value for key, value in fields.items() if value is not None}


def fault_at(place: tuple[int, int], kind: FaultKind, message: str, piece: str | None = None) -> Fault:
    """Return a fault at a place; its message begins with the place."""
    row, column = place
    return Fault(kind, f"row {row}, column {column}: {message}", piece, place)


class Agreement(NamedTuple):
    """Agreement of an assembly with the truth, in counts."""

    pieces: int
    """Number of pieces at the right place in the right turn, after the whole is turned so that most are."""
    of_pieces: int
    neighbours: int
    """Number of joints of the truth that are there."""
    of_neighbours: int

    @property
    def is_perfect(self) -> bool:
        """Whether every piece is right."""
        return self.pieces == self.of_pieces

    @property
    def words(self) -> str:
        """The numbers in words."""
        return f"{self.pieces} of {self.of_pieces} pieces and {self.neighbours} of {self.of_neighbours} neighbours"


@dataclass(frozen=True)
class Verdict(results.Verdict):
    """What the judge says of one assembly."""

    faults: tuple[Fault, ...] = ()
    doubtful: tuple[str, ...] = ()
    """Pieces that the sides cannot tell from others at their places."""
    agreement: Agreement | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as the command line writes it."""
        found = super().as_json()
        if self.doubtful:
            found["doubtful"] = list(self.doubtful)
        if self.agreement is not None:
            found["truth"] = {"perfect": self.agreement.is_perfect, **self.agreement._asdict()}
        return found


def check_truth(name: str, pieces: Sequence[Piece], truth: Result) -> None:
    """Check that a truth is complete, and of these pieces.

    Args:
        name: the beginning of the message.
        pieces: the pieces of the puzzle.
        truth: where each piece belongs.

    Raises:
        PuzzleError: if it has other pieces, a piece twice, or pieces that do not fill its rows and columns.
    """
    named = [one.piece for one in truth.pieces]
    if {piece.name for piece in pieces} != set(named):
        raise PuzzleError(f"{name}: the truth has other pieces than the puzzle; give the truth of the same puzzle")
    places = {(one.row, one.column) for one in truth.pieces if one.row < truth.rows and one.column < truth.columns}
    if not len(named) == len(set(named)) == len(places) == truth.rows * truth.columns:
        raise PuzzleError(
            f"{name}: the truth names {len(named)} pieces for {len(places)} of {truth.rows} x {truth.columns} places; "
            "it should have each piece and each place once"
        )


def agreement(result: Result, truth: Result, *, upright: bool = False) -> Agreement:
    """Compare an assembly with the truth, up to a turn of the whole unless the orientation is known."""
    known = {(one.piece, one.row, one.column, one.turn) for one in truth.pieces}
    right = max(len(known & _turned(result, quarters)) for quarters in range(1 if upright else 4))
    joints = joints_of(truth)
    return Agreement(right, len(truth.pieces), len(joints & joints_of(result)), len(joints))


def _turned(result: Result, quarters: int) -> set[tuple[str, int, int, int]]:
    """Return pieces, rows, columns and turns after the whole is turned clockwise."""
    high, wide = result.rows, result.columns
    found = []
    for one in result.pieces:
        row, column, rows, columns = one.row, one.column, high, wide
        for _ in range(quarters):
            row, column, rows, columns = column, rows - 1 - row, columns, rows
        found.append((one.piece, row, column, (one.turn + quarters) % 4))
    return set(found)


def joints_of(result: Result) -> set[frozenset[tuple[str, int]]]:
    """Return each joint as its two pieces with their sides, 0 to 3, which does not depend on a turn of the whole."""
    grid = {(one.row, one.column): one for one in result.pieces}
    return {frozenset(zip((each.one.piece, each.other.piece), each.sides, strict=True)) for each in meetings(grid)}
