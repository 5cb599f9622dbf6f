"""``heuristan shapes``."""

from pathlib import Path

import click

from heuristan.cli.failing import fail, plain_failures, write


@click.command()
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="Write a contact sheet (.svg or .png).")
def shapes(output: Path | None) -> None:
    """List the shapes that ship with heuristan; with --output, draw them all on one sheet."""
    with plain_failures():
        from heuristan.outlines.reading import shape_names
        from heuristan.outlines.shape import read_shape
        from heuristan.resources import folder

        found = [read_shape(folder("shapes") / f"{name}.yaml") for name in shape_names()]
    if output is None:
        from rich.console import Console
        from rich.table import Column, Table

        table = Table(Column("name", no_wrap=True), "title", "corners", "difficulty", box=None)
        for shape in found:
            corners = len(shape.puzzle.boundary.vertices)
            table.add_row(shape.name, shape.title, str(corners), shape.difficulty)
        Console().print(table)
        return
    from heuristan.render.png import to_png
    from heuristan.render.sheet import contact_sheet_svg

    if output.suffix.lower() not in (".svg", ".png"):
        fail(f"{output}: a contact sheet is .svg or .png")
    puzzles = [(shape.name, shape.puzzle) for shape in found]
    sheet = contact_sheet_svg(
        [(name, [tuple(puzzle.in_legs(p) for p in ring) for ring in puzzle.rings]) for name, puzzle in puzzles]
    )
    write(output, sheet if output.suffix.lower() == ".svg" else to_png(sheet))
    click.echo(f"{len(found)} shapes drawn on {output}")
