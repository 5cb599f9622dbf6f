"""Answers compared: each result names its way and its puzzle, and all ways of a puzzle must have the same answer."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from adversary.findings import Report
from adversary.options import found, in_general
from adversary.running import Case, Ran, ran

Result: TypeAlias = Mapping[str, Any]
RIGHT = ("right", "unchecked")
"""Verdicts that are accepted for heuristan's own results: that no solution exists cannot be checked."""
OF = "="
"""Between the way and the puzzle in the name of a file, or in an id."""


class Answer(NamedTuple):
    """The answer to a puzzle that was written or given in one way."""

    way: str
    puzzle: str
    status: str
    more: object = None
    """Another value that must be equal too."""
    is_silent: bool = False
    """Whether this answer is ignored, because it proves nothing."""


Read: TypeAlias = Callable[[Result], Answer]


def named(id: str) -> tuple[str, str]:
    """Return the way and the puzzle of an id; that of a puzzle alone is a way too."""
    way, _, puzzle = id.rpartition(OF)
    return way or "by its name", puzzle


def answers(done: Ran, read: Read) -> list[Answer]:
    """Return the answers of a case, as they were written."""
    return [read(each) for each in _results(done) if "verdict" not in each]


def faults(done: Ran, read: Read) -> Iterator[str]:
    """Yield answers that differ from the first to the same puzzle, and what is wrong besides."""
    yield from in_general(done)
    given = answers(done, read)
    if "interrupted" in done.err:  # what was not written in time cannot be read
        given = [each for each in given if each.status != "refused"]
    elif len(given) != done.case.answers:
        yield f"{len(given)} answers instead of {done.case.answers}"
    wanted: dict[str, tuple[str, object]] = {}
    for each in given:
        said = each.status, each.more
        if not each.is_silent and said != wanted.setdefault(each.puzzle, said):
            yield f"{each.way}: {said} instead of {wanted[each.puzzle]}"
    for result in _results(done):
        if result.get("verdict", RIGHT[0]) not in RIGHT:
            yield f"{result['id']}: the verdict is {result['verdict']}"


def _results(done: Ran) -> Iterator[dict[str, Any]]:
    return (json.loads(line) for line in done.out.splitlines() if line.startswith('{"id"'))


def compare(
    report: Report, cases: Iterable[Case], read: Read, also: Callable[[Ran], Iterable[str]] | None = None
) -> None:
    """Run cases; count each answer under its way, and what else is wrong with the case.

    Args:
        report: gets both.
        cases: command lines that answer the same puzzles in many ways.
        read: returns the answer that a result is.
        also: yields what else is wrong with what a case did.
    """
    for done in ran(cases):
        wrong = [*faults(done, read), *(also(done) if also else ())]
        report.add("group of puzzles", f"status {done.status}", found(done, iter(wrong)), done.peak)
        for each in answers(done, read):
            report.add(each.way, each.status)
