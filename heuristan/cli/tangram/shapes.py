"""``heuristan shapes``."""

from pathlib import Path

import click

from heuristan.cli.kit.failing import fail, plain_failures, write
from heuristan.common.plain_yaml import nearest, shown


@click.command()
@click.option("--set", "pieces", metavar="NAME", default="tangram", help="List the shapes of another set of pieces.")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="Write a contact sheet (.svg or .png).")
def shapes(pieces: str, output: Path | None) -> None:
    """List the shapes that ship with heuristan; with --output, draw them all on one sheet."""
    from heuristan.tangram.outlines.piece_sets import piece_set_names
    from heuristan.tangram.outlines.reading import shape_files
    from heuristan.tangram.outlines.shape import read_shape

    if pieces not in piece_set_names():
        fail(f"there is no set of pieces {shown(pieces)}; {nearest(pieces, piece_set_names())}")
    with plain_failures():
        found = [read_shape(path) for path in shape_files(pieces).values()]
    if not found:
        fail(f"no shapes of the set '{pieces}' ship with heuristan; give an outline of your own to 'heuristan solve'")
    if output is None:
        from rich.console import Console
        from rich.table import Column, Table

        table = Table(Column("name", no_wrap=True), "title", "corners", "difficulty", box=None)
        for shape in found:
            corners = len(shape.puzzle.boundary.vertices)
            table.add_row(shape.name, shape.title, str(corners), shape.difficulty)
        Console().print(table)
        return
    from heuristan.common.svg.png import to_png
    from heuristan.tangram.render.sheet import contact_sheet_svg

    if output.suffix.lower() not in (".svg", ".png"):
        fail(f"{output}: a contact sheet is .svg or .png")
    puzzles = [(shape.name, shape.puzzle) for shape in found]
    sheet = contact_sheet_svg(
        [(name, [tuple(puzzle.in_legs(p) for p in ring) for ring in puzzle.rings]) for name, puzzle in puzzles]
    )
    write(output, sheet if output.suffix.lower() == ".svg" else to_png(sheet))
    click.echo(f"{len(found)} shapes drawn on {output}")
