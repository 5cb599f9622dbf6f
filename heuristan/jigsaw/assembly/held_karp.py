"""The cheapest arrangement of a few strips of the border, exactly (Held and Karp, 1962)."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.arrays import Floats, Indices
from heuristan.jigsaw.assembly.ring import Ring, Strip


class Arrangement(NamedTuple):
    """A whole ring."""

    cost: float
    order: Strip
    """The pieces clockwise from the top left corner."""


def arrange(ring: Ring, places: Floats, strips: Sequence[Strip], starts: Sequence[int]) -> Arrangement:
    """Return the cheapest ring made of strips.

    A set of strips laid one after the other determines how many pieces lie there, and so at which place the next strip
    begins. So the costs of pieces at places (`places`, above all those of corners) go into the recursion of Held and
    Karp directly.

    Args:
        ring: the border.
        places: the cost of each piece at each place, shape (n, n).
        strips: all pieces of the ring, each in one strip.
        starts: places at which the first piece of the first strip may lie.
    """
    lengths = np.array([len(strip) for strip in strips])
    joints = ring.joints[np.ix_([strip[-1] for strip in strips], [strip[0] for strip in strips])]
    laid = np.array([_strip_costs(places, strip) for strip in strips])
    inside = sum(float(ring.joints[a, b]) for strip in strips for a, b in pairwise(strip))
    best = min((_from(start, lengths, joints, laid) for start in starts), key=lambda found: found[0])
    cost, start, turns = best
    pieces = [piece for strip in turns for piece in strips[strip]]
    first = -start % len(ring)
    return Arrangement(cost + inside, tuple(pieces[first:] + pieces[:first]))


def _strip_costs(places: Floats, strip: Strip) -> Floats:
    """Return the cost of a strip at the places of its pieces, for each place at which it may begin; shape (n,)."""
    count = places.shape[1]
    begins = np.arange(count)
    return np.asarray(
        np.sum([places[piece, (begins + i) % count] for i, piece in enumerate(strip)], axis=0), dtype=np.float64
    )


def _from(start: int, lengths: Indices, joints: Floats, laid: Floats) -> tuple[float, int, list[int]]:
    """Return the cheapest order of all strips that begins with the first one at a place.

    1. least[set, last] is the minimum cost of a set of strips (bits, without the first strip) that ends with one.
    2. Sets are taken by size, all of one size at once.
    3. The ring closes from the last strip to the first.
    """
    others = len(lengths) - 1
    if others == 0:
        return float(joints[0, 0] + laid[0, start]), start, [0]
    count = laid.shape[1]
    least = np.full((1 << others, others), np.inf)
    came = np.zeros((1 << others, others), dtype=np.int8)
    bits = 1 << np.arange(others)
    full = (np.arange(1 << others)[:, None] & bits > 0) @ lengths[1:]
    begins = (start + lengths[0] + full) % count
    for last in range(others):
        least[bits[last], last] = joints[0, last + 1] + laid[last + 1, begins[0]]
    for masks in _by_size(others):
        steps = least[masks][:, :, None] + joints[None, 1:, 1:]
        before, cheapest = steps.argmin(axis=1), steps.min(axis=1)
        for last in range(others):
            free = masks & bits[last] == 0
            into = masks[free] | bits[last]
            least[into, last] = cheapest[free, last] + laid[last + 1, begins[masks[free]]]
            came[into, last] = before[free, last]
    ends = least[-1] + joints[1:, 0]
    last = int(ends.argmin())
    return float(ends[last] + laid[0, start]), start, [0, *_walked(came, last)]


@cache
def _by_size(others: int) -> tuple[Indices, ...]:
    """Return the sets of strips of each size, from one strip to all but one."""
    bits = [1 << i for i in range(others)]
    return tuple(np.array([sum(chosen) for chosen in combinations(bits, size)]) for size in range(1, others))


def _walked(came: NDArray[np.int8], last: int) -> list[int]:
    """Walk back from the last strip, and return the order of the strips after the first."""
    mask, found = len(came) - 1, []
    while mask:
        found.append(last + 1)
        mask, last = mask & ~(1 << last), int(came[mask, last])
    return found[::-1]
