"""The formats that outlines are written in, one line a format."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from heuristan.tangram.outlines.writing.geojson import feature_text
from heuristan.tangram.outlines.writing.shapes import shape_text
from heuristan.tangram.outlines.writing.svg import svg_text
from heuristan.tangram.outlines.writing.wkt import wkt_text
from heuristan.tangram.puzzle.puzzle import Puzzle


class Form(NamedTuple):
    """How outlines are written: several in one file, or each in a file of its own."""

    one: Callable[[Puzzle, float | None], str]
    """The text of a puzzle, given the length of a small leg (None: as the puzzle came)."""
    holds_many: bool = True
    before: str = ""
    """What stands before several figures in one file, ..."""
    between: str = "\n"
    """... between them, ..."""
    after: str = "\n"
    """... and after them."""


FORMS = {
    "yaml": Form(lambda puzzle, _: shape_text(puzzle), holds_many=False),
    "geojson": Form(feature_text, True, '{"type": "FeatureCollection", "features": [\n', ",\n", "\n]}\n"),
    "geojsonl": Form(feature_text),
    "wkt": Form(wkt_text),
    "svg": Form(svg_text, holds_many=False),
}

BY_SUFFIX = {
    ".yaml": "yaml",
    ".yml": "yaml",
    ".geojson": "geojson",
    ".json": "geojson",
    ".geojsonl": "geojsonl",
    ".jsonl": "geojsonl",
    ".wkt": "wkt",
    ".svg": "svg",
}


def form_of(path: Path) -> str | None:
    """The format that the ending of a file's name stands for."""
    return BY_SUFFIX.get(path.suffix.lower())
