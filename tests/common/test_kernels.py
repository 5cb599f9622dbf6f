"""Kernels give the same results in plain Python and compiled, and are compiled again when their sources change."""

import importlib
import sys
from collections.abc import Callable, Sequence
from math import pi
from pathlib import Path
from signal import SIGINT, raise_signal
from types import ModuleType
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared.float_outlines import Drawing, drawings, eight_steps
from shared.strategies import Assembly, assemblies, boundary_of, full_sets, leg_points, points, puzzles

from heuristan.common.kernels import (
    PLAIN,
    _forgiving_cache,
    compiled_backend,
    compiled_function,
    current,
    has_numba,
    is_cached,
    sources_of,
    use,
)
from heuristan.tangram.boundary import Boundary, Ring, cover, ring_of
from heuristan.tangram.boundary import loop_kernel as boundary_kernel
from heuristan.tangram.boundary.loops import traced
from heuristan.tangram.exact import bounds, rows
from heuristan.tangram.exact import kernel as exact_kernel
from heuristan.tangram.lattice import framing
from heuristan.tangram.lattice import points as points_module
from heuristan.tangram.lattice.points import ORIGIN, Point, add, subtract
from heuristan.tangram.outlines import snapping_kernel as outlines_kernel
from heuristan.tangram.outlines.snapping import snap
from heuristan.tangram.pieces.sets import Placement, Shape, along, orientations, ring_from
from heuristan.tangram.puzzle.puzzle import Frame, OutlineError, Puzzle, make_puzzle
from heuristan.tangram.verification.in_integers import fault_of

R = TypeVar("R")

pytestmark = pytest.mark.skipif(compiled_backend() is None, reason="numba is not installed")

SOME = settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.too_slow])
"""The first example of each test compiles what it needs, or loads it."""

frames = st.builds(
    Frame,
    st.floats(1e-6, 1e6),
    st.floats(-pi, pi),
    st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)),
    st.booleans(),
)


def both(run: Callable[[], R]) -> R:
    """Return the result of a function, which must be the same with plain kernels and with compiled ones."""
    other = compiled_backend()
    assert other is not None
    with use(PLAIN):
        expected = run()
    with use(other):
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
    assert found is None or found.loops == Boundary.of(rings).loops


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
def test_a_piece_keeps_its_shape_whatever_vertex_is_first(
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
    """Return whether a ring is the piece turned or mirrored; moving a vertex of a triangle may keep it one."""
    moved = {frozenset(subtract(p, q) for p in ring) for q in ring}
    return any(frozenset(form) in moved for form in orientations(Shape(piece.name, piece.ring)))


KERNEL = """
from {package}.numbers import FACTOR

def times(n):
    return FACTOR * n
"""


def kernel_in(folder: Path, package: str, factor: int) -> ModuleType:
    """Import a kernel, in a package of its own, that multiplies by a number which stands in another file."""
    place = folder / package
    place.mkdir(exist_ok=True)
    (place / "__init__.py").write_text("")
    (place / "more.py").write_text(f"FACTOR = {factor}\n")
    (place / "numbers.py").write_text(f"from {package}.more import FACTOR\n")
    (place / "kernel.py").write_text(KERNEL.format(package=package))
    importlib.invalidate_caches()
    return importlib.import_module(f"{package}.kernel")


def test_a_kernel_is_compiled_again_when_what_it_imports_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    for factor in (2, 3):
        for name in [name for name in sys.modules if name.startswith("its_kernels")]:
            del sys.modules[name]
        kernel = kernel_in(tmp_path, "its_kernels", factor)
        assert not is_cached(kernel.times)
        assert compiled_function(kernel.times)(7) == 7 * factor
        assert is_cached(kernel.times)
    assert len([*tmp_path.rglob("*.nbi")]) == 1  # the machine code of former sources is taken away


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
@pytest.mark.parametrize("spoilt", [b"", b"\x80garbage", bytes(200)], ids=["empty", "garbage", "zeros"])
def test_a_damaged_cache_is_made_again(
    kind: str, spoilt: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def seven_times_two() -> int:
        for name in [name for name in sys.modules if name.startswith("spoilt_kernels")]:
            del sys.modules[name]
        function = compiled_function(kernel_in(tmp_path, "spoilt_kernels", 2).times)
        product: int = function(7)
        hits.append(sum(function.stats.cache_hits.values()))
        return product

    hits: list[int] = []
    assert seven_times_two() == 14
    files = [*tmp_path.rglob(f"*.{kind}")]
    assert files
    for file in files:
        file.write_bytes(spoilt)
    assert [seven_times_two(), seven_times_two()] == [14, 14]
    assert hits == [0, 0, 1]


def test_without_a_folder_for_machine_code_it_is_compiled_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise RuntimeError("no locator available")

    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("heuristan.common.kernels._forgiving_cache", refuse)
    kernel = kernel_in(tmp_path, "unkept_kernels", 5)
    assert compiled_function(kernel.times)(7) == 35
    assert not is_cached(kernel.times)
    assert not [*tmp_path.rglob("*.nbi")]


@pytest.mark.parametrize(
    ("kernel", "used"),
    [
        (exact_kernel, {bounds, rows}),
        (outlines_kernel, {points_module}),
        (boundary_kernel, {points_module}),
        (cover, {boundary_kernel, points_module}),
        (framing, {points_module}),
    ],
)
def test_the_sources_of_a_kernel_are_found(kernel: ModuleType, used: set[ModuleType]) -> None:
    assert sources_of(kernel) == {kernel, *used}


@given(frames, st.lists(points(), min_size=1))
@SOME
def test_own_coordinates(frame: Frame, listed: list[Point]) -> None:
    assert both(lambda: frame.own_each(listed)) == [frame.own(p) for p in listed]


def test_numba_may_be_forbidden_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    numba = pytest.importorskip("numba")
    assert has_numba()
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    assert not has_numba()


def test_numba_is_loaded_whole_though_ctrl_c_is_pressed(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def load(name: str) -> None:
        raise_signal(SIGINT)
        loaded.append(name)

    monkeypatch.setattr("heuristan.common.kernels.import_module", load)
    with pytest.raises(KeyboardInterrupt):
        has_numba()
    assert loaded == ["numba"]


def test_what_numba_knows_is_registered_whole_though_ctrl_c_is_pressed() -> None:
    pytest.importorskip("numba")
    registered: list[str] = []

    class Context:
        def refresh(self) -> None:
            raise_signal(SIGINT)
            registered.append("all")

    with pytest.raises(KeyboardInterrupt):
        _forgiving_cache(doubled).load_overload(None, Context())
    assert registered == ["all"]


def doubled(number: int) -> int:
    return 2 * number


@pytest.mark.parametrize("fault", [ImportError, OSError])
def test_numba_that_cannot_be_loaded_is_not_there(fault: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> None:
        raise fault

    monkeypatch.setattr("heuristan.common.kernels.import_module", fail)
    assert not has_numba()


def test_kernels_are_plain_again_after_a_comparison() -> None:
    before = current()
    both(lambda: 0)
    assert current() is before
