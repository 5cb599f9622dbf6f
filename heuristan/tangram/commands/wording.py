"""``--explain`` and ``--brief``: how many words the result of one outline has."""

import sys
from typing import TYPE_CHECKING, Literal, TypeAlias

import click

from heuristan.cli.failing import fail
from heuristan.cli.outputs import Outputs
from heuristan.cli.quiet import remark

if TYPE_CHECKING:
    from heuristan.tangram.trace.attempts import AskedAttempt
    from heuristan.tangram.trace.events import Trace

Wording: TypeAlias = Literal["line", "screen", "whole"]
"""A line for the result; a line for each step, on one screen; or everything, with the words that it uses explained."""

explain_option = click.option(
    "--explain",
    is_flag=True,
    help="Explain the whole run: the rules, the meaning of the words, every step and its reason.",
)


def check_wording(outputs: Outputs, *, explain: bool, brief: bool, many: bool) -> Wording:
    """Return the wording asked for; fail if that cannot be had."""
    option = "--explain" if explain else "--brief"
    if (explain or brief) and not any(output.form == "text" or output.is_picture for output in outputs):
        fail(f"{option} is for words, and no output takes them; leave out --format, or {option}")
    if explain and brief:
        fail("--explain writes everything and --brief a line; give one of them")
    if explain and many:
        fail("--explain is for one outline, and there are several; give one, or leave out --explain")
    return "whole" if explain else "line" if brief else "screen"


def advise(status: str, wording: Wording) -> None:
    """Say on a terminal what a person may want next, after the result of one outline."""
    if status == "limit":
        remark("\nThe time limit was reached: --limit none lifts it, --limit SECONDS sets another.")
    elif wording == "screen" and status != "refused" and sys.stdout.isatty():
        remark("\n--explain says why each step was taken; --output FILE.png draws it.")


def described(trace: "Trace", attempt: "AskedAttempt", wording: Wording) -> str:
    """Return a run in words.

    Args:
        trace: the events of the run.
        attempt: the attempt to describe.
        wording: how many words.

    Raises:
        AttemptError: if the run does not have the attempt.
    """
    from heuristan.tangram.explain import explain, in_brief

    return (explain if wording == "whole" else in_brief)(trace, attempt)
