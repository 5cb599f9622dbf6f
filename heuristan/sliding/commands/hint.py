"""``heuristan sliding hint``."""

from pathlib import Path

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import fail, refuse_overwriting
from heuristan.cli.options import limit_option
from heuristan.cli.outputs import Outputs, output_options, paths_of
from heuristan.cli.progress import moving_line
from heuristan.cli.running import FORMS, write_advice
from heuristan.sliding.commands.sources import GOAL_HELP, cache_option
from heuristan.sliding.files import read_puzzles
from heuristan.sliding.solving import Options, solve
from heuristan.sliding.telling import advise


@command(ok="a hint is given or the board is solved", otherwise="there is no solution")
@click.argument("board")
@click.option("--goal", help=GOAL_HELP)
@limit_option("search for a shortest solution", 10)
@cache_option
@output_options(FORMS, "hint")
def hint(board: str, goal: str | None, limit: float, cache: Path | None, outputs: Outputs) -> None:
    """Say which move comes next, and why; give nothing else away.

    BOARD is one board of what 'heuristan sliding solve' takes. Make the move and ask again with the new board. The move
    is the first of a shortest solution if one is found in time, else of the plan.

    \b
    heuristan sliding hint 358102674
    heuristan sliding hint korf-1 --limit 30
    heuristan sliding hint 358102674 --format json
    """  # noqa: D301
    refuse_overwriting(reads=(board,), writes=paths_of(outputs))
    puzzles = read_puzzles(board, goal)
    if len(puzzles) > 1:
        fail(f"{board}: a hint is for one board, and there are {len(puzzles)}; give one")
    with moving_line():
        advice = advise(solve(puzzles[0], "auto", Options(limit, None, cache)))
    raise SystemExit(write_advice(advice, outputs))
