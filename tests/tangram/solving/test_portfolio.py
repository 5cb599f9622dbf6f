"""Several rankings in turn: the earliest attempt that solves a puzzle, and a run that is one ranking's own."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

import heuristan
from heuristan.tangram.expert.ways import Way
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.options import Options
from heuristan.tangram.solving.program import solve_puzzle
from heuristan.tangram.solving.result import Result
from heuristan.tangram.solving.shortcuts import rankings_of, solve
from heuristan.tangram.trace.events import PuzzleRead

PAIR = ("deutsch-hayes-1972", "pieces-first")


def shape(name: str) -> Puzzle:
    puzzle = next(iter(read_outlines(name)))
    assert isinstance(puzzle, Puzzle)
    return puzzle


def solve_by_several(
    puzzle: Puzzle, names: Sequence[str], way: Way = "published", limit: float | None = None
) -> Result:
    return solve_puzzle(puzzle, Options("expert", rankings_of(*names), way, limit=limit))


@pytest.mark.parametrize("way", ["published", "retry"])
@pytest.mark.parametrize("name", ["cat", "runner", "house", "squirrel", "mug", "key"])
def test_the_attempt_with_the_lowest_number_is_the_one_that_counts(name: str, way: Way) -> None:
    puzzle = shape(name)
    each = [solve(puzzle, ranking, way=way) for ranking in PAIR]
    found = solve_by_several(puzzle, PAIR, way=way)
    solved = [result for result in each if result.status == "solved"]
    if not solved:
        assert found.status == "stuck"
        assert all(f"{result.ranking}: {result.message}" in found.message for result in each)
        return
    best = min(solved, key=lambda result: result.entry_point or 0)
    assert replace(found, message="", seconds=0) == replace(best, message="", seconds=0)
    assert found.message == f"{best.message}, by {best.ranking}, ranking {each.index(best) + 1} of 2"
    assert isinstance(found.trace[0], PuzzleRead)
    assert found.trace[0].ranking == found.ranking


def test_a_second_ranking_solves_what_the_first_does_not() -> None:
    puzzle = shape("digit-9")
    assert solve(puzzle, PAIR[0], way="published").status == "stuck"
    found = solve_by_several(puzzle, (PAIR[0], "heuristan"))
    assert (found.status, found.ranking) == ("solved", "heuristan")
    assert found.message.endswith("by heuristan, ranking 2 of 2")


def test_what_runs_out_of_time_is_not_called_stuck() -> None:
    assert solve_by_several(shape("digit-9"), PAIR, limit=1e-9).status == "limit"


def test_one_ranking_is_a_run_of_its_own() -> None:
    puzzle = shape("cat")
    alone, listed = solve(puzzle, PAIR[0], way="published"), solve_by_several(puzzle, PAIR[:1])
    assert replace(listed, seconds=0) == replace(alone, seconds=0)


def test_in_python_several_rankings_are_a_list() -> None:
    found = heuristan.solve("digit-9", ranking=[PAIR[0], heuristan.read_ranking("heuristan")], backtracking=False)
    assert found
    assert found.ranking == "heuristan"
    with pytest.raises(ValueError, match="with backtracking there are none"):
        heuristan.solve("cat", ranking=list(PAIR))
    with pytest.raises(ValueError, match="there is no ranking; give one"):
        heuristan.solve("cat", ranking=[], backtracking=False)
    with pytest.raises(ValueError, match="give the name or the file of a ranking"):
        heuristan.solve("cat", ranking=["heuristan", 3], backtracking=False)  # type: ignore[list-item]
