"""Colours along a joint: whether they change across it as inside the pieces (Mahalanobis gradient compatibility)."""

import numpy as np

from heuristan.jigsaw.piece import Booleans, Floats

DUMMIES = np.concatenate([np.zeros((1, 3)), np.eye(3), -np.eye(3), np.ones((1, 3)), -np.ones((1, 3))])
"""Nine small gradients that Gallagher (2012, section 3) adds to the gradients of each side: without them the covariance
of a side of one colour has no inverse."""


def compatibilities(
    tabs: tuple[Floats, Floats], blanks: tuple[Floats, Floats], there: tuple[Booleans, Booleans] | None = None
) -> Floats:
    """Return the dissimilarity of equations 5 and 6 in both directions together, shape (tabs, blanks).

    Args:
        tabs: two arrays of shape (tabs, samples, 3): the colours along an inset, and along the one a pixel deeper.
        blanks: the same for blanks.
        there: whether each place has a sample, shapes (tabs, samples) and (blanks, samples); all have one by default.

    Returns:
        The root of the mean over the samples that both sides have. (The paper takes the sum. Sides have different
        lengths here, and a sum would favour short ones.) Infinite for sides without common samples.
    """
    if there is None:
        forth, back = _directed(*tabs, blanks[0]), _directed(*blanks, tabs[0]).T
        return np.sqrt(forth) + np.sqrt(back)
    forth, back = _masked(*tabs, blanks[0], there), _masked(*blanks, tabs[0], there[::-1]).T
    return np.sqrt(forth) + np.sqrt(back)


def _spread(gradients: Floats, there: Booleans | None = None) -> tuple[Floats, Floats]:
    """Return the mean gradients (sides, 3) and inverse covariances (sides, 3, 3) of equation 5, with the dummies."""
    weights = np.ones(gradients.shape[:2]) if there is None else there.astype(np.float64)
    count = weights.sum(axis=1) + len(DUMMIES)
    mean = np.einsum("sp,spc->sc", weights, gradients) / count[:, None]
    second = np.einsum("sp,spc,spd->scd", weights, gradients, gradients) + DUMMIES.T @ DUMMIES
    covariance = second / count[:, None, None] - np.einsum("sc,sd->scd", mean, mean)
    return mean, np.linalg.inv(covariance)


def _directed(edge: Floats, inner: Floats, other: Floats) -> Floats:
    """Return the means of the squared Mahalanobis distances of equation 5, shape (from, to).

    With G = x_j - x_i the sum over samples of (G - m) A (G - m) is x_j A x_j - 2 x_j A (x_i + m) + (x_i + m) A (x_i +
    m). Each term is an inner product of a vector of one side with a vector of the other, so all pairs together are two
    products of matrices.
    """
    mean, inverse = _spread(edge - inner)
    expected = edge + mean[:, None]
    seen = np.einsum("spc,spd->scd", other, other)
    weighed = np.einsum("spc,scd->spd", expected, inverse)
    total = inverse.reshape(len(inverse), 9) @ seen.reshape(len(seen), 9).T
    total -= 2 * weighed.reshape(len(weighed), -1) @ other.reshape(len(other), -1).T
    total += np.einsum("spc,spc->s", weighed, expected)[:, None]
    return np.asarray(np.maximum(total, 0.0) / edge.shape[1])


def _masked(edge: Floats, inner: Floats, other: Floats, there: tuple[Booleans, Booleans]) -> Floats:
    """Return the same over the samples that both sides have: each term is masked by the samples of the other side."""
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
