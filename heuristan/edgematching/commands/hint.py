"""``heuristan edgematching hint``."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import fail, refuse_overwriting
from heuristan.cli.options import limit_option
from heuristan.cli.outputs import Outputs, output_options, paths_of
from heuristan.cli.progress import moving_line
from heuristan.cli.running import FORMS, write_advice
from heuristan.common.files import read_any_text
from heuristan.common.results import Advice, Refused
from heuristan.edgematching.commands.sources import puzzles_of, reading_options
from heuristan.edgematching.files import LARGEST_TEXT
from heuristan.edgematching.hinting import advise_in_readings
from heuristan.edgematching.placing import is_placed, placed_in
from heuristan.edgematching.puzzle import Laid, Puzzle


@command(
    ok="a hint is given or nothing is left to place",
    otherwise="what is placed cannot work, there is no solution, or none was found",
)
@click.argument("puzzle")
@click.option(
    "--placed",
    multiple=True,
    metavar="FILE|PIECE",
    help="Pieces that are placed already: a file with one a line, or one like '12r 1,2', piece 12 turned right in "
    "row 1, column 2. Repeatable.",
)
@limit_option("search for certainty", 10)
@reading_options
@output_options(FORMS, "hint")
def hint(puzzle: str, placed: tuple[str, ...], limit: float, stated: Mapping[str, Any], outputs: Outputs) -> None:
    """Say where one piece goes, and give nothing else away.

    PUZZLE is a file with one puzzle of squares, hexagons or cubes. If what is placed can no longer
    work, the hint says which piece to take back.

    \b
    heuristan edgematching hint puzzle.json
    heuristan edgematching hint puzzle.json --placed "3 1,1" --placed "7 1,2"
    heuristan edgematching hint puzzle.json --placed placed.txt --format json
    """  # noqa: D301
    refuse_overwriting(reads=(puzzle, *placed), writes=paths_of(outputs))
    found = _only(puzzle, stated)
    with moving_line():
        advice = _advise(found, placed, limit)
    raise SystemExit(write_advice(advice, outputs))


def _only(source: str, stated: Mapping[str, Any]) -> Puzzle:
    puzzles, many = puzzles_of((source,), stated=stated)
    found = next(puzzles, None)
    if many or found is None or isinstance(found, Refused):
        fail(f"{source}: a hint is for one puzzle; give a file with one")
    return found


def _advise(puzzle: Puzzle, placed: Sequence[str], limit: float) -> Advice:
    lines = [(_name(source), _lines(source)) for source in placed]

    def lying(reading: Puzzle) -> list[tuple[int, Laid]]:
        return [each for name, text in lines for each in placed_in(reading, text, name)]

    return advise_in_readings(puzzle, lying, limit)


def _name(source: str) -> str:
    return "--placed" if is_placed(source) and not os.path.exists(source) else source


def _lines(source: str) -> list[str]:
    """Return the lines of a file, or a piece that is written out."""
    if _name(source) == "--placed":
        return [source]
    return read_any_text(source, LARGEST_TEXT).splitlines()
