"""``heuristan lab select``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import remark
from heuristan.cli.failing import NOT_ALL, STANDARD_OUTPUT, check_place, refuse_overwriting, write
from heuristan.common.words import plural
from heuristan.lab.commands.lab import corpus_options

if TYPE_CHECKING:
    from heuristan.tangram.expert.ways import Way


@command(ok="outlines are written", otherwise="none is like that")
@corpus_options.results_argument
@corpus_options.rankings_option("Outlines that all these rankings solved.", "--solved-by")
@corpus_options.rankings_option("Outlines that none of these rankings solved.", "--lost-by")
@corpus_options.split_option
@corpus_options.where_option(greedy=True)
@corpus_options.way_option
@click.option(
    "--output", type=click.Path(path_type=Path), default=STANDARD_OUTPUT, metavar="FILE", help="File of GeoJSON lines."
)
def select(
    file: Path,
    solved_by: tuple[str, ...],
    lost_by: tuple[str, ...],
    split: str,
    where: tuple[str, ...],
    way: "Way | None",
    output: Path,
) -> None:
    """Write the outlines behind a number, as a corpus.

    FILE is what 'heuristan lab run' wrote, and comes before the options. The outlines that meet all conditions are
    written as GeoJSON lines, which all commands read. A ranking that was run in several ways is asked about the one
    that undoes least, unless --way says otherwise.

    \b
    heuristan lab select lab.duckdb --lost-by mine --solved-by heuristan --output lost.geojsonl
    heuristan lab select lab.duckdb --solved-by heuristan --way published --where "vertices > 12"
    heuristan lab run --rankings mine.yaml --corpus lost.geojsonl
    """  # noqa: D301
    refuse_overwriting(reads=(file, *solved_by, *lost_by), writes=(output,))
    check_place(output)
    from heuristan.lab.reporting import selected
    from heuristan.lab.reporting.picking import picked

    places = range(1, 1 + len(solved_by) + len(lost_by))
    with selected(file, (*solved_by, *lost_by), way=way, split=split, where=where) as chosen:  # type: ignore[arg-type]
        lines = [each.feature for each in picked(chosen, places[: len(solved_by)], places[len(solved_by) :])]
    if not lines:
        remark("no outline is like that; ask for less")
        raise SystemExit(NOT_ALL)
    write(output, "".join(f"{line}\n" for line in lines))
    remark(plural(len(lines), "outline") + (f" in {output}" if output != STANDARD_OUTPUT else ""))
