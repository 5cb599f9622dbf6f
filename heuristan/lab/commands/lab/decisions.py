"""``heuristan lab decisions``."""

from pathlib import Path
from typing import Any

from heuristan.cli.commands import command
from heuristan.cli.echoing import say
from heuristan.cli.failing import note
from heuristan.cli.progress import track
from heuristan.common.words import plural
from heuristan.lab.commands.lab import corpus_options


@command(ok="the decisions are in the file")
@corpus_options.results_argument
@corpus_options.rankings_option("Only these rankings of the file.")
@corpus_options.split_option
@corpus_options.where_option(greedy=True)
@corpus_options.count_option("--sample", 1, "to follow, drawn by their digests.")
def decisions(file: Path, rankings: tuple[str, ...], split: str, where: tuple[str, ...], sample: int) -> None:
    """Add every decision of all attempts to a results file.

    FILE is what 'heuristan lab run' wrote, and comes before the options. Each attempt of its runs as published is
    followed, in all positions and with all seeds. The table 'decisions' gets a row for each match that a line accepts,
    and for each piece that fits and that no line accepts: the state, the features by which preferences order matches,
    whether the ranking takes it, and whether a solution has it and all that was taken before. Where the ranking would
    take a wrong match, a right one is taken instead. What is there is not computed again.

    The time grows with the positions, seeds and attempts of the runs: 8 positions and 3 seeds take 24 times as long as
    one run of each outline.

    \b
    heuristan lab decisions lab.duckdb
    heuristan lab decisions lab.duckdb --rankings heuristan --split training --sample 1000
    heuristan lab sql lab.duckdb "FROM decisions" --output decisions.parquet
    """  # noqa: D301
    outlines, rows, unknown = follow(file, sample, rankings=rankings, split=split, where=where)
    if unknown:
        note(f"{plural(len(unknown), 'outline')} left out whose solutions are not known, first: {unknown[0]}")
    followed = plural(outlines - len(unknown), "outline")
    say(f"{followed} followed; {plural(rows, 'row')} in the table decisions; next: heuristan lab report {file}")


def follow(file: Path, sample: int, **choice: Any) -> tuple[int, int, list[str]]:
    """Follow the rankings of a results file; return how many outlines and rows there are, and those left out."""
    from heuristan.lab.corpora import Outline
    from heuristan.lab.decision_rows import add_decisions
    from heuristan.lab.reporting import selected
    from heuristan.lab.reporting.picking import drawn_outlines, ranking_of
    from heuristan.lab.store import Store

    with selected(file, way="published", **choice) as chosen:
        outlines = [Outline(*each) for each in drawn_outlines(chosen, sample)]
        names = {trial.ranking: trial.name for trial in chosen.trials}
        found = [ranking_of(chosen, digest, name) for digest, name in names.items()]
    store, unknown = Store.open(file), dict[str, None]()
    try:
        for ranking in found:
            unknown |= dict.fromkeys(add_decisions(store, ranking, track(outlines, "outline", len(outlines))))
        ((rows,),) = store.rows("SELECT count(*) FROM decisions")
    finally:
        store.close()
    return len(outlines), rows, list(unknown)
