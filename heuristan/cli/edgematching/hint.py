"""``heuristan edgematching hint``."""

import os
from typing import TYPE_CHECKING

import click

from heuristan.cli.edgematching.sources import puzzles_of
from heuristan.cli.kit.advising import FORMS, write_advice
from heuristan.cli.kit.commands import command
from heuristan.cli.kit.failing import fail, refuse_overwriting
from heuristan.cli.kit.moving_line import moving_line
from heuristan.cli.kit.outputs import Outputs, output_options, paths_of
from heuristan.cli.kit.seconds import limit_option
from heuristan.edgematching.puzzle import Puzzle

if TYPE_CHECKING:
    from heuristan.edgematching.puzzle import Laid


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
@output_options(FORMS, "hint")
def hint(puzzle: str, placed: tuple[str, ...], limit: float, outputs: Outputs) -> None:
    """Say where one piece goes, and give nothing else away.

    PUZZLE is a file with one puzzle of squares or cubes. If what is placed can no longer work, the hint says which
    piece to take back.

    \b
    heuristan edgematching hint puzzle.json
    heuristan edgematching hint puzzle.json --placed "3 1,1" --placed "7 1,2"
    heuristan edgematching hint puzzle.json --placed placed.txt --format json
    """  # noqa: D301
    refuse_overwriting(reads=(puzzle, *placed), writes=paths_of(outputs))
    found = _only(puzzle)
    lying = [each for source in placed for each in _lying(found, source)]
    from heuristan.edgematching.hinting import advise

    with moving_line():
        advice = advise(found, lying, limit)
    raise SystemExit(write_advice(advice, outputs))


def _only(source: str) -> Puzzle:
    puzzles, many = puzzles_of((source,))
    found = next(puzzles, None)
    if many or found is None:
        fail(f"{source}: a hint is for one puzzle; give a file with one")
    if not isinstance(found, Puzzle):
        fail(f"{source}: these hints are for squares and cubes; for an outline take: heuristan hint OUTLINE")
    return found


def _lying(puzzle: Puzzle, source: str) -> "list[tuple[int, Laid]]":
    from heuristan.common.files import read_any_text
    from heuristan.common.records import LARGEST
    from heuristan.edgematching.placing import is_placed, placed_in

    if is_placed(source) and not os.path.exists(source):
        return placed_in(puzzle, [source], "--placed")
    return placed_in(puzzle, read_any_text(source, LARGEST).splitlines(), source)
