"""The exact lengths behind a drawing, where sums of sides explain them."""

from collections.abc import Iterator

from heuristan.tangram.puzzle.puzzle import Puzzle


def exact_readings(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield the readings of a puzzle that lie on one lattice, the nearest first; of an exact puzzle, itself.

    Parts of a drawing that stand at other angles, or off each other's lattice, have no exact lengths together.
    """
    if puzzle.reading is None:
        found = iter([puzzle])
    elif puzzle.drawing is None:
        found = iter(())
    else:
        from heuristan.tangram.outlines.approximate import readings_of

        found = readings_of(puzzle.drawing, puzzle.pieces)
    return (reading for reading in found if not reading.nearness and not reading.places)
