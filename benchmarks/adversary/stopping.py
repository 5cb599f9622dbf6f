"""Commands that are ended at any moment: nothing that was said to be kept is lost, and the same command goes on."""

import re
import signal
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from shared.commands import every_command
from shared.places import TOP

from adversary.findings import Trial
from adversary.programs import Done, Program, Words, faults, kept, ran_in, rows_of
from adversary.working import begun

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
LAB = ("lab", "run", "--rankings", "pieces-first", "deutsch-hayes-1972", "--corpus", "shapes", "--results", "o.duckdb")
SEARCH = ("lab", "search", "--start", "pieces-first", "--corpus", "shapes", "--sample", "24")
LONG: tuple[Words, ...] = (
    ("solve", "{made}/many.geojsonl", "--jobs", "2", "--output", "o.jsonl"),
    ("solve", "{made}/many.geojsonl", "--no-backtracking", "--jobs", "2", "--output", "o.jsonl"),
    (*LAB, "--sample", "40"),
    (*LAB, "--sample", "40", "--backtracking", "--limit", "5", "--jobs", "2"),
    (*SEARCH, "--trials", "8", "--output", "o.yaml"),
    (*SEARCH, "--trials", "8", "--output", "o.yaml", "--jobs", "2"),
    ("lab", "survey", "--census", "{made}/few.parquet", "--rankings", "pieces-first", "--results", "survey"),
    ("generate", "--number", "500", "--seed", "5", "--output", "o.geojsonl"),
    ("generate", "--number", "500", "--seed", "5"),
    ("census", "--set", "{made}/three.yaml", "--sets", "3", "--output", "o.parquet"),
    ("jigsaw", "solve", "{made}/jigsaw", "--output", "o.json"),
    ("jigsaw", "generate", "{picture}", "--output", "p", "--pieces", "24", "--seed", "4"),
    ("lab", "report", "{made}/lab.duckdb", "--output", "p"),
)
TIMES = 4
"""The number of moments at which each of these gets each signal."""
SOONEST = 0.3
"""Seconds that Python itself may need to begin."""
SAID = re.compile(r"([\d,]+) runs? kept in (\S+\.duckdb)")


class Undisturbed(NamedTuple):
    """A command that nothing disturbed."""

    seconds: float
    done: Done
    kept: dict[str, Any]


@cache
def undisturbed(words: Words) -> Undisturbed:
    """Run a command that nothing disturbs, once."""
    with TemporaryDirectory() as folder:
        begun = monotonic()
        done = ran_in(Path(folder), words)
        return Undisturbed(monotonic() - begun, done, kept(Path(folder)))


def ended_at_any_moment(made: Path) -> Iterator[Trial]:
    """Yield each command with each signal, and those that are long with each signal several times."""
    for number in SIGNALS:
        for words in LONG:
            for _ in range(TIMES):
                yield Trial(f"{number.name} and again", partial(_resumed, placed(words, made), number))
        for name in every_command():
            yield Trial(number.name, partial(_ended, [*begun(name, made)], number))


def placed(words: Words, made: Path) -> Words:
    """Return words with the names of files that were made."""
    picture = str(TOP / "docs/examples/jigsaw-coffee.png")
    return tuple(word.replace("{made}", str(made)).replace("{picture}", picture) for word in words)


def _ended(lines: list[Words], number: signal.Signals, dice: Random) -> tuple[Done, list[str]]:
    with TemporaryDirectory() as folder:
        program = Program(dice.choice(lines), Path(folder))
        program.send(number, dice.uniform(SOONEST, 3.0))
        done = program.ended()
        return done, [*faults(done, Path(folder), was_ended=True)]


def _resumed(words: Words, number: signal.Signals, dice: Random) -> tuple[Done, list[str]]:
    """End a command, then give it again: it must come to what it comes to undisturbed."""
    usual = undisturbed(words)
    with TemporaryDirectory() as place:
        folder = Path(place)
        program = Program(words, folder)
        program.send(number, dice.uniform(SOONEST, max(1.0, usual.seconds)))
        done = program.ended()
        found = [*faults(done, folder, was_ended=True), *_lost(done, folder)]
        return done, [*found, *differences(usual, folder)]


def _lost(done: Done, folder: Path) -> Iterator[str]:
    said = SAID.search(done.err)
    if said and len(rows_of(folder / said[2])) < int(said[1].replace(",", "")):
        yield "runs are lost that were said to be kept"


def differences(usual: Undisturbed, folder: Path) -> Iterator[str]:
    """Give a command again in a folder, and yield what differs from what it comes to undisturbed."""
    if usual.done.words[:2] == ("jigsaw", "generate") and any((folder / "p").glob("*")):
        return  # it writes to empty folders alone
    again = ran_in(folder, usual.done.words)
    if again.status != usual.done.status:
        yield f"given again it ends with status {again.status}, {again.err[-200:]!r}"
        return
    found = kept(folder)
    for name in {*found, *usual.kept}:
        if found.get(name) != usual.kept.get(name):
            yield f"given again it writes another {name}"
