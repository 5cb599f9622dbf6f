"""The formats that outlines are read from: a line of a table here, or in the `offers` of another room, and a module."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from heuristan.common.files import is_text
from heuristan.common.rooms import offered

if TYPE_CHECKING:  # every command loads this table
    from heuristan.tangram.pieces.sets import PieceSet
    from heuristan.tangram.puzzle.drawing import Refusal
    from heuristan.tangram.puzzle.puzzle import Puzzle

Found: TypeAlias = "Iterator[Puzzle | Refusal]"


class Format(NamedTuple):
    """A format that outlines are read from."""

    title: str
    """The name that users see."""
    endings: tuple[str, ...]
    """The usual endings of its files. A file is recognised by its content; in a folder, by these endings too."""
    module: str
    """The module or package that reads it, imported when a file may be of this format; one in this folder has a dot.

    Its function `recognises(head)` returns whether the first bytes of a file are those of the format. Its function
    `read(path)` yields drawings and refusals, one after the other.
    """
    is_text: bool = True
    """Whether its files are UTF-8 text."""
    is_exact: bool = False
    """Whether `read(path, pieces)` of its module yields puzzles instead of drawings, because lengths are exact."""
    is_picture: bool = False
    """Whether its files are pictures of pixels, or pages, which solutions can be drawn over."""

    def recognises(self, head: bytes) -> bool:
        """Return whether a file that starts with these bytes is of the format."""
        return (not self.is_text or is_text(head)) and bool(self._reader.recognises(head))

    def read(self, path: Path, pieces: "PieceSet | None") -> Found:
        """Return the puzzles of a file, read while the iterator is used."""
        if self.is_exact:
            found: Found = self._reader.read(path, pieces)
            return found
        from heuristan.tangram.outlines.puzzle_of import puzzles_of

        return puzzles_of(path, self._reader.read(path), pieces)

    @property
    def _reader(self) -> ModuleType:
        return import_module(self.module, __package__)


_STRICT = (
    Format("lists of points (JSON)", (), ".point_json"),
    Format("lists of points (CSV)", (".csv", ".tsv"), ".point_lists"),
    Format(
        "GeoJSON",
        (".geojson", ".json", ".geojsonl", ".geojsons", ".jsonl", ".ndjson"),
        ".geojson",
        is_exact=True,
    ),
)
PROSE_LIKE = Format("shapes in YAML", (".yaml", ".yml"), ".shape", is_exact=True)
"""The format that much prose looks like: among the files of a folder its endings decide."""
_LAX = (
    Format("WKT", (".wkt",), ".wkt"),
    Format("walks by the compass", (), ".walk", is_exact=True),
    PROSE_LIKE,
)


@cache
def formats() -> tuple[Format, ...]:
    """Return the formats that are read, those of other rooms too; each is tried after those before it."""
    first, others = ((kind for table in offered(name) for kind in table) for name in ("FIRST_FORMATS", "FORMATS"))
    return (*first, *_STRICT, *others, *_LAX)


def format_of(head: bytes) -> Format | None:
    """Return the format of a file that starts with these bytes."""
    return next((kind for kind in formats() if kind.recognises(head)), None)
