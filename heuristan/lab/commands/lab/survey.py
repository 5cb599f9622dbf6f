"""``heuristan lab survey``."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo, say
from heuristan.cli.failing import INTERRUPTED, fail, note
from heuristan.cli.options import several
from heuristan.cli.progress import bar
from heuristan.lab.commands.lab.corpus_options import jobs_option, note_unnamed
from heuristan.tangram.commands.outline_options import RANKING

if TYPE_CHECKING:
    from heuristan.lab.census.census_runs import CensusRate, Survey, Surveys
    from heuristan.tangram.expert.ranking import Ranking


@command(ok="all shapes were tried")
@click.option(
    "--census", required=True, type=click.Path(path_type=Path, dir_okay=False), help="File of 'heuristan census'."
)
@several("--rankings", required=True, type=RANKING, metavar="NAME|FILE...", help="Rankings: names or files.")
@click.option(
    "-n",
    "--number",
    type=click.IntRange(min=1),
    help="Number of shapes of the census to try, a random sample; rounded up to blocks of 5,000.  [default: all]",
)
@jobs_option
@click.option(
    "--results",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("survey"),
    show_default=True,
    help="Folder of results, a Parquet file for each ranking. What it has is not computed again.",
)
def survey(census: Path, rankings: tuple[str, ...], number: int | None, jobs: int, results: Path) -> None:
    """Run rankings as published on every shape of a census, and say how much each solves.

    A survey has no sampling error: it is every snug tangram that exists. The same command resumes one that was
    interrupted or killed. With the extra 'fast' a ranking takes some two to five hours.

    \b
    heuristan census --output tangrams.parquet
    heuristan lab survey --census tangrams.parquet --rankings deutsch-hayes-1972 --number 20000
    heuristan lab survey --census tangrams.parquet --rankings deutsch-hayes-1972 heuristan --jobs 2
    """  # noqa: D301
    from heuristan.common.faults import require
    from heuristan.lab.census.census_runs import Survey, Surveys

    found = _read(rankings)
    require("duckdb", "DuckDB", "lab")  # fail now, not after hours
    try:
        surveys = [Survey(census, ranking, results, number) for ranking in found]
        for each in surveys:
            if not each.is_done:
                _run(each, jobs)
    except KeyboardInterrupt:
        note(f"interrupted; the same command goes on from what is in {results}")
        raise SystemExit(INTERRUPTED) from None
    except OSError as fault:
        fail(f"{fault.filename or results}: cannot be written ({fault.strerror or fault}); choose another place")
    answers = Surveys(census, {each.ranking.name: each.result for each in surveys})
    for line in _lines(answers):
        echo(line)
    say(f"results in {results}")


def _read(sources: Sequence[str]) -> "list[Ranking]":
    from heuristan.tangram.expert.ranking_file import read_ranking

    found = list(dict.fromkeys(map(read_ranking, sources)))
    names = [ranking.name for ranking in found]
    if twice := next((name for name in names if names.count(name) > 1), None):
        fail(f"two different rankings have the name '{twice}'; give one of them another 'name:'")
    note_unnamed(*sources)
    return found


def _run(survey: "Survey", jobs: int) -> None:
    from heuristan.tangram.commands.solve import make_search_ready

    make_search_ready()  # do it once, before every process would
    with bar("shape") as show:
        for done in survey.run(jobs):
            show(done, survey.total, survey.ranking.name)


def _lines(surveys: "Surveys") -> Iterator[str]:
    from heuristan.lab.census.census_runs import GROUPS

    for rate in surveys.rates():
        yield (
            f"{rate.ranking}: of {rate.shapes:,} shapes {_share(rate.at_once, rate)} in the first attempt, "
            f"{_share(rate.solved, rate)} in any"
        )
    for by in GROUPS:
        yield from _table(by, surveys.names, surveys.rates(by))
    only = surveys.only()
    yield f"Solved by every ranking: {only.pop('all'):,}; by none: {only.pop('none'):,}."
    if len(only) > 1:
        yield "Solved by one ranking alone: " + ", ".join(f"{name} {count:,}" for name, count in only.items()) + "."


def _table(by: str, names: Sequence[str], rates: "Sequence[CensusRate]") -> Iterator[str]:
    yield f"By {by}, in the first attempt and in any:"
    groups = dict.fromkeys(rate.group for rate in rates)
    for group in groups:
        found = {rate.ranking: rate for rate in rates if rate.group == group}
        shares = ", ".join(
            f"{_share(found[name].at_once, found[name])} {_share(found[name].solved, found[name])}" for name in names
        )
        yield f"  {group:>10}  {found[names[0]].shapes:>9,}  {shares}"


def _share(count: int, rate: "CensusRate") -> str:
    return f"{count / rate.shapes:.2%}"
