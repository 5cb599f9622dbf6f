"""The judge's own region: holes stay holes wherever they touch or slightly cross their outer ring."""

from random import Random

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from heuristan.common.plane import signed_area
from heuristan.tangram.puzzle.drawing import Polygon
from heuristan.tangram.verification.judging.areas import are_as_near, odd_region_of, region_of

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
TIP = ((4.0, 2.0), (2.0, 3.0), (2.0, 1.0))
"""A hole of the square that touches it in a point."""


def area_of(polygons: tuple[Polygon, ...]) -> float:
    return sum(abs(signed_area(outer)) - sum(map(abs, map(signed_area, holes))) for outer, *holes in polygons)


def moved(polygon: Polygon, random: Random, most: float) -> Polygon:
    return [[(x + random.uniform(-most, most), y + random.uniform(-most, most)) for x, y in ring] for ring in polygon]


@pytest.mark.parametrize("tip", [4.0, 3.999999, 4.000001, 4.01, 3.99])
def test_a_hole_that_touches_or_crosses_its_outer_ring_stays_a_hole(tip: float) -> None:
    polygon = (SQUARE, ((tip, 2.0), *TIP[1:]))
    assert region_of([polygon]).area == pytest.approx(14, abs=0.02)


@given(st.randoms(use_true_random=False), st.floats(0, 0.01), st.integers(2, 6))
def test_areas_are_those_of_the_rings(random: Random, noise: float, digits: int) -> None:
    """Two holes touch each other and the outer ring, and a second part touches the first."""
    holes = (TIP, ((2.0, 1.0), (1.0, 2.0), (0.0, 0.0)))
    polygons = tuple(
        [[(round(x, digits), round(y, digits)) for x, y in ring] for ring in moved(polygon, random, noise)]
        for polygon in ((SQUARE, *holes), (((4.0, 4.0), (6.0, 4.0), (6.0, 6.0)),))
    )
    region = region_of(polygons)
    assert region.is_valid
    assert region.area == pytest.approx(area_of(polygons), abs=0.1 * noise + 1e-6)


@given(st.sampled_from((1e-6, 1e-3, 1.0, 1e6)), st.sampled_from((0.0, 1e7)))
def test_neither_scale_nor_place_matters(scale: float, shift: float) -> None:
    polygon = [[(shift * scale + x * scale, y * scale) for x, y in ring] for ring in (SQUARE, TIP)]
    assert region_of([polygon]).area == pytest.approx(14 * scale**2, rel=1e-6)


def test_polygons_may_overlap_and_lie_in_holes() -> None:
    island = tuple((2.6 + 0.2 * x, 1.9 + 0.05 * y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)))
    twice = tuple((x + 2, y) for x, y in SQUARE)
    assert region_of([(SQUARE, TIP), (island,)]).area == pytest.approx(14 + 0.01)
    assert region_of([(SQUARE,), (twice,)]).area == pytest.approx(24)
    assert odd_region_of([SQUARE, TIP, island]).area == pytest.approx(14 + 0.01)


def test_regions_are_near_if_no_difference_is_wide() -> None:
    thin, wide = shapely.box(0, 0, 10, 0.01), shapely.box(0, 0, 0.2, 0.2)
    assert are_as_near(thin, shapely.Polygon(), 0.02)
    assert not are_as_near(wide, shapely.Polygon(), 0.02)


def test_rings_that_enclose_nothing() -> None:
    assert region_of([[((0, 0), (1, 1), (2, 2))]]).is_empty
