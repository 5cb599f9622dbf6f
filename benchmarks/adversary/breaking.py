"""Faults of the machine under every command: full disks, closed pipes, odd environments, signals at random moments."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple
from uuid import uuid4

from shared.places import TOP

from adversary.escaping import CHECKS
from adversary.findings import Finding, Report
from adversary.places import FILLER, can_mount, full, read_only
from adversary.watching import MARK, left_after
from adversary.working import BASES, begun, make

SECONDS = 60.0
ENDING = 10.0
COMMANDS: tuple[tuple[str, ...], ...] = (  # beside those of `working`
    ("solve", "cat", "swan", "--output", "o.jsonl"),
    ("solve", "cat", "--output", "o.svg"),
    ("solve", "cat", "--format", "html", "--output", "o.html"),
    ("solve", "shapes", "--jobs", "2", "--output", "o.jsonl"),
    ("hint", "cat"),
    ("compare", "convex-square", "--output", "o.json"),
    ("convert", "shapes", "o.geojsonl"),
    ("generate", "--number", "20", "--output", "o.geojsonl"),
    ("shapes",),
    ("rankings",),
    ("lab", "run", "--results", "o.duckdb", "--rankings", "pieces-first", "--corpus", "shapes", "--sample", "9"),
    ("edgematching", "generate", "--output", "o.json"),
    ("sliding", "generate", "--number", "3"),
    ("sliding", "solve", "1 2 3 4 5 6 7 0 8", "--output", "o.json"),
)
ENVIRONMENTS: Mapping[str, Mapping[str, str | None]] = {
    "no terminal": {"TERM": None},
    "an odd terminal": {"TERM": "\x1b", "COLUMNS": "-1"},
    "no colour": {"NO_COLOR": "1"},
    "the C locale": {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
    "a Turkish locale": {"LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"},
    "no home": {"HOME": "/nonexistent", "XDG_CACHE_HOME": "/proc/nowhere", "NUMBA_CACHE_DIR": "/proc/nowhere"},
    "no folder for temporary files": {"TMPDIR": "/nonexistent"},
    "no environment": {"HOME": None, "LANG": None, "USER": None},
}
PLACES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "full folder": ("here", ()),
    "full temporary folder": ("there", ("TMPDIR",)),
    "full home": ("there", ("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR")),
    "read-only folder": ("here", ()),
    "read-only home": ("there", ("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR")),
}
"""Folders that are spoilt: the one of the command, or another that its environment names."""
USUAL: Mapping[str, str | None] = {"HEURISTAN_DEBUG": None}
"""Debugging is for people who want tracebacks."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)


class Run(NamedTuple):
    """What became of a command under a fault."""

    status: int
    err: str
    files: Mapping[str, str]


def break_commands(report: Report, number: int, seed: int) -> None:
    """Put a number of faults under commands."""
    dice = Random(seed)
    kinds = ["full output", "full disk", "closed output", *ENVIRONMENTS, *(each.name for each in SIGNALS)]
    with TemporaryDirectory() as made:
        make(Path(made))
        commands = [*COMMANDS, *(each for name in BASES for each in begun(name, Path(made)) if name != "step")]
        with TemporaryDirectory() as folder:
            kinds += PLACES if can_mount(Path(folder)) else ()
        for at in range(number):
            _break(report, kinds[at % len(kinds)], dice.choice(commands), dice)


def _break(report: Report, kind: str, words: tuple[str, ...], dice: Random) -> None:
    """Put a fault under a command, and look at what is left."""
    mark = uuid4().hex
    with TemporaryDirectory() as folder, TemporaryDirectory() as other:
        with _spoilt(kind, Path(folder), Path(other), dice) as more:
            done = _run(kind, words, Path(folder), {MARK: mark, **more}, dice)
        left = left_after(mark, ENDING)
        said = f"{kind}: heuristan {' '.join(words)} -> {done.status}: {done.err[-300:]!r}"
        report.add(kind, done.status, (Finding(f"{kind}: {what}", said) for what in _faults(kind, done, left)))


@contextmanager
def _spoilt(kind: str, folder: Path, other: Path, dice: Random) -> Iterator[dict[str, str]]:
    """Spoil the folder of a command, its folder for temporary files or its home; yield what its environment says."""
    place, variables = PLACES.get(kind, (None, ()))
    where = folder if place == "here" else other
    spoiling = nullcontext() if place is None else full(where, dice) if kind.startswith("full") else read_only(where)
    with spoiling:
        yield dict.fromkeys(variables, str(other))


def _run(kind: str, words: tuple[str, ...], folder: Path, more: Mapping[str, str], dice: Random) -> Run:
    """Run a command under a fault."""
    changes = {
        "HEURISTAN_DEBUG": None,
        **ENVIRONMENTS.get(kind, {}),
        **more,
        "PYTHONPATH": os.pathsep.join([str(TOP), *sys.path[1:]]),
    }
    environment = {name: value for name, value in {**os.environ, **changes}.items() if value is not None}
    if kind == "full disk":
        words = tuple("/dev/full" if word.startswith("o.") and not word.endswith("duckdb") else word for word in words)
        words = (*words, "--format", "json") if words[0] == "solve" and "--format" not in words else words
    output = Path("/dev/full").open("w") if kind == "full output" else subprocess.PIPE  # noqa: SIM115 - it ends with this
    process = subprocess.Popen(
        [sys.executable, "-m", "heuristan", *words],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    if kind == "closed output" and process.stdout is not None:
        process.stdout.close()
        process.stdout = None
    if kind in signal.Signals.__members__:
        time.sleep(dice.uniform(0.1, 3.0))
        with suppress(ProcessLookupError):
            process.send_signal(signal.Signals[kind])
    try:
        _, err = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        _, err = process.communicate()
        err += b"\nit does not end"
    files = {
        path.name: path.read_bytes().decode(errors="replace")
        for path in folder.iterdir()
        if path.is_file() and path.name != FILLER
    }
    return Run(process.returncode, err.decode(errors="replace"), files)


def _faults(kind: str, done: Run, left: list[int]) -> Iterator[str]:
    if "Traceback" in done.err or "error of heuristan itself" in done.err:
        yield "a traceback"
    if "it does not end" in done.err:
        yield "it does not end"
    if left:
        yield "processes are left"
    if done.status == 0 and kind == "full disk" and done.files == {} and "cannot" in done.err:
        yield "status 0 though nothing was written"
    ended = ("SIGINT", "SIGTERM", "SIGKILL")
    if kind not in ended and done.status not in (0, 1, 2):
        yield f"status {done.status}"
    for name, text in done.files.items():
        yield from (f"{name} is half-written: {what}" for what in _halves(name, text))


def _halves(name: str, text: str) -> Iterator[str]:
    """Yield why a file is not whole; of lines of results, those that are there are whole."""
    ending = name.rpartition(".")[2]
    if ending == "svg":
        yield from CHECKS["svg"](text)
    elif ending == "html" and not text.rstrip().endswith("</html>"):
        yield "it has no end"
    elif ending in ("json", "jsonl", "geojsonl"):
        try:
            for each in [text] if ending == "json" else text.splitlines():
                json.loads(each)
        except ValueError as fault:
            yield str(fault)
