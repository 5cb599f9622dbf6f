"""Runs of sliding tiles, edge-matching and jigsaws told and recorded (``--explain``, ``--trace``), and their advice."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from heuristan.cli.failing import NOT_ALL, check_place, fail, write
from heuristan.cli.outputs import PLAYER, Output, Outputs
from heuristan.common.results import Advice
from heuristan.common.words import INDENT, paragraph

if TYPE_CHECKING:
    from heuristan.common.web.film import Film

F = TypeVar("F", bound=Callable[..., Any])
Filmed = Callable[[Any], "Film | None"]
"""Makes the film of a result; None if it is refused."""


def telling_options(function: F) -> F:
    """Add ``--explain`` and ``--trace``."""
    explain = click.option(
        "--explain", is_flag=True, help="Explain the whole run: every step and why it was taken, in words."
    )
    trace = click.option(
        "--trace",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="File for the run; 'heuristan show' tells and plays it, without solving again.",
    )
    return explain(trace(function))


def check_telling(outputs: Outputs, trace: Path | None, *, explain: bool, many: bool, noun: str) -> None:
    """Fail if a run cannot be explained or recorded as asked for, before anything is solved."""
    if explain and many:
        fail(f"--explain is for one {noun}, and there are several; give one, or leave out --explain")
    if explain and not any(output.form == "text" or output.is_picture for output in outputs):
        fail("--explain writes words, and no output takes them; leave out --format, or --explain")
    if trace is not None:
        if many:
            fail(f"--trace is for one {noun}, and there are several; give one, or leave out --trace")
        check_place(trace)


def explained(film: "Film") -> str:
    """Tell a run with its reasons."""
    from heuristan.common.web.film_trace import film_in_words

    return film_in_words(film, whole=True)


def record(trace: Path | None, film_of: Filmed) -> Sequence[Callable[[Any], None]]:
    """Return what writes the trace of a result, for `write_results`; nothing without ``--trace``."""
    if trace is None:
        return ()

    def keep(result: Any) -> None:
        from heuristan.common.web.film_trace import trace_of

        film = film_of(result)
        if film is not None:
            write(trace, trace_of(film))

    return (keep,)


def show_film(trace: Path, text: str, outputs: Outputs, *, explain: bool) -> None:
    """Tell or play a trace."""
    from heuristan.common.web.film import player_page
    from heuristan.common.web.film_trace import FilmError, film_in_words, film_of_trace

    wrong = next((output for output in outputs if output.form not in ("text", PLAYER)), None)
    if wrong is not None:
        advice = "end the name in .html, or take --output of solve"
        fail(f"{wrong.path or wrong.form}: only traces of tangrams are drawn so; {advice}")
    try:
        film = film_of_trace(text)
    except FilmError as fault:
        fail(f"{trace}: {fault}")
    for output in outputs:
        made = player_page(film) if output.form == PLAYER else film_in_words(film, whole=explain) + "\n"
        output.write(made, f"written to {output.path}")


FORMS = ("text", "json")


def write_advice(advice: Advice, outputs: Outputs) -> int:
    """Write advice to every output, and return the exit status."""
    for output in outputs:
        output.write(_made(advice, output), f"written to {output.path}")
    return 0 if advice.is_good else NOT_ALL


def _made(advice: Advice, output: Output) -> str:
    if output.form == "json":
        return json.dumps(advice.as_json(), ensure_ascii=False, indent=2) + "\n"
    # a piece at its place stays on one line, so that it can be given to --placed
    placed = f"{INDENT}{advice.placed}"
    lines = [paragraph(f"{advice.id}: {advice.head}"), placed, paragraph(advice.more, INDENT)]
    return "\n".join(filter(str.strip, lines)) + "\n"
