"""Options that several commands of the jigsaw system have."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import click

from heuristan.cli.progress import track

T = TypeVar("T")

SOLVERS = ("repair", "paper")
MEASURES = ("shape", "scc", "mgc", "filter", "term", "learned", "outlines")
COMPARED = ("paper/filter", "paper/term", "paper/learned", "repair/filter", "repair/term", "repair/learned")
"""Solvers with their measures, as `compare` names them."""


orientation_option = click.option(
    "--orientation",
    type=click.Choice(["known", "unknown"]),
    help="Orientation of the pieces in their pictures; known: all stand upright.  [default: as puzzle.json says, "
    "else unknown]",
)


def is_upright(orientation: str | None, stated: bool) -> bool:
    """Return whether pieces stand upright, by the option, or else by the puzzle."""
    return stated if orientation is None else orientation == "known"


def track_items(noun: str) -> Callable[[Sequence[T]], Iterable[T]]:
    """Return a function that iterates over items and shows the progress, if there are several.

    Args:
        noun: what they are, in the singular.
    """
    return lambda items: track(items, noun, len(items), shown=len(items) > 1)
