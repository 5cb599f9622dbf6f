"""An assembly judged: faults with their places, doubtful pieces, and how much is as in the truth.

Without the truth the judge checks on the pieces themselves that each lies there once, that the grid is full, that flat
sides lie at the border and nowhere else, that tabs meet blanks, and that the evidence of the joints, by the scale that
the assembly itself gives, speaks for each piece at its place and against every other one.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from heuristan.common import results
from heuristan.common.faults import InputError
from heuristan.common.words import plural
from heuristan.jigsaw.judging.doubts import SURE, Doubts, Grid, Weight, meetings
from heuristan.jigsaw.piece import Piece, Place, around
from heuristan.jigsaw.results import Result

FaultKind: TypeAlias = Literal["piece", "place", "border", "joint", "fit", "turn", "truth"]
"""piece: it is unknown, missing or there twice. place: it is empty, taken twice or outside. border: a flat side lies
inside, or another one outside. joint: two sides do not fit. fit: another piece fits better there. turn: an upright
piece is turned. truth: the truth is another one."""


@dataclass(frozen=True)
class Fault(results.Fault):
    """One thing that is wrong with an assembly."""

    kind: FaultKind
    piece: str | None = None
    """The piece that it is about, if it is about one."""
    place: Place | None = None
    """The row and column that it is about, if it is about one place."""

    def as_json(self) -> dict[str, Any]:
        """Return the fault as verdicts in JSON have it, without what does not apply."""
        row, column = self.place or (None, None)
        fields = {"piece": self.piece, "row": row, "column": column}
        return super().as_json() | {key: value for key, value in fields.items() if value is not None}


def fault_at(place: Place, kind: FaultKind, message: str, piece: str | None = None) -> Fault:
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
        """True if every piece is right."""
        return self.pieces == self.of_pieces

    @property
    def words(self) -> str:
        """The numbers in words."""
        return f"{self.pieces} of {self.of_pieces} pieces and {self.neighbours} of {self.of_neighbours} neighbours"


@dataclass(frozen=True)
class Verdict(results.Verdict):
    """The judge's findings on one assembly."""

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
        InputError: if it has other pieces, a piece twice, or pieces that do not fill its rows and columns.
    """
    named = [one.piece for one in truth.pieces]
    if {piece.name for piece in pieces} != set(named):
        raise InputError(f"{name}: the truth has other pieces than the puzzle; give the truth of the same puzzle")
    places = {(one.row, one.column) for one in truth.pieces if one.row < truth.rows and one.column < truth.columns}
    if not len(named) == len(set(named)) == len(places) == truth.rows * truth.columns:
        raise InputError(
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


DIRECTIONS = ("above", "on the right", "below", "on the left")


def judge(
    pieces: Sequence[Piece],
    result: Result,
    truth: Result | None = None,
    *,
    upright: bool = False,
) -> Verdict:
    """Judge an assembly.

    Args:
        pieces: the pieces of the puzzle.
        result: the assembly.
        truth: where each piece belongs, if it is known.
        upright: whether the pieces are known to stand upright, so that none may be turned.
    """
    if result.status != "solved" and not result.pieces:
        note = f"a result that is {result.status} claims nothing that could be checked"
        return Verdict(result.id, "unchecked", result.status, notes=(note,))
    known = None if truth is None else agreement(result, truth, upright=upright)
    names = {piece.name for piece in pieces}
    grid = {(one.row, one.column): one for one in result.pieces if one.piece in names}
    faults = (*_placing_faults(pieces, grid, result, upright=upright),)
    # pieces that are turned wrongly have that fault already, and are weighed as they lie
    doubts = Doubts(pieces, grid, upright=upright and not any(one.turn for one in grid.values()))
    weights = dict(doubts.weights())
    faults += (*_misfits(grid, weights), *_seams(doubts))
    if known is not None and not known.is_perfect:
        faults += (Fault("truth", f"only {known.words} are as in the truth"),)
    unsure = {place for place, weight in weights.items() if weight.is_doubtful}.union(doubts.apart())
    return _verdict(result, faults, tuple(grid[place].piece for place in sorted(unsure)), known)


def _misfits(grid: Grid, weights: dict[Place, Weight]) -> Iterator[Fault]:
    """Find pieces whose joints speak against them, or much more for another one."""
    for place, weight in weights.items():
        name = grid[place].piece
        if weight.own - weight.other < -SURE:
            yield fault_at(place, "fit", f"{name!r} does not fit there as well as {weight.rival!r}", name)
        elif weight.own < min(-SURE, weight.other):
            yield fault_at(place, "fit", f"{name!r} fits there no better than a piece of another puzzle", name)


def _seams(doubts: Doubts) -> Iterator[Fault]:
    """Find joints between parts that do not belong side by side."""
    for each in doubts.seams():
        names = f"{each.one.piece!r} and {each.other.piece!r} {DIRECTIONS[each.direction]} of it"
        words = f"{names}: the parts of the picture do not belong together"
        yield fault_at(each.place, "joint", words, each.one.piece)


def _verdict(result: Result, faults: tuple[Fault, ...], doubtful: tuple[str, ...], known: Agreement | None) -> Verdict:
    notes = (f"doubtful: {', '.join(doubtful)}",) if doubtful and not faults else ()
    if result.status != "solved" and faults:
        note = f"a result that is {result.status} does not claim to be right, and it has {plural(len(faults), 'fault')}"
        truths = () if known is None else (f"{known.words} are as in the truth",)
        return Verdict(result.id, "unchecked", result.status, (), (note, *truths), doubtful=doubtful, agreement=known)
    merit = "the pieces fit" if known is None else f"the pieces fit, {known.words} as in the truth"
    return Verdict(
        result.id,
        "wrong" if faults else "right",
        result.status,
        faults,
        notes,
        merit=merit,
        doubtful=doubtful,
        agreement=known,
    )


def _placing_faults(pieces: Sequence[Piece], grid: Grid, result: Result, *, upright: bool) -> Iterator[Fault]:
    """Yield the faults of an assembly that can be seen without weighing evidence.

    Args:
        pieces: the pieces of the puzzle.
        grid: the known pieces of the result by place.
        result: the assembly.
        upright: whether the pieces are known to stand upright, so that none may be turned.
    """
    by_name = {piece.name: piece for piece in pieces}
    yield from _wrong_names(by_name, result)
    yield from _wrong_places(result)
    yield from _wrong_rims(by_name, grid, result)
    yield from _wrong_joints(by_name, grid)
    if upright:
        yield from _wrong_turns(result)


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
            yield fault_at((row, column), "place", f"it lies outside of {result.rows} x {result.columns} places")
        elif times > 1:
            yield fault_at((row, column), "place", f"{plural(times, 'piece lies', 'pieces lie')} there")
    empty = result.rows * result.columns - sum(r < result.rows and c < result.columns for r, c in counts)
    if empty > 0:
        first = next((r, c) for r in range(result.rows) for c in range(result.columns) if (r, c) not in counts)
        yield fault_at(first, "place", f"no piece lies there; empty places in all: {empty}")


def _wrong_rims(by_name: Mapping[str, Piece], grid: Grid, result: Result) -> Iterator[Fault]:
    """Find flat sides inside, and other sides at the border."""
    for place, one in sorted(grid.items()):
        for direction, (row, column) in around(place):
            outside = not (0 <= row < result.rows and 0 <= column < result.columns)
            side = by_name[one.piece].sides[one.side(direction)]
            if (side.kind == "flat") != outside:
                what = f"is a {side.kind} at the border" if outside else "is flat and lies inside"
                message = f"the side {DIRECTIONS[direction]} of {one.piece!r} {what}"
                yield fault_at(place, "border", message, one.piece)


def _wrong_joints(by_name: Mapping[str, Piece], grid: Grid) -> Iterator[Fault]:
    """Find joints that are not a tab in a blank; the rim has the fault of a flat side."""
    for each in meetings(grid):
        side, other = each.sides
        kinds = by_name[each.one.piece].sides[side].kind, by_name[each.other.piece].sides[other].kind
        if kinds[0] == kinds[1] != "flat":
            names = f"{each.one.piece!r} and {each.other.piece!r} {DIRECTIONS[each.direction]} of it"
            yield fault_at(each.place, "joint", f"{names}: a {kinds[0]} meets a {kinds[0]}", each.one.piece)


def _wrong_turns(result: Result) -> Iterator[Fault]:
    """Find turned pieces of a puzzle whose pieces stand upright."""
    for one in sorted(result.pieces, key=lambda one: (one.row, one.column)):
        if one.turn:
            message = f"{one.piece!r} is turned by {90 * one.turn} degrees, and the puzzle's pieces stand upright"
            yield fault_at((one.row, one.column), "turn", message, one.piece)
