"""``heuristan edgematching generate``."""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Literal

import click

from heuristan.cli.commands import command, refuse_given
from heuristan.cli.failing import INTERRUPTED, fail, note, refuse_overwriting
from heuristan.cli.outputs import Outputs, check_one, drawn_as, output_options, paths_of
from heuristan.cli.writers import Manner, opened
from heuristan.common.interrupting import undisturbed
from heuristan.common.words import plural
from heuristan.edgematching.generating import Recipe, puzzles
from heuristan.edgematching.notation import MAX_COLOURS, as_json, board_of_map
from heuristan.edgematching.puzzle import CELLS, Board, Puzzle, PuzzleError

FORMS = ("jsonl", "json", "svg", "png")
MAX_SIDE = 32
"""Maximum number of rows and columns."""
MAX_CUBE_SIDE = 10
MAX_COLOUR = MAX_COLOURS - 1
"""The largest colour that is read; the frame may have colour 0."""


@command(ok="all generated")
@click.option("-n", "--number", type=click.IntRange(min=1), default=1, help="Number of puzzles.")
@click.option("--seed", type=click.IntRange(min=0), default=1, help="Seed; the same gives the same puzzles.")
@click.option(
    "--kind",
    type=click.Choice(tuple(CELLS)),
    default="squares",
    help="Squares, hexagons or triangles in a frame, or cubes in a box.",
)
@click.option(
    "--size",
    metavar="N|RxC|LxRxC",
    help="Rows and columns; for cubes layers first; one number is all of them.  [default: 6x6, 3x3x3]",
)
@click.option(
    "--colours",
    type=click.IntRange(1, MAX_COLOUR),
    default=5,
    help="Number of colours. With fewer than rows, puzzles are hard.",
)
@click.option(
    "--frame",
    type=click.Choice(("coloured", "plain", "none")),
    default="coloured",
    help="coloured: with the colours of the edges, as in the paper. plain: colour 0, which occurs nowhere else. none: "
    "no frame, as in Tetravex.",
)
@click.option("--turned", is_flag=True, help="Turn the pieces too, so that their orientations are unknown.")
@click.option("--halves", is_flag=True, help="Edges that meet are the two halves of a picture, not of one colour.")
@click.option(
    "--cells",
    metavar="MAP",
    help="Places of the board, row by row, in place of --size: '.XX/XXX/.XX' is a hexagon and six around it.",
)
@output_options(FORMS, "puzzles")
def generate(
    number: int,
    seed: int,
    kind: str,
    size: str | None,
    colours: int,
    frame: Literal["coloured", "plain", "none"],
    turned: bool,
    halves: bool,
    cells: str | None,
    outputs: Outputs,
) -> None:
    """Generate random puzzles that have a solution.

    Colours are drawn for every edge of a solution; then the pieces are shuffled, and the solution is forgotten.
    A picture shows one puzzle. Without --output, puzzles are written as JSON, one a line.

    \b
    heuristan edgematching generate --output puzzle.json
    heuristan edgematching generate -n 20 --size 8x8 --colours 7 --output puzzles.jsonl
    heuristan edgematching generate --size 16x16 --colours 16 --output puzzle.svg
    heuristan edgematching generate --size 6x12 --frame plain --colours 4 --turned --output clue.json
    heuristan edgematching generate --kind cubes --size 3x3x3 --output cubes.json
    heuristan edgematching generate --size 3x3 --colours 4 --frame none --turned --halves --output scramble.json
    heuristan edgematching generate --kind hexagons --cells .XX/XXX/.XX --frame none --turned --output flower.json
    """  # noqa: D301
    refuse_overwriting(reads=(), writes=paths_of(outputs))
    board = Board(_sizes(size, kind), CELLS[kind]) if cells is None else _board_of(cells, kind)
    recipe = Recipe(board.sizes, colours, frame, turned, CELLS[kind], halves=halves, missing=board.missing)
    check_one(outputs, "puzzle", many=number > 1)
    made = (one.puzzle for one in islice(puzzles(recipe, seed), number))
    raise SystemExit(_write(made, outputs, many=number > 1))


def _board_of(text: str, kind: str) -> Board:
    """Return the board of a map whose rows are separated by slashes; fail for any other text."""
    refuse_given(("size",), "is the map's with --cells")
    try:
        return board_of_map(text.upper().split("/"), CELLS[kind])
    except PuzzleError as fault:
        fail(f"--cells: {fault}")


def _sizes(text: str | None, kind: str) -> tuple[int, ...]:
    """Return the sizes of 6 or 6x6, of 3 or 3x3x3; fail for any other text."""
    count, maximum, example = (3, MAX_CUBE_SIDE, "3x3x3") if kind == "cubes" else (2, MAX_SIDE, "6x6")
    found = (text or example).split("x")
    found *= count if len(found) == 1 else 1
    if len(found) != count or not all(re.fullmatch("[0-9]{1,3}", each, re.ASCII) for each in found):
        fail(f"--size: {text!r} is not a size of {kind}; write it like {example}")
    sizes = tuple(map(int, found))
    if not all(1 <= each <= maximum for each in sizes):
        fail(f"--size: {text} is out of range; each number is from 1 to {maximum}")
    return sizes


def _write(found: Iterator[Puzzle], outputs: Outputs, *, many: bool) -> int:
    """Write the puzzles to all outputs, and return the exit status."""
    manner: Manner[Puzzle] = Manner(words=_words, line=_words, draw=_draw, fields=as_json, document=json.dumps)
    done = 0
    try:
        with opened(outputs, manner, many=many) as writers:
            for puzzle in found:
                with undisturbed(unless_again=True):
                    for writer in writers:
                        writer.one(puzzle)
                    done += 1
                for writer in writers:
                    writer.flush()
    except KeyboardInterrupt:
        note(f"interrupted after {plural(done, 'puzzle')}")
        return INTERRUPTED
    return 0


def _words(puzzle: Puzzle) -> str:
    return f"{puzzle.id}: {plural(len(puzzle.pieces), 'piece')}"


def _draw(puzzle: Puzzle, form: str) -> str | bytes:
    from heuristan.edgematching.render.grids import puzzle_svg

    return drawn_as(form, puzzle_svg(puzzle))
