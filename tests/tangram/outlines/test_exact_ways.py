"""How many sets an outline takes that does not say it: one set is the case to assume, whatever its unit."""

from random import Random

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from shared.drawings import drawn, slid_assembly
from shared.strategies import Assembly, full_sets
from tangram.outlines.test_approximate import as_legs, randoms

from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece, Vector
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import Result
from heuristan.tangram.solving.shortcuts import solve_exactly
from heuristan.tangram.verification.claims import Claim
from heuristan.tangram.verification.judging import judge

ROOT = 2**0.5

legs = st.one_of(st.integers(1, 10).map(float), st.integers(1, 7).map(lambda k: k * ROOT))
"""Legs with which whole numbers have the area of as many small sets as 100."""


def verdict(puzzle: Puzzle, result: Result) -> str:
    pieces = tuple(LaidPiece(piece.piece, piece.vertices) for piece in result.pieces)
    return judge(puzzle, Claim(None, result.status, pieces, 1)).verdict


@pytest.mark.slow
@settings(max_examples=8)
@given(randoms, legs, st.booleans())
def test_one_set_slid_by_whole_numbers_is_one_set_in_any_unit(random: Random, leg: float, diagonally: bool) -> None:
    laid = slid_assembly(random, step=(ROOT if diagonally else 1) / leg)
    drawing = drawn(laid, Random(0), leg=leg)
    puzzle = puzzle_of(drawing)
    assert puzzle.sets == 1
    result = solve_exactly(puzzle)
    assert (result.status, len(result.pieces)) == ("solved", 7), result.message
    assert verdict(puzzle, result) == "right"
    own = tuple(
        LaidPiece(piece.name, tuple((leg * x + 3 * leg, leg * y - 5 * leg) for x, y in piece.ring)) for piece in laid
    )
    assert judge(puzzle, Claim(None, "solved", own, 1)).verdict == "right"


IN_LEGS = [(0.0, 0.0), (5.0, 0.0), (5.0, 2.0), (3.0, 4.0), (2.0, 4.0), (2.0, 3.0), (0.0, 3.0)]
"""Two sets, of which one set has not all edges."""

STRIP = [(0.0, 0.0), (8.0, 0.0), (8.0, 2.0), (0.0, 2.0)]
"""Two sets; one set in whole legs has its edges and its area, but is too wide."""


@pytest.mark.parametrize(("ring", "first", "tried"), [(IN_LEGS, 2, [2]), (STRIP, 1, [1, 2])])
def test_where_one_set_has_no_solution_a_few_sets_in_legs_are_tried(
    ring: list[Vector], first: int, tried: list[int]
) -> None:
    puzzle = puzzle_of(Drawing("legs", ([ring],)))
    assert puzzle.sets == first
    result = solve_exactly(puzzle)
    assert (result.status, len(result.pieces)) == ("solved", 14)
    assert result.as_json()["reading"]["sets_tried"] == tried
    assert "2 sets" in result.message
    assert verdict(puzzle, result) == "right"
    said = puzzle_of(Drawing("legs", ([ring],), sets=2))
    assert (said.sets, said.reading) == (2, None)
    assert verdict(said, result) == "right"


def test_one_set_that_is_exact_has_no_other_reading_in_many_sets() -> None:
    puzzle = puzzle_of(Drawing("brick", ([[(0.0, 0.0), (40.0, 0.0), (40.0, 20.0), (0.0, 20.0)]],)))
    assert (puzzle.sets, puzzle.reading) == (1, None)


@pytest.mark.slow
def test_an_outline_that_no_number_of_sets_fills_is_unsolvable_where_all_are_exact() -> None:
    """One set has no such edges, and the strip is too slim for two."""
    puzzle = puzzle_of(Drawing("slim", ([[(0.0, 0.0), (16.0, 0.0), (16.0, 1.0), (0.0, 1.0)]],)))
    result = solve_exactly(puzzle)
    assert result.status == "unsolvable"
    assert "2 sets were tried" in result.message


@pytest.mark.slow
@settings(
    max_examples=10, phases=(Phase.explicit, Phase.reuse, Phase.generate)
)  # to shrink fourteen pieces takes minutes
@given(full_sets(2))
def test_several_sets_in_legs_are_solved_and_the_number_is_said(assembly: Assembly) -> None:
    drawing = drawn(as_legs(assembly), Random(0))
    puzzle = puzzle_of(drawing)
    result = solve_exactly(puzzle, limit=5)
    assume(result.status != "limit")
    assert result.status == "solved", result.message
    assert verdict(puzzle, result) == "right"
    assert result.reading is None or result.reading.sets_tried[-1] * 7 == len(result.pieces)
    # the assembly itself is right as well, however the outline was read first
    own = tuple(LaidPiece(piece.name, tuple((x + 3, y - 5) for x, y in piece.ring)) for piece in as_legs(assembly))
    assert judge(puzzle, Claim(None, "solved", own, 1)).verdict == "right"
