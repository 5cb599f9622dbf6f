"""Plain reasons why a state has no solution: seen without searching further."""

from collections.abc import Iterator

from heuristan.expert.matches import Match, MatchKey, Wedge
from heuristan.expert.state import State
from heuristan.lattice import Code, Point, projection
from heuristan.pieces import areas_made, items_of, lengths_made


def fits_at(state: State, corner: Wedge, ruled_out: frozenset[MatchKey]) -> tuple[MatchKey, ...]:
    """The pieces that can cover a corner of interior and are not ruled out."""
    return tuple(key for key in state.matches.covering[corner] if key not in ruled_out)


def is_area_in_vain(state: State) -> bool:
    """Whether some part has an area that no pieces left have together."""
    areas = areas_made(state.setting.pieces, items_of(state.setting.pieces, state.stock))
    scale = state.setting.denominator**2
    return any(
        whole % scale or root % scale or (whole // scale, root // scale) not in areas
        for whole, root in (part.area for part in state.boundary.parts)
    )


def edge_in_vain(state: State) -> Point | None:
    """The start of an edge that no sides of pieces left fill, if there is one.

    An edge between convex vertices is covered by whole sides, one of a piece at most (pieces are convex).
    """
    lengths = lengths_made(state.setting.pieces, items_of(state.setting.pieces, state.stock))
    scale = state.setting.denominator
    for start, length in _edges_between_convex_vertices(state):
        if length % scale or length // scale not in lengths:
            return start
    return None


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


def _edges_between_convex_vertices(state: State) -> Iterator[tuple[Point, Code]]:
    for loop in state.boundary.loops:
        for vertex, following in zip(loop, (*loop[1:], loop[0]), strict=True):
            if vertex.convex and following.convex:
                ahead = vertex.opening
                yield vertex.point, projection(following.point, ahead) - projection(vertex.point, ahead)
