"""Solving many puzzles: results are written as they come, counted, and kept when Ctrl-C ends the work."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from heuristan.cli.failing import CANNOT_BE_USED, INTERRUPTED, NOT_ALL, note
from heuristan.cli.outputs import Outputs, are_seen, kept_in
from heuristan.cli.progress import track
from heuristan.cli.quiet import remark
from heuristan.cli.writers import Manner, opened
from heuristan.common.interrupting import undisturbed
from heuristan.common.words import plural


class Ended(Protocol):
    """A result, as far as it is counted."""

    @property
    def status(self) -> str: ...


R = TypeVar("R", bound=Ended)


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
        with opened(outputs, manner, many=many) as writers:
            for result in track(results, noun, total, is_solved, "solved", shown=many and not are_seen(outputs)):
                with undisturbed(unless_again=True):
                    takers = (*also, *(writer.one for writer in writers))
                    given = manner.give(result, takers, f"{noun} {done + 1}")
                    done += 1
                    solved += is_solved(given)
                    late += result.status == "limit"
                for writer in writers:
                    writer.flush()
    except KeyboardInterrupt:
        note(f"interrupted after {plural(done, noun)}{kept_in(outputs)}")
        return INTERRUPTED
    if not done:
        note("there is nothing to solve")
        return CANNOT_BE_USED
    if many:
        over = f"; {plural(late, noun)} reached the time limit (--limit SECONDS gives more)" if late else ""
        remark(f"{solved} of {done} solved{over}")
    return NOT_ALL if solved < done else 0


def is_solved(result: Ended) -> bool:
    return result.status == "solved"
