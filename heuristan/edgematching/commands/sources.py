"""The puzzles that commands read, and how they are read."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click

from heuristan.cli.failing import fail
from heuristan.cli.sources import files_of_folder, or_standard_input, peek, read_all
from heuristan.common.faults import InputError
from heuristan.common.quoting import shown
from heuristan.common.results import Refused
from heuristan.edgematching.files import is_puzzle_file, read_puzzles
from heuristan.edgematching.loose import order_in
from heuristan.edgematching.puzzle import Puzzle


def puzzles_of(
    sources: Sequence[str],
    refuse: Callable[[Puzzle], str | None] | None = None,
    stated: Mapping[str, Any] = MappingProxyType({}),
) -> tuple[Iterator[Puzzle | Refused], bool]:
    """Return the puzzles of all sources, read while they are asked for, and whether there are several.

    Puzzles that cannot be used among several, and those with the id of an earlier one, are refused.

    Args:
        sources: files, folders, quoted patterns, or - for standard input.
        refuse: returns why a puzzle cannot be used by the command, None if it can.
        stated: what `reading_options` say of all puzzles.

    Raises:
        InputError: if the only puzzle cannot be used.
    """
    read = read_all(sources, or_standard_input(lambda source: read_puzzles(Path(source), stated)), Refused, _files_in)
    found, many = peek(_usable(read, refuse))
    if not many:
        only = next(found, None)
        if isinstance(only, Refused):
            raise InputError(only.message)
        found = iter(() if only is None else (only,))
    return found, many


def reading_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say how puzzles are read; the command gets the parameter `stated`."""
    turns = click.option(
        "--turns/--no-turns",
        default=None,
        help="Read puzzles with or without turned pieces.  [default: what the file says, else both are tried]",
    )
    order = click.option(
        "--edge-order",
        metavar="ORDER",
        help="Order in which a square's edges are written, like NESW or WNES.  [default: what the file says, else "
        "several are tried]",
    )

    @wraps(function)
    def with_stated(turns: bool | None, edge_order: str | None, **others: Any) -> Any:
        stated = {"turns": turns, "edge_order": edge_order and _order_of(edge_order)}
        return function(stated={key: value for key, value in stated.items() if value is not None}, **others)

    return turns(order(with_stated))


def _order_of(text: str) -> str:
    """Return the order of edges that an option says, in letters or words."""
    order = order_in(re.split(r"[\s,]+", text.strip()) if re.search(r"[\s,]", text.strip()) else list(text))
    if order is None:
        fail(f"--edge-order: {text!r} is not an order of edges; write each of N, E, S and W once, like WNES")
    return order


def _files_in(folder: Path) -> list[str]:
    return files_of_folder(folder, _holds_puzzles, "this folder has no file of puzzles; give a file")


def _holds_puzzles(path: Path) -> bool:
    try:
        return is_puzzle_file(path)
    except InputError:
        return False


def _usable(
    puzzles: Iterator[Puzzle | Refused], refuse: Callable[[Puzzle], str | None] | None
) -> Iterator[Puzzle | Refused]:
    """Refuse puzzles whose id occurred before, and those that the command refuses."""
    known: set[str] = set()
    for puzzle in puzzles:
        if isinstance(puzzle, Refused):
            yield puzzle
        elif puzzle.id in known:
            yield Refused(puzzle.id, f"the id {shown(puzzle.id)} occurs twice; results could not be told apart")
        elif refuse is not None and (reason := refuse(puzzle)):
            yield Refused(puzzle.id, reason)
        else:
            yield puzzle
        known.add(puzzle.id)
