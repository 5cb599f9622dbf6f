"""``heuristan jigsaw generate``."""

import re
from pathlib import Path
from typing import Any

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import say
from heuristan.cli.failing import fail, refuse_overwriting
from heuristan.jigsaw.commands.options import files_of, track_items

PIECES = 91
OTHER_SUFFIXES = (
    ".png",
    ".jpg",
    ".jpeg",
    ".webp",
    ".gif",
    ".bmp",
    ".tif",
    ".tiff",
    ".svg",
    ".apng",
    ".pdf",
    ".json",
    ".zip",
)
"""A name with one of these suffixes is a file, not a folder."""


def _grid(_: click.Context, __: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Parse rows by columns: 7x13."""
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,4})[x\u00d7](\d{1,4})", text, re.ASCII)
    if found is None:
        raise click.BadParameter(f"{text!r} is not a grid; write rows and columns: 7x13")
    return int(found[1]), int(found[2])


@command(ok="made")
@click.argument("picture")
@click.option(
    "--pieces", type=int, help=f"Number of pieces, in the grid nearest to the picture's shape.  [default: {PIECES}]"
)
@click.option("--grid", callback=_grid, metavar="ROWSxCOLUMNS", help="Rows and columns, as 7x13, instead of --pieces.")
@click.option(
    "--size",
    type=int,
    default=80,
    help="Corner-to-corner size of a piece in pixels, 40 to 400.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, help="Seed of the random draws.")
@click.option("--upright", "is_upright", is_flag=True, help="Keep the orientation, and state it in puzzle.json.")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FOLDER",
    help="New folder for a PNG for each piece, puzzle.json and truth.json.",
)
def generate(picture: str, pieces: int | None, grid: tuple[int, int] | None, output: Path, **wanted: Any) -> None:
    """Cut a picture into interlocking pieces, shuffled and turned at random.

    PICTURE is a file, or the name of a photograph that comes with scikit-image: astronaut, chelsea, coffee, rocket,
    retina, hubble_deep_field, ... It is scaled so that a piece has --size pixels, and cropped to the grid. Each
    tab has its own shape. Only truth.json says where each piece belongs; no solver reads it.

    \b
    heuristan jigsaw generate coffee --pieces 108 --output coffee/
    heuristan jigsaw solve coffee/ --output result.json
    heuristan jigsaw generate holiday.jpg --grid 12x17 --size 100 --output holiday/
    """  # noqa: D301
    if output.suffix.lower() in OTHER_SUFFIXES:
        fail(f"{output}: pieces are written into a folder; change the name")
    refuse_overwriting(reads=files_of(picture), writes=(output,))
    from heuristan.jigsaw.piece import need_opencv

    need_opencv()
    from heuristan.jigsaw.cutting import Recipe, cut, grid_for, load_source, write_folder

    whole = load_source(picture)
    if grid is not None and pieces is not None:
        fail("--pieces and --grid both give the number of pieces; use one of them")
    height, width = whole.shape[:2]
    rows, columns = grid or grid_for(PIECES if pieces is None else pieces, width, height)
    recipe = Recipe(rows, columns, **wanted)
    write_folder(cut(whole, recipe, track_items("piece")), output)
    say(f"{rows} x {columns} = {rows * columns} pieces in {output}")
