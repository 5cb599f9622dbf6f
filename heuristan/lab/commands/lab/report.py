"""``heuristan lab report``."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo, say
from heuristan.cli.failing import fail, refuse_overwriting, write
from heuristan.lab.commands.lab import corpus_options
from heuristan.lab.commands.lab.printing import print_table, wrapped

if TYPE_CHECKING:
    from heuristan.lab.reporting import Report

PAGES = (".html", ".md")

SHOWN = ("solved", "comparison", "reliability")
"""Tables that are shown on the terminal as well."""


@command(ok="the report is written")
@corpus_options.results_argument
@corpus_options.rankings_option(
    "Only these rankings: names, ranking files or beginnings of digests. The first is compared with the others."
)
@corpus_options.split_option
@corpus_options.where_option(greedy=True)
@corpus_options.way_option
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE|FOLDER",
    help="A page with its plots (.html), Markdown with plots in files beside it (.md), or a folder with a CSV file for "
    "each table.  [default: the results file's name with -report.html]",
)
@corpus_options.count_option("--baselines", 0, "on which baselines are run for comparison.")
def report(
    file: Path,
    rankings: tuple[str, ...],
    split: str,
    where: tuple[str, ...],
    way: str | None,
    output: Path | None,
    baselines: int,
) -> None:
    """Make tables and plots of the results in a file.

    FILE is what 'heuristan lab run' wrote, and comes before the options. The report begins with a conclusion. It shows
    how many outlines each ranking solved, by kind, vertices and origin; how reliable each rule was, against all
    solutions; which rules were decisive; rankings compared on the same outlines, with an exact test; restarts, undone
    steps and time. Numbers have intervals, and tables their SQL.

    \b
    heuristan lab report lab.duckdb
    heuristan lab report lab.duckdb --rankings deutsch-hayes-1972 pieces-first --split test
    heuristan lab report lab.duckdb --where made=human "sets = 1" --output human.html
    heuristan lab report lab.duckdb --output tables
    """  # noqa: D301
    target = output or file.parent / f"{file.stem}-report.html"
    if target.suffix:
        corpus_options.check_output(target, PAGES, "; a folder of CSV has a name without a dot")
        refuse_overwriting(reads=(file, *rankings), writes=(target,))
    found = _found(file, baselines, rankings=rankings, split=split, where=where, way=way)
    write_report(found, target)
    _show(found)
    say(f"written: {target}")


def _found(file: Path, baselines: int, **choice: Any) -> "Report":
    from heuristan.cli.progress import bar
    from heuristan.lab.reporting import AskedAgain
    from heuristan.lab.reporting import report as report_of

    with bar("outline") as show:
        return report_of(file, AskedAgain(baselines, show), **choice)


def write_report(found: "Report", target: Path) -> None:
    """Write a report as a page, or as a folder of tables."""
    from heuristan.lab.reporting.full_report import html, markdown, plot_name

    if target.suffix.lower() == ".html":
        write(target, html(found))
    elif target.suffix.lower() == ".md":
        write(target, markdown(found, target.stem))
        for each in found.findings:
            if each.has_plot:
                write(target.with_name(plot_name(target.stem, each)), each.svg())
    else:
        _write_tables(found, target)


def _write_tables(found: "Report", folder: Path) -> None:
    from heuristan.common.files import write_whole
    from heuristan.lab.reporting.findings import csv_text

    try:
        folder.mkdir(exist_ok=True)
        for each in found.findings:
            write_whole(folder / f"{each.name}.csv", csv_text(each).encode())
    except OSError as fault:
        fail(f"{folder}: the tables cannot be written there ({fault.strerror}); choose another --output")


def _show(found: "Report") -> None:
    """Print the conclusion, the remarks and the main tables."""
    for words in (*found.conclusions, *found.remarks):
        echo(wrapped(words))
    for finding in (found[name] for name in SHOWN):
        echo(f"\n{finding.title}")
        if finding.rows:
            print_table(*finding.cells)
        else:
            echo(f"  {finding.nothing}")
