"""By ranked rules: the expert system."""

from time import perf_counter
from typing import TYPE_CHECKING

from heuristan.expert.backtracking import rules_with_corner_fit, run_with_backtracking
from heuristan.expert.narration import Narrator
from heuristan.expert.published import run_as_published
from heuristan.expert.ranking import DEFAULT, Ranking
from heuristan.expert.ranking_file import read_ranking
from heuristan.expert.running import Clock, Run
from heuristan.pipeline.result import Result, ResultPieces, checked, own_pieces
from heuristan.puzzle import Puzzle

if TYPE_CHECKING:
    from heuristan.trace import Event


def solve(
    puzzle: Puzzle, ranking: Ranking | str = DEFAULT, *, backtracking: bool = True, limit: float | None = None
) -> Result:
    """Solve a puzzle by ranked rules. (From one thread at a time: engines are kept and used again.)

    Args:
        puzzle: the outline.
        ranking: the rules in order, or the name or file of a ranking.
        backtracking: with undoing, and complete; or as published, without.
        limit: the most seconds it may take.

    Raises:
        RankingError: the ranking does not exist or cannot be used.
    """
    ranking = read_ranking(ranking) if isinstance(ranking, str) else ranking
    events: list[Event] = []
    rules = rules_with_corner_fit(ranking) if backtracking else ranking.rules
    narrator = Narrator(puzzle, ranking, rules, events.append)
    run_ranking = run_with_backtracking if backtracking else run_as_published
    start = perf_counter()
    run = run_ranking(puzzle, ranking, narrator, Clock.of(limit))
    seconds = perf_counter() - start
    return Result(
        puzzle.id,
        run.status,
        "expert",
        ranking.name,
        seconds,
        run.entry_point,
        run.extractions,
        run.backtracks,
        run.message,
        _own(puzzle, run),
        tuple(events),
    )


def _own(puzzle: Puzzle, run: Run) -> ResultPieces:
    if run.status != "solved":
        return ()
    checked(puzzle, [piece.placement for piece in run.pieces])
    return own_pieces(puzzle, ((piece.placement, piece.step, piece.rule) for piece in run.pieces))
