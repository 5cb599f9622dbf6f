"""Where the corners of pieces come to lie, so that all pieces of an assembly fit each other as well as can be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.results import Placed, Result

Floats = NDArray[np.float64]

_CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))
"""Rows and columns of a piece's corners, clockwise from the one above on the left."""
_TOWARDS = np.array([1, 1j, -1, -1j])
"""Where the sides run that lie above, on the right, below, on the left, as complex numbers, y downwards."""


@dataclass(frozen=True, eq=False)
class Laid:
    """A piece that lies in the picture of the whole."""

    piece: Piece
    placed: Placed
    target: Floats
    """Shape (4, 2): where the piece's own corners come to lie, x and y in pixels, in the order of `piece.corners`."""

    def ring(self) -> Floats:
        """The contour where it comes to lie, shape (n, 2)."""
        points = np.concatenate([side.contour[:-1] for side in self.piece.sides])
        matrix = projection(self.piece.corners, self.target)
        lifted = np.column_stack([points, np.ones(len(points))]) @ matrix.T
        return np.asarray(lifted[:, :2] / lifted[:, 2:])


def laid(pieces: Sequence[Piece], result: Result, longest: float) -> list[Laid]:
    """All pieces of a result in the order in which they were laid, shrunk if the whole is longer than so many."""
    by_name = {piece.name: piece for piece in pieces}
    known = [one for one in result.pieces if one.piece in by_name]
    if not known:
        return []
    corners = {one: _turned_corners(by_name[one.piece], one.turn) for one in known}
    vertices = _vertices(result, corners)
    size = float(np.ptp(vertices.reshape(-1, 2), axis=0).max())
    vertices *= min(1.0, longest / max(size, 1.0))
    found = []
    for one in sorted(known, key=lambda one: one.step or 0):
        lying = np.array([vertices[one.row + down, one.column + right] for down, right in _CORNERS])
        found.append(Laid(by_name[one.piece], one, np.roll(lying, -one.turn, axis=0)))
    return found


def _turned_corners(piece: Piece, turn: int) -> Floats:
    """The corners of a piece from the one above on the left, once it is turned as it lies."""
    corners = np.roll(piece.corners, turn, axis=0)
    sides = _complex(np.roll(corners, -1, axis=0) - corners)
    # the turn that brings the four sides nearest to right, down, left, up: a tilt goes with it
    factor = np.sum(sides.conj() * _TOWARDS)
    turned = _complex(corners) * factor / max(abs(factor), 1e-9)
    return np.column_stack([turned.real, turned.imag])


def _complex(points: Floats) -> NDArray[np.complex128]:
    return np.asarray(points[:, 0] + 1j * points[:, 1])


def _vertices(result: Result, corners: Mapping[Placed, Floats]) -> Floats:
    """Shape (rows + 1, columns + 1, 2): the vertices whose differences come nearest to the sides of all pieces."""
    wide = result.columns + 1
    count = (result.rows + 1) * wide
    normal, right = np.eye(count) * 1e-9, np.zeros((count, 2))
    for one, own in corners.items():
        at = [(one.row + down) * wide + across + one.column for down, across in _CORNERS]
        for k in range(4):
            start, end, side = at[k], at[(k + 1) % 4], own[(k + 1) % 4] - own[k]
            normal[[start, end], [start, end]] += 1
            normal[[start, end], [end, start]] -= 1
            right[start] -= side
            right[end] += side
    found = np.linalg.solve(normal, right)
    found -= found.min(axis=0)
    return np.asarray(found.reshape(result.rows + 1, wide, 2), dtype=np.float64)


def projection(source: Floats, target: Floats) -> Floats:
    """Shape (3, 3): the projective map that takes four points to four points."""
    rows, right = [], []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    found, *_ = np.linalg.lstsq(np.array(rows), np.array(right), rcond=None)
    return np.append(found, 1.0).reshape(3, 3)
