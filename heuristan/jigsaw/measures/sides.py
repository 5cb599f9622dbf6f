"""All tabs and blanks of a puzzle in one common frame, in which a tab and the blank that it fits are the same curve.

In the frame a tab has its first corner on the left, its last on the right, and the outside of the piece above. A blank
is turned by half a turn, as if its piece lay above the tab's: its last corner is on the left, and the hollow rises. So
measures subtract curves and colours without asking which side is which.

A side has one number, four times the index of its piece plus its own index, so that a table over all sides is one
array. Which two may lie against each other the kinds of the sides say, which are never wrong if the pieces were read
correctly: tabs go into blanks, flat sides lie against nothing, and a side next to a flat one joins two pieces of the
border, so the side it lies against is next to a flat one too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from heuristan.jigsaw.piece import Booleans, Floats, Indices, Piece, Side, of_kind

FORBIDDEN = 1e4
"""Cost of a joint that is impossible, and of a corner piece that is not at a corner. Other costs are about 1, and a
puzzle has about a thousand joints: a forbidden one weighs more than all allowed ones, and sums keep nine digits for
the rest."""


class Joints(NamedTuple):
    """Pairs of sides that are assumed to be joints."""

    tabs: Indices
    blanks: Indices


def ahead(pieces: Sequence[Piece]) -> Booleans:
    """Return which sides point onwards on the border, clockwise: after a flat side and not flat. Shape (4 * pieces,)"""
    flat = of_kind(pieces, "flat")
    return (np.roll(flat, 1, axis=1) & ~flat).ravel()


def behind(pieces: Sequence[Piece]) -> Booleans:
    """Return which sides point back on the border, clockwise: before a flat side and not flat. Shape (4 * pieces,)"""
    flat = of_kind(pieces, "flat")
    return (np.roll(flat, -1, axis=1) & ~flat).ravel()


def allowed(pieces: Sequence[Piece], *, upright: bool = False) -> Booleans:
    """Return whether any two sides may lie against each other, shape (4 * pieces, 4 * pieces), symmetric.

    Args:
        pieces: all pieces of a puzzle.
        upright: whether the first side of each piece is known to be the top one; then right sides lie only against
            left ones, and lower only against upper ones.
    """
    onwards, back = ahead(pieces), behind(pieces)
    inner = ~(onwards | back)
    rings = np.outer(onwards, back) | np.outer(back, onwards) | np.outer(inner, inner)
    return opposite(pieces, upright=upright) & rings


def opposite(pieces: Sequence[Piece], *, upright: bool = False) -> Booleans:
    """Return which sides are a tab and a blank of two pieces, whatever the sides next to them are; as `allowed`.

    A side that is wrongly read as flat says nothing here about the sides next to it.
    """
    tab, blank = (of_kind(pieces, kind).ravel() for kind in ("tab", "blank"))
    found: Booleans = np.outer(tab, blank) | np.outer(blank, tab)
    sides = np.arange(4 * len(pieces))
    found &= sides[:, None] // 4 != sides[None, :] // 4
    if upright:
        found &= (sides[:, None] - sides[None, :]) % 4 == 2
    return found


SAMPLES = 32
"""Number of samples of a side's whole curve: about one in three pixels."""


@dataclass(frozen=True, eq=False)
class Framed:
    """A side in the common frame."""

    curve: Floats
    """Coordinates in pixels along the chord, from its middle, and away from it; shape (n, 2)."""
    colours: Floats
    """Colours in the order of the curve, shape (levels, n, 3)."""


@dataclass(frozen=True, eq=False)
class Sampled:
    """Sides with the same number of samples each, evenly along the curve."""

    curves: Floats
    """Points, shape (sides, samples, 2)."""
    colours: Floats
    """Colours, shape (levels, sides, samples, 3)."""

    def halved(self) -> "Sampled":
        """Return half as many samples, each the mean of two successive ones."""
        levels, count, samples, _ = self.colours.shape
        return Sampled(
            self.curves.reshape(count, samples // 2, 2, 2).mean(axis=2),
            self.colours.reshape(levels, count, samples // 2, 2, 3).mean(axis=3),
        )


def framed(side: Side) -> Framed:
    """Bring a tab or blank into the common frame."""
    points = np.asarray(side.contour, dtype=np.float64)
    colours = np.asarray(side.insets, dtype=np.float64)
    if side.kind == "blank":
        points, colours = points[::-1], colours[:, ::-1]
    along = points[-1] - points[0]
    along = along / max(float(np.hypot(*along)), 1e-9)
    # the outside is to the left of the clockwise direction, and a blank is walked the other way
    away = np.array([along[1], -along[0]])
    centred = points - (points[0] + points[-1]) / 2
    return Framed(np.stack([centred @ along, centred @ away], axis=1), colours)


def _framed_sides(pieces: Sequence[Piece], places: Indices) -> list[Framed]:
    """Bring the sides with some numbers (four times the piece plus the side) into the common frame."""
    return [framed(pieces[place // 4].sides[place % 4]) for place in places.tolist()]


def sampled(sides: Sequence[Framed], samples: int) -> Sampled:
    """Sample each side at the same number of places, evenly by arc length, from corner to corner.

    A sample is the mean over its stretch of the curve; the value at a point would have the noise of a single pixel.
    """
    both = [_means(side, samples) for side in sides]
    return Sampled(np.stack([curve for curve, _ in both]), np.stack([colours for _, colours in both], axis=1))


def _means(side: Framed, samples: int) -> tuple[Floats, Floats]:
    """Return the means of curve and colours over stretches of equal length."""
    steps = np.hypot(*np.diff(side.curve, axis=0).T)
    at = np.concatenate([[0.0], np.cumsum(steps)])
    bounds = np.linspace(0.0, at[-1], samples + 1)
    below = np.clip(np.searchsorted(at, bounds, side="right") - 1, 0, len(steps) - 1)
    share = (bounds - at[below]) / np.maximum(steps[below], 1e-9)
    columns = np.concatenate([side.curve, np.moveaxis(side.colours, 0, 1).reshape(len(at), -1)], axis=1)
    # the integral of the piecewise linear curve, up to each bound
    middles = (columns[1:] + columns[:-1]) / 2 * steps[:, None]
    whole = np.concatenate([np.zeros((1, columns.shape[1])), np.cumsum(middles, axis=0)])
    slope = columns[below + 1] - columns[below]
    part = (columns[below] + slope * share[:, None] / 2) * (share * steps[below])[:, None]
    means = np.diff(whole[below] + part, axis=0) / max(at[-1] / samples, 1e-9)
    colours = means[:, 2:].reshape(samples, -1, 3)
    return means[:, :2], np.moveaxis(colours, 0, 1)


@dataclass(frozen=True, eq=False)
class Pixels:
    """Sides with their samples unchanged, about a pixel apart, aligned by their midpoints."""

    colours: Floats
    """Colours, shape (levels, sides, longest, 3); 0 where a side has no sample."""
    there: Booleans
    """Whether a side has a sample at a place, shape (sides, longest)."""


def pixels(sides: Sequence[Framed], longest: int) -> Pixels:
    """Align the colours of sides by their midpoints (Bartle and Lu, section 4.2)."""
    levels = len(sides[0].colours)
    colours = np.zeros((levels, len(sides), longest, 3))
    there = np.zeros((len(sides), longest), dtype=bool)
    for number, side in enumerate(sides):
        first = (longest - len(side.curve)) // 2
        here = slice(first, first + len(side.curve))
        colours[:, number, here] = side.colours
        there[number, here] = True
    return Pixels(colours, there)


class Sides:
    """The tabs and the blanks of all pieces. Measures are tables of tabs (rows) against blanks (columns)."""

    def __init__(self, pieces: Sequence[Piece], *, upright: bool = False, flats_are_sure: bool = True) -> None:
        self._pieces = pieces
        self._tab_places, self._blank_places = (np.flatnonzero(of_kind(pieces, kind)) for kind in ("tab", "blank"))
        self.tabs = _framed_sides(pieces, self._tab_places)
        self.blanks = _framed_sides(pieces, self._blank_places)
        may = (allowed if flats_are_sure else opposite)(pieces, upright=upright)
        self.allowed: Booleans = may[np.ix_(self._tab_places, self._blank_places)]
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
