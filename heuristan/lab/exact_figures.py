"""Figures as their authors laid them, put exactly on the lattice piece by piece, where that is what was meant.

Each piece gets its exact shape at one of the eight directions of all, and is joined to those that it touches. That is
quicker than reading the drawing, and closer: the pieces show what the outline alone leaves open.
"""

from cmath import phase, pi, rect
from collections.abc import Sequence
from functools import cache
from math import dist
from statistics import fmean

from heuristan.tangram.boundary import Ring
from heuristan.tangram.outlines.tolerant.exact_lengths import Part
from heuristan.tangram.pieces.sets import TANGRAM, in_legs, orientations
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle, make_puzzle

NEAR = 0.03
"""Maximum distance, in legs, of a vertex as it was laid from where it lies exactly: two pixels of the games."""

EIGHTH = pi / 4


def exact_puzzle(figure: Drawing) -> Puzzle | None:
    """Return the exact outline of a figure that was laid; None if its pieces are slid, stand apart or overlap."""
    if not figure.laid or not figure.leg:
        return None
    laid = [_in_legs(piece, figure) for piece in figure.laid]
    angle = phase(laid[0][1] - laid[0][0])
    level = rect(1, round(angle / EIGHTH) * EIGHTH - angle)
    parts = [_part(piece.name or "", [z * level for z in ring]) for piece, ring in zip(figure.laid, laid, strict=True)]
    joined = _joined([part for part in parts if part is not None])
    if len(joined) < len(parts) or _farthest(joined) > NEAR:
        return None
    try:
        rings = [ring for part in joined for ring in part.rings]
        puzzle = make_puzzle(figure.id, rings, sets=figure.sets, pieces=TANGRAM)
        return puzzle if puzzle.boundary.vertices else None
    except OutlineError:
        return None


def _in_legs(piece: LaidPiece, figure: Drawing) -> list[complex]:
    leg, up = figure.leg or 1.0, -1 if figure.y_down else 1
    return [complex(x / leg, up * y / leg) for x, y in piece.vertices]


@cache
def _orientations(name: str) -> tuple[tuple[Ring, tuple[complex, ...]], ...]:
    """Return the ways in which a piece lies on the lattice, each with its vertices in legs about their mean."""
    rings = (ring for shape in TANGRAM.shapes if shape.name == name for ring in orientations(shape))
    return tuple((ring, tuple(_about_mean([complex(*in_legs(p)) for p in ring]))) for ring in rings)


def _about_mean(ring: Sequence[complex]) -> list[complex]:
    mean = sum(ring) / len(ring)
    return [z - mean for z in ring]


def _part(name: str, laid: Sequence[complex]) -> Part | None:
    """Return a piece on the lattice; None if it lies in none of the eight directions."""
    about, mean = _about_mean(laid), sum(laid) / len(laid)
    for ring, vertices in _orientations(name):
        order = [min(about, key=lambda z: abs(z - vertex)) for vertex in vertices]
        if all(abs(z - vertex) < NEAR for z, vertex in zip(order, vertices, strict=True)):
            return Part((ring,), tuple((z.real, z.imag) for z in (z + mean for z in order)))
    return None


def _joined(parts: Sequence[Part]) -> list[Part]:
    """Return the parts that touch each other, from the first on, moved to where they touch."""
    joined, waiting = [*parts[:1]], [*parts[1:]]
    while waiting:
        found = next(((part, laid) for part in waiting if (laid := part.beside(joined)) is not None), None)
        if found is None:
            break
        waiting.remove(found[0])
        joined.append(found[1])
    return joined


def _farthest(joined: Sequence[Part]) -> float:
    """Return the maximum distance of a vertex from where it was laid, if all lie where they do in the mean."""
    moves = [(x - u, y - v) for part in joined for p, (x, y) in part.vertices for u, v in [in_legs(p)]]
    middle = fmean(x for x, _ in moves), fmean(y for _, y in moves)
    return max(dist(move, middle) for move in moves)
