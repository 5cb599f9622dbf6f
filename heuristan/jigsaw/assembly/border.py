"""The border: the most confident strips first, the last strips exactly, and what was joined wrongly cut again.

The paper (section 4.1) stops after the first two. A greedy join is never taken back there, and with more than some
forty pieces at the border one of them is wrong (section 5). Here the ring that comes out is a first guess: doubtful
joints are cut, together with those that compete with them, and the strips between the cuts are arranged exactly again,
as long as that makes the ring cheaper.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.assembly.clock import Clock
from heuristan.jigsaw.assembly.dimensions import Dimensions
from heuristan.jigsaw.assembly.held_karp import Arrangement, arrange
from heuristan.jigsaw.assembly.ring import Ring, Strip, place_costs
from heuristan.jigsaw.assembly.strips import merged
from heuristan.jigsaw.measures.frame import Floats

STRIPS_OF_THE_PAPER = 9
"""Section 4.1: 'we end in step 4 when we have reduced to no more than 9 strips'."""
STRIPS = 11
"""Held and Karp take some milliseconds for so many, and twice as long for each one more."""
COMPETITORS = 3
"""How many of the cheapest joints beside a doubtful one are cut with it."""
GAIN = 1e-9
"""A ring is cheaper only by more than this: sums of a hundred costs of about 1 are right to 1e-13, and a tie must not
go round for ever."""


class Border(NamedTuple):
    """A border that was laid."""

    size: Dimensions
    order: Strip
    """Clockwise from the corner above on the left."""
    strips: tuple[Strip, ...]
    """Those that were left when the last ones were arranged."""


def border_of_the_paper(ring: Ring, starts: Callable[[Dimensions], Sequence[int]], *, upright: bool = False) -> Border:
    """Algorithm 1 as the paper has it: rows and columns are not known, and any rectangle will do.

    Of all combinations of the last strips that have the corners of a rectangle the cheapest is taken. (The paper tests
    them all; Held and Karp find the same one.)

    Args:
        ring: the border.
        starts: at which corners of a rectangle the first corner piece may lie.
        upright: whether the orientation is known, so that more rows than columns are something else than fewer.
    """
    strips = merged(ring, STRIPS_OF_THE_PAPER)
    half = (len(ring) + 4) // 2
    sizes = [Dimensions(rows, half - rows) for rows in range(2, half - 1 if upright else half // 2 + 1)]
    found = [(size, _arranged(ring, place_costs(ring, size), strips, starts(size))) for size in sizes]
    size, best = min(found, key=lambda pair: pair[1].cost)
    return Border(size, best.order, tuple(strips))


def border_of(ring: Ring, size: Dimensions, starts: Sequence[int], clock: Clock) -> Border:
    """The cheapest ring that is found.

    Args:
        ring: the border.
        size: rows and columns.
        starts: at which corners the first corner piece may lie.
        clock: when to stop mending; a ring is given in any case.
    """
    places = place_costs(ring, size)
    strips = merged(ring, STRIPS, Rectangle(ring, size))
    if len(strips) > STRIPS:
        strips = merged(ring, STRIPS)
    found = _arranged(ring, places, strips, starts)
    return Border(size, mended(ring, places, found, starts, clock).order, tuple(strips))


class Rectangle:
    """Says whether a strip may lie somewhere on the ring, by its corners."""

    def __init__(self, ring: Ring, size: Dimensions) -> None:
        self._is_corner = ring.is_corner
        corners = np.zeros(len(ring), dtype=bool)
        corners[list(size.corner_places())] = True
        self._twice = np.concatenate([corners, corners])

    def __call__(self, strip: Sequence[int]) -> bool:
        mine = self._is_corner[list(strip)]
        windows = np.lib.stride_tricks.sliding_window_view(self._twice, len(strip))
        return bool((windows == mine).all(axis=1).any())


def mended(ring: Ring, places: Floats, found: Arrangement, starts: Sequence[int], clock: Clock) -> Arrangement:
    """Cut doubtful joints and arrange the strips between them anew, until nothing gets cheaper."""
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
    """Arrange strips so that the first corner piece lies at one of the corners named."""
    corner = int(ring.is_corner.argmax())
    # the strip with the corner piece goes first: the others follow it
    ordered = sorted(strips, key=lambda strip: corner not in strip)
    shift = ordered[0].index(corner)
    return arrange(ring, places, ordered, [(place - shift) % len(ring) for place in starts])


def _doubtful_cuts(ring: Ring, places: Floats, order: Strip) -> Iterator[list[int]]:
    """Sets of places after which to cut the ring, beginning with the most doubtful joint.

    A joint is doubtful if what its first piece costs, its place included, could be less. Any ring that is cheaper than
    this one has such a piece lie better, so that the other joints need not be begun with.
    """
    here = np.asarray(order)
    own = ring.joints[here, np.roll(here, -1)] + places[here, np.arange(len(here))]
    spared = own - (ring.joints.min(axis=1) + places.min(axis=1))[here]
    where = np.empty(len(here), dtype=np.intp)
    where[here] = np.arange(len(here))
    for place in np.argsort(-spared, kind="stable").tolist():
        if spared[place] > GAIN:
            yield _around(ring, where, here, place)


def _around(ring: Ring, where: NDArray[np.intp], here: NDArray[np.intp], place: int) -> list[int]:
    """A joint, those that compete with it, those that compete with these, until there are as many as can be solved."""
    cuts, waiting = {place: None}, [place]
    while waiting and len(cuts) < STRIPS:
        joint = waiting.pop(0)
        before, after = here[joint], here[(joint + 1) % len(here)]
        followers = np.argsort(ring.joints[before], kind="stable")[: COMPETITORS + 1]
        leaders = np.argsort(ring.joints[:, after], kind="stable")[: COMPETITORS + 1]
        # a piece that would rather follow is freed from what is before it, one that would rather lead from what is
        # after it
        rivals = [*((where[followers] - 1) % len(here)).tolist(), *where[leaders].tolist()]
        for rival in rivals:
            if rival not in cuts and len(cuts) < STRIPS:
                cuts[rival] = None
                waiting.append(rival)
    return sorted(cuts)


def _cut(order: Strip, cuts: Sequence[int]) -> list[Strip]:
    """The strips between cuts, the first of them round the end."""
    pairs = pairwise(cuts)
    return [order[cuts[-1] + 1 :] + order[: cuts[0] + 1], *(order[a + 1 : b + 1] for a, b in pairs)]
