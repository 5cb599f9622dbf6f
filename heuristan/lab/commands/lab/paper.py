"""``heuristan lab paper``."""

import shlex
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo, say
from heuristan.cli.failing import NOT_ALL, refuse_overwriting
from heuristan.cli.progress import bar
from heuristan.lab.commands.lab import corpus_options
from heuristan.lab.commands.lab.decisions import follow
from heuristan.lab.commands.lab.printing import print_table, wrapped
from heuristan.lab.commands.lab.report import PAGES, write_report
from heuristan.lab.commands.lab.run import plan_of, results_option, run_all

if TYPE_CHECKING:
    from heuristan.lab.reporting import Report

SHOWN = ("Section", "Sentence", "Verdict")


@command(ok="the scoreboard is made", otherwise="an outline was refused or a run failed")
@corpus_options.corpus_option
@corpus_options.outline_options()
@corpus_options.jobs_option
@results_option
@corpus_options.count_option("--again", 1, "whose states are looked at again, for what no results file holds.")
@corpus_options.output_option("File for the page (.md, .html), with all figures.")
def paper(corpus: tuple[str, ...], jobs: int, results: Path, again: int, output: Path | None, **choice: Any) -> None:
    """Weigh every sentence of the paper that outlines can test.

    The paper's orders and variants of them run as published on outlines of one set without holes; results are kept, and
    the same command goes on where it was. Each sentence gets a verdict with its figures: holds, does not hold, occurs,
    or too few to say. Readings of the lost figures are weighed by what the paper says of their solutions.

    \b
    heuristan lab paper
    heuristan lab paper --corpus many.geojsonl --where made=human --results paper.duckdb --output scoreboard.md
    """  # noqa: D301
    refuse_overwriting(reads=corpus, writes=(results, output))
    corpus_options.check_output(output, PAGES)
    from heuristan.lab.scoring.scoreboard import KINDS, NEEDED, source_of

    plan, texts = plan_of([source_of(name) for name in NEEDED], ["published"], None)

    choice["sets"], choice["kinds"] = 1, choice["kinds"] or KINDS
    status = run_all(plan, texts, corpus_options.corpus_of(corpus, **choice), results, jobs)
    if status not in (0, NOT_ALL):
        raise SystemExit(status)
    found = _found(results, again, choice)
    for words in (*found.conclusions, *found.remarks):
        echo(wrapped(words))
    _show(found)
    if output is not None:
        write_report(found, output)
        say(f"written: {output}")
    raise SystemExit(status)


def _found(results: Path, again: int, choice: dict[str, Any]) -> "Report":
    from heuristan.lab.scoring.scoreboard import ONE_SET, PAPERS_CLASS, Provenance, scoreboard
    from heuristan.lab.scoring.sentences import FINAL
    from heuristan.lab.scoring.stored_runs import Results

    command = shlex.join(["heuristan", *sys.argv[1:]])
    stored = Results(results, choice["split"], tuple(choice["where"]))
    follow(results, again, rankings=FINAL, split=stored.split, where=(*stored.where, ONE_SET, PAPERS_CLASS))
    with bar("outline") as show:
        return scoreboard(stored, Provenance(command, date.today(), again, show))


def _show(found: "Report") -> None:
    for finding in found.findings:
        echo(f"\n{finding.title}")
        head, rows, numeric = finding.cells
        kept = [i for i, title in enumerate(head) if finding.name != "sentences" or title in SHOWN]
        print_table([head[i] for i in kept], [[row[i] for i in kept] for row in rows], [numeric[i] for i in kept])
