"""Tables of docs/results.md from an empty folder: corpora, runs, decisions.

    python docs/experiments/from_nothing.py FOLDER [--table NAME] [--sample N] [--corpus own] [--jobs 2]

Each command is printed before it runs in FOLDER, and then each table as the page has it (of the atlas's, the columns
in eight positions). After any interruption the same command goes on: corpora that are there are not made again, and
runs that are stored are not computed again. `--table positions` makes one table, in minutes; `--sample 20` tries
everything; `--corpus own` needs no network.
"""

import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

PAPER, OURS, OTHER = "deutsch-hayes-1972", "heuristan", "most-room"
BEST = (PAPER, "paper-rules-reordered", OURS, "foresight", OTHER)
THREE = (PAPER, OURS, OTHER)
IN_TURN = (OURS, OTHER)
DIFFERENCES = "worth_of_differences.py"
PEOPLE = ("--split", "test", "--sets", "1", "--where", "made=human")
TWO_SETS = ("--split", "test", "--sets", "2")
POSITIONS = ("--positions", "8")
FOLLOWED = "100"
"""Number of outlines whose decisions are followed."""

OUTLINES = "outlines.txt"
"""The file of a folder that says of which outlines its runs are."""

Command = tuple[str, ...]


def commands(is_own: bool, sample: Command, jobs: Command, tables: Sequence[str]) -> Iterator[Command]:
    """Yield the arguments of heuristan, or a script beside this one with its own, in order."""
    from heuristan.tangram.expert.ranking_entries import ranking_names

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
        yield run("backtracking", (PAPER, OURS), (people,), *PEOPLE, *POSITIONS, "--backtracking")
        yield run("backtracking", (PAPER, OURS), everything, *TWO_SETS, *POSITIONS, "--backtracking")
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
    if "atlas" in tables:  # all snug tangrams are counted first
        yield from corpora(census)
        yield run("census", ranking_names(), (census,), *POSITIONS)


def _head(row: str) -> tuple[str, str]:
    return row, f"{'|---' * (row.count('|') - 1)}|"


class Share(NamedTuple):
    """The share of runs that end in some way, for outlines that are each run in several positions."""

    outlines: int
    mean: Any
    """A proportion of runs, outlines as clusters."""
    in_all: float
    """The share of outlines of which it is so in all positions."""
    in_some: float

    @property
    def cells(self) -> tuple[str, str]:
        return _in_percent(self.mean), f"{100 * self.in_all:.1f}, {100 * self.in_some:.1f}"

    @property
    def in_short(self) -> str:
        return f"{100 * self.mean.share:.1f}; {self.cells[1]}"


FIRST = "bool_or(solved AND attempts = 1 AND undone = 0)"
"""That one of some rankings solves an outline in a position in its first attempt."""
ANY = "bool_or(solved)"


def shares(results: Path, rankings: Sequence[str], what: str, by: str = "'all'") -> Mapping[Any, Share]:
    """Return in how many runs something is so of rankings together, for each part of the outlines."""
    from heuristan.lab.statistics import Clusters, share_of_runs

    query = f"""
        , placed AS (SELECT {by} AS part, outline, position, {what} AS hit FROM run GROUP BY ALL),
        of_outline AS (SELECT part, count(*) FILTER (hit) AS hits, count(*) AS runs FROM placed GROUP BY part, outline)
        SELECT part, list((hits, runs)) FROM of_outline GROUP BY part ORDER BY part"""
    found = {}
    for part, counts in _asked(results, query, *rankings):
        of, mean = len(counts), share_of_runs(Clusters.of(counts))
        in_all, in_some = sum(hits == runs for hits, runs in counts), sum(hits > 0 for hits, _ in counts)
        found[part] = Share(of, mean, in_all / of, in_some / of)
    return found


def of_backtracking(folder: Path) -> Iterator[str]:
    """Yield the table of runs with backtracking."""
    path, columns = folder / "backtracking.duckdb", "nothing undone, % | in all, in some, %"
    yield from _head(f"| ranking | sets | solved in all | {columns} | undone: mean, median | 99 % within, maximum |")
    query = """
        SELECT sets, avg(undone), quantile_disc(undone, 0.5), quantile_disc(undone, 0.99), max(undone)
        FROM run GROUP BY sets ORDER BY sets"""
    for name in (PAPER, OURS):
        solved, at_once = (shares(path, (name,), what, by="sets") for what in (ANY, FIRST))
        for sets, mean, median, most, maximum in _asked(path, query, name):
            of, cells = solved[sets].outlines, " | ".join(at_once[sets].cells)
            in_all = f"{round(of * solved[sets].in_all):,} of {of:,}"
            yield f"| `{name}` | {sets} | {in_all} | {cells} | {mean:.2g}, {median} | {most}, {maximum} |"


def of_reliability(folder: Path) -> Iterator[str]:
    """Yield the table of the paper's rules, and that of docs/rules/README.md."""
    from heuristan.lab.reporting import reliability, selected
    from heuristan.lab.reporting.rule_tables import precision

    path = folder / "people.duckdb"
    with selected(path, PAPER, way="published") as chosen:
        accepted = {row.rule: row.of_accepted for row in precision(chosen) or ()}
    yield from _head("| rule | right | wrong | reliability, % | of all accepted, % |")
    for row in reliability(path, rankings=PAPER, way="published"):
        of_all = _in_percent(accepted.get(row.part)).partition(" (")[0]
        cells = f"{row.right:,}", f"{row.wrong:,}", _in_percent(row.reliability), of_all
        yield f"| `{row.part}` | {' | '.join(cells)} |"
    yield ""
    yield from _head("| rule of `heuristan` | right | wrong | reliability, % |")
    for row in reliability(path, rankings=OURS, way="published"):
        yield f"| `{row.part}` | {row.right:,} | {row.wrong:,} | {_in_percent(row.reliability)} |"


def _in_percent(of: Any) -> str:
    return f"{100 * of.share:.1f} ({100 * of.low:.1f} to {100 * of.high:.1f})" if of else "-"


def of_positions(folder: Path) -> Iterator[str]:
    """Yield the tables of rankings, of baselines, and of the paper's ranking by kinds of outlines."""
    from heuristan.lab.columns import KINDS
    from heuristan.lab.reporting.selection import kept_open, selected
    from heuristan.lab.reporting.solved import run_baselines

    with kept_open(path := folder / "people.duckdb"):
        yield from _head("| ranking | solved | mean, % | one position, % | in all, in some, % |")
        for names in (*((name,) for name in BEST), IN_TURN):
            for words, what in (f"{called(names)} | first attempt", FIRST), ("| any", ANY):
                yield f"| {words} | {' | '.join(_with_range(path, names, what))} |"
        yield ""
        yield from _head("| baseline | mean, % | in all, in some, % |")
        with selected(path, way="published") as chosen:
            baselines = run_baselines(chosen, 100_000, lambda *_: None)
            for row in baselines.rates(chosen, None) if baselines else ():
                in_all, in_some = (end.share for end in row.everywhere[:2])
                yield f"| `{row.ranking}` | {' | '.join(Share(row.outlines, row.at_once, in_all, in_some).cells)} |"
        yield ""
        yield from _head("| kind | outlines | first attempt, % | in all, in some, % | any, % | in all, in some, % |")
        first, solved = (shares(path, (PAPER,), what, by="kind") for what in (FIRST, ANY))
        for kind in filter(first.get, KINDS):
            cells = f"{first[kind].outlines:,}", *first[kind].cells, *solved[kind].cells
            yield f"| `{kind}` | {' | '.join(cells)} |"


def of_worth(folder: Path) -> Iterator[str]:
    """Yield the table of differences, without those that are worth nothing."""
    yield from _head("| left out | first attempt, % | in all, in some, % | worth, points |")
    for line in (folder / "owes.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("| left out |"):
            name, mean, least, most, worth = line.replace(" %", "").split(" | ")[1:6]
            if worth[1:4] != "0.0":
                yield f"| {name} | {mean} | {least.split()[0]}, {most.split()[0]} | {worth} |"


def of_atlas(folder: Path) -> Iterator[str]:
    """Yield the tables of shapes of the census in eight positions."""
    for name, rows in atlas(folder).items():
        yield from _head(f"| {name} | {ATLAS.get(name, OF_PARTS)} |")
        yield from (f"| {' | '.join((words, *cells))} |" for words, cells in rows.items())
        yield ""


SOLVED = "first attempt, % | in all, in some, % | any, % | in all, in some, %"
ATLAS = {"ranking": SOLVED, "solved by": "mean, % | one position, % | in all, in some, %"}
OF_PARTS = f"shapes | {' | '.join(f'`{name}`: first attempt, % | any, %' for name in THREE)}"
LEAST = 30
"""Minimum number of shapes in a part that has a row."""


def atlas(folder: Path) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return the cells behind the head of each row of each table; docs/making/atlas_page.py keeps them."""
    from heuristan.lab.census.census_runs import GROUPS
    from heuristan.lab.reporting.selection import kept_open
    from heuristan.tangram.expert.ranking_entries import ranking_names

    trials = *((name,) for name in ranking_names()), IN_TURN
    alone = {called((name,)) + " alone": f"bool_and(solved = (name = '{name}'))" for name in THREE}
    solvers = {"every ranking": "bool_and(solved)", **alone, "none": f"NOT {ANY}"}
    parts = {by: GROUPS[by][0] for by in ("vertices", "solutions")}
    with kept_open(path := folder / "census.duckdb"):
        return {
            "ranking": {
                called(names): [cell for what in (FIRST, ANY) for cell in shares(path, names, what)["all"].cells]
                for names in trials
            },
            "solved by": {
                words: [cell.partition(" (")[0] for cell in _with_range(path, THREE, what)]
                for words, what in solvers.items()
            },
            **{by: _of_parts(path, words) for by, words in ({"all": "'all'"} | parts).items()},
        }


def _of_parts(results: Path, by: str) -> Mapping[str, Sequence[str]]:
    several = [shares(results, (name,), what, by) for name in THREE for what in (FIRST, ANY)]
    return {
        str(part): [f"{share.outlines:,}", *(each[part].in_short for each in several)]
        for part, share in several[0].items()
        if share.outlines >= LEAST
    }


def called(rankings: Sequence[str]) -> str:
    """Return the names of a ranking, or of several in turn."""
    return ", ".join(f"`{name}`" for name in rankings) + (" in turn" if len(rankings) > 1 else "")


def _with_range(results: Path, rankings: Sequence[str], what: str) -> tuple[str, str, str]:
    """Return the mean, the least and the most of one position, and what holds in all and in some."""
    mean, ends = shares(results, rankings, what)["all"].cells
    each = [100 * one.mean.share for one in shares(results, rankings, what, "position").values()]
    return mean, f"{min(each):.1f} to {max(each):.1f}", ends


def _asked(results: Path, question: str, *rankings: str) -> list[Any]:
    from heuristan.lab.reporting import selected

    with selected(results, rankings) as chosen:
        return chosen.ask(question)


TABLES = {
    "backtracking": of_backtracking,
    "reliability": of_reliability,
    "positions": of_positions,
    "worth": of_worth,
    "atlas": of_atlas,
}
"""The tables of the page, in order."""


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--table", type=click.Choice(tuple(TABLES)), help="Only this table.  [default: all]")
@click.option(
    "--sample",
    type=click.IntRange(1),
    help="Number of outlines of each corpus. A folder that has runs keeps its number.  [default: all]",
)
@click.option(
    "--corpus",
    type=click.Choice(("public", "own")),
    default="public",
    show_default=True,
    help="Corpora that are fetched, or made here. A folder that has runs keeps its own.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Number of processes, for runs that are still to be made; it changes no table.",
)
def make(folder: Path, table: str | None, sample: int | None, corpus: str, jobs: int) -> None:
    """Run all commands in a folder."""
    asked, kept = f"--corpus {corpus}" + (f" --sample {sample}" if sample else ""), folder / OUTLINES
    if kept.exists() and (known := kept.read_text(encoding="utf-8")) != asked:
        raise click.UsageError(
            f"{folder} has runs of {known}, and tables are of all its runs; take another folder for {asked}"
        )
    folder.mkdir(exist_ok=True, parents=True)
    kept.write_text(asked, encoding="utf-8")
    tables = (table,) if table else tuple(TABLES)
    of_each = ("--sample", str(sample)) if sample else ()
    for arguments in commands(corpus == "own", of_each, ("--jobs", str(jobs)), tables):
        if arguments[1] == "corpus" and (folder / f"{arguments[2]}.geojsonl").exists():
            continue
        is_script = arguments[0] == DIFFERENCES
        script = str(Path(__file__).resolve().with_name(DIFFERENCES))
        shown, program = (["python", script], [script]) if is_script else (["heuristan"], ["-m", "heuristan"])
        words = arguments[is_script:]
        print(f"$ {shlex.join([*shown, *words])}", flush=True)
        printed = subprocess.DEVNULL if is_script else None  # the page has some of its rows
        status = subprocess.run([sys.executable, *program, *words], cwd=folder, check=False, stdout=printed).returncode
        if status:
            raise SystemExit(status)
    for name in tables:
        print("", *TABLES[name](folder), sep="\n", flush=True)


if __name__ == "__main__":
    make()
