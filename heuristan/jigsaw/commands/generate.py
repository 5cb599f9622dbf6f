"""``heuristan jigsaw generate``."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import say
from heuristan.cli.failing import check_place, fail, refuse_overwriting, write
from heuristan.cli.options import file_option
from heuristan.jigsaw.commands.options import track_items
from heuristan.jigsaw.commands.sources import files_of

if TYPE_CHECKING:
    from heuristan.jigsaw.arrays import Bytes
    from heuristan.jigsaw.cutting import Recipe

F = TypeVar("F", bound=Callable[..., Any])

PIECES = 91
SHARE = click.FloatRange(0, 1)
STYLES = ("classic", "wavy", "whimsy", "ribbon", "straight", "square")
PHOTO = ("table", "cast", "gleam", "labels", "zoom", "perspective", "jpeg")
TABLES = ("plain", "coloured", "textured")
OTHER_SUFFIXES = (".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".svg", ".apng", ".pdf", ".json", ".zip")
"""A name with one of these suffixes is a file, not a folder."""


def _grid(_: click.Context, __: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Parse rows by columns: 7x13."""
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,4})[x\u00d7](\d{1,4})", text, re.ASCII)
    if found is None:
        raise click.BadParameter(f"{text!r} is not a grid; write rows and columns: 7x13")
    return int(found[1]), int(found[2])


def _colour(_: click.Context, __: click.Parameter, text: str | None) -> tuple[int, int, int] | None:
    """Parse a colour as in HTML: #2846c8."""
    if text is None:
        return None
    if re.fullmatch(r"#[0-9a-fA-F]{6}", text, re.ASCII) is None:
        raise click.BadParameter(f"{text!r} is not a colour; write red, green and blue in hexadecimal, as '#ffffff'")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _share(name: str, help: str) -> Callable[[F], F]:
    """Return a decorator that adds an option for a share, nothing by default."""
    return click.option(name, type=SHARE, default=0.0, show_default=False, help=help)


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
    help="Corner-to-corner size of a piece in pixels, 40 to 400; with --cut square from 28.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, help="Seed of the random draws.")
@click.option("--upright", "is_upright", is_flag=True, help="Keep the orientation, and state it in puzzle.json.")
@click.option(
    "--tilt", type=float, default=0.0, show_default=False, metavar="DEGREES", help="Maximum random tilt of each piece."
)
@click.option(
    "--cut",
    "style",
    type=click.Choice(STYLES),
    default="classic",
    help="Way of cutting: classic, wavy lines, whimsical tabs, ribbon (tabs of one kind), straight lines, or square "
    "without tabs.",
)
@click.option("--variety", type=SHARE, default=1.0, help="Variety of the tabs' shapes; at 0 all are alike.")
@_share("--shadow", "Darkness of the shadow on the rim: 0.3 is 30 per cent.")
@_share("--noise", "Standard deviation of the noise on each channel, as a share of that of the picture's channels.")
@_share("--scan", "Strength of a scanner's blur, uneven light and scale, highlights.")
@click.option("--background", callback=_colour, metavar="#RRGGBB", help="Plain background instead of transparency.")
@click.option(
    "--table",
    type=click.Choice(TABLES),
    help="Photograph the pieces on a table of one grey, one colour, or wood or cloth; the options below are for it.",
)
@_share("--cast", "Darkness of the shadows that pieces cast on the table.")
@_share("--gleam", "Whiteness of the rim towards the light.")
@click.option("--labels", is_flag=True, help="Number the pieces on the table.")
@_share("--zoom", "Maximum change of scale from picture to picture, up to 0.1.")
@_share("--perspective", "Maximum difference of opposite rims, up to 0.05.")
@click.option("--jpeg", type=click.IntRange(1, 100), metavar="QUALITY", help="Save as JPEG does, then as PNG.")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FOLDER|FILE",
    help="New folder for a PNG for each piece, puzzle.json and truth.json; or a .png file for one sheet of all pieces.",
)
@file_option(
    "--drawing", "File (.svg, .png) for a drawing of the pieces as they are read, with sides and corners marked."
)
def generate(picture: str, pieces: int | None, output: Path, drawing: Path | None, **wanted: Any) -> None:
    """Cut a picture into interlocking pieces, shuffled and turned at random.

    PICTURE is a file, or the name of a photograph that comes with scikit-image: astronaut, chelsea, coffee, rocket,
    retina, hubble_deep_field, ... It is scaled so that a piece has --size pixels, and cropped to the grid. Each
    tab has its own shape. Only truth.json (sheet.truth.json for a sheet) says where each piece belongs; no solver
    reads it.

    \b
    heuristan jigsaw generate coffee --pieces 108 --output coffee/
    heuristan jigsaw solve coffee/ --output result.json
    heuristan jigsaw generate holiday.jpg --grid 12x17 --size 100 --output holiday/
    heuristan jigsaw generate chelsea --pieces 91 --shadow 0.3 --noise 0.3 --output worn/
    heuristan jigsaw generate rocket --pieces 54 --tilt 8 --scan 0.3 --background '#ffffff' --output sheet.png
    heuristan jigsaw generate coffee --cut wavy --table textured --cast 0.2 --labels --jpeg 85 --output photo/
    """  # noqa: D301
    _check_output(picture, output, drawing)
    from heuristan.jigsaw.pictures import need_opencv

    need_opencv()
    from heuristan.jigsaw.cutting import load_source

    whole = load_source(picture)
    recipe = _recipe(whole, pieces, **wanted)
    _cut(whole, recipe, output)
    say(f"{recipe.rows} x {recipe.columns} = {recipe.rows * recipe.columns} pieces in {output}")
    if drawing is not None:
        _draw(output, drawing)


def _check_output(picture: str, output: Path, drawing: Path | None) -> None:
    """Check before any work that the names of what is written fit, and that nothing is overwritten."""
    if drawing is not None:
        if drawing.suffix.lower() not in (".svg", ".png"):
            fail(f"{drawing}: drawings are .svg or .png; end the name in one of them")
        check_place(drawing)
    written = [output]
    if output.suffix.lower() == ".png":
        written.append(output.with_suffix(".truth.json"))
    elif output.suffix.lower() in OTHER_SUFFIXES:
        fail(f"{output}: pieces are written into a folder, or on one sheet, a .png file; change the name")
    refuse_overwriting(reads=files_of(picture), writes=(*written, drawing))


def _recipe(whole: "Bytes", pieces: int | None, grid: tuple[int, int] | None, **wanted: Any) -> "Recipe":
    from heuristan.jigsaw.cutting import Photo, Recipe, grid_for

    if grid is not None and pieces is not None:
        fail("--pieces and --grid both give the number of pieces; use one of them")
    photo = {name: wanted.pop(name) for name in PHOTO}
    height, width = whole.shape[:2]
    rows, columns = grid or grid_for(PIECES if pieces is None else pieces, width, height)
    if photo["table"] is None:
        if any(photo.values()):
            fail(f"{', '.join(f'--{name}' for name in PHOTO[1:])} are for a photograph; choose its --table too")
        return Recipe(rows, columns, **wanted)
    return Recipe(rows, columns, photo=Photo(**photo), **wanted)


def _cut(whole: "Bytes", recipe: "Recipe", output: Path) -> None:
    from heuristan.jigsaw.cutting import cut, cut_sheet, write_folder, write_sheet

    if output.suffix.lower() == ".png":
        write_sheet(cut_sheet(whole, recipe, output.stem, track_items("piece")), output)
    else:
        write_folder(cut(whole, recipe, track_items("piece")), output)


def _draw(output: Path, drawing: Path) -> None:
    """Read the pieces that were written, and draw them."""
    from heuristan.common.svg.png import to_png
    from heuristan.jigsaw.reading import read_pieces
    from heuristan.jigsaw.render.pieces import pieces_svg

    drawn = pieces_svg(read_pieces(output, track=track_items("picture")))
    write(drawing, drawn if drawing.suffix.lower() == ".svg" else to_png(drawn, scale=1))
