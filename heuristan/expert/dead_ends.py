"""Plain reasons why a state has no solution: seen without searching further."""

from collections.abc import Iterator
from functools import lru_cache

from heuristan.boundary import sides
from heuristan.expert.matches import Match, MatchKey, Wedge
from heuristan.expert.state import State
from heuristan.lattice import Code, Point, projection
from heuristan.pieces import PIECES, Stock


def fits_at(state: State, corner: Wedge, ruled_out: frozenset[MatchKey]) -> tuple[MatchKey, ...]:
    """The pieces that can cover a corner of interior and are not ruled out."""
    return tuple(key for key in state.matches.covering[corner] if key not in ruled_out)


def is_area_in_vain(state: State) -> bool:
    """Whether some part has an area that no pieces left have together."""
    areas = _areas(_items(state.stock))
    scale = state.setting.denominator**2
    return any(
        root or whole % scale or whole // scale not in areas
        for whole, root in (part.area for part in state.boundary.parts)
    )


def edge_in_vain(state: State) -> Point | None:
    """The start of an edge that no sides of pieces left fill, if there is one.

    An edge between convex vertices is covered by whole sides, one of a piece at most (pieces are convex).
    """
    lengths = _edge_lengths(_items(state.stock))
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


def _items(stock: Stock) -> tuple[tuple[str, int], ...]:
    return tuple((name, stock[name]) for name in PIECES if stock[name] > 0)


@lru_cache(maxsize=4096)
def _areas(items: tuple[tuple[str, int], ...]) -> frozenset[int]:
    """All areas, twice in square half legs, that some of the pieces have together."""
    sums = {0}
    for name, count in items:
        area = PIECES[name].area[0]
        sums = {total + area * n for total in sums for n in range(count + 1)}
    return frozenset(sums)


@lru_cache(maxsize=4096)
def _edge_lengths(items: tuple[tuple[str, int], ...]) -> frozenset[Code]:
    """All lengths, in half legs, that some of the pieces make up with one side each.

    A code is additive, and a length times the denominator has that multiple of its code.
    """
    sums: set[Code] = {0}
    for name, count in items:
        lengths = {projection(q, direction) - projection(p, direction) for direction, p, q in sides(PIECES[name].ring)}
        for _ in range(count):
            sums |= {total + length for total in sums for length in lengths}
    return frozenset(sums)
