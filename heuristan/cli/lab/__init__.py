"""``heuristan lab``: rankings tried on thousands of outlines."""

from typing import ClassVar

import click

from heuristan.cli import LazyGroup


class LabGroup(LazyGroup):
    """The commands of the laboratory, imported when they are named."""

    home = "heuristan.cli.lab"
    commands_and_summaries: ClassVar[dict[str, str]] = {
        "run": "Try each ranking on each outline, and keep what came of it.",
        "report": "Tables and plots of what a results file holds.",
        "search": "Find a better ranking, on the training outlines alone.",
        "sql": "Ask a results file a question in SQL.",
    }


@click.group(
    cls=LabGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Begin with:  heuristan lab run --rankings deutsch-hayes-1972 pieces-first --corpus shapes",
)
def lab() -> None:
    """Try rankings on thousands of outlines, report, find better ones.

    Results are kept in one DuckDB file, are never computed twice, and each extraction is judged against all solutions
    of the exact solver. What is wanted beyond the core: pip install 'heuristan[lab]'

    \b
    heuristan generate -n 1000 --output many.geojsonl
    heuristan lab run --rankings deutsch-hayes-1972 pieces-first --corpus many.geojsonl --jobs 2
    heuristan lab report lab.duckdb
    """  # noqa: D301
