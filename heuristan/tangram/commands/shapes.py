"""``heuristan shapes``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import fail
from heuristan.cli.outputs import Outputs, drawn_as, output_options
from heuristan.common.faults import nearest
from heuristan.common.words import plural

if TYPE_CHECKING:
    from heuristan.tangram.outlines.shape import ShapeFile

FORMS = ("text", "svg", "png")


@command(ok="listed")
@click.option("--set", "pieces", metavar="NAME", default="tangram", help="Name of the set of pieces.")
@output_options(FORMS, "list or the contact sheet")
def shapes(pieces: str, outputs: Outputs) -> None:
    """List the shapes that ship with heuristan, or draw them all on one sheet.

    \b
    heuristan shapes
    heuristan shapes --output sheet.svg
    heuristan shapes --set banquet-tables
    """  # noqa: D301
    from heuristan.common.quoting import shown
    from heuristan.tangram.outlines.piece_sets import piece_set_names
    from heuristan.tangram.outlines.reading import shape_files
    from heuristan.tangram.outlines.shape import read_shape

    if pieces not in piece_set_names():
        fail(f"there is no set of pieces {shown(pieces)}; {nearest(pieces, piece_set_names())}")
    found = [read_shape(path) for path in shape_files(pieces).values()]
    if not found:
        fail(f"no shapes of the set '{pieces}' ship with heuristan; give an outline of your own to 'heuristan solve'")
    for each in outputs:
        made = _listed(found) if each.form == "text" else _drawn(found, each.form)
        done = "listed in" if each.form == "text" else "drawn on"
        each.write(made, f"{plural(len(found), 'shape')} {done} {each.path}")


def _listed(shapes: "Sequence[ShapeFile]") -> str:
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
