"""The difference of sides in shape alone: of their upper envelopes, and of their whole curves."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.measures.sides import Framed, Sampled
from heuristan.jigsaw.piece import Floats, Indices


def envelopes(sides: Sequence[Framed]) -> Floats:
    """Return the upper envelope of each side over its chord, by z-buffer (Bartle and Lu, section 3.2).

    All have the same number of bins, a pixel wide and enough for the longest chord, with the chord's middle in the
    middle. So they are aligned and centred.

    Returns:
        The farthest distance from the chord at the middle of each bin in pixels, 0 where there is no curve; shape
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
