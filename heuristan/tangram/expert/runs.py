"""Rankings run on a puzzle: a control for the way to run it, driven to its end."""

from heuristan.common.clock import Clock
from heuristan.tangram.expert.backtracking import Backtracking, rules_with_vertex_fit
from heuristan.tangram.expert.control import Control
from heuristan.tangram.expert.driving import drive
from heuristan.tangram.expert.published import Published
from heuristan.tangram.expert.ranking import RankedRule, Ranking
from heuristan.tangram.expert.retrying import Retry
from heuristan.tangram.expert.running import Accepts, Opinion, Run, accepts_all, no_opinion
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.expert.ways import Engine, Way
from heuristan.tangram.puzzle.puzzle import Puzzle


def rules_for(ranking: Ranking, way: Way) -> tuple[RankedRule, ...]:
    """Return the rules that a way to run a ranking tries: with backtracking there is one more below them."""
    return rules_with_vertex_fit(ranking) if way == "backtracking" else ranking.rules


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
    """
    start, rules = State.start(puzzle, ranking), rules_for(ranking, way)
    if way == "backtracking":
        return Backtracking(start, rules, tracer, clock, accepts, opinion=opinion)
    kind = Retry if way == "retry" else Published
    return kind(start, rules, tracer, clock, accepts, ranking.entry_lines)


def run_ranking(
    puzzle: Puzzle, ranking: Ranking, way: Way, tracer: Tracer, clock: Clock, engine: Engine = "compiled"
) -> Run:
    """Run a ranking on a puzzle to the end."""
    return drive(control_for(puzzle, ranking, way, tracer, clock), engine)
