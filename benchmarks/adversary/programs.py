"""Commands as processes of their own, each in a folder: how they end, and what is left of them."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple, TypeAlias
from uuid import uuid4

from shared.places import TOP

from adversary.escaping import CHECKS
from adversary.places import FILLER
from adversary.watching import MARK, left_after

Words: TypeAlias = tuple[str, ...]
Changes: TypeAlias = Mapping[str, str | None]
"""Variables of an environment; None for those that it does not have."""

NOTHING: Changes = {}

SECONDS = 90.0
ENDING = 10.0
TYPED: Mapping[str, bytes] = {"step": b"go\nsave o.jsonl\nquit\n"}
"""The text that is typed into a command."""
ENDLESS: Mapping[str, float] = {"serve": 5.0}
"""Commands that go on until Ctrl-C, and the seconds after which it is pressed."""
ENDED_BY = (130, -signal.SIGINT, -signal.SIGTERM, -signal.SIGKILL)
SMALL = ("sh", "-c", 'ulimit -f 4; exec "$0" "$@"')
"""Runs a command that cannot write files of more than a few kilobytes."""
LITTLE = ("sh", "-c", 'ulimit -v 300000; exec "$0" "$@"')
"""Runs a command that has not enough memory for every library."""


class Done(NamedTuple):
    """The result of a command."""

    words: Words
    status: int
    out: str
    err: str
    left: Sequence[int] = ()
    """Processes that are still there."""

    def __str__(self) -> str:
        return f"heuristan {' '.join(self.words)} -> {self.status}: {self.err[-300:]!r}"


class Program:
    """A command that was begun."""

    def __init__(
        self,
        words: Words,
        folder: Path,
        changes: Changes = NOTHING,
        *,
        output: int | IO[bytes] | None = None,
        before: Words = (),
    ) -> None:
        """Begin a command. What it says is kept in files, as a pipe is open as long as any process that it left."""
        self.words = words
        self.mark = uuid4().hex
        usual = {"HEURISTAN_DEBUG": None, "PYTHONPATH": os.pathsep.join([str(TOP), *sys.path[1:]])}
        wanted = {**os.environ, **usual, **changes, MARK: self.mark}
        self._out, self._err = TemporaryFile(), TemporaryFile()  # noqa: SIM115 - closed when they are read
        with TemporaryFile() as typed:
            typed.write(TYPED.get(words[0], b""))
            typed.seek(0)
            self.process = subprocess.Popen(
                [*before, sys.executable, "-m", "heuristan", *words],
                cwd=folder,
                env={name: value for name, value in wanted.items() if value is not None},
                stdin=typed,
                stdout=self._out if output is None else output,
                stderr=self._err,
                start_new_session=True,
            )

    def send(self, number: signal.Signals, after: float) -> None:
        """Send a signal after some seconds, unless it has ended."""
        try:
            self.process.wait(after)
        except subprocess.TimeoutExpired:
            self.process.send_signal(number)

    def ended(self) -> Done:
        """Return what became of it, when it has ended, or is ended because it takes too long."""
        if self.words[0] in ENDLESS:
            self.send(signal.SIGINT, ENDLESS[self.words[0]])
        try:
            self.process.wait(SECONDS)
            late = ""
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            late = "\nit does not end"
        left = left_after(self.mark, ENDING)
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return Done(self.words, self.process.returncode, _read(self._out), _read(self._err) + late, left)


def _read(file: IO[bytes]) -> str:
    with file:
        file.seek(0)
        return file.read().decode(errors="replace")


def ran_in(folder: Path, words: Words, changes: Changes = NOTHING) -> Done:
    """Run a command that nothing disturbs."""
    return Program(words, folder, changes).ended()


UNSAID = "status 2 without a message"
NO_JEKYLL = ".nojekyll"
"""A file of every site, which is whole when it is empty."""


def faults(done: Done, folder: Path, before: Collection[Path] = (), *, was_ended: bool = False) -> Iterator[str]:
    """Yield what is wrong with what became of any command, and with what it left in its folder.

    Args:
        done: the command.
        folder: its folder.
        before: what was there before.
        was_ended: whether it was sent a signal.
    """
    if "Traceback" in done.err or "error of heuristan itself" in done.err:
        yield "a traceback"
    if "it does not end" in done.err:
        yield "it does not end"
    if done.left:
        yield "processes are left"
    if done.status not in (0, 1, 2) and not (was_ended or done.words[0] in ENDLESS):
        yield f"status {done.status}"
    if was_ended and done.status not in (0, 1, 2, *ENDED_BY):
        yield f"status {done.status} after a signal"
    if done.status == 2 and not done.err.strip():
        yield UNSAID
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != FILLER and path not in before:
            yield from _unfinished(path, is_killed=done.status in (-signal.SIGTERM, -signal.SIGKILL))


def _unfinished(path: Path, *, is_killed: bool) -> Iterator[str]:
    """Yield what is wrong with a file; a command that was killed may leave parts under names of their own."""
    if path.name == NO_JEKYLL:
        return
    if path.name.startswith(".") or path.suffix in (".part", ".tmp", ".wal"):
        if not is_killed:
            yield f"a part is left: {path.name}"
    else:
        yield from (f"{path.name} is half-written: {what}" for what in _halves(path))


def _halves(path: Path) -> Iterator[str]:
    """Yield why a file is not whole; of lines of results, those that are there are whole."""
    ending, data = path.suffix.removeprefix("."), path.read_bytes()
    text = data.decode(errors="replace")
    if ending == "svg":
        yield from CHECKS["svg"](text)
    elif ending == "html" and not text.rstrip().endswith("</html>"):
        yield "it has no end"
    elif ending in ("json", "jsonl", "geojson", "geojsonl"):
        try:
            for each in text.splitlines() if ending.endswith("l") else [text]:
                json.loads(each)
        except ValueError as fault:
            yield str(fault)
    elif ending in ENDS and not data.rstrip().endswith(ENDS[ending]):
        yield "it has no end"


ENDS: Mapping[str, bytes] = {"png": b"IEND\xaeB`\x82", "pdf": b"%%EOF", "parquet": b"PAR1"}
"""The last bytes of files that are whole."""

MEASURED = re.compile(
    r'"(seconds|mebibytes|peak|created)[^"]*": [^,}\n]*|<[\d.,]+ (s|ms)\b|\b\d+\.\d+\b'
    r"|\d+ rankings tried|[\d.,]+ (s|ms|µs|MiB|MB|seconds?|minutes?|times)\b|\d{4}-\d\d-\d\d([T ][\d:.]+)?|/tmp/\w+"
)
"""Values that differ from run to run."""


def still(text: str) -> str:
    """Return a text without what differs from run to run."""
    return MEASURED.sub("", text)


def kept(folder: Path) -> dict[str, Any]:
    """Return what the files of a folder say, without what differs from run to run."""
    return {str(path.relative_to(folder)): _said(path) for path in sorted(folder.rglob("*")) if _is_kept(path)}


def _is_kept(path: Path) -> bool:
    """Return whether a file should be the same after each run: a record of a search has the order of its processes."""
    return path.is_file() and not path.name.startswith(".") and path.suffix not in ("", ".states", ".npz")


def _said(path: Path) -> Any:
    if path.suffix == ".duckdb":
        return rows_of(path)
    return still(path.read_bytes().decode("latin-1"))


def rows_of(database: Path) -> list[Any]:
    """Return the results in a database."""
    from heuristan.lab.store import connect

    connection = connect(database)
    try:
        return connection.execute("SELECT * EXCLUDE (seconds) FROM results ORDER BY ALL").fetchall()
    finally:
        connection.close()
