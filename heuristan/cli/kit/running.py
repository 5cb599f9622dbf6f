"""Solving many puzzles: results are written as they come, counted, and kept when Ctrl-C ends the work."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from heuristan.cli.kit.failing import CANNOT_BE_USED, INTERRUPTED, NOT_ALL, fail, note
from heuristan.cli.kit.outputs import Outputs, are_seen, kept_in
from heuristan.cli.kit.progress import track
from heuristan.cli.kit.quiet import remark
from heuristan.cli.kit.writers import Manner, opened
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
    also: Callable[[R], None] | None = None,
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
        also: what else is done with each result, before it is written.
    """
    done = solved = late = 0
    try:
        with opened(outputs, manner, many=many) as writers:
            for result in track(results, noun, total, is_solved, "solved", shown=many and not are_seen(outputs)):
                if also is not None:
                    also(result)
                with undisturbed(unless_again=True):
                    for writer in writers:
                        writer.one(result)
                    done += 1
                    solved += is_solved(result)
                    late += result.status == "limit"
                for writer in writers:
                    writer.flush()
    except KeyboardInterrupt:
        note(f"interrupted after {plural(done, noun)}{kept_in(outputs)}")
        return INTERRUPTED
    except RuntimeError as fault:
        if not _is_broken_executor(fault):
            raise
        so_far = f"after {plural(done, noun)}{kept_in(outputs)}"
        fail(f"a process was ended from outside, perhaps because memory ran out, {so_far}; take fewer --jobs")
    if not done:
        note("there is nothing to solve")
        return CANNOT_BE_USED
    if many:
        over = f"; {plural(late, noun)} reached the time limit (--limit SECONDS gives more)" if late else ""
        remark(f"{solved} of {done} solved{over}")
    return NOT_ALL if solved < done else 0


def _is_broken_executor(fault: RuntimeError) -> bool:
    """Return whether a process of several was ended; what that is, is imported only when something went wrong."""
    from concurrent.futures import BrokenExecutor

    return isinstance(fault, BrokenExecutor)


def is_solved(result: Ended) -> bool:
    return result.status == "solved"
