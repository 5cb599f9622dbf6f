"""What the commands have in common: reading puzzles, checking names of outputs, writing pictures and JSON."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from heuristan.cli.kit.failing import fail, write

if TYPE_CHECKING:
    from heuristan.edgematching.puzzle import Puzzle

_T = TypeVar("_T")

PICTURES = (".svg", ".png")
LINES = (".jsonl", ".ndjson")


def not_nan(_: click.Context, __: click.Parameter, seconds: float) -> float:
    """Refuse what is no number of seconds, though it passes every comparison."""
    if isnan(seconds):
        raise click.BadParameter("nan is no number of seconds")
    return seconds


@contextmanager
def plain_faults() -> Iterator[None]:
    """Turn the faults of files, and of what is not installed, into messages without a traceback."""
    from heuristan.common.faults import InputError
    from heuristan.edgematching.faults import MissingExtraError, PuzzleFileError
    from heuristan.edgematching.polygons.puzzle import PolygonPuzzleError
    from heuristan.edgematching.searching.cp_sat import WorkerError

    try:
        yield
    except (MissingExtraError, InputError, PolygonPuzzleError, PuzzleFileError, WorkerError) as fault:
        fail(str(fault))


def refuse_given(names: Sequence[str], reason: str) -> None:
    """End the program where one of the command's options, which would do nothing, is given."""
    context = click.get_current_context()
    for parameter in context.command.params:
        given = context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
        if parameter.name in names and given:
            fail(f"{parameter.opts[-1]} {reason}; leave it out")


def printable(name: str) -> str:
    """A stranger's id as it may be printed."""
    from heuristan.common.plain_yaml import shown

    return name if name.isprintable() else shown(name)


def puzzles_in(sources: Sequence[str]) -> "list[Puzzle]":
    """The puzzles of all files; ends the program where one cannot be read, or an id stands twice."""
    from heuristan.edgematching.files import read_puzzles

    found: dict[str, Puzzle] = {}
    with plain_faults():
        for source in sources:
            for puzzle in read_puzzles(Path(source)):
                if puzzle.id in found:
                    fail(f"{source}: the id '{puzzle.id}' stands twice; results could not be told apart")
                found[puzzle.id] = puzzle
    return list(found.values())


def check_suffix(output: Path | None, known: Sequence[str]) -> str:
    """The suffix of an output in lower case, or empty without one; ends the program where it stands for nothing."""
    if output is None:
        return ""
    suffix = output.suffix.lower()
    if suffix not in known:
        fail(f"{output}: no format ends in {suffix or 'nothing'}; use {', '.join(known)}")
    if not output.parent.is_dir():
        fail(f"{output}: cannot be written (there is no such folder); choose another place")
    return suffix


def draw(output: Path, drawn: str) -> None:
    """Write a picture, as SVG or PNG."""
    if output.suffix.lower() != ".png":
        write(output, drawn)
        return
    from heuristan.common.svg.png import to_png

    write(output, to_png(drawn))


def as_text(values: Sequence[dict[str, Any]]) -> str:
    """Values as a JSON list, one on a line, or as the one object that there is."""
    lines = [json.dumps(value) for value in values]
    return f"{lines[0]}\n" if len(lines) == 1 else "[\n" + ",\n".join(lines) + "\n]\n"


def shown(items: Iterable[_T], total: int, words: str) -> Iterable[_T]:
    """The items, with a bar and the time left where standard error is a terminal."""
    if not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, words, total=total, console=Console(stderr=True), transient=True)
