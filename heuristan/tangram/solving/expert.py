"""Puzzles solved by ranked rules: the expert system."""

from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from heuristan.tangram.expert.backtracking import rules_with_vertex_fit, run_with_backtracking
from heuristan.tangram.expert.published import run_as_published
from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.retrying import run_with_retry
from heuristan.tangram.expert.running import Clock, Run, accepts_all
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.expert.ways import WAYS, Way
from heuristan.tangram.pieces.placements import Placements
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.approximate import TANGLED, Contacts, by_readings
from heuristan.tangram.solving.result import Result, ResultPieces, checked, own_pieces
from heuristan.tangram.trace.events import Ended

if TYPE_CHECKING:
    from heuristan.tangram.trace.events import Event


def solve(
    puzzle: Puzzle,
    ranking: Ranking | str = DEFAULT,
    *,
    backtracking: bool = True,
    way: Way | None = None,
    limit: float | None = None,
) -> Result:
    """Solve a puzzle by ranked rules. Call it from one thread at a time: engines are kept and used again.

    Args:
        puzzle: the outline.
        ranking: the rules in order, or the name or file of a ranking.
        backtracking: undo steps, so that the search is complete; otherwise as published, without undoing.
        way: the way to run the ranking, instead of `backtracking`: "published", "retry" or "backtracking".
        limit: the maximum number of seconds.

    Raises:
        RankingError: if the ranking does not exist or cannot be used.
    """
    ranking = read_ranking(ranking) if isinstance(ranking, str) else ranking
    way = way or ("backtracking" if backtracking else "published")
    return by_readings(puzzle, partial(_solve_one, ranking, way), limit)


_RUNS = {"published": run_as_published, "retry": run_with_retry, "backtracking": run_with_backtracking}


def _solve_one(ranking: Ranking, way: Way, puzzle: Puzzle, limit: float | None) -> Result:
    contacts = Contacts(puzzle) if puzzle.reading else None
    events: list[Event] = []
    rules = rules_with_vertex_fit(ranking) if way == "backtracking" else ranking.rules
    tracer = Tracer(puzzle, ranking, rules, events.append)
    start = perf_counter()
    if contacts is None or contacts.is_valid:
        accepts = contacts.accepts if contacts else accepts_all
        run = _RUNS[way](puzzle, ranking, tracer, Clock.of(limit), accepts)
    else:
        run = Run("unsolvable", (), None, 0, 0, TANGLED)
        tracer.puzzle_read(WAYS[way])
        tracer.ended(Ended(run.status, None, 0, 0, run.message))
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
        _own(puzzle, run, contacts),
        tuple(contacts.corrected(events) if contacts else events),
    )


def _own(puzzle: Puzzle, run: Run, contacts: Contacts | None) -> ResultPieces:
    if run.status != "solved":
        return ()
    placements, how = [piece.placement for piece in run.pieces], [(piece.step, piece.rule) for piece in run.pieces]
    if contacts is not None:
        return contacts.own(placements, how)
    laid = Placements.of(puzzle.pieces, placements)
    checked(puzzle, laid)
    return own_pieces(puzzle, laid, how)
