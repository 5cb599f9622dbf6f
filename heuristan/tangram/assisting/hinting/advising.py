"""Advice for a person at the table: the function that this package is for."""

from collections.abc import Sequence

from heuristan.tangram.assisting.hinting.advice import Advice, Solved, TakeBack, Unsolvable
from heuristan.tangram.assisting.hinting.choosing import Choosing
from heuristan.tangram.assisting.hinting.table import Completions, OutOfTime, Table
from heuristan.tangram.assisting.hinting.taking_back import fewest_to_take_back
from heuristan.tangram.exact.reasons import reason_against
from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.pieces.sets import Placement
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.verification.as_drawn import is_as_drawn

LIMIT = 10.0
"""Time limit in seconds, if no other is given."""


class DrawnError(ValueError):
    """Hints cannot be given for a drawing; the message says why, and what to do instead."""


def check_exact(puzzle: Puzzle, *, with_placed: bool) -> None:
    """Check that hints can be given: they say what is certain, which is known only of exact outlines.

    Args:
        puzzle: the outline.
        with_placed: whether pieces are placed already.

    Raises:
        DrawnError: if the outline is a drawing that was not read exactly; or if its parts lie at different angles and
            pieces are placed already.
    """
    if puzzle.nearness:
        raise DrawnError(
            "the outline is drawn, and its lengths are not sums of sides of pieces; pieces may have been slid along "
            "each other, so that no piece is certain: hints are for exact outlines; solve it with 'heuristan solve'"
        )
    if not _is_as_drawn(puzzle):
        raise DrawnError(
            "read exactly, the outline is not what was drawn, so that hints would be wrong; draw it more exactly, or "
            "solve it with 'heuristan solve', which reads it less exactly too"
        )
    if puzzle.places and with_placed:
        raise DrawnError(
            "the parts of the outline lie at different angles, so what is placed cannot be put on the lattice; "
            "ask without --placed, or give the part that is left as an outline by itself"
        )


def _is_as_drawn(puzzle: Puzzle) -> bool:
    """Return whether what fills an exact outline, or the exact reading of a drawing, fills what the file says."""
    if puzzle.reading is None:
        return is_as_drawn(puzzle)
    from heuristan.tangram.verification.gate import Gate

    return Gate.of(puzzle).is_near(puzzle)


def advise(
    puzzle: Puzzle, placed: Sequence[Placement] = (), *, limit: float | None = LIMIT, ranking: Ranking | str = DEFAULT
) -> Advice:
    """Advise where one piece goes, the most certain one first, or which of the placed pieces to take back.

    Args:
        puzzle: the outline.
        placed: the pieces on the table, in the order in which they were laid: see `put_down`.
        limit: time limit in seconds, after which the advice is what is known; None for no limit.
        ranking: the rules that decide if no vertex is certain, or the name or file of a ranking.

    Raises:
        ValueError: if the placed pieces overlap or reach outside the outline.
        DrawnError: if hints cannot be given for the outline because it is a drawing.
        RankingError: if the ranking does not exist or cannot be used.
    """
    check_exact(puzzle, with_placed=bool(placed))
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
        advice = _refusal(table, reason, completions)
        if puzzle.reading is not None and isinstance(advice, Unsolvable):
            raise DrawnError(
                "read exactly, the drawn outline has no solution; perhaps it is not meant exactly, and hints are for "
                "exact outlines: 'heuristan solve' tries to read it less exactly"
            )
        return advice
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
