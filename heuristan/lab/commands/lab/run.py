"""``heuristan lab run``."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo, say
from heuristan.cli.failing import INTERRUPTED, NOT_ALL, fail, note, refuse_overwriting
from heuristan.cli.options import limit_option, several
from heuristan.cli.progress import bar, track
from heuristan.common.words import listed, plural
from heuristan.lab.commands.lab.corpus_options import (
    corpus_of,
    corpus_option,
    jobs_option,
    note_unnamed,
    outline_options,
)
from heuristan.tangram.commands.outline_options import RANKING, functions_option

if TYPE_CHECKING:
    from heuristan.lab.corpora import Corpus
    from heuristan.lab.dispatch import Tally
    from heuristan.lab.tasks import Plan
    from heuristan.tangram.expert.ways import Way


POSITIONS = ("1", "2", "4", "8")
"""The numbers of positions that are groups of motions (`heuristan.lab.columns`)."""

REFUSALS_SHOWN = 3
"""Maximum number of refused outlines whose messages are shown."""


results_option = click.option(
    "--results",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("lab.duckdb"),
    show_default=True,
    help="The DuckDB file. Runs that it has are not computed again.",
)


def _checked(_context: click.Context, _option: click.Parameter, positions: str) -> int:
    if positions not in POSITIONS:
        fail(f"no {positions} positions make a group; write --positions {listed(POSITIONS, 'or')}")
    return int(positions)


positions_option = click.option(
    "--positions",
    default="1",
    callback=_checked,
    metavar="[1|2|4|8]",
    show_default=True,
    help="Run each outline in that many positions: as it lies, mirrored, turned by half a turn, by quarter turns.",
)


@command(ok="all runs are in the file", otherwise="an outline was refused or a run failed")
@several("--rankings", required=True, type=RANKING, metavar="NAME|FILE...", help="Rankings: names or files.")
@corpus_option
@click.option("--no-backtracking", is_flag=True, help="Run as published: nothing is undone.  [default]")
@click.option("--backtracking", is_flag=True, help="Run with undoing; with --no-backtracking as well, run both ways.")
@click.option("--retry", is_flag=True, help="Run with retry; with the other ways as well, run each.")
@functions_option
@outline_options()
@limit_option("run")
@positions_option
@click.option(
    "--seeds",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    help="Run rankings that 'prefer: random' with that many seeds.",
)
@jobs_option
@results_option
def run(
    rankings: tuple[str, ...],
    corpus: tuple[str, ...],
    no_backtracking: bool,
    backtracking: bool,
    retry: bool,
    limit: float | None,
    positions: int,
    seeds: int,
    jobs: int,
    results: Path,
    **choice: Any,
) -> None:
    """Run rankings on outlines, and store the results.

    Results are written to one DuckDB file as they come. The same command resumes a run that was interrupted or killed;
    rankings and outlines can be added at any time, and stored runs are not computed again unless heuristan's rules have
    changed. Each extraction is judged against all solutions of the exact solver.

    \b
    heuristan lab run --rankings deutsch-hayes-1972 pieces-first --corpus shapes
    heuristan lab run --rankings mine.yaml --corpus many.geojsonl --jobs 2 --split training
    heuristan lab run --rankings mine.yaml --corpus many.geojsonl --where made=human "vertices > 12"
    heuristan lab run --rankings mine.yaml --corpus folder --backtracking --limit 10
    heuristan lab run --rankings mine.yaml --corpus many.geojsonl --positions 8 --seeds 5
    """  # noqa: D301
    refuse_overwriting(reads=(*rankings, *corpus), writes=(results,))
    asked: dict[Way, bool] = {"published": no_backtracking, "retry": retry, "backtracking": backtracking}
    ways: list[Way] = [way for way, is_asked in asked.items() if is_asked] or ["published"]
    plan, texts = plan_of(rankings, ways, limit, positions, seeds)
    note_unnamed(*rankings)
    raise SystemExit(run_all(plan, texts, corpus_of(corpus, **choice), results, jobs))


def plan_of(
    sources: Sequence[str], ways: "Sequence[Way]", limit: float | None, positions: int = 1, seeds: int = 1
) -> "tuple[Plan, list[Any]]":
    """Return the plan, and the rows of the rankings."""
    from heuristan.lab.identity import ranking_row, trials_of
    from heuristan.lab.tasks import Plan
    from heuristan.tangram.expert.ranking_file import read_ranking

    found = [read_ranking(source) for source in sources]
    trials = trials_of(found, ways, seeds)
    if len({trial.digest for trial in trials}) < len(found):
        note("some rankings have other names but do the same; each is run once")
    if seeds > 1 and (steady := [ranking.name for ranking in found if not ranking.is_random]):
        note(f"{listed(steady)}: run with one seed, since no rule has 'prefer: random'")
    return Plan(trials, limit or 0.0, positions), [ranking_row(source) for source in sources]


def run_all(plan: "Plan", texts: list[Any], corpus: "Corpus", results: Path, jobs: int) -> int:
    """Have workers do all runs, say what was done and what to do next, and return the exit status."""
    from heuristan.lab.corpora import read_first
    from heuristan.lab.dispatch import LabRun, LostError, Tally
    from heuristan.lab.identity import session_row
    from heuristan.lab.store import Store
    from heuristan.tangram.commands.solve import make_search_ready

    store, tally = Store.open(results), Tally()

    def kept() -> str:
        return f"{plural(tally.all.total(), 'run')} kept in {results}; the same command goes on from there"

    try:
        store.add({"rankings": texts})
        make_search_ready()  # do it once, before every process would
        with read_first(track(corpus, "outline"), results.parent) as outlines:
            _check(corpus)
            expected = corpus.taken * len(plan.trials) * plan.positions
            on = corpus.digest, corpus.chosen_digest, corpus.taken
            plan = replace(plan, session=store.begin(partial(session_row, jobs, plan.time_limit, on)))
            with bar("run") as show:
                for _ in LabRun(store, plan, outlines, jobs, tally):
                    done = tally.all.total()
                    show(done, expected, f"{tally.solved.total() / max(1, done):.1%} solved")
    except KeyboardInterrupt:
        note(f"interrupted; {kept()}")
        return INTERRUPTED
    except LostError as fault:
        fail(f"{fault}; {kept()}" if tally.all else str(fault))
    finally:
        store.close()
    return _report(plan, corpus, tally, results)


def _check(corpus: "Corpus") -> None:
    """Tell which outlines were refused, and fail if none is left."""
    for refusal in corpus.refused[:REFUSALS_SHOWN]:
        note(refusal.message)
    if corpus.refused:
        note(f"{plural(len(corpus.refused), 'outline')} refused")
    if not corpus.taken:
        fail(f"none of the {plural(corpus.read, 'outline')} read meets the conditions; ask for less")


def _report(plan: "Plan", corpus: "Corpus", tally: "Tally", results: Path) -> int:
    from heuristan.tangram.expert.ways import WAYS

    parts = [corpus.in_words, plural(tally.all.total(), "run")]
    parts += [f"{tally.there:,} of them in the file already"] if tally.there else []
    parts += [f"{plural(corpus.twice, 'outline')} found twice"] if corpus.twice else []
    parts += [f"{plural(tally.failed, 'run')} failed because of an error in heuristan"] if tally.failed else []
    say("; ".join(parts))
    for digest, way in dict.fromkeys((trial.digest, trial.way) for trial in plan.trials):
        name = next(trial.ranking.name for trial in plan.trials if trial.digest == digest)
        solved, of = tally.solved[digest, way], tally.all[digest, way]
        runs = " runs" if of > corpus.taken else ""
        echo(f"{name} ({WAYS[way]}): {solved} of {of}{runs} solved ({solved / of:.1%})")
    say(f"results in {results}; next: heuristan lab report {results}")
    return NOT_ALL if corpus.refused or tally.failed else 0
