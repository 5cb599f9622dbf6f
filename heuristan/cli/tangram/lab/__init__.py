"""``heuristan lab``: rankings tried on thousands of outlines. Begin with `run`."""

from heuristan.cli.kit.failing import need_memory
from heuristan.cli.kit.groups import lazy_group
from heuristan.common.memory import LEAST_OF_LAB

COMMANDS = {
    "heuristan.cli.tangram.lab.run": "Run rankings on outlines, and store the results.",
    "heuristan.cli.tangram.lab.report": "Make tables and plots of the results in a file.",
    "heuristan.cli.tangram.lab.select": "Write the outlines behind a number, as a corpus.",
    "heuristan.cli.tangram.lab.show": "Show what rankings did with one outline, and draw a run.",
    "heuristan.cli.tangram.lab.ablate": "Say what each difference of two rankings is worth.",
    "heuristan.cli.tangram.lab.survey": "Run rankings on every shape of a census.",
    "heuristan.cli.tangram.lab.baselines": "Say how much is solved without any idea.",
    "heuristan.cli.tangram.lab.search": "Find a better ranking, on training outlines only.",
    "heuristan.cli.tangram.lab.label": "Write every match that rules may choose, right or wrong.",
    "heuristan.cli.tangram.lab.learn": "Learn which preferences put a right match first.",
    "heuristan.cli.tangram.lab.sql": "Query a results file in SQL.",
}
"""The module of each command, and its summary."""


@lazy_group(
    COMMANDS, epilog="Begin with:  heuristan lab run --rankings deutsch-hayes-1972 pieces-first --corpus shapes"
)
def lab() -> None:
    """Try rankings on thousands of outlines, make reports, find better rankings.

    Results are stored in one DuckDB file and never computed twice. Each extraction is judged against all solutions of
    the exact solver. This needs more than the core: pip install 'heuristan[lab]'

    \b
    heuristan generate -n 1000 --output many.geojsonl
    heuristan lab run --rankings deutsch-hayes-1972 pieces-first --corpus many.geojsonl --jobs 2
    heuristan lab report lab.duckdb
    """  # noqa: D301
    need_memory(LEAST_OF_LAB)
