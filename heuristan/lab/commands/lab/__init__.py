"""``heuristan lab``: rankings tried on thousands of outlines. Begin with `run`."""

from heuristan.cli.commands import lazy_group
from heuristan.cli.failing import need_memory
from heuristan.common.memory import LEAST_OF_LAB


@lazy_group(
    __name__,
    {
        "run": "Run rankings on outlines, and store the results.",
        "report": "Make tables and plots of the results in a file.",
        "select": "Write the outlines behind a number, as a corpus.",
        "show": "Show what rankings did with one outline, and make a run again.",
        "power": "Say how many outlines a difference of two rankings needs.",
        "survey": "Run rankings on every shape of a census.",
        "search": "Find a better ranking, on training outlines only.",
        "paper": "Weigh every sentence of the paper that outlines can test.",
        "decisions": "Add every match that rules may choose, right or wrong.",
        "corpus": "Make a corpus that anybody can make.",
        "sql": "Query a results file in SQL.",
    },
    epilog="Begin with:  heuristan lab run --rankings deutsch-hayes-1972 pieces-first --corpus shapes",
)
def lab() -> None:
    """Try rankings on thousands of outlines, make reports, find better rankings.

    Results are stored in one DuckDB file and never computed twice. Each extraction is judged against all solutions of
    the exact solver. This needs the extra 'lab'.

    \b
    heuristan generate -n 1000 --output many.geojsonl
    heuristan lab run --rankings deutsch-hayes-1972 pieces-first --corpus many.geojsonl --jobs 2
    heuristan lab report lab.duckdb
    """  # noqa: D301
    need_memory(LEAST_OF_LAB)
