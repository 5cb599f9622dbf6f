"""The rim of a scan: what a scanner adds along the sides of its picture, and where its light falls off.

Beside the glass a scanner shows its lid or its frame, as lines along the picture's rim that are not table: they are
taken off. Towards the rim its light often falls off: there each line is as dark as its table says. Both are for
pictures whose rim is not of one colour: pieces that lie close to the rim fill more of it than the table does.
"""

import numpy as np

from heuristan.jigsaw.arrays import Booleans, Floats, Singles
from heuristan.jigsaw.pictures import Picture

FRAME = 0.03
"""Depth to which a rim may reach, as a share of the picture's shorter side."""
LID = 40.0
"""Minimum difference of a line from the table, in grey levels, from which it shows the lid."""
EVEN = 10.0
"""Median difference of a line from its own middle colour, in grey levels more than usual, up to which it is table."""
FALLING = 4.0
"""Difference from the table, in grey levels, below which the light of a line does not fall off."""


def without_lid(picture: Picture) -> tuple[slice, slice]:
    """Return the rows and columns of a picture inside the lines that show a scanner's lid or frame.

    They lie along some of the sides: what surrounds the picture on all four is a margin.
    """
    height, width = picture.shape[:2]
    colours = picture[..., :3].astype(np.float32)
    depth = _depth_of(colours)
    table = _table(colours, depth)
    top, bottom, left, right = (_first(~_is_lid(lines, table)) for lines in _sides(colours, depth))
    if min(top, bottom, left, right) > 0:
        return slice(0, height), slice(0, width)
    return slice(top, height - bottom), slice(left, width - right)


def flattened(colours: Singles) -> Singles:
    """Return a picture in which the light does not fall off towards the rim."""
    depth = _depth_of(colours)
    table = _table(colours, depth)
    flat = colours.copy()
    # views, so that what is added to a side is added to the picture
    for lines in _sides(flat, depth):
        fall = _middles(lines) - table
        end = _first(np.linalg.norm(fall, axis=1) < FALLING)
        lines[:end] -= fall[:end, None]
    return flat


def _depth_of(colours: Singles) -> int:
    height, width = colours.shape[:2]
    return int(max(1, round(FRAME * min(height, width))))


def _sides(colours: Singles, depth: int) -> tuple[Singles, Singles, Singles, Singles]:
    """Return the lines along the upper, lower, left and right side from the rim inwards, shape (lines, pixels, 3)."""
    across = colours.transpose(1, 0, 2)
    return colours[:depth], colours[::-1][:depth], across[:depth], across[::-1][:depth]


def _table(colours: Singles, depth: int) -> Floats:
    """Return the middle colour of the picture's frame."""
    return np.asarray(np.median(np.concatenate([np.concatenate(side) for side in _sides(colours, depth)]), axis=0))


def _middles(lines: Singles) -> Floats:
    return np.asarray(np.median(lines, axis=1))


def _is_lid(lines: Singles, table: Floats) -> Booleans:
    """Return which lines have another colour than the table, or none."""
    middles = _middles(lines)
    uneven = np.median(np.linalg.norm(lines - middles[:, None], axis=2), axis=1)
    return np.asarray((np.linalg.norm(middles - table, axis=1) > LID) | (uneven > np.median(uneven) + EVEN))


def _first(those: Booleans) -> int:
    """Return the first line that is one of those; 0 if none is, because then it is not a rim."""
    if not those.any():
        return 0
    return int(np.argmax(those))
