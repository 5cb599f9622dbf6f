"""Options that several commands for teaching have: a language, and a page for a museum."""

from collections.abc import Callable
from typing import Any

import click

from heuristan.cli.failing import fail
from heuristan.cli.options import SECONDS, Choice
from heuristan.teaching.texts.translating import LANGUAGES

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
