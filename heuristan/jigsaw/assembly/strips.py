"""Strips of the border merged in order of confidence: the greedy half of the paper's Algorithm 1."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from heuristan.jigsaw.assembly.ring import Ring, Strip
from heuristan.jigsaw.measures.frame import Floats


class _Choice(NamedTuple):
    """Two strips that may be merged."""

    before: int
    after: int


def merged(ring: Ring, most: int, fits: Callable[[Sequence[int]], bool] | None = None) -> list[Strip]:
    """Merge strips until no more than so many are left, the most confident first (Algorithm 1, steps 1 to 3).

    A strip is confident of what follows it when the best costs much less than the second best: their ratio is least.

    Args:
        ring: the border.
        most: how many strips may be left.
        fits: whether a strip may exist; the paper asks nothing. Where none that may exist is left, more strips stay.
    """
    strips: dict[int, list[int]] = {i: [i] for i in range(len(ring))}
    costs = np.where(np.eye(len(ring), dtype=bool), np.inf, ring.joints)
    while len(strips) > most:
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
    """The row whose best is least beside its second best."""
    two = np.partition(costs, 1, axis=1)[:, :2]
    joinable = np.isfinite(two[:, 0])
    if not joinable.any():
        return None
    # a strip that only one other can follow is as confident as can be
    second = np.maximum(two[:, 1], 1e-12)
    ratios = np.divide(two[:, 0], second, out=np.full(len(two), np.inf), where=joinable)
    row = int(ratios.argmin())
    return _Choice(row, int(costs[row].argmin()))


def _merge(costs: Floats, before: int, after: int) -> None:
    """Let a strip end where the one after it did; that one is gone."""
    costs[before] = costs[after]
    costs[after] = np.inf
    costs[:, after] = np.inf
    costs[before, before] = np.inf
