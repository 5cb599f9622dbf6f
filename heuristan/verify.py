"""Is that a solution? Decided in integers, knowing nothing of how it was found."""

from collections import Counter
from collections.abc import Sequence

from heuristan.boundary import Boundary, Ring
from heuristan.lattice import bounds
from heuristan.pieces import PIECES, Placement, orientations, scaled
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
        if not _is_congruent(placement, puzzle.denominator):
            return f"a {placement.name} does not have its shape"
    if Boundary.of([placement.ring for placement in placements]) != puzzle.boundary:
        return "the pieces do not make the outline: some overlap, reach outside, or leave a gap"
    return None


def _listed(names: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(names.items()) if count)


def _is_congruent(placement: Placement, denominator: int) -> bool:
    rings = (tuple(scaled(p, denominator) for p in ring) for ring in orientations(PIECES[placement.name]))
    return any(_at_origin(placement.ring) == _at_origin(ring) for ring in rings)


def _at_origin(ring: Ring) -> frozenset[tuple[int, ...]]:
    """The corners of a ring, moved so that its least projections are zero."""
    low = bounds(ring)[::2]
    return frozenset(tuple(u - least for u, least in zip(p, low, strict=True)) for p in ring)
