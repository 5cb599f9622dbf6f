"""Costs learned from the joints that are certain, and several measures weighed by how well they recognise these.

Mahalanobis gradient compatibility measures colours by how they vary inside a piece. Here everything known of a side,
its shape included, is measured by how the two sides of true joints vary together. So a shadow along every rim, noise, a
scanner's blur and a contour that is a tenth of a pixel off are learned and weigh nothing. The true joints are not
known, but nearly all of the most confident ones of a plain measure are true, and they are enough to learn from; the
costs learned from them find more.
"""

from collections.abc import Sequence

import numpy as np

from heuristan.jigsaw.measures.sides import Joints, Sampled, Sides
from heuristan.jigsaw.piece import Booleans, Floats

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
ROUNDS = 3
"""Number of times that costs are learned; after the second the certain joints hardly change."""
NOISE = 1.0
"""Standard deviation added to colours, in grey levels; rounding alone causes a third of it. It keeps covariances of few
colours invertible."""
OFF = 0.02
"""Standard deviation added to contours, in pixels: they are not read more precisely. It keeps covariances of shapes
invertible."""
SHRUNK = 0.1
"""Share of the multiple of the identity with the same trace in a covariance of shapes, which has thirty rows and is
learned from some fifty joints."""


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


def learned(sides: Sides, first: Floats) -> Floats:
    """Return costs that are learned repeatedly from the most confident joints, shape (tabs, blanks).

    Args:
        sides: all sides of a puzzle.
        first: costs by a plain measure, from 0.

    Returns:
        Costs from 0, about 1 for the certain joints.
    """
    costs = first
    for _ in range(ROUNDS):
        joints = certain(costs, sides.allowed)
        if len(joints.tabs) < FEWEST:
            break
        costs = learned_from(sides, joints)
    return costs


def learned_from(sides: Sides, joints: Joints) -> Floats:
    """Return costs that are learned from some joints; otherwise as `learned`."""
    shape = _shape(*sides.stretches, joints)
    colour = _colour(*sides.stretches, joints)
    return weighed((shape, colour), joints, sides.allowed)


def _shape(tabs: Sampled, blanks: Sampled, joints: Joints) -> Floats:
    """Return the squared Mahalanobis distances of the differences of two curves from those of certain joints."""
    left, right = (sides.curves.reshape(len(sides.curves), -1) for sides in (tabs, blanks))
    known = left[joints.tabs] - right[joints.blanks]
    spread = np.cov(known.T)
    size = len(spread)
    spread = spread + np.eye(size) * (SHRUNK * np.trace(spread) / size + OFF**2)
    # multiplied with the root of the inverse, the distances are Euclidean
    root = np.linalg.cholesky(np.linalg.inv(spread))
    left, right = (left - known.mean(axis=0)) @ root, right @ root
    squares = np.sum(left**2, axis=1)[:, None] + np.sum(right**2, axis=1)[None, :]
    return np.asarray(np.maximum(squares - 2 * left @ right.T, 0.0))


def _colour(tabs: Sampled, blanks: Sampled, joints: Joints) -> Floats:
    """Return twice the negative log likelihood ratio of the colours, as a joint's against any two sides'.

    At each place along the joint the colours at all depths of both sides are one vector. For joints it is normal with
    one covariance; for any two sides, with the same covariance without the blocks that couple the two. The difference
    of the two quadratic forms is a product of matrices.
    """
    left, right = _vectors(tabs), _vectors(blanks)
    depth = left.shape[2]
    known = np.concatenate([left[joints.tabs], right[joints.blanks]], axis=2).reshape(-1, 2 * depth)
    spread = known.T @ known / len(known) + np.eye(2 * depth) * NOISE**2
    inverse = np.linalg.inv(spread)
    alone = [np.linalg.inv(spread[part, part]) for part in (slice(0, depth), slice(depth, None))]
    own_left = _forms(left, inverse[:depth, :depth] - alone[0])
    own_right = _forms(right, inverse[depth:, depth:] - alone[1])
    tied = (left.reshape(-1, depth) @ inverse[:depth, depth:]).reshape(len(left), -1)
    return np.asarray(own_left[:, None] + own_right[None, :] + 2 * tied @ right.reshape(len(right), -1).T)


def _forms(vectors: Floats, matrix: Floats) -> Floats:
    """Return the sums of the quadratic forms over all places of each side, shape (sides,)."""
    rows = vectors.reshape(-1, len(matrix))
    return np.asarray(np.sum(rows @ matrix * rows, axis=1).reshape(len(vectors), -1).sum(axis=1))


def _vectors(sides: Sampled) -> Floats:
    """Return the colours at all depths less their mean, shape (sides, places, 3 * levels)."""
    levels, count, places, _ = sides.colours.shape
    found = np.moveaxis(sides.colours, 0, 2).reshape(count, places, 3 * levels)
    centred: Floats = found - found.mean(axis=(0, 1))
    return centred
