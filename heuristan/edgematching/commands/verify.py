"""``heuristan edgematching verify``."""

from collections.abc import Mapping
from typing import Any

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import refuse_overwriting, refuse_reading_twice
from heuristan.cli.judging import judge_results, records_of
from heuristan.cli.options import puzzles_argument
from heuristan.cli.outputs import TEXTS, Outputs, output_options, paths_of
from heuristan.common.json_text import Record
from heuristan.common.results import Verdict
from heuristan.edgematching.commands.sources import puzzles_of, reading_options
from heuristan.edgematching.judge import verdict_on
from heuristan.edgematching.puzzle import Puzzle


@command(ok="nothing is wrong", otherwise="something is wrong or cannot be read")
@puzzles_argument
@click.argument("results", metavar="RESULTS")
@reading_options
@output_options(TEXTS, "verdicts")
def verify(puzzles: tuple[str, ...], results: str, stated: Mapping[str, Any], outputs: Outputs) -> None:
    """Verify results, whatever made them, and say what is wrong.

    PUZZLE is what 'solve' takes; RESULTS, the last word, is a file, a folder, a quoted pattern, or - for standard
    input. Each result is compared with the puzzle of its id, and nothing in it is believed: no piece may lie twice,
    every edge must match the edge that it meets, and unsolvable is right only if the colours cannot match. unchecked:
    nothing was claimed that could be checked.

    \b
    heuristan edgematching verify puzzles.jsonl results.jsonl
    heuristan edgematching verify some.json more.json results.jsonl --output verdicts.jsonl
    heuristan edgematching solve puzzle.json --format json | heuristan edgematching verify puzzle.json -
    """  # noqa: D301
    refuse_overwriting(reads=(*puzzles, results), writes=paths_of(outputs))
    refuse_reading_twice(puzzles, results, "puzzles")
    found, _ = puzzles_of(puzzles, stated=stated)
    known = list(found)
    raise SystemExit(judge_results(known, records_of(results), _verdict, outputs))


def _verdict(puzzle: Puzzle, record: Record) -> Verdict:
    return verdict_on(puzzle, record.value)
