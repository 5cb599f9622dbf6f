"""Command lines that work: for every command some to begin with, and for every option a value that does something."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
from shared.places import TOP

PIECES = """name: three
pieces:
  - {piece: triangle, count: 2, vertices: [[0, 0], [1, 0], [0, 1]]}
  - {piece: square, vertices: [[0, 0], [1, 0], [1, 1], [0, 1]]}
"""
OUTLINES = ("goose", "cat", "swan", "house", "lamp")
LAB = ("lab", "run", "--rankings", "deutsch-hayes-1972", "pieces-first", "--corpus", *OUTLINES)
SEARCH = ("--start", "pieces-first", "--corpus", "shapes", "--trials", "4", "--sample", "12")
MADE: tuple[tuple[str, ...], ...] = (
    ("generate", "--number", "12", "--seed", "5", "--output", "few.geojsonl"),
    ("generate", "--number", "300", "--seed", "6", "--output", "many.geojsonl"),
    (*LAB, "--backtracking", "--no-backtracking", "--retry", "--limit", "5", "--results", "lab.duckdb"),
    ("solve", "cat", "--no-backtracking", "--trace", "cat.jsonl"),
    ("solve", "cat", "--format", "jsonl", "--output", "solved.jsonl"),
    ("solve", "cat", "--output", "cat.png"),
    ("jigsaw", "generate", str(TOP / "docs/examples/jigsaw-coffee.png"), "--grid", "2x3", "--output", "jigsaw"),
    ("jigsaw", "solve", "jigsaw", "--output", "jigsaw.json"),
    ("edgematching", "generate", "--size", "3", "--output", "edge.json"),
    ("edgematching", "generate", "--size", "3", "--turned", "--output", "turned.json"),
    ("edgematching", "solve", "edge.json", "--output", "edge-solved.json"),
    ("sliding", "solve", "1 2 3 4 5 6 7 0 8", "--output", "sliding.json"),
    ("sliding", "solve", "8 1 3 4 0 2 7 6 5", "--estimate", "patterns", "--cache", "cache"),
    ("lab", "search", *SEARCH, "--output", "found.yaml"),
    ("course", "start", "lessons", "--no-open"),
    ("lab", "survey", "--census", "few.parquet", "--rankings", "pieces-first", "--results", "survey"),
)
"""What makes the files that commands begin with."""
IN_TURN = """import json, sys
from heuristan.__main__ import main
for words in json.loads(sys.argv[1]):
    sys.argv = ["heuristan", *words]
    try:
        main()
    except SystemExit as ended:
        if ended.code:
            raise
"""
"""Runs commands one after the other in one process, which starts once."""


def make(folder: Path) -> None:
    """Make the files that commands begin with.

    Raises:
        subprocess.CalledProcessError: if one of them cannot be made.
    """
    from shared.censuses import write_few

    (folder / "three.yaml").write_text(PIECES, encoding="utf-8")
    write_few(folder / "few.parquet")
    told = [sys.executable, "-c", IN_TURN, json.dumps(MADE)]
    subprocess.run(told, cwd=folder, capture_output=True, check=True)


BOARD = "8 1 3 4 0 2 7 6 5"
STUDY = ("--start", "pieces-first", "--corpus", "shapes", "--trials", "2", "--sample", "6", "--output", "o.yaml")
BASES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "solve": (
        ("cat",),
        ("cat", "--no-backtracking"),
        ("cat", "--solver", "exact"),
        ("cat", "--solver", "ford", "--limit", "2"),
        ("cat", "swan", "goose"),
        ("{made}/cat.png",),
    ),
    "hint": (("cat",), ("{made}/few.geojsonl", "--figure", "2")),
    "verify": (("cat", "{made}/solved.jsonl"),),
    "compare": (("cat", "--solvers", "expert", "exact"),),
    "step": (("cat",), ("cat", "--trace", "o.jsonl", "--picture", "o.svg")),
    "serve": (("--no-open", "--port", "0"),),
    "site": (("o",),),
    "convert": (("cat", "o.geojson"), ("{made}/cat.png", "o.geojson")),
    "generate": (
        ("--number", "2"),
        ("--number", "2", "--vertices", "9"),
        ("--uniform", "--set", "{made}/three.yaml", "--number", "2"),
    ),
    "census": (("--set", "{made}/three.yaml"), ("--set", "{made}/three.yaml", "--output", "o.parquet")),
    "worksheet": (("--count", "2", "--output", "o.pdf"), ("cat", "swan", "goose", "--output", "o.pdf")),
    "course start": (("lessons", "--no-open"),),
    "course grade": (("{made}/lessons", "--run", "--limit", "1"),),
    "lab run": (("--rankings", "pieces-first", "--sample", "5", "--results", "o.duckdb"),),
    "lab report": (
        ("{made}/lab.duckdb", "--output", "o"),
        ("{made}/lab.duckdb", "--baselines", "2", "--output", "o.md"),
    ),
    "lab select": (("{made}/lab.duckdb",), ("{made}/lab.duckdb", "--solved-by", "pieces-first")),
    "lab show": (
        ("{made}/lab.duckdb", "{outline}"),
        ("{made}/lab.duckdb", "{outline}", "--rankings", "pieces-first", "--way", "published"),
    ),
    "lab survey": (("--census", "{made}/few.parquet", "--rankings", "pieces-first", "--results", "r"),),
    "lab search": (STUDY,),
    "lab decisions": (("{made}/lab.duckdb", "--sample", "2"),),
    "lab corpus": ((),),
    "lab power": (("{made}/lab.duckdb",),),
    "lab sql": (("{made}/lab.duckdb", "SELECT count(*) FROM results"),),
    "show": (("{made}/cat.jsonl",),),
    "rankings": ((), ("--show", "heuristan")),
    "edgematching generate": (("--size", "3"),),
    "edgematching solve": (
        ("{made}/edge.json",),
        ("{made}/turned.json",),
        ("{made}/edge.json", "--solver", "lp"),
        ("{made}/edge.json", "--solver", "backtracking"),
    ),
    "edgematching hint": (("{made}/edge.json",),),
    "edgematching verify": (("{made}/edge.json", "{made}/edge-solved.json"),),
    "sliding generate": (("--number", "2"),),
    "sliding solve": (
        (BOARD,),
        (BOARD, "--solver", "optimal"),
        (BOARD, "--solver", "plan"),
        (BOARD, "--output", "o.filmstrip.svg"),
    ),
    "sliding hint": ((BOARD,),),
    "sliding verify": ((BOARD, "{made}/sliding.json"),),
    "jigsaw generate": ((str(TOP / "docs/examples/jigsaw-coffee.png"), "--output", "o", "--pieces", "6"),),
    "jigsaw solve": (
        ("{made}/jigsaw", "--format", "json"),
        ("{made}/jigsaw", "--solver", "paper", "--format", "json"),
        ("{made}/jigsaw",),
    ),
    "jigsaw hint": (("{made}/jigsaw",),),
    "jigsaw verify": (("{made}/jigsaw", "{made}/jigsaw.json"),),
}
"""For each command, arguments and options with which it ends soon; none where it needs nothing."""

VALUES: Mapping[str, tuple[str, ...]] = {
    "--ranking": ("pieces-first",),
    "--rankings": ("deutsch-hayes-1972",),
    "lab survey --rankings": ("foresight",),
    "--figure": ("1",),
    "--set": ("sei-shonagon",),
    "census --set": ("{made}/three.yaml",),
    "--limit": ("0.000001",),
    "--attempt": ("2",),
    "--placed": ("square 0,3 0.70711,2.29289 1.41421,3 0.70711,3.70711",),
    "edgematching hint --placed": ("1 1,1",),
    "jigsaw hint --placed": ("1",),
    "--output": ("p.json",),
    "lab report --split": ("test",),
    "lab report --output": ("p.html",),
    "lab survey --results": ("p",),
    "jigsaw generate --output": ("p",),
    "edgematching generate --output": ("p.svg",),
    "rankings --output": ("p.yaml",),
    "lab select --output": ("p.geojsonl",),
    "generate --output": ("p.geojsonl",),
    "lab search --output": ("p.yaml",),
    "lab sql --output": ("p.csv",),
    "worksheet --output": ("p.pdf",),
    "shapes --output": ("p.svg",),
    "lab show --output": ("p.html",),
    "show --output": ("p.svg",),
    "--trace": ("t.jsonl",),
    "--sheet": ("s.png",),
    "--picture": ("s.svg",),
    "--reveal": ("piece",),
    "--solvers": ("paper",),
    "compare --solvers": ("exact",),
    "--solver": ("exact",),
    "edgematching solve --solver": ("lp",),
    "jigsaw solve --solver": ("paper",),
    "--seed": ("7",),
    "--sets": ("2",),
    "--number": ("3",),
    "--vertices": ("8-12",),
    "--kind": ("simple-10-",),
    "generate --kind": ("convex",),
    "edgematching generate --kind": ("cubes",),
    "--compact": ("1",),
    "--census": ("{made}/few.parquet",),
    "--difficulty": ("easy",),
    "--count": ("1",),
    "--title": ("Another",),
    "--paper": ("letter",),
    "--leg": ("9",),
    "--scale": ("3",),
    "--corpus": ("{made}/few.geojsonl",),
    "lab search --corpus": ("{made}/many.geojsonl",),
    "--where": ("vertices > 12",),
    "lab select --where": ("vertices % 2 = 0",),
    "--sample": ("3",),
    "lab search --sample": ("7",),
    "--split": ("training",),
    "--results": ("p.duckdb",),
    "--way": ("retry",),
    "--baselines": ("0",),
    "--solved-by": ("pieces-first",),
    "--lost-by": ("deutsch-hayes-1972",),
    "--goal": ("any-attempt",),
    "sliding generate --goal": ("first",),
    "sliding solve --goal": ("first",),
    "sliding hint --goal": ("first",),
    "sliding verify --goal": ("first",),
    "sliding generate --output": ("p.txt",),
    "--start": ("deutsch-hayes-1972",),
    "--rules": ("no-room",),
    "--change": ("order",),
    "--attempts": ("1",),
    "--difference": ("4",),
    "--chance": ("90",),
    "--trials": ("2",),
    "--time": ("1",),
    "--show": ("pieces-first",),
    "--size": ("4",),
    "jigsaw generate --size": ("60",),
    "--colours": ("3",),
    "--frame": ("none",),
    "--pieces": ("4",),
    "--grid": ("2x2",),
    "--solutions": ("s.pdf",),
    "--estimate": ("conflicts",),
    "--cache": ("cache",),
    "--measure": ("term",),
    "--orientation": ("known",),
    "--truth": ("{made}/jigsaw/truth.json",),
    "--format": ("jsonl",),
    "lab sql --format": ("csv",),
    "--engine": ("production",),
    "--host": ("127.0.0.1",),
    "--port": ("0",),
}
"""A value of each option, where it needs none of its own by the command before it."""


OPPOSITES: Mapping[str, str] = {
    "vertices > 12": "vertices <= 12",
    "vertices % 2 = 0": "vertices % 2 = 1",
    "training": "test",
    "test": "training",
}
"""Conditions, splits, and those that the other outlines meet: what another option leaves may all meet one, not both."""


def begun(name: str, made: Path) -> Iterator[tuple[str, ...]]:
    """Yield the command lines that a command begins with."""
    for words in BASES.get(name, ((),)):
        yield (*name.split(), *(_placed(word, made) for word in words))


def given(name: str, option: click.Option, made: Path) -> tuple[str, ...]:
    """Return an option of a command with a value that does something."""
    word = option.opts[-1]
    if option.is_flag:
        return (word,)
    value = VALUES.get(f"{name} {word}") or VALUES.get(word)
    if isinstance(option.type, click.Choice) and (value is None or value[0] not in option.type.choices):
        value = (str([*option.type.choices][-1]),)
    return (word, *(_placed(each, made) for each in value or ("2",)))


def opposite(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return an option with the opposite of its value, if it has one."""
    return tuple(OPPOSITES.get(word, word) for word in words)


def _placed(word: str, made: Path) -> str:
    return word.replace("{made}", str(made)).replace("{outline}", "goose")
