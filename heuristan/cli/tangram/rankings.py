"""``heuristan rankings``."""

import click

from heuristan.cli.kit.commands import command


@command(ok="listed")
def rankings() -> None:
    """List the rankings, and how each differs from the default.

    A file of your own is used with: heuristan solve OUTLINE --ranking FILE
    """
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
