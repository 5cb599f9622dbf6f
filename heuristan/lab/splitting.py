"""The half of an outline, training or test: that of the outline which a drawing means, so that copies lie together.

An exact outline is in the half of its own shape. A drawing has the coordinates of whoever drew it, and its shape digest
is another after the least change. Its half is that of its nearest reading on one lattice, where it has one: then a copy
that was redrawn, and the exact outline, are nearly always in one half. Such readings have whole legs: copies of an
outline with half legs may be in either.
"""

from heuristan.tangram.outlines.puzzle_of import exact_readings
from heuristan.tangram.puzzle.digests import Split, shape_digest, split_of_shape
from heuristan.tangram.puzzle.puzzle import Puzzle


def split_of(puzzle: Puzzle) -> Split:
    """Return whether an outline is for training or for testing."""
    return split_of_shape(meant_shape(puzzle))


def meant_shape(puzzle: Puzzle) -> str:
    """Return the shape digest of the outline that is meant; a puzzle without a reading on one lattice means itself."""
    return shape_digest(next(exact_readings(puzzle), puzzle))
