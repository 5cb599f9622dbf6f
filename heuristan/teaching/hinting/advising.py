"""Advice for a person at the table: the function that this package is for."""

from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

from heuristan.common.clock import OutOfTime
from heuristan.tangram.exact.reasons import reason_against
from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.outlines.puzzle_of import exact_lengths
from heuristan.tangram.pieces.sets import Placement
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.as_read import left_until
from heuristan.tangram.solving.result import AsRead, read_once
from heuristan.tangram.verification.claims.claims import LaidPiece
from heuristan.tangram.verification.judging.as_in_file import is_as_in_file
from heuristan.teaching.hinting.advice import Advice, Hint, Solved, TakeBack, Unsolvable
from heuristan.teaching.hinting.choosing import Choosing
from heuristan.teaching.hinting.placing import PlacedError, put_down
from heuristan.teaching.hinting.table import Completions, Table
from heuristan.teaching.hinting.taking_back import fewest_to_take_back

LIMIT = 10.0
"""Time limit in seconds, if no other is given."""


class Advised(NamedTuple):
    """Advice on an outline."""

    advice: Advice
    puzzle: Puzzle
    """The outline as it was read for it."""
    reading: AsRead | None
    """The reading of a drawing, in words; None where the outline was given exactly."""
    lying: tuple[LaidPiece, ...]
    """The pieces that lie there, with their names."""


def advise_on(
    puzzle: Puzzle, laid: Sequence[LaidPiece], *, limit: float | None = LIMIT, ranking: Ranking | str = DEFAULT
) -> Advised:
    """Advise on any outline: exactly, or of a drawing whose lengths are not exact, by solutions that are found.

    Args:
        puzzle: the outline as it was read first.
        laid: the pieces on the table, in its own coordinates, in the order in which they were laid.
        limit: time limit in seconds, after which the advice is what is known; None for no limit.
        ranking: as for `advise`.

    Raises:
        PlacedError: if the pieces cannot lie so.
        RankingError: if the ranking does not exist or cannot be used.
    """
    end = None if limit is None else perf_counter() + limit
    exactly = _exactly(puzzle, laid, limit, ranking)
    if exactly is not None and (exactly.reading is None or isinstance(exactly.advice, Hint | Solved)):
        return exactly
    # exact outlines need no geometry of floats, which takes long to import
    from heuristan.teaching.hinting.drawings import advise_on_drawing

    advice, reading, names = advise_on_drawing(puzzle, laid, left_until(end))
    if exactly is not None and isinstance(exactly.advice, TakeBack) and not isinstance(advice, Hint | Solved):
        return exactly
    return Advised(advice, puzzle, reading, _named(laid, names))


def _exactly(puzzle: Puzzle, laid: Sequence[LaidPiece], limit: float | None, ranking: Ranking | str) -> Advised | None:
    """Advise on exact lengths; None if a drawing has none, or pieces lie on it as exact lengths do not allow."""
    exact = exact_lengths(puzzle) or (None if puzzle.nearness or laid else puzzle)
    if exact is None or not _is_as_drawn(exact):
        return None
    try:
        placed = put_down(exact, laid)
    except PlacedError:
        if puzzle.reading is None:
            raise
        return None
    lying = _named(laid, [placement.name for placement in placed])
    return Advised(advise(exact, placed, limit=limit, ranking=ranking), exact, read_once(exact), lying)


def _named(laid: Sequence[LaidPiece], names: Sequence[str]) -> tuple[LaidPiece, ...]:
    return tuple(LaidPiece(name, piece.vertices) for piece, name in zip(laid, names, strict=False))


def _is_as_drawn(puzzle: Puzzle) -> bool:
    """Return whether what fills an exact outline, or the exact reading of a drawing, fills what the file says."""
    if puzzle.reading is None:
        return is_as_in_file(puzzle)
    from heuristan.tangram.verification.judging.drawn_case import Gate

    return Gate.of(puzzle).is_near(puzzle)


def advise(
    puzzle: Puzzle, placed: Sequence[Placement] = (), *, limit: float | None = LIMIT, ranking: Ranking | str = DEFAULT
) -> Advice:
    """Advise where one piece goes on an exact outline, the most certain one first, or which ones to take back.

    Args:
        puzzle: the outline, or an exact reading of one.
        placed: the pieces on the table, in the order in which they were laid: see `put_down`.
        limit: time limit in seconds, after which the advice is what is known; None for no limit.
        ranking: the rules that decide if no vertex is certain, or the name or file of a ranking.

    Raises:
        ValueError: if the placed pieces overlap or reach outside the outline.
        RankingError: if the ranking does not exist or cannot be used.
    """
    ranking = read_ranking(ranking) if isinstance(ranking, str) else ranking
    table = _table(puzzle, placed)
    if not table.boundary:
        return Solved()
    completions = Completions(limit)
    reason = reason_against(table.region, puzzle.own)
    try:
        completion = completions.of(table) if reason is None else None
    except OutOfTime:
        return Choosing(table, None, completions, ranking).hint()
    if completion is None:
        return _refusal(table, reason, completions)
    return Choosing(table, completion, completions, ranking).hint()


def _table(puzzle: Puzzle, placed: Sequence[Placement]) -> Table:
    table = Table(puzzle)
    for number, placement in enumerate(placed, 1):
        if not table.has_room_for(placement):
            raise ValueError(f"piece {number} ({placement.name}) overlaps another, lies outside, or is one too many")
        table = table.with_piece(placement)
    return table


def _refusal(table: Table, reason: str | None, completions: Completions) -> Advice:
    """Return the advice if a search, or a simple reason, shows that what is placed cannot be completed."""
    if not table.placed:
        return Unsolvable(reason)
    try:
        found = fewest_to_take_back(table, completions)
    except OutOfTime:
        return TakeBack(reason, (), is_fewest=False)
    if found is None:
        return Unsolvable(reason_against(Table(table.puzzle).region, table.puzzle.own))
    return TakeBack(reason, *found)
