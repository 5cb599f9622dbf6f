"""Lengths in text: what is printed reads back the same, and anything else is refused."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heuristan.tangram.lattice.lengths import Length, parse_length

fractions = st.builds(Fraction, st.integers(-999_999, 999_999), st.integers(1, 999))
exact_lengths = st.builds(Length, fractions, fractions)


@given(exact_lengths)
def test_printing_and_parsing_is_the_identity(length: Length) -> None:
    assert parse_length(str(length)) == length


@given(exact_lengths, exact_lengths)
def test_the_sign_of_a_difference_is_the_order_of_the_floats(p: Length, q: Length) -> None:
    difference = p.minus(q)
    if abs(float(p) - float(q)) > 1e-6:
        assert difference.sign == (1 if float(p) > float(q) else -1)
    assert (difference.sign == 0) == (p == q)
    assert difference.plus(q) == p


@given(st.text(max_size=80))
def test_any_text_is_a_length_or_a_value_error(text: str) -> None:
    try:
        length = parse_length(text)
    except ValueError:
        return
    assert parse_length(str(length)) == length


@pytest.mark.parametrize(
    ("text", "whole", "root"),
    [
        ("1+2r2", 1, 2),
        ("2r2 + 1", 1, 2),
        ("-r2/2", 0, Fraction(-1, 2)),
        ("3/2", Fraction(3, 2), 0),
        ("3r2/4-1", -1, Fraction(3, 4)),
        ("0.5", Fraction(1, 2), 0),
        ("1.5r2", 0, Fraction(3, 2)),
        ("1+1", 2, 0),
        (2, 2, 0),
        (0.25, Fraction(1, 4), 0),
        ("0", 0, 0),
    ],
)
def test_forms_of_a_length(text: object, whole: Fraction, root: Fraction) -> None:
    assert parse_length(text) == (whole, root)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "r3",
        "1r2r2",
        "2 sqrt2",
        "1/0",
        "1e3",
        "1//2",
        "+",
        "1234567",
        "1/2r2",
        "nan",
        True,
        None,
        [1],
        float("nan"),
        10**30,
        "²",
    ],
)
def test_what_is_no_length_is_refused(text: object) -> None:
    with pytest.raises(ValueError, match="is not a length; write a number like 2, 1\\+2r2"):
        parse_length(text)
