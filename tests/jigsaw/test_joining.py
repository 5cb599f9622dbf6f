"""Parts of one piece that lie apart, because a band of it has the colour of the table."""

import numpy as np
import pytest

from heuristan.jigsaw.arrays import Singles
from heuristan.jigsaw.reading.joining import joined


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
