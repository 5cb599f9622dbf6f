"""``heuristan show``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import fail, refuse_overwriting
from heuristan.cli.outputs import IN_CHARACTERS, PICTURES, PLAYER, Output, Outputs, output_options, paths_of
from heuristan.tangram.commands.outline_options import (
    Wording,
    attempt_option,
    check_wording,
    described,
    explain_option,
    figure_option,
)
from heuristan.tangram.commands.outputs import run_of

if TYPE_CHECKING:
    from heuristan.tangram.trace.events import Trace
    from heuristan.tangram.trace.kept_path import AskedAttempt

LONGEST = 32 * 1024 * 1024
"""Maximum size of a trace, in bytes; an outline has thirty thousand."""

FORMS = ("text", *PICTURES, *IN_CHARACTERS, PLAYER)


@command(ok="shown")
@click.argument("trace", type=click.Path(path_type=Path))
@figure_option
@attempt_option
@explain_option
@output_options(FORMS, "picture or the words")
def show(trace: Path, figure: int | None, attempt: "AskedAttempt", explain: bool, outputs: Outputs) -> None:
    """Draw and explain a recorded trace, without solving again.

    TRACE is a file that 'heuristan solve OUTLINE --trace FILE' wrote; of several outlines choose one with --figure.

    \b
    heuristan show run.jsonl                       # every step in a line
    heuristan show run.jsonl --explain             # ... and why it was taken
    heuristan show run.jsonl --output run.svg      # the solution
    heuristan show run.jsonl --output run.filmstrip.png
    heuristan show run.jsonl --output run.html     # a page that plays it step by step
    heuristan show run.jsonl --attempt 3           # an attempt that stuck, in words
    heuristan show run.jsonl --attempt all --output run.svg
    heuristan show pages.jsonl --figure 3          # the third of several outlines
    """  # noqa: D301
    in_words = tuple(output for output in outputs if not output.is_picture)
    wording = check_wording(in_words, explain=explain, brief=False, many=False)
    refuse_overwriting(reads=(trace,), writes=paths_of(outputs))
    from heuristan.common.files import read_any_text
    from heuristan.tangram.render.story import DrawingError
    from heuristan.tangram.trace.kept_path import AttemptError
    from heuristan.tangram.trace.lines import TraceError, runs_in

    text = read_any_text(trace, LONGEST, "record fewer outlines in one file")
    try:
        run = run_of([*runs_in(text)], trace, figure)
        for each in outputs:
            _write(each, run, attempt, wording)
    except (AttemptError, DrawingError, TraceError) as fault:
        fail(f"{trace}: {fault}")


def _write(output: Output, events: "Trace", attempt: "AskedAttempt", wording: Wording) -> None:
    if output.is_picture:
        from heuristan.tangram.commands.outputs import picture

        made = picture(events, output.form, attempt)
    else:
        made = described(events, attempt, wording) + "\n"
    output.write(made, f"written to {output.path}")
