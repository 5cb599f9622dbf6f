"""Overlays in plain Python, against those of shapely."""

from math import pi

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from heuristan.common.overlay import difference, intersection, union
from heuristan.common.plane import Ring, is_simple, signed_area, turned
from heuristan.common.trapezoids import Part, overlaid, shrunk

FORMS: tuple[Ring, ...] = (
    ((0, 0), (2, 0), (0, 2)),
    ((0, 0), (1, 0), (1, 1), (0, 1)),
    ((0, 0), (2, 0), (3, 1), (1, 1)),
    ((0, 0), (3, 0), (3, 3), (2, 1)),  # a reflex vertex
    ((0, 0), (4, 0), (4, 3), (3, 3), (3, 1), (1, 1), (1, 3), (0, 3)),
)
steps = st.one_of(st.sampled_from([0.0, 0.5, 1.0, 2**0.5, 2.0]), st.floats(-1, 3))
turns = st.one_of(st.integers(0, 7).map(lambda n: n * pi / 4), st.floats(0, 2 * pi))
whole = st.tuples(st.integers(0, 4), st.integers(0, 4))


@st.composite
def rings(draw: st.DrawFn) -> Ring:
    """A form anywhere at any angle, often on the lattice, so that sides lie along each other."""
    angle, dx, dy = draw(turns), draw(steps), draw(steps)
    return tuple((x + dx, y + dy) for x, y in (turned(spot, angle) for spot in draw(st.sampled_from(FORMS))))


def area(parts: list[Part]) -> float:
    return sum(signed_area(ring) for part in parts for ring in part.rings)


@given(rings(), rings(), rings(), rings())
def test_areas_are_those_of_shapely(a: Ring, b: Ring, c: Ring, d: Ring) -> None:
    parts = overlaid([[a], [b]], [[c], [d]])
    wanted = difference(intersection(shapely.Polygon(a), shapely.Polygon(b)), union([*map(shapely.Polygon, (c, d))]))
    assert area(parts) == pytest.approx(wanted.area, abs=1e-5)
    assert sum(signed_area(one.ring) for part in parts for one in part.trapezoids) == pytest.approx(
        area(parts), abs=1e-5
    )


@given(rings())
def test_what_surrounds_a_ring_has_a_hole(inner: Ring) -> None:
    box = ((-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0))
    (part,) = overlaid([[box]], [[inner]])
    outer, hole = part.rings
    assert (signed_area(outer), signed_area(hole)) == pytest.approx((324, -signed_area(inner)), abs=1e-5)
    assert part.has((-8.5, 8.5))
    assert not part.has(shapely.Polygon(inner).representative_point().coords[0])


def test_parts_that_touch_in_a_point_are_two() -> None:
    cross = overlaid(
        [[((0, 0), (2, 0), (2, 2), (0, 2))]], [[((0, 0), (1, 0), (1, 1), (0, 1))], [((1, 1), (2, 1), (2, 2), (1, 2))]]
    )
    assert [area([part]) for part in cross] == pytest.approx([1, 1])


@given(rings(), st.integers(-50, 50).map(lambda n: n / 1000))
def test_a_ring_shrinks_as_a_buffer_with_sharp_vertices(ring: Ring, by: float) -> None:
    wanted = shapely.Polygon(ring).buffer(-by, join_style="mitre")
    assert signed_area(shrunk(ring, by)) == pytest.approx(wanted.area, abs=1e-6)


@given(st.lists(whole, min_size=3, max_size=7))
def test_a_ring_is_simple_if_shapely_finds_it_valid(ring: list[tuple[float, float]]) -> None:
    assert is_simple(ring) == shapely.Polygon(ring).is_valid
