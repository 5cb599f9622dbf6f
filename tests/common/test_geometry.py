"""Laws of the geometry, the words and the colours that pictures are made with."""

from math import dist, hypot, isclose, pi
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from heuristan.common.plane import Ring, Spot, Stretch
from heuristan.common.quoting import readable
from heuristan.common.svg.geometry import (
    View,
    covers,
    hatching,
    middle_of,
    ripples,
    sides_of,
    signed_area,
    tidy,
    uncovered,
)
from heuristan.common.svg.page import clean, shortened, width_of, wrapped

coordinates = st.floats(-50, 50, allow_nan=False)
spots = st.tuples(coordinates, coordinates)


@st.composite
def triangles(draw: st.DrawFn) -> Ring:
    """Triangles of either orientation, none too thin."""
    ring = draw(st.tuples(spots, spots, spots))
    assume(abs(signed_area(ring)) > 1)
    return ring


@st.composite
def trapezoids(draw: st.DrawFn) -> Ring:
    """Trapezoids on the x axis, parallelograms and rectangles among them, turned by any angle."""
    base, top = draw(st.floats(1, 20)), draw(st.floats(1, 20))
    lean, height = draw(st.floats(-10, 10)), draw(st.floats(1, 10))
    view = View(draw(st.floats(-pi, pi)), 1, 0, 0)
    return view.ring(((0, 0), (base, 0), (lean + top, height), (lean, height)))


def distances(spot: Spot, ring: Ring) -> list[float]:
    """Distances of a spot from the lines of a ring's sides, positive inside."""
    sign = 1 if signed_area(ring) > 0 else -1
    return [
        sign * ((q[0] - p[0]) * (spot[1] - p[1]) - (q[1] - p[1]) * (spot[0] - p[0])) / dist(p, q)
        for p, q in sides_of(ring)
    ]


@given(triangles())
def test_the_middle_of_a_triangle_is_its_incentre(ring: Ring) -> None:
    middle, radius = middle_of(ring)
    perimeter = sum(dist(p, q) for p, q in sides_of(ring))
    assert isclose(radius, 2 * abs(signed_area(ring)) / perimeter, rel_tol=1e-4)
    assert all(isclose(distance, radius, rel_tol=1e-4) for distance in distances(middle, ring))


@given(trapezoids(), st.floats(0, 1), st.floats(0, 1))
def test_no_other_place_in_a_trapezoid_has_a_larger_circle(ring: Ring, along: float, up: float) -> None:
    middle, radius = middle_of(ring)
    assert isclose(min(distances(middle, ring)), radius, abs_tol=1e-6)
    a, b, c, d = ring
    low = (a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1]))
    high = (d[0] + along * (c[0] - d[0]), d[1] + along * (c[1] - d[1]))
    other = (low[0] + up * (high[0] - low[0]), low[1] + up * (high[1] - low[1]))
    assert min(distances(other, ring)) <= radius + 1e-6


@given(triangles(), st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_a_triangle_covers_the_spots_between_its_corners_alone(ring: Ring, shares: tuple[float, float]) -> None:
    s, t = sorted(shares)
    a, b, c = ring

    def mixed(u: float, v: float, w: float) -> Spot:
        return u * a[0] + v * b[0] + w * c[0], u * a[1] + v * b[1] + w * c[1]

    assert covers(ring, mixed(s, t - s, 1 - t))
    assert not covers(ring, mixed(-0.01 - s, 0.51 + s, 0.5))


def test_the_middle_of_a_parallelogram_is_its_centre() -> None:
    (x, y), radius = middle_of(((0, 0), (2, 0), (3, 1), (1, 1)))
    assert (x, y) == pytest.approx((1.5, 0.5))
    assert radius == pytest.approx(0.5)


@given(spots, spots, st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=4), st.floats(0, 1))
def test_a_spot_of_a_side_is_covered_or_free(p: Spot, q: Spot, shares: list[tuple[float, float]], at: float) -> None:
    assume(dist(p, q) > 1)

    def along(share: float) -> Spot:
        return p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])

    # a spot so near to an end of a stretch that rounding decides is left out
    assume(all(abs(at - share) > 1e-4 for pair in shares for share in pair) and 1e-4 < at < 1 - 1e-4)
    free = uncovered((p, q), [Stretch(along(a), along(b)) for a, b in shares])
    spot = along(at)
    is_free = any(isclose(dist(a, spot) + dist(spot, b), dist(a, b), abs_tol=1e-9) for a, b in free)
    assert is_free != any(min(pair) <= at <= max(pair) for pair in shares)


@given(triangles(), st.floats(0.5, 5), st.floats(-pi, pi))
def test_hatch_lines_lie_in_their_region(ring: Ring, spacing: float, angle: float) -> None:
    for segment in hatching([ring], spacing, angle):
        assert all(distance > -1e-6 for spot in segment for distance in distances(spot, ring))


def test_hatch_lines_leave_out_holes() -> None:
    outer, hole = ((0, 0), (9, 0), (9, 9), (0, 9)), ((3, 3), (3, 6), (6, 6), (6, 3))
    lengths = sum(hypot(q[0] - p[0], q[1] - p[1]) for p, q in hatching([outer, hole], 1, 0))
    assert lengths == pytest.approx(9 * 9 - 3 * 3)


@given(spots, spots)
def test_ripples_end_where_the_segment_ends(p: Spot, q: Spot) -> None:
    assume(dist(p, q) > 1)
    waves = ripples((p, q), 4, 1)
    assert waves[-1][1] == pytest.approx(q)
    assert len(waves) % 2 == 0


@given(st.floats(-1e6, 1e6))
def test_a_written_coordinate_is_near_and_short(number: float) -> None:
    assert abs(tidy(number) - number) <= 0.0051
    assert str(tidy(number)) != "-0"
    assert len(str(tidy(number)).partition(".")[2]) <= 2


@given(st.text())
def test_cleaned_words_are_the_words_on_one_line(words: str) -> None:
    text = ElementTree.fromstring(f"<a>{clean(words)}</a>".encode()).text or ""
    assert text == readable(" ".join(words.split()))


@given(st.text("ab cd-ef", max_size=80), st.integers(40, 300), st.integers(1, 4), st.booleans())
def test_wrapped_lines_fit_and_lose_nothing_unmarked(words: str, room: int, lines: int, bold: bool) -> None:
    found = wrapped(words, room, 12, lines=lines, bold=bold)
    assert len(found) <= lines
    assert all(width_of(line, 12, bold=bold) <= room for line in found)
    if not any("…" in line for line in found):
        assert "".join("".join(found).split()) == "".join(words.split())


def test_a_long_word_is_broken_at_a_hyphen_and_a_short_one_is_not() -> None:
    assert wrapped("pieces-2-edges-1-extension-line", 130, 12) == ["pieces-2-edges-1-", "extension-line"]
    assert wrapped("one two-three", 70, 12) == ["one", "two-three"]


def test_words_that_fit_are_left_whole() -> None:
    assert shortened("square", 100, 12) == "square"
    assert shortened("square and more", 60, 12) == "square…"
