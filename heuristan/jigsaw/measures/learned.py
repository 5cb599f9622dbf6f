"""What true joints look like, learned from those that are certain.

Mahalanobis gradient compatibility measures colours by how they vary inside a piece. Here the same is done with the
whole of what is known of a side, its shape too, and by how the two sides of a joint vary together: so a shadow along
every rim, noise, a scanner's blur and a contour that lies a tenth of a pixel off are learned and weigh nothing. Nobody
says which joints are true. But the most confident ones of a plain measure are, nearly all, and they are enough to learn
from; what is learned finds more of them (certain rules first, once more).
"""

import numpy as np

from heuristan.jigsaw.measures.frame import Floats, Sampled
from heuristan.jigsaw.measures.sides import Sides
from heuristan.jigsaw.measures.weighing import FEWEST, Joints, certain, weighed

ROUNDS = 3
"""After the second the joints that are certain hardly change."""
NOISE = 1.0
"""Of a colour, in grey levels: rounding alone makes a third of that. It keeps covariances of few colours invertible."""
OFF = 0.02
"""Of a contour, in pixels: better it is not read. It keeps covariances of shapes invertible."""
SHRUNK = 0.1
"""How far a covariance of shapes goes towards the round one of the same size; it has thirty numbers a side, and some
fifty joints to learn them from."""


def learned(sides: Sides, first: Floats) -> Floats:
    """Shape (tabs, blanks): costs after what is learned from the most confident joints, in turn.

    Args:
        sides: all of a puzzle.
        first: costs by a plain measure, from 0.

    Returns:
        Costs from 0, the certain joints' about 1.
    """
    costs = first
    for _ in range(ROUNDS):
        joints = certain(costs, sides.allowed)
        if len(joints.tabs) < FEWEST:
            break
        shape = _shape(*sides.stretches, joints)
        colour = _colour(*sides.stretches, joints)
        costs = weighed((shape, colour), joints, sides.allowed)
    return costs


def _shape(tabs: Sampled, blanks: Sampled, joints: Joints) -> Floats:
    """Squared Mahalanobis distances of the differences of two curves from those of certain joints."""
    left, right = (sides.curves.reshape(len(sides.curves), -1) for sides in (tabs, blanks))
    known = left[joints.tabs] - right[joints.blanks]
    spread = np.cov(known.T)
    size = len(spread)
    spread = spread + np.eye(size) * (SHRUNK * np.trace(spread) / size + OFF**2)
    # with the root of the inverse the distances are plain ones
    root = np.linalg.cholesky(np.linalg.inv(spread))
    left, right = (left - known.mean(axis=0)) @ root, right @ root
    squares = np.sum(left**2, axis=1)[:, None] + np.sum(right**2, axis=1)[None, :]
    return np.asarray(np.maximum(squares - 2 * left @ right.T, 0.0))


def _colour(tabs: Sampled, blanks: Sampled, joints: Joints) -> Floats:
    """Twice the negative logarithm of how much more likely the colours are as a joint's than as those of any two sides.

    At each place along the joint the colours at all depths of both sides are one vector. For joints it is normal with
    one covariance, for any two sides with the same less what ties the two together; the difference of the two quadratic
    forms is a product of matrices.
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
    """Shape (sides,): the quadratic forms of all places of a side together."""
    rows = vectors.reshape(-1, len(matrix))
    return np.asarray(np.sum(rows @ matrix * rows, axis=1).reshape(len(vectors), -1).sum(axis=1))


def _vectors(sides: Sampled) -> Floats:
    """Shape (sides, places, 3 * levels): the colours at all depths, less their mean."""
    levels, count, places, _ = sides.colours.shape
    found = np.moveaxis(sides.colours, 0, 2).reshape(count, places, 3 * levels)
    centred: Floats = found - found.mean(axis=(0, 1))
    return centred
