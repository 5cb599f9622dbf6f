"""Simple reasons why a state has no solution, found without a search.

An end of an edge that nothing can cover (an empty domain), a piece that alone can cover one (it is forced), and what
follows from that (unit propagation).
"""

from collections.abc import Iterable, Iterator

from heuristan.tangram.expert.matches import EdgeEnd, Match, MatchKey
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import Point


def fits_at(state: State, end: EdgeEnd, ruled_out: frozenset[MatchKey]) -> tuple[MatchKey, ...]:
    """Return the pieces that can cover an end of an edge and are not ruled out."""
    return tuple(key for key in state.matches.covering[end] if key not in ruled_out)


def tightest_end(state: State, ends: Iterable[EdgeEnd], ruled_out: frozenset[MatchKey]) -> EdgeEnd | None:
    """Return the end of an edge that the fewest pieces can cover, the first of several; None if there are no ends."""
    return min(ends, key=lambda end: len(fits_at(state, end, ruled_out)), default=None)


def fits_at_tightest(state: State, ruled_out: frozenset[MatchKey], end: EdgeEnd | None = None) -> tuple[MatchKey, ...]:
    """Return the pieces that can cover the end of an edge that the fewest can, or an end that is given."""
    end = end or tightest_end(state, state.matches.covering, ruled_out)
    return fits_at(state, end, ruled_out) if end else ()


def bare_vertex(state: State, ruled_out: frozenset[MatchKey]) -> Point | None:
    """Return a convex vertex where every piece that fits is ruled out, if there is one."""
    covering = state.matches.covering
    return next((end.vertex.point for end, keys in covering.items() if ruled_out.issuperset(keys)), None)


def only_fit(state: State, ruled_out: frozenset[MatchKey]) -> Match | None:
    """Return a piece that alone can cover some end of an edge, if there is one: every solution has it."""
    for end in state.matches.covering:
        fits = fits_at(state, end, ruled_out)
        if len(fits) == 1:
            return state.matches.by_key[fits[0]]
    return None


def leaves_room(state: State, match: Match, ruled_out: frozenset[MatchKey]) -> bool:
    """Return whether a match leaves no part, edge or vertex that nothing fills for a simple reason."""
    after = state.without(match)
    if after is None:
        return False
    if not after.boundary:
        return True
    if after.has_infeasible_part or after.infeasible_edge is not None:
        return False
    out = ruled_out | after.pairs.beside_nothing(ruled_out)
    return bare_vertex(after, out) is None


def consequences(state: State, match: Match, ruled_out: frozenset[MatchKey]) -> Iterator[tuple[State, Match]]:
    """Yield a match and the pieces that are forced after it, each with its state."""
    following: Match | None = match
    while following is not None:
        yield state, following
        after = state.without(following)
        if after is None or not after.boundary:
            return
        state, following = after, only_fit(after, ruled_out | after.pairs.beside_nothing(ruled_out))


def leads_on(state: State, match: Match, ruled_out: frozenset[MatchKey]) -> bool:
    """Return whether neither a match nor what must be laid after it leaves what nothing fills."""
    return all(leaves_room(now, each, ruled_out) for now, each in consequences(state, match, ruled_out))


def leads_through(state: State, match: Match, ruled_out: frozenset[MatchKey]) -> bool:
    """Return whether a match, and what is never wrong to rule out and to lay after it, leaves nothing unfillable."""
    following: Match | None = match
    while following is not None:
        if not leaves_room(state, following, ruled_out):
            return False
        after = state.without(following)
        if after is None or not after.boundary:
            return True
        state, ruled_out = after, ruled_out | after.pairs.beside_nothing(ruled_out)
        ruled_out |= without_way_on(state, ruled_out)
        following = only_fit(state, ruled_out)
    return bare_vertex(state, ruled_out) is None


def without_way_on(state: State, ruled_out: frozenset[MatchKey]) -> frozenset[MatchKey]:
    """Return the pieces that do not lead on, vertex by vertex, until one piece alone is left at some vertex."""
    before, out = None, ruled_out
    while out != before and only_fit(state, out) is None:
        before, out = out, _seen_through(state, out)
    return out - ruled_out


def _seen_through(state: State, out: frozenset[MatchKey]) -> frozenset[MatchKey]:
    """Rule out the pieces that do not lead on; each is tried once."""
    seen: set[MatchKey] = set()
    for end in state.matches.covering:
        fits = [key for key in fits_at(state, end, out) if key not in seen]
        seen.update(fits)
        found = {key for key in fits if not leads_on(state, state.matches.by_key[key], out)}
        out |= found
        if found and only_fit(state, out) is not None:
            break
    return out
