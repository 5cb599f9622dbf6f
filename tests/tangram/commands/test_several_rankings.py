"""`solve --ranking A,B`: rankings that take turns at restarts."""

import json

import pytest

from tests.shared.commands import Run

LOOP = ("--engine", "compiled")
"""The loop, to the same result in a fraction of the time."""


@pytest.mark.parametrize(
    "options",
    [["--ranking", "deutsch-hayes-1972,heuristan"], ["--ranking", "deutsch-hayes-1972", "--ranking=heuristan"]],
)
def test_commas_and_repeats_name_several(heuristan: Run, options: list[str]) -> None:
    done = heuristan("solve", "digit-9", "--no-backtracking", "--brief", *LOOP, *options)
    assert done.status == 0, done.err
    assert "by heuristan, ranking 2 of 2" in done.out


def test_the_result_names_the_ranking_that_solved_it(heuristan: Run) -> None:
    done = heuristan(
        *("solve", "digit-9", "--retry", "--ranking", "deutsch-hayes-1972,heuristan", *LOOP, "--format", "json")
    )
    assert done.status == 0, done.err
    assert json.loads(done.out)["ranking"] == "heuristan"


def test_words_are_of_the_run_that_solved_it(heuristan: Run) -> None:
    words = [
        heuristan("solve", "digit-9", "--no-backtracking", "--explain", *LOOP, "--ranking", ranking).out
        for ranking in ("deutsch-hayes-1972,heuristan", "heuristan")
    ]
    assert words[0] == words[1]


def test_with_backtracking_several_are_refused_with_the_way_out(heuristan: Run) -> None:
    done = heuristan("solve", "cat", "--ranking", "deutsch-hayes-1972,heuristan")
    assert done.status == 2
    assert "add --no-backtracking or --retry, or give one --ranking" in done.err
