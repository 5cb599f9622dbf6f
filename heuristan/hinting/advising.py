"""What to say to a person at the table: the one question asked of this package."""

from collections.abc import Sequence

from heuristan.exact.reasons import reason_against
from heuristan.expert.ranking import DEFAULT, Ranking
from heuristan.expert.ranking_file import read_ranking
from heuristan.hinting.advice import Advice, Solved, TakeBack, Unsolvable
from heuristan.hinting.choosing import Choosing
from heuristan.hinting.table import Completions, OutOfTime, Table
from heuristan.hinting.taking_back import fewest_to_take_back
from heuristan.pieces import Placement
from heuristan.puzzle import Puzzle

LIMIT = 10.0
"""Seconds of searching, where no other limit is given."""


def advise(
    puzzle: Puzzle, placed: Sequence[Placement] = (), *, limit: float | None = LIMIT, ranking: Ranking | str = DEFAULT
) -> Advice:
    """Where one piece goes, the most certain first; or which of those placed to take back.

    Args:
        puzzle: the outline.
        placed: what lies on the table, in the order in which it was laid: see `put_down`.
        limit: the most seconds to search for; None for as long as it takes. When they are over, what is known is said.
        ranking: the rules that decide where no corner is certain, or the name or file of a ranking.

    Raises:
        ValueError: the pieces placed do not lie apart inside the outline.
        RankingError: the ranking does not exist or cannot be used.
    """
    ranking = read_ranking(ranking) if isinstance(ranking, str) else ranking
    table = _table(puzzle, placed)
    if not table.boundary:
        return Solved()
    completions = Completions(limit)
    reason = reason_against(table.region, puzzle.frame.own)
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
    """What to say where a search, or a simple reason, shows that what is placed cannot be completed."""
    if not table.placed:
        return Unsolvable(reason)
    try:
        found = fewest_to_take_back(table, completions)
    except OutOfTime:
        return TakeBack(reason, (), is_fewest=False)
    if found is None:
        return Unsolvable(reason_against(Table(table.puzzle).region, table.puzzle.frame.own))
    return TakeBack(reason, *found)
