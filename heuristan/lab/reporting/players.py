"""Pages that play runs of a results file, made again for whoever follows a thumbnail."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from heuristan.common.rooms import provided
from heuristan.lab.reporting.galleries import Shown
from heuristan.lab.reporting.runs_of import ranking_of, runs_on, wrong_match
from heuristan.lab.reporting.selection import ReportError, Selection, selected
from heuristan.tangram.solving.result import Result
from heuristan.tangram.solving.shortcuts import solve


def players_of(path: Path, runs: Iterable[Shown]) -> Iterator[tuple[str, str]]:
    """Yield for each run the name of its page, and the page; runs that this heuristan cannot make are left out."""
    player_page = provided("player_page", "a page that plays a run")
    with selected(path) as of:
        for shown in runs:
            try:
                ranking = ranking_of(of, shown.run.ranking, shown.run.name)
            except ReportError:
                continue
            result = solve(shown.outline.puzzle, ranking, way=shown.run.way, limit=shown.run.time_limit or None)
            yield shown.page, player_page(result.trace, ranking, opens_at=_wrong(of, shown, result))


def _wrong(of: Selection, shown: Shown, result: Result) -> int | None:
    runs = runs_on(of, shown.outline)
    run = next((run for run in runs if (run.digest, run.way) == (shown.run.ranking, shown.run.way)), None)
    return wrong_match(run, result) if run else None
