"""The cost of a joint by each measure, for all sides at once."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

import numpy as np

from heuristan.common.words import plural
from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.measures.colours import compatibilities
from heuristan.jigsaw.measures.joints import FORBIDDEN
from heuristan.jigsaw.measures.learned import certain, learned, scaled
from heuristan.jigsaw.measures.outlines import misfit
from heuristan.jigsaw.measures.shape import envelope_distances, envelopes, outline_distances
from heuristan.jigsaw.measures.sides import Sides
from heuristan.jigsaw.piece import Booleans, Floats, Piece

Measure: TypeAlias = Literal["shape", "mgc", "filter", "term", "learned", "outlines"]

INSET = 0
"""Level at which colours are taken, a pixel inside the contour; gradients start at the level below."""
NEAREST = 30
"""Number of partners of a side that are measured by whole outlines, which is slow: those nearest to it by `term`."""
THRESHOLD = 0.01
"""Maximum mean difference of two envelopes that passes the filter, as a share of the longest chord."""


def shape(sides: Sides) -> Floats:
    """Compare upper envelopes: the paper's shape measure, in pixels."""
    found = envelopes([*sides.tabs, *sides.blanks])
    return envelope_distances(found[: len(sides.tabs)], found[len(sides.tabs) :])


def _mgc(sides: Sides) -> Floats:
    """Compare colours by the paper's own measure, samples aligned by their midpoints."""
    tabs, blanks = sides.pixels
    pairs = [(side.colours[INSET], side.colours[INSET + 1]) for side in (tabs, blanks)]
    return compatibilities(pairs[0], pairs[1], (tabs.there, blanks.there))


def _filter(sides: Sides) -> Floats:
    """Combine both in the paper's way: compare colours where the shapes differ by less than a threshold."""
    longest = max(float(side.curve[-1, 0] - side.curve[0, 0]) for side in [*sides.tabs, *sides.blanks])
    return np.where(shape(sides) <= THRESHOLD * longest, _mgc(sides), FORBIDDEN)


def _term(sides: Sides) -> Floats:
    """Add shape and colours, each scaled by its own spread over the joints that are certain."""
    tabs, blanks = sides.samples
    squares = outline_distances(tabs, blanks) ** 2
    pairs = [(side.colours[INSET], side.colours[INSET + 1]) for side in (tabs, blanks)]
    colours = compatibilities(pairs[0], pairs[1])
    joints = certain(squares * colours, sides.allowed)
    if not len(joints.tabs):
        return squares
    return scaled((squares, colours), joints, sides.allowed)


def _never() -> bool:
    """Say that there is time for more."""
    return False


def outlines(sides: Sides, is_over: Callable[[], bool] = _never) -> Floats:
    """Add shape and colours by whole outlines, each in units of what is usual; partners far off by `term` cost most.

    Args:
        sides: the sides.
        is_over: says when there is no time for more pairs; those left cost most, as if far off.
    """
    near = _nearest(np.where(sides.allowed, _term(sides), np.inf))
    tabs, blanks = sides.outlines
    found = np.full((*near.shape, 2), np.nan)
    for tab, blank in np.argwhere(near):
        if is_over():
            near &= np.isfinite(found[..., 0])
            break
        found[tab, blank] = misfit(*blanks[blank], *tabs[tab])
    if not near.any():
        return np.ones(near.shape)
    usual = np.median(found[near].reshape(-1, 2), axis=0)
    total = (found / np.maximum(usual, 1e-9)).sum(axis=2)
    return np.asarray(np.where(near, total, total[near].max()))


def _nearest(costs: Floats) -> Booleans:
    """Return which pairs are among the nearest of one of their sides."""
    along = np.argsort(np.argsort(costs, axis=1), axis=1) < NEAREST
    down = np.argsort(np.argsort(costs, axis=0), axis=0) < NEAREST
    return np.asarray((along | down) & np.isfinite(costs))


MEASURES: Mapping[Measure, Callable[[Sides], Floats]] = {
    "shape": shape,
    "mgc": _mgc,
    "filter": _filter,
    "term": _term,
    "learned": lambda sides: learned(sides, _term(sides)),
    "outlines": outlines,
}


def measured(measure: Measure, sides: Sides, is_over: Callable[[], bool] = _never) -> Floats:
    """Return what a measure says of tabs and blanks.

    Args:
        measure: the measure.
        sides: the sides.
        is_over: returns whether the time limit is reached; only `outlines` is slow enough to ask.
    """
    return outlines(sides, is_over) if measure == "outlines" else MEASURES[measure](sides)


def costs(
    pieces: Sequence[Piece], measure: Measure, *, upright: bool = False, is_over: Callable[[], bool] = _never
) -> Floats:
    """Return the cost of the joint of any two sides, about 1 for a good one; shape (4 * pieces, 4 * pieces).

    Args:
        pieces: all pieces of a puzzle.
        measure: the measure.
        upright: whether the orientation of the pieces is known.
        is_over: returns whether the time limit is reached.

    Raises:
        PuzzleError: if no tab may lie in any blank.
    """
    sides = Sides(pieces, upright=upright)
    if not sides.allowed.any():
        raise PuzzleError(
            f"no two of {plural(len(pieces), 'piece')} can lie side by side: their sides have "
            f"{plural(len(sides.tabs), 'tab')} and {plural(len(sides.blanks), 'blank')}; "
            "check that all are of one puzzle, and are read well"
        )
    return table(sides, measured(measure, sides, is_over))


def table(sides: Sides, found: Floats) -> Floats:
    """Expand what was measured, shape (tabs, blanks), to costs of all sides: see `costs`."""
    # units differ between measures, and a forbidden joint has to weigh more than all allowed ones together
    least = np.where(sides.allowed, found, np.inf).min(axis=1)
    usual = float(np.median(least[np.isfinite(least)]))
    return sides.table(np.where(found < FORBIDDEN, found / max(usual, 1e-9), FORBIDDEN))
