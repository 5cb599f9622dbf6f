"""Command lines run in a process that can be ended: their status, what they write, their time and memory."""

import io
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from time import monotonic
from typing import NamedTuple, TextIO

from adversary.watching import peak

INTERRUPTED = 6.0
"""Seconds after which Ctrl-C is pressed, on a machine that does nothing else."""
ENDED = 20.0
"""Seconds after which a command must have ended, whatever it was asked for."""
STARTING = 60.0
MEMORY = 1536
"""Maximum memory of a process of a command, in MiB: what decodes pictures may take most."""
LOOKED_AT = 8 << 20
"""Bytes of a file that are looked at."""
STANDARD_ERROR = {"encoding": "utf-8", "errors": "backslashreplace"}
"""As Python opens it."""
PIPE = "|"
"""The first word of a line whose standard input is what the line before it wrote."""


class Case(NamedTuple):
    """Command lines that are run one after the other in a new folder."""

    tried: str
    lines: Sequence[Sequence[str]]
    """The words of each, without the program, perhaps after PIPE."""
    files: Mapping[str, bytes] = {}
    """What lies in the folder, and in folders of it."""
    answers: int = 0
    """How many answers they are to write, where answers are compared."""
    patience: float = INTERRUPTED
    """Seconds after which Ctrl-C is pressed."""
    most: float = ENDED
    """Seconds after which each must have ended."""


class Ran(NamedTuple):
    """What became of command lines."""

    case: Case
    status: int | None
    """That of the last one; None if it did not end."""
    out: str = ""
    err: str = ""
    seconds: float = 0.0
    peak: float = 0.0
    """Peak memory of the process and of those that it started, in MiB."""
    files: Mapping[str, bytes] = {}
    """The files that they left, or as much of each as is looked at."""
    is_whole: bool = True
    """True if every command ended, so that its output files are complete."""


def ran(cases: Iterable[Case], *, is_each_alone: bool = False) -> Iterator[Ran]:
    """Yield what becomes of each case; a process that does not end, or grows too large, is replaced.

    Args:
        cases: the cases.
        is_each_alone: whether each has a process of its own, so that its peak memory is that of no other.
    """
    context, worker = multiprocessing.get_context("spawn"), None
    try:
        for case in cases:
            if worker is None or not worker.is_alive():
                here, there = context.Pipe()
                worker = context.Process(target=_work, args=(there,))
                worker.start()
                there.close()
                here.poll(STARTING)
                here.recv()
            here.send(case)
            try:
                most = case.most * len(case.lines) * slowed()
                done: Ran = here.recv() if here.poll(most) else Ran(case, None, seconds=most)
            except EOFError:
                worker.join()
                done = Ran(case, worker.exitcode)
            if is_each_alone or done.status is None or done.peak > MEMORY:
                worker.kill()
                worker.join()
            yield done
    finally:
        if worker is not None:
            worker.kill()
            worker.join()


def slowed() -> float:
    """Return how many times as long everything takes because the machine is busy."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def _work(caller: Connection) -> None:
    """Run what is sent, one after the other."""
    from heuristan.__main__ import main

    sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - open as long as the process runs
    os.environ.pop("HEURISTAN_DEBUG", None)
    caller.send("ready")
    while True:
        case: Case = caller.recv()
        with TemporaryDirectory() as folder:
            os.chdir(folder)
            for name, data in case.files.items():
                Path(name).parent.mkdir(parents=True, exist_ok=True)
                Path(name).write_bytes(data)
            caller.send(_done(main, case))
            os.chdir("/")


def _done(main: Callable[[], None], case: Case) -> Ran:
    _forget_peak()
    begun, out, err, status, said, is_whole = monotonic(), "", "", 0, "", True
    for words in case.lines:
        if words[0] == PIPE:
            with _input_of(said):
                status, said, faults = _run(main, words[1:], case.patience)
        else:
            status, said, faults = _run(main, words, case.patience)
        out, err, is_whole = out + said, err + faults, is_whole and status != 130
        if status == 2:
            break
    left = {str(path): path for path in sorted(Path().rglob("*")) if str(path) not in case.files and path.is_file()}
    most = peak()
    files = {name: path.open("rb").read(LOOKED_AT) for name, path in left.items()}
    return Ran(case, status, out, err, monotonic() - begun, most, files, is_whole)


def _forget_peak() -> None:
    """Let the peak memory be that from now on."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


@contextmanager
def _input_of(text: str) -> Iterator[None]:
    """Let standard input hold a text."""
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = before


def _run(main: Callable[[], None], words: Sequence[str], patience: float) -> tuple[int, str, str]:
    with TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        before = sys.stdout, sys.stderr
        pressing = Timer(patience * slowed(), os.kill, (os.getpid(), signal.SIGINT))
        pressing.start()
        try:
            with out.open("w", encoding="utf-8") as sys.stdout, _errors_in(err) as sys.stderr:
                status = _status(main, words)
        finally:
            with suppress(KeyboardInterrupt):
                pressing.cancel()
            sys.stdout, sys.stderr = before
        return (
            status,
            out.read_text(encoding="utf-8", errors="replace"),
            err.read_text(encoding="utf-8", errors="replace"),
        )


@contextmanager
def _errors_in(path: Path) -> Iterator[TextIO]:
    """Open standard error as Python does; processes that are started write there too."""
    before = os.dup(2)
    with path.open("a", encoding="utf-8", errors="backslashreplace") as errors:
        os.dup2(errors.fileno(), 2)
        try:
            yield errors
        finally:
            os.dup2(before, 2)
            os.close(before)


def _status(main: Callable[[], None], words: Sequence[str]) -> int:
    try:
        sys.argv = ["heuristan", *words]
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(bool(end.code))
    except BaseException as fault:  # what a person would see as a traceback
        print(f"Traceback of {type(fault).__name__}: {fault}", file=sys.stderr)
        return 99
    return 0
