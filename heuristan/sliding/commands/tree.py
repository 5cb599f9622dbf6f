"""``heuristan sliding tree``."""

import json

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import fail, writing
from heuristan.cli.outputs import Outputs, drawn_as, output_options
from heuristan.sliding.commands.sources import GOALS_HELP, Size, size_option

FORMS = ("text", "json", "svg", "png")


@command(ok="built")
@size_option
@click.option("--goal", default="last", help=GOALS_HELP)
@output_options(FORMS, "figures or the picture")
@click.option(
    "--depth",
    type=click.IntRange(1, 30),
    metavar="N",
    help="Draw the first N layers of the tree.  [default: draw the distribution of the states]",
)
def tree(size: Size, goal: str, outputs: Outputs, depth: int | None) -> None:
    """Build the breadth-first tree of a small board: the distances of its states from the goal.

    The whole tree is built, for at most ten cells: 181,440 states for 3 x 3, in a twentieth of a second.

    \b
    heuristan sliding tree
    heuristan sliding tree --output distribution.svg
    heuristan sliding tree --depth 4 --output tree.svg
    heuristan sliding tree --size 2x3 --goal first --format json
    """  # noqa: D301
    if depth is not None and not any(each.is_picture for each in outputs):
        fail("--depth is for pictures; add --output tree.svg")
    from heuristan.sliding.boards import Board, BoardError
    from heuristan.sliding.files import goal_for
    from heuristan.sliding.render.trees import TooManyNodesError, describe_summary, distribution_svg, tree_svg
    from heuristan.sliding.tree import TooLargeError, summary_of, tree_of

    try:
        found = goal_for(Board.goal(size.rows, size.columns), goal)
        built = tree_of(size.rows, size.columns, found.blank)
        title = f"States of {size.rows} x {size.columns} by their distance from the goal"
        drawn = ""
        if any(each.is_picture for each in outputs):
            drawn = tree_svg(built, found, depth) if depth else distribution_svg(built, title)
    except (BoardError, TooLargeError, TooManyNodesError) as fault:
        fail(str(fault))
    summary = summary_of(built.layers)
    for each in outputs:
        if each.is_picture:
            each.write(drawn_as(each.form, drawn), f"The picture is in {each.path}.")
            continue
        with writing(each.path) as stream:
            if each.form == "json":
                stream.write(json.dumps({**summary._asdict(), "layers": built.layers}) + "\n")
                continue
            lines = [
                describe_summary(summary),
                *(f"{level:>3}  {count:>9,}" for level, count in enumerate(built.layers)),
            ]
            stream.write("\n".join(lines) + "\n")
