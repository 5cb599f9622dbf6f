"""Costs learned from the joints that are certain.

Mahalanobis gradient compatibility measures colours by how they vary inside a piece. Here everything known of a side,
its shape included, is measured by how the two sides of true joints vary together. So a shadow along every rim, noise, a
scanner's blur and a contour that is a tenth of a pixel off are learned and weigh nothing. The true joints are not
known, but nearly all of the most confident ones of a plain measure are true, and they are enough to learn from; the
costs learned from them find more, as sure rules make the next step surer.
"""

import numpy as np

from heuristan.jigsaw.arrays import Floats
from heuristan.jigsaw.measures.frame import Sampled
from heuristan.jigsaw.measures.sides import Sides
from heuristan.jigsaw.measures.weighing import FEWEST, Joints, certain, weighed

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
