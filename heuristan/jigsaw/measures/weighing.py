"""The joints that are certain, and the weights of several measures by how well they recognise these."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from heuristan.jigsaw.arrays import Booleans, Floats, Indices

CERTAIN = 0.5
"""Share of the pairs that are best for both sides, the most confident ones, from which costs are learned."""
FEWEST = 12
"""Minimum number of joints to learn from; with fewer the plain measure is kept."""
RIDGE = 1.0
"""Ridge penalty of the logistic regression: it keeps weights finite if the measures separate all joints from all other
pairs."""
MAX_RIVALS = 20_000
"""Number of competing pairs beyond which weights are learned from a regular sample of them."""
STEPS = 30
"""Maximum number of steps of Newton's method; about ten are enough."""


class Joints(NamedTuple):
    """Pairs of sides that are assumed to be joints."""

    tabs: Indices
    blanks: Indices


def certain(costs: Floats, allowed: Booleans) -> Joints:
    """Return the most confident of the pairs that are best for both sides."""
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
    """Add squared distances, each scaled by its own spread over certain joints.

    A sum of k squares of independent errors of one size has the mean m and the variance 2 m² / k, so 2 m / variance is
    the weight k / m that such a term has in a likelihood, whatever its units and however its samples are correlated.

    Returns:
        Costs from 0, with the mean 1 over the certain joints.
    """
    total = np.zeros_like(terms[0])
    for term in terms:
        from_zero = np.maximum(term - term[allowed].min(), 0.0)
        known = from_zero[joints.tabs, joints.blanks]
        total += from_zero * (known.mean() / max(float(known.var()), 1e-12))
    return total / max(float(total[joints.tabs, joints.blanks].mean()), 1e-12)


def weighed(terms: Sequence[Floats], joints: Joints, allowed: Booleans) -> Floats:
    """Add terms, each with the weight that best separates certain joints from the pairs that compete with them.

    The weights are those of a logistic regression. A term is capped at its median over all pairs: if a scanner saw a
    highlight across a joint, the colours then say nothing about it, rather than speak against it.

    Returns:
        Costs from 0, with the mean 1 over the certain joints.
    """
    capped = [np.minimum(term, np.median(term[allowed])) for term in terms]
    is_joint = np.zeros(allowed.shape, dtype=bool)
    is_joint[joints.tabs, joints.blanks] = True
    competes = np.zeros(allowed.shape, dtype=bool)
    competes[joints.tabs] = competes[:, joints.blanks] = True
    others = np.stack([term[competes & allowed & ~is_joint] for term in capped], axis=1)
    weights = _weights(np.stack([term[is_joint] for term in capped], axis=1), others[:: 1 + len(others) // MAX_RIVALS])
    total = np.asarray(sum(weight * (term - term[allowed].min()) for weight, term in zip(weights, capped, strict=True)))
    return total / max(float(total[is_joint].mean()), 1e-12)


def _weights(joints: Floats, others: Floats) -> Floats:
    """Fit a logistic regression that separates others from joints by Newton's method; negative weights become 0."""
    middle, spread = joints.mean(axis=0), np.maximum(joints.std(axis=0), 1e-12)
    samples = (np.concatenate([joints, others]) - middle) / spread
    samples = np.column_stack([samples, np.ones(len(samples))])
    is_other = np.arange(len(samples)) >= len(joints)
    terms = joints.shape[1]
    # the constant is not penalised
    ridge = np.diag([RIDGE] * terms + [1e-6])
    found = np.zeros(terms + 1)
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-np.clip(samples @ found, -30, 30)))
        slope = samples.T @ (likely - is_other) + ridge @ found
        step = np.linalg.solve((samples * (likely * (1 - likely))[:, None]).T @ samples + ridge, slope)
        # steps are at most 1 long: far from the solution Newton's method overshoots
        found -= step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-6:
            break
    weights = np.maximum(found[:terms], 0.0) / spread
    return np.asarray(weights if weights.any() else 1 / spread)
