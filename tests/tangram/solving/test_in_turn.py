"""Rules, and the search where these find no solution: who finds one is named, and what the rules came to is said."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest
from shared.drawings import drawn, slid_assembly

from heuristan import Puzzle as Outline
from heuristan import solve as solve_anything
from heuristan.tangram.explain import explain
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving import program
from heuristan.tangram.solving.options import Options
from heuristan.tangram.solving.result import Result
from heuristan.tangram.solving.shortcuts import rankings_of, solve
from heuristan.tangram.trace.events import Ended, Status

WORDS = "ranked rules found no solution: "


def shape(name: str) -> Puzzle:
    puzzle = next(iter(read_outlines(name)))
    assert isinstance(puzzle, Puzzle)
    return puzzle


def solve_in_turn(puzzle: Puzzle, limit: float | None = None) -> Result:
    return program.solve_puzzle(puzzle, Options("auto", rankings_of(None), limit=limit))


def rough(seed: int, off: float) -> Puzzle:
    return puzzle_of(drawn(slid_assembly(Random(seed)), Random(seed), off=off))


def fails(status: Status, puzzle: Puzzle, *_: object) -> Result:
    """Be rules that find nothing."""
    return Result(puzzle.id, status, "expert", "some", 0.5, None, 3, 3, f"it ended as {status}", ())


@pytest.fixture(params=["unsolvable", "limit"])
def failing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Status:
    monkeypatch.setattr(program, "_run_rules", partial(fails, request.param))
    return request.param


@pytest.mark.parametrize("name", ["cat", "runner", "impossible-shed"])
def test_what_the_rules_decide_of_an_exact_outline_is_theirs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heuristan.tangram.solving.exhaustive.run_search", None)
    alone, found = solve(shape(name)), solve_in_turn(shape(name))
    assert replace(found, seconds=0) == replace(alone, seconds=0)


@pytest.mark.slow
def test_what_the_search_finds_is_given_with_what_the_rules_came_to(failing: Status) -> None:
    puzzle = rough(3, 0.01)
    assert puzzle.reading is not None
    assert solve(puzzle).status != "solved"
    result = solve_in_turn(puzzle)
    assert (result.status, result.solver, result.ranking) == ("solved", "exact", None)
    assert f"{WORDS}it ended as {failing}" in result.message
    assert result.seconds > 0.5
    assert Outline.of(puzzle).verify(result).verdict == "right"
    (ended,) = [event for event in result.trace if isinstance(event, Ended)]
    assert (ended.status, ended.before) == ("solved", f"{WORDS}it ended as {failing}")
    assert "Ranked rules found no solution" in explain(result.trace)


@pytest.mark.parametrize(("name", "status"), [("cat", "solved"), ("impossible-square-window", "unsolvable")])
def test_the_search_decides_an_exact_outline_on_which_the_rules_take_too_long(
    name: str, status: Status, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "_run_rules", partial(fails, "limit"))
    result = solve_in_turn(shape(name))
    assert (result.status, result.solver) == (status, "exact")
    assert WORDS in result.message


def test_where_neither_finds_one_it_says_so_of_both(failing: Status) -> None:
    strip = puzzle_of(replace(drawn(slid_assembly(Random(3)), Random(3)), polygons=(RIBBON,)))
    result = solve_in_turn(strip)
    assert (result.status, result.pieces) == ("stuck", ())
    both = "by ranked rules and by exhaustive search alike"
    assert (both if failing == "unsolvable" else "by exhaustive search alone") in result.message


RIBBON = (((0.0, 0.0), (15.93, 0.0), (15.93, 0.51), (0.0, 0.51)),)
"""A rectangle that no sets fill: most pieces are too wide for it."""


def test_without_time_nothing_is_searched() -> None:
    assert solve_in_turn(shape("cat"), limit=1e-9).status == "limit"


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "off"), [(20004, 0.12), (8, 0.15)])
def test_a_rough_drawing_that_the_rules_do_not_solve(seed: int, off: float) -> None:
    puzzle = rough(seed, off)
    strictly = solve_anything(puzzle, "expert")
    assert strictly.status == "stuck"
    assert "which the solver exact gives" in strictly.message
    found = solve_anything(puzzle)
    assert (found.status, found.solver) == ("solved", "exact")
    assert found.puzzle.verify(found).verdict == "right"
    assert found.puzzle.hint().kind == "hint"


def test_who_undoes_nothing_hears_where_the_rules_stick() -> None:
    for how in (partial(solve_anything, backtracking=False), partial(solve_anything, way="retry")):
        result = how("convex-square")
        assert (result.status, result.solver) == ("stuck", "expert")
