"""Several of the same command at once, on one database, one cache or one output."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import sleep

from adversary.findings import Trial
from adversary.programs import Done, Program, Words, faults
from adversary.stopping import LAB, SEARCH, differences, placed, undisturbed

SHARED: tuple[Words, ...] = (
    (*LAB, "--sample", "20"),
    (*LAB, "--sample", "20", "--jobs", "2"),
    (*SEARCH, "--trials", "6", "--output", "o.yaml"),
    ("lab", "survey", "--census", "{made}/few.parquet", "--rankings", "pieces-first", "--results", "survey"),
    ("sliding", "solve", "8 1 3 4 0 2 7 6 5", "--estimate", "patterns", "--cache", "cache", "--output", "o.json"),
    ("generate", "--number", "50", "--seed", "5", "--output", "o.geojsonl"),
    ("census", "--set", "{made}/three.yaml", "--sets", "2", "--output", "o.parquet"),
    ("solve", "cat", "--output", "o.svg"),
)
NUMBERS = (2, 5)
LATER = 0.5
"""Seconds within which another one is begun."""


def at_once(made: Path) -> Iterator[Trial]:
    """Yield two and five of each of these commands at once, some times."""
    for words in SHARED:
        for number in NUMBERS:
            for _ in range(2):
                yield Trial(f"{number} at once", partial(_together, placed(words, made), number))


def _together(words: Words, number: int, dice: Random) -> tuple[Done, list[str]]:
    """Run several of a command, then one more: it must come to what it comes to alone."""
    usual = undisturbed(words)
    with TemporaryDirectory() as place:
        folder, programs = Path(place), []
        for _ in range(number):
            programs.append(Program(words, folder))
            sleep(dice.choice((0.0, dice.uniform(0, LATER))))
        done = [program.ended() for program in programs]
        found = [f"{what} [{each.err[-300:]!r}]" for each in done for what in faults(each, folder)]
        if all(each.status == 2 for each in done):
            found.append("none of them succeeds")
        return done[0], [*dict.fromkeys(found), *differences(usual, folder)]
