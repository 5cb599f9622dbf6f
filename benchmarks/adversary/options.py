"""Every option of every command, from the tree of commands, with values that few expect, and options in pairs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

import click
from shared.commands import every_command

from adversary.escaping import plain
from adversary.findings import Finding, Report
from adversary.running import INTERRUPTED, MEMORY, Case, Ran, ran
from adversary.words import WORDS

SQUARE = b'{"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]]]}'
FILES = {"a.geojson": SQUARE, "a.txt": b"nothing\n", "a.yaml": b"rules: [vertex-fit]\n", "a.json": b"{}"}
"""What lies in the folder."""

PLACES = (
    *(each for each in WORDS if not {*"/\\~\0\ud800\udfff"} & {*each} and ".." not in each),
    "\udcff",  # as Python has a byte that is no letter
)
"""Words that lead nowhere else, though an option takes them for a file."""
NOT_NUMBERS = (
    "",
    " ",
    "nan",
    "x",
    "é",
    "1e999",
    "-inf",
    "0x10",
    "٣x",
    "\U0001d7d9x",
    "--",
    "1,5",
    "\x1b[31m",
    "9" * 400 + "x",
)
NUMBERS = (
    "0",
    "-1",
    "1",
    "2",
    "1e400",
    "9" * 30,
    "-" + "9" * 30,
    "9" * 5000,
    "1e-300",
    "0.5",
    "٣",
    "1_000",
    "+1",
    " 1 ",
)

GIVEN: Mapping[str, tuple[str, ...]] = {
    "serve": ("--no-open", "--host", "192.0.2.1"),
    "convert": ("a.geojson", "b.wkt"),
    "verify": ("a.geojson", "a.json"),
    "show": ("a.json",),
    "lab report": ("a.duckdb",),
    "lab show": ("a.duckdb", "a"),
    "lab select": ("a.duckdb",),
    "lab sql": ("a.duckdb", "SELECT 1"),
    "jigsaw generate": ("a.png",),
    "sliding solve": ("1 2 3 4 5 6 7 0 8",),
    "sliding compare": ("1 2 3 4 5 6 7 0 8",),
}
"""Arguments of commands whose arguments are not the name of a shape; a new command takes the name of one."""


def cases(number: int, seed: int) -> Iterator[Case]:
    """Yield command lines: each option with each value, each pair of options, in an order of dice."""
    dice = Random(seed)
    made = [*_singles(), *_pairs(dice)]
    dice.shuffle(made)
    yield from (Case(tried, (words,), FILES) for tried, words in made[:number])


def _singles() -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, command in every_command().items():
        for option in options_of(command):
            for value in _values(option):
                said = (option.opts[-1],) if option.is_flag else (option.opts[-1], value)
                yield f"{name} {option.opts[-1]}", (*_begun(name, command), *said)


def _pairs(dice: Random) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, command in every_command().items():
        for one, other in combinations(options_of(command), 2):
            words = [word for option in (one, other) for word in _usual(option, dice)]
            yield f"{name}: a pair", (*_begun(name, command), *words)


def _begun(name: str, command: click.Command) -> tuple[str, ...]:
    arguments = [each for each in command.params if isinstance(each, click.Argument) and each.required]
    given = GIVEN.get(name, ("convex-square",) * len(arguments))
    return (*name.split(), *given)


def options_of(command: click.Command) -> list[click.Option]:
    found = [each for each in command.params if isinstance(each, click.Option) and not each.hidden]
    return [each for each in found if not {"--help", "--open"} & {*each.opts}]


def _values(option: click.Option) -> Sequence[str]:
    if option.is_flag:
        return ("",)
    return (*NOT_NUMBERS, *NUMBERS) if _is_number(option) else (*PLACES, *NOT_NUMBERS, *NUMBERS)


def _is_number(option: click.Option) -> bool:
    return not isinstance(option.type, click.types.StringParamType | click.Path | click.Choice)


def _usual(option: click.Option, dice: Random) -> tuple[str, ...]:
    """Return an option with a value that may well be right."""
    name = dice.choice([*option.opts, *option.secondary_opts])
    if option.is_flag:
        return (name,)
    if isinstance(option.type, click.Choice):
        return name, str(dice.choice([*option.type.choices]))
    if _is_number(option):
        return name, dice.choice(("1", "2", "3"))
    endings = ("out.json", "out.svg", "out.txt", "out.html", "-")
    return name, dice.choice(
        endings if name == "--output" else ("a.geojson", "a.yaml", "cat", "tangram", "heuristan", "1")
    )


def faults(done: Ran) -> Iterator[str]:
    """Yield what is wrong with what a command did with an option."""
    yield from in_general(done)
    tried, value = done.case.tried, done.case.lines[-1][-1]
    if not tried.endswith("a pair") and value in NOT_NUMBERS and done.status == 0 and _wants_number(tried):
        yield "what is no number is taken for one"


def in_general(done: Ran) -> Iterator[str]:
    """Yield what is wrong with what any command did with anything."""
    if done.status is None:
        yield "it does not end"
        return
    if done.status not in (0, 1, 2, 130):
        yield f"status {done.status}"
    if "Traceback" in done.err or "error of heuristan itself" in done.err + done.out:
        yield "an error of heuristan itself"
    if done.status == 2 and not done.err.strip():
        yield "status 2 without a message"
    if done.status == 130 and done.seconds < INTERRUPTED:
        yield "interrupted by nobody"
    if done.peak > MEMORY:
        yield f"more than {MEMORY} MiB"
    yield from (f"a message with {what}" for what in plain(done.err.replace("\r", "")))
    if any(name.startswith((".", "tmp")) or name.endswith((".part", ".tmp")) for name in done.files):
        yield f"files are left: {[*done.files]}"


def _wants_number(tried: str) -> bool:
    name, _, option = tried.rpartition(" ")
    found: list[Any] = [each for each in options_of(every_command()[name]) if option in each.opts]
    return bool(found) and not found[0].is_flag and _is_number(found[0])


def try_options(report: Report, number: int, seed: int) -> None:
    """Run a number of command lines."""
    for done in ran(cases(number, seed)):
        report.add(done.case.tried.partition(" -")[0], done.status, found(done, faults(done)), done.peak)


def found(done: Ran, what: Iterator[str]) -> Iterator[Finding]:
    """Yield findings that say how they came about."""
    said = f"heuristan {json.dumps(done.case.lines)[:400]} -> {done.err[-300:]!r}"
    return (Finding(f"{done.case.tried}: {each}", said) for each in what)
