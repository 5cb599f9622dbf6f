"""A ranking run with backtracking: the rules order the choices of a complete depth-first search.

Below the rules of the ranking stands `corner-fit`, which takes any piece that fits at a convex vertex. In each state
the match that the rules prefer is extracted. If no solution contains it, it is put back and *ruled out*, and the rules
decide again, so a choice is "this match" or "not this match":

1. Every solution either has the match or has it not, so nothing is missed and nothing is looked for twice.
2. A match stays ruled out in everything below. A convex vertex at which all that fits is ruled out is a dead end.
3. When a match was ruled out, the next choice is made among the pieces that can cover the same corner of interior (of
   the corners where it lay, the one with the fewest): one of them must. So each state tries one composite at most.
4. A composite is a shortcut to what pieces can do as well. One below which the search grows too large is given up
   without a verdict, and the pieces at its corner are tried.
5. A state that failed has no solution at all, whatever was ruled out: a solution with a ruled-out match would have been
   found when that match was tried. So failed states can be remembered by boundary, stock and composites held alone.
"""

from heuristan.tangram.expert.chooser import NOTHING, chooser_for, tightest_corner
from heuristan.tangram.expert.dead_ends import corner_in_vain, fits_at, leaves_room, only_fit
from heuristan.tangram.expert.matches import Match, MatchKey, Wedge
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
from heuristan.tangram.expert.tracing import Narrator
from heuristan.tangram.lattice.points import Point
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace.events import Ended

PATIENCE = 12
"""Undone steps after which dead ends are looked for harder. Most puzzles never get there, and looking takes time."""


PATIENCE_WITH_COMPOSITES = 24
"""Undone steps below a composite after which it is given up. It is a shortcut: pieces at its corner miss nothing."""


class _GivenUpError(Exception):
    """The search below a composite grew too large."""


def rules_with_corner_fit(ranking: Ranking) -> tuple[RankedRule, ...]:
    """The rules of a ranking, and below them the one that takes anything that fits."""
    corner_fit = catalogue()["corner-fit"]
    return (*(rule for rule in ranking.rules if rule.name != corner_fit.name), corner_fit)


def run_with_backtracking(
    puzzle: Puzzle, ranking: Ranking, narrator: Narrator, clock: Clock, accepts: Accepts = accepts_all
) -> Run:
    """The first solution in the order of the ranking that is accepted, or the certainty that there is none."""
    narrator.puzzle_read("with backtracking")
    rules = rules_with_corner_fit(ranking)
    narrator.attempt_started(1, 1, rules[0])
    search = _Search(rules, narrator, clock, accepts)
    try:
        pieces = search.solve(State.start(puzzle, ranking), 0, NOTHING)
        run = search.run(pieces)
    except OutOfTime:
        run = Run("limit", (), None, search.extractions, search.backtracks, "the time was over before the search")
    narrator.ended(Ended(run.status, run.entry_point, run.extractions, run.backtracks, run.message))
    return run


class _Search:
    def __init__(self, rules: tuple[RankedRule, ...], narrator: Narrator, clock: Clock, accepts: Accepts) -> None:
        self.rules = rules
        self.narrator = narrator
        self.clock = clock
        self.accepts = accepts
        self.steps: list[Step] = []
        self.failed: set[object] = set()
        self.extractions = 0
        self.backtracks = 0
        self.give_up_at: int | None = None
        """The number of undone steps at which composites held are given up."""
        self.reason = ""
        """Why the state looked at last has no solution."""

    def run(self, pieces: tuple[SolvedPiece, ...] | None) -> Run:
        if pieces is None:
            message = f"every way was tried: {self.extractions} extractions, {self.backtracks} undone"
            return Run("unsolvable", (), None, self.extractions, self.backtracks, message)
        message = f"solved with {self.extractions} extractions, {self.backtracks} undone"
        return Run("solved", pieces, 1, self.extractions, self.backtracks, message)

    def solve(self, state: State, line: int, ruled_out: frozenset[MatchKey]) -> tuple[SolvedPiece, ...] | None:
        """The solution of a state that has no match ruled out, or None."""
        if not state.boundary:
            return self.solution(state)
        held = tuple(sorted((entry.composite, entry.sets) for entry in state.abeyance.lists))
        identity = state.boundary.key, frozenset(state.stock.items()), held
        if identity in self.failed:
            self.reason = "the same was left before, and it has no solution"
            return None
        reason = self.dead_end(state, ruled_out)
        if reason is None:
            self.narrator.state_seen(state)
        corner: Wedge | None = None
        while reason is None:
            self.clock.check()
            self.check_patience()
            ruled_out |= self.without_room(state, ruled_out)
            decision = chooser_for(self.rules, state.steps).decide(state, line, ruled_out, corner)
            self.narrator.decided(decision)
            if decision.ruled_out:
                ruled_out |= decision.keys_ruled_out
                reason = self.dead_end(state, ruled_out)
            if decision.match is None or reason is not None:
                break
            pieces = self.with_match(state, decision, ruled_out)
            if pieces is not None:
                return pieces
            corner = corner or self.corner_of(state, decision.match, ruled_out)
            ruled_out |= {decision.match.key}
            line = decision.rule_number
            reason = self.dead_end(state, ruled_out)
        self.reason = reason or "nothing that can be laid here leads to a solution"
        self.failed.add(identity)
        return None

    def solution(self, state: State) -> tuple[SolvedPiece, ...] | None:
        """The solution of a state with nothing left, or None."""
        pieces = released(self.steps, state, self.narrator)
        if pieces is None:
            self.reason = UNDEALT
        elif not self.accepts([piece.placement for piece in pieces]):
            self.reason = UNSOUND
            return None
        return pieces

    def with_match(
        self, state: State, decision: Decision, ruled_out: frozenset[MatchKey]
    ) -> tuple[SolvedPiece, ...] | None:
        """The solution that has the match decided on, or None; then the match is put back."""
        rule, match = self.rules[decision.rule_number], decision.match
        assert match is not None
        after = state.without(match)
        if after is None:
            return None
        self.narrator.match_taken(state, match, rule, decision.preferred_to, after)
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

    def without_room(self, state: State, ruled_out: frozenset[MatchKey]) -> frozenset[MatchKey]:
        """The matches at the tightest corner that leave no room; a search in trouble looks at all of them."""
        rule = next((rule for rule in self.rules if rule.evidence == "no-room"), None)
        if rule is None or not self.backtracks:
            return NOTHING
        tightest = tightest_corner(state, state.matches.covering, ruled_out)
        if tightest is None:
            return NOTHING
        fits = (state.matches.by_key[key] for key in fits_at(state, tightest, ruled_out))
        found = [match for match in fits if not leaves_room(state, match, ruled_out)]
        if found:
            self.narrator.matches_ruled_out(rule, found)
        return frozenset(match.key for match in found)

    def put_back(self, after: State, rule: RankedRule, match: Match) -> None:
        self.steps.pop()
        self.backtracks += 1
        self.narrator.match_undone(after.steps, rule, match, self.reason)

    def check_patience(self) -> None:
        """Give up a composite below which the search has grown too large."""
        if self.give_up_at is not None and self.backtracks >= self.give_up_at:
            self.reason = "the search with composites held grew too large; their corners are tried piece by piece"
            raise _GivenUpError

    def dead_end(self, state: State, ruled_out: frozenset[MatchKey]) -> str | None:
        """Why a state has no solution, if that is plain.

        A search in trouble also looks at what must be laid next: where one piece alone can cover a corner, it is laid
        in thought, and what it leaves is looked at in the same way.
        """
        reason = self.plain_dead_end(state, ruled_out)
        if self.backtracks < PATIENCE:
            return reason
        while reason is None and (match := only_fit(state, ruled_out)) is not None:
            after = state.without(match)
            if after is None:
                return "with what must be laid next, what is left cannot be told apart"
            state = after
            reason = self.plain_dead_end(state, ruled_out)
            if reason is not None:
                return f"with what must be laid next, {reason}"
        return reason

    def plain_dead_end(self, state: State, ruled_out: frozenset[MatchKey]) -> str | None:
        if state.has_part_in_vain:
            return "a part is left whose area no pieces left have"
        edge = state.edge_in_vain
        if edge is not None:
            return f"an edge is left, from {self.at(edge)}, that no sides of the pieces left make up"
        corner = corner_in_vain(state, ruled_out)
        if corner is not None:
            return f"nothing that is left fits at the vertex {self.at(corner)}"
        return None

    def at(self, p: Point) -> str:
        x, y = self.narrator.spot(p)
        return f"({x:.4g}, {y:.4g})"

    @staticmethod
    def corner_of(state: State, match: Match, ruled_out: frozenset[MatchKey]) -> Wedge | None:
        """The corner of interior, among those where a match lies, that the fewest pieces can cover."""
        corners = state.matches.covering
        here = [corner for corner in corners if corner.vertex.point in match.cut.ring]
        return tightest_corner(state, here or corners, ruled_out)
