"""Options that do nothing beside another are refused: the cases that `python -m adversary pairs` found."""

from pathlib import Path

import pytest
from adversary.options import options_of
from adversary.working import BASES, OPPOSITES, VALUES, given, opposite
from shared.commands import Run, every_command

BOARD = "8 1 3 4 0 2 7 6 5"


@pytest.fixture
def puzzle(heuristan: Run) -> None:
    heuristan("edgematching", "generate", "--size", "2", "--output", "edge.json")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("solve", "cat", "--explain", "--format", "json"), "--explain is for words, and no output takes them"),
        (("solve", "cat", "--brief", "--output", "o.json"), "--brief is for words, and no output takes them"),
        (("sliding", "solve", BOARD, "--solver", "plan", "--limit", "1"), "--limit is for searches, and plan does not"),
        (("sliding", "solve", BOARD, "--solver", "plan", "--cache", "c"), "--cache is for searches, and plan does"),
        (("sliding", "solve", BOARD, "--estimate", "conflicts", "--cache", "c"), "--cache is for pattern databases"),
        (("edgematching", "solve", "edge.json", "--solver", "backtracking", "--seed", "2"), "--seed is for lp"),
        (("jigsaw", "solve", "jigsaw", "--solver", "paper", "--limit", "1"), "--limit ends repairing"),
        (("worksheet", "cat", "--seed", "2", "--output", "o.pdf"), "--seed is for outlines made at random"),
        (("show", "cat.jsonl", "--explain", "--output", "o.svg"), "--explain is for words"),
        (("rankings", "--show", "heuristan", "--way", "retry", "--output", "o.yaml"), "--way says which rules are"),
    ],
)
@pytest.mark.usefixtures("puzzle")
def test_an_option_that_would_do_nothing_is_refused(words: tuple[str, ...], said: str, heuristan: Run) -> None:
    told = heuristan(*words)
    assert (told.status, said in told.err) == (2, True), told.err


def test_every_command_has_a_line_that_works_and_every_option_a_value() -> None:
    """A command that needs arguments has them; what is given to an option is one of its choices."""
    for name, command in every_command().items():
        needs = [each for each in command.params if each.required]
        assert not needs or name in BASES, name
        assert all(given(name, option, Path())[0] == option.opts[-1] for option in options_of(command))
    known = {each.opts[-1] for command in every_command().values() for each in options_of(command)}
    assert {each.rpartition(" ")[2] for each in VALUES} <= known


def test_conditions_have_opposites() -> None:
    """What one ranking solved may all have more than twelve vertices; then the opposite leaves none of it."""
    conditions = {values[0] for name, values in VALUES.items() if name.endswith(("--where", "--split"))}
    assert conditions == {*OPPOSITES}
    assert opposite(("--where", "vertices > 12")) == ("--where", "vertices <= 12")
