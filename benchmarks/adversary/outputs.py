"""Hostile names and files through the command line, into every output that there is."""

import json
from collections.abc import Iterator
from random import Random

import click
from shared.commands import every_command

from adversary.bombs import BOMBS
from adversary.escaping import CHECKS, plain
from adversary.findings import Report
from adversary.nesting import DEPTHS, TEXTS
from adversary.options import found, in_general
from adversary.running import Case, Ran, ran
from adversary.words import WORDS, word

SQUARE = [[[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]]]
ENDINGS = {"text": "txt", "markdown": "md", "filmstrip-svg": "svg", "jsonl": "jsonl", "csv": "csv"}
"""The ending of a format that is not called as its files end."""
READERS = (
    ("solve", "b.bin"),
    ("convert", "b.bin", "o.svg"),
    ("hint", "b.bin"),
    ("hint", "convex-square", "--placed", "b.bin"),
    ("solve", "convex-square", "--ranking", "b.bin"),
    ("solve", "convex-square", "--set", "b.bin"),
    ("rankings", "b.bin"),
    ("verify", "convex-square", "b.bin"),
    ("verify", "b.bin", "b.bin"),
    ("show", "b.bin"),
    ("lab", "report", "b.bin"),
    ("lab", "sql", "b.bin", "SELECT 1"),
    ("worksheet", "b.bin", "--output", "o.pdf"),
    ("edgematching", "solve", "b.bin"),
    ("edgematching", "verify", "b.bin", "b.bin"),
    ("sliding", "solve", "b.bin"),
    ("jigsaw", "solve", "b.bin"),
    ("jigsaw", "generate", "b.bin", "--output", "j"),
)
"""Commands that read a file, which is hostile."""
LAB = ("lab", "run", "--results", "r.duckdb", "--rankings", "h.yaml", "--corpus", "h.geojson")


def cases(number: int, seed: int) -> Iterator[Case]:
    """Yield hostile names into every format in turn, and hostile files into every command."""
    dice = Random(seed)
    written = [*_written()]
    for at in range(number):
        if at % 3:
            tried, lines = written[at % len(written)]
            yield Case(tried, lines, _named(dice))
        else:
            words = READERS[at // 3 % len(READERS)]
            kind, data = _hostile(dice)
            yield Case(f"{kind} into {' '.join(words)}", (words,), {"b.bin": data})


def _written() -> Iterator[tuple[str, tuple[tuple[str, ...], ...]]]:
    """Yield a way to each output of each command that takes outlines or traces."""
    for name, command in every_command().items():
        takes = {each.name for each in command.params if isinstance(each, click.Argument)} & {"outline", "outlines"}
        for form in _forms(command) if takes else ():
            output = f"o.{ENDINGS.get(form, form)}"
            yield f"{name} as {form}", ((*name.split(), "h.geojson", "--format", form, "--output", output),)
    for form in _forms(every_command()["show"]):
        solving = ("solve", "h.geojson", "--ranking", "h.yaml", "--trace", "t.jsonl")
        output = f"o.{ENDINGS.get(form, form)}"
        yield f"show as {form}", (solving, ("show", "t.jsonl", "--format", form, "--output", output))
    for ending in ("svg", "wkt", "yaml", "geojson", "geojsonl"):
        yield f"convert to {ending}", (("convert", "h.geojson", f"o.{ending}"),)
    for ending in ("html", "md", "json", "txt"):
        yield f"lab report as {ending}", (LAB, ("lab", "report", "r.duckdb", "--output", f"o.{ending}"))
    for ending in ("csv", "json"):
        query = ("lab", "sql", "r.duckdb", "SELECT * FROM outlines", "--output", f"o.{ending}")
        yield f"lab sql as {ending}", (LAB, query)
    yield "lab sql", (LAB, ("lab", "sql", "r.duckdb", "SELECT * FROM outlines, rankings"))
    yield "rankings", (("rankings", "h.yaml"),)
    yield "hint", (("hint", "h.geojson", "--reveal", "place"),)
    yield "step", (("step", "h.geojson", "--ranking", "h.yaml"),)


def _forms(command: click.Command) -> list[str]:
    types = [each.type for each in command.params if each.name == "form"]
    return [str(form) for each in types if isinstance(each, click.Choice) for form in each.choices]


def _named(dice: Random) -> dict[str, bytes]:
    """Return an outline and a ranking of hostile names."""
    said = word(dice) if dice.random() < 0.3 else dice.choice(WORDS)
    # every property that something reads, and one that nothing does
    properties = dict.fromkeys(("name", "id", "title", "source", "made", "kind", "group", said), said)
    outline = {
        "type": "Feature",
        "id": said,
        "properties": properties,
        "geometry": {"type": "Polygon", "coordinates": SQUARE},
    }
    ranking = f"name: {json.dumps(said)}\ntitle: {json.dumps(said)}\nnote: {json.dumps(said)}\nrules: [vertex-fit]\n"
    return {"h.geojson": json.dumps(outline).encode(), "h.yaml": ranking.encode()}


def _hostile(dice: Random) -> tuple[str, bytes]:
    if dice.random() < 0.25:
        name = dice.choice([*BOMBS])
        return name, BOMBS[name]()
    name, depth = dice.choice([*TEXTS]), dice.choice(DEPTHS)
    return f"{name} ({depth})", TEXTS[name](depth).encode()


def faults(done: Ran) -> Iterator[str]:
    """Yield what is wrong with what was written."""
    yield from in_general(done)
    yield from (f"printed: {what}" for what in plain(done.out.replace("\r", "")))
    for name, data in done.files.items():
        check = CHECKS.get(name.rpartition(".")[2])
        if check is not None:
            yield from (f"in {name}: {what}" for what in check(data.decode()))


def try_outputs(report: Report, number: int, seed: int) -> None:
    """Run a number of cases."""
    for done in ran(cases(number, seed)):
        report.add(done.case.tried.partition(" (")[0], done.status, found(done, faults(done)), done.peak)
