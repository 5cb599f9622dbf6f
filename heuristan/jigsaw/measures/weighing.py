"""Which joints are certain, and how much each of several measures has to say of them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.measures.frame import Floats
from heuristan.jigsaw.measures.joints import Booleans

CERTAIN = 0.5
"""The share of the joints that are best on both sides that is learned from, the most confident ones."""
FEWEST = 12
"""Joints to learn from; with fewer the plain measure is kept."""
RIDGE = 1.0
"""How many joints would have to speak for a weight of 1 before it is taken: keeps weights finite where measures tell
all joints from all others."""
MOST = 20_000
"""Pairs that compete, to learn weights from: of more, every so many-th is taken."""
STEPS = 30
"""Of Newton's method; some ten are enough."""


class Joints(NamedTuple):
    """Pairs of sides that are taken to be joints."""

    tabs: NDArray[np.intp]
    blanks: NDArray[np.intp]


def certain(costs: Floats, allowed: Booleans) -> Joints:
    """The most confident of the pairs that are best for both sides."""
    if min(costs.shape) < 2:
        return Joints(np.zeros(0, np.intp), np.zeros(0, np.intp))
    open = np.where(allowed, costs, np.inf)
    best = open.argmin(axis=1)
    tabs = np.flatnonzero((open.argmin(axis=0)[best] == np.arange(len(best))) & np.isfinite(open.min(axis=1)))
    blanks = best[tabs]
    second = np.minimum(np.partition(open, 1, axis=1)[tabs, 1], np.partition(open, 1, axis=0)[1, blanks])
    ratios = open[tabs, blanks] / np.maximum(second, 1e-12)
    chosen = np.sort(np.argsort(ratios, kind="stable")[: max(int(CERTAIN * len(tabs)), FEWEST)])
    return Joints(tabs[chosen], blanks[chosen])


def scaled(terms: Sequence[Floats], joints: Joints, allowed: Booleans) -> Floats:
    """Squared distances added up, each scaled by its own spread over certain joints.

    A sum of k squares of independent errors of one size has the mean m and the variance 2 m² / k, so that 2 m /
    variance tells the weight k / m that such a term has in a likelihood, whatever its units and however its samples
    hang together.

    Returns:
        From 0, 1 on the mean of the certain joints.
    """
    total = np.zeros_like(terms[0])
    for term in terms:
        from_zero = np.maximum(term - term[allowed].min(), 0.0)
        known = from_zero[joints.tabs, joints.blanks]
        total += from_zero * (known.mean() / max(float(known.var()), 1e-12))
    return total / max(float(total[joints.tabs, joints.blanks].mean()), 1e-12)


def weighed(terms: Sequence[Floats], joints: Joints, allowed: Booleans) -> Floats:
    """Terms added up, each with the weight by which certain joints are best told from the pairs that compete with them.

    The weights are those of a logistic regression. A term counts at most as much as it has on the median of all pairs:
    a joint across which a scanner saw a highlight is then one of which the colours say nothing, and no worse.

    Returns:
        From 0, 1 on the mean of the certain joints.
    """
    capped = [np.minimum(term, np.median(term[allowed])) for term in terms]
    is_joint = np.zeros(allowed.shape, dtype=bool)
    is_joint[joints.tabs, joints.blanks] = True
    competes = np.zeros(allowed.shape, dtype=bool)
    competes[joints.tabs] = competes[:, joints.blanks] = True
    others = np.stack([term[competes & allowed & ~is_joint] for term in capped], axis=1)
    weights = _weights(np.stack([term[is_joint] for term in capped], axis=1), others[:: 1 + len(others) // MOST])
    total = np.asarray(sum(weight * (term - term[allowed].min()) for weight, term in zip(weights, capped, strict=True)))
    return total / max(float(total[is_joint].mean()), 1e-12)


def _weights(joints: Floats, others: Floats) -> Floats:
    """Weights, none below 0, of a logistic regression that tells others from joints, by Newton's method."""
    middle, spread = joints.mean(axis=0), np.maximum(joints.std(axis=0), 1e-12)
    samples = (np.concatenate([joints, others]) - middle) / spread
    samples = np.column_stack([samples, np.ones(len(samples))])
    is_other = np.arange(len(samples)) >= len(joints)
    terms = joints.shape[1]
    # the constant is not to be held back
    ridge = np.diag([RIDGE] * terms + [1e-6])
    found = np.zeros(terms + 1)
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-np.clip(samples @ found, -30, 30)))
        slope = samples.T @ (likely - is_other) + ridge @ found
        step = np.linalg.solve((samples * (likely * (1 - likely))[:, None]).T @ samples + ridge, slope)
        # no step longer than 1: from far away Newton's method overshoots
        found -= step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-6:
            break
    weights = np.maximum(found[:terms], 0.0) / spread
    return np.asarray(weights if weights.any() else 1 / spread)
