"""Overlays of lattice pieces, whose areas integers know, and of other figures; and that nothing else makes overlays."""

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shared.strategies import Assembly, assemblies, boundary_of, leg_points

from heuristan.common import overlay
from heuristan.common.overlay import (
    OverlayFault,
    difference,
    faces_between,
    intersection,
    joined,
    odd_region,
    symmetric_difference,
    union,
)
from heuristan.lab.ford import clipped
from heuristan.tangram.boundary import Ring
from heuristan.tangram.lattice.points import ROOT_HALF, Point, doubled_area, point, xy
from heuristan.tangram.pieces.sets import TANGRAM, ShapeAtVertex, lay, pieces_at_vertices

TOP = Path(__file__).parents[2]
NEAR = 1e-6

TOUCHING = [
    (
        "0.4142135623730952 -0.4142135623730952, 1.4142135623730951 -1.4142135623730951, "
        "-0.5857864376269049 -1.4142135623730951, 0.4142135623730952 -0.4142135623730952",
        "0.1213203435596428 -0.7071067811865476, -0.5857864376269049 -1.4142135623730951, "
        "-1.2928932188134525 -0.7071067811865476, -0.5857864376269049 0, 0.1213203435596428 -0.7071067811865476",
    ),
    (
        "1.1213203435596428 4.414213562373095, -0.2928932188134524 3, 2.5355339059327378 3, "
        "1.1213203435596428 4.414213562373095",
        "0.1213203435596428 3.414213562373095, 1.1213203435596428 4.414213562373095, "
        "-0.8786796564403572 4.414213562373095, 0.1213203435596428 3.414213562373095",
    ),
    (
        "-2 0.7071067811865476, -1 -0.2928932188134524, -1 -1.2928932188134525, -2 -0.2928932188134524, "
        "-2 0.7071067811865476",
        "-1.2928932188134525 1.4142135623730951, -0.5857864376269049 0.7071067811865476, -1.2928932188134525 0, "
        "-2 0.7071067811865476, -1.2928932188134525 1.4142135623730951",
    ),
]
"""Pieces that touch. GEOS 3.14 without a grid says that they overlap, in the second pair whichever comes first."""


def polygon(ring: Ring) -> shapely.Polygon:
    return shapely.Polygon([xy(p) for p in ring])


def area_of(ring: Ring) -> float:
    whole, root = doubled_area(ring)
    return (whole + root * ROOT_HALF) / 2


SHAPES = [shape for shapes in pieces_at_vertices(TANGRAM, 1).values() for shape in shapes]
meeting = st.builds(
    lambda shapes, at, turned: met(*shapes, at, turned),
    st.tuples(st.sampled_from(SHAPES), st.sampled_from(SHAPES)),
    leg_points(),
    st.integers(0, 3),
)
"""Two pieces with a vertex in common."""


def met(shape: ShapeAtVertex, other: ShapeAtVertex, at: Point, vertex: int) -> tuple[Ring, Ring]:
    one = lay(shape, at).ring
    return one, lay(other, one[vertex % len(one)]).ring


class TestOfPieces:
    @given(meeting)
    def test_areas_are_those_of_integers(self, pair: tuple[Ring, Ring]) -> None:
        shared, own, others = area_of(clipped(*pair)), area_of(pair[0]), area_of(pair[1])
        p, q = map(polygon, pair)
        assert intersection(p, q).area == pytest.approx(shared, abs=NEAR)
        assert intersection(q, p).area == pytest.approx(shared, abs=NEAR)
        assert difference(p, q).area == pytest.approx(own - shared, abs=NEAR)
        assert symmetric_difference(p, q).area == pytest.approx(own + others - 2 * shared, abs=NEAR)
        assert union([p, q]).area == pytest.approx(own + others - shared, abs=NEAR)

    @pytest.mark.slow
    def test_the_grid_alone_makes_no_errors(self, random: Random) -> None:
        """Without a grid one answer in some 5,000 is wrong, in GEOS 3.14."""
        corners = [point(*(2 * random.randint(-3, 3) for _ in range(4))) for _ in range(3000)]
        rings = [met(*random.choices(SHAPES, k=2), at, random.randint(0, 3)) for at in corners]
        ones, others = np.array([[*map(polygon, pair)] for pair in rings]).T
        found = shapely.area(shapely.intersection(ones, others, grid_size=overlay._step(ones)))
        assert found == pytest.approx([area_of(clipped(*pair)) for pair in rings], abs=NEAR)

    @pytest.mark.parametrize("pair", TOUCHING)
    def test_pieces_that_plain_floats_lose(self, pair: tuple[str, str]) -> None:
        one, other = (shapely.from_wkt(f"POLYGON (({ring}))") for ring in pair)
        for p, q in ((one, other), (other, one)):
            assert intersection(p, q).area < NEAR
            assert difference(p, q).area == pytest.approx(p.area)
            assert union([p, q]).area == pytest.approx(p.area + q.area)

    @given(assemblies)
    def test_a_union_has_the_area_of_its_boundary(self, assembly: Assembly) -> None:
        whole, root = boundary_of(assembly).area
        found = union([polygon(placement.ring) for placement in assembly])
        assert found.area == pytest.approx((whole + root * ROOT_HALF) / 2, abs=NEAR)

    @given(meeting, st.integers(-20, 20))
    def test_answers_do_not_depend_on_units(self, pair: tuple[Ring, Ring], power: int) -> None:
        p, q = map(polygon, pair)
        large = [shapely.transform(one, lambda spots: spots * 2.0**power) for one in (p, q)]
        same = shapely.transform(difference(p, q), lambda spots: spots * 2.0**power)
        assert shapely.equals_exact(difference(*large), same)


class TestCheck:
    """Whatever GEOS loses, the areas say so. It is made to lose here what it loses without a grid in some versions."""

    @pytest.mark.parametrize("lost", ["intersection", "difference", "symmetric_difference"])
    def test_what_is_lost_of_two_is_found(self, monkeypatch: pytest.MonkeyPatch, lost: str) -> None:
        one, other = shapely.box(0, 0, 2, 2), shapely.box(1, 1, 3, 3)
        right = getattr(shapely, lost)

        def wrong(a: object, b: object, grid_size: float) -> object:
            nothing = shapely.Polygon()
            return nothing if a is one else np.array([nothing, *right(a, b, grid_size=grid_size)[1:]], object)

        monkeypatch.setitem(overlay.KEPT, wrong, overlay.KEPT[right])
        monkeypatch.setattr(shapely, lost, wrong)
        with pytest.raises(OverlayFault) as fault:
            getattr(overlay, lost)(one, other)
        assert fault.value.figures == (one, other)
        assert one.wkt in str(fault.value)

    @pytest.mark.parametrize("few", [[0, 1], [0, 2], [1, 2], [0, 1, 2, 2]])
    def test_what_is_lost_of_many_is_found(self, monkeypatch: pytest.MonkeyPatch, few: list[int]) -> None:
        boxes = [shapely.box(0, 0, 2, 2), shapely.box(2, 0, 3, 2), shapely.box(0, 2, 2, 4)]
        assert union(boxes).area == 10
        wrong = shapely.MultiPolygon([boxes[number] for number in few])
        monkeypatch.setattr(shapely, "union_all", lambda *_, **__: wrong)
        with pytest.raises(OverlayFault):
            union(boxes)

    def test_a_coarser_grid_is_tried(self, monkeypatch: pytest.MonkeyPatch) -> None:
        steps, usual = [], shapely.union_all

        def once_wrong(figures: object, grid_size: float) -> shapely.Geometry:
            steps.append(grid_size)
            return usual(figures, grid_size=grid_size) if len(steps) > 1 else shapely.Polygon()

        monkeypatch.setattr(shapely, "union_all", once_wrong)
        assert union([shapely.box(0, 0, 1, 1), shapely.box(1, 0, 2, 1)]).area == 2
        assert steps == [2.0**-29, 2.0**-26]

    def test_faces_that_overlap_are_refused(self) -> None:
        with pytest.raises(OverlayFault):
            joined([shapely.box(0, 0, 2, 2), shapely.box(1, 1, 3, 3)])


class TestOthers:
    def test_coordinates_in_eighths_stay_what_they_are(self) -> None:
        one, other = shapely.box(0, 0, 10.125, 7), shapely.box(10.125, -1, 12, 5.375)
        assert set(union([one, other]).exterior.coords) == {*one.exterior.coords, *other.exterior.coords}

    @pytest.mark.parametrize("far", [0, 1e6, 1e12])
    def test_figures_far_from_the_origin(self, far: float) -> None:
        assert intersection(shapely.box(far, 0, far + 2, 2), shapely.box(far + 1, 0, far + 3, 2)).area == 2

    def test_no_lines_and_points_are_left_where_regions_touch(self) -> None:
        for other in (shapely.box(1, 0, 2, 1), shapely.box(1, 1, 2, 2), shapely.box(5, 5, 6, 6), shapely.Polygon()):
            found = intersection(shapely.box(0, 0, 1, 1), other)
            assert found.is_empty
            assert shapely.get_dimensions(found) == 2

    def test_lines(self) -> None:
        line, square = shapely.LineString([(-1, 0.5), (3, 0.5)]), shapely.box(0, 0, 1, 1)
        assert intersection(line, square).length == intersection(square, line).length == 1
        assert difference(line, square).length == 3
        assert intersection(shapely.LineString([(1, -1), (1, 3), (2, 1)]), square).length == 1
        assert union([line, shapely.LineString([(2, 0.5), (4, 0.5)])]).length == 5

    def test_nothing_and_one(self) -> None:
        one = shapely.Polygon([(0, 0), (0.1, 0), (0, 0.3)])
        assert union([]).is_empty
        assert joined([]).is_empty
        assert odd_region([[(0, 0), (1, 1)]]).is_empty
        assert not len(faces_between([]))
        assert union([one]) is one
        assert difference(one, shapely.Polygon()).equals(one)

    def test_a_ring_that_crosses_itself_has_the_odd_loops(self) -> None:
        assert odd_region([[(0, 0), (2, 2), (2, 0), (0, 2)]]).area == 2
        twice = [(0, 0), (3, 0), (3, 3), (0, 3), (0, 0), (2, 0), (2, 2), (0, 2)]
        assert odd_region([twice]).area == 5


OVERLAYS = {"intersection", "difference", "symmetric_difference", "union"}
NAMES = {"set", "frozenset", "shapely"}


def is_innocent(node: ast.expr) -> bool:
    """Return whether an expression is a set, written as one (others are joined with operators), or shapely itself."""
    if isinstance(node, ast.Call):
        node = node.func
    return isinstance(node, ast.Set | ast.SetComp) or (isinstance(node, ast.Name) and node.id in NAMES)


def overlays_in(source: str) -> Iterator[int]:
    """Return the lines with methods that make overlays; functions of shapely are forbidden in pyproject.toml."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            is_repair = node.func.attr == "buffer" and any(
                isinstance(given, ast.Constant) and given.value == 0 for given in node.args
            )
            is_overlay = node.func.attr in OVERLAYS and not is_innocent(node.func.value)
            if is_repair or is_overlay:
                yield node.lineno


class TestNowhereElse:
    @pytest.mark.parametrize("folder", ["heuristan", "tests", "benchmarks", "docs"])
    def test_no_method_makes_an_overlay(self, folder: str) -> None:
        for path in sorted((TOP / folder).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            lines = list(overlays_in(source)) if any(f".{name}(" in source for name in (*OVERLAYS, "buffer")) else []
            assert not lines, f"{path}, lines {lines}: call heuristan.common.overlay (and join sets with operators)"

    @pytest.mark.parametrize("source", ["a.union(b)", "f(x).difference(b)", "a[0].r.intersection(b)", "a.buffer(0)"])
    def test_overlays_are_seen(self, source: str) -> None:
        assert [*overlays_in(source)] == [1]

    @pytest.mark.parametrize(
        "source", ["set().union(*b)", "set.union(*b)", "{1}.difference(b)", "union(a)", "a.buffer(9)"]
    )
    def test_sets_are_not_taken_for_overlays(self, source: str) -> None:
        assert not [*overlays_in(source)]


def star(points: int) -> list[tuple[float, float]]:
    """Return a ring each of whose edges crosses nearly all others."""
    return [(float(n * n % points), float(n * n * n % (points + 2))) for n in range(points)]


class TestTangles:
    @given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=40))
    def test_crossings_are_counted_as_geos_counts_them(self, spots: list[tuple[int, int]]) -> None:
        ends = np.array([complex(*spot) for spot in spots])
        edges = np.unique(np.sort(np.stack([ends, np.roll(ends, -1)], axis=1), axis=1), axis=0)
        lines = [shapely.LineString([(a.real, a.imag), (b.real, b.imag)]) for a, b in edges.tolist()]
        pairs = [(one, other) for i, one in enumerate(lines) for other in lines[:i]]
        wanted = sum(one.crosses(other) for one, other in pairs)
        ends_on = sum(one.touches(other) for one, other in pairs)
        found = overlay.crossings(edges, 5)
        assert wanted <= found <= wanted + ends_on or (found > 5 < wanted + ends_on) or (found == 0 and len(edges) < 4)

    def test_a_tangle_is_refused_before_geos_sees_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(shapely, "union_all", lambda *_, **__: pytest.fail("it is overlaid"))
        with pytest.raises(overlay.TangleFault, match=f"more than {overlay.MOST_CROSSINGS} times"):
            odd_region([star(301)])
        with pytest.raises(overlay.TangleFault, match=f"more than {overlay.MOST_EDGES} are not read"):
            odd_region([[(x, 0.0) for x in range(overlay.MOST_EDGES)], [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]])
