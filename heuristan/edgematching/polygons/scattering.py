"""Where a new puzzle shows its pieces: in rows beneath the frame, so that their places say nothing."""

from collections.abc import Sequence

from heuristan.edgematching.polygons.puzzle import Piece, Ring, extent, tidied

GAPS = 20
"""Between pieces that are shown beside a frame lies this part of its width."""


def laid_out(pieces: Sequence[Piece], frame: Sequence[Ring]) -> tuple[Piece, ...]:
    """The pieces in their order, in rows beneath the frame."""
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
