"""All tabs and blanks of a puzzle, ready to be measured against each other at once."""

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from heuristan.jigsaw.arrays import Booleans, Floats
from heuristan.jigsaw.measures.frame import Pixels, Sampled, framed_sides, pixels, sampled
from heuristan.jigsaw.measures.joints import FORBIDDEN, allowed, blanks, opposite, tabs
from heuristan.jigsaw.measures.outlines import Outline
from heuristan.jigsaw.measures.weighing import Joints
from heuristan.jigsaw.piece import Piece

SAMPLES = 32
"""Number of samples of a side's whole curve: about one in three pixels."""


class Sides:
    """The tabs and the blanks of all pieces. Measures are tables of tabs (rows) against blanks (columns)."""

    def __init__(self, pieces: Sequence[Piece], *, upright: bool = False, flats_are_sure: bool = True) -> None:
        self._pieces = pieces
        self._tab_places = np.flatnonzero(tabs(pieces))
        self._blank_places = np.flatnonzero(blanks(pieces))
        self.tabs = framed_sides(pieces, self._tab_places)
        self.blanks = framed_sides(pieces, self._blank_places)
        may = (allowed if flats_are_sure else opposite)(pieces, upright=upright)
        self.allowed: Booleans = may[np.ix_(self._tab_places, self._blank_places)]
        """Whether a tab may lie against a blank, shape (tabs, blanks)."""

    @cached_property
    def whole(self) -> list[Outline]:
        """The whole outline of each piece."""
        return [Outline.of(piece) for piece in self._pieces]

    @property
    def outlines(self) -> tuple[list[tuple[Outline, int]], list[tuple[Outline, int]]]:
        """Tabs and blanks as sides of whole outlines."""
        tabs, blanks = (
            [(self.whole[at // 4], int(at % 4)) for at in places] for places in (self._tab_places, self._blank_places)
        )
        return tabs, blanks

    @cached_property
    def samples(self) -> tuple[Sampled, Sampled]:
        """Tabs and blanks at the same number of places by arc length."""
        return sampled(self.tabs, SAMPLES), sampled(self.blanks, SAMPLES)

    @cached_property
    def stretches(self) -> tuple[Sampled, Sampled]:
        """The same at half as many places, for learning from few joints."""
        tabs, blanks = self.samples
        return tabs.halved(), blanks.halved()

    @cached_property
    def pixels(self) -> tuple[Pixels, Pixels]:
        """Tabs and blanks with a sample a pixel, aligned by their midpoints, as in the paper."""
        longest = max(len(side.curve) for side in [*self.tabs, *self.blanks])
        return pixels(self.tabs, longest), pixels(self.blanks, longest)

    def joints(self, pairs: Iterable[tuple[int, int]]) -> Joints:
        """Return the joints among pairs of sides, which are numbered four times the piece plus the side."""
        tabs, blanks = ({int(side): i for i, side in enumerate(at)} for at in (self._tab_places, self._blank_places))
        either = [pair if pair[0] in tabs else pair[::-1] for pair in pairs]
        found = [(tabs[one], blanks[other]) for one, other in either if one in tabs and other in blanks]
        both = np.array(found, dtype=np.intp).reshape(-1, 2)
        return Joints(both[:, 0], both[:, 1])

    def table(self, costs: Floats) -> Floats:
        """Expand costs of tabs against blanks to a table of all sides, numbered four times the piece plus the side.

        Sides that may not lie against each other cost FORBIDDEN, the maximum.
        """
        found = np.full((4 * len(self._pieces),) * 2, FORBIDDEN)
        own = np.where(self.allowed, np.minimum(costs, FORBIDDEN), FORBIDDEN)
        found[np.ix_(self._tab_places, self._blank_places)] = own
        found[np.ix_(self._blank_places, self._tab_places)] = own.T
        return found
