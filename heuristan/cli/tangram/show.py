"""``heuristan show``."""

from pathlib import Path

import click

from heuristan.cli.kit.failing import fail, refuse_overwriting, write
from heuristan.cli.kit.outputs import PICTURES, form_of


@click.command()
@click.argument("trace", type=click.Path(path_type=Path))
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="File for the picture or the words.")
@click.option("--format", "form", type=click.Choice(("text", *PICTURES)), help="What to make of the trace.")
def show(trace: Path, output: Path | None, form: str | None) -> None:
    """Draw and explain a recorded trace, without solving again.

    TRACE is a file that 'heuristan solve OUTLINE --trace FILE' wrote.

    \b
    heuristan show run.jsonl                       every step in words
    heuristan show run.jsonl --output run.svg      the solution
    heuristan show run.jsonl --format filmstrip-png --output run.png
    """  # noqa: D301
    form = form or (form_of(output, ("text", *PICTURES)) if output else "text")
    refuse_overwriting(reads=(trace,), writes=(output,))
    from heuristan.tangram.explain import explain
    from heuristan.tangram.render.story import DrawingError
    from heuristan.tangram.trace.events import is_one_run
    from heuristan.tangram.trace.lines import TraceError, loads

    try:
        text = trace.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        fail(f"{trace}: cannot be read ({getattr(fault, 'strerror', None) or 'it is not UTF-8 text'})")
    try:
        events = loads(text)
        if not events:
            fail(f"{trace}: the trace is empty; record one with: heuristan solve OUTLINE --trace {trace}")
        if not is_one_run(events):
            fail(f"{trace}: these are not the events of one run, in order; record one with --trace")
        if form in PICTURES:
            from heuristan.cli.tangram.writers import picture

            made = picture(events, form)
        else:
            made = explain(events) + "\n"
    except (DrawingError, TraceError) as fault:
        fail(f"{trace}: {fault}")
    if output is not None:
        write(output, made)
        click.echo(f"written to {output}")
    elif isinstance(made, str):
        click.echo(made, nl=False)
    else:
        fail("a PNG picture needs a file; add --output FILE.png")
