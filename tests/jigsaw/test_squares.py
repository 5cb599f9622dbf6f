"""Square pieces without tabs: blocks, the rectangle, and what is claimed of it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.commands import Run
from shared.jigsaw_puzzles import blank_piece

from heuristan.jigsaw.cutting import Recipe, cut, load_source
from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.judging import agreement, judge
from heuristan.jigsaw.reading import pieces_of
from heuristan.jigsaw.results import Placed, Result
from heuristan.jigsaw.solving import solve
from heuristan.jigsaw.squares import blocks_of


def squares(picture: str, rows: int, columns: int, *, upright: bool, seed: int = 5) -> tuple[list, Result]:
    recipe = Recipe(rows, columns, size=40, seed=seed, style="square", is_upright=upright)
    made = cut(load_source(picture), recipe)
    placed = (Placed(one["piece"], one["row"], one["column"], one["turn"]) for one in made.truth["pieces"])
    return [*pieces_of(made.pictures)], Result("truth", "solved", rows, columns, tuple(placed))


@pytest.mark.slow
@pytest.mark.parametrize("upright", [True, False])
@pytest.mark.parametrize("picture", ["chelsea", "coffee"])
def test_they_are_assembled_by_their_colours(picture: str, upright: bool) -> None:
    pieces, truth = squares(picture, 6, 8, upright=upright)
    result = solve("squares", pieces, upright=upright)
    assert agreement(result, truth, upright=upright).is_perfect
    # what colours alone do not decide is doubtful, not wrong
    assert result.status == "solved" or any(one.doubtful for one in result.pieces)
    assert result.solver == "tree/mgc"
    assert not judge(pieces, result, truth, upright=upright).faults


def test_two_pieces_that_change_places_are_a_fault() -> None:
    pieces, truth = squares("coffee", 4, 5, upright=True)
    one, other, *rest = truth.pieces
    swapped = (
        Placed(one.piece, other.row, other.column, 0),
        Placed(other.piece, one.row, one.column, 0),
        *rest,
    )
    assert judge(pieces, truth, upright=True).verdict == "right"
    assert judge(pieces, Result("swapped", "solved", 4, 5, swapped), upright=True).verdict == "wrong"


@given(st.integers(2, 5), st.integers(2, 5), st.integers(0, 10**6))
@settings(max_examples=12)
def test_certain_joints_make_one_block(rows: int, columns: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    costs = random.uniform(5, 9, (4 * rows * columns,) * 2)
    numbers = np.arange(rows * columns).reshape(rows, columns)
    for one, other, side in ((numbers[:, :-1], numbers[:, 1:], 1), (numbers[:-1], numbers[1:], 2)):
        a, b = (4 * one + side).ravel(), (4 * other + (side + 2) % 4).ravel()
        costs[a, b] = costs[b, a] = random.uniform(0, 1, len(a))
    (block,) = blocks_of(costs)
    first = block[0]
    assert first.turn in range(4)
    for piece, spot in block.items():
        down, right = divmod(piece, columns)
        for _ in range(first.turn):
            down, right = right, -down
        assert spot == (first.row + down, first.column + right, first.turn)


def test_a_number_without_a_grid_is_refused() -> None:
    pieces = [blank_piece(f"p{number}", ("flat",) * 4) for number in range(7)]
    with pytest.raises(PuzzleError, match="7 square pieces make no rectangle"):
        solve("squares", pieces)


def test_the_limit_ends_their_repair_and_says_so() -> None:
    pieces = [blank_piece(f"p{number}", ("flat",) * 4) for number in range(6)]
    result = solve("squares", pieces, limit=0)
    assert (result.status, len(result.pieces)) == ("limit", 6)


@pytest.mark.slow
def test_from_the_command_line(heuristan: Run) -> None:
    options = ("--grid", "4x5", "--size", 40, "--cut", "square", "--output", "squares")
    assert heuristan("jigsaw", "generate", "coffee", *options).status == 0
    done = heuristan("jigsaw", "solve", "squares")
    assert (done.status, done.out) == (0, "squares: solved; 4 x 5, 20 pieces, none of them doubtful\n")
