"""Plain reasons why a state has no solution: seen without searching further."""

from heuristan.expert.matches import Match, MatchKey, Wedge
from heuristan.expert.state import State
from heuristan.in_vain import edges_in_vain, parts_in_vain
from heuristan.lattice import Point
from heuristan.pieces import Items, PieceSet, items_of


def fits_at(state: State, corner: Wedge, ruled_out: frozenset[MatchKey]) -> tuple[MatchKey, ...]:
    """The pieces that can cover a corner of interior and are not ruled out."""
    return tuple(key for key in state.matches.covering[corner] if key not in ruled_out)


def is_area_in_vain(state: State) -> bool:
    """Whether some part has an area that no pieces left have together."""
    return any(parts_in_vain(state.boundary, *_left(state)))


def edge_in_vain(state: State) -> Point | None:
    """The start of an edge that no sides of pieces left fill, if there is one."""
    return next((start.point for start, _, _ in edges_in_vain(state.boundary, *_left(state))), None)


def _left(state: State) -> tuple[PieceSet, Items, int]:
    """The set, what is left of its pieces, and the denominator."""
    pieces = state.setting.pieces
    return pieces, items_of(pieces, state.stock), state.setting.denominator


def corner_in_vain(state: State, ruled_out: frozenset[MatchKey]) -> Point | None:
    """A convex vertex where nothing fits that is not ruled out, if there is one."""
    for corner in state.matches.covering:
        if not fits_at(state, corner, ruled_out):
            return corner.vertex.point
    return None


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
    if is_area_in_vain(after) or edge_in_vain(after) is not None:
        return False
    out = ruled_out | after.outlook.beside_nothing(ruled_out)
    return corner_in_vain(after, out) is None
