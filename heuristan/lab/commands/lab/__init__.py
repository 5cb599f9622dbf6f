"""``heuristan lab``: rankings tried on thousands of outlines. Begin with `run`."""

from heuristan.cli.failing import need_memory
from heuristan.cli.groups import lazy_group
from heuristan.common.memory import LEAST_OF_LAB

COMMANDS = {
    "heuristan.lab.commands.lab.run": "Run rankings on outlines, and store the results.",
    "heuristan.lab.commands.lab.report": "Make tables and plots of the results in a file.",
    "heuristan.lab.commands.lab.select": "Write the outlines behind a number, as a corpus.",
    "heuristan.lab.commands.lab.show": "Show what rankings did with one outline, and draw a run.",
    "heuristan.lab.commands.lab.ablate": "Say what each difference of two rankings is worth.",
    "heuristan.lab.commands.lab.survey": "Run rankings on every shape of a census.",
    "heuristan.lab.commands.lab.baselines": "Say how much is solved without any idea.",
    "heuristan.lab.commands.lab.search": "Find a better ranking, on training outlines only.",
    "heuristan.lab.commands.lab.label": "Write every match that rules may choose, right or wrong.",
    "heuristan.lab.commands.lab.learn": "Learn which preferences put a right match first.",
    "heuristan.lab.commands.lab.sql": "Query a results file in SQL.",
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
