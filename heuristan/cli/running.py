"""Solving or judging many puzzles: results are written as they come, counted, and kept when Ctrl-C ends the work."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

import click

from heuristan.cli.echoing import remark
from heuristan.cli.failing import CANNOT_BE_USED, INTERRUPTED, NOT_ALL, fail, note
from heuristan.cli.outputs import Output, Outputs, are_seen, kept_in, with_words
from heuristan.cli.progress import track
from heuristan.cli.writers import Manner, opened
from heuristan.common.faults import InputError, or_refused
from heuristan.common.interrupting import undisturbed
from heuristan.common.results import VERDICT_WORDS, Advice, Refused, Verdict
from heuristan.common.words import INDENT, paragraph, plural


class Ended(Protocol):
    """A result, as far as it is counted."""

    @property
    def status(self) -> str: ...


R = TypeVar("R", bound=Ended)
T = TypeVar("T")


P = TypeVar("P")


def solve_each(
    puzzles: Iterable[P | Refused], solve: Callable[[P], R], refuse: Callable[[Any, str], R], *, many: bool
) -> Iterator[R]:
    """Solve each puzzle when it is asked for; the result of one that cannot be used is a refusal.

    Args:
        puzzles: the puzzles, and those that are refused already.
        solve: solves a puzzle.
        refuse: makes the result of a puzzle that is refused, with the reason.
        many: whether there are several puzzles.

    Raises:
        InputError: if the only puzzle cannot be used.
    """
    solve_or_refuse = or_refused(solve, refuse)
    for puzzle in puzzles:
        if isinstance(puzzle, Refused):
            yield refuse(puzzle, puzzle.message)
            continue
        try:
            yield solve_or_refuse(puzzle)
        except InputError as fault:
            if not many:
                raise
            yield refuse(puzzle, str(fault))


def write_results(
    results: Iterable[R],
    outputs: Outputs,
    manner: Manner[R],
    *,
    many: bool,
    noun: str = "outline",
    total: int | None = None,
    also: Sequence[Callable[[R], object]] = (),
) -> int:
    """Write each result to every output as soon as it is there, and return the exit status.

    Where a picture goes into a file and nothing to standard output, the words go there.

    Args:
        results: the results; each is solved when it is asked for.
        outputs: where to write what.
        manner: how results are written.
        many: whether there are several, which are counted at the end.
        noun: what is solved, in the singular.
        total: the number of results if it is known.
        also: what else takes each result, before it is written.
    """
    done = solved = late = 0
    try:
        for given in _written(results, outputs, manner, noun, total, (is_solved, "solved"), also, many=many):
            done += 1
            solved += is_solved(given)
            late += given.status == "limit"
    except KeyboardInterrupt:
        return _interrupted(done, noun, outputs)
    if not done:
        note("there is nothing to solve")
        return CANNOT_BE_USED
    if many:
        over = f"; {plural(late, noun)} reached the time limit (--limit SECONDS gives more)" if late else ""
        remark(f"{solved} of {done} solved{over}")
    return NOT_ALL if solved < done else 0


def _written(
    results: Iterable[T],
    outputs: Outputs,
    manner: Manner[T],
    noun: str,
    total: int | None,
    good: tuple[Callable[[T], bool], str],
    also: Sequence[Callable[[T], object]] = (),
    *,
    many: bool,
) -> Iterator[T]:
    """Yield each result as it was written to every output; Ctrl-C is deferred while it is written, and counted.

    The arguments are those of `write_results`, and `good`: which results are counted by themselves, and their word.
    """
    with opened(outputs, manner, many=many) as writers:
        takers = (*also, *(writer.one for writer in writers))
        tracked = track(results, noun, total, *good, shown=many and not are_seen(outputs))
        for number, result in enumerate(tracked, 1):
            with undisturbed(unless_again=True):
                yield manner.give(result, takers, f"{noun} {number}")
            for writer in writers:
                writer.flush()


def _interrupted(done: int, noun: str, outputs: Outputs) -> int:
    note(f"interrupted after {plural(done, noun)}{kept_in(outputs)}")
    return INTERRUPTED


def is_solved(result: Ended) -> bool:
    return result.status == "solved"


V = TypeVar("V", bound=Verdict)


def write_verdicts(
    verdicts: Iterable[V],
    outputs: Outputs,
    *,
    many: bool,
    total: int | None = None,
    draw: Callable[[V, str], str | bytes | None] | None = None,
    must_check: bool = False,
) -> int:
    """Write each verdict to every output as soon as it is there, and return the exit status.

    The exit status is 0 if nothing is wrong, 1 if something is wrong or cannot be read, 2 if nothing can be read, and
    130 if Ctrl-C ended the work.

    Args:
        verdicts: the verdicts; each is judged when it is asked for.
        outputs: where to write what.
        many: whether there are several, which are counted at the end.
        total: the number of verdicts if it is known.
        draw: makes a picture of a verdict in a format; None where there is nothing to draw.
        must_check: whether nothing at all that could be checked is an error too.
    """
    manner: Manner[V] = Manner(words=_text, line=_text, draw=draw, refuse=_unreadable)
    counts: Counter[str] = Counter()
    try:
        for given in _written(verdicts, outputs, manner, "result", total, (_is_right, "right"), many=many):
            counts[given.verdict] += 1
    except KeyboardInterrupt:
        return _interrupted(counts.total(), "result", outputs)
    if many:
        remark(summary(counts))
    return exit_status(counts, must_check=must_check)


def summary(counts: Counter[str]) -> str:
    """Return how many verdicts are right, and how many are not: "3 of 5 right, 1 wrong, 1 unchecked"."""
    others = [f"{counts[word]} {word}" for word in VERDICT_WORDS if word != "right" and counts[word]]
    return ", ".join([f"{counts['right']} of {counts.total()} right", *others])


def exit_status(counts: Counter[str], *, must_check: bool = False) -> int:
    """Return the exit status of a command that judged results.

    Args:
        counts: the number of each verdict.
        must_check: whether nothing at all that could be checked is an error too.
    """
    if set(counts) <= {"unreadable"} | ({"unchecked"} if must_check else set()):
        return CANNOT_BE_USED
    return NOT_ALL if counts["wrong"] + counts["unreadable"] else 0


def _unreadable(verdict: V, message: str) -> V:
    return replace(verdict, verdict="unreadable", faults=(), notes=(message,), merit="")


def _is_right(verdict: Verdict) -> bool:
    return verdict.verdict == "right"


def _text(verdict: Verdict) -> str:
    return "\n".join(verdict.lines)


explain_option = click.option(
    "--explain", is_flag=True, help="Explain the whole run: every step and why it was taken, in words."
)


def check_explain(outputs: Outputs, noun: str, *, explain: bool, many: bool) -> None:
    """Fail if a run cannot be explained as asked for, before anything is solved."""
    if explain and many:
        fail(f"--explain is for one {noun}, and there are several; give one, or leave out --explain")
    if explain and not any(output.form == "text" or output.is_picture for output in outputs):
        fail("--explain writes words, and no output takes them; leave out --format, or --explain")


FORMS = ("text", "json")


def write_advice(advice: Advice, outputs: Outputs, draw: Callable[[str], str | bytes] | None = None) -> int:
    """Write advice to every output, and return the exit status.

    Args:
        advice: the advice.
        outputs: where to write what.
        draw: makes a picture of it in a format, if there are formats of pictures.
    """
    for output in with_words(outputs):
        if draw is not None and output.is_picture:
            output.write(draw(output.form), f"\nThe picture is in {output.path}.")
        else:
            output.write(_made(advice, output), f"written to {output.path}")
    return 0 if advice.is_good else NOT_ALL


def _made(advice: Advice, output: Output) -> str:
    if output.form == "json":
        return json.dumps(advice.as_json(), ensure_ascii=False, indent=2) + "\n"
    # a piece at its place stays on one line, so that it can be given to --placed
    placed = f"{INDENT}{advice.placed}"
    lines = [paragraph(f"{advice.id}: {advice.head}"), placed, paragraph(advice.more, INDENT)]
    return "\n".join(filter(str.strip, lines)) + "\n"
