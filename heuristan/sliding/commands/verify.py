"""``heuristan sliding verify``."""

from collections.abc import Iterator, Sequence
from typing import Any

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import NOT_ALL, note, refuse_overwriting, refuse_reading_twice
from heuristan.cli.options import puzzles_argument
from heuristan.cli.outputs import TEXTS, Outputs, output_options, paths_of
from heuristan.cli.running import write_verdicts
from heuristan.common.faults import InputError
from heuristan.common.results import Verdict
from heuristan.common.words import plural
from heuristan.sliding.commands.sources import GOAL_HELP, puzzles_of
from heuristan.sliding.files import Puzzle


@command(ok="nothing is wrong", otherwise="something is wrong or cannot be read")
@puzzles_argument
@click.argument("results", metavar="RESULTS")
@click.option("--goal", help=GOAL_HELP)
@output_options(TEXTS, "verdicts")
def verify(puzzles: tuple[str, ...], results: str, goal: str | None, outputs: Outputs) -> None:
    """Verify moves, whatever made them, and say what is wrong.

    PUZZLE is what 'solve' takes. RESULTS, the last word, is a file, or - for standard input: results of 'solve' as
    json or jsonl, or an object like {"id": "board-1", "status": "solved", "moves": "LDR"}. The moves are replayed on
    the board of their id, and must end at its goal. That a solution is a shortest one is verified up to nine cells,
    and against the number of moves that the file of boards has.

    \b
    heuristan sliding verify boards.txt results.jsonl
    heuristan sliding solve 358102674 --format json | heuristan sliding verify 358102674 -
    """  # noqa: D301
    refuse_overwriting(reads=(*puzzles, results), writes=paths_of(outputs))
    refuse_reading_twice(puzzles, results, "boards")
    from heuristan.sliding.judge import verdicts

    sources = list(puzzles_of(puzzles, goal, lambda _, message: message))
    boards = [source for source in sources if isinstance(source, Puzzle)]
    refused = [source for source in sources if isinstance(source, str)]
    for message in refused:
        note(message)
    if not boards:
        raise InputError("there is no board to verify results against")
    claims = _claims(results)
    without: set[str] = {board.id for board in boards}

    def found() -> Iterator[Verdict]:
        for verdict in verdicts(boards, claims):
            without.discard(verdict.id)
            yield verdict

    status = write_verdicts(found(), outputs, many=len(claims) > 1, total=len(claims))
    if without and status in (0, NOT_ALL):
        note(f"{plural(len(without), 'board')} without a result")
    raise SystemExit(status or (NOT_ALL if refused else 0))


def _claims(name: str) -> Sequence[Any]:
    """Read the results of a file: an array, an object, or an object a line; a line that is none is an error.

    Raises:
        InputError: if none is an object.
    """
    from heuristan.common.files import name_of, read_any_text
    from heuristan.common.json_text import LARGEST, parse_records

    records = parse_records(read_any_text(name, LARGEST), name_of(name))
    if not any(isinstance(record.value, dict) for record in records):
        what = f"{records[0].place}: {records[0].fault or 'this is not a result'}"
        raise InputError(f"{what}; results are written by 'solve' with --format json or jsonl")
    return [InputError(f"{record.place}: {record.fault}") if record.fault else record.value for record in records]
