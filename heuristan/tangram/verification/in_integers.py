"""Verify in integers that placements are a solution, whoever found them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from heuristan.common.kernels import Backend, Matrix, current
from heuristan.tangram.boundary import Ring
from heuristan.tangram.boundary.cover import JUMP_COLUMNS, OTHER_PIECES, OTHER_REGION, SOUND, judge
from heuristan.tangram.pieces.sets import PieceSet, Placement, Placements, Shape, orientations, scaled
from heuristan.tangram.puzzle.puzzle import Puzzle


def fault_of(puzzle: Puzzle, placements: Sequence[Placement]) -> str | None:
    """Return what is wrong with a solution, or None if it is one.

    The boundaries of the pieces, added up as chains, must be the boundary of the outline. A bounded region is known by
    its boundary with multiplicities, so the pieces then cover every point of the outline once and nothing else: no two
    overlap, none reaches outside, nothing is left.
    """
    backend, laid, outline = current(), Placements.of(puzzle.pieces, placements), puzzle.table
    asked = _asked(backend, puzzle.pieces, puzzle.sets, puzzle.denominator)
    placed, points, vertices = backend.rows(laid.placed), backend.rows(laid.points), backend.rows(outline.points)
    jumps = backend.empty_rows(2 * (len(points) + len(vertices)) + 1, JUMP_COLUMNS)
    found = backend.of(judge)(placed, points, *asked, vertices, backend.integers(outline.ends), jumps)
    if found == SOUND:
        return None
    if found == OTHER_PIECES:
        names = Counter([placement.name for placement in placements])
        return f"wrong set of pieces: {_listed(names)} instead of {_listed(puzzle.stock)}"
    if found == OTHER_REGION:
        return "the pieces do not make the outline: some overlap, reach outside, or leave a gap"
    return f"a {placements[found].name} does not have its shape"


def _listed(names: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(names.items()) if count)


class _Asked(NamedTuple):
    """The pieces that a puzzle asks for."""

    counts: list[int]
    """Number of pieces of each kind."""
    forms: Matrix
    """The vertices of all forms, kind after kind: each kind turned and mirrored in every way, any vertex first and at
    the origin."""
    starts: Matrix
    """For each kind, where its forms start among the vertices, and the number of vertices of each. The last row has the
    end of all."""


@lru_cache(maxsize=64)
def _asked(backend: Backend, pieces: PieceSet, sets: int, denominator: int) -> _Asked:
    """Return the pieces of a number of sets, in units of that denominator."""
    forms = [[*dict.fromkeys(_turned(shape, denominator))] for shape in pieces.shapes]
    points = [p for of_kind in forms for form in of_kind for p in form]
    sizes = [len(shape.ring) for shape in pieces.shapes]
    ends = accumulate(size * len(of_kind) for size, of_kind in zip(sizes, forms, strict=True))
    starts = [*zip((0, *ends), (*sizes, 0), strict=True)]
    counts = backend.integers([sets * count for count in pieces.counts])
    return _Asked(counts, backend.rows(points), backend.rows(starts))


def _turned(shape: Shape, denominator: int) -> Iterator[Ring]:
    for orientation in orientations(shape):
        ring = tuple([scaled(p, denominator) for p in orientation])
        for i in range(len(ring)):
            yield _at_origin(ring[i:] + ring[:i])


def _at_origin(ring: Ring) -> Ring:
    """Return a ring moved so that its first vertex lies at the origin."""
    u0, u1, u2, u3 = ring[0]
    return tuple([(p0 - u0, p1 - u1, p2 - u2, p3 - u3) for p0, p1, p2, p3 in ring])
