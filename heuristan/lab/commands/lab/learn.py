"""``heuristan lab learn``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo
from heuristan.cli.failing import check_place, fail, note, refuse_overwriting, write
from heuristan.cli.progress import track
from heuristan.cli.quiet import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heuristan.lab.labelling import Row
    from heuristan.lab.learning import Learned


@command(ok="the ranking is written")
@click.argument("labels", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--start", default="heuristan", show_default=True, metavar="NAME|FILE", help="Ranking to start from.")
@click.option(
    "--output",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="File for the ranking (.yaml).",
)
def learn(labels: Path, start: str, output: Path) -> None:
    """Learn which preferences put a right match first.

    LABELS is what 'lab label' writes. Each rule that chooses a piece gets the list of at most three preferences whose
    first match is right most often; the length is chosen by cross-validation. A third of the training outlines is held
    out: the table shows on them how often the first choice is right before and after, and by gradient boosting, which
    is no ranking but says what is left to gain. Only 'prefer' changes in the ranking that is written.

    \b
    heuristan lab label --corpus many.geojsonl --split training --sets 1 --output labels.parquet
    heuristan lab learn labels.parquet --output learned.yaml
    """  # noqa: D301
    refuse_overwriting(reads=(start, labels), writes=(output,))
    if output.suffix.lower() not in (".yaml", ".yml"):
        fail(f"{output}: a ranking is a YAML file; end its name in .yaml")
    check_place(output)
    from dataclasses import replace

    from heuristan.lab import learning
    from heuristan.tangram.expert.ranking_file import ranking_text, read_ranking

    ranking, rows = read_ranking(start), learning.read_labels(labels)
    learned = learning.learn(rows, ranking, lambda rules: track(rules, "rule", len(ranking.rules)))
    found = learning.ranking_of(ranking, learned)
    title = f"Preferences learned, from {ranking.name}"
    write(output, ranking_text(replace(found, name=output.stem, title=title)))
    _show(rows, learned)
    say(f"ranking in {output}; next: heuristan lab run --split test --rankings {output} ...")


def _show(rows: "Sequence[Row]", learned: "Sequence[Learned]") -> None:
    from heuristan.common.faults import MissingExtraError
    from heuristan.lab.learning import boosted

    try:
        yardstick = {name: str(count) for name, count in boosted(rows, learned).items()}
    except MissingExtraError as fault:
        note(f"no gradient boosting: {fault}")
        yardstick = {}
    echo("choices held out whose first match is right")
    echo(f"{'rule':<20} {'choices':>7} {'before':>7} {'after':>7} {'boosted':>7}  prefers")
    for each in learned:
        counts = f"{len(each.held_out):>7} {each.before:>7} {each.after:>7} {yardstick.get(each.rule.name, '-'):>7}"
        echo(f"{each.rule.name:<20} {counts}  {', '.join(each.prefer) or 'vertex-order'}")
