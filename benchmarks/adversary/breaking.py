"""Faults of the machine under every command, and all else that may befall a command that was begun."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from shared.commands import every_command

from adversary.findings import Finding, Report, Trial
from adversary.places import can_mount, full, read_only
from adversary.programs import LITTLE, SMALL, UNSAID, Changes, Done, Program, Words, faults
from adversary.sharing import at_once
from adversary.spoiling import spoilt
from adversary.stopping import ended_at_any_moment
from adversary.working import begun, make

MORE: tuple[Words, ...] = (  # beside those of `working`
    ("solve", "cat", "swan", "--output", "o.jsonl"),
    ("solve", "cat", "--output", "o.svg"),
    ("solve", "cat", "--format", "html", "--output", "o.html"),
    ("solve", "{made}/few.geojsonl", "--jobs", "2", "--output", "o.jsonl"),
    ("compare", "convex-square", "--output", "o.json"),
    ("convert", "{made}/few.geojsonl", "o.svg"),
    ("generate", "--number", "20", "--output", "o.geojsonl"),
    ("edgematching", "generate", "--output", "o.json"),
    ("sliding", "solve", "1 2 3 4 5 6 7 0 8", "--output", "o.json"),
)
OUTPUTS = ("full output", "full disk", "closed output", "links in a circle")
LIMITS: Mapping[str, Words] = {
    "small files": SMALL,
    "little memory": LITTLE,
    "no output": ("sh", "-c", 'exec "$0" "$@" >&-'),
    "no streams": ("sh", "-c", 'exec "$0" "$@" <&- >&- 2>&-'),
}
ENVIRONMENTS: Mapping[str, Changes] = {
    "no terminal": {"TERM": None},
    "an odd terminal": {"TERM": "\x1b", "COLUMNS": "-1"},
    "no colour": {"NO_COLOR": "1"},
    "the C locale": {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
    "a Turkish locale": {"LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"},
    "no home": {"HOME": "/nonexistent", "XDG_CACHE_HOME": "/proc/nowhere", "NUMBA_CACHE_DIR": "/proc/nowhere"},
    "no folder for temporary files": {"TMPDIR": "/nonexistent"},
    "no compiling": {"NUMBA_DISABLE_JIT": "1"},
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


def break_commands(report: Report, number: int, seed: int) -> None:
    """Try a number of faults: each once before one is tried again."""
    with TemporaryDirectory() as folder:
        made = Path(folder)
        make(made)
        trials = [*_under_faults(made), *ended_at_any_moment(made), *at_once(made), *spoilt(made)]
        Random(seed).shuffle(trials)
        for at in range(number):
            trial = trials[at % len(trials)]
            done, found = trial.run(Random(f"{seed} {at}"))
            told = [Finding(f"{trial.kind}: {what}", f"({at}) {done}") for what in found]
            if at % 20 == 19:
                print(f"{at + 1} of {number}", flush=True)
            report.add(trial.kind, getattr(done, "status", done), told)


def _under_faults(made: Path) -> Iterator[Trial]:
    """Yield each command with each fault of the machine, each time with another of its lines."""
    with TemporaryDirectory() as folder:
        kinds = [*OUTPUTS, *LIMITS, *ENVIRONMENTS, *(PLACES if can_mount(Path(folder)) else ())]
    for name in every_command():
        more = [tuple(word.replace("{made}", str(made)) for word in words) for words in MORE]
        lines = [*begun(name, made), *(words for words in more if " ".join(words).startswith(f"{name} "))]
        for at, kind in enumerate(kinds):
            yield Trial(kind, partial(_broken, kind, lines[at % len(lines)]))


def _broken(kind: str, words: Words, dice: Random) -> tuple[Done, list[str]]:
    """Put a fault under a command, and look at what is left."""
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        folder = Path(one)
        with _spoilt(kind, folder, Path(other), dice) as changes:
            done = _run(kind, words, folder, {**ENVIRONMENTS.get(kind, {}), **changes})
            found = [*faults(done, folder)]
    if kind == "no streams" and UNSAID in found:
        found.remove(UNSAID)  # there is nowhere to say it
    if done.status == 0 and kind == "full disk" and "cannot" in done.err:
        found.append("status 0 though nothing was written")
    return done, found


@contextmanager
def _spoilt(kind: str, folder: Path, other: Path, dice: Random) -> Iterator[Changes]:
    """Spoil the folder of a command, its folder for temporary files or its home; yield what its environment says."""
    place, variables = PLACES.get(kind, (None, ()))
    where = folder if place == "here" else other
    spoiling = nullcontext() if place is None else full(where, dice) if kind.startswith("full") else read_only(where)
    with spoiling:
        yield dict.fromkeys(variables, str(other))


def _run(kind: str, words: Words, folder: Path, changes: Changes) -> Done:
    """Run a command under a fault."""
    if kind == "full disk":
        words = tuple("/dev/full" if word.startswith("o.") and not word.endswith("duckdb") else word for word in words)
        words = (*words, "--format", "json") if words[0] == "solve" and "--format" not in words else words
    if kind == "links in a circle":
        for word in words:
            if word.startswith("o."):
                (folder / word).symlink_to(word)
    if kind == "full output":
        with Path("/dev/full").open("wb") as full_device:
            return Program(words, folder, changes, output=full_device).ended()
    if kind == "closed output":
        reads, writes = os.pipe()
        os.close(reads)
        with os.fdopen(writes, "wb") as nobody:
            return Program(words, folder, changes, output=nobody).ended()
    return Program(words, folder, changes, before=LIMITS.get(kind, ())).ended()
