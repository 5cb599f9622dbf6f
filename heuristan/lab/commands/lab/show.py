"""``heuristan lab show``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo, say
from heuristan.cli.failing import note, refuse_overwriting, write
from heuristan.common.rooms import provided
from heuristan.lab.commands.lab import corpus_options
from heuristan.lab.commands.lab.printing import print_table, wrapped

if TYPE_CHECKING:
    from heuristan.lab.reporting import Finding
    from heuristan.lab.reporting.picking import RunOf, Stored
    from heuristan.tangram.expert.ways import Way

PAGE, TRACE = ".html", ".jsonl"


@command(ok="shown")
@corpus_options.results_argument
@click.argument("outline")
@corpus_options.rankings_option("Only these rankings; one, to see its run.")
@corpus_options.way_option
@corpus_options.output_option("File for a run that is made again: a page that plays it (.html), or its trace (.jsonl).")
def show(file: Path, outline: str, rankings: tuple[str, ...], way: "Way | None", output: Path | None) -> None:
    """Show what rankings did with one outline, and make a run again.

    FILE is what 'heuristan lab run' wrote; OUTLINE is a name in it, a digest or its beginning. The runs are listed,
    with the first match that was wrong. With --output a run is made again, which gives the same: of several the first
    that did not solve, else the one that undid most. Its page opens at the first wrong match; 'heuristan show' draws
    its trace in every format.

    \b
    heuristan lab show lab.duckdb cat
    heuristan lab show lab.duckdb cat --rankings mine --output cat.html
    heuristan lab show lab.duckdb swan --way published --output run.jsonl
    """  # noqa: D301
    refuse_overwriting(reads=(file, *rankings), writes=(output,))
    corpus_options.check_output(output, (PAGE, TRACE))
    from heuristan.lab.reporting import selected
    from heuristan.lab.reporting.picking import (
        again,
        cautions,
        most_telling,
        ranking_of,
        runs_on,
        stored_outline,
        wrong_match,
    )
    from heuristan.tangram.trace.lines import dumps

    with selected(file, rankings, way=way) as chosen:
        found = stored_outline(chosen, outline)
        runs = runs_on(chosen, found)
        run = most_telling(runs)
        if output is None:
            _list(found, runs, run, file)
            return
        result = again(chosen, found, run)
        if caution := cautions(run, result):
            note(caution)
        ranking = ranking_of(chosen, run.digest, run.ranking)
    if output.suffix.lower() == TRACE:
        write(output, dumps(result.trace))
    else:
        player_page = provided("player_page", "a page that plays a run")
        write(output, player_page(result.trace, ranking, opens_at=wrong_match(run, result)))
    say(f"written: {output}")


def _list(outline: "Stored", runs: "Finding[RunOf]", telling: "RunOf", file: Path) -> None:
    """Print the runs, the first wrong match of each, and how to see one."""
    echo(f"{outline.id} ({outline.digest})")
    print_table(*runs.cells)
    from heuristan.tangram.expert.ways import WAYS

    for run in runs:
        if run.wrong is not None:
            echo(wrapped(f"{run.ranking} ({WAYS[run.way]}): first wrong with {run.wrong.words}"))
    chosen = f"--rankings {telling.ranking} --way {telling.way}"
    say(f"\nTo see a run: heuristan lab show {file} {outline.digest} {chosen} --output run.html")
