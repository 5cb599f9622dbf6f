"""What a search refutes on arriving in a state: the state itself, or matches at its tightest vertex."""

from collections.abc import Callable, Iterator, Sequence

from heuristan.tangram.expert.dead_ends import bare_vertex, fits_at, only_fit, tightest_end
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import Point


def reason_for_dead_end(
    state: State, ruled_out: frozenset[MatchKey], place: Callable[[Point], str], *, looks_ahead: bool
) -> str | None:
    """Return a simple reason why a state has no solution, if there is one.

    Args:
        state: what is left.
        ruled_out: the matches that are in no solution.
        place: describes where a point is.
        looks_ahead: whether, where one piece alone can cover the end of an edge, what that piece leaves is examined in
            the same way.
    """
    reason = _simple_reason(state, ruled_out, place)
    while looks_ahead and reason is None and (match := only_fit(state, ruled_out)) is not None:
        after = state.without(match)
        if after is None:
            return "with what must be laid next, what is left has no clear outline"
        state = after
        reason = _simple_reason(state, ruled_out, place)
        if reason is not None:
            return f"with what must be laid next, {reason}"
    return reason


def _simple_reason(state: State, ruled_out: frozenset[MatchKey], place: Callable[[Point], str]) -> str | None:
    if state.has_infeasible_part:
        return "a part is left whose area no pieces left have"
    edge = state.infeasible_edge
    if edge is not None:
        return f"an edge is left, from {place(edge)}, that no sides of the pieces left make up"
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
