"""``--figure``: one of the outlines of a file, by its number."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import click

from heuristan.cli.failing import fail
from heuristan.common.words import plural

if TYPE_CHECKING:
    from heuristan.tangram.puzzle.drawing import Refusal
    from heuristan.tangram.puzzle.puzzle import Puzzle

MOST_COUNTED = 1000
"""Maximum number of outlines that are read to say how many there are."""

figure_option = click.option(
    "--figure",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of the outline, if a file has several; the first is 1, as on the --sheet.",
)


def chosen(
    outlines: "Iterator[Puzzle | Refusal]", sources: Sequence[str], figure: int | None
) -> "Iterator[Puzzle | Refusal]":
    """Return the outline that ``--figure`` names, or all if it is not given; or fail with the number that there are."""
    if figure is None:
        return outlines
    if len(sources) > 1:
        fail("--figure is for one file with several outlines; give one file")
    passed = sum(1 for _ in islice(outlines, figure - 1))
    found = list(islice(outlines, 1))
    if not found:
        fail(f"{sources[0]}: there is no figure {figure}; there {are(passed)}, numbered from 1")
    return iter(found)


def the_one(outlines: "Iterator[Puzzle | Refusal]", source: str, figure: int | None, what: str) -> "Puzzle | Refusal":
    """Return the only outline, or the one that ``--figure`` names; or fail with the number that there are.

    Args:
        outlines: the outlines of a source.
        source: the source, for the message.
        figure: the number after ``--figure``, if it is given.
        what: what is of one outline, like "a hint is for".
    """
    found = list(islice(chosen(outlines, [source], figure), 2))
    if not found:
        fail(f"{source}: {what} one outline, and there is none")
    if len(found) > 1:
        number = len(found) + sum(1 for _ in islice(outlines, MOST_COUNTED - 1))
        there_are = f"more than {MOST_COUNTED:,}" if number > MOST_COUNTED else str(number)
        fail(f"{source}: {what} one outline, and there are {there_are}; choose one with --figure N")
    return found[0]


def are(number: int) -> str:
    """Return how many outlines there are, with the verb."""
    return f"{'is' if number == 1 else 'are'} {plural(number, 'outline')}"
