"""``heuristan lab show``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo, say
from heuristan.cli.failing import note, refuse_overwriting
from heuristan.cli.options import several
from heuristan.cli.outputs import PICTURES, PLAYER, Output, Outputs, output_options, paths_of
from heuristan.common.rooms import provided
from heuristan.lab.commands.lab.corpus_options import results_argument, way_option
from heuristan.lab.commands.lab.printing import print_table, wrapped
from heuristan.tangram.commands.outline_options import RANKING, attempt_option

if TYPE_CHECKING:
    from heuristan.lab.reporting import Finding
    from heuristan.lab.reporting.picking import RunOf, Stored
    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.expert.ways import Way
    from heuristan.tangram.trace.attempts import AskedAttempt
    from heuristan.tangram.trace.events import Trace

FORMS = ("text", *PICTURES, PLAYER, "jsonl")
"""'jsonl' is the trace."""


@command(ok="shown")
@results_argument
@click.argument("outline")
@several(
    "--rankings", greedy=True, type=RANKING, metavar="NAME|FILE...", help="Only these rankings; one, to draw its run."
)
@way_option
@attempt_option
@output_options(FORMS, "run: a picture, the page that plays it, its steps in words, or its trace (.jsonl)")
def show(
    file: Path,
    outline: str,
    rankings: tuple[str, ...],
    way: "Way | None",
    attempt: "AskedAttempt",
    outputs: Outputs,
) -> None:
    """Show what rankings did with one outline, and draw a run.

    FILE is what 'heuristan lab run' wrote; OUTLINE is a name in it, a digest or its beginning. The runs are listed,
    with the first match that was wrong. With --output a run is made again, which gives the same: of several the first
    that did not solve, else the one that undid most. Its page (.html) opens at the first wrong match.

    \b
    heuristan lab show lab.duckdb cat
    heuristan lab show lab.duckdb cat --rankings mine --output cat.html
    heuristan lab show lab.duckdb swan --way published --output stuck.svg --output run.jsonl
    """  # noqa: D301
    refuse_overwriting(reads=(file, *rankings), writes=paths_of(outputs))
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
    from heuristan.tangram.trace.attempts import AttemptError

    with selected(file, rankings, way=way) as chosen:
        found = stored_outline(chosen, outline)
        runs = runs_on(chosen, found)
        run = most_telling(runs)
        if outputs == (Output(None, "text"),):
            _list(found, runs, run, file)
            return
        result = again(chosen, found, run)
        if caution := cautions(run, result):
            note(caution)
        ranking = ranking_of(chosen, run.digest, run.ranking)
    try:
        for each in outputs:
            if each.form == PLAYER:
                _write_page(each, result.trace, ranking, wrong_match(run, result))
            else:
                _write(each, result.trace, attempt)
    except AttemptError as fault:
        note(str(fault))
        raise SystemExit(2) from None


def _list(outline: "Stored", runs: "Finding[RunOf]", telling: "RunOf", file: Path) -> None:
    """Print the runs, the first wrong match of each, and how to see one."""
    echo(f"{outline.id} ({outline.digest})")
    print_table(*runs.cells, leading=runs.leading)
    from heuristan.tangram.expert.ways import WAYS

    for run in runs:
        if run.wrong is not None:
            echo(wrapped(f"{run.ranking} ({WAYS[run.way]}): first wrong with {run.wrong.words}"))
    chosen = f"--rankings {telling.ranking} --way {telling.way}"
    say(f"\nTo see a run: heuristan lab show {file} {outline.digest} {chosen} --output run.html")


def _write_page(output: Output, events: "Trace", ranking: "Ranking", opens_at: int | None) -> None:
    player_page = provided("player_page", "a page that plays a run")
    output.write(player_page(events, ranking, opens_at=opens_at), f"written to {output.path}")


def _write(output: Output, events: "Trace", attempt: "AskedAttempt") -> None:
    from heuristan.tangram.commands.outline_options import described
    from heuristan.tangram.commands.outputs import picture

    if output.form == "jsonl":
        from heuristan.tangram.trace.lines import dumps

        made: str | bytes = dumps(events)
    elif output.is_picture:
        made = picture(events, output.form, attempt)
    else:
        made = described(events, attempt, "screen") + "\n"
    output.write(made, f"written to {output.path}")
