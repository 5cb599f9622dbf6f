"""Growing all snug shapes of some pieces for a command, with progress and refusals."""

from typing import TYPE_CHECKING

from heuristan.cli.failing import INTERRUPTED, fail, note
from heuristan.cli.progress import status
from heuristan.common.words import plural

if TYPE_CHECKING:
    from heuristan.lab.census.levels import Growth, Shapes
    from heuristan.tangram.pieces.sets import PieceSet

MOST_SHAPES = 20_000_000
"""Maximum number of shapes of a selection, if no other is asked for."""

MOST_PLAIN = 7
"""Maximum number of unit triangles whose shapes plain Python grows in the time that loading compiled code takes."""

MOST_SLOW = 10
"""Maximum number whose shapes it grows in a minute or two."""


def growth_of(pieces: "PieceSet", sets: int) -> "Growth":
    """Return what grows the shapes of some sets of pieces; fail if they are not snug, or too many."""
    from heuristan.common.kernels import PLAIN, compiled_backend
    from heuristan.lab.census.levels import Growth, NotOnGrid, TooLarge, pieces_of

    try:
        found, counts = pieces_of(pieces, sets)
    except NotOnGrid as fault:
        fail(f"the set '{pieces.name}' has no snug shapes: {fault}; take another set")
    except TooLarge as fault:
        fail(f"{fault}; take {'fewer --sets' if sets > 1 else 'a set of smaller or fewer pieces'}")
    triangles = sum(count * piece.size for count, piece in zip(counts, found, strict=True))
    backend = compiled_backend() if triangles > MOST_PLAIN else None
    return Growth(found, counts, backend or PLAIN)


def check_speed(growth: "Growth") -> None:
    """Check that all shapes are grown in a time that one waits for.

    Raises:
        MissingExtraError: if that needs compiled code, and numba is not installed.
    """
    from heuristan.common.faults import MissingExtraError
    from heuristan.common.kernels import PLAIN

    triangles = sum(count * piece.size for count, piece in zip(growth.counts, growth.pieces, strict=True))
    if growth.backend is PLAIN and triangles > MOST_SLOW:
        raise MissingExtraError("numba", "fast")


def grown(growth: "Growth", most: int, advice: str) -> "Shapes":
    """Return all shapes, and show meanwhile how many there are; fail with advice if there are too many."""
    from heuristan.lab.census.levels import TooMany

    with status("growing shapes") as shown:

        def tell(level: int, count: int) -> None:
            if shown:
                shown(f"growing shapes: {plural(count, 'shape')} of {level} of {growth.levels} pieces")

        try:
            return growth.run(most, tell)
        except TooMany as fault:
            fail(f"{fault}; {advice}")
        except KeyboardInterrupt:
            note("interrupted; nothing was written")
            raise SystemExit(INTERRUPTED) from None
