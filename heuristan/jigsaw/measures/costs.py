"""The cost of a joint by each measure, for all sides at once: by shape, by colours, by both, and learned.

Mahalanobis gradient compatibility measures colours by how they vary inside a piece. Costs are *learned* from the joints
that are certain: everything known of a side, its shape included, is measured by how the two sides of true joints vary
together. So a shadow along every rim, noise, a scanner's blur and a contour that is a tenth of a pixel off are learned
and weigh nothing. The true joints are not known, but nearly all of the most confident ones of a plain measure are true,
and they are enough to learn from; the costs learned from them find more.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.common.faults import InputError
from heuristan.common.words import plural
from heuristan.jigsaw.measures.sides import FORBIDDEN, Framed, Joints, Sampled, Sides
from heuristan.jigsaw.piece import Booleans, Floats, Indices, Piece

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
    terms = _shape(*sides.stretches, joints), _colour(*sides.stretches, joints)
    return weighed(terms, joints, sides.allowed)


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


def envelopes(sides: Sequence[Framed]) -> Floats:
    """Return the upper envelope of each side over its chord, by z-buffer (Bartle and Lu, section 3.2).

    All have the same number of bins, a pixel wide and enough for the longest chord, with the chord's middle in the
    middle. So they are aligned and centred.

    Returns:
        Maximum distance from the chord at the middle of each bin, in pixels; 0 where there is no curve; shape
        (sides, bins).
    """
    bins = max(int(np.ceil(max(side.curve[-1, 0] - side.curve[0, 0] for side in sides))), 1)
    starts = np.concatenate([side.curve[:-1] for side in sides])
    ends = np.concatenate([side.curve[1:] for side in sides])
    owners = np.repeat(np.arange(len(sides)), [len(side.curve) - 1 for side in sides])
    found = np.zeros((len(sides), bins))
    _raise(found, owners, starts, ends)
    return found


def _raise(found: Floats, owners: Indices, starts: Floats, ends: Floats) -> None:
    """Raise the bins of each owner to the lines from starts to ends.

    The middle of bin i is at i + 1/2 - bins / 2. A line of about a pixel covers the middle of zero, one or two bins;
    with points instead of lines some bins would stay empty.
    """
    offset = found.shape[1] / 2 - 0.5
    low = np.minimum(starts[:, 0], ends[:, 0]) + offset
    high = np.maximum(starts[:, 0], ends[:, 0]) + offset
    first = np.maximum(np.ceil(low), 0).astype(np.intp)
    last = np.minimum(np.floor(high), found.shape[1] - 1).astype(np.intp)
    covered = np.maximum(last - first + 1, 0)
    lines = np.repeat(np.arange(len(starts)), covered)
    bins = first[lines] + np.arange(len(lines)) - np.repeat(np.cumsum(covered) - covered, covered)
    run = ends[lines, 0] - starts[lines, 0]
    share = np.divide(bins - offset - starts[lines, 0], run, out=np.ones(len(lines)), where=run != 0)
    heights = starts[lines, 1] + (ends[lines, 1] - starts[lines, 1]) * share
    np.maximum.at(found, (owners[lines], bins), heights)


def envelope_distances(tabs: Floats, blanks: Floats) -> Floats:
    """Return the mean difference of any two envelopes in pixels (section 3.2, S), shape (tabs, blanks)."""
    found = np.zeros((len(tabs), len(blanks)))
    for left, right in zip(tabs.T, blanks.T, strict=True):
        found += np.abs(left[:, None] - right[None, :])
    return np.asarray(found / tabs.shape[1])


def outline_distances(tabs: Sampled, blanks: Sampled) -> Floats:
    """Return the distance of any two curves in pixels, after the best shift and turn; shape (tabs, blanks).

    The distance is the root of the mean squared distance of samples. With samples as complex numbers a turn is a factor
    of length 1, and the best turn makes the inner product of the two sides real, so all pairs together are one product
    of matrices. (Overhangs, which an envelope hides, count; and corners that are a pixel off turn the chord, but do not
    change the distance after the best turn.)
    """
    left, right = _as_complex(tabs), _as_complex(blanks)
    across = np.abs(left.conj() @ right.T)
    squares = np.sum(np.abs(left) ** 2, axis=1)[:, None] + np.sum(np.abs(right) ** 2, axis=1)[None, :]
    return np.asarray(np.sqrt(np.maximum(squares - 2 * across, 0.0) / left.shape[1]))


def _as_complex(sides: Sampled) -> NDArray[np.complex128]:
    found = sides.curves[..., 0] + 1j * sides.curves[..., 1]
    centred: NDArray[np.complex128] = found - found.mean(axis=1, keepdims=True)
    return centred


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
    mine, theirs = there or (np.ones(colours[0].shape[:2], dtype=bool) for colours in (tabs, blanks))
    return np.sqrt(_directed(*tabs, blanks[0], (mine, theirs))) + np.sqrt(_directed(*blanks, tabs[0], (theirs, mine)).T)


def _spread(gradients: Floats, there: Booleans) -> tuple[Floats, Floats]:
    """Return the mean gradients (sides, 3) and inverse covariances (sides, 3, 3) of equation 5, with the dummies."""
    weights = there.astype(np.float64)
    count = weights.sum(axis=1) + len(DUMMIES)
    mean = np.einsum("sp,spc->sc", weights, gradients) / count[:, None]
    second = np.einsum("sp,spc,spd->scd", weights, gradients, gradients) + DUMMIES.T @ DUMMIES
    covariance = second / count[:, None, None] - np.einsum("sc,sd->scd", mean, mean)
    return mean, np.linalg.inv(covariance)


def _directed(edge: Floats, inner: Floats, other: Floats, there: tuple[Booleans, Booleans]) -> Floats:
    """Return the means of the squared Mahalanobis distances of equation 5, shape (from, to).

    With G = x_j - x_i the sum over samples of (G - m) A (G - m) is x_j A x_j - 2 x_j A (x_i + m) + (x_i + m) A (x_i +
    m). Each term is an inner product of a vector of one side with a vector of the other, so all pairs together are
    products of matrices; each is masked by the samples of the other side.
    """
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


Measure: TypeAlias = Literal["shape", "mgc", "filter", "term", "learned"]

INSET = 0
"""Level at which colours are taken, a pixel inside the contour; gradients start at the level below."""
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


MEASURES: Mapping[Measure, Callable[[Sides], Floats]] = {
    "shape": shape,
    "mgc": _mgc,
    "filter": _filter,
    "term": _term,
    "learned": lambda sides: learned(sides, _term(sides)),
}


def costs(pieces: Sequence[Piece], measure: Measure, *, upright: bool = False) -> Floats:
    """Return the cost of the joint of any two sides, about 1 for a good one; shape (4 * pieces, 4 * pieces).

    Args:
        pieces: all pieces of a puzzle.
        measure: the measure.
        upright: whether the orientation of the pieces is known.

    Raises:
        InputError: if no tab may lie in any blank.
    """
    sides = Sides(pieces, upright=upright)
    if not sides.allowed.any():
        raise InputError(
            f"no two of {plural(len(pieces), 'piece')} can lie side by side: their sides have "
            f"{plural(len(sides.tabs), 'tab')} and {plural(len(sides.blanks), 'blank')}; "
            "check that all are of one puzzle, and are read well"
        )
    return table(sides, MEASURES[measure](sides))


def table(sides: Sides, found: Floats) -> Floats:
    """Expand what was measured, shape (tabs, blanks), to costs of all sides: see `costs`."""
    # units differ between measures, and a forbidden joint has to weigh more than all allowed ones together
    least = np.where(sides.allowed, found, np.inf).min(axis=1)
    usual = float(np.median(least[np.isfinite(least)]))
    return sides.table(np.where(found < FORBIDDEN, found / max(usual, 1e-9), FORBIDDEN))
