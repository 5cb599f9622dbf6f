"""The score of a board that is no solution: the edges that match, of all that touch another edge."""

from collections.abc import Iterator, Sequence

from heuristan.edgematching.cells import Faces
from heuristan.edgematching.puzzle import Puzzle


def edges(puzzle: Puzzle) -> int:
    """Return the number of edges that touch another edge, of a piece or of the frame."""
    return sum(1 for _ in _meetings(puzzle))


def matching(puzzle: Puzzle, faces: Sequence[Faces]) -> int:
    """Return how many of them match.

    Args:
        puzzle: the puzzle.
        faces: the colours at each place.
    """
    opposite = puzzle.board.cell.opposite
    return sum(
        faces[place][face]
        == (puzzle.asked[place, face] if beyond is None else puzzle.mate(faces[beyond][opposite[face]]))
        for place, face, beyond in _meetings(puzzle)
    )


def _meetings(puzzle: Puzzle) -> Iterator[tuple[int, int, int | None]]:
    """Yield each edge once: place, face, and the place beyond, None for the frame."""
    for place, row in enumerate(puzzle.board.neighbours):
        for face, beyond in enumerate(row):
            if (place < beyond) if beyond is not None else (place, face) in puzzle.walls:
                yield place, face, beyond
