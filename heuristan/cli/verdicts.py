"""Writing verdicts: in words, as JSON, as pictures; with the exit status that they stand for."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from heuristan.cli.failing import CANNOT_BE_USED, INTERRUPTED, NOT_ALL, note
from heuristan.cli.outputs import Outputs, are_seen, kept_in
from heuristan.cli.progress import track
from heuristan.cli.quiet import remark
from heuristan.cli.writers import Manner, opened
from heuristan.common.interrupting import undisturbed
from heuristan.common.results import VERDICT_WORDS, Verdict
from heuristan.common.words import plural

V = TypeVar("V", bound=Verdict)

MOST_FAULTS = 20
"""Maximum number of faults in words; JSON has them all."""


def in_words(verdict: Verdict) -> list[str]:
    """Return the verdict in a line, then a line for each fault and note."""
    notes = [f"  note: {text}" for text in verdict.notes]
    if verdict.verdict in ("unchecked", "unreadable"):
        return [f"{verdict.id}: {verdict.verdict}: {'; '.join(verdict.notes)}"]
    if verdict.verdict == "right":
        return [f"{verdict.id}: right{': ' * bool(verdict.merit)}{verdict.merit}", *notes]
    faults = [f"  {fault.message}" for fault in verdict.faults[:MOST_FAULTS]]
    if len(verdict.faults) > MOST_FAULTS:
        faults.append(f"  … and {len(verdict.faults) - MOST_FAULTS} more")
    return [f"{verdict.id}: wrong: {plural(len(verdict.faults), 'fault')}", *faults, *notes]


def write_verdicts(
    verdicts: Iterable[V],
    outputs: Outputs,
    *,
    many: bool,
    noun: str = "result",
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
        noun: what is judged, in the singular.
        total: the number of verdicts if it is known.
        draw: makes a picture of a verdict in a format; None where there is nothing to draw.
        must_check: whether nothing at all that could be checked is an error too.
    """
    manner: Manner[V] = Manner(words=_text, line=_text, draw=draw, refuse=_unreadable)
    counts: Counter[str] = Counter()
    try:
        with opened(outputs, manner, many=many) as writers:
            for verdict in track(verdicts, noun, total, _is_right, "right", shown=many and not are_seen(outputs)):
                with undisturbed(unless_again=True):
                    takers = [writer.one for writer in writers]
                    given = manner.give(verdict, takers, f"{noun} {counts.total() + 1}")
                    counts[given.verdict] += 1
                for writer in writers:
                    writer.flush()
    except KeyboardInterrupt:
        note(f"interrupted after {plural(counts.total(), noun)}{kept_in(outputs)}")
        return INTERRUPTED
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
    return "\n".join(in_words(verdict))
