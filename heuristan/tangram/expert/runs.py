"""Rankings run on a puzzle: a control for the way to run it, driven to its end.

Three drivers make the same trace. *production*: the rules of a run, a text in CLIPS notation, on experta; the text is
the definition, and can be watched and asked. *clips*: the same text in real CLIPS. *compiled*: a loop that goes over
the lines of the ranking and calls the acts of the control; it is fast. Rules of one's own are run by an engine.
"""

from heuristan.common.clock import Clock, OutOfTime
from heuristan.common.faults import InputError
from heuristan.tangram.expert.backtracking import Backtracking, rules_for
from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.control import Accepts, Control, Opinion, Run, accepts_all, no_opinion
from heuristan.tangram.expert.decision import Decision
from heuristan.tangram.expert.published import Published, Retry
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.expert.ways import WAYS, Engine, Way
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace.events import Ended

TANGLED = "read so, the outline crosses itself"


def control_for(
    puzzle: Puzzle,
    ranking: Ranking,
    way: Way,
    tracer: Tracer,
    clock: Clock,
    accepts: Accepts = accepts_all,
    opinion: Opinion = no_opinion,
) -> Control:
    """Return a run that has not begun.

    Args:
        puzzle: the outline.
        ranking: the rules in order.
        way: what is done where no rule has a match.
        tracer: records what happens.
        clock: the time limit.
        accepts: returns whether pieces that cover everything are a solution.
        opinion: asked with backtracking, after many undone steps, why the puzzle has no solution.

    Raises:
        InputError: if the ranking is a text of another way to run it.
    """
    if ranking.whole and ranking.whole.way != way:
        raise InputError(f"{ranking.name} is {ranking.whole}, and is run in no other way")
    start, rules = State.start(puzzle, ranking), rules_for(ranking, way)
    control: Control
    if way == "backtracking":
        control = Backtracking(start, rules, tracer, clock, accepts, opinion=opinion)
    else:
        kind = Retry if way == "retry" else Published
        control = kind(start, rules, tracer, clock, accepts, ranking.entry_lines)
    control.text = ranking.whole.text if ranking.whole else ""
    return control


def run_ranking(
    puzzle: Puzzle, ranking: Ranking, way: Way, tracer: Tracer, clock: Clock, engine: Engine = "compiled"
) -> Run:
    """Run a ranking on a puzzle to the end."""
    return drive(control_for(puzzle, ranking, way, tracer, clock), engine)


def tangled(tracer: Tracer, way: Way) -> Run:
    """Return, with its trace, the run on a reading of a drawing that is not the boundary of a region."""
    tracer.puzzle_read(WAYS[way])
    tracer.ended(Ended("unsolvable", None, 0, 0, TANGLED))
    return Run("unsolvable", (), None, 0, 0, TANGLED)


def drive(control: Control, engine: Engine = "compiled") -> Run:
    """Run a ranking to its end."""
    try:
        if engine == "compiled" and not control.is_own:
            _loop(control)
        else:
            from heuristan.tangram.expert.host.driving import drive_by_rules

            drive_by_rules(control, engine)
    except OutOfTime:
        control.end_run("limit", control.too_late)
    if control.run is None:
        raise RuntimeError("the rules of the engine ended before the run did")
    return control.run


def _loop(control: Control) -> None:
    control.begin()
    while control.run is None:
        control.clock.check()
        if control.is_covered:
            control.finish()
        elif (reason := control.dead_end()) is not None:
            control.fail(reason)
        elif control.is_impatient:
            control.give_up()
        else:
            control.examine()
            decision = by_lines(control)
            (control.run_dry if decision.match is None else control.extract)(decision)


def by_lines(control: Control) -> Decision:
    """Decide by going over the lines of the ranking."""
    return chooser_for(control.rules).decide(control.state, control.line, control.ruled_out, control.end)
