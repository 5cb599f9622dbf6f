"""Cracks in pieces are filled, blanks and their throats are not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heuristan.jigsaw.arrays import Booleans, Bytes
from heuristan.jigsaw.reading.cracks import TABLE, WIDTH, without_cracks


def square() -> Bytes:
    """Draw a piece of 60 x 60 pixels on a table of 100 x 100."""
    own = np.zeros((100, 100), np.uint8)
    own[20:80, 20:80] = 1
    return own


def nowhere() -> Booleans:
    return np.zeros((100, 100), dtype=bool)


@given(st.integers(1, WIDTH - 1), st.integers(8, 50), st.integers(25, 70))
def test_a_thin_strip_that_ends_inside_is_filled(width: int, length: int, at: int) -> None:
    whole = square()
    cracked = whole.copy()
    cracked[at : at + width, 80 - length : 80] = 0
    found = without_cracks(cracked, nowhere())
    # the mouth stays a little rounded
    assert (found[:, :76] == whole[:, :76]).all()
    assert (found >= cracked).all()


def test_a_strip_that_shows_the_table_is_a_narrow_blank() -> None:
    own, table = square(), nowhere()
    own[40:44, 60:80] = 0
    table[40:44, 60 : 60 + round(20 * 2 * TABLE)] = True
    assert without_cracks(own, table).tolist() == own.tolist()


def test_a_throat_leads_from_table_to_table() -> None:
    own = square()
    own[30:46, 50:66] = 0
    own[36:40, 66:80] = 0
    found = without_cracks(own, nowhere())
    assert not found[36:40, 50:80].any()


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_shallow_notch_stays(depth: int) -> None:
    own = square()
    own[40:44, 80 - depth : 80] = 0
    assert without_cracks(own, nowhere()).tolist() == own.tolist()


def test_corners_stay_as_sharp_as_they_are() -> None:
    own = square()
    own[20:50, 20:50] = 0
    assert without_cracks(own, nowhere()).tolist() == own.tolist()
