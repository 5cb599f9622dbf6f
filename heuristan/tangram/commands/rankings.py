"""``heuristan rankings``."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command, refuse_given
from heuristan.cli.echoing import echo, say
from heuristan.cli.failing import STANDARD_OUTPUT, check_place, fail, note, refuse_overwriting, write
from heuristan.tangram.commands.outline_options import RANKING, functions_option

if TYPE_CHECKING:
    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.expert.ways import Way

COPIES = (".yaml", ".yml")
"""Endings of files that get the ranking itself; others get its rules as the engine has them."""


@command(ok="listed")
@click.argument("mine", required=False, metavar="[FILE]")
@click.option("--show", "shown", type=RANKING, help="Name or file of a ranking whose rules are shown.")
@click.option(
    "--way",
    type=click.Choice(["published", "retry", "backtracking"]),
    help="Way to run it, as some rules differ; with --show.  [default: published]",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="File for what --show shows; one that ends in .yaml gets a copy of the ranking, to edit.",
)
@click.option("--whole", is_flag=True, help="Show all that a run does too: kinds of facts, functions, all rules.")
@functions_option
def rankings(mine: str | None, shown: str | None, way: "Way | None", output: Path | None, *, whole: bool) -> None:
    """List the rankings, show or copy one, or say how yours differs.

    Without FILE the rankings are listed, and how each differs from the default. FILE is a ranking of your own: it is
    set beside the one that ships with the fewest differences. It is used with: heuristan solve OUTLINE --ranking FILE

    \b
    heuristan rankings
    heuristan rankings --show deutsch-hayes-1972         # its lines as rules, in the notation of CLIPS
    heuristan rankings --show heuristan --output mine.clp  # to edit: heuristan solve cat --ranking mine.clp
    heuristan rankings --show heuristan --output mine.yaml
    heuristan rankings mine.yaml                         # how does it differ?
    """  # noqa: D301
    if mine is not None and shown is not None:
        fail("a ranking is shown or compared; leave out --show, or the file")
    for option, is_given in (("--way", way), ("--output", output), ("--whole", whole)):
        if is_given and shown is None:
            fail(f"{option} is for one ranking; add --show NAME")
    if mine is not None:
        _compare(mine)
    elif shown is not None:
        _show(shown, way, output, whole=whole)
    else:
        _list()


def warn_of_covered(ranking: "Ranking") -> None:
    """Say on standard error which rules of a ranking take nothing, because one above takes all that they do."""
    from heuristan.tangram.expert.ranking import covered

    for sentence in covered(ranking):
        note(f"{ranking.name}: {sentence}")


def _show(source: str, way: "Way | None", output: Path | None, *, whole: bool) -> None:
    """Print the rules of a ranking, or write them or the ranking itself into a file."""
    from heuristan.tangram.expert.ranking_file import read_ranking
    from heuristan.tangram.expert.whole_text import lines_as_text, ranking_as_text

    ranking = read_ranking(source)
    warn_of_covered(ranking)
    if output is not None:
        refuse_overwriting(reads=(source,), writes=(output,))
        check_place(output)
    if output is not None and output.suffix.lower() in COPIES:
        refuse_given(("way", "whole"), "says which rules are shown, and a copy has those of all ways")
        write(output, _copy(source, output.stem))
        say(f"a copy of {ranking.name} is in {output}; next: heuristan rankings {output}")
        return
    write(output or STANDARD_OUTPUT, (ranking_as_text if whole else lines_as_text)(ranking, way or "published"))


def _copy(source: str, name: str) -> str:
    """Return the text of a ranking under another name."""
    from heuristan.tangram.expert.ranking_entries import text_of

    named = f"name: {json.dumps(name, ensure_ascii=False)}"
    return re.sub(r"^name:.*$", lambda _: named, text_of(source), count=1, flags=re.M)


def _compare(source: str) -> None:
    """Print how a ranking differs from the nearest one that ships: the one with the fewest differences."""
    from heuristan.tangram.expert.ranking import differences
    from heuristan.tangram.expert.ranking_entries import ranking_names, shipped_file
    from heuristan.tangram.expert.ranking_file import read_ranking

    mine = read_ranking(source)
    warn_of_covered(mine)
    itself = mine.name if shipped_file(source) else None
    shipped = (read_ranking(name) for name in ranking_names() if name != itself)
    found, other = min(((differences(mine, each), each) for each in shipped), key=lambda pair: len(pair[0]))
    if not found:
        echo(f"{mine.name} does the same as {other.name}.")
        return
    echo(f"{mine.name} is nearest to {other.name}:")
    for difference in found:
        echo(f"    - {difference}")


def _list() -> None:
    from heuristan.tangram.expert.ranking import DEFAULT, differences
    from heuristan.tangram.expert.ranking_entries import ranking_names
    from heuristan.tangram.expert.ranking_file import read_ranking

    found = [read_ranking(name) for name in ranking_names()]
    default = next(ranking for ranking in found if ranking.name == DEFAULT)
    for ranking in found:
        echo(f"{ranking.name}{'  (default)' if ranking is default else ''}\n    {ranking.title}")
        if ranking is default:
            for number, rule in enumerate(ranking.rules, 1):
                echo(f"    {number:2}. {rule.name}{'  (repeated)' if rule.repeat else ''}")
        for difference in differences(ranking, default):
            echo(f"    - {difference}")
        if ranking.note:
            echo(click.wrap_text(ranking.note, initial_indent="    ", subsequent_indent="    "))
