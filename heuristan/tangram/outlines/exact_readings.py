"""The exact lengths behind a drawing, where sums of sides explain them."""

from collections.abc import Iterator

from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import Puzzle

NEAREST = 0.06
"""Maximum nearness, in legs, of a reading whose lengths are meant."""

FARTHER, OFF = 2.0, 0.012
"""Its vertices are moved by at most this many times what the nearest reading moves them, and this in legs besides."""

SPREAD = 0.017
"""Maximum distance of vertices, in legs, if ink that has spread is allowed for; lengths that are not meant are usually
twice as far off."""


def exact_readings(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield the readings of a puzzle that lie on one lattice, the nearest first; of an exact puzzle, itself.

    Parts of a drawing that touch in vertices, or a vertex an edge, are put on one lattice. If they stand at other
    angles, or apart, they have no exact lengths together.
    """
    if puzzle.reading is None:
        yield puzzle
    elif puzzle.drawing is not None:
        # geometry is imported for drawings alone
        from heuristan.tangram.outlines.approximate import readings_of
        from heuristan.tangram.outlines.approximate.joining import on_one_lattice

        exact = (one for one in readings_of(puzzle.drawing, puzzle.pieces) if _has_lengths(one, puzzle.sets))
        joined = (on_one_lattice(reading) if reading.places else reading for reading in exact)
        yield from (reading for reading in joined if reading is not None)


def _has_lengths(puzzle: Puzzle, sets: int) -> bool:
    """Return whether a reading says what lengths are meant, if this number of sets is.

    Whole numbers fit as many small sets too: that says nothing of the lengths of fewer. Parts that were drawn into each
    other have no exact lengths together.
    """
    reading = puzzle.reading
    is_other = reading is not None and ((reading.is_exact and puzzle.sets != sets) or reading.is_cut)
    return not puzzle.nearness and not is_other


def exact_lengths(puzzle: Puzzle) -> Puzzle | None:
    """Return the reading of a puzzle with the lengths that are meant; None if it is not clear that lengths are exact.

    Coarse readings find sums of sides for any length: pieces that were slid by half a leg look like others. So an exact
    reading counts only if its nearness is small, and it moves vertices hardly farther than the nearest reading does; or
    if it moves them no farther than ink that has spread explains.
    """
    if puzzle.reading is None:
        return None if puzzle.nearness or puzzle.places else puzzle
    found = next(exact_readings(puzzle), None)
    if found is None or found.reading is None or puzzle.drawing is None:
        return None
    is_near = found.reading.nearness <= NEAREST and found.reading.moved <= FARTHER * puzzle.reading.moved + OFF
    return found if is_near or _is_spread(found, puzzle.drawing) else None


def _is_spread(exact: Puzzle, drawing: Drawing) -> bool:
    """Return whether a drawing has exact lengths but for ink that has spread."""
    from heuristan.tangram.outlines.approximate.spreading import off_after_spreading

    off = off_after_spreading(exact, drawing)
    return off is not None and off <= SPREAD
