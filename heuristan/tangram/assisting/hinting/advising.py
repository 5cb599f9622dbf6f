"""What to say to a person at the table: the one question asked of this package."""

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

LIMIT = 10.0
"""Seconds of searching, where no other limit is given."""


class DrawnError(ValueError):
    """An outline that is drawn so that hints cannot be given for it: why, and what to do instead."""


def check_exact(puzzle: Puzzle, *, with_placed: bool) -> None:
    """Check that hints can be given: they say what is certain, and that is known of exact outlines alone.

    Args:
        puzzle: the outline.
        with_placed: whether pieces lie there already.

    Raises:
        DrawnError: the outline is a drawing that was not read exactly; or it was, but its parts lie at angles of
            their own, and pieces lie there already.
    """
    if puzzle.nearness:
        raise DrawnError(
            "the outline is drawn, and its lengths are no sums of sides of pieces; pieces may have been slid along "
            "each other, so that no piece is certain: hints are for exact outlines; solve it with 'heuristan solve'"
        )
    if puzzle.places and with_placed:
        raise DrawnError(
            "the parts of the outline lie at angles of their own, so what is placed cannot be put on the lattice; "
            "ask without --placed, or give the part that is left as an outline alone"
        )


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
        DrawnError: hints cannot be given for the drawing that it is.
        RankingError: the ranking does not exist or cannot be used.
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
        return _of_drawing(puzzle, _refusal(table, reason, completions))
    return Choosing(table, completion, completions, ranking).hint()


def _of_drawing(puzzle: Puzzle, advice: Advice) -> Advice:
    """What is said of an outline without a solution: of a drawing, that it may have been read wrongly."""
    if puzzle.reading is not None and isinstance(advice, Unsolvable):
        raise DrawnError(
            "read exactly, the drawn outline has no solution; it may be meant otherwise, and hints are for exact "
            "outlines: 'heuristan solve' tries to read it less exactly"
        )
    return advice


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
        return Unsolvable(reason_against(Table(table.puzzle).region, table.puzzle.own))
    return TakeBack(reason, *found)
