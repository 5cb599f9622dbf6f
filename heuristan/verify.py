"""Is that a solution? Decided in integers, knowing nothing of how it was found."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from heuristan.boundary import Ring
from heuristan.chains import JUMP_COLUMNS, cancel
from heuristan.pieces import PieceSet, Placement, Shape, orientations, scaled
from heuristan.puzzle import Puzzle
from heuristan.twins import in_use


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
    if not _cancel([ring for _, _, ring in placements], puzzle.rings):
        return "the pieces do not make the outline: some overlap, reach outside, or leave a gap"
    return None


def _cancel(pieces: Sequence[Ring], outline: Sequence[Ring]) -> bool:
    """Whether the boundaries of pieces are, added up as chains, that of the outline."""
    twin, rings = in_use(), (*pieces, *outline)
    points = [p for ring in rings for p in ring]
    jumps = twin.blank(2 * len(points) + 1, JUMP_COLUMNS)
    return twin.of(cancel)(twin.rows(points), twin.integers([*accumulate(map(len, rings))]), len(pieces), jumps)


def _listed(names: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(names.items()) if count)


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
