"""``heuristan lab run``."""

from collections.abc import Sequence
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.kit.failing import INTERRUPTED, fail, refuse_overwriting
from heuristan.cli.tangram.lab.failing import lab_failures
from heuristan.cli.tangram.lab.several import SeveralValues, several

if TYPE_CHECKING:
    from heuristan.tangram.lab.corpora import Corpus
    from heuristan.tangram.lab.executors import Team
    from heuristan.tangram.lab.rankings import Way
    from heuristan.tangram.lab.running import LabRun, Tally
    from heuristan.tangram.lab.store import Store
    from heuristan.tangram.lab.tasks import Plan


REFUSALS_TOLD = 3
"""Refused outlines whose messages are shown; of the others the number is told."""


@click.command(
    cls=SeveralValues,
    epilog="Exit status: 0 all runs are in the file, 2 the command or a file could not be used, 130 interrupted.",
)
@several("--rankings", required=True, metavar="NAME|FILE ...", help="The rankings: names or files, one or more.")
@several(
    "--corpus",
    default=("shapes",),
    metavar="SOURCE ...",
    help="The outlines: files in any format that 'solve' reads, folders of them, or 'shapes': those that ship.  "
    "[default: shapes]",
)
@click.option("--no-backtracking", is_flag=True, help="As published: nothing is undone.  [default]")
@click.option("--backtracking", is_flag=True, help="With undoing. With --no-backtracking as well: both ways.")
@click.option(
    "--split",
    type=click.Choice(["training", "test", "all"]),
    default="all",
    show_default=True,
    help="Half of all outlines is for tuning rankings, half for judging them.",
)
@click.option("--sets", type=click.IntRange(1, 100), help="Outlines of so many sets of pieces alone.")
@several("--family", metavar="NAME ...", help="Outlines of these families alone: convex, simple-10-, simple-11+, ...")
@several(
    "--where",
    metavar="CONDITION ...",
    help="Outlines that meet conditions: made=human, or SQL like \"corners > 12\" ('heuristan lab sql' lists columns).",
)
@click.option("--most", type=click.IntRange(1), help="So many outlines at most, drawn from all.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of that draw.")
@click.option("--limit", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="Most time a run.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes to work with.")
@click.option("--dask", metavar="ADDRESS", help="Work on a Dask cluster: the address of its scheduler.")
@click.option(
    "--results",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("lab.duckdb"),
    show_default=True,
    help="The DuckDB file; what it has already is not computed again.",
)
def run(
    rankings: tuple[str, ...],
    corpus: tuple[str, ...],
    no_backtracking: bool,
    backtracking: bool,
    limit: float | None,
    jobs: int,
    dask: str | None,
    results: Path,
    **choice: Any,
) -> None:
    """Try each ranking on each outline, and keep what came of it.

    Results go into one DuckDB file as they come. A run that was interrupted, or killed, is resumed by the same command;
    more rankings and outlines can be added at any time, and what is there is not computed again unless heuristan's
    rules have changed. Each extraction is judged against all solutions of the exact solver.

    \b
    heuristan lab run --rankings deutsch-hayes-1972 pieces-first --corpus shapes
    heuristan lab run --rankings mine.yaml --corpus many.geojsonl --jobs 2 --split training
    heuristan lab run --rankings mine.yaml --corpus many.geojsonl --where made=human "corners > 12"
    heuristan lab run --rankings mine.yaml --corpus folder --backtracking --limit 10
    heuristan lab run --rankings mine.yaml --corpus many.geojsonl --dask tcp://127.0.0.1:8786
    """  # noqa: D301
    refuse_overwriting(reads=(*rankings, *corpus), writes=(results,))
    if limit is not None and isnan(limit):
        raise click.BadParameter("nan is no number of seconds", param_hint="--limit")
    if dask and jobs > 1:
        fail("--jobs is for this machine and --dask for a cluster; give one of them")
    ways: list[Way] = ["published"] if no_backtracking or not backtracking else []
    ways += ["backtracking"] if backtracking else []
    with lab_failures():
        plan, texts = _plan(rankings, ways, limit)
        outlines = corpus_of(corpus, choice)
        _Session(plan, outlines, results, texts).over(dask, jobs)


def _plan(sources: Sequence[str], ways: "Sequence[Way]", limit: float | None) -> "tuple[Plan, list[Any]]":
    from heuristan.tangram.expert.ranking_file import read_ranking
    from heuristan.tangram.lab.rankings import ranking_row, trials_of
    from heuristan.tangram.lab.tasks import Plan
    from heuristan.tangram.lab.versions import version

    found = [read_ranking(source) for source in sources]
    trials = trials_of(found, ways)
    if len(trials) < len(found) * len(ways):
        click.echo("heuristan: some rankings do the same, whatever they are called; each is tried once", err=True)
    return Plan(trials, version(), limit or 0.0), [ranking_row(source) for source in sources]


def corpus_of(sources: Sequence[str], choice: dict[str, Any]) -> "Corpus":
    from heuristan.common.plain_yaml import nearest
    from heuristan.tangram.lab.corpora import Choice, Corpus
    from heuristan.tangram.lab.filtering import ConditionError
    from heuristan.tangram.puzzle.kinds import KINDS

    for family in choice["family"]:
        if family not in KINDS:
            fail(f"there is no family '{family}'; {nearest(family, KINDS)}")
    chosen = {key: choice[key] for key in ("split", "sets", "where", "most", "seed")}
    try:
        return Corpus(sources, Choice(**chosen, families=choice["family"]))
    except ConditionError as fault:
        fail(f"--where: {fault}")


class _Session:
    """One run, from opening the file to the last line that is told."""

    def __init__(self, plan: "Plan", corpus: "Corpus", results: Path, texts: list[Any]) -> None:
        self.plan = plan
        self.corpus = corpus
        self.results = results
        self.texts = texts
        self.tally: Tally | None = None

    def over(self, dask: str | None, jobs: int) -> None:
        """Work, and tell what came of it."""
        from heuristan.tangram.lab.executors import ExecutorError
        from heuristan.tangram.lab.store import Store

        store = Store.open(self.results)
        try:
            store.add({"rankings": self.texts})
            self.work(store, dask, jobs)
        except KeyboardInterrupt:
            click.echo(f"heuristan: interrupted; {self.kept}", err=True)
            raise SystemExit(INTERRUPTED) from None
        except ExecutorError as fault:
            fail(f"{fault}; {self.kept}" if self.tally else str(fault))
        finally:
            store.close()
        self.tell()

    def work(self, store: "Store", dask: str | None, jobs: int) -> None:
        """Work, whoever does it."""
        from heuristan.tangram.lab.interrupting import undisturbed
        from heuristan.tangram.lab.running import LabRun

        team = _team(dask, jobs)
        try:
            run = LabRun(store, self.plan, self.corpus, team)
            self.tally = run.tally
            self.watch(run)
        finally:
            with undisturbed():
                team.close()

    def watch(self, work: "LabRun") -> None:
        """Work, with a line of progress."""
        from heuristan.cli.tangram.lab.timing import timed

        with timed("runs") as tick:
            for _ in work:
                done = work.tally.all.total()
                expected = self.corpus.expected() * len(self.plan.trials)
                tick(done, max(expected, done), f"{work.tally.solved.total() / max(1, done):.1%} solved")

    @property
    def kept(self) -> str:
        count = self.tally.all.total() if self.tally else 0
        return f"{_counted(count, 'run')} kept in {self.results}; the same command goes on from there"

    def tell(self) -> None:
        """What was done, and what to do with it."""
        assert self.tally is not None
        tally = self.tally
        corpus = self.corpus
        for refusal in corpus.refused[:REFUSALS_TOLD]:
            click.echo(f"heuristan: {refusal.message}", err=True)
        if corpus.refused:
            click.echo(f"heuristan: {_counted(len(corpus.refused), 'outline')} refused", err=True)
        if not corpus.taken:
            fail(f"none of the {_counted(corpus.read, 'outline')} read meets what was asked for; ask for less")
        told = [f"{_counted(corpus.taken, 'outline')}, {_counted(tally.all.total(), 'run')}"]
        told += [f"{tally.there:,} of them in the file already"] if tally.there else []
        told += [f"{_counted(corpus.twice, 'outline')} stood there twice"] if corpus.twice else []
        told += [f"{_counted(tally.failed, 'run')} failed by a fault of heuristan"] if tally.failed else []
        click.echo("; ".join(told))
        from heuristan.tangram.lab.rankings import WAYS

        for trial in self.plan.trials:
            key = trial.digest, trial.way
            share = tally.solved[key] / tally.all[key]
            words = f"{tally.solved[key]} of {tally.all[key]} solved ({share:.1%})"
            click.echo(f"{trial.ranking.name} ({WAYS[trial.way]}): {words}")
        click.echo(f"results in {self.results}; next: heuristan lab report {self.results}")


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)}"


def _team(dask: str | None, jobs: int) -> "Team":
    from heuristan.cli.tangram.compiling import make_search_ready
    from heuristan.tangram.lab.executors import Alone, Cluster, Processes

    if dask:
        return Cluster(dask, lambda words: click.echo(f"heuristan: {words}", err=True))
    make_search_ready()  # once, before processes would all do so
    return Processes(jobs) if jobs > 1 else Alone()
