"""Cells of CSV files: no program for tables computes what a stranger wrote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heuristan.common.cells import as_cell


@pytest.mark.parametrize("text", ["=cmd", "+1+1", "-a", "@SUM(1)", "\t=1", " =1", "-1+1"])
def test_what_looks_like_a_formula_is_a_text(text: str) -> None:
    assert as_cell(text) == f"'{text}"


@pytest.mark.parametrize("value", ["cat", "-1.5", "+2e3", "", "a=b", -1, None, True, 0.5])
def test_anything_else_stays(value: object) -> None:
    assert as_cell(value) is value


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers())
def test_a_number_stays_a_number_though_it_is_a_text(number: float) -> None:
    assert as_cell(str(number)) == str(number)
