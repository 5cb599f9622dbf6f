"""A gallery of pages to play on: every shape that has a solution, and a page that shows them all."""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from heuristan.common.web.bundle import page
from heuristan.tangram.api import Puzzle
from heuristan.tangram.outlines.reading import IMPOSSIBLE, shape_files
from heuristan.tangram.outlines.shape import ShapeFile, read_shape
from heuristan.teaching.texts.translating import LANGUAGES, texts_of
from heuristan.teaching.web.in_legs import rings_of
from heuristan.teaching.web.play.play_file import FOLDERS as MODULES
from heuristan.teaching.web.play.play_file import STYLES, play_page
from heuristan.version import __version__

TITLE = "Tangrams to play"
WORDS = "Each of the pages in the folder play is a puzzle. This page needs scripts; they are in the page."
SECTIONS = ("page", "shapes")
"""What the page that shows all has of a catalogue."""
LEVELS = ("easy", "medium", "hard")


class Card(NamedTuple):
    """A shape in the gallery."""

    name: str
    shown: dict[str, Any]
    """What the page that shows all says of it: see `play-gallery.js`."""
    page: str


def gallery_files() -> Mapping[str, bytes]:
    """Return the files of a gallery by their names."""
    cards = list(_cards())
    pages = {f"play/{card.name}.html": card.page.encode() for card in cards}
    shown = {"cards": [card.shown for card in cards], "texts": {each: texts_of(each, *SECTIONS) for each in LANGUAGES}}
    index = page(TITLE, "play-gallery", STYLES, shown, WORDS, call="galleryHere", folders=MODULES)
    return {"index.html": index.encode(), **pages}


def lock_of(found: Mapping[str, bytes]) -> bytes:
    """Return what says which files a gallery has."""
    inside = {name: {"bytes": len(data), "sha256": sha256(data).hexdigest()} for name, data in sorted(found.items())}
    lock: dict[str, Any] = {"parts": {"heuristan": __version__}, "files": inside}
    return (json.dumps(lock, indent=1) + "\n").encode()


def _cards() -> Iterator[Card]:
    """Yield the shapes from easy to hard, in a level those of the seven pieces first; each leads to the next one."""
    shapes = [read_shape(path) for path in shape_files().values() if path.parent.name != IMPOSSIBLE]
    shapes.sort(key=lambda shape: (LEVELS.index(_level(shape)), shape.puzzle.pieces.name != "tangram", shape.name))
    for shape, after in zip(shapes, (*shapes[1:], None), strict=True):
        puzzle = Puzzle.from_name(shape.name)
        around = {"gallery": "../index.html"} | ({"next": f"{after.name}.html"} if after else {})
        made = play_page(puzzle, puzzle.solve(), around)
        assert made is not None, f"{shape.name} ships among the shapes that have a solution"
        shown = {
            "page": f"play/{shape.name}.html",
            "title": shape.title,
            "level": _level(shape),
            "set": puzzle.pieces.name,
            "rings": rings_of(puzzle),
        }
        yield Card(shape.name, shown, made)


def _level(shape: ShapeFile) -> str:
    return shape.difficulty.split(";")[0]
