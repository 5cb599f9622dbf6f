"""The border: strips are joined in order of confidence, the last ones exactly, and wrong joints are cut again.

The paper (section 4.1) stops after the first two steps. It never takes a greedy join back, and with more than about
forty pieces at the border one of them is wrong (section 5). Here the ring is only a first guess: doubtful joints are
cut, together with those that compete with them, and the strips between the cuts are arranged exactly again, as long as
that makes the ring cheaper.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from heuristan.common.clock import Clock
from heuristan.jigsaw.arrays import Floats, Indices
from heuristan.jigsaw.assembly.dimensions import Dimensions
from heuristan.jigsaw.assembly.held_karp import Arrangement, arrange
from heuristan.jigsaw.assembly.ring import Ring, Strip, place_costs
from heuristan.jigsaw.assembly.strips import merged

STRIPS_OF_THE_PAPER = 9
"""Section 4.1: 'we end in step 4 when we have reduced to no more than 9 strips'."""
STRIPS = 11
"""Maximum number of strips to arrange exactly: Held and Karp's recursion takes some milliseconds for them, and twice as
long for each one more."""
COMPETITORS = 3
"""Number of the cheapest joints beside a doubtful one that are cut with it."""
GAIN = 1e-9
"""Minimum gain: sums of a hundred costs of about 1 are exact to 1e-13, and ties must not be exchanged for ever."""


class Border(NamedTuple):
    """A border."""

    size: Dimensions
    order: Strip
    """The pieces clockwise from the top left corner."""
    strips: tuple[Strip, ...]
    """The last strips, which were arranged exactly."""


def border_of_the_paper(ring: Ring, starts: Callable[[Dimensions], Sequence[int]], *, upright: bool = False) -> Border:
    """Arrange the border by Algorithm 1 of the paper: rows and columns are not known, and any rectangle is accepted.

    The cheapest combination of the last strips that has the corners of a rectangle is taken. (The paper tests all
    combinations; Held and Karp's recursion finds the same one.)

    Args:
        ring: the border.
        starts: the corners of a rectangle at which the first corner piece may lie.
        upright: whether the orientation is known, so that r x c and c x r are different rectangles.
    """
    strips = merged(ring, STRIPS_OF_THE_PAPER)
    half = (len(ring) + 4) // 2
    sizes = [Dimensions(rows, half - rows) for rows in range(2, half - 1 if upright else half // 2 + 1)]
    found = [(size, _arranged(ring, place_costs(ring, size), strips, starts(size))) for size in sizes]
    size, best = min(found, key=lambda pair: pair[1].cost)
    return Border(size, best.order, tuple(strips))


def border_of(ring: Ring, size: Dimensions, starts: Sequence[int], clock: Clock) -> Border:
    """Arrange the border as cheaply as possible, given rows and columns.

    Args:
        ring: the border.
        size: rows and columns.
        starts: the corners at which the first corner piece may lie.
        clock: says when to stop repairing; a ring is returned in any case.
    """
    places = place_costs(ring, size)
    strips = merged(ring, STRIPS, Rectangle(ring, size))
    if len(strips) > STRIPS:
        strips = merged(ring, STRIPS)
    found = _arranged(ring, places, strips, starts)
    return Border(size, repaired(ring, places, found, starts, clock).order, tuple(strips))


class Rectangle:
    """The test whether a strip may lie anywhere on the ring, by its corners."""

    def __init__(self, ring: Ring, size: Dimensions) -> None:
        self._is_corner = ring.is_corner
        corners = np.zeros(len(ring), dtype=bool)
        corners[list(size.corner_places())] = True
        self._twice = np.concatenate([corners, corners])

    def __call__(self, strip: Sequence[int]) -> bool:
        mine = self._is_corner[list(strip)]
        windows = np.lib.stride_tricks.sliding_window_view(self._twice, len(strip))
        return bool((windows == mine).all(axis=1).any())


def repaired(ring: Ring, places: Floats, found: Arrangement, starts: Sequence[int], clock: Clock) -> Arrangement:
    """Cut doubtful joints and arrange the strips between them again, until the ring gets no cheaper."""
    better = True
    while better:
        better = False
        for cuts in _doubtful_cuts(ring, places, found.order):
            if clock.is_over():
                return found
            tried = _arranged(ring, places, _cut(found.order, cuts), starts)
            if tried.cost < found.cost - GAIN:
                found, better = tried, True
                break
    return found


def _arranged(ring: Ring, places: Floats, strips: Sequence[Strip], starts: Sequence[int]) -> Arrangement:
    """Arrange strips so that the first corner piece lies at one of the places in `starts`."""
    corner = int(ring.is_corner.argmax())
    # the strip with the corner piece goes first: its place decides those of the others
    ordered = sorted(strips, key=lambda strip: corner not in strip)
    shift = ordered[0].index(corner)
    return arrange(ring, places, ordered, [(place - shift) % len(ring) for place in starts])


def _doubtful_cuts(ring: Ring, places: Floats, order: Strip) -> Iterator[list[int]]:
    """Yield sets of places after which to cut the ring, beginning with the most doubtful joint.

    A joint is doubtful if its first piece, its place included, could cost less. In any cheaper ring at least one such
    piece costs less, so it is enough to begin with these joints.
    """
    here = np.asarray(order)
    own = ring.joints[here, np.roll(here, -1)] + places[here, np.arange(len(here))]
    spared = own - (ring.joints.min(axis=1) + places.min(axis=1))[here]
    where = np.empty(len(here), dtype=np.intp)
    where[here] = np.arange(len(here))
    for place in np.argsort(-spared, kind="stable").tolist():
        if spared[place] > GAIN:
            yield _around(ring, where, here, place)


def _around(ring: Ring, where: Indices, here: Indices, place: int) -> list[int]:
    """Return a joint, its competitors, their competitors and so on, up to as many cuts as can be solved exactly."""
    cuts, waiting = {place: None}, [place]
    while waiting and len(cuts) < STRIPS:
        joint = waiting.pop(0)
        before, after = here[joint], here[(joint + 1) % len(here)]
        followers = np.argsort(ring.joints[before], kind="stable")[: COMPETITORS + 1]
        leaders = np.argsort(ring.joints[:, after], kind="stable")[: COMPETITORS + 1]
        # a better follower is cut off from the piece before it, a better leader from the piece after it
        rivals = [*((where[followers] - 1) % len(here)).tolist(), *where[leaders].tolist()]
        for rival in rivals:
            if rival not in cuts and len(cuts) < STRIPS:
                cuts[rival] = None
                waiting.append(rival)
    return sorted(cuts)


def _cut(order: Strip, cuts: Sequence[int]) -> list[Strip]:
    """Return the strips between cuts; the first one runs across the end of the order."""
    pairs = pairwise(cuts)
    return [order[cuts[-1] + 1 :] + order[: cuts[0] + 1], *(order[a + 1 : b + 1] for a, b in pairs)]
