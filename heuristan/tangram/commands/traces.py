"""Files of traces: the runs of several outlines, one after the other."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from heuristan.cli.failing import check_place, fail, writing
from heuristan.tangram.commands.figures import are

if TYPE_CHECKING:
    from heuristan.tangram.solving.result import Result
    from heuristan.tangram.trace.events import Trace


class TraceFile:
    """A file that gets the trace of every result; it is opened when there is one."""

    def __init__(self, path: Path) -> None:
        """Take a place, or fail if nothing can be written there."""
        check_place(path)
        self._path = path
        self._stack = ExitStack()
        self._stream: TextIO | None = None

    def __enter__(self) -> "TraceFile":
        return self

    def add(self, result: "Result") -> None:
        """Write the trace of a result; an outline that was refused keeps its place among the others."""
        from heuristan.tangram.trace.lines import dumps

        if self._stream is None:
            self._stream = self._stack.enter_context(writing(self._path))
        self._stream.write(dumps(result.trace or _refused(result)))
        self._stream.flush()

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        """Close the file, whatever ended the work."""
        self._stack.__exit__(kind, fault, at)


def _refused(result: "Result") -> "Trace":
    from heuristan.tangram.trace.events import Ended, Frame, PuzzleRead

    read = PuzzleRead(
        result.id, (), 0, (), result.ranking or "", (), "with backtracking", Frame(1.0, 0.0, (0, 0), False)
    )
    return (read, Ended(result.status, None, 0, 0, result.message))


def run_of(runs: Sequence["Trace"], path: Path, figure: int | None) -> "Trace":
    """Return the only run of a file of traces, or the one that ``--figure`` names; fail if there is nothing to show.

    Args:
        runs: the runs of the file.
        path: the file, for messages.
        figure: the number after ``--figure``, if it is given.
    """
    from heuristan.tangram.trace.events import Ended

    if not runs:
        fail(f"{path}: the trace is empty; record one with: heuristan solve OUTLINE --trace {path}")
    if figure is None and len(runs) > 1:
        fail(f"{path}: it holds the runs of {len(runs)} outlines; choose one with --figure N")
    if (figure or 1) > len(runs):
        fail(f"{path}: there is no figure {figure}; there {are(len(runs))}, numbered from 1")
    run = runs[(figure or 1) - 1]
    if isinstance(run[-1], Ended) and run[-1].status == "refused":
        fail(f"{path}: the outline was refused: {run[-1].message}")
    return run
