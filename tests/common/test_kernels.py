"""Kernels in plain Python and their compiled twins come to the same."""

import re
from collections.abc import Callable, Sequence
from math import pi
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared.float_outlines import Drawing, drawings, eight_steps
from shared.strategies import Assembly, assemblies, boundary_of, full_sets, leg_points, points, puzzles

from heuristan.common.kernels import KERNELS, PLAIN, compiled, in_use, using
from heuristan.tangram.boundary import Boundary, Ring, ring_of, traced
from heuristan.tangram.boundary import cover as chains
from heuristan.tangram.boundary import kernel as boundary_kernel
from heuristan.tangram.exact import kernel as exact_kernel
from heuristan.tangram.lattice import framing
from heuristan.tangram.lattice.points import ORIGIN, Point, add, subtract
from heuristan.tangram.outlines import kernel as outlines_kernel
from heuristan.tangram.outlines.snapping import snap
from heuristan.tangram.pieces.sets import Placement, Shape, along, orientations, ring_from
from heuristan.tangram.puzzle.puzzle import Frame, OutlineError, Puzzle, make_puzzle
from heuristan.tangram.verification.verify import fault_of

R = TypeVar("R")

pytestmark = pytest.mark.skipif(compiled() is None, reason="numba is not installed")

SOME = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
"""The first example of each test compiles what it needs, or loads it."""

frames = st.builds(
    Frame,
    st.floats(1e-6, 1e6),
    st.floats(-pi, pi),
    st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)),
    st.booleans(),
)


def both(run: Callable[[], R]) -> R:
    """What a function comes to, with plain kernels and with compiled ones."""
    other = compiled()
    assert other is not None
    with using(PLAIN):
        expected = run()
    with using(other):
        assert run() == expected
    return expected


@given(st.lists(eight_steps, min_size=1, max_size=2))
@SOME
def test_walks_that_may_cross_and_overlap(walks: list[list[tuple[int, int]]]) -> None:
    rings = [ring_from(ORIGIN, [along(k, sign * n) for sign in (1, -1) for k, n in steps]) for steps in walks]
    both(lambda: traced(rings))


@given(assemblies)
@SOME
def test_outlines_of_assemblies_touch_themselves_and_have_holes(assembly: Assembly) -> None:
    rings = [ring_of(loop) for loop in boundary_of(assembly).loops]
    found = both(lambda: traced(rings))
    assert found is not None
    assert found.loops == Boundary.of(rings).loops


@given(puzzles(), drawings, st.floats(0, 0.01), st.integers(0, 9))
@SOME
def test_drawings_right_and_wrong(puzzle: Puzzle, drawing: Drawing, off: float, number: int) -> None:
    polygons = [[list(ring) for ring in polygon] for polygon in drawing.polygons(puzzle)]
    moved = polygons[0][0]
    x, y = moved[number % len(moved)]
    moved[number % len(moved)] = (x + off * drawing.scale, y)

    def read() -> tuple[Sequence[Ring], Frame] | str:
        try:
            found = snap("read", polygons, 1, drawing.y_down)
        except OutlineError as fault:
            return str(fault)
        return found.rings, found.frame

    both(read)


@given(full_sets(), st.integers(0, 6), leg_points(1))
@SOME
def test_solutions_right_and_wrong(assembly: Assembly, place: int, by: Point) -> None:
    puzzle = make_puzzle("drawn", [placement.ring for placement in assembly])
    moved = tuple(
        (a + d, b + e, c + f, g + h) for (a, b, c, g), (d, e, f, h) in ((p, by) for p in assembly[place].ring)
    )
    wrong = (*assembly[:place], assembly[place]._replace(ring=moved), *assembly[place + 1 :])
    assert both(lambda: fault_of(puzzle, assembly)) is None
    assert (both(lambda: fault_of(puzzle, wrong)) is None) == (by == ORIGIN)


@given(full_sets(), st.integers(0, 6), st.integers(0, 3), leg_points(1))
@SOME
def test_a_piece_keeps_its_shape_whatever_corner_is_first(
    assembly: Assembly, place: int, first: int, by: Point
) -> None:
    puzzle = make_puzzle("drawn", [placement.ring for placement in assembly])
    piece = assembly[place]
    ring = piece.ring[first:] + piece.ring[:first]
    bent = (add(ring[0], by), *ring[1:])

    def fault(ring: Ring) -> str | None:
        return both(lambda: fault_of(puzzle, (*assembly[:place], piece._replace(ring=ring), *assembly[place + 1 :])))

    assert fault(ring) is None
    if by != ORIGIN and not is_form(bent, piece):
        assert fault(bent) == f"a {piece.name} does not have its shape"
    assert fault(ring[1:]) == f"a {piece.name} does not have its shape"


def is_form(ring: Ring, piece: Placement) -> bool:
    """Whether a ring is the piece turned or mirrored: a corner of a triangle may be moved so that it is."""
    moved = {frozenset(subtract(p, q) for p in ring) for q in ring}
    return any(frozenset(form) in moved for form in orientations(Shape(piece.name, piece.ring)))


@pytest.mark.parametrize("kernel", [exact_kernel, outlines_kernel, boundary_kernel, chains, framing])
def test_what_a_kernel_is_made_of_is_known(kernel: ModuleType) -> None:
    text = Path(kernel.__file__ or "").read_text()
    used = [kernel.__name__, *re.findall(r"^from (heuristan\.[\w.]+) import", text, re.MULTILINE)]
    assert {f"{name.removeprefix('heuristan.').replace('.', '/')}.py" for name in used} <= set(KERNELS)


@given(frames, st.lists(points(), min_size=1))
@SOME
def test_own_coordinates(frame: Frame, listed: list[Point]) -> None:
    assert both(lambda: frame.own_each(listed)) == [frame.own(p) for p in listed]


def test_kernels_are_plain_again_after_a_comparison() -> None:
    before = in_use()
    both(lambda: 0)
    assert in_use() is before
