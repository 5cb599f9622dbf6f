"""The evidence that two sides are a joint, by a scale that the assembly's own joints give.

Three things are compared: the shapes of the two curves after the best shift, turn and change of size; their sizes; and
the colours beside them. How far each is usually off is taken from the joints of the assembly, by medians, so that up to
a third of them may be wrong; how far off two strangers are, from all pairs of a tab and a blank. The evidence is the
logarithm of how much likelier what is seen is of a joint than of two strangers. So noise, blur, the marks of JPEG and
photographs of different scale need no thresholds: what they make uncertain counts for little.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.piece import Floats, Indices, Kind, Piece, Side

KINDS: tuple[Kind, Kind] = ("tab", "blank")
IMPOSSIBLE = -20.0
"""The evidence of sides that are not a tab and a blank."""
ODD = 0.05
"""Share of true joints that look like strangers: a highlight across them, say, or a corner that is read wrongly."""
POINTS = 48
"""Number of points of a curve."""
STRETCHES = 16
"""Number of stretches of a side of which the mean colours are taken."""
LEVELS = 2
"""Number of insets, from the outermost, whose mean is the colour beside a side."""
FINEST = 0.02
"""Distance in pixels below which differences of curves are not told apart."""
PRIOR = 4
"""Number of joints that the usual spread weighs as much as, so that few joints do not claim a spread of nothing."""
USUAL = (0.3, 0.01, 0.5)
"""The usual spread over joints of the logarithms of shape, size and colour."""
ONE_SIDED = (True, False, True)
"""Whether a smaller value than usual speaks for a joint: of a distance it does, of a ratio it does not."""


def evidence(pieces: Sequence[Piece], joints: Sequence[tuple[int, int]]) -> Floats:
    """Return the evidence that any two sides are a joint, shape (4 * pieces, 4 * pieces).

    Args:
        pieces: all pieces of the puzzle.
        joints: the pairs of sides that lie against each other in the assembly; a side's number is four times that of
            its piece plus its own.
    """
    sides = [side for piece in pieces for side in piece.sides]
    found = np.full((len(sides), len(sides)), IMPOSSIBLE)
    tabs, blanks = ([n for n, side in enumerate(sides) if side.kind == kind] for kind in ("tab", "blank"))
    rows, columns = ({side: n for n, side in enumerate(those)} for those in (tabs, blanks))
    ordered = [pair if pair[0] in rows else pair[::-1] for pair in joints]
    known = np.array([(rows[a], columns[b]) for a, b in ordered if a in rows and b in columns], dtype=np.intp)
    if not len(known):
        return found
    seen = _compared([sides[n] for n in tabs], [sides[n] for n in blanks], known)
    total = np.zeros_like(seen[0])
    for each in zip(seen, USUAL, ONE_SIDED, strict=True):
        total += _allowed(_weighed(*each, known))
    total = _allowed(total)
    found[np.ix_(tabs, blanks)] = total
    found[np.ix_(blanks, tabs)] = total.T
    return found


def _allowed(evidence: Floats) -> Floats:
    """Return evidence that allows for true joints that look like strangers: it is never far below 0."""
    return np.asarray(np.logaddexp(np.log(1 - ODD) + evidence, np.log(ODD)))


def _compared(tabs: Sequence[Side], blanks: Sequence[Side], known: Indices) -> tuple[Floats, Floats, Floats]:
    """Return how far shapes, sizes and colours of any tab and any blank are off, shape (tabs, blanks) each."""
    (left, left_sizes), (right, right_sizes) = (_unit_curves(each) for each in (tabs, blanks))
    # a contour that is read too far out makes all tabs thick and all blanks narrow
    off = left[known[:, 0]] - right[known[:, 1]]
    right = right + np.median(off.real, axis=0) + 1j * np.median(off.imag, axis=0)
    right /= np.maximum(np.sqrt((np.abs(right) ** 2).mean(axis=1)), 1e-9)[:, None]
    same = np.abs(left.conj() @ right.T) / POINTS
    shape = np.sqrt(np.maximum(1 - same**2, 0.0)) * float(np.median(left_sizes))
    size = np.log(left_sizes)[:, None] - np.log(right_sizes)[None, :]
    return np.log(shape + FINEST), size, np.log(_colours_apart(tabs, blanks, known))


def _unit_curves(sides: Sequence[Side]) -> tuple[NDArray[np.complex128], Floats]:
    """Return curves as complex numbers, middle at 0, chord to the right and of size 1; and their sizes."""
    points = np.stack([_sampled(side) for side in sides])
    chords = np.array([_chord(side) for side in sides])
    centred = (points - points.mean(axis=1, keepdims=True)) * chords.conj()[:, None]
    sizes = np.maximum(np.sqrt((np.abs(centred) ** 2).mean(axis=1)), 1e-9)
    return centred / sizes[:, None], sizes


def _chord(side: Side) -> complex:
    """Return the direction from corner to corner, of a blank from its last to its first."""
    x, y = side.contour[-1] - side.contour[0]
    along = complex(x, y) if side.kind == "tab" else -complex(x, y)
    return along / max(abs(along), 1e-9)


def _sampled(side: Side) -> NDArray[np.complex128]:
    """Return points evenly along a curve, of a blank from its last to its first."""
    along = _lengths(side)
    at = (np.arange(POINTS) + 0.5) / POINTS * along[-1]
    points = np.interp(at, along, side.contour[:, 0]) + 1j * np.interp(at, along, side.contour[:, 1])
    return np.asarray(points if side.kind == "tab" else points[::-1])


def _lengths(side: Side) -> Floats:
    """Return how long the contour is up to each of its points."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(side.contour, axis=0).T))])


def _colours_apart(tabs: Sequence[Side], blanks: Sequence[Side], known: Indices) -> Floats:
    """Return the mean squared Mahalanobis distance of the colours beside sides, as colours differ across joints."""
    left, right = (np.stack([_colours(side) for side in sides]) for sides in (tabs, blanks))
    off = left[known[:, 0]] - right[known[:, 1]]
    # the joints that differ most may be wrong
    total = (off**2).sum(axis=(1, 2))
    off = off[total <= np.quantile(total, 0.8)].reshape(-1, 3)
    root = np.linalg.cholesky(np.linalg.inv(off.T @ off / len(off) + np.eye(3)))
    a, b = ((colours @ root).reshape(len(colours), -1) for colours in (left, right))
    squares = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1)[None, :] - 2 * a @ b.T
    return np.asarray(np.maximum(squares, 0.0) / a.shape[1] + 0.05)


def _colours(side: Side) -> Floats:
    """Return the mean colours of stretches beside a side, of a blank from its last to its first; shape (n, 3)."""
    along = _lengths(side)
    at = np.minimum((along / max(along[-1], 1e-9) * STRETCHES).astype(np.intp), STRETCHES - 1)
    colours = np.asarray(side.insets[:LEVELS], dtype=np.float64).mean(axis=0)
    sums = np.zeros((STRETCHES, 4))
    np.add.at(sums, at, np.column_stack([colours, np.ones(len(at))]))
    found: Floats = sums[:, :3] / np.maximum(sums[:, 3:], 1)
    return found if side.kind == "tab" else found[::-1]


def _weighed(values: Floats, usual: float, one_sided: bool, known: Indices) -> Floats:
    """Return the logarithm of how much likelier values are of joints than of strangers.

    Both are taken as normal, with the middle and the spread of the medians.
    """
    of_joints = values[known[:, 0], known[:, 1]]
    middle, spread = _middle(of_joints)
    spread = float(np.sqrt((len(known) * spread**2 + PRIOR * usual**2) / (len(known) + PRIOR)))
    other, width = _middle(values)
    width = max(width, spread)
    if one_sided:
        if other <= middle:
            return np.zeros_like(values)
        values = np.clip(values, middle, other)
    inside, outside = (values - middle) / spread, (values - other) / width
    return np.asarray((outside**2 - inside**2) / 2 + np.log(width / spread))


def _middle(values: Floats) -> tuple[float, float]:
    """Return the median and a standard deviation that few large values do not change."""
    middle = float(np.median(values))
    return middle, 1.4826 * float(np.median(np.abs(values - middle)))
