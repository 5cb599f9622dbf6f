"""Tables of docs/results.md from an empty folder: corpora, runs, decisions, reports.

    python docs/experiments/from_nothing.py FOLDER [--table NAME] [--sample N] [--corpus own] [--jobs 2]

Each command is printed before it runs. After any interruption the same command goes on: corpora that are there are
not made again, and runs that are stored are not computed again. `--table positions` makes one table, in minutes, and
prints it as the page has it; `--sample 20` tries everything in minutes; `--corpus own` needs no network. Each report
names its corpus by digest, the machine, the versions and the limits.
"""

import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

PAPER = "deutsch-hayes-1972"
ORDERS = (PAPER, "pieces-first", "deutsch-hayes-figure-17", "composites-first", "deutsch-hayes-figure-18")
BEST = (PAPER, "paper-rules-reordered", "heuristan", "foresight", "most-room")
DIFFERENCES = "worth_of_differences.py"
PEOPLE = ("--split", "test", "--where", "sets = 1", "--where", "made=human")
TABLES = ("published", "reliability", "positions", "worth", "turns")
"""The tables of the page in order: that with backtracking and as published, then one for each heading."""

Command = tuple[str, ...]


def commands(is_own: bool, sample: Command, jobs: Command, tables: Sequence[str] = TABLES) -> Iterator[Command]:
    """Yield the arguments of heuristan, or a script beside this one with its own, in order."""
    people, peces, census = ("own", "own", "census") if is_own else ("people", "peces", "census")
    everything = tuple(dict.fromkeys((people, peces)))
    baselines = sample[1:] or ("100000",)

    def corpora(*names: str) -> Iterator[Command]:
        yield from (("lab", "corpus", name) for name in names)

    def run(results: str, rankings: Sequence[str], corpus: Sequence[str], *others: str) -> Command:
        files = (f"{name}.geojsonl" for name in corpus)
        settings = (*others, *sample, *jobs, "--results", f"{results}.duckdb")
        return ("lab", "run", "--rankings", *rankings, "--corpus", *files, *settings)

    if "published" in tables:
        yield from corpora(*everything)
        yield run("all", ("heuristan",), everything, "--backtracking")
        yield run("all", ORDERS, everything, "--where", "sets = 1")
        yield "lab", "report", "all.duckdb", "--where", "sets = 1", "--baselines", "0", "--output", "all.md"
    if "reliability" in tables:
        yield from corpora(people)
        yield run("people", BEST, (people,), *PEOPLE)
        yield run("people", BEST[:3], (people,), *PEOPLE, "--retry")
        yield "lab", "decisions", "people.duckdb", "--rankings", PAPER, "--sample", *baselines
        yield "lab", "report", "people.duckdb", "--baselines", *baselines, "--output", "people.md"
    if "positions" in tables:
        yield from corpora(people)
        yield run("positions", BEST, (people,), *PEOPLE, "--positions", "8")
    if "worth" in tables:
        yield from corpora(people)
        settings = (*PEOPLE, *sample, *jobs)
        yield DIFFERENCES, PAPER, "heuristan", "--corpus", f"{people}.geojsonl", *settings, "--output", "owes.md"
    if "turns" in tables:  # all snug tangrams are counted first
        yield from corpora(census)
        yield run("census", BEST[2:], (census,))
        yield "lab", "report", "census.duckdb", "--baselines", *(sample[1:] or ("300",)), "--output", "census.md"


def of_positions(results: Path) -> str:
    """Return the table of rankings in several positions, as the page has it."""
    from heuristan.lab.reporting import rates

    lines = ["| ranking | solved | mean, % | one position, % | in all, % | in some, % |", "|---|---|---|---|---|---|"]
    alone = rates(results, by="position")
    for row in rates(results):
        assert row.everywhere
        at_once_in_all, at_once_in_some, in_all, in_some = row.everywhere
        for name, words, *ends in (
            ("at_once", f"`{row.ranking}` | first attempt", at_once_in_all, at_once_in_some),
            ("solved", "| any", in_all, in_some),
        ):
            mean = getattr(row, name)
            each = [getattr(one, name).share for one in alone if one.ranking == row.ranking]
            shares = (mean.share, mean.low, mean.high, min(each), max(each), *(end.share for end in ends))
            cells = "{} ({} to {}) | {} to {} | {} | {}".format(*(f"{100 * share:.1f}" for share in shares))
            lines.append(f"| {words} | {cells} |")
    return "\n".join(lines)


def of_kinds(results: Path) -> str:
    """Return the table of kinds of outlines in several positions by the paper's ranking, as the page has it."""
    from heuristan.lab.reporting import rates

    lines = [
        "| kind | outlines | first attempt, % | in all, in some, % | any, % | in all, in some, % |",
        "|---|---|---|---|---|---|",
    ]
    for row in rates(results, by="kind", rankings=(PAPER,)):
        assert row.everywhere
        shares = [100 * share.share for share in row.everywhere]
        first, solved = (
            f"{100 * of.share:.1f} ({100 * of.low:.1f} to {100 * of.high:.1f})" for of in (row.at_once, row.solved)
        )
        cells = first, "{:.1f}, {:.1f}".format(*shares[:2]), solved, "{:.1f}, {:.1f}".format(*shares[2:])
        lines.append(f"| `{row.part}` | {row.outlines:,} | {' | '.join(cells)} |")
    return "\n".join(lines)


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--table", type=click.Choice(TABLES), help="Only this table.  [default: all]")
@click.option("--sample", type=click.IntRange(1), help="Number of outlines of each corpus.  [default: all]")
@click.option("--corpus", type=click.Choice(("public", "own")), default="public", show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True)
def make(folder: Path, table: str | None, sample: int | None, corpus: str, jobs: int) -> None:
    """Run all commands in a folder."""
    folder.mkdir(exist_ok=True, parents=True)
    tables = (table,) if table else TABLES
    of_each = ("--sample", str(sample)) if sample else ()
    for arguments in commands(corpus == "own", of_each, ("--jobs", str(jobs)), tables):
        if arguments[1] == "corpus" and (folder / f"{arguments[2]}.geojsonl").exists():
            continue
        is_script = arguments[0] == DIFFERENCES
        print(f"$ {shlex.join(['python' if is_script else 'heuristan', *arguments])}", flush=True)
        program = [str(Path(__file__).parent / DIFFERENCES)] if is_script else ["-m", "heuristan", arguments[0]]
        words = [sys.executable, *program, *arguments[1:]]
        status = subprocess.run(words, cwd=folder, check=False).returncode
        if status:
            raise SystemExit(status)
    if "positions" in tables:
        print(of_positions(folder / "positions.duckdb"), of_kinds(folder / "positions.duckdb"), sep="\n\n")


if __name__ == "__main__":
    make()
