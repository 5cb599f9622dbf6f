"""``heuristan lab power``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo
from heuristan.cli.failing import fail
from heuristan.common.words import plural
from heuristan.lab.commands.lab import corpus_options

if TYPE_CHECKING:
    from heuristan.tangram.expert.ways import Way


@command(ok="the numbers are said")
@corpus_options.results_argument
@corpus_options.rankings_option("The first is compared with the others.")
@click.option(
    "--difference",
    type=click.FloatRange(0.1, 100),
    default=5.0,
    show_default=True,
    metavar="POINTS",
    help="The difference that is to be found.",
)
@click.option(
    "--chance",
    type=click.FloatRange(50, 99.9),
    default=80.0,
    show_default=True,
    metavar="PERCENT",
    help="The chance to find it, at p below 5 %.",
)
@corpus_options.split_option
@corpus_options.where_option(greedy=True)
@corpus_options.way_option
def power(
    file: Path,
    rankings: tuple[str, ...],
    difference: float,
    chance: float,
    split: str,
    where: tuple[str, ...],
    way: "Way | None",
) -> None:
    """Say how many outlines a difference of two rankings needs.

    FILE is a results file of 'heuristan lab run', and comes before the options. The more often two rankings disagree in
    it, the more outlines are needed to show a difference of --difference percentage points.

    \b
    heuristan lab power lab.duckdb --difference 2
    heuristan lab power lab.duckdb --rankings mine heuristan --chance 90
    """  # noqa: D301
    from heuristan.lab.reporting import comparisons
    from heuristan.lab.statistics import outlines_needed

    if len(rankings) == 1:
        fail(f"--rankings names {rankings[0]} alone; name two that are to be compared")
    found = comparisons(file, rankings=rankings, split=split, where=where, way=way)  # type: ignore[arg-type]
    if not found.rows:
        fail(f"{file}: {found.nothing}")
    for pair in found:
        assert pair.net is not None
        count = outlines_needed(pair.net, pair.runs, difference / 100, chance / 100)
        disagree = (pair.only_first + pair.only_second) / pair.runs
        echo(
            f"{pair.first} and {pair.second}, {pair.measure}: {plural(count, 'outline')} for {difference:g} points "
            f"with a chance of {chance:g} % (they disagree in {disagree:.1%} of {plural(pair.runs, 'run')})"
        )
