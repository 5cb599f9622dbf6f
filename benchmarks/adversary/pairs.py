"""Options in pairs: one that does something alone, and nothing beside another, is found here."""

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeAlias

import click
from shared.commands import every_command

from adversary.findings import Finding, Report
from adversary.options import options_of
from adversary.programs import still
from adversary.running import ENDED, Case, Ran, ran
from adversary.working import begun, given, make, opposite

Words: TypeAlias = tuple[str, ...]

NEVER = ("serve",)
"""A process that runs until it is stopped."""
PATIENCE = 15.0
"""Seconds after which a command is interrupted: of what is half done nothing can be said."""


class Told(NamedTuple):
    """What a command says and leaves."""

    status: int | None
    rest: object


def check_pairs(report: Report, number: int, seed: int) -> None:
    """Run command lines with no option, one, and both; count the pairs."""
    with TemporaryDirectory() as folder:
        made = Path(folder)
        make(made)
        runner = _Runner()
        pairs = [(name, *two) for name, options in _commands() for two in combinations(options, 2)]
        Random(seed).shuffle(pairs)
        for name, one, other in pairs[:number]:
            first, second = (given(name, each, made) for each in (one, other))
            ways = dict.fromkeys(product(*((words, opposite(words)) for words in (first, second))))
            found = [*_until_both(_judged(runner, base, *way) for base in begun(name, made) for way in ways)]
            what = next((each for each in reversed(found) if each), UNSAID)
            said = f"{name} {' '.join(first)} {' '.join(second)} [{', '.join(found)}]"
            report.add(name, what, [Finding(f"{name}: {what}", said)] if what in IGNORED else ())


IGNORED = ("the first does nothing", "the second does nothing")
BOTH, UNSAID = "both", "cannot be said"


def _until_both(judged: Iterable[str]) -> Iterator[str]:
    """Yield what is found, up to a way in which both options do something: then no other need be tried."""
    for each in judged:
        yield each
        if each == BOTH:
            break


def _judged(runner: "_Runner", base: Words, first: Words, second: Words) -> str:
    """Return what is ignored, `BOTH` if nothing is, or nothing if that cannot be said."""
    begun, one, other = runner(base), runner((*base, *first)), runner((*base, *second))
    if not {begun.status, one.status, other.status} <= {0, 1}:  # nor any that was interrupted
        return ""
    both = runner((*base, *first, *second))
    if both.status is None:
        return ""
    if begun.status == 0 and both.status == 1 and both in (one, other):
        return ""  # one of them leaves nothing that the other could change: no time, no tries
    if both.status == 2:
        return BOTH
    if both == one and other != begun and one != other:
        return "the second does nothing"
    if both == other and one != begun and one != other:
        return "the first does nothing"
    return BOTH if one != begun and other != begun else ""


def _commands() -> Iterator[tuple[str, list[click.Option]]]:
    for name, command in every_command().items():
        options = [each for each in options_of(command) if f"{name} {each.opts[-1]}" not in NEVER]
        if name not in NEVER:
            yield name, options


class _Runner:
    """Runs command lines, each once."""

    def __init__(self) -> None:
        self._known: dict[Words, Told] = {}
        self._waiting: Words = ()
        self._running = ran(self._cases())

    def __call__(self, words: Words) -> Told:
        if words not in self._known:
            self._waiting = words
            self._known[words] = _told(next(self._running))
        return self._known[words]

    def _cases(self) -> Iterator[Case]:
        while True:
            yield Case("a pair", _lines(self._waiting), patience=PATIENCE, most=PATIENCE + ENDED)


def _lines(words: Words) -> tuple[Words, ...]:
    """Return a command line, and another that tells what it left in a database."""
    if words[:2] != ("lab", "run"):
        return (words,)
    database = [word for word in words if word.endswith(".duckdb")][-1]
    return words, ("lab", "sql", database, "SELECT * EXCLUDE (seconds) FROM results ORDER BY ALL")


def _told(done: Ran) -> Told:
    files = {name: still(data.decode("latin-1")) for name, data in done.files.items() if not name.endswith("duckdb")}
    return Told(done.status if done.is_whole else None, (still(done.out), files))
