"""Shells of the live engine, and what is typed into them."""

from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.teaching.stepping import Session, Told
from heuristan.teaching.stepping.dialogue import answer, read
from heuristan.teaching.stepping.shell import Shell


def puzzle_named(name: str) -> Puzzle:
    puzzle = next(read_outlines(name))
    assert isinstance(puzzle, Puzzle)
    return puzzle


def shell_on(name: str, said: list[str] | None = None) -> Shell:
    session = Session.begun(puzzle_named(name), read_ranking(DEFAULT))
    return Shell(session, (said if said is not None else []).append)


def told(session: Session, line: str) -> Told:
    """The answer to a line in a session."""
    command = read(line)
    assert command is not None
    return answer(Shell(session), command)


def typed(shell: Shell, *lines: str) -> list[str]:
    """The answers to lines, one after another."""
    found: list[str] = []
    for line in lines:
        command = read(line)
        assert command is not None
        found += answer(shell, command).in_short_first
    return found
