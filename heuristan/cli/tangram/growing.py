"""Growing all snug shapes of some pieces for a command, with progress and refusals."""

from typing import TYPE_CHECKING

from heuristan.cli.kit.failing import fail
from heuristan.cli.kit.progress import status
from heuristan.common.words import plural

if TYPE_CHECKING:
    from heuristan.tangram.census.levels import Growth, Shapes
    from heuristan.tangram.pieces.sets import PieceSet

MOST_SHAPES = 20_000_000
"""Maximum number of shapes of a selection, if no other is asked for."""

MOST_PLAIN = 7
"""Maximum number of unit triangles whose shapes plain Python grows in the time that loading compiled code takes."""


def growth_of(pieces: "PieceSet", sets: int) -> "Growth":
    """Return what grows the shapes of some sets of pieces; fail if they are not snug, or too many."""
    from heuristan.common.kernels import PLAIN, compiled_backend
    from heuristan.tangram.census.levels import Growth, NotOnGrid, TooLarge, pieces_of

    try:
        found, counts = pieces_of(pieces, sets)
    except NotOnGrid as fault:
        fail(f"the set '{pieces.name}' has no snug shapes: {fault}; take another set")
    except TooLarge as fault:
        fail(f"{fault}; take fewer --sets")
    triangles = sum(count * piece.size for count, piece in zip(counts, found, strict=True))
    backend = compiled_backend() if triangles > MOST_PLAIN else None
    return Growth(found, counts, backend or PLAIN)


def grown(growth: "Growth", most: int, advice: str) -> "Shapes":
    """Return all shapes, and show meanwhile how many there are; fail with advice if there are too many."""
    from heuristan.tangram.census.levels import TooMany

    with status("growing shapes") as shown:

        def tell(level: int, count: int) -> None:
            if shown:
                shown(f"growing shapes: {plural(count, 'shape')} of {level} of {growth.levels} pieces")

        try:
            return growth.run(most, tell)
        except TooMany as fault:
            fail(f"{fault}; {advice}")
