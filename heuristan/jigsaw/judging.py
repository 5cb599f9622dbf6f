"""The judge of assemblies, which trusts nobody: it knows pieces and results, and nothing of measures or assembly.

Without the truth it checks on the pieces themselves that each lies there once, that the grid is full, that flat sides
lie at the border and nowhere else, that tabs meet blanks, and that the sides of a joint have the same length and the
same curve within a slack. A wrong assembly can pass all that, if two tabs are alike. With the truth the judge says how
much is right.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from heuristan.common import results
from heuristan.common.words import plural
from heuristan.jigsaw.arrays import Floats
from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.piece import STEPS, Piece, Side
from heuristan.jigsaw.results import Placed, Result

SLACK = 1.0
"""Maximum mean distance of the curves of a joint in pixels, on sides of CHORD pixels; it grows with them. The curves of
true joints are at most half a pixel apart, even on bad scans; those of two random tabs are two or three, if tabs differ
as they do in most puzzles."""
CHORD = 80.0
"""Distance from corner to corner in pixels at which SLACK holds. On smaller pieces the slack is the same: a pixel hides
as much on each."""
LENGTHS = 3.0
"""Maximum difference of the lengths of the sides of a joint, as a multiple of the slack: a side has two corners, and a
corner is rounder than a line is thick."""

DIRECTIONS = ("above", "on the right", "below", "on the left")

Grid: TypeAlias = Mapping[tuple[int, int], Placed]

FaultKind: TypeAlias = Literal["piece", "place", "border", "joint", "turn", "truth"]
"""piece: it is unknown, missing or there twice. place: it is empty, taken twice or outside. border: a flat side lies
inside, or another one outside. joint: two sides do not fit. turn: an upright piece is turned. truth: the truth is
another one."""


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


class Agreement(NamedTuple):
    """How much of an assembly is as in the truth."""

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
    agreement: Agreement | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as the command line writes it."""
        if self.agreement is None:
            return super().as_json()
        return super().as_json() | {"truth": {"perfect": self.agreement.is_perfect, **self.agreement._asdict()}}


def judge(
    pieces: Sequence[Piece],
    result: Result,
    truth: Result | None = None,
    slack: float | None = None,
    *,
    upright: bool = False,
) -> Verdict:
    """Judge an assembly.

    Args:
        pieces: the pieces of the puzzle.
        result: the assembly.
        truth: where each piece belongs, if it is known.
        slack: maximum mean distance of the curves of a joint in pixels, and a third of the maximum difference of their
            lengths; by default it depends on the size of the pieces.
        upright: whether the pieces are known to stand upright, so that none may be turned.
    """
    if result.status != "solved" and not result.pieces:
        note = f"a result that is {result.status} claims nothing that could be checked"
        return Verdict(result.id, "unchecked", result.status, notes=(note,))
    known = None if truth is None else agreement(result, truth, upright=upright)
    faults = tuple(_faults(pieces, result, slack, upright=upright))
    if known is not None and not known.is_perfect:
        faults += (Fault("truth", f"only {known.words} are as in the truth"),)
    if result.status != "solved" and faults:
        note = f"a result that is {result.status} does not claim to be right, and it has {plural(len(faults), 'fault')}"
        truths = () if known is None else (f"{known.words} are as in the truth",)
        return Verdict(result.id, "unchecked", result.status, notes=(note, *truths), agreement=known)
    merit = "the pieces fit" if known is None else f"the pieces fit, {known.words} as in the truth"
    return Verdict(result.id, "wrong" if faults else "right", result.status, faults, merit=merit, agreement=known)


def _faults(pieces: Sequence[Piece], result: Result, slack: float | None, *, upright: bool) -> Iterator[Fault]:
    """Yield the faults that can be seen without the truth."""
    by_name = {piece.name: piece for piece in pieces}
    grid = {(one.row, one.column): one for one in result.pieces if one.piece in by_name}
    yield from _wrong_names(by_name, result)
    yield from _wrong_places(result)
    yield from _wrong_rims(by_name, grid, result)
    yield from _wrong_joints(by_name, grid, slack_of(pieces) if slack is None else slack)
    if upright:
        yield from _wrong_turns(result)


def slack_of(pieces: Sequence[Piece]) -> float:
    """Return the slack in pixels that suits the length of the sides."""
    chords = [side.chord for piece in pieces for side in piece.sides]
    return SLACK * max(1.0, float(np.median(chords)) / CHORD) if chords else SLACK


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


def _wrong_names(by_name: Mapping[str, Piece], result: Result) -> Iterator[Fault]:
    """Find pieces that do not lie there exactly once."""
    counts = Counter(one.piece for one in result.pieces)
    for name in sorted(counts.keys() - by_name.keys()):
        yield Fault("piece", f"piece {name!r}: the puzzle has no such piece", name)
    for name in sorted(by_name.keys() - counts.keys()):
        yield Fault("piece", f"piece {name!r}: it is not laid anywhere", name)
    for name, times in sorted(counts.items()):
        if times > 1:
            yield Fault("piece", f"piece {name!r}: it is laid {times} times", name)


def _wrong_places(result: Result) -> Iterator[Fault]:
    """Find places of the grid without exactly one piece, and pieces outside the grid."""
    counts = Counter((one.row, one.column) for one in result.pieces)
    for (row, column), times in sorted(counts.items()):
        if not (row < result.rows and column < result.columns):
            yield _at((row, column), "place", f"it lies outside of {result.rows} x {result.columns} places")
        elif times > 1:
            yield _at((row, column), "place", f"{plural(times, 'piece lies', 'pieces lie')} there")
    empty = result.rows * result.columns - sum(r < result.rows and c < result.columns for r, c in counts)
    if empty > 0:
        first = next((r, c) for r in range(result.rows) for c in range(result.columns) if (r, c) not in counts)
        yield _at(first, "place", f"no piece lies there; empty places in all: {empty}")


def _wrong_rims(by_name: Mapping[str, Piece], grid: Grid, result: Result) -> Iterator[Fault]:
    """Find flat sides inside, and other sides at the border."""
    for place, one in sorted(grid.items()):
        for direction, (down, right) in enumerate(STEPS):
            row, column = place[0] + down, place[1] + right
            outside = not (0 <= row < result.rows and 0 <= column < result.columns)
            side = _side(by_name, one, direction)
            if (side.kind == "flat") != outside:
                what = f"is a {side.kind} at the border" if outside else "is flat and lies inside"
                message = f"the side {DIRECTIONS[direction]} of {one.piece!r} {what}"
                yield _at(place, "border", message, one.piece)


def _wrong_joints(by_name: Mapping[str, Piece], grid: Grid, slack: float) -> Iterator[Fault]:
    """Find joints that are not a tab in a blank of the same length and curve."""
    for place, one in sorted(grid.items()):
        for direction in (1, 2):
            other = grid.get((place[0] + STEPS[direction][0], place[1] + STEPS[direction][1]))
            if other is None:
                continue
            message = _misfit(_side(by_name, one, direction), _side(by_name, other, direction + 2), slack)
            if message:
                words = f"{one.piece!r} and {other.piece!r} {DIRECTIONS[direction]} of it: {message}"
                yield _at(place, "joint", words, one.piece)


def _wrong_turns(result: Result) -> Iterator[Fault]:
    """Find turned pieces of a puzzle whose pieces stand upright."""
    for one in sorted(result.pieces, key=lambda one: (one.row, one.column)):
        if one.turn:
            message = f"{one.piece!r} is turned by {90 * one.turn} degrees, and the puzzle's pieces stand upright"
            yield _at((one.row, one.column), "turn", message, one.piece)


def _misfit(side: Side, other: Side, slack: float) -> str:
    """Say why two sides do not fit; an empty text if they do."""
    if "flat" in (side.kind, other.kind):
        return ""  # the rim has this fault
    if side.kind == other.kind:
        return f"a {side.kind} meets a {other.kind}"
    longer = abs(side.chord - other.chord)
    if longer > LENGTHS * slack:
        return f"one side is {longer:.1f} pixels longer than the other"
    apart = curves_apart(side, other)
    if apart > slack:
        return f"their curves are {apart:.1f} pixels apart on average"
    return ""


def curves_apart(side: Side, other: Side) -> float:
    """Return the mean distance in pixels from points of each curve to the nearest of the other, chord on chord."""
    left, right = _on_chord(side.contour), _on_chord(other.contour[::-1])
    distances = np.linalg.norm(left[:, None] - right[None], axis=2)
    return float((distances.min(axis=0).mean() + distances.min(axis=1).mean()) / 2)


def _on_chord(curve: Floats) -> Floats:
    """Move a curve so that the middle of its chord is at 0, and its chord along the first axis."""
    along = curve[-1] - curve[0]
    x, y = along / max(float(np.hypot(*along)), 1e-9)
    turned: Floats = (curve - (curve[0] + curve[-1]) / 2) @ np.array([[x, -y], [y, x]])
    return turned


def _side(by_name: Mapping[str, Piece], one: Placed, direction: int) -> Side:
    """Return the side of a piece that looks in a direction."""
    return by_name[one.piece].sides[(direction - one.turn) % 4]


def _at(place: tuple[int, int], kind: FaultKind, message: str, piece: str | None = None) -> Fault:
    row, column = place
    return Fault(kind, f"row {row}, column {column}: {message}", piece, place)


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
    found = set()
    for (row, column), one in grid.items():
        for direction in (1, 2):
            other = grid.get((row + STEPS[direction][0], column + STEPS[direction][1]))
            if other is not None:
                mine, theirs = (direction - one.turn) % 4, (direction + 2 - other.turn) % 4
                found.add(frozenset(((one.piece, mine), (other.piece, theirs))))
    return found
