"""Strips of the border merged in order of confidence: the greedy half of the paper's Algorithm 1."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from heuristan.jigsaw.arrays import Floats
from heuristan.jigsaw.assembly.ring import Ring, Strip


class _Choice(NamedTuple):
    """Two strips to merge."""

    before: int
    after: int


def merged(ring: Ring, count: int, fits: Callable[[Sequence[int]], bool] | None = None) -> list[Strip]:
    """Merge strips until at most `count` are left, the most confident first (Algorithm 1, steps 1 to 3).

    A strip is confident of its successor if the best one costs much less than the second best.

    Args:
        ring: the border.
        count: how many strips to leave.
        fits: returns whether a strip may exist; without it all may, as in the paper. If no more strips that may exist
            can be made, more than `count` are left.
    """
    strips: dict[int, list[int]] = {i: [i] for i in range(len(ring))}
    costs = np.where(np.eye(len(ring), dtype=bool), np.inf, ring.joints)
    while len(strips) > count:
        choice = _most_confident(costs)
        if choice is None:
            break
        whole = strips[choice.before] + strips[choice.after]
        if fits is not None and not fits(whole):
            costs[choice.before, choice.after] = np.inf
            continue
        strips[choice.before] = whole
        _merge(costs, choice.before, choice.after)
        del strips[choice.after]
    return [tuple(strip) for strip in strips.values()]


def _most_confident(costs: Floats) -> _Choice | None:
    """Return the row whose best is cheapest relative to its second best, with that best."""
    two = np.partition(costs, 1, axis=1)[:, :2]
    joinable = np.isfinite(two[:, 0])
    if not joinable.any():
        return None
    # a strip that only one other can follow has the maximum confidence
    second = np.maximum(two[:, 1], 1e-12)
    ratios = np.divide(two[:, 0], second, out=np.full(len(two), np.inf), where=joinable)
    row = int(ratios.argmin())
    return _Choice(row, int(costs[row].argmin()))


def _merge(costs: Floats, before: int, after: int) -> None:
    """Join the strip `after` to the strip `before`, in the table of costs."""
    costs[before] = costs[after]
    costs[after] = np.inf
    costs[:, after] = np.inf
    costs[before, before] = np.inf
