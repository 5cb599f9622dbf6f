"""``heuristan rankings``."""

from typing import TYPE_CHECKING

import click

from heuristan.cli.kit.commands import command
from heuristan.cli.kit.failing import fail

if TYPE_CHECKING:
    from heuristan.tangram.expert.ways import Way


@command(ok="listed")
@click.option("--show", "shown", metavar="NAME|FILE", help="Name or file of a ranking whose rules are shown.")
@click.option(
    "--way",
    type=click.Choice(["published", "retry", "backtracking"]),
    help="Way to run it, as some rules differ; with --show.  [default: published]",
)
def rankings(shown: str | None, way: "Way | None") -> None:
    """List the rankings, and how each differs from the default, or show one as the rules of the engine.

    A file of your own is used with: heuristan solve OUTLINE --ranking FILE

    \b
    heuristan rankings
    heuristan rankings --show deutsch-hayes-1972         # facts and rules, in the notation of CLIPS
    """  # noqa: D301
    if way is not None and shown is None:
        fail("--way is for the rules of one ranking; add --show NAME")
    if shown is None:
        _list()
        return
    from heuristan.tangram.expert.clips import rules_as_text
    from heuristan.tangram.expert.ranking_file import read_ranking

    click.echo(rules_as_text(read_ranking(shown), way or "published"))


def _list() -> None:
    from heuristan.tangram.expert.ranking import DEFAULT, differences
    from heuristan.tangram.expert.ranking_file import ranking_names, read_ranking

    found = [read_ranking(name) for name in ranking_names()]
    default = next(ranking for ranking in found if ranking.name == DEFAULT)
    for ranking in found:
        click.echo(f"{ranking.name}{'  (default)' if ranking is default else ''}\n    {ranking.title}")
        if ranking is default:
            for number, rule in enumerate(ranking.rules, 1):
                click.echo(f"    {number:2}. {rule.name}{'  (repeated)' if rule.repeat else ''}")
        for difference in differences(ranking, default):
            click.echo(f"    - {difference}")
        if ranking.note:
            click.echo(click.wrap_text(ranking.note, initial_indent="    ", subsequent_indent="    "))
