"""Databases, caches, studies and other files that were cut off, damaged, or made by another version or machine."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import NamedTuple

from adversary.findings import Trial
from adversary.programs import Done, Words, faults, ran_in, still
from adversary.schemas import changed
from adversary.stopping import undisturbed


class Read(NamedTuple):
    """A file that was made, and commands that read it."""

    file: str
    """A pattern of names."""
    lines: tuple[Words, ...]
    is_cache: bool = False
    """Whether the answer must be the same without it."""
    is_of_stranger: bool = False
    """Whether the file lies in a folder that a command reads as a whole."""


BOARD = "8 1 3 4 0 2 7 6 5"
FILES = (
    Read(
        "lab.duckdb",
        (
            (
                "lab",
                "report",
                "lab.duckdb",
                "--baselines",
                "2",
                "--output",
                "o.md",
            ),
            ("lab", "sql", "lab.duckdb", "SELECT * FROM results"),
            ("lab", "select", "lab.duckdb"),
            ("lab", "show", "lab.duckdb", "goose"),
            ("lab", "run", "--rankings", "pieces-first", "--sample", "5", "--results", "lab.duckdb"),
        ),
    ),
    Read(
        "few.parquet",
        (("lab", "survey", "--census", "few.parquet", "--rankings", "pieces-first", "--results", "o"),),
    ),
    Read(
        "survey/*.parquet",
        (("lab", "survey", "--census", "few.parquet", "--rankings", "pieces-first", "--results", "survey"),),
    ),
    Read("cache/*.npz", (("sliding", "solve", BOARD, "--estimate", "patterns", "--cache", "cache"),), is_cache=True),
    Read(
        "cat.jsonl",
        (
            ("show", "cat.jsonl", "--explain"),
            ("show", "cat.jsonl", "--attempt", "all"),
            ("verify", "cat", "cat.jsonl"),
            *(("show", "cat.jsonl", "--output", f"o.{ending}") for ending in ("html", "svg", "filmstrip.svg")),
        ),
    ),
    Read("solved.jsonl", (("verify", "cat", "solved.jsonl"), ("show", "solved.jsonl"))),
    Read("few.geojsonl", (("solve", "few.geojsonl", "--limit", "5"), ("hint", "few.geojsonl", "--figure", "2"))),
    Read("found.yaml", (("rankings", "found.yaml"), ("solve", "cat", "--ranking", "found.yaml"))),
    Read("three.yaml", (("census", "--set", "three.yaml"),)),
    Read("cat.png", (("solve", "cat.png"), ("convert", "cat.png", "o.geojson"))),
    Read("jigsaw/p*", (("jigsaw", "solve", "jigsaw"), ("jigsaw", "hint", "jigsaw")), is_of_stranger=True),
    Read("jigsaw.json", (("jigsaw", "verify", "jigsaw", "jigsaw.json"),)),
    Read("edge.json", (("edgematching", "solve", "edge.json"),)),
    Read("edge-solved.json", (("edgematching", "verify", "edge.json", "edge-solved.json"),)),
    Read("sliding.json", (("sliding", "verify", BOARD, "sliding.json"),)),
)


def _damaged(data: bytes, dice: Random, by: Callable[[bytes], bytes]) -> bytes:
    at = dice.randrange(len(data) or 1)
    length = dice.choice((1, 16, 512, 4096))
    return data[:at] + by(data[at : at + length]) + data[at + length :]


def _with_another_value(data: bytes, dice: Random) -> bytes:
    """Return lines of JSON of which one says something else in one place; other files as they are."""
    lines = data.splitlines(keepends=True)
    at = dice.randrange(len(lines) or 1)
    try:
        value = json.loads(lines[at])
    except (ValueError, IndexError):
        return data
    lines[at] = json.dumps(changed(value, dice)).encode() + b"\n"
    return b"".join(lines)


def _in_another_order(data: bytes, dice: Random) -> bytes:
    """Return lines of which one is at the place of another, is there twice, or is gone."""
    lines = data.splitlines(keepends=True)
    at, to = dice.randrange(len(lines) or 1), dice.randrange(len(lines) or 1)
    return b"".join([*lines[:at], *lines[at + dice.randrange(2) : to], *lines[at : at + 1], *lines[to:]])


WAYS: Mapping[str, Callable[[bytes, Random], bytes]] = {
    "cut off": lambda data, dice: data[: dice.randrange(len(data) or 1)],
    "cut off at a page": lambda data, dice: data[: dice.randrange(0, len(data) or 1, 4096)],
    "without its end": lambda data, dice: data[: -dice.randint(1, 20)],
    "empty": lambda _, __: b"",
    "with zeros": lambda data, dice: _damaged(data, dice, lambda part: bytes(len(part))),
    "with noise": lambda data, dice: _damaged(data, dice, lambda part: dice.randbytes(len(part))),
    "with another value": _with_another_value,
    "in another order": _in_another_order,
    "longer": lambda data, dice: data + dice.randbytes(dice.choice((1, 100, 5000))),
    "with lines of another machine": lambda data, _: data.replace(b"\n", b"\r\n"),
    "of another version": lambda data, _: data.replace(b"0.1.0", b"0.0.9").replace(b'"version"', b'"release"'),
}


def spoilt(made: Path) -> Iterator[Trial]:
    """Yield every command that reads a file with the file spoilt in every way."""
    for each in FILES:
        for words in each.lines:
            assert [*made.glob(each.file)], each.file
            for way in WAYS:
                yield Trial(f"files {way}", partial(_read, made, each, words, way))
            if each.is_of_stranger:
                yield Trial("files elsewhere", partial(_linked, made, each, words))


def _read(made: Path, read: Read, words: Words, way: str, dice: Random) -> tuple[Done, list[str]]:
    """Spoil a file, and let a command read it; without a cache the answer must be the same."""
    with TemporaryDirectory() as place:
        folder = Path(place, "made")
        copytree(made, folder)
        before = {*folder.rglob("*")}
        path = dice.choice(sorted(folder.glob(read.file)))
        path.write_bytes(WAYS[way](path.read_bytes(), dice))
        done = ran_in(folder, words)
        found = [*faults(done, folder, before)]
    if read.is_cache:
        wanted = undisturbed(words).done
        if (done.status, still(done.out)) != (wanted.status, still(wanted.out)):
            found.append("another answer than without the cache")
    return done, [f"{read.file}: {what}" for what in found]


def _linked(made: Path, read: Read, words: Words, dice: Random) -> tuple[Done, list[str]]:
    """Put a file elsewhere, and a link to it in its place, which must not be followed."""
    with TemporaryDirectory() as place:
        folder = Path(place, "made")
        copytree(made, folder)
        path = dice.choice(sorted(folder.glob(read.file)))
        path.rename(Path(place, "elsewhere"))
        path.symlink_to(Path(place, "elsewhere"))
        done = ran_in(folder, words)
    return done, [] if done.status == 2 else ["a link out of the folder is followed"]
