"""The half of an outline: that of its shape where it is exact, and of the shape that is meant where it is a drawing."""

from random import Random

import pytest
from hypothesis import given
from shared.strategies import puzzles

from heuristan.lab.columns import meant_shape, outline_row, split_of
from heuristan.lab.digests import digest, shape_digest, split_of_shape
from heuristan.lab.schema import TABLES
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import Puzzle

HUNDREDTH = 0.01


def redrawn(puzzle: Puzzle, random: Random) -> Puzzle:
    """Return a copy with a normal error of a hundredth of a leg in either coordinate of each vertex."""
    rings = [
        tuple((x + random.gauss(0, HUNDREDTH), y + random.gauss(0, HUNDREDTH)) for x, y in ring)
        for ring in (map(puzzle.in_legs, ring) for ring in puzzle.rings)
    ]
    return puzzle_of(Drawing(puzzle.id, tuple((ring,) for ring in rings), sets=puzzle.sets))


@given(puzzles())
def test_an_exact_outline_is_in_the_half_of_its_shape(puzzle: Puzzle) -> None:
    assert meant_shape(puzzle) == shape_digest(puzzle)
    assert split_of(puzzle) == split_of_shape(shape_digest(puzzle))


@pytest.mark.slow
def test_copies_that_were_redrawn_lie_with_their_outlines() -> None:
    random = Random(16)
    found = [puzzle for name in shape_names() for puzzle in read_outlines(name) if isinstance(puzzle, Puzzle)]
    # readings of drawings have whole legs
    exact = [puzzle for puzzle in found if puzzle.reading is None and puzzle.denominator == 1 and puzzle.sets == 1]
    copies = [(puzzle, redrawn(puzzle, random)) for puzzle in exact if len(puzzle.rings) == 1]
    assert len(copies) > 20
    apart = [puzzle.id for puzzle, copy in copies if split_of(puzzle) != split_of(copy)]
    assert not apart
    by_digest = [puzzle.id for puzzle, copy in copies if split_of_shape(shape_digest(copy)) != split_of(puzzle)]
    assert len(by_digest) > 3


def test_the_table_has_the_half_of_the_shape_that_is_meant() -> None:
    puzzle = redrawn(next(p for p in read_outlines("cat") if isinstance(p, Puzzle)), Random(1))
    assert puzzle.reading is not None
    row = dict(zip(TABLES["outlines"].names, outline_row(puzzle, digest(puzzle)), strict=True))
    assert (row["split"], row["shape"]) == (split_of(puzzle), shape_digest(puzzle))
