"""Tables of docs/results.md from an empty folder: corpora, runs, decisions.

    python docs/experiments/from_nothing.py FOLDER [--table NAME] [--sample N] [--corpus own] [--jobs 2]

Each command is printed before it runs, and each table as the page has it. After any interruption the same command goes
on: corpora that are there are not made again, and runs that are stored are not computed again. `--table positions`
makes one table, in minutes; `--sample 20` tries everything; `--corpus own` needs no network.
"""

import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

PAPER, OURS = "deutsch-hayes-1972", "heuristan"
BEST = (PAPER, "paper-rules-reordered", OURS, "foresight", "most-room")
DIFFERENCES = "worth_of_differences.py"
PEOPLE = ("--split", "test", "--sets", "1", "--where", "made=human")
POSITIONS = ("--positions", "8")
FOLLOWED = "100"
"""Number of outlines whose decisions are followed."""

Command = tuple[str, ...]


def commands(is_own: bool, sample: Command, jobs: Command, tables: Sequence[str]) -> Iterator[Command]:
    """Yield the arguments of heuristan, or a script beside this one with its own, in order."""
    people, peces, census = ("own", "own", "census") if is_own else ("people", "peces", "census")
    everything = tuple(dict.fromkeys((people, peces)))

    def corpora(*names: str) -> Iterator[Command]:
        yield from (("lab", "corpus", name) for name in names)

    def run(results: str, rankings: Sequence[str], corpus: Sequence[str], *others: str) -> Command:
        files = (f"{name}.geojsonl" for name in corpus)
        settings = (*others, *sample, *jobs, "--results", f"{results}.duckdb")
        return ("lab", "run", "--rankings", *rankings, "--corpus", *files, *settings)

    if "backtracking" in tables:
        yield from corpora(*everything)
        yield run("backtracking", (PAPER, OURS), everything, "--backtracking")
    if "reliability" in tables:
        yield from corpora(people)
        yield run("people", (PAPER, OURS), (people,), *PEOPLE, *POSITIONS)
        yield "lab", "decisions", "people.duckdb", "--rankings", PAPER, "--sample", *(sample[1:] or (FOLLOWED,))
    if "positions" in tables:
        yield from corpora(people)
        yield run("people", BEST, (people,), *PEOPLE, *POSITIONS)
    if "worth" in tables:
        yield from corpora(people)
        settings = ("--part", "left out", *PEOPLE, *POSITIONS, *sample, *jobs)
        yield DIFFERENCES, PAPER, OURS, "--corpus", f"{people}.geojsonl", *settings, "--output", "owes.md"
    if "turns" in tables:  # all snug tangrams are counted first
        yield from corpora(people, census)
        yield run("people", (PAPER, *BEST[2:]), (people,), *PEOPLE, *POSITIONS)
        yield run("census", BEST[2:], (census,), *POSITIONS)
        yield run("census", (PAPER,), (census,), *POSITIONS)


def _head(row: str) -> tuple[str, str]:
    return row, f"{'|---' * (row.count('|') - 1)}|"


def of_backtracking(folder: Path) -> Iterator[str]:
    """Yield the table of runs with backtracking."""
    yield from _head("| ranking | sets | solved | undone steps: none, mean | median, 99 % within, maximum |")
    query = """
        SELECT name, sets, sum(solved::INT), count(*), avg((undone = 0)::INT), avg(undone),
               quantile_disc(undone, 0.5), quantile_disc(undone, 0.99), max(undone)
        FROM run GROUP BY place, name, sets ORDER BY place, sets"""
    for name, sets, solved, of, none, mean, *undone in _asked(folder / "backtracking.duckdb", query):
        steps = f"{100 * none:.0f} %, {mean:.2g} | {', '.join(map(str, undone))}"
        yield f"| `{name}` | {sets} | {solved:,} of {of:,} | {steps} |"


def of_reliability(folder: Path) -> Iterator[str]:
    """Yield the table of the paper's rules, and that of docs/rules/README.md."""
    from heuristan.lab.reporting import reliability, selected
    from heuristan.lab.reporting.rule_tables import precision

    path = folder / "people.duckdb"
    with selected(path, PAPER, way="published") as chosen:
        accepted = {row.rule: row.of_accepted for row in precision(chosen) or ()}
    yield from _head("| rule | right | wrong | reliability (95 %) | of all accepted |")
    for row in reliability(path, rankings=PAPER, way="published"):
        of_all = _in_percent(accepted.get(row.part)).partition(" (")[0]
        cells = f"{row.right:,}", f"{row.wrong:,}", _in_percent(row.reliability), of_all
        yield f"| `{row.part}` | {' | '.join(cells)} |"
    yield ""
    yield from _head("| rule of `heuristan` | right | wrong | reliability (95 %) |")
    for row in reliability(path, rankings=OURS, way="published"):
        yield f"| `{row.part}` | {row.right:,} | {row.wrong:,} | {_in_percent(row.reliability)} |"


def _in_percent(of: Any) -> str:
    return f"{100 * of.share:.1f} % ({100 * of.low:.1f} to {100 * of.high:.1f})" if of else "-"


def of_positions(folder: Path) -> Iterator[str]:
    """Yield the tables of rankings, of baselines, and of the paper's ranking by kinds of outlines."""
    from heuristan.lab.reporting import rates, selected
    from heuristan.lab.reporting.solved import run_baselines

    path = folder / "people.duckdb"
    yield from _head("| ranking | solved | mean, % | one position, % | in all, % | in some, % |")
    alone = rates(path, by="position")
    for row in sorted(rates(path), key=lambda row: BEST.index(row.ranking)):
        for name, words in ("at_once", f"`{row.ranking}` | first attempt"), ("solved", "| any"):
            mean, *ends = _shares(row, name)
            each = [100 * getattr(one, name).share for one in alone if one.ranking == row.ranking]
            yield f"| {words} | {mean} | {min(each):.1f} to {max(each):.1f} | {' | '.join(ends)} |"
    yield ""
    yield from _head("| baseline | mean, % | in all, % | in some, % |")
    with selected(path, way="published") as chosen:
        baselines = run_baselines(chosen, 100_000, lambda *_: None)
        for row in baselines.rates(chosen, None) if baselines else ():
            yield f"| `{row.ranking}` | {' | '.join(_shares(row, 'at_once'))} |"
    yield ""
    yield from _head("| kind | outlines | first attempt, % | in all, in some, % | any, % | in all, in some, % |")
    for row in rates(path, by="kind", rankings=(PAPER,)):
        cells = [
            f"{mean} | {least}, {most}" for name in ("at_once", "solved") for mean, least, most in [_shares(row, name)]
        ]
        yield f"| `{row.part}` | {row.outlines:,} | {' | '.join(cells)} |"


def _shares(row: Any, name: str) -> tuple[str, str, str]:
    """Return the mean of a row, and the shares in all positions and in some, in percent."""
    ends = row.everywhere[:2] if name == "at_once" else row.everywhere[2:]
    least, most = (f"{100 * end.share:.1f}" for end in ends)
    return _in_percent(getattr(row, name)).replace(" %", ""), least, most


def of_worth(folder: Path) -> Iterator[str]:
    """Yield the table of differences, without those that are worth nothing."""
    yield from _head("| left out | first attempt, % | in all, in some, % | worth, points |")
    for line in (folder / "owes.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("| left out |"):
            name, mean, least, most, worth = line.replace(" %", "").split(" | ")[1:6]
            if worth[1:4] != "0.0":
                yield f"| {name} | {mean} | {least.split()[0]}, {most.split()[0]} | {worth} |"


def of_turns(folder: Path) -> Iterator[str]:
    """Yield the tables of rankings in turn: two in turn solve what one of them solves."""
    rows = {f"`{name}`": (name,) for name in (PAPER, *BEST[2:])} | {"both in turn": (OURS, "most-room")}
    for corpus in ("census", "people"):
        for words, names in rows.items():
            ((count, *shares),) = _asked(folder / f"{corpus}.duckdb", TURNS, *names)
            if names == (PAPER,):
                yield from _head(f"| {count:,} of `{corpus}` | first attempt, % | any, % |")
            first, solved = ("{:.1f}; {:.1f}, {:.1f}".format(*(100 * n for n in of)) for of in (shares[:3], shares[3:]))
            yield f"| {words} | {first} | {solved} |"
        yield ""


TURNS = """
,
placed AS (
    SELECT outline, position, bool_or(solved AND attempts = 1)::INT AS first, bool_or(solved)::INT AS hit
    FROM run GROUP BY ALL
),
each AS (
    SELECT avg(first) AS first, min(first) AS first_in_all, max(first) AS first_in_some,
           avg(hit) AS hit, min(hit) AS hit_in_all, max(hit) AS hit_in_some
    FROM placed GROUP BY outline
)
SELECT count(*), avg(first), avg(first_in_all), avg(first_in_some), avg(hit), avg(hit_in_all), avg(hit_in_some)
FROM each"""


def _asked(results: Path, question: str, *rankings: str) -> list[Any]:
    from heuristan.lab.reporting import selected

    with selected(results, rankings) as chosen:
        return chosen.ask(question)


TABLES = {
    "backtracking": of_backtracking,
    "reliability": of_reliability,
    "positions": of_positions,
    "worth": of_worth,
    "turns": of_turns,
}
"""The tables of the page, in order."""


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--table", type=click.Choice(tuple(TABLES)), help="Only this table.  [default: all]")
@click.option("--sample", type=click.IntRange(1), help="Number of outlines of each corpus.  [default: all]")
@click.option("--corpus", type=click.Choice(("public", "own")), default="public", show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True)
def make(folder: Path, table: str | None, sample: int | None, corpus: str, jobs: int) -> None:
    """Run all commands in a folder."""
    other = "people" if corpus == "own" else "own"
    if (folder / f"{other}.geojsonl").exists():
        raise click.UsageError(f"{folder} has runs of the other --corpus, and tables are of all; take another folder")
    folder.mkdir(exist_ok=True, parents=True)
    tables = (table,) if table else tuple(TABLES)
    of_each = ("--sample", str(sample)) if sample else ()
    for arguments in commands(corpus == "own", of_each, ("--jobs", str(jobs)), tables):
        if arguments[1] == "corpus" and (folder / f"{arguments[2]}.geojsonl").exists():
            continue
        is_script = arguments[0] == DIFFERENCES
        print(f"$ {shlex.join(['python' if is_script else 'heuristan', *arguments])}", flush=True)
        program = [str(Path(__file__).parent / DIFFERENCES)] if is_script else ["-m", "heuristan", arguments[0]]
        words = [sys.executable, *program, *arguments[1:]]
        printed = subprocess.DEVNULL if is_script else None  # the page has some of its rows
        status = subprocess.run(words, cwd=folder, check=False, stdout=printed).returncode
        if status:
            raise SystemExit(status)
    for name in tables:
        print("", *TABLES[name](folder), sep="\n", flush=True)


if __name__ == "__main__":
    make()
