"""The foreground of pieces: cracks are filled, blanks and their throats are not, and parts of one piece are joined."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heuristan.jigsaw.piece import Booleans, Bytes, Singles
from heuristan.jigsaw.reading.foreground import CRACK, SHOWN, joined, without_cracks


def square() -> Bytes:
    """Draw a piece of 60 x 60 pixels on a table of 100 x 100."""
    own = np.zeros((100, 100), np.uint8)
    own[20:80, 20:80] = 1
    return own


def nowhere() -> Booleans:
    return np.zeros((100, 100), dtype=bool)


@given(st.integers(1, CRACK - 1), st.integers(8, 50), st.integers(25, 70))
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
    table[40:44, 60 : 60 + round(20 * 2 * SHOWN)] = True
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


def sheet() -> Singles:
    """Draw three rows of three pieces of 80 pixels, 30 pixels apart."""
    found = np.zeros((360, 360), dtype=np.float32)
    for row in range(3):
        for column in range(3):
            found[20 + 110 * row : 100 + 110 * row, 20 + 110 * column : 100 + 110 * column] = 1
    return found


def count(share: Singles) -> int:
    """Count the connected rows of the columns of the second column of pieces, from top to bottom."""
    mask = (share[:, 130:210] > 0.5).any(axis=1).astype(int)
    return int((np.diff(mask, prepend=0) == 1).sum())


@pytest.mark.parametrize("at", [30, 50, 70])
def test_a_band_between_two_parts_is_filled(at: int) -> None:
    whole, apart = sheet(), sheet()
    apart[110 + at : 116 + at, 130:210] = 0
    assert count(apart) == 4
    found = joined(apart)
    assert count(found) == 3
    assert (found >= whole).all()
    assert (found > whole).sum() < 0.03 * 80 * 80  # rounded off at the ends of the band


def test_a_speck_between_two_parts_is_not_what_they_are_joined_to() -> None:
    apart = sheet()
    apart[160:169, 130:210] = 0
    apart[163:166, 160:163] = 1
    assert count(joined(apart)) == 3


def test_whole_pieces_stay_apart() -> None:
    assert np.array_equal(joined(sheet()), sheet())


def test_dirt_and_labels_are_not_joined() -> None:
    share = sheet()
    share[213:222, 140:150] = 1
    assert np.array_equal(joined(share), share)


def test_a_small_thing_beside_a_whole_piece_is_no_part_of_it() -> None:
    share = sheet()
    share[205:235, 130:210] = 1  # with it the piece below would be larger than any other
    assert np.array_equal(joined(share), share)


def test_two_things_are_too_few_to_know_what_is_usual() -> None:
    share = sheet()[:, :120].copy()
    share[110:] = 0
    share[40:46] = 0
    assert np.array_equal(joined(share), share)
