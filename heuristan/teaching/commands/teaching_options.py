"""What several commands for teaching have: one outline, a language, and a page for a museum."""

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.failing import fail
from heuristan.cli.options import SECONDS, Choice
from heuristan.tangram.commands.outline_options import chosen, outlines_of
from heuristan.teaching.texts.translating import LANGUAGES

if TYPE_CHECKING:
    from heuristan.tangram.puzzle.puzzle import Puzzle

MOST_COUNTED = 1000
"""Maximum number of outlines that are read to say how many there are."""


def the_one(source: str, pieces: str | None, figure: int | None, what: str) -> "Puzzle":
    """Return the only outline of a source, or the one that ``--figure`` names; or fail with the reason.

    Args:
        source: the source.
        pieces: name or file of the set of pieces, if not the outline's own.
        figure: the number after ``--figure``, if it is given.
        what: what is of one outline, like "a hint is for".
    """
    from heuristan.tangram.puzzle.drawing import Refusal

    outlines = chosen(outlines_of([source], pieces), [source], figure)
    found = list(islice(outlines, 2))
    if not found:
        fail(f"{source}: {what} one outline, and there is none")
    if len(found) > 1:
        number = len(found) + sum(1 for _ in islice(outlines, MOST_COUNTED - 1))
        there_are = f"more than {MOST_COUNTED:,}" if number > MOST_COUNTED else str(number)
        fail(f"{source}: {what} one outline, and there are {there_are}; choose one with --figure N")
    if isinstance(found[0], Refusal):
        fail(found[0].message)
    return found[0]


language_option = click.option(
    "--language",
    type=Choice(tuple(LANGUAGES)),
    default="en",
    help="Language of the words: English, German, French, Spanish or Chinese.",
)
"""The language of what is written for people at a table or on paper."""
IDLE = 120
"""Seconds without a touch after which a visitor has gone, if none are given."""


def kiosk_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options to a command."""
    idle = click.option(
        "--idle",
        type=SECONDS,
        metavar="SECONDS",
        help=f"Seconds without a touch after which a page for a museum begins anew.  [default: {IDLE}]",
    )
    kiosk = click.option("--kiosk", is_flag=True, help="Make the page one for a museum: play alone, and no way out.")
    return kiosk(idle(function))


def seconds_of(kiosk: bool, idle: float | None) -> float | None:
    """Return after how many seconds a page for a museum begins anew; None for another page."""
    if idle is not None and not kiosk:
        fail("--idle is for a page for a museum; add --kiosk, or leave it out")
    return idle or IDLE if kiosk else None


def in_address(kiosk: bool, idle: float | None) -> str:
    """Return what the address of a page for a museum ends in; nothing for another page."""
    seconds = seconds_of(kiosk, idle)
    return "" if seconds is None else f"?kiosk={seconds:g}"
