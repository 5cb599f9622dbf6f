"""``heuristan edgematching generate``."""

import json
import re
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from heuristan.cli.edgematching.sources import LINES, PICTURES, as_text, check_suffix, draw, refuse_given
from heuristan.cli.kit.failing import fail, refuse_overwriting, write, writing

if TYPE_CHECKING:
    from heuristan.edgematching.generating import Made

LARGEST = 32
"""Rows and columns of a square puzzle at most."""
LARGEST_CUBE = 10
DEFAULT_COLOURS = 5


@click.command(epilog="Exit status: 0 all made, 2 the command or a file could not be used, 130 interrupted.")
@click.option("-n", "--number", type=click.IntRange(min=1), default=1, show_default=True, help="How many puzzles.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="The same makes the same file.")
@click.option(
    "--kind",
    type=click.Choice(("squares", "cubes", "polygons")),
    default="squares",
    show_default=True,
    help="Squares in a frame, cubes in a box, or a rectangle cut into polygons.",
)
@click.option(
    "--size",
    metavar="N|RxC|LxRxC",
    help="Rows and columns; layers first for cubes; one number for all.  [default: 6x6, 3x3x3]",
)
@click.option(
    "--colours",
    type=click.IntRange(1, 999),
    default=DEFAULT_COLOURS,
    show_default=True,
    help="How many the edges are drawn from. With fewer than rows, puzzles are hard.",
)
@click.option(
    "--frame",
    type=click.Choice(("coloured", "plain")),
    default="coloured",
    show_default=True,
    help="coloured: drawn from the same colours, as in the paper. plain: colour 0 all round, and nowhere else.",
)
@click.option("--turned", is_flag=True, help="Turn the pieces too, so that their orientations are unknown.")
@click.option("--pieces", type=click.IntRange(2, 100), default=7, show_default=True, help="How many, for polygons.")
@click.option(
    "--from",
    "outlines",
    metavar="OUTLINE",
    multiple=True,
    help="A shape or outline file: the tangram puzzle with its orientations given. Repeatable; polygons.",
)
@click.option(
    "--solutions",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A .jsonl file for the solutions that the puzzles were made from.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A .jsonl or .json file, or a picture .svg or .png of one puzzle.  [default: standard output, a line each]",
)
def generate(
    number: int,
    seed: int,
    kind: Literal["squares", "cubes", "polygons"],
    size: str | None,
    colours: int,
    frame: Literal["coloured", "plain"],
    turned: bool,
    pieces: int,
    outlines: tuple[str, ...],
    solutions: Path | None,
    output: Path | None,
) -> None:
    """Make puzzles at random that can be solved.

    Colours are drawn for every edge of a solution; then the pieces are shuffled, and the solution is forgotten
    (--solutions keeps it).

    \b
    heuristan edgematching generate --output puzzle.json
    heuristan edgematching generate -n 20 --size 8x8 --colours 7 --output puzzles.jsonl
    heuristan edgematching generate --size 16x16 --colours 16 --output puzzle.svg
    heuristan edgematching generate --size 4x4 --turned --solutions solution.jsonl --output puzzle.json
    heuristan edgematching generate --kind cubes --size 3x3x3 --output cubes.json
    heuristan edgematching generate --from cat --output cat.json
    """  # noqa: D301
    if kind == "polygons" or outlines:
        if kind != "polygons":
            refuse_given(("kind",), "is polygons with --from")
        from heuristan.cli.edgematching.polygons import generate_polygons

        raise SystemExit(
            generate_polygons(
                outlines=outlines, number=number, seed=seed, pieces=pieces, colours=colours, output=output
            )
        )
    refuse_given(("pieces",), "is for polygons")
    check_suffix(output, (".json", *LINES, *PICTURES))
    check_suffix(solutions, LINES)
    refuse_overwriting(reads=(), writes=(output, solutions))
    from heuristan.edgematching.generating import Recipe, puzzles

    if kind == "cubes" and turned:
        fail("--turned: cubes are not turned here; leave it out")
    recipe = Recipe(_sizes(size, kind), colours, frame, turned)
    _write(list(islice(puzzles(recipe, seed), number)), solutions, output)


def _sizes(text: str | None, kind: str) -> tuple[int, ...]:
    """6 or 6x6, 3 or 3x3x3."""
    wanted, most, example = (2, LARGEST, "6x6") if kind == "squares" else (3, LARGEST_CUBE, "3x3x3")
    found = (text or example).split("x")
    found *= wanted if len(found) == 1 else 1
    if len(found) != wanted or not all(re.fullmatch("[0-9]{1,3}", each, re.ASCII) for each in found):
        fail(f"--size: {text!r} is no size of {kind}; write it like {example}")
    sizes = tuple(map(int, found))
    if not all(1 <= each <= most for each in sizes):
        fail(f"--size: {text} is out of reach; each number is from 1 to {most}")
    return sizes


def _write(made: "list[Made]", solutions: Path | None, output: Path | None) -> None:
    from heuristan.edgematching.files import fields_of
    from heuristan.edgematching.results import Result

    if solutions is not None:
        kept = [
            Result(one.puzzle.id, one.puzzle.kind, "solved", "generator", 0.0, one.solution).as_json(one.puzzle)
            for one in made
        ]
        write(solutions, "".join(f"{json.dumps(each)}\n" for each in kept))
    if output is not None and output.suffix.lower() in PICTURES:
        if len(made) > 1:
            fail(f"{output}: a picture is of one puzzle, not of {len(made)}; leave --number out")
        from heuristan.edgematching.render.puzzle import puzzle_svg

        draw(output, puzzle_svg(made[0].puzzle))
    elif output is not None and output.suffix.lower() == ".json":
        write(output, as_text([fields_of(one.puzzle) for one in made]))
    else:
        with writing(output) as stream:
            stream.writelines(f"{json.dumps(fields_of(one.puzzle))}\n" for one in made)
