"""A judge of assemblies that trusts nobody: it knows pieces and results, and nothing of measures or of assembly.

What can be seen without the truth is checked on the pieces themselves: that each lies there once, that the grid is
full, that flat sides lie outside and nowhere else, that tabs meet blanks, that the sides of a joint are equally long
and have the same curve to within so many pixels. A wrong assembly can pass all that, when two tabs are alike. With the
truth it is said how much is right.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from heuristan.jigsaw.arrays import Floats
from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.piece import Piece, Side
from heuristan.jigsaw.results import Placed, Result

SLACK = 1.0
"""Pixels that the curves of a joint may be apart on the mean. Those of true joints are half a pixel apart at most where
scans are bad; those of two tabs taken at random, two or three, if tabs differ as they do in most puzzles. All of that
is so where sides are CHORD pixels long, and grows with them."""
CHORD = 80.0
"""Pixels from corner to corner. On smaller pieces the slack is not less: what a pixel hides is a pixel on each."""
LENGTHS = 3.0
"""How many times as much their lengths may differ: each has two corners, and a corner is rounder than a line is
thick."""

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Up, right, down, left, rows before columns."""
DIRECTIONS = ("above", "on the right", "below", "on the left")

Grid: TypeAlias = Mapping[tuple[int, int], Placed]


class Fault(NamedTuple):
    """What is wrong, and where."""

    where: str
    message: str


class Agreement(NamedTuple):
    """How much of an assembly is as the truth has it."""

    pieces: int
    """At the right place in the right turn, once the whole is turned so that most are."""
    of_pieces: int
    neighbours: int
    """Joints of the truth that are there."""
    of_neighbours: int

    @property
    def is_perfect(self) -> bool:
        """Whether every piece is right."""
        return self.pieces == self.of_pieces


class Verdict(NamedTuple):
    """On one assembly."""

    faults: tuple[Fault, ...]
    agreement: Agreement | None = None

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong, and all is as the truth has it where that is known."""
        return not self.faults and (self.agreement is None or self.agreement.is_perfect)


def judge(
    pieces: Sequence[Piece],
    result: Result,
    truth: Result | None = None,
    slack: float | None = None,
    *,
    upright: bool = False,
) -> Verdict:
    """Say what is wrong with an assembly.

    Args:
        pieces: of the puzzle.
        result: the assembly.
        truth: where each piece belongs, if it is known.
        slack: pixels by which the curves of a joint may differ on the mean, and a third of what their lengths may; by
            the size of the pieces where none is given.
        upright: whether the pieces have their right orientation, so that none may be turned.
    """
    if slack is None:
        slack = slack_of(pieces)
    by_name = {piece.name: piece for piece in pieces}
    known = {(one.row, one.column): one for one in result.pieces if one.piece in by_name}
    faults = (
        *_wrong_names(by_name, result),
        *_wrong_places(result),
        *_wrong_rims(by_name, known, result),
        *_wrong_joints(by_name, known, slack),
        *(_wrong_turns(result) if upright else ()),
    )
    return Verdict(faults, None if truth is None else agreement(result, truth, upright=upright))


def slack_of(pieces: Sequence[Piece]) -> float:
    """Pixels of slack by the length of sides."""
    chords = [side.chord for piece in pieces for side in piece.sides]
    return SLACK * max(1.0, float(np.median(chords)) / CHORD) if chords else SLACK


def check_truth(name: str, pieces: Sequence[Piece], truth: Result) -> None:
    """See that a truth is one, and of these pieces.

    Args:
        name: what the message begins with.
        pieces: of the puzzle.
        truth: where each belongs.

    Raises:
        PuzzleError: it has other pieces, one of them twice, or they do not fill its rows and columns.
    """
    named = [one.piece for one in truth.pieces]
    if {piece.name for piece in pieces} != set(named):
        raise PuzzleError(f"{name}: the truth has other pieces than the puzzle; give the truth of the same puzzle")
    places = {(one.row, one.column) for one in truth.pieces if one.row < truth.rows and one.column < truth.columns}
    if not len(named) == len(set(named)) == len(places) == truth.rows * truth.columns:
        raise PuzzleError(
            f"{name}: the truth names {len(named)} pieces for {len(places)} of {truth.rows} x {truth.columns} places; "
            "each piece and each place belongs there once"
        )


def _wrong_names(by_name: Mapping[str, Piece], result: Result) -> Iterator[Fault]:
    """Each piece lies there once."""
    counted = Counter(one.piece for one in result.pieces)
    for name in sorted(counted.keys() - by_name.keys()):
        yield Fault(f"piece {name!r}", "the puzzle has no such piece")
    for name in sorted(by_name.keys() - counted.keys()):
        yield Fault(f"piece {name!r}", "it is laid nowhere")
    for name, times in sorted(counted.items()):
        if times > 1:
            yield Fault(f"piece {name!r}", f"it is laid {times} times")


def _wrong_places(result: Result) -> Iterator[Fault]:
    """Each place of the grid has one piece, and none lies beside the grid."""
    counted = Counter((one.row, one.column) for one in result.pieces)
    for (row, column), times in sorted(counted.items()):
        if not (row < result.rows and column < result.columns):
            yield Fault(_at(row, column), f"it lies outside of {result.rows} x {result.columns} places")
        elif times > 1:
            yield Fault(_at(row, column), f"{times} pieces lie there")
    empty = result.rows * result.columns - sum(r < result.rows and c < result.columns for r, c in counted)
    if empty > 0:
        first = next((r, c) for r in range(result.rows) for c in range(result.columns) if (r, c) not in counted)
        yield Fault(_at(*first), f"no piece lies there, and {empty} places are empty in all")


def _wrong_rims(by_name: Mapping[str, Piece], grid: Grid, result: Result) -> Iterator[Fault]:
    """Flat sides lie outside and nowhere else."""
    for place, one in sorted(grid.items()):
        for direction, (down, right) in enumerate(STEPS):
            row, column = place[0] + down, place[1] + right
            outside = not (0 <= row < result.rows and 0 <= column < result.columns)
            side = _side(by_name, one, direction)
            if (side.kind == "flat") != outside:
                what = f"is a {side.kind} at the border" if outside else "is flat and lies inside"
                yield Fault(_at(*place), f"the side {DIRECTIONS[direction]} of {one.piece!r} {what}")


def _wrong_joints(by_name: Mapping[str, Piece], grid: Grid, slack: float) -> Iterator[Fault]:
    """Tabs meet blanks, as long as each other and with the same curve."""
    for place, one in sorted(grid.items()):
        for direction in (1, 2):
            other = grid.get((place[0] + STEPS[direction][0], place[1] + STEPS[direction][1]))
            if other is None:
                continue
            message = _misfit(_side(by_name, one, direction), _side(by_name, other, direction + 2), slack)
            if message:
                yield Fault(_at(*place), f"{one.piece!r} and {other.piece!r} {DIRECTIONS[direction]} of it: {message}")


def _wrong_turns(result: Result) -> Iterator[Fault]:
    """What is known to stand upright lies as its picture shows it."""
    for one in sorted(result.pieces, key=lambda one: (one.row, one.column)):
        if one.turn:
            message = f"{one.piece!r} is turned by {90 * one.turn} degrees, and the puzzle's pieces stand upright"
            yield Fault(_at(one.row, one.column), message)


def _misfit(side: Side, other: Side, slack: float) -> str:
    """Why two sides do not fit, or nothing."""
    if "flat" in (side.kind, other.kind):
        return ""  # said of the rim
    if side.kind == other.kind:
        return f"a {side.kind} meets a {other.kind}"
    longer = abs(side.chord - other.chord)
    if longer > LENGTHS * slack:
        return f"one side is {longer:.1f} pixels longer than the other"
    apart = curves_apart(side, other)
    if apart > slack:
        return f"their curves are {apart:.1f} pixels apart on the mean"
    return ""


def curves_apart(side: Side, other: Side) -> float:
    """Pixels from the points of each curve to the nearest of the other one, on the mean, chord laid on chord."""
    left, right = _on_chord(side.contour), _on_chord(other.contour[::-1])
    distances = np.linalg.norm(left[:, None] - right[None], axis=2)
    return float((distances.min(axis=0).mean() + distances.min(axis=1).mean()) / 2)


def _on_chord(curve: Floats) -> Floats:
    """A curve with the middle of its chord at 0, and its chord along the first axis."""
    along = curve[-1] - curve[0]
    x, y = along / max(float(np.hypot(*along)), 1e-9)
    turned: Floats = (curve - (curve[0] + curve[-1]) / 2) @ np.array([[x, -y], [y, x]])
    return turned


def _side(by_name: Mapping[str, Piece], one: Placed, direction: int) -> Side:
    """The side of a piece that looks in a direction."""
    return by_name[one.piece].sides[(direction - one.turn) % 4]


def _at(row: int, column: int) -> str:
    return f"row {row}, column {column}"


def agreement(result: Result, truth: Result, *, upright: bool = False) -> Agreement:
    """Compare an assembly with the truth, up to a turn of the whole unless that is known."""
    known = {(one.piece, one.row, one.column, one.turn) for one in truth.pieces}
    right = max(len(known & _turned(result, quarters)) for quarters in range(1 if upright else 4))
    joints = joints_of(truth)
    return Agreement(right, len(truth.pieces), len(joints & joints_of(result)), len(joints))


def _turned(result: Result, quarters: int) -> set[tuple[str, int, int, int]]:
    """Pieces, rows, columns and turns once the whole is turned clockwise."""
    high, wide = result.rows, result.columns
    found = []
    for one in result.pieces:
        row, column, rows, columns = one.row, one.column, high, wide
        for _ in range(quarters):
            row, column, rows, columns = column, rows - 1 - row, columns, rows
        found.append((one.piece, row, column, (one.turn + quarters) % 4))
    return set(found)


def joints_of(result: Result) -> set[frozenset[tuple[str, int]]]:
    """Each joint as its two pieces with their sides, 0 to 3, whichever way the whole lies."""
    grid = {(one.row, one.column): one for one in result.pieces}
    found = set()
    for (row, column), one in grid.items():
        for direction in (1, 2):
            other = grid.get((row + STEPS[direction][0], column + STEPS[direction][1]))
            if other is not None:
                mine, theirs = (direction - one.turn) % 4, (direction + 2 - other.turn) % 4
                found.add(frozenset(((one.piece, mine), (other.piece, theirs))))
    return found
