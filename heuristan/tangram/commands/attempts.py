"""``--attempt``: which attempt of a run as published words and pictures show."""

from typing import TYPE_CHECKING, Any, Literal

import click

from heuristan.cli.failing import fail
from heuristan.cli.outputs import Outputs

if TYPE_CHECKING:
    from heuristan.tangram.trace.attempts import AskedAttempt

    _ParamType = click.ParamType[int | Literal["all"]]
else:
    _ParamType = click.ParamType  # it has no type parameter before click 8.4


class AttemptNumber(_ParamType):
    """The number of an attempt, or all."""

    name = "attempt"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | Literal["all"]:
        text = str(value)
        if text == "all":
            return "all"
        if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) > 0):
            self.fail(f"{value!r} is not the number of an attempt; write a number from 1, or all", param, ctx)
        return int(text)


def check_attempt(attempt: "AskedAttempt", outputs: Outputs, *, many: bool) -> None:
    """Fail if an attempt is asked for where no words or pictures of a single run are written.

    Args:
        attempt: the value of ``--attempt``.
        outputs: what is written.
        many: whether there are several outlines.
    """
    if attempt is None:
        return
    if many:
        fail("--attempt is for one outline, and there are several; give one, or leave out --attempt")
    if not any(output.is_picture or output.form == "text" for output in outputs):
        fail("--attempt chooses what words and pictures show, and only JSON is written; leave it out")


attempt_option = click.option(
    "--attempt",
    type=AttemptNumber(),
    metavar="N|all",
    help="Attempt to show, of a run as published, or all.  [default: the one that solved it, else came furthest]",
)
