"""What a search refutes on arriving in a state: the state itself, or matches at its tightest vertex."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from heuristan.tangram.expert.dead_ends import bare_vertex, fits_at, leaves_room, only_fit, tightest_end
from heuristan.tangram.expert.matches import EdgeEnd, Match, MatchKey
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import Point


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
