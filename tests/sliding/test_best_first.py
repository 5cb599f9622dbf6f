"""Laws of best-first searches: what each promises of its solution, and what it needs for that."""

from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.commands import Run

from heuristan.sliding.boards import MOVES, Board, moved, neighbours
from heuristan.sliding.files import Puzzle
from heuristan.sliding.judge import verify
from heuristan.sliding.results import SEARCHES, BestFirst
from heuristan.sliding.searching.best_first import COSTS, WEIGHT, search
from heuristan.sliding.searching.estimates import by_distances
from heuristan.sliding.searching.ida_star import shortest
from heuristan.sliding.solving import Options, solve

SIZES = ((2, 3), (3, 3), (2, 5))


@st.composite
def boards(draw: st.DrawFn) -> Puzzle:
    """A board some random moves from its goal, whose blank may be at home in any corner."""
    rows, columns = draw(st.sampled_from(SIZES))
    goal = board = Board.goal(rows, columns, draw(st.sampled_from(("first", "last"))))
    for choice in draw(st.lists(st.integers(0, 3), max_size=30)):
        if neighbours(rows, columns)[board.blank][choice] >= 0:
            board = moved(board, MOVES[choice])
    return Puzzle("drawn", board, goal)


@settings(max_examples=15, deadline=None)
@given(boards(), st.sampled_from(("distances", "conflicts")))
def test_each_search_keeps_its_promise(puzzle: Puzzle, estimate: Any) -> None:
    fewest = len(shortest(puzzle.start, puzzle.goal, estimate="distances", compiled=False).moves or "")
    for solver in SEARCHES:
        if solver == "ida-star":
            continue
        result = solve(puzzle, solver, Options(estimate=estimate))
        assert (result.status, result.solver) == ("solved", solver)
        assert result.moves is not None
        assert moved(puzzle.start, result.moves) == puzzle.goal
        assert result.bound <= fewest <= len(result.moves)
        assert result.is_optimal == (solver in ("breadth-first", "a-star"))
        if result.is_optimal:
            assert len(result.moves) == result.bound == fewest
        if solver == "weighted-a-star":
            assert len(result.moves) <= WEIGHT * fewest
        assert verify(puzzle, result.as_json()).verdict == "right"


@settings(max_examples=12, deadline=None)
@given(boards())
def test_an_estimate_saves_states(puzzle: Puzzle) -> None:
    estimator = by_distances(puzzle.start.rows, puzzle.start.columns, puzzle.goal.blank, with_conflicts=False)
    blind, guided = (search(puzzle.start, puzzle.goal, COSTS[name], estimator) for name in ("breadth-first", "a-star"))
    assert guided.nodes <= blind.nodes


@given(boards())
def test_a_move_changes_an_estimate_by_one_at_most(puzzle: Puzzle) -> None:
    rows, columns, hole = puzzle.start.rows, puzzle.start.columns, puzzle.goal.blank
    estimator = by_distances(rows, columns, hole, with_conflicts=False)
    state = [puzzle.goal.tiles.index(tile) for tile in puzzle.start.tiles]
    blank = state.index(hole)
    for cell in neighbours(rows, columns)[blank]:
        if cell >= 0:
            after = state.copy()
            after[blank], after[cell] = after[cell], after[blank]
            assert abs(estimator(after) - estimator(state)) <= 1


@pytest.mark.parametrize("name", get_args(BestFirst))
def test_time_and_room_end_a_search(name: BestFirst) -> None:
    start, goal = Board(3, 3, (8, 6, 7, 2, 5, 4, 3, 0, 1)), Board.goal(3, 3)
    estimator = by_distances(3, 3, goal.blank, with_conflicts=False)
    seen: list[tuple[int, int]] = []
    late = search(start, goal, COSTS[name], estimator, limit=-1.0)
    assert (late.moves, late.nodes, late.is_full) == (None, 0, False)
    full = search(start, goal, COSTS[name], estimator, most=10, watch=lambda *progress: seen.append(progress))
    assert (full.moves, full.is_full) == (None, True)
    assert seen
    assert full.bound <= 31


@pytest.mark.parametrize("name", get_args(BestFirst))
def test_a_board_whose_cells_do_not_fit_into_bytes_is_refused(name: BestFirst) -> None:
    goal = Board.goal(17, 17)
    result = solve(Puzzle("large", moved(goal, "LU"), goal), name)
    assert (result.status, result.solver) == ("refused", name)
    assert "up to 256 cells, and this one has 289; take the plan" in result.message
    fits = Board.goal(16, 16)
    assert solve(Puzzle("fits", moved(fits, "LU"), fits), name).moves == "DR"


def test_nothing_is_announced_that_is_not_done(heuristan: Run, tmp_path: Path) -> None:
    """Best-first searches compile nothing, and build a database only if they are asked for patterns."""
    twenty_four = " ".join(map(str, moved(Board.goal(5, 5), "LU").tiles))
    for solver in get_args(BestFirst):
        assert heuristan("sliding", "solve", twenty_four, "--solver", solver).err == ""
    unsolvable = " ".join(map(str, (2, 1, *range(3, 25), 0)))
    assert heuristan("sliding", "solve", unsolvable, "--solver", "ida-star", "--cache", str(tmp_path)).err == ""
    options = ("--solver", "a-star", "--estimate", "patterns", "--cache", str(tmp_path))
    assert "building a pattern database" in heuristan("sliding", "solve", "123456708", *options).err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("solve", "358102674", "--solver", "breadth-first", "--estimate", "distances"), "take a-star"),
    ],
)
def test_an_estimate_that_nothing_takes_is_refused(heuristan: Run, arguments: tuple[str, ...], words: str) -> None:
    status, _, err = heuristan("sliding", *arguments)
    assert status == 2
    assert words in err
