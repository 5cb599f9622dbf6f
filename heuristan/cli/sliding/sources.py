"""What the commands of sliding tiles have in common: sources, goals, formats."""

import math
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import click
from click.core import ParameterSource

from heuristan.cli.kit.failing import fail

if TYPE_CHECKING:
    from heuristan.sliding.files import Puzzle
    from heuristan.sliding.searching.search import Watch
    from heuristan.sliding.solving import Options

GOAL_HELP = "last (the blank in the last cell), first, or a board.  [default: what the file says, else last]"


_T = TypeVar("_T")


class Size(NamedTuple):
    rows: int
    columns: int


def size(_: click.Context, __: click.Parameter, text: str) -> Size:
    """3 for 3 x 3, 2x5 for two rows of five."""
    found = re.fullmatch(r"([0-9]{1,4})(?:x([0-9]{1,4}))?", text.strip(), re.ASCII)
    if found is None:
        raise click.BadParameter(f"{text!r} is no size; write 4 for 4 x 4, or 2x5 for two rows of five")
    return Size(int(found[1]), int(found[2] or found[1]))


def seconds(_: click.Context, __: click.Parameter, limit: float) -> float:
    """A limit of time; what is no number would end nothing."""
    if math.isnan(limit):
        raise click.BadParameter("nan is no number of seconds; write 60 for a minute")
    return limit


def is_given(option: str) -> bool:
    """Whether an option of the command that runs was given, and is not there by default."""
    return click.get_current_context().get_parameter_source(option) is not ParameterSource.DEFAULT


def puzzles_of(source: str, goal: str | None) -> "list[Puzzle]":
    """The boards of a source, or a message and the end."""
    from heuristan.sliding.files import BoardFileError, read_puzzles

    try:
        return read_puzzles(source, goal)
    except BoardFileError as fault:
        fail(str(fault))


def format_of(output: Path | None, form: str | None, known: tuple[str, ...]) -> str:
    """The format asked for, else the one that the output's ending stands for, else text."""
    if form is not None or output is None or str(output) == os.devnull:
        return form or "text"
    ending = output.suffix.lower().removeprefix(".")
    found = "text" if ending in ("", "txt") else ending
    if found not in known:
        fail(f"{output}: nothing is written as .{ending}; end the name in {', '.join(_endings(known))}")
    return found


def _endings(known: tuple[str, ...]) -> list[str]:
    return [f".{'txt' if form == 'text' else form}" for form in known]


def say_what_takes_time(puzzles: "Sequence[Puzzle]", method: str, options: "Options") -> None:
    """Say on standard error what takes long before anything is solved."""
    from heuristan.common.kernels import has_numba
    from heuristan.sliding.searching.patterns import kept_in
    from heuristan.sliding.searching.search import best_estimate, must_compile
    from heuristan.sliding.solving import is_searched

    first = next((puzzle for puzzle in puzzles if is_searched(puzzle.start, method, options)), None)
    if first is None:
        return
    rows, columns = first.start.rows, first.start.columns
    estimate = options.estimate or best_estimate(rows, columns)
    told = []
    if not has_numba():
        told.append(
            "numba is not installed, so the search is some hundred times slower; pip install 'heuristan[sliding]'"
        )
    elif must_compile(estimate):
        told.append("compiling the search, once; this takes some seconds")
    if estimate == "patterns" and not kept_in(rows, columns, first.goal.blank, options.cache).is_file():
        told.append("building a pattern database, once; this takes some ten seconds")
    for words in told:
        click.echo(f"heuristan: {words}", err=True)


def with_bar(items: Sequence[_T], words: str) -> Iterable[_T]:
    """The items, with a bar and the time left where standard error is a terminal."""
    if len(items) < 2 or not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, words, console=Console(stderr=True), transient=True)


@contextmanager
def watched(*, shown: bool) -> "Iterator[Watch | None]":
    """What a search may tell how far it is, which is shown while it runs where standard error is a terminal."""
    if not shown or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status("searching") as status:
        yield lambda nodes, bound: status.update(f"{nodes:,} states; every solution has {bound} moves or more")
