"""``heuristan sliding tree``."""

import json

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import fail
from heuristan.cli.outputs import Outputs, drawn_as, output_options
from heuristan.sliding.boards import Board
from heuristan.sliding.commands.sources import GOALS_HELP, Size, size_option
from heuristan.sliding.files import goal_for
from heuristan.sliding.render.distribution import describe_summary, distribution_svg
from heuristan.sliding.state_space import summary_of, tree_of

FORMS = ("text", "json", "svg", "png")


@command(ok="built")
@size_option
@click.option("--goal", default="last", help=GOALS_HELP)
@output_options(FORMS, "figures or the picture")
def tree(size: Size, goal: str, outputs: Outputs) -> None:
    """Build the breadth-first tree of a small board: the distances of its states from the goal.

    The whole tree is built, for at most ten cells: 181,440 states for 3 x 3, in a twentieth of a second.

    \b
    heuristan sliding tree
    heuristan sliding tree --output distribution.svg
    heuristan sliding tree --size 2x3 --goal first --format json
    """  # noqa: D301
    try:
        found = goal_for(Board.goal(size.rows, size.columns), goal)
        built = tree_of(size.rows, size.columns, found.blank)
    except ValueError as fault:
        fail(str(fault))
    summary = summary_of(built.layers)
    title = f"States of {size.rows} x {size.columns} by their distance from the goal"
    for each in outputs:
        if each.is_picture:
            each.write(drawn_as(each.form, distribution_svg(built, title)), f"The picture is in {each.path}.")
        elif each.form == "json":
            each.write(json.dumps({**summary._asdict(), "layers": built.layers}) + "\n")
        else:
            rows = (f"{level:>3}  {count:>9,}" for level, count in enumerate(built.layers))
            each.write("\n".join([describe_summary(summary), *rows]) + "\n")
