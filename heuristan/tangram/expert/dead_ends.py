"""Plain reasons why a state has no solution: seen without searching further."""

from heuristan.tangram.expert.matches import Match, MatchKey, Wedge
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import Point


def fits_at(state: State, corner: Wedge, ruled_out: frozenset[MatchKey]) -> tuple[MatchKey, ...]:
    """The pieces that can cover a corner of interior and are not ruled out."""
    return tuple(key for key in state.matches.covering[corner] if key not in ruled_out)


def corner_in_vain(state: State, ruled_out: frozenset[MatchKey]) -> Point | None:
    """A convex vertex where nothing fits that is not ruled out, if there is one."""
    covering = state.matches.covering
    return next((corner.vertex.point for corner, keys in covering.items() if ruled_out.issuperset(keys)), None)


def only_fit(state: State, ruled_out: frozenset[MatchKey]) -> Match | None:
    """The piece that alone can cover some corner of interior, if there is one: any solution has it."""
    for corner in state.matches.covering:
        fits = fits_at(state, corner, ruled_out)
        if len(fits) == 1:
            return state.matches.by_key[fits[0]]
    return None


def leaves_room(state: State, match: Match, ruled_out: frozenset[MatchKey]) -> bool:
    """Whether what a match leaves has no part, edge or corner that plainly nothing fills."""
    after = state.without(match)
    if after is None:
        return False
    if not after.boundary:
        return True
    if after.has_part_in_vain or after.edge_in_vain is not None:
        return False
    out = ruled_out | after.outlook.beside_nothing(ruled_out)
    return corner_in_vain(after, out) is None
