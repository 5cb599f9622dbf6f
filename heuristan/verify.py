"""Is that a solution? Decided in integers, knowing nothing of how it was found."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from heuristan.boundary import Ring
from heuristan.chains import JUMP_COLUMNS, cancel, first_misshapen
from heuristan.lattice import Point
from heuristan.pieces import PieceSet, Placement, Shape, orientations, scaled
from heuristan.puzzle import Puzzle
from heuristan.twins import Twin, in_use


def fault_of(puzzle: Puzzle, placements: Sequence[Placement]) -> str | None:
    """What is wrong with a solution, or None if it is one.

    The boundaries of the pieces, added up as chains, must be the boundary of the outline. A bounded region is known by
    its boundary with multiplicities, so the pieces then cover every point of the outline once and nothing else: no two
    overlap, none reaches outside, nothing is left.
    """
    names = Counter([placement.name for placement in placements])
    if dict(names) != dict(puzzle.stock):
        return f"wrong set of pieces: {_listed(names)} instead of {_listed(puzzle.stock)}"
    twin, rings = in_use(), (*[ring for _, _, ring in placements], *puzzle.rings)
    listed = [p for ring in rings for p in ring]
    points, ends = twin.rows(listed), twin.integers([*accumulate(map(len, rings))])
    forms = _forms(twin, puzzle.pieces, puzzle.denominator)
    kinds = twin.integers([forms.kinds[name] for name, _, _ in placements])
    misshapen = twin.of(first_misshapen)(points, ends, kinds, forms.points, forms.starts)
    if misshapen >= 0:
        return f"a {placements[misshapen].name} does not have its shape"
    jumps = twin.blank(2 * len(listed) + 1, JUMP_COLUMNS)
    if not twin.of(cancel)(points, ends, len(placements), jumps):
        return "the pieces do not make the outline: some overlap, reach outside, or leave a gap"
    return None


def _listed(names: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(names.items()) if count)


class _Forms(NamedTuple):
    """Each kind of piece turned and mirrored in every way, any corner first, with that corner at the origin."""

    kinds: Mapping[str, int]
    """The number of each kind, by name."""
    points: list[Point]
    """A table of corners, form after form, kind after kind."""
    starts: list[tuple[int, int]]
    """A table with a row a kind: where its forms start among the points, and how many corners each has. The last row
    says where all end."""


@lru_cache(maxsize=64)
def _forms(twin: Twin, pieces: PieceSet, denominator: int) -> _Forms:
    """The forms of a set's pieces, in units of that denominator."""
    kinds = {name: kind for kind, name in enumerate(pieces.names)}
    points: list[Point] = []
    starts = []
    for shape in pieces.shapes:
        starts.append((len(points), len(shape.ring)))
        points += [p for form in dict.fromkeys(_turned(shape, denominator)) for p in form]
    return _Forms(kinds, twin.rows(points), twin.rows([*starts, (len(points), 0)]))


def _turned(shape: Shape, denominator: int) -> Iterator[Ring]:
    for orientation in orientations(shape):
        ring = tuple([scaled(p, denominator) for p in orientation])
        for i in range(len(ring)):
            yield _at_origin(ring[i:] + ring[:i])


def _at_origin(ring: Ring) -> Ring:
    """A ring moved so that its first corner lies at the origin."""
    u0, u1, u2, u3 = ring[0]
    return tuple([(p0 - u0, p1 - u1, p2 - u2, p3 - u3) for p0, p1, p2, p3 in ring])
