"""Is that a solution? Decided in integers, knowing nothing of how it was found."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from heuristan.boundary import Ring, line_of
from heuristan.lattice import Point
from heuristan.pieces import PieceSet, Placement, Shape, orientations, scaled
from heuristan.puzzle import Puzzle


def fault_of(puzzle: Puzzle, placements: Sequence[Placement]) -> str | None:
    """What is wrong with a solution, or None if it is one.

    The boundaries of the pieces, added up as chains, must be the boundary of the outline. A bounded region is known by
    its boundary with multiplicities, so the pieces then cover every point of the outline once and nothing else: no two
    overlap, none reaches outside, nothing is left.
    """
    names = Counter([placement.name for placement in placements])
    if dict(names) != dict(puzzle.stock):
        return f"wrong set of pieces: {_listed(names)} instead of {_listed(puzzle.stock)}"
    forms = _forms(puzzle.pieces, puzzle.denominator)
    for name, _, ring in placements:
        if _at_origin(ring) not in forms[name]:
            return f"a {name} does not have its shape"
    jumps: Jumps = defaultdict(int)
    _add(jumps, [ring for _, _, ring in placements], 1)
    _add(jumps, puzzle.rings, -1)
    if any(jumps.values()):
        return "the pieces do not make the outline: some overlap, reach outside, or leave a gap"
    return None


def _listed(names: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(names.items()) if count)


Jumps: TypeAlias = defaultdict[tuple[int, Point], int]
"""A chain: by how much the coverage of a line changes at a point. The line is known by the point and its direction."""


def _add(jumps: Jumps, rings: Iterable[Ring], sign: int) -> None:
    """Add the boundaries of rings to a chain."""
    for ring in rings:
        p = ring[-1]
        for q in ring:
            k = line_of(p, q)[0]
            jumps[k, p] += sign
            jumps[k, q] -= sign
            p = q


@lru_cache(maxsize=64)
def _forms(pieces: PieceSet, denominator: int) -> Mapping[str, frozenset[Ring]]:
    """Each kind of piece turned and mirrored in every way, any corner first, in units of that denominator."""
    return {shape.name: frozenset(_turned(shape, denominator)) for shape in pieces.shapes}


def _turned(shape: Shape, denominator: int) -> Iterator[Ring]:
    for orientation in orientations(shape):
        ring = tuple([scaled(p, denominator) for p in orientation])
        for i in range(len(ring)):
            yield _at_origin(ring[i:] + ring[:i])


def _at_origin(ring: Ring) -> Ring:
    """A ring moved so that its first corner lies at the origin."""
    u0, u1, u2, u3 = ring[0]
    return tuple([(p0 - u0, p1 - u1, p2 - u2, p3 - u3) for p0, p1, p2, p3 in ring])
