"""A gallery of pages to play on: every shape that has a solution, and a page that shows them all."""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from heuristan.common.plane import Ring
from heuristan.common.quoting import as_markup
from heuristan.common.web.bundle import still_page
from heuristan.tangram.api import Puzzle
from heuristan.tangram.outlines.reading import IMPOSSIBLE, shape_files
from heuristan.tangram.outlines.shape import ShapeFile, read_shape
from heuristan.teaching.web.in_legs import rings_of
from heuristan.teaching.web.play.play_file import FOLDERS as MODULES
from heuristan.teaching.web.play.play_file import STYLES, play_page
from heuristan.version import __version__

TITLE = "Tangrams to play"
LEAD = "Choose one, and fill it with all its pieces. Hints are there; no piece is left over, and none lies on another."
LEVELS = ("easy", "medium", "hard")
MARGIN = 0.3
"""Around a silhouette, in legs."""


class Card(NamedTuple):
    """A shape in the gallery."""

    name: str
    title: str
    level: str
    rings: list[Ring]
    page: str


def gallery_files() -> Mapping[str, bytes]:
    """Return the files of a gallery by their names."""
    cards = list(_cards())
    pages = {f"play/{card.name}.html": card.page.encode() for card in cards}
    index = still_page(TITLE, STYLES, _index(cards), MODULES).encode()
    return {"index.html": index, **pages}


def lock_of(found: Mapping[str, bytes]) -> bytes:
    """Return what says which files a gallery has."""
    inside = {name: {"bytes": len(data), "sha256": sha256(data).hexdigest()} for name, data in sorted(found.items())}
    lock: dict[str, Any] = {"parts": {"heuristan": __version__}, "files": inside}
    return (json.dumps(lock, indent=1) + "\n").encode()


def _cards() -> Iterator[Card]:
    """Yield the shapes from easy to hard, those of the seven pieces first; each page leads to the next one."""
    shapes = [read_shape(path) for path in shape_files().values() if path.parent.name != IMPOSSIBLE]
    shapes.sort(key=lambda shape: (shape.puzzle.pieces.name != "tangram", LEVELS.index(_level(shape)), shape.name))
    for shape, after in zip(shapes, (*shapes[1:], None), strict=True):
        puzzle = Puzzle.from_name(shape.name)
        around = {"gallery": "../index.html"} | ({"next": f"{after.name}.html"} if after else {})
        page = play_page(puzzle, puzzle.solve(), around)
        assert page is not None, f"{shape.name} ships among the shapes that have a solution"
        pieces = puzzle.pieces.name
        level = _level(shape) + (f", {pieces}" if pieces != "tangram" else "")
        yield Card(shape.name, shape.title, level, [tuple(ring) for ring in rings_of(puzzle)], page)


def _level(shape: ShapeFile) -> str:
    return shape.difficulty.split(";")[0]


def _index(cards: list[Card]) -> str:
    items = "\n".join(map(_item, cards))
    return f"""<header class="top"><span class="name">heuristan</span></header>
<main class="view gallery">
<h1>{TITLE}</h1>
<p class="lead">{LEAD}</p>
<ul class="shapes">
{items}
</ul>
</main>"""


def _item(card: Card) -> str:
    xs, ys = zip(*(spot for ring in card.rings for spot in ring), strict=True)
    box = (min(xs) - MARGIN, -max(ys) - MARGIN, max(xs) - min(xs) + 2 * MARGIN, max(ys) - min(ys) + 2 * MARGIN)
    path = " ".join(f"M{'L'.join(f'{x:g},{-y:g}' for x, y in ring)}Z" for ring in card.rings)
    view = " ".join(f"{value:g}" for value in box)
    drawn = f'<svg class="silhouette" viewBox="{view}" aria-hidden="true"><path d="{path}" fill-rule="evenodd"/></svg>'
    title, level = as_markup(card.title), as_markup(card.level)
    words = f'<b>{title}</b><span class="quiet">{level}</span>'
    return f'<li><a class="shape" href="play/{card.name}.html">{drawn}{words}</a></li>'
