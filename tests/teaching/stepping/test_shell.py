"""The live engine under a session: laws of running, asserting, undoing, saving, and of rules that come and go."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.lines import dumps
from heuristan.teaching.stepping import Session
from heuristan.teaching.stepping.conversation import answer, read
from heuristan.teaching.stepping.shell import Shell

FEW = settings(max_examples=4)
NAMES = ("cat", "lamp", "digit-9", "convex-square")
HULL = "(defrule mine (Match (id ?m) (kind piece)) => (assert (Evidence (kind mine) (match ?m))))"


def puzzle_named(name: str) -> Puzzle:
    puzzle = next(read_outlines(name))
    assert isinstance(puzzle, Puzzle)
    return puzzle


def shell_on(name: str, said: list[str] | None = None) -> Shell:
    session = Session.begun(puzzle_named(name), read_ranking(DEFAULT))
    return Shell(session, (said if said is not None else []).append)


def typed(shell: Shell, *lines: str) -> list[str]:
    """The answers to lines, one after another."""
    found: list[str] = []
    for line in lines:
        command = read(line)
        assert command is not None
        found += answer(shell, command).paragraphs
    return found


def trace_of(shell: Shell) -> str:
    return dumps(shell.session.trace)


def ended(name: str) -> Shell:
    shell = shell_on(name)
    typed(shell, "run")
    return shell


class TestRunning:
    @FEW
    @given(st.sampled_from(NAMES), st.lists(st.integers(1, 40), max_size=6))
    def test_any_sequence_of_runs_equals_one(self, name: str, counts: list[int]) -> None:
        shell = shell_on(name)
        typed(shell, *(f"run {count}" for count in counts), "run")
        assert trace_of(shell) == trace_of(ended(name))

    @pytest.mark.slow
    @pytest.mark.parametrize("name", NAMES)
    def test_the_whole_run_is_that_of_solve(self, name: str) -> None:
        expected = solve(puzzle_named(name), read_ranking(DEFAULT), backtracking=False).trace
        assert trace_of(ended(name)) == dumps(expected).replace('"as published"', '"by hand"')

    @FEW
    @given(st.sampled_from(NAMES))
    def test_steps_are_those_of_the_session(self, name: str) -> None:
        shell = shell_on(name)
        session = shell.session
        for after in session.finished():
            typed(shell, "step")
            assert shell.session.events == after.events
            assert shell.session.offers == after.offers

    @FEW
    @given(st.sampled_from(NAMES), st.lists(st.integers(-1, 40), max_size=5))
    def test_what_a_person_takes_is_taken_in_the_engine(self, name: str, moves: list[int]) -> None:
        shell = shell_on(name)
        for move in moves:
            choices = shell.session.offers.choices if shell.session.now.state.boundary else ()
            if move < 0 and shell.session.steps:
                typed(shell, "back")
            elif move >= 0 and choices:
                typed(shell, str(1 + move % len(choices)))
            before = shell.session
            assert shell.follow() == ""
            assert shell.session is before, "the facts say the same as the session"
        if shell.session.now.state.boundary and shell.session.offers.preferred:
            expected = shell.session.advanced()
            typed(shell, "step")
            assert expected is not None
            assert shell.session.events == expected.events
