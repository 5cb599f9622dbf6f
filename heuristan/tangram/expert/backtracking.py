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
5. When some steps were undone (`PATIENCE`), the search looks harder on arriving in a state. It rules out the pieces
   beside which something stays bare, and those at the tightest vertex that leave no room, follows what must be laid,
   and makes the next choice at the tightest vertex; so the rules order the pieces there and no longer say where.
6. A state that failed has no solution, whatever was ruled out: a solution with a ruled-out match would have been found
   when that match was tried. So failed states are remembered by boundary, stock and composites held alone.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from heuristan.common.words import plural
from heuristan.tangram.expert import ways
from heuristan.tangram.expert.control import ChoicePoint, Control, Opinion, SolvedPiece, identity, no_opinion
from heuristan.tangram.expert.dead_ends import bare_vertex, fits_at, leaves_room, only_fit, tightest_end
from heuristan.tangram.expert.decision import NOTHING, Decision, Keys
from heuristan.tangram.expert.matches import EdgeEnd, Match, MatchKey
from heuristan.tangram.expert.ranking import RankedRule, Ranking
from heuristan.tangram.expert.ranking_entries import catalogue
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import Point
from heuristan.tangram.trace.events import Way


class Look(NamedTuple):
    """The findings in a state."""

    reason: str | None
    """A simple reason why the state has no solution, if there is one."""
    ruled_out: frozenset[MatchKey]
    """The matches that are in no solution, as far as it was seen."""
    end: EdgeEnd | None
    """The end of an edge that the fewest pieces can cover, if the look was ahead."""


def look(state: State, ruled_out: frozenset[MatchKey], place: Callable[[Point], str], *, ahead: bool) -> Look:
    """Look for a simple reason why a state has no solution.

    Args:
        state: what is left.
        ruled_out: matches that are in no solution.
        place: describes where a point is.
        ahead: whether the pieces are ruled out beside which, or after which, something is left that nothing fills; and
            where one piece alone can then cover the end of an edge, what it leaves is looked at in the same way.
    """
    reason = simple_reason(state, ruled_out, place)
    if reason is not None or not ahead:
        return Look(reason, ruled_out, None)
    first = seen = _narrowed(state, ruled_out, place)
    while seen.reason is None and (match := only_fit(state, seen.ruled_out)) is not None:
        after = state.without(match)
        if after is None:
            reason = "what is left has no clear outline"
        else:
            state, reason = after, simple_reason(after, seen.ruled_out, place)
        if reason is not None:
            return first._replace(reason=f"with what must be laid next, {reason}")
        seen = _narrowed(state, seen.ruled_out, place)
    if seen is first or seen.reason is None:
        return first
    return first._replace(reason=f"with what must be laid next, {seen.reason}")


def _narrowed(state: State, ruled_out: frozenset[MatchKey], place: Callable[[Point], str]) -> Look:
    """Rule out the pieces beside which some vertex stays bare, and those at the tightest vertex that leave no room."""
    ruled_out |= state.pairs.beside_nothing(ruled_out)
    reason = _unfilled_vertex(state, ruled_out, place)
    end = tightest_end(state, state.matches.covering, ruled_out)
    if reason is not None or end is None:
        return Look(reason, ruled_out, end)
    fits = [state.matches.by_key[key] for key in fits_at(state, end, ruled_out)]
    no_room = {match.key for match in fits if not leaves_room(state, match, ruled_out)}
    if len(no_room) == len(fits):
        reason = f"whatever is laid at the vertex {place(end.vertex.point)} leaves something that nothing fills"
    return Look(reason, ruled_out | no_room, end)


def simple_reason(state: State, ruled_out: frozenset[MatchKey], place: Callable[[Point], str]) -> str | None:
    """Return why a state has no solution, if its parts, its edges or its vertices show it at once."""
    if state.has_infeasible_part:
        return "a part is left whose area no pieces left have"
    edge = state.infeasible_edge
    if edge is not None:
        return f"an edge is left, from {place(edge)}, that no sides of the pieces left make up"
    return _unfilled_vertex(state, ruled_out, place)


def _unfilled_vertex(state: State, ruled_out: frozenset[MatchKey], place: Callable[[Point], str]) -> str | None:
    vertex = bare_vertex(state, ruled_out)
    if vertex is not None:
        return f"nothing that is left fits at the vertex {place(vertex)}"
    return None


def refuted_at_tightest(
    rules: Sequence[RankedRule], state: State, ruled_out: frozenset[MatchKey]
) -> Iterator[tuple[RankedRule, list[Match]]]:
    """Yield the matches at the tightest vertex that a rule refutes by evidence otherwise checked one by one."""
    tightest = tightest_end(state, state.matches.covering, ruled_out)
    if tightest is None:
        return
    for rule in (rule for rule in rules if rule.checks):
        fits = (state.matches.by_key[key] for key in fits_at(state, tightest, ruled_out))
        found = [match for match in fits if rule.refutes_after_check(state, match, ruled_out)]
        if found:
            yield rule, found
            ruled_out |= {match.key for match in found}


PATIENCE = 12
"""Undone steps after which dead ends are looked for harder. Most puzzles never need that, and it takes time."""

PATIENCE_WITH_COMPOSITES = 24
"""Undone steps below a composite after which it is given up. Nothing is missed: the pieces at its vertex are tried."""

PATIENCE_ALONE = 30
"""Undone steps after which another opinion is asked for. Nine in ten drawings that have a solution take fewer."""

SAME_AS_BEFORE = "the same was left before, and it has no solution"
NO_MATCH = "no match here leads to a solution"
GIVEN_UP = "the search with composites held grew too large; their vertices are tried piece by piece"


def rules_with_vertex_fit(ranking: Ranking) -> tuple[RankedRule, ...]:
    """Return the rules of a ranking, and below them the one that takes anything that fits."""
    vertex_fit = catalogue()["vertex-fit"]
    return (*(rule for rule in ranking.rules if rule.name != vertex_fit.name), vertex_fit)


def rules_for(ranking: Ranking, way: ways.Way) -> tuple[RankedRule, ...]:
    """Return the rules that a way to run a ranking tries: with backtracking there is one more below them."""
    return rules_with_vertex_fit(ranking) if way == "backtracking" else ranking.rules


@dataclass
class Backtracking(Control):
    """A run with backtracking: a depth-first search with its choice points on a stack."""

    opinion: Opinion = field(default=no_opinion, kw_only=True)
    """Asked once, after `PATIENCE_ALONE` undone steps."""
    failed: set[object] = field(default_factory=set, init=False)
    """What was left in the states that have no solution."""
    _reason: str | None = field(default=None, init=False)
    """A simple reason why the state has no solution, if there is one."""
    _was_asked: bool = field(default=False, init=False)
    _give_up_at: int | None = field(default=None, init=False)
    """The number of undone steps at which composites held are given up."""

    way: ClassVar[Way] = "with backtracking"
    too_late = "the time limit was over before the search"

    def ask(self) -> str | None:
        """Ask for another opinion: why somebody else finds that the puzzle has no solution, or None."""
        return self.opinion()

    @property
    def is_impatient(self) -> bool:
        """Whether the search below a composite has grown too large."""
        return self._give_up_at is not None and self.backtracks >= self._give_up_at

    def begin(self) -> None:
        """Read the puzzle, start the only attempt, and look at the outline."""
        super().begin()
        self.entry_point = 1
        self.tracer.attempt_started(1, 1, self.rules[0])
        self._look()

    @property
    def looks_harder(self) -> bool:
        """True once so much was undone that the order of the rules alone does not lead the search any more."""
        return self.backtracks >= PATIENCE

    def dead_end(self) -> str | None:
        """Return a simple reason why the state has no solution, if one was found."""
        return self._reason

    def arrive(self, after: State) -> None:
        """Go on to the state after the extraction, and look at it."""
        super().arrive(after)
        if identity(self.state) in self.failed:
            self._reason = SAME_AS_BEFORE
        else:
            self._look()

    def note(self, decision: Decision) -> None:
        """Record what the rules did, and look again if they ruled something out."""
        super().note(decision)
        if decision.ruled_out:
            self._look()

    def _look(self) -> None:
        """Look for a dead end; a search that looks harder also rules out, and goes on where the fewest pieces fit."""
        self._reason = None
        if not self.is_covered:
            seen = look(self.state, self.ruled_out, self.tracer.place, ahead=self.looks_harder)
            self._reason, self.ruled_out = seen.reason, seen.ruled_out
            self.end = self.end or seen.end

    def examine(self) -> None:
        """Record the preliminary operations, and rule out what is refuted at the tightest vertex."""
        super().examine()
        if self.backtracks:  # only a search that had to undo something checks all matches there
            for rule, found in refuted_at_tightest(self.rules, self.state, self.ruled_out):
                self.tracer.matches_ruled_out(rule, found)
                self.ruled_out |= {match.key for match in found}

    def take(self, match: Match, line: int, others: tuple[Match, ...]) -> bool:
        """Take a match out. The first composite held is a shortcut, and gets a limit."""
        is_taken = super().take(match, line, others)
        if is_taken and _is_shortcut(self.points[-1]):
            self._give_up_at = self.backtracks + PATIENCE_WITH_COMPOSITES
        return is_taken

    def run_dry(self, decision: Decision) -> None:
        """Undo, as nothing is left to try in this state."""
        self.note(decision)
        self.fail(self.dead_end() or NO_MATCH)

    def fail(self, reason: str) -> None:
        """Remember that the state has no solution, and put the match that led to it back."""
        self.failed.add(identity(self.state))
        if not self.points:
            self.exhausted()
            return
        self._go_on_without(self.undo(reason))
        if self.backtracks >= PATIENCE_ALONE and not self._was_asked:
            self._was_asked = True
            why = self.opinion()
            if why is not None:
                self.end_run("stuck", f"{plural(self.backtracks, 'step')} were undone, then {why}")

    def undo(self, reason: str) -> ChoicePoint:
        """Put the match taken last back, and restore the working memory of its choice point."""
        point = super().undo(reason)
        if _is_shortcut(point):
            self._give_up_at = None
        return point

    def give_up(self) -> None:
        """Put everything back down to the composite held first; that it leads nowhere is not proved."""
        point = self.undo(GIVEN_UP)
        while not _is_shortcut(point):
            point = self.undo(GIVEN_UP)
        self._go_on_without(point)

    def _go_on_without(self, point: ChoicePoint) -> None:
        self.refuse(point.step.match, point.line)

    def refuse(self, match: Match, line: int) -> None:
        """Rule out a match of this state; an end of an edge that it covered must be covered next, by another."""
        self.end = self.end or end_of(self.state, match, self.ruled_out)
        self.ruled_out |= {match.key}
        self.line = line
        self._look()

    def solve(self, pieces: tuple[SolvedPiece, ...]) -> None:
        self.end_run("solved", f"solved with {self._tried()}", pieces)

    def exhausted(self) -> None:
        """End the run: every way was tried. Say how far that led, or what is wrong with the outline at once."""
        how_far = f"at most {self.deepest} out at once"
        if not self.extractions:  # the end of a run has places in the outline's own coordinates
            no_match = "they leave no match to take" if self.is_own else NO_MATCH
            how_far = simple_reason(self.start, NOTHING, self.tracer.own_place) or no_match
        if self.is_own:  # what they rule out is nobody's proof
            self.end_run("stuck", f"every way that rules of one's own leave was tried: {self._tried()}; {how_far}")
        else:
            self.end_run("unsolvable", f"every way was tried: {self._tried()}; {how_far}")

    def _tried(self) -> str:
        return tried_words(self.extractions, self.backtracks)


def tried_words(extractions: int, undone: int) -> str:
    return f"{plural(extractions, 'extraction')}, {undone} undone"


def _is_shortcut(point: ChoicePoint) -> bool:
    """Return whether the match taken is a composite while no other is held: pieces can do the same."""
    return point.step.match.kind == "composite" and not point.state.abeyance.lists


def end_of(state: State, match: Match, ruled_out: Keys) -> EdgeEnd | None:
    """Return the end of an edge at a match that the fewest pieces can cover."""
    ends = state.matches.covering
    here = [end for end in ends if end.vertex.point in match.cut.ring]
    return tightest_end(state, here or ends, ruled_out)
