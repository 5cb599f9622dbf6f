"""Mahalanobis gradient compatibility: whether colours go on across a joint as they change inside the pieces."""

import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.measures.frame import Floats

DUMMIES = np.concatenate([np.zeros((1, 3)), np.eye(3), -np.eye(3), np.ones((1, 3)), -np.ones((1, 3))])
"""Nine gradients of a step of colour that Gallagher (2012, section 3) adds to each sample of gradients: without them
the covariance of a side of one colour has no inverse."""


def compatibilities(
    tabs: tuple[Floats, Floats],
    blanks: tuple[Floats, Floats],
    there: tuple[NDArray[np.bool_], NDArray[np.bool_]] | None = None,
) -> Floats:
    """Shape (tabs, blanks): the dissimilarity of equations 5 and 6, both directions together.

    Args:
        tabs: two arrays of shape (tabs, samples, 3): the colours along an inset, and along the one deeper by a pixel.
        blanks: the same of blanks.
        there: shapes (tabs, samples) and (blanks, samples): where samples stand. Left out: everywhere.

    Returns:
        The root of the mean over the samples that both have. (The paper sums them. Sides have different lengths here,
        and a sum would be for the short ones.) Infinite where they have none in common.
    """
    if there is None:
        forth, back = _directed(*tabs, blanks[0]), _directed(*blanks, tabs[0]).T
        return np.sqrt(forth) + np.sqrt(back)
    forth, back = _masked(*tabs, blanks[0], there), _masked(*blanks, tabs[0], there[::-1]).T
    return np.sqrt(forth) + np.sqrt(back)


def _spread(gradients: Floats, there: NDArray[np.bool_] | None = None) -> tuple[Floats, Floats]:
    """The mean gradients (sides, 3) and the inverse covariances (sides, 3, 3) of equation 5, the dummies among them."""
    weights = np.ones(gradients.shape[:2]) if there is None else there.astype(np.float64)
    count = weights.sum(axis=1) + len(DUMMIES)
    mean = np.einsum("sp,spc->sc", weights, gradients) / count[:, None]
    second = np.einsum("sp,spc,spd->scd", weights, gradients, gradients) + DUMMIES.T @ DUMMIES
    covariance = second / count[:, None, None] - np.einsum("sc,sd->scd", mean, mean)
    return mean, np.linalg.inv(covariance)


def _directed(edge: Floats, inner: Floats, other: Floats) -> Floats:
    """Shape (from, to): the mean of the squared Mahalanobis distances of equation 5.

    With G = x_j - x_i the sum over samples of (G - m) A (G - m) is x_j A x_j - 2 x_j A (x_i + m) + (x_i + m) A (x_i +
    m): inner products of something of one side with something of the other, so that all pairs are two products of
    matrices.
    """
    mean, inverse = _spread(edge - inner)
    expected = edge + mean[:, None]
    seen = np.einsum("spc,spd->scd", other, other)
    weighed = np.einsum("spc,scd->spd", expected, inverse)
    total = inverse.reshape(len(inverse), 9) @ seen.reshape(len(seen), 9).T
    total -= 2 * weighed.reshape(len(weighed), -1) @ other.reshape(len(other), -1).T
    total += np.einsum("spc,spc->s", weighed, expected)[:, None]
    return np.asarray(np.maximum(total, 0.0) / edge.shape[1])


def _masked(edge: Floats, inner: Floats, other: Floats, there: tuple[NDArray[np.bool_], NDArray[np.bool_]]) -> Floats:
    """The same over the samples that both sides have: each term is multiplied with where the other's samples stand."""
    mine, theirs = (mask.astype(np.float64) for mask in there)
    mean, inverse = _spread(edge - inner, there[0])
    expected = (edge + mean[:, None]) * mine[..., None]
    other = other * theirs[..., None]
    weighed = np.einsum("spc,scd->spd", expected, inverse)
    seen = np.einsum("spc,spd->spcd", other, other).reshape(len(other), -1)
    weights = np.einsum("sp,scd->spcd", mine, inverse).reshape(len(edge), -1)
    total = weights @ seen.T
    total -= 2 * weighed.reshape(len(weighed), -1) @ other.reshape(len(other), -1).T
    total += np.einsum("spc,spc->sp", weighed, expected) @ theirs.T
    common = mine @ theirs.T
    return np.asarray(np.divide(np.maximum(total, 0.0), common, out=np.full_like(total, np.inf), where=common > 0))
