"""``heuristan sliding tree``."""

import json
from pathlib import Path

import click

from heuristan.cli.kit.failing import fail, write, writing
from heuristan.cli.sliding.sources import Size, format_of, size

PICTURES = ("svg", "png")
FORMS = ("text", "json", *PICTURES)


@click.command(epilog="Exit status: 0 built, 2 the command or a file could not be used.")
@click.option(
    "--size", callback=size, default="3", show_default=True, metavar="N|RxC", help="N x N, or R rows of C columns."
)
@click.option("--goal", default="last", show_default=True, help="last (the blank in the last cell), first, or a board.")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="File for the figures or the picture.")
@click.option("--format", "form", type=click.Choice(FORMS), help="What to write; guessed from the output, else text.")
@click.option(
    "--depth",
    type=click.IntRange(1, 30),
    metavar="N",
    help="Draw the first N layers of the tree.  [default: draw how the states are distributed]",
)
def tree(size: Size, goal: str, output: Path | None, form: str | None, depth: int | None) -> None:
    """The breadth-first tree of a small board: how far its states are from the goal.

    The whole tree is built, up to ten cells: 181,440 states for 3 x 3, in a twentieth of a second.

    \b
    heuristan sliding tree
    heuristan sliding tree --output distribution.svg
    heuristan sliding tree --depth 4 --output tree.svg
    heuristan sliding tree --size 2x3 --goal first --format json
    """  # noqa: D301
    form = format_of(output, form, FORMS)
    if depth is not None and form not in PICTURES:
        fail("--depth is for pictures; add --output tree.svg")
    from heuristan.sliding.boards import Board, BoardError
    from heuristan.sliding.files import goal_for
    from heuristan.sliding.render.trees import TooManyNodesError, describe_summary, distribution_svg, tree_svg
    from heuristan.sliding.tree import TooLargeError, summary_of, tree_of

    try:
        found = goal_for(Board.goal(size.rows, size.columns), goal)
        built = tree_of(size.rows, size.columns, found.blank)
        if form in PICTURES:
            title = f"States of {size.rows} x {size.columns} by their distance from the goal"
            drawn = tree_svg(built, found, depth) if depth else distribution_svg(built, title)
            _write_picture(drawn, form, output)
            return
    except (BoardError, TooLargeError, TooManyNodesError) as fault:
        fail(str(fault))
    told = summary_of(built.layers)
    with writing(output) as stream:
        if form == "json":
            stream.write(json.dumps({**told._asdict(), "layers": built.layers}) + "\n")
            return
        lines = [describe_summary(told), *(f"{level:>3}  {count:>9,}" for level, count in enumerate(built.layers))]
        stream.write("\n".join(lines) + "\n")


def _write_picture(drawn: str, form: str, output: Path | None) -> None:
    from heuristan.common.svg.png import to_png

    if output is None and form == "png":
        fail("a PNG picture needs a file; add --output FILE.png")
    if output is None:
        click.echo(drawn, nl=False)
    else:
        write(output, to_png(drawn) if form == "png" else drawn)
        click.echo(f"The picture is in {output}.")
