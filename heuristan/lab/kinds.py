"""Kinds of outline, by which tables and choices of outlines are divided."""

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from heuristan.tangram.boundary import Loop, Part, ring_of, sides, sign_of_area
from heuristan.tangram.lattice.points import Point, doubled_area
from heuristan.tangram.puzzle.puzzle import Puzzle

Kind: TypeAlias = Literal["convex", "simple-10-", "simple-11+", "holes", "touching", "parts"]

KINDS: tuple[Kind, ...] = get_args(Kind)
"""The words, in the order in which tables list them."""

FEW = 10
"""Maximum number of vertices of a simple outline that has few (the limit in Deutsch and Hayes 1972, section 3)."""


def kind_of(puzzle: Puzzle) -> Kind:
    """Return the kind of an outline, by what its interior is.

    One region without a hole is ``convex``, or ``simple-10-`` or ``simple-11+`` by its vertices. One region with a hole
    is ``holes``, whether an edge goes round the hole or the region encloses it by touching itself in a point. Several
    regions are ``touching`` if points in which they meet hold all of them together, else ``parts``.
    """
    try:
        return _exactly(puzzle)
    except ValueError:  # a TangledBoundary, or an edge that would have to bend
        if not puzzle.nearness:
            raise
        return _nearly(puzzle)


def vertex_count(puzzle: Puzzle) -> int:
    """Return the number of vertices of an outline; where it touches itself in a point, each part has its own there."""
    return sum(map(len, puzzle.rings))


def _exactly(puzzle: Puzzle) -> Kind:
    parts = puzzle.boundary.parts
    if len(parts) > 1:
        return "touching" if _hang_together(parts) else "parts"
    # one part that touches itself encloses a hole there, which then has no loop
    outer = parts[0].outer
    touches_itself = len({vertex.point for vertex in outer}) < len(outer) or not puzzle.boundary.is_plain
    return "holes" if parts[0].holes or touches_itself else _simple(outer)


def _nearly(puzzle: Puzzle) -> Kind:
    """Return the kind of a drawing whose boundary cannot be followed: by its rings, of which holes run clockwise."""
    loops = puzzle.loops
    if sum(sign_of_area(doubled_area(ring)) > 0 for ring in puzzle.rings) > 1:
        return "parts"
    return "holes" if len(loops) > 1 else _simple(loops[0])


def _simple(outer: Loop) -> Kind:
    if all(vertex.convex for vertex in outer):
        return "convex"
    return "simple-11+" if len(outer) > FEW else "simple-10-"


def _hang_together(parts: Sequence[Part]) -> bool:
    """Return whether parts are one if those that meet in a point are taken together."""
    reached, left = [parts[0]], list(parts[1:])
    for part in reached:
        meeting = [other for other in left if _meet(part, other)]
        reached += meeting
        left = [other for other in left if other not in meeting]
    return not left


def _meet(part: Part, other: Part) -> bool:
    """Return whether two parts have a point in common: a vertex of one lies on an edge of the other."""
    return any(
        _is_on(vertex.point, p, q)
        for here, there in ((part, other), (other, part))
        for loop in here.loops
        for vertex in loop
        for around in there.loops
        for _, p, q in sides(ring_of(around))
    )


def _is_on(point: Point, p: Point, q: Point) -> bool:
    """Return whether a point lies between two others or is one of them: so lie its projections on all directions."""
    return all(min(a, b) <= u <= max(a, b) for u, a, b in zip(point, p, q, strict=True))
