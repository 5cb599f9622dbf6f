"""``heuristan jigsaw generate``."""

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.jigsaw.failing import jigsaw_failures
from heuristan.cli.jigsaw.options import files_of, shown_reading
from heuristan.cli.kit.failing import fail, refuse_overwriting

if TYPE_CHECKING:
    from heuristan.jigsaw.arrays import Bytes
    from heuristan.jigsaw.cutting import Recipe

PIECES = 91
SHARE = click.FloatRange(0, 1)
OTHER_SUFFIXES = (".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".svg", ".apng", ".pdf", ".json", ".zip")
"""Who ends a name in one of them wants no folder of that name."""


def _grid(_: click.Context, __: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Rows by columns: 7x13."""
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,4})[x\u00d7](\d{1,4})", text, re.ASCII)
    if found is None:
        raise click.BadParameter(f"{text!r} is no grid; write rows and columns: 7x13")
    return int(found[1]), int(found[2])


def _colour(_: click.Context, __: click.Parameter, text: str | None) -> tuple[int, int, int] | None:
    """A colour as in HTML: #2846c8."""
    if text is None:
        return None
    if re.fullmatch(r"#[0-9a-fA-F]{6}", text, re.ASCII) is None:
        raise click.BadParameter(f"{text!r} is no colour; write red, green and blue in hexadecimal: '#ffffff' is white")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


@click.command(epilog="Exit status: 0 made, 2 the command or a file could not be used, 130 interrupted.")
@click.argument("picture")
@click.option("--pieces", type=int, help=f"How many; the grid nearest to the picture's shape.  [default: {PIECES}]")
@click.option("--grid", callback=_grid, metavar="ROWSxCOLUMNS", help="Rows and columns instead: 7x13.")
@click.option("--size", type=int, default=80, show_default=True, help="Pixels of a piece from corner to corner.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="The same cuts the same puzzle.")
@click.option("--upright", "is_upright", is_flag=True, help="Keep the orientation, and say so in puzzle.json.")
@click.option("--tilt", type=float, default=0.0, metavar="DEGREES", help="Turn each piece by any angle up to so much.")
@click.option("--variety", type=SHARE, default=1.0, show_default=True, help="How much tabs differ; at 0 all are alike.")
@click.option("--shadow", type=SHARE, default=0.0, help="How much darker the rim is: 0.3 is 30 per cent.")
@click.option(
    "--noise",
    type=SHARE,
    default=0.0,
    help="Standard deviation of the noise on each channel, as a share of that of the picture's own channels.",
)
@click.option("--scan", type=SHARE, default=0.0, help="Marks of a scanner: blur, uneven light and scale, highlights.")
@click.option(
    "--background", callback=_colour, metavar="#RRGGBB", help="Lay the pieces on a plain colour, without transparency."
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    help="A new folder: a PNG for each piece, puzzle.json and truth.json. Or a .png: all pieces on one sheet.",
)
@click.option(
    "--drawing",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Draw the pieces as they are read, sides and corners marked: a .svg or .png file.",
)
def generate(picture: str, pieces: int | None, output: Path, drawing: Path | None, **wanted: Any) -> None:
    """Cut a picture into interlocking pieces, shuffled and turned at random.

    PICTURE is a file, or the name of a photograph that comes with scikit-image: astronaut, chelsea, coffee, rocket,
    retina, hubble_deep_field, ... It is scaled so that a piece has --size pixels, and cropped to the grid. Each
    side has a tab of its own shape. Where each piece belongs stands in truth.json alone (sheet.truth.json for a
    sheet); no solver reads it.

    \b
    heuristan jigsaw generate coffee --pieces 108 --output coffee/
    heuristan jigsaw solve coffee/ --output result.json
    heuristan jigsaw generate holiday.jpg --grid 12x17 --size 100 --output holiday/
    heuristan jigsaw generate chelsea --pieces 91 --shadow 0.3 --noise 0.3 --output worn/
    heuristan jigsaw generate rocket --pieces 54 --tilt 8 --scan 0.3 --background '#ffffff' --output sheet.png
    """  # noqa: D301
    if drawing is not None and drawing.suffix.lower() not in (".svg", ".png"):
        fail(f"{drawing}: drawings are .svg or .png; end the name in one of them")
    _check_output(picture, output, drawing)
    with jigsaw_failures():
        from heuristan.jigsaw.pictures import need_opencv

        need_opencv()
        from heuristan.jigsaw.cutting import load_source

        whole = load_source(picture)
        recipe = _recipe(whole, pieces, **wanted)
        _cut(whole, recipe, output)
        click.echo(f"{recipe.rows} x {recipe.columns} = {recipe.rows * recipe.columns} pieces in {output}")
        if drawing is not None:
            _draw(output, drawing)


def _check_output(picture: str, output: Path, drawing: Path | None) -> None:
    """Refuse what would be lost, or what is neither folder nor sheet, before any work is done."""
    written = [output]
    if output.suffix.lower() == ".png":
        written.append(output.with_suffix(".truth.json"))
    elif output.suffix.lower() in OTHER_SUFFIXES:
        fail(f"{output}: pieces are written into a folder, or on a sheet that ends in .png; choose one of them")
    refuse_overwriting(reads=files_of(picture), writes=(*written, drawing))


def _recipe(whole: "Bytes", pieces: int | None, grid: tuple[int, int] | None, **wanted: Any) -> "Recipe":
    from heuristan.jigsaw.cutting import Recipe, grid_for

    if grid is not None and pieces is not None:
        fail("--pieces and --grid both say how many; give one of them")
    height, width = whole.shape[:2]
    rows, columns = grid or grid_for(PIECES if pieces is None else pieces, width, height)
    return Recipe(rows, columns, **wanted)


def _cut(whole: "Bytes", recipe: "Recipe", output: Path) -> None:
    from heuristan.jigsaw.cutting import cut, cut_sheet, write_folder, write_sheet

    if output.suffix.lower() == ".png":
        write_sheet(cut_sheet(whole, recipe, output.stem, _shown), output)
    else:
        write_folder(cut(whole, recipe, _shown), output)


def _shown(pieces: Sequence[int]) -> Iterable[int]:
    """The pieces, with a bar where standard error is a terminal."""
    if not sys.stderr.isatty():
        return pieces
    from rich.console import Console
    from rich.progress import track

    return track(pieces, "cutting", console=Console(stderr=True), transient=True)


def _draw(output: Path, drawing: Path) -> None:
    """Read what was written, and draw what was read."""
    from heuristan.cli.kit.failing import write
    from heuristan.common.svg.png import to_png
    from heuristan.jigsaw.reading import read_pieces
    from heuristan.jigsaw.render.pieces import pieces_svg

    drawn = pieces_svg(read_pieces(output, track=shown_reading))
    write(drawing, drawn if drawing.suffix.lower() == ".svg" else to_png(drawn, scale=1))
