"""All tabs and blanks of a puzzle, ready to be measured against each other at once."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from heuristan.jigsaw.arrays import Booleans, Floats
from heuristan.jigsaw.measures.frame import Pixels, Sampled, framed_sides, pixels, sampled
from heuristan.jigsaw.measures.joints import FORBIDDEN, allowed, blanks, tabs
from heuristan.jigsaw.piece import Piece

SAMPLES = 32
"""Number of samples of a side's whole curve: about one in three pixels."""


class Sides:
    """The tabs and the blanks of all pieces. Measures are tables of tabs (rows) against blanks (columns)."""

    def __init__(self, pieces: Sequence[Piece], *, upright: bool = False) -> None:
        self._count = 4 * len(pieces)
        self._tab_places = np.flatnonzero(tabs(pieces))
        self._blank_places = np.flatnonzero(blanks(pieces))
        self.tabs = framed_sides(pieces, self._tab_places)
        self.blanks = framed_sides(pieces, self._blank_places)
        self.allowed: Booleans = allowed(pieces, upright=upright)[np.ix_(self._tab_places, self._blank_places)]
        """Whether a tab may lie against a blank, shape (tabs, blanks)."""

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

    def table(self, costs: Floats) -> Floats:
        """Expand costs of tabs against blanks to a table of all sides, numbered four times the piece plus the side.

        Sides that may not lie against each other cost FORBIDDEN, the maximum.
        """
        found = np.full((self._count, self._count), FORBIDDEN)
        own = np.where(self.allowed, np.minimum(costs, FORBIDDEN), FORBIDDEN)
        found[np.ix_(self._tab_places, self._blank_places)] = own
        found[np.ix_(self._blank_places, self._tab_places)] = own.T
        return found
