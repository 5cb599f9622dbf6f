"""Things that hang together through others."""

import numpy as np

from heuristan.common.images.pixels import Image


def connected(are_near: Image) -> list[list[int]]:
    """Return the groups of numbers that are connected by being near each other, in the order of their first ones.

    Args:
        are_near: for each two numbers whether they are near, a symmetrical table.
    """
    left = np.ones(len(are_near), bool)
    groups = []
    for first in range(len(are_near)):
        if not left[first]:
            continue
        left[first] = False
        group = [first]
        for number in group:
            near = np.flatnonzero(are_near[number] & left).tolist()
            left[near] = False
            group += near
        groups.append(group)
    return groups
