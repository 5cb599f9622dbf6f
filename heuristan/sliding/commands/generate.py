"""``heuristan sliding generate``."""

from itertools import islice
from pathlib import Path

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import check_place, fail, writing
from heuristan.cli.options import file_option
from heuristan.sliding.boards import GOALS, Board, BoardError, random_boards, text_of
from heuristan.sliding.commands.sources import GOALS_HELP, Size, size_option
from heuristan.sliding.files import goal_for, goal_option, lines_of


@command(ok="all made")
@click.option("-n", "--number", type=click.IntRange(1, 10**7), default=20, help="Number of boards.")
@click.option("--seed", type=click.IntRange(min=0), default=1, help="Seed of the random numbers.")
@size_option
@click.option("--goal", default="last", help=GOALS_HELP)
@file_option("--output", "File for the boards.  [default: standard output]")
def generate(number: int, seed: int, size: Size, goal: str, output: Path | None) -> None:
    """Make random boards. Every board from which moves lead to the goal is equally likely.

    All cells are shuffled, including the blank; if the board cannot be solved two tiles are swapped. Each board is a
    line with an id. A larger --number with the same options begins with the same boards.

    \b
    heuristan sliding generate -n 100 --size 4 --seed 7 --output boards.txt
    heuristan sliding generate -n 5 --size 2x5
    heuristan sliding generate -n 1 --size 8 | heuristan sliding solve -
    """  # noqa: D301
    if output is not None:
        if output.suffix.lower() not in ("", ".txt"):
            fail(f"{output}: boards are written as text, one a line; end the name in .txt")
        check_place(output)
    try:
        found = goal_for(Board.goal(size.rows, size.columns), goal_option(goal))
    except BoardError as fault:
        fail(str(fault))
    boards = islice(random_boards(found, seed), number)
    name = f"{size.rows}x{size.columns}-{seed}"
    # the goal may be written on several lines, which a file of boards does not allow
    word = goal if goal in GOALS else text_of(found)
    with writing(output) as stream:
        for line in lines_of(((f"{name}-{i}", text_of(board)) for i, board in enumerate(boards, 1)), word):
            stream.write(line + "\n")
