"""Pieces warped to their places: their corners move so that all pieces of an assembly fit as well as possible."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.arrays import Floats
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.results import Placed, Result

_CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))
"""Rows and columns of a piece's corners, clockwise from the top left one."""
_TOWARDS = np.array([1, 1j, -1, -1j])
"""Directions of the top, right, bottom and left side as complex numbers, y downwards."""


@dataclass(frozen=True, eq=False)
class Warped:
    """A piece in the picture of the whole."""

    piece: Piece
    placed: Placed
    target: Floats
    """Target of each of the piece's corners, x and y in pixels, in the order of `piece.corners`; shape (4, 2)."""

    def ring(self) -> Floats:
        """Return the contour in the picture of the whole, shape (n, 2)."""
        points = np.concatenate([side.contour[:-1] for side in self.piece.sides])
        matrix = projection(self.piece.corners, self.target)
        lifted = np.column_stack([points, np.ones(len(points))]) @ matrix.T
        return np.asarray(lifted[:, :2] / lifted[:, 2:])


def warped(pieces: Sequence[Piece], result: Result, longest: float) -> list[Warped]:
    """Warp all pieces of a result, in the order in which they were laid; the whole is shrunk to `longest` pixels."""
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
        found.append(Warped(by_name[one.piece], one, np.roll(lying, -one.turn, axis=0)))
    return found


def _turned_corners(piece: Piece, turn: int) -> Floats:
    """Return the corners of a piece from the top left one, after it is turned to how it lies."""
    corners = np.roll(piece.corners, turn, axis=0)
    sides = _complex(np.roll(corners, -1, axis=0) - corners)
    # the turn that brings the four sides nearest to right, down, left, up; it removes a tilt as well
    factor = np.sum(sides.conj() * _TOWARDS)
    turned = _complex(corners) * factor / max(abs(factor), 1e-9)
    return np.column_stack([turned.real, turned.imag])


def _complex(points: Floats) -> NDArray[np.complex128]:
    return np.asarray(points[:, 0] + 1j * points[:, 1])


def _vertices(result: Result, corners: Mapping[Placed, Floats]) -> Floats:
    """Return the vertices whose differences are nearest to the sides of all pieces, (rows + 1, columns + 1, 2)."""
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
    """Return the projective map that takes four points to four points, shape (3, 3)."""
    rows, right = [], []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    found, *_ = np.linalg.lstsq(np.array(rows), np.array(right), rcond=None)
    return np.append(found, 1.0).reshape(3, 3)
