"""Runs of sliding tiles, edge-matching and jigsaws told (``--explain``), and their advice."""

import json

import click

from heuristan.cli.failing import NOT_ALL, fail
from heuristan.cli.outputs import Output, Outputs
from heuristan.common.results import Advice
from heuristan.common.words import INDENT, paragraph

explain_option = click.option(
    "--explain", is_flag=True, help="Explain the whole run: every step and why it was taken, in words."
)


def check_explain(outputs: Outputs, noun: str, *, explain: bool, many: bool) -> None:
    """Fail if a run cannot be explained as asked for, before anything is solved."""
    if explain and many:
        fail(f"--explain is for one {noun}, and there are several; give one, or leave out --explain")
    if explain and not any(output.form == "text" or output.is_picture for output in outputs):
        fail("--explain writes words, and no output takes them; leave out --format, or --explain")


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
