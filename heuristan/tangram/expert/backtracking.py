"""A ranking run with backtracking: the rules order the choices of a complete depth-first search.

The rule `vertex-fit`, which takes any piece that fits at a convex vertex, is added below the rules of the ranking. In
each state the match that the rules prefer is extracted. If no solution contains it, it is put back and *ruled out*, and
the rules decide again, so a choice is "this match" or "not this match":

1. Every solution either has the match or does not, so nothing is missed and nothing is looked for twice.
2. A match stays ruled out in everything below. A convex vertex at which everything that fits is ruled out is a dead
   end.
3. When a match was ruled out, the next choice is made among the pieces that can cover the same end of an edge (of the
   ends that it covered, the one with the fewest candidates): one of them must. So each state tries at most one
   composite.
4. A composite is a shortcut to what pieces can do as well. If the search below it grows too large, it is given up
   without proof, and the pieces at its vertex are tried.
5. A state that failed has no solution, whatever was ruled out: a solution with a ruled-out match would have been found
   when that match was tried. So failed states are remembered by boundary, stock and composites held alone.
"""

from dataclasses import dataclass, field

from heuristan.tangram.expert.chooser import NOTHING, chooser_for
from heuristan.tangram.expert.dead_ends import bare_vertex, fits_at, only_fit, tightest_end
from heuristan.tangram.expert.matches import EdgeEnd, Match, MatchKey
from heuristan.tangram.expert.production import Decision
from heuristan.tangram.expert.ranking import RankedRule, Ranking
from heuristan.tangram.expert.ranking_file import catalogue
from heuristan.tangram.expert.running import (
    UNDEALT,
    UNSOUND,
    Accepts,
    Clock,
    OutOfTime,
    Run,
    SolvedPiece,
    Step,
    accepts_all,
    released,
)
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.lattice.points import Point
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace.events import Ended

PATIENCE = 12
"""Undone steps after which dead ends are looked for harder. Most puzzles never need that, and it takes time."""


PATIENCE_WITH_COMPOSITES = 24
"""Undone steps below a composite after which it is given up. Nothing is missed: the pieces at its vertex are tried."""


class _GivenUpError(Exception):
    """The search below a composite grew too large."""


def rules_with_vertex_fit(ranking: Ranking) -> tuple[RankedRule, ...]:
    """Return the rules of a ranking, and below them the one that takes anything that fits."""
    vertex_fit = catalogue()["vertex-fit"]
    return (*(rule for rule in ranking.rules if rule.name != vertex_fit.name), vertex_fit)


def run_with_backtracking(
    puzzle: Puzzle, ranking: Ranking, tracer: Tracer, clock: Clock, accepts: Accepts = accepts_all
) -> Run:
    """Find the first accepted solution in the order of the ranking, or prove that there is none."""
    tracer.puzzle_read("with backtracking")
    rules = rules_with_vertex_fit(ranking)
    tracer.attempt_started(1, 1, rules[0])
    search = _Search(rules, tracer, clock, accepts)
    try:
        pieces = search.solve(State.start(puzzle, ranking), 0, NOTHING)
        run = search.run(pieces)
    except OutOfTime:
        run = Run("limit", (), None, search.extractions, search.backtracks, "the time limit was over before the search")
    tracer.ended(Ended(run.status, run.entry_point, run.extractions, run.backtracks, run.message))
    return run


@dataclass
class _Search:
    rules: tuple[RankedRule, ...]
    tracer: Tracer
    clock: Clock
    accepts: Accepts
    steps: list[Step] = field(default_factory=list)
    failed: set[object] = field(default_factory=set)
    extractions: int = 0
    backtracks: int = 0
    give_up_at: int | None = None
    """The number of undone steps at which composites held are given up."""
    reason: str = ""
    """The reason why the state seen last has no solution."""

    def run(self, pieces: tuple[SolvedPiece, ...] | None) -> Run:
        if pieces is None:
            message = f"every way was tried: {self.extractions} extractions, {self.backtracks} undone"
            return Run("unsolvable", (), None, self.extractions, self.backtracks, message)
        message = f"solved with {self.extractions} extractions, {self.backtracks} undone"
        return Run("solved", pieces, 1, self.extractions, self.backtracks, message)

    def solve(self, state: State, line: int, ruled_out: frozenset[MatchKey]) -> tuple[SolvedPiece, ...] | None:
        """Return the solution of a state without the matches ruled out, or None."""
        if not state.boundary:
            return self.solution(state)
        held = tuple(sorted((entry.composite, entry.sets) for entry in state.abeyance.lists))
        identity = state.boundary.key, frozenset(state.stock.items()), held
        if identity in self.failed:
            self.reason = "the same was left before, and it has no solution"
            return None
        reason = self.dead_end(state, ruled_out)
        if reason is None:
            self.tracer.state_seen(state)
        end: EdgeEnd | None = None
        while reason is None:
            self.clock.check()
            self.check_patience()
            ruled_out |= self.refuted_at_tightest(state, ruled_out)
            decision = chooser_for(self.rules, state.steps).decide(state, line, ruled_out, end)
            self.tracer.decided(decision)
            if decision.ruled_out:
                ruled_out |= decision.keys_ruled_out
                reason = self.dead_end(state, ruled_out)
            if decision.match is None or reason is not None:
                break
            pieces = self.with_match(state, decision, ruled_out)
            if pieces is not None:
                return pieces
            end = end or self.end_of(state, decision.match, ruled_out)
            ruled_out |= {decision.match.key}
            line = decision.rule_number
            reason = self.dead_end(state, ruled_out)
        self.reason = reason or "no match here leads to a solution"
        self.failed.add(identity)
        return None

    def solution(self, state: State) -> tuple[SolvedPiece, ...] | None:
        """Return the solution of a state with nothing left, or None."""
        pieces = released(self.steps, state, self.tracer)
        if pieces is None:
            self.reason = UNDEALT
        elif not self.accepts([piece.placement for piece in pieces]):
            self.reason = UNSOUND
            return None
        return pieces

    def with_match(
        self, state: State, decision: Decision, ruled_out: frozenset[MatchKey]
    ) -> tuple[SolvedPiece, ...] | None:
        """Return the solution that has the match decided on, or None; then the match is put back."""
        rule, match = self.rules[decision.rule_number], decision.match
        assert match is not None
        after = state.without(match)
        if after is None:
            return None
        self.tracer.match_taken(state, match, rule, decision.preferred_to, after)
        self.steps.append(Step(rule, match))
        self.extractions += 1
        is_shortcut = match.kind == "composite" and not state.abeyance.lists
        if is_shortcut:
            self.give_up_at = self.backtracks + PATIENCE_WITH_COMPOSITES
        try:
            pieces = self.solve(after, decision.rule_number if rule.repeat else 0, ruled_out)
        except _GivenUpError:
            self.put_back(after, rule, match)
            if not is_shortcut:
                raise
            return None
        finally:
            if is_shortcut:
                self.give_up_at = None
        if pieces is None:
            self.put_back(after, rule, match)
        return pieces

    def refuted_at_tightest(self, state: State, ruled_out: frozenset[MatchKey]) -> frozenset[MatchKey]:
        """Return the matches at the tightest vertex that are refuted by evidence which is otherwise checked one by one.

        Only a search that had to undo something checks all of them.
        """
        tightest = tightest_end(state, state.matches.covering, ruled_out) if self.backtracks else None
        if tightest is None:
            return NOTHING
        refuted = NOTHING
        for rule in (rule for rule in self.rules if rule.checks):
            out = ruled_out | refuted
            fits = (state.matches.by_key[key] for key in fits_at(state, tightest, out))
            found = [match for match in fits if rule.refutes_after_check(state, match, out)]
            if found:
                self.tracer.matches_ruled_out(rule, found)
            refuted |= {match.key for match in found}
        return refuted

    def put_back(self, after: State, rule: RankedRule, match: Match) -> None:
        self.steps.pop()
        self.backtracks += 1
        self.tracer.match_undone(after.steps, rule, match, self.reason)

    def check_patience(self) -> None:
        """Give up a composite below which the search has grown too large."""
        if self.give_up_at is not None and self.backtracks >= self.give_up_at:
            self.reason = "the search with composites held grew too large; their vertices are tried piece by piece"
            raise _GivenUpError

    def dead_end(self, state: State, ruled_out: frozenset[MatchKey]) -> str | None:
        """Return a simple reason why a state has no solution, if there is one.

        A search that had to undo much also looks ahead: where one piece alone can cover the end of an edge, what that
        piece leaves is examined in the same way.
        """
        reason = self.simple_dead_end(state, ruled_out)
        if self.backtracks < PATIENCE:
            return reason
        while reason is None and (match := only_fit(state, ruled_out)) is not None:
            after = state.without(match)
            if after is None:
                return "with what must be laid next, what is left has no clear outline"
            state = after
            reason = self.simple_dead_end(state, ruled_out)
            if reason is not None:
                return f"with what must be laid next, {reason}"
        return reason

    def simple_dead_end(self, state: State, ruled_out: frozenset[MatchKey]) -> str | None:
        if state.has_infeasible_part:
            return "a part is left whose area no pieces left have"
        edge = state.infeasible_edge
        if edge is not None:
            return f"an edge is left, from {self.at(edge)}, that no sides of the pieces left make up"
        vertex = bare_vertex(state, ruled_out)
        if vertex is not None:
            return f"nothing that is left fits at the vertex {self.at(vertex)}"
        return None

    def at(self, p: Point) -> str:
        x, y = self.tracer.spot(p)
        return f"({x:.4g}, {y:.4g})"

    @staticmethod
    def end_of(state: State, match: Match, ruled_out: frozenset[MatchKey]) -> EdgeEnd | None:
        """Return the end of an edge, among those where a match lies, that the fewest pieces can cover."""
        ends = state.matches.covering
        here = [end for end in ends if end.vertex.point in match.cut.ring]
        return tightest_end(state, here or ends, ruled_out)
