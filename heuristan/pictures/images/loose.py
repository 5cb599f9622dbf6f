"""The seven pieces themselves, lying apart: each is the outline of a puzzle too, but nobody means seven puzzles."""

from collections.abc import Sequence
from dataclasses import replace

from heuristan.pictures.images.figure import Figure, Refused
from heuristan.pictures.images.sketching.pieces import pieces_among
from heuristan.pictures.images.slant import STRAIGHT
from heuristan.tangram.pieces.sets import TANGRAM

APART = Refused(
    "is the seven pieces themselves, apart", "push them together, or give the outline that they are to fill"
)


def as_loose_pieces(found: Sequence[Figure]) -> list[Figure]:
    """Return figures as they are; if they are the seven pieces, apart, one figure that says so."""
    rings = [ring for figure in found for ring in figure.rings]
    if len(found) != TANGRAM.size or len(rings) != TANGRAM.size or any(figure.fault for figure in found):
        return list(found)
    if pieces_among([ring.vertices for ring in rings], [False] * TANGRAM.size) is None:
        return list(found)
    on_picture = [figure.view.back(figure.rings[0].vertices) for figure in found]
    parts = enumerate(zip(rings, on_picture, strict=True))
    apart = [replace(ring, vertices=points, contour=ring.contour._replace(part=part)) for part, (ring, points) in parts]
    return [Figure(tuple(apart), STRAIGHT, sheet=found[0].sheet, refused=APART)]
