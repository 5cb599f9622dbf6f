"""``heuristan shapes``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import fail
from heuristan.cli.outputs import Outputs, drawn_as, output_options
from heuristan.common.faults import nearest
from heuristan.common.words import plural
from heuristan.tangram.commands.outline_options import OUTLINE

if TYPE_CHECKING:
    from heuristan.tangram.outlines.shape import ShapeFile

FORMS = ("text", "svg", "png")


@command(ok="listed")
@click.argument("names", nargs=-1, type=OUTLINE, metavar="[NAME]...")
@click.option("--set", "pieces", metavar="NAME", default="tangram", help="Name of the set of pieces.")
@output_options(FORMS, "list or the contact sheet")
def shapes(names: tuple[str, ...], pieces: str, outputs: Outputs) -> None:
    """List the shapes that ship with heuristan, or draw them on one sheet.

    With their names, what is difficult about them is said too.

    \b
    heuristan shapes
    heuristan shapes cat swan
    heuristan shapes --output sheet.svg
    heuristan shapes --set banquet-tables
    """  # noqa: D301
    from heuristan.common.quoting import shown
    from heuristan.tangram.outlines.piece_sets import piece_set_names
    from heuristan.tangram.outlines.reading import shape_files
    from heuristan.tangram.outlines.shape import read_shape

    if pieces not in piece_set_names():
        fail(f"there is no set of pieces {shown(pieces)}; {nearest(pieces, piece_set_names())}")
    files = shape_files(pieces)
    for name in names:
        if name not in files:
            fail(f"there is no shape {shown(name)} of the set '{pieces}'; {nearest(name, files)}")
    found = [read_shape(files[name]) for name in names or files]
    if not found:
        fail(f"no shapes of the set '{pieces}' ship with heuristan; give an outline of your own to 'heuristan solve'")
    for each in outputs:
        made = _drawn(found, each.form) if each.form != "text" else _in_words(found) if names else _listed(found)
        done = "listed in" if each.form == "text" else "drawn on"
        each.write(made, f"{plural(len(found), 'shape')} {done} {each.path}")


def _listed(shapes: "Sequence[ShapeFile]") -> str:
    """Return names and levels, in columns on a terminal and in lines elsewhere."""
    from rich.columns import Columns
    from rich.console import Console

    lines = [f"{shape.name}  {shape.difficulty.partition(';')[0]}" for shape in shapes]
    console = Console(highlight=False)
    if not console.is_terminal:
        return "".join(f"{line}\n" for line in lines)
    with console.capture() as capture:
        console.print(Columns(lines, equal=True, column_first=True))
        console.print("'heuristan shapes NAME' says more of one")
    return capture.get()


def _in_words(shapes: "Sequence[ShapeFile]") -> str:
    from rich.console import Console
    from rich.table import Column, Table

    table = Table(Column("name", no_wrap=True), "title", "vertices", "difficulty", box=None)
    for shape in shapes:
        table.add_row(shape.name, shape.title, str(len(shape.puzzle.boundary.vertices)), shape.difficulty)
    console = Console()
    with console.capture() as capture:
        console.print(table)
    return capture.get()


def _drawn(shapes: "Sequence[ShapeFile]", form: str) -> str | bytes:
    from heuristan.tangram.render.contact_sheet import contact_sheet_svg

    puzzles = [(shape.name, shape.puzzle) for shape in shapes]
    sheet = contact_sheet_svg(
        [(name, [tuple(puzzle.in_legs(p) for p in ring) for ring in puzzle.rings]) for name, puzzle in puzzles]
    )
    return drawn_as(form, sheet)
