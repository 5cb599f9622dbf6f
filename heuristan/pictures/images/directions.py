"""The directions that a figure's edges have: multiples of 45 degrees from one or more turns."""

from collections.abc import Sequence

import numpy as np

from heuristan.common.images.pixels import Image
from heuristan.pictures.images.lines import Line

EIGHTH = np.pi / 4
PLACE = 0.35
"""Uncertainty of the ends of a fitted line, in pixels."""
SURE = 0.004
"""Uncertainty of every direction, in radians."""
CLOSE = 4.0
"""Maximum error of a line of a family, in uncertainties."""
MAX_FAMILIES = 4
"""Maximum number of families of directions in a figure."""
APART = 0.08
"""Minimum angle between the turns of two families, in radians; nearer ones are one family, badly seen."""
MIN_SHARE = 0.06
"""Minimum share of the length of all lines in another family."""


def doubts_of(lines: Sequence[Line]) -> Image:
    """Return the uncertainty of each line's direction, in radians."""
    return np.hypot(SURE, PLACE / np.array([max(line.length, 1.0) for line in lines]))


def residuals(angles: Image, turn: Image | float) -> Image:
    """Return the differences of angles from the nearest multiples of 45 degrees, counted from a turn."""
    return np.asarray((angles - turn + EIGHTH / 2) % EIGHTH - EIGHTH / 2)


def turn_of(lines: Sequence[Line]) -> float:
    """Return the turn of the family that most of the lines belong to, by weight of their certainty."""
    angles = np.array([line.angle for line in lines])
    weight = np.array([line.length for line in lines])
    doubts = doubts_of(lines)
    off = residuals(angles[None, :], angles[:, None])
    support = (weight / (1 + (off / (2 * doubts + 0.01)) ** 2)).sum(axis=1)
    turn = float(angles[int(support.argmax())])
    for _ in range(5):
        off = residuals(angles, turn)
        share = doubts**-2.0 / (1 + (off / (2 * doubts + 0.005)) ** 2) ** 2
        turn += float((share * off).sum() / share.sum())
    return turn % EIGHTH


def turns_of(lines: Sequence[Line]) -> list[float]:
    """Return the turns of all families, those with the longest lines first."""
    left = list(lines)
    turns: list[float] = []
    shortest = MIN_SHARE * sum(line.length for line in lines)
    while len(turns) < MAX_FAMILIES and len(left) >= 2:
        turn = turn_of(left)
        off = abs(residuals(np.array([line.angle for line in left]), turn)) / doubts_of(left)
        own = [line for line, far in zip(left, off, strict=True) if far <= CLOSE]
        if len(own) < 2 or (turns and sum(line.length for line in own) < shortest):
            break
        if all(abs(residuals(np.array(turn), other)) > APART for other in turns):
            turns.append(turn)
        left = [line for line, far in zip(left, off, strict=True) if far > CLOSE]
    return turns


def directions_of(turns: Sequence[float]) -> list[float]:
    """Return the four directions of each family."""
    return [turn + k * EIGHTH for turn in turns for k in range(4)]
