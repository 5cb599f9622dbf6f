"""``heuristan lab ablate``."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import say
from heuristan.cli.failing import INTERRUPTED, fail, note, refuse_overwriting, write
from heuristan.cli.progress import bar
from heuristan.common.words import plural
from heuristan.lab.commands.lab import corpus_options
from heuristan.lab.commands.lab.printing import print_table, wrapped
from heuristan.tangram.commands.outline_options import RANKING

if TYPE_CHECKING:
    from heuristan.lab.ablation import Pair, Worth
    from heuristan.lab.reporting import Finding
    from heuristan.lab.searching.evaluating import Goal
    from heuristan.tangram.puzzle.puzzle import Puzzle

ENDINGS = (".md", ".csv", ".svg")


@command(ok="the table is complete")
@click.argument("first", type=RANKING, metavar="FIRST")
@click.argument("second", type=RANKING, metavar="SECOND")
@corpus_options.corpus_option
@corpus_options.goal_option("Solved in the first attempt, or in any one.")
@corpus_options.outline_options()
@corpus_options.jobs_option
@corpus_options.output_option("File for the table (.md, .csv) or its plot (.svg).")
def ablate(
    first: str,
    second: str,
    corpus: tuple[str, ...],
    goal: "Goal",
    jobs: int,
    output: Path | None,
    **choice: Any,
) -> None:
    """Say what each difference of two rankings is worth.

    FIRST and SECOND are names or files of rankings, and come before the options. Each difference (lines, order,
    preferences, evidence, grades, settings) is switched alone in the first ranking, left out alone of the second, and
    added on a path from the first to the second, each time the one that adds most. All run as published, on the same
    outlines. Ctrl-C ends it and shows what is complete.

    \b
    heuristan lab ablate deutsch-hayes-1972 paper-rules-reordered
    heuristan lab ablate deutsch-hayes-1972 heuristan --corpus many.geojsonl --split test --sample 500 --jobs 2
    heuristan lab ablate heuristan mine.yaml --corpus many.geojsonl --goal any-attempt --output worth.svg
    """  # noqa: D301
    refuse_overwriting(reads=(first, second, *corpus), writes=(output,))
    corpus_options.check_output(output, ENDINGS)
    pair = _pair(first, second)
    puzzles = _puzzles(corpus, choice)
    rows, is_whole = _worths(pair, puzzles, goal, jobs)
    from heuristan.lab.ablation import table

    found = table(pair, rows, goal, plural(len(puzzles), "outline"))
    _show(pair, found)
    if output is not None and rows:
        write(output, _text(found, output))
        say(f"written: {output}")
    if not is_whole:
        raise SystemExit(INTERRUPTED)


def _pair(first: str, second: str) -> "Pair":
    from heuristan.lab.ablation import Pair
    from heuristan.lab.identity import of_single_rules

    pair = Pair(of_single_rules(first), of_single_rules(second))
    if not pair.differences:
        fail(f"{first} and {second} do the same; give rankings that differ")
    return pair


def _puzzles(sources: tuple[str, ...], choice: dict[str, Any]) -> "dict[int, Puzzle]":
    corpus = corpus_options.corpus_of(sources, **choice)
    puzzles = dict(enumerate(outline.puzzle for outline in corpus))
    corpus_options.note_refused(corpus)
    if not puzzles:
        fail(f"none of the {plural(corpus.read, 'outline')} read meets the conditions; ask for less")
    return puzzles


def _worths(pair: "Pair", puzzles: "dict[int, Puzzle]", goal: "Goal", jobs: int) -> "tuple[list[Worth], bool]":
    """Return the complete parts, and whether these are all."""
    from heuristan.lab.ablation import Ablation
    from heuristan.lab.dispatch import LostError
    from heuristan.lab.searching.evaluating import evaluator_of

    rows: list[Worth] = []
    try:
        with evaluator_of(puzzles, jobs) as evaluator, bar("ranking") as show:
            # on Ctrl-C keep the runs that are complete
            rows.extend(Ablation(pair, evaluator, list(puzzles), goal, show).worths())
    except KeyboardInterrupt:
        note("interrupted; the parts that are complete are shown")
        return rows, False
    except LostError as fault:
        fail(str(fault))
    return rows, True


def _show(pair: "Pair", found: "Finding[Worth]") -> None:
    say(wrapped(f"{pair.second.name} differs from {pair.first.name} in:"))
    for each in pair.differences:
        say(wrapped(f"- {each.name}: {each.words}"))
    print_table(*found.cells, leading=found.leading)
    say(wrapped(found.note))


def _text(found: "Finding[Worth]", output: Path) -> str:
    from heuristan.common.quoting import as_words
    from heuristan.lab.reporting.findings import csv_text

    match output.suffix.lower():
        case ".svg":
            return found.svg()
        case ".csv":
            return csv_text(found)
        case _:
            return f"# {as_words(found.title)}\n\n{found.markdown()}\n{as_words(found.note)}\n"
