"""``heuristan sliding verify``."""

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import refuse_overwriting, refuse_reading_twice
from heuristan.cli.judging import judge_results, records_of
from heuristan.cli.options import puzzles_argument
from heuristan.cli.outputs import TEXTS, Outputs, output_options, paths_of
from heuristan.common.json_text import Record
from heuristan.common.results import Verdict
from heuristan.sliding.commands.sources import GOAL_HELP, puzzles_of
from heuristan.sliding.files import Puzzle


@command(ok="nothing is wrong", otherwise="something is wrong or cannot be read")
@puzzles_argument
@click.argument("results", metavar="RESULTS")
@click.option("--goal", help=GOAL_HELP)
@output_options(TEXTS, "verdicts")
def verify(puzzles: tuple[str, ...], results: str, goal: str | None, outputs: Outputs) -> None:
    """Verify moves, whatever made them, and say what is wrong.

    PUZZLE is what 'solve' takes. RESULTS, the last word, is a file, a folder, a quoted pattern, or - for standard
    input: results of 'solve' as json or jsonl, or an object like {"id": "board-1", "status": "solved", "moves": "LDR"}.
    The moves are replayed on the board of their id, and must end at its goal. That a solution is a shortest one is
    verified up to nine cells, and against the number of moves that the file of boards has.

    \b
    heuristan sliding verify boards.txt results.jsonl
    heuristan sliding solve 358102674 --format json | heuristan sliding verify 358102674 -
    """  # noqa: D301
    refuse_overwriting(reads=(*puzzles, results), writes=paths_of(outputs))
    refuse_reading_twice(puzzles, results, "boards")
    from heuristan.sliding import judge

    boards = [*puzzles_of(puzzles, goal)]

    def verdict(board: Puzzle, record: Record) -> Verdict:
        return judge.verify(board, record.value)

    raise SystemExit(judge_results(boards, records_of(results), verdict, outputs, "board"))
