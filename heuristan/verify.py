"""Is that a solution? Decided in integers, knowing nothing of how it was found."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from heuristan.boundary import Boundary, Ring
from heuristan.lattice import Point
from heuristan.pieces import Placement, Shape, orientations, scaled
from heuristan.puzzle import Puzzle


def fault_of(puzzle: Puzzle, placements: Sequence[Placement]) -> str | None:
    """What is wrong with a solution, or None if it is one.

    The boundaries of the pieces, added up as chains, must be the boundary of the outline. A bounded region is known by
    its boundary with multiplicities, so the pieces then cover every point of the outline once and nothing else: no two
    overlap, none reaches outside, nothing is left.
    """
    names = Counter(placement.name for placement in placements)
    if names != puzzle.stock:
        return f"wrong set of pieces: {_listed(names)} instead of {_listed(puzzle.stock)}"
    for placement in placements:
        if not _is_congruent(placement, puzzle.pieces.by_name[placement.name], puzzle.denominator):
            return f"a {placement.name} does not have its shape"
    if Boundary.of([placement.ring for placement in placements]) != puzzle.boundary:
        return "the pieces do not make the outline: some overlap, reach outside, or leave a gap"
    return None


def _listed(names: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(names.items()) if count)


def _is_congruent(placement: Placement, shape: Shape, denominator: int) -> bool:
    return _at_origin(placement.ring) in _forms(shape, denominator)


@lru_cache(maxsize=256)
def _forms(shape: Shape, denominator: int) -> frozenset[frozenset[Point]]:
    """A shape turned and mirrored in every way, in units of a puzzle with that denominator."""
    return frozenset(_at_origin(tuple(scaled(p, denominator) for p in ring)) for ring in orientations(shape))


def _at_origin(ring: Ring) -> frozenset[Point]:
    """The corners of a ring, moved so that its least projections are zero."""
    u0, u1, u2, u3 = (min(column) for column in zip(*ring, strict=True))
    return frozenset((p[0] - u0, p[1] - u1, p[2] - u2, p[3] - u3) for p in ring)
