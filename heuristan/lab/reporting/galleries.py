"""Some of the outlines behind the numbers of a report: thumbnails, and pages that play a run that did not solve."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import svg

from heuristan.common.json_text import read_json
from heuristan.common.rooms import provided
from heuristan.common.svg.geometry import View, size_of
from heuristan.common.svg.page import region
from heuristan.common.svg.palette import RULE
from heuristan.common.svg.text import clean
from heuristan.lab.reporting.picking import COLUMNS, Stored, Wanted, as_stored, condition
from heuristan.lab.reporting.runs_of import ranking_of, runs_on, wrong_match
from heuristan.lab.reporting.selection import DIGITS, ReportError, Selection, StoredTrial, selected
from heuristan.tangram.expert.ways import WAYS
from heuristan.tangram.outlines.geojson import polygons_of
from heuristan.tangram.solving.result import Result
from heuristan.tangram.solving.shortcuts import solve

MOST = 8
"""Maximum number of outlines in a gallery."""

MOST_RANKINGS = 4
"""Maximum number of rankings that have a gallery against the first."""

SIZE = 110.0
"""Width and height of a thumbnail, in pixels."""


class Shown(NamedTuple):
    """An outline in a gallery."""

    outline: Stored
    run: StoredTrial
    """The run that did not solve it."""

    @property
    def page(self) -> str:
        """The name of the page that plays the run."""
        return f"{self.outline.digest}-{self.run.ranking[:DIGITS]}-{self.run.way}.html"


class Gallery(NamedTuple):
    """Outlines that rankings differ on."""

    title: str
    note: str
    items: tuple[Shown, ...]


def galleries(of: Selection) -> tuple[Gallery, ...]:
    """Return the galleries that have something to show, in the way of the selection that undoes least."""
    way = next(way for way in WAYS if any(trial.way == way for trial in of.trials))
    trials = [trial for trial in of.trials if trial.way == way][: 1 + MOST_RANKINGS]
    return tuple(filter(lambda gallery: gallery.items, _all(of, trials)))


def _all(of: Selection, trials: list[StoredTrial]) -> Iterator[Gallery]:
    first, *others = trials
    for other in others:
        for winner, loser in ((other, first), (first, other)):
            title = f"Solved by {winner.name}, lost by {loser.name}"
            yield _gallery(of, title, Wanted((winner.place,), (loser.place,)), loser)
    title = f"Not solved by {first.name}" if not others else "Not solved by any"
    yield _gallery(of, title, Wanted(lost_by=[trial.place for trial in trials]), first)


def _gallery(of: Selection, title: str, wanted: Wanted, loser: StoredTrial) -> Gallery:
    where = f"FROM chosen WHERE {condition(of, wanted)}"
    ((count,),) = of.ask(f"\nSELECT count(*) {where}")
    rows = of.ask(f"\nSELECT {COLUMNS} {where} ORDER BY vertices, id, outline LIMIT {MOST}")
    items = tuple(Shown(as_stored(row), loser) for row in rows)
    which = f"The {len(items)} with the fewest vertices of {count:,}" if count > len(items) else f"{count:,} in all"
    note = (
        f"{which}, {WAYS[loser.way]}. Write all with 'heuristan lab select {of.path.name}'; see a run with 'heuristan "
        f"lab show {of.path.name} NAME --rankings {loser.name} --output run.html'."
    )
    return Gallery(title, note, items)


def thumbnail(outline: Stored) -> str:
    """Return a small picture of an outline."""
    rings = list(map(tuple, chain(*polygons_of(read_json(outline.feature)["geometry"]))))
    scale = 0.92 * SIZE / max(*size_of(rings, 0), 1e-9)
    view = View.centred(rings, 0, scale, (SIZE / 2, SIZE / 2))
    picture = svg.SVG(
        viewBox=svg.ViewBoxSpec(0, 0, SIZE, SIZE),
        class_=["thumbnail"],
        extra={"role": "img", "aria-label": clean(outline.id)},
        elements=[region(rings, view, "outline", fill="#404040", stroke=RULE)],
    )
    return picture.as_str()


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
