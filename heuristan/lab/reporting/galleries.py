"""Some of the outlines behind the numbers of a report, as thumbnails, each with a run that did not solve it."""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

import svg

from heuristan.common.json_text import read_json
from heuristan.common.svg.geometry import View, size_of
from heuristan.common.svg.page import region
from heuristan.common.svg.palette import RULE
from heuristan.common.svg.text import clean
from heuristan.lab.reporting.picking import Wanted, condition
from heuristan.lab.reporting.selection import DIGITS, Selection, Trial
from heuristan.lab.reporting.stored import COLUMNS, Stored, as_stored
from heuristan.tangram.expert.ways import WAYS
from heuristan.tangram.outlines.geojson import polygons_of

MOST = 8
"""Maximum number of outlines in a gallery."""

MOST_RANKINGS = 4
"""Maximum number of rankings that have a gallery against the first."""

SIZE = 110.0
"""Width and height of a thumbnail, in pixels."""


class Shown(NamedTuple):
    """An outline in a gallery."""

    outline: Stored
    run: Trial
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


def _all(of: Selection, trials: list[Trial]) -> Iterator[Gallery]:
    first, *others = trials
    for other in others:
        for winner, loser in ((other, first), (first, other)):
            title = f"Solved by {winner.name}, lost by {loser.name}"
            yield _gallery(of, title, Wanted((winner.place,), (loser.place,)), loser)
    title = f"Not solved by {first.name}" if not others else "Not solved by any"
    yield _gallery(of, title, Wanted(lost_by=[trial.place for trial in trials]), first)


def _gallery(of: Selection, title: str, wanted: Wanted, loser: Trial) -> Gallery:
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
