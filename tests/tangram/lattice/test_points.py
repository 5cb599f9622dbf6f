"""Laws of the exact numbers and points."""

from decimal import Decimal, localcontext
from itertools import product
from math import cos, isclose, pi, sin

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from shared.strategies import Motion, directions, leg_points, lengths, motions, numbers, points

from heuristan.tangram.lattice.points import (
    HALF_ROOT,
    LIMIT,
    ONE,
    ORIGIN,
    Point,
    add,
    at,
    bounds,
    code,
    coefficients,
    crossing,
    doubled_area,
    mirror,
    over_root,
    parts,
    point,
    projection,
    step,
    subtract,
    times_root,
    turn,
    value,
    xy,
)


def exact_sign(a: int, b: int) -> int:
    """The sign of a + b/sqrt2, by squares."""
    if a * b >= 0:
        return (a + b > 0) - (a + b < 0)
    # of opposite signs: the term with the greater square decides, 2 a^2 against b^2
    return ((a > 0) - (a < 0)) if 2 * a * a > b * b else ((b > 0) - (b < 0))


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def convergents() -> list[tuple[int, int]]:
    """The (q, p) with p/q nearest to sqrt2 (p^2 - 2 q^2 = 1 or -1), as far as differences of numbers reach."""
    q, p, found = 1, 1, []
    while p <= 2 * LIMIT:
        found.append((q, p))
        q, p = q + p, 2 * q + p
    return found


@st.composite
def near_ties(draw: st.DrawFn) -> tuple[tuple[int, int], tuple[int, int]]:
    """Two numbers whose difference is a multiple of q - p/sqrt2, or off that by one."""
    q, p = draw(st.sampled_from(convergents()))
    factor = draw(st.integers(1, 2 * LIMIT // p)) * draw(st.sampled_from([1, -1]))
    da, db = q * factor + draw(st.integers(-1, 1)), -p * factor
    a = draw(st.integers(max(-LIMIT, -LIMIT - da), min(LIMIT, LIMIT - da)))
    b = draw(st.integers(max(-LIMIT, -LIMIT - db), min(LIMIT, LIMIT - db)))
    return (a, b), (a + da, b + db)


class TestNumbers:
    @given(numbers)
    @example((LIMIT, -LIMIT))
    @example((-LIMIT, LIMIT))
    def test_a_code_is_taken_apart_again(self, number: tuple[int, int]) -> None:
        assert parts(code(*number)) == number

    @given(numbers, numbers)
    def test_codes_add_like_numbers(self, x: tuple[int, int], y: tuple[int, int]) -> None:
        assert parts(code(*x) + code(*y)) == (x[0] + y[0], x[1] + y[1])
        assert parts(code(*x) - code(*y)) == (x[0] - y[0], x[1] - y[1])

    @given(st.one_of(near_ties(), st.tuples(numbers, numbers)))
    @example(((-16730, 23660), (16731, -23661)))
    def test_codes_are_ordered_like_numbers(self, pair: tuple[tuple[int, int], tuple[int, int]]) -> None:
        (a, b), (c, d) = pair
        assert sign(code(a, b) - code(c, d)) == exact_sign(a - c, b - d)

    def test_no_difference_of_two_numbers_has_a_code_of_the_wrong_sign(self) -> None:
        # For each B the code grows with A, so the two A next to the change of sign decide for all of them.
        for b in range(2 * LIMIT + 1):
            a = -round(b * 0.5**0.5)
            for near in (a - 1, a, a + 1):
                assert sign(near * ONE + b * HALF_ROOT) == exact_sign(near, b)

    def test_the_bounds_of_the_proof(self) -> None:
        assert (2 * HALF_ROOT - 1) ** 2 < 2 * ONE**2 < (2 * HALF_ROOT + 1) ** 2  # the nearest integer to ONE/sqrt2
        assert HALF_ROOT % 2 == 1
        # step 2: |A + B/sqrt2| >= 2^-18, squared against the conjugate, for the closest differences there are
        for q, p in convergents():
            assert 2 * q * q - p * p in (1, -1)
            assert Decimal(1) / 2**18 < abs(q - p / Decimal(2).sqrt())

    @pytest.mark.parametrize(("a", "b"), [(LIMIT + 1, 0), (-LIMIT - 1, 0), (0, LIMIT + 1), (0, -LIMIT - 1), (9**30, 1)])
    def test_numbers_out_of_range_are_refused(self, a: int, b: int) -> None:
        with pytest.raises(OverflowError, match="beyond the exact range"):
            code(a, b)
        with pytest.raises(OverflowError):
            point(a, b, 0, 0)

    def test_a_point_is_refused_where_one_projection_is_out_of_range(self) -> None:
        with pytest.raises(OverflowError):
            point(0, LIMIT, 0, -LIMIT)

    @given(st.one_of(numbers, near_ties().map(lambda pair: pair[0])))
    def test_value_keeps_its_error_bound(self, number: tuple[int, int]) -> None:
        a, b = number
        with localcontext() as context:
            context.prec = 60
            exact = a + b / Decimal(2).sqrt()
            assert abs(Decimal(value(code(a, b))) - exact) <= Decimal(abs(a) + abs(b)) / 2**52

    @given(numbers)
    def test_over_root_undoes_times_root(self, number: tuple[int, int]) -> None:
        assert over_root(times_root(code(*number))) == code(*number)

    @given(numbers)
    def test_times_root_undoes_over_root_or_it_is_refused(self, number: tuple[int, int]) -> None:
        if number[1] % 2:
            with pytest.raises(ValueError, match="does not lie on the lattice"):
                over_root(code(*number))
        else:
            assert times_root(over_root(code(*number))) == code(*number)

    @given(numbers)
    def test_times_root_multiplies(self, number: tuple[int, int]) -> None:
        assert isclose(value(times_root(code(*number))), value(code(*number)) * 2**0.5, abs_tol=1e-9)


class TestPoints:
    @given(st.tuples(*[st.integers(-LIMIT // 2, LIMIT // 2)] * 4))
    def test_a_point_is_taken_apart_again(self, cs: tuple[int, int, int, int]) -> None:
        assert coefficients(point(*cs)) == cs

    @given(points(), points())
    def test_subtract_undoes_add(self, p: Point, q: Point) -> None:
        assert subtract(add(p, q), q) == p
        assert coefficients(add(p, q)) == tuple(map(sum, zip(coefficients(p), coefficients(q), strict=True)))

    @given(points(), st.integers(-20, 20), st.integers(-20, 20))
    def test_turns_add_up(self, p: Point, m: int, n: int) -> None:
        assert turn(turn(p, m), n) == turn(p, m + n)

    @given(points())
    def test_a_whole_turn_changes_nothing(self, p: Point) -> None:
        assert turn(p, 8) == p
        assert turn(p, 4) == subtract(ORIGIN, p)

    @given(points(), directions)
    def test_a_turn_is_the_turn_of_the_plane(self, p: Point, eighths: int) -> None:
        (x, y), (u, v) = xy(p), xy(turn(p, eighths))
        c, s = cos(eighths * pi / 4), sin(eighths * pi / 4)
        assert u == pytest.approx(c * x - s * y, abs=1e-9)
        assert v == pytest.approx(s * x + c * y, abs=1e-9)

    @given(points(), directions)
    def test_mirror_is_an_involution_that_reverses_turns(self, p: Point, eighths: int) -> None:
        assert mirror(mirror(p)) == p
        assert mirror(turn(p, eighths)) == turn(mirror(p), -eighths)
        (x, y), (u, v) = xy(p), xy(mirror(p))
        assert (u, v) == (x, -y)

    @given(points(), directions)
    def test_a_projection_is_the_first_coordinate_after_turning_back(self, p: Point, direction: int) -> None:
        assert projection(p, direction) == turn(p, -direction)[0]
        assert projection(p, direction + 4) == -projection(p, direction)

    @given(st.lists(points(), min_size=1, max_size=8), motions)
    def test_area_is_kept_up_to_sign(self, ring: list[Point], motion: Motion) -> None:
        a, b = doubled_area(ring)
        assert doubled_area(ring[::-1]) == (-a, -b)
        moved = doubled_area([motion.moved(p) for p in ring])
        assert moved == ((-a, -b) if motion.mirrors else (a, b))

    @given(st.lists(points(), min_size=1, max_size=8))
    def test_area_is_that_of_the_floats(self, ring: list[Point]) -> None:
        a, b = doubled_area(ring)
        spots = [xy(p) for p in ring]
        doubled = sum(x * v - u * y for (x, y), (u, v) in zip(spots, spots[1:] + spots[:1], strict=True))
        assert a + b * 0.5**0.5 == pytest.approx(doubled, abs=1e-6)

    @given(st.lists(points(), min_size=1, max_size=8))
    def test_bounds_are_the_least_and_the_greatest_projections(self, several: list[Point]) -> None:
        box = bounds(several)
        for k in range(4):
            assert (box[2 * k], box[2 * k + 1]) == (min(p[k] for p in several), max(p[k] for p in several))


class TestLines:
    @given(directions, lengths)
    def test_a_step_goes_its_length_along_its_direction(self, direction: int, length: int) -> None:
        displacement = step(direction, length)
        assert projection(displacement, direction) == length
        assert projection(displacement, direction + 2) == 0
        assert add(displacement, step(direction + 4, length)) == ORIGIN
        assert step(direction, -length) == step(direction + 4, length)

    def test_a_step_off_the_lattice_is_refused(self) -> None:
        with pytest.raises(ValueError, match="does not lie on the lattice"):
            step(0, code(0, 1))

    @given(points(), st.integers(0, 3))
    def test_a_point_lies_at_its_place_on_its_line(self, p: Point, k: int) -> None:
        assert at(k, projection(p, k + 2), p[k]) == p

    def test_a_place_off_the_lattice_is_refused(self) -> None:
        with pytest.raises(ValueError, match="does not lie on the lattice"):
            at(0, code(0, 0), code(0, 1))

    @given(points(), st.integers(0, 3), st.integers(0, 3))
    def test_two_lines_through_a_point_cross_there(self, p: Point, k: int, m: int) -> None:
        assume(k != m)
        assert crossing(k, projection(p, k + 2), m, projection(p, m + 2)) == p

    @given(leg_points(), leg_points(), st.integers(0, 3), st.integers(0, 3))
    def test_two_lattice_lines_cross_on_the_half_lattice(self, p: Point, q: Point, k: int, m: int) -> None:
        assume(k != m)
        met = crossing(k, projection(p, k + 2), m, projection(q, m + 2))
        assert projection(met, k + 2) == projection(p, k + 2)
        assert projection(met, m + 2) == projection(q, m + 2)
        assert point(*coefficients(met)) == met

    @pytest.mark.parametrize("k", range(4))
    def test_parallel_lines_do_not_meet(self, k: int) -> None:
        with pytest.raises(ValueError, match="parallel"):
            crossing(k, 0, k, code(2, 0))

    def test_every_pair_of_directions_crosses_at_the_origin(self) -> None:
        for k, m in product(range(4), repeat=2):
            if k != m:
                assert crossing(k, 0, m, 0) == ORIGIN
