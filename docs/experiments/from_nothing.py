"""Every table of docs/results.md from an empty folder: corpora, runs, decisions, reports.

    python docs/experiments/from_nothing.py FOLDER [--sample N] [--corpus own] [--jobs 2]

Each command is printed before it runs. After any interruption the same command goes on: corpora that are there are
not made again, and runs that are stored are not computed again. `--sample 20` tries everything in minutes; `--corpus
own` needs no network. Each report names its corpus by digest, the machine, the versions and the limits.
"""

import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

PAPER = "deutsch-hayes-1972"
ORDERS = (PAPER, "pieces-first", "deutsch-hayes-figure-17", "composites-first", "deutsch-hayes-figure-18")
BEST = (PAPER, "paper-rules-reordered", "heuristan", "most-room", "foresight")
DIFFERENCES = "worth_of_differences.py"
PEOPLE = ("--split", "test", "--sets", "1", "--where", "made=human")


def commands(is_own: bool, sample: Sequence[str], jobs: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the arguments of heuristan, or a script beside this one with its own, in order."""
    names = ("own", "own", "census") if is_own else ("people", "peces", "census")
    people, peces, census = (f"{name}.geojsonl" for name in names)
    for corpus in dict.fromkeys((people, peces)):
        yield "lab", "corpus", corpus.removesuffix(".geojsonl")
    everything = tuple(dict.fromkeys((people, peces)))
    more = (*sample, *jobs)

    def run(results: str, rankings: Sequence[str], corpus: Sequence[str], *others: str) -> tuple[str, ...]:
        return ("lab", "run", "--rankings", *rankings, "--corpus", *corpus, *others, *more, "--results", results)

    # With backtracking; as published
    yield run("all.duckdb", ("heuristan",), everything, "--backtracking")
    yield run("all.duckdb", ORDERS, everything, "--sets", "1")
    yield "lab", "report", "all.duckdb", "--where", "sets = 1", "--baselines", "0", "--output", "all.md"
    # How reliable the rules are; the best order, and rules that need no undoing; with retry
    yield run("people.duckdb", BEST, (people,), *PEOPLE, "--positions", "8")
    yield run("people.duckdb", BEST[:3], (people,), *PEOPLE, "--retry")
    yield "lab", "decisions", "people.duckdb", "--rankings", PAPER, *(sample or ("--sample", "100000"))
    baselines = sample[1:] or ("100000",)
    yield "lab", "report", "people.duckdb", "--baselines", *baselines, "--output", "people.md"
    # What the ranking heuristan owes to what
    yield DIFFERENCES, PAPER, "heuristan", "--corpus", people, *PEOPLE, *more, "--output", "owes.md"
    # Two rankings in turn; all snug tangrams are counted first
    yield "lab", "corpus", census.removesuffix(".geojsonl")
    yield run("census.duckdb", BEST[2:], (census,))
    yield "lab", "report", "census.duckdb", "--baselines", *(sample[1:] or ("300",)), "--output", "census.md"


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--sample", type=click.IntRange(1), help="Number of outlines of each corpus.  [default: all]")
@click.option("--corpus", type=click.Choice(("public", "own")), default="public", show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True)
def make(folder: Path, sample: int | None, corpus: str, jobs: int) -> None:
    """Run all commands in a folder."""
    folder.mkdir(exist_ok=True, parents=True)
    for arguments in commands(corpus == "own", ("--sample", str(sample)) if sample else (), ("--jobs", str(jobs))):
        if arguments[1] == "corpus" and (folder / f"{arguments[2]}.geojsonl").exists():
            continue
        is_script = arguments[0] == DIFFERENCES
        print(f"$ {shlex.join(['python' if is_script else 'heuristan', *arguments])}", flush=True)
        program = [str(Path(__file__).parent / DIFFERENCES)] if is_script else ["-m", "heuristan", arguments[0]]
        words = [sys.executable, *program, *arguments[1:]]
        status = subprocess.run(words, cwd=folder, check=False).returncode
        if status:
            raise SystemExit(status)


if __name__ == "__main__":
    make()
