"""``heuristan lab label``."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import remark
from heuristan.cli.failing import check_place, fail, note, refuse_overwriting
from heuristan.cli.progress import bar
from heuristan.common.words import plural
from heuristan.lab.commands.lab.corpus_options import corpus_of, corpus_option, outline_options, output_option
from heuristan.tangram.commands.outline_options import RANKING

if TYPE_CHECKING:
    from heuristan.lab.corpora import Corpus
    from heuristan.lab.labelling import Row
    from heuristan.tangram.expert.ranking import Ranking


@command(ok="the labels are written")
@corpus_option
@click.option("--ranking", default="heuristan", show_default=True, type=RANKING, help="Ranking to follow.")
@outline_options()
@output_option("File of Parquet.", required=True)
def label(corpus: tuple[str, ...], ranking: str, output: Path, **choice: Any) -> None:
    """Write every match that rules may choose, and whether it is right.

    The first attempt of a ranking as published is followed on each outline. Every piece that fits in a state is a row:
    the number that each preference gives it, and whether a solution has it together with all that was taken before.
    Where the ranking would take a wrong match, a right one is taken instead.

    \b
    heuristan lab label --output labels.parquet
    heuristan lab label --corpus many.geojsonl --split training --sets 1 --output labels.parquet
    """  # noqa: D301
    refuse_overwriting(reads=(ranking, *corpus), writes=(output,))
    if output.suffix.lower() != ".parquet":
        fail(f"{output}: labels are written as Parquet; end the name in .parquet")
    check_place(output)
    from heuristan.lab.labelling import write_labels
    from heuristan.tangram.expert.ranking_file import read_ranking

    followed, outlines = read_ranking(ranking), corpus_of(corpus, **choice)
    unknown: list[str] = []
    rows = write_labels(output, _labelled(outlines, followed, unknown))
    if unknown:
        note(f"{plural(len(unknown), 'outline')} left out whose solutions are not known, first: {unknown[0]}")
    if not rows:
        fail(f"none of the {plural(outlines.read, 'outline')} read can be labelled; ask for less")
    remark(f"{plural(rows, 'match', 'matches')} of {plural(outlines.taken - len(unknown), 'outline')} in {output}")


def _labelled(outlines: "Corpus", ranking: "Ranking", unknown: list[str]) -> "Iterator[list[Row]]":
    from heuristan.lab.labelling import labels

    with bar("outline") as show:
        for number, outline in enumerate(outlines, 1):
            found = labels(outline, ranking)
            if found is None:
                unknown.append(outline.puzzle.id)
            else:
                yield found
            show(number, outlines.expected())
