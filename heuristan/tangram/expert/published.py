"""A ranking run as published (sections 2 and 5, figures 2, 17 and 23): no undoing, restarts at entry points.

The rules are tried in rank order. A rule that is marked to repeat is applied until it yields nothing; any other
success returns to the first rule at once. When no rule finds a match and the puzzle is not solved, everything is put
back and a fresh attempt starts at the next rule, its entry point; after its first success the order is the usual one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from heuristan.tangram.expert.chooser import NOTHING, Chooser, chooser_for
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.running import (
    UNDEALT,
    Accepts,
    Clock,
    OutOfTime,
    Run,
    SolvedPiece,
    Step,
    accepts_all,
    released,
    so_far,
)
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace.events import Ended


def run_as_published(
    puzzle: Puzzle, ranking: Ranking, tracer: Tracer, clock: Clock, accepts: Accepts = accepts_all
) -> Run:
    """Make attempts from entry point to entry point until one solves the puzzle."""
    tracer.puzzle_read("as published")
    start, chooser = State.start(puzzle, ranking), chooser_for(ranking.rules)
    attempts = Attempts(start, chooser, ranking.entry_lines, tracer, clock, accepts)
    try:
        run = attempts.all()
    except OutOfTime:
        run = Run("limit", (), None, attempts.extractions, 0, "the time limit was over before the rules ran dry")
    tracer.ended(Ended(run.status, run.entry_point, run.extractions, run.backtracks, run.message))
    return run


@dataclass
class Attempts:
    """Attempts to solve a puzzle, one from each entry point."""

    start: State
    chooser: Chooser
    entry_lines: Sequence[int]
    tracer: Tracer
    clock: Clock
    accepts: Accepts
    extractions: int = 0

    def all(self) -> Run:
        failures: list[str] = []
        for entry_point, line in enumerate(self.entry_lines, 1):
            self.tracer.attempt_started(entry_point, entry_point, self.chooser.rules[line])
            outcome = self.one(entry_point, line)
            if isinstance(outcome, tuple):
                message = f"solved from entry point E{entry_point}"
                return Run("solved", outcome, entry_point, self.extractions, 0, message)
            failures.append(outcome)
        return Run("stuck", (), None, self.extractions, 0, _in_short(failures))

    def one(self, entry_point: int, first_line: int) -> tuple[SolvedPiece, ...] | str:
        """Make one attempt, and return the pieces of the solution, or the reason why it stuck."""
        state, line = self.start, first_line
        steps: list[Step] = []
        ruled_out = misfits = NOTHING
        self.tracer.state_seen(state)
        while state.boundary:
            self.clock.check()
            decision = self.chooser.decide(state, line, ruled_out | misfits)
            self.tracer.decided(decision)
            # a match that is in no solution of a state is in none of what is left of it later
            ruled_out |= decision.keys_ruled_out
            if decision.match is None:
                if line == 0 or not steps:
                    return self.stuck(entry_point, state)
                line = 0
                continue
            rule, before = self.chooser.rules[decision.rule_number], state
            after = before.without(decision.match)
            if after is None:
                misfits |= {decision.match.key}
                continue
            state, misfits = after, NOTHING
            # after its first success an attempt from a lower entry point returns to the first rule
            line = decision.rule_number if rule.repeat and (steps or entry_point == 1) else 0
            steps.append(Step(rule, decision.match))
            self.extractions += 1
            self.tracer.match_taken(before, decision.match, rule, decision.preferred_to, state)
            if state.boundary:
                self.tracer.state_seen(state)
        pieces = released(steps, state, self.tracer)
        is_solution = pieces is not None and self.accepts([piece.placement for piece in pieces])
        return pieces if pieces is not None and is_solution else self.stuck(entry_point, state)

    def stuck(self, number: int, state: State) -> str:
        reason = f"no rule matches {so_far(state.steps)}" if state.boundary else f"{so_far(state.steps)} {UNDEALT}"
        self.tracer.attempt_stuck(number, reason, state)
        return reason


def _in_short(failures: list[str]) -> str:
    """Describe where each attempt stuck; neighbours that stuck alike are put together."""
    words = []
    for reason, alike in groupby(enumerate(failures, 1), key=lambda numbered: numbered[1]):
        numbers = [number for number, _ in alike]
        span = f"E{numbers[0]}" if len(numbers) == 1 else f"E{numbers[0]} to E{numbers[-1]}"
        words.append(f"{span}: {reason}")
    return "; ".join(words)
