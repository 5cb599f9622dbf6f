"""``heuristan lab``: rankings tried on thousands of outlines."""

from heuristan.cli.kit.groups import lazy_group

COMMANDS = {
    "heuristan.cli.tangram.lab.run": "Try each ranking on each outline, and keep what came of it.",
    "heuristan.cli.tangram.lab.report": "Tables and plots of what a results file holds.",
    "heuristan.cli.tangram.lab.search": "Find a better ranking, on the training outlines alone.",
    "heuristan.cli.tangram.lab.sql": "Ask a results file a question in SQL.",
}
"""The module of each command, and its summary."""


@lazy_group(
    COMMANDS, epilog="Begin with:  heuristan lab run --rankings deutsch-hayes-1972 pieces-first --corpus shapes"
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
