"""Puzzles solved by ranked rules: the expert system."""

from contextlib import nullcontext
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from heuristan.common.clock import Clock
from heuristan.common.collecting import without_collector
from heuristan.common.progress import announced
from heuristan.common.rooms import find
from heuristan.tangram.expert.driving import drive
from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.running import Opinion, Run, accepts_all
from heuristan.tangram.expert.runs import control_for, rules_for
from heuristan.tangram.expert.tracing import Silent, Tracer
from heuristan.tangram.expert.ways import WAYS, Engine, Way
from heuristan.tangram.pieces.placements import Placements
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.approximate import TANGLED, Contacts
from heuristan.tangram.solving.opinion import SecondOpinions
from heuristan.tangram.solving.readings import Tried, by_readings
from heuristan.tangram.solving.result import Result, ResultPieces, checked, own_pieces
from heuristan.tangram.trace.events import Ended

if TYPE_CHECKING:
    from collections.abc import Callable

    from heuristan.tangram.trace.events import Event
    from heuristan.tangram.verification.judging.drawn_case import Gate


def solve(
    puzzle: Puzzle,
    ranking: Ranking | str = DEFAULT,
    *,
    backtracking: bool = True,
    way: Way | None = None,
    engine: Engine = "compiled",
    limit: float | None = None,
    traced: bool = True,
) -> Result:
    """Solve a puzzle by ranked rules.

    Args:
        puzzle: the outline.
        ranking: the rules in order, or the name or file of a ranking.
        backtracking: undo steps, so that the search is complete; otherwise as published, without undoing.
        way: the way to run the ranking, instead of `backtracking`: "published", "retry" or "backtracking".
        engine: "compiled" goes over the ranking in a loop, "production" runs it as the rules of an engine; the results
            are the same.
        limit: the maximum number of seconds.
        traced: whether the result has its trace, which takes a fourth of the time. Without one, kernels run a ranking
            as published where they are compiled (`heuristan.lab.quick`), to the same result in a twentieth of the time.

    Raises:
        RankingError: if the ranking does not exist or cannot be used.
    """
    ranking = read_ranking(ranking) if isinstance(ranking, str) else ranking
    way = way or ("backtracking" if backtracking else "published")
    if way == "published" and engine == "compiled" and not traced:
        solve_quickly = find("solve_quickly")
        quick: Result | None = solve_quickly and solve_quickly(puzzle, ranking, with_extractions=False, limit=limit)
        if quick is not None:
            return quick
    opinions = SecondOpinions()
    tried = try_readings(puzzle, ranking, way, engine, opinions, limit=limit, traced=traced)
    return opinions.told_in(tried.confirmed())


def try_readings(
    puzzle: Puzzle,
    ranking: Ranking,
    way: Way,
    engine: Engine,
    opinions: SecondOpinions,
    *,
    limit: float | None,
    traced: bool,
) -> Tried:
    """Run a ranking on the readings of a puzzle until it solves one; the arguments are those of `solve`."""
    return by_readings(puzzle, partial(_solve_one, ranking, way, engine, traced, opinions), limit)


def _solve_one(
    ranking: Ranking,
    way: Way,
    engine: Engine,
    traced: bool,
    opinions: SecondOpinions,
    puzzle: Puzzle,
    gate: "Gate | None",
    limit: float | None,
) -> Result:
    clock = Clock(limit)
    contacts = Contacts(puzzle, gate) if puzzle.reading else None
    events: list[Event] = []
    start = perf_counter()
    # without an engine thousands of states and matches are made, and no cycles: to look for some takes a third of the
    # time. When the run is over only its events are left
    with without_collector() if engine == "compiled" else nullcontext():
        opinion = opinions.on(puzzle, gate, clock)
        run = _run(puzzle, ranking, way, engine, clock, contacts, opinion, events.append if traced else None)
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


def _run(
    puzzle: Puzzle,
    ranking: Ranking,
    way: Way,
    engine: Engine,
    clock: Clock,
    contacts: Contacts | None,
    opinion: Opinion,
    record: "Callable[[Event], None] | None",
) -> Run:
    tracer = Tracer(puzzle, ranking, rules_for(ranking, way), record) if record else Silent(puzzle, ranking)
    if contacts is None or contacts.is_valid:
        accepts = contacts.accepts if contacts else accepts_all
        control = control_for(puzzle, ranking, way, tracer, clock, accepts, opinion)
        with announced(control.progress):
            return drive(control, engine)
    run = Run("unsolvable", (), None, 0, 0, TANGLED)
    tracer.puzzle_read(WAYS[way])
    tracer.ended(Ended(run.status, None, 0, 0, run.message))
    return run


def _own(puzzle: Puzzle, run: Run, contacts: Contacts | None) -> ResultPieces:
    if run.status != "solved":
        return ()
    placements, how = [piece.placement for piece in run.pieces], [(piece.step, piece.rule) for piece in run.pieces]
    if contacts is not None:
        return contacts.own(placements, how)
    laid = Placements.of(puzzle.pieces, placements)
    checked(puzzle, laid)
    return own_pieces(puzzle, laid, how)
