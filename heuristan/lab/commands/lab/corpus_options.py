"""Options that commands of the laboratory share, above all to choose outlines."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from heuristan.cli.failing import check_place, fail, note
from heuristan.cli.options import several
from heuristan.cli.sources import names_of
from heuristan.common.words import listed, plural
from heuristan.tangram.commands.outline_options import OUTLINE, RANKING

if TYPE_CHECKING:
    from heuristan.lab.corpora import Corpus

F = TypeVar("F", bound=Callable[..., Any])

KINDS = ("convex", "simple-10-", "simple-11+", "holes", "touching", "parts")
"""`heuristan.lab.columns.KINDS`, which is not imported here so that ``--help`` stays quick."""

WAYS = ("published", "retry", "backtracking")
"""The keys of `heuristan.tangram.expert.ways.WAYS`."""

SPLITS = ("training", "test", "all")
GOALS = ("first-attempt", "any-attempt")

corpus_option = several(
    "--corpus",
    type=OUTLINE,
    default=("shapes",),
    metavar="OUTLINE...",
    help="Outlines: files in any format that 'solve' reads, folders, quoted patterns, or 'shapes': those that ship.  "
    "[default: shapes]",
)

jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Number of processes."
)

results_argument = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


def rankings_option(help: str, name: str = "--rankings") -> Callable[[F], F]:
    """Return a decorator that adds a choice of the rankings in a results file."""
    return several(name, greedy=True, type=RANKING, metavar="NAME|FILE...", help=help)


def output_option(help: str, **settings: Any) -> Callable[[F], F]:
    """Return a decorator that adds ``--output``, a file."""
    return click.option(
        "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help=help, **settings
    )


def check_output(output: Path | None, endings: Sequence[str], otherwise: str = "") -> None:
    """Check that a file to write, if there is one, says its format and can be written.

    Args:
        output: the file.
        endings: those that say a format.
        otherwise: what else can be given, in words.
    """
    if output is not None:
        if output.suffix.lower() not in endings:
            fail(f"{output}: which format? End it in {listed(endings, 'or')}{otherwise}")
        check_place(output)


def count_option(name: str, fewest: int, help: str) -> Callable[[F], F]:
    """Return a decorator that adds the number of outlines on which something is asked, 100 if it is not given."""
    return click.option(
        name,
        type=click.IntRange(fewest),
        default=100,
        show_default=True,
        metavar="N",
        help=f"Number of outlines {help}",
    )


def goal_option(help: str) -> Callable[[F], F]:
    """Return a decorator that adds the goal for which rankings are compared."""
    return click.option("--goal", type=click.Choice(GOALS), default="first-attempt", show_default=True, help=help)


split_option = click.option(
    "--split",
    type=click.Choice(SPLITS),
    default="all",
    show_default=True,
    help="Half of all outlines is for tuning rankings, half for judging them.",
)

way_option = click.option(
    "--way", type=click.Choice(WAYS), help="Only runs of this way: as published, with retry, or with backtracking."
)


def where_option(**settings: Any) -> Callable[[F], F]:
    """Return a decorator that adds ``--where``."""
    return several(
        "--where",
        commas=False,
        metavar="CONDITION...",
        help="Conditions on outlines: made=human, or SQL like \"vertices > 12\" ('heuristan lab sql' lists columns).",
        **settings,
    )


def choice_options(fewest: int) -> Callable[[F], F]:
    """Return a decorator that adds the options that choose outlines.

    Args:
        fewest: the minimum of ``--sample``.
    """
    options = (
        click.option("--sets", type=click.IntRange(1, 100), help="Only outlines of this number of sets of pieces."),
        several("--kind", "kinds", known=KINDS, help=f"Only outlines of these kinds: {', '.join(KINDS)}."),
        where_option(),
        click.option("--sample", type=click.IntRange(fewest), metavar="N", help="Draw a sample of N outlines."),
    )

    def add(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return add


def outline_options() -> Callable[[F], F]:
    """Return a decorator that adds the options that choose outlines of either half, and ``--seed``."""
    seed = click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the sample.")
    return lambda function: split_option(choice_options(1)(seed(function)))


def corpus_of(sources: Sequence[str], **choice: Any) -> "Corpus":
    """Return the corpus that the options ask for."""
    from heuristan.lab.corpora import Corpus, OutlineChoice

    return Corpus([name for source in sources for name in names_of(source)], OutlineChoice(**choice))


def note_refused(corpus: "Corpus") -> None:
    """Tell how many outlines were refused, and why the first was."""
    if corpus.refused:
        note(f"{plural(len(corpus.refused), 'outline')} refused, first: {corpus.refused[0].message}")


def note_unnamed(*rankings: str) -> None:
    """Tell what rankings of one's own leave unsaid and the paper's has otherwise."""
    from heuristan.lab.identity import unnamed_settings

    for source in rankings:
        if words := unnamed_settings(source):
            note(f"{source} does not name {listed(words)}: see docs/format-rankings.md")
