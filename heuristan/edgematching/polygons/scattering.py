"""New puzzles: shuffled pieces in rows below the frame, so that order and places reveal nothing."""

from collections.abc import Sequence
from random import Random

from heuristan.common.plane import Ring, signed_area
from heuristan.edgematching.polygons.puzzle import PLAIN, Piece, PolygonPuzzle, extent, tidied

GAPS = 20
"""Number of gaps between pieces that make up the width of the frame."""


def scattered(
    id: str, frame: Sequence[Ring], pieces: Sequence[tuple[str, Ring]], seed: int, set: str | None = None
) -> PolygonPuzzle:
    """Return the puzzle of a solution without colours.

    Args:
        id: the name of the puzzle.
        frame: the rings around the region, outer ones counter-clockwise, holes clockwise.
        pieces: the name of each piece, and its ring in the solution, in either direction.
        seed: the seed of the order of the pieces.
        set: the name of the set that the pieces make.
    """
    shuffled = list(pieces)
    Random(seed).shuffle(shuffled)
    found = [
        Piece(name, ring if signed_area(ring) > 0 else ring[::-1], (PLAIN,) * len(ring)) for name, ring in shuffled
    ]
    colours = tuple((PLAIN,) * len(ring) for ring in frame)
    return PolygonPuzzle(id, tuple(frame), colours, laid_out(found, frame), set)


def laid_out(pieces: Sequence[Piece], frame: Sequence[Ring]) -> tuple[Piece, ...]:
    """Return the pieces in their order, in rows below the frame."""
    spots = [spot for ring in frame for spot in ring]
    left, low, wide_frame = min(x for x, _ in spots), min(y for _, y in spots), extent(spots)[0]
    found: list[Piece] = []
    gap = wide_frame / GAPS
    x, y, deepest = left, low - gap, 0.0
    for piece in pieces:
        wide, tall = extent(piece.ring)
        if x > left and x + wide > left + 2 * wide_frame:
            x, y, deepest = left, y - deepest - gap, 0.0
        corner = min(u for u, _ in piece.ring), max(v for _, v in piece.ring)
        ring = tuple((tidied(u + x - corner[0]), tidied(v + y - corner[1])) for u, v in piece.ring)
        found.append(Piece(piece.name, ring, piece.colours))
        x, deepest = x + wide + gap, max(deepest, tall)
    return tuple(found)
