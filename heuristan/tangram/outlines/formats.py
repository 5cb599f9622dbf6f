"""The formats that outlines are read from and written in: a line of a table, and a module (docs/add-a-format.md).

Readers are also in the `offers` of other rooms.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from heuristan.common.files import is_text
from heuristan.common.rooms import offered

if TYPE_CHECKING:  # every command loads these tables
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
    Format("GeoJSON", (".geojson", ".json", ".geojsonl", ".geojsons", ".jsonl", ".ndjson"), ".geojson", is_exact=True),
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


class Form(NamedTuple):
    """A format that outlines are written in."""

    endings: tuple[str, ...]
    """The endings of file names that stand for the format; no other format has them."""
    writer: str
    """The module in the folder `writing` that writes it, imported when an outline is written.

    After a colon stands its function, `text` if none is named; it takes a puzzle and the length of a leg.
    """
    holds_many: bool = True
    """Whether one file may hold several outlines; else each has a file of its own."""
    before: str = ""
    """The text before several outlines in one file."""
    between: str = "\n"
    """The text between two outlines in one file."""
    after: str = "\n"
    """The text after several outlines in one file."""
    keeps_id: bool = True
    """Whether the file says the id of an outline; else the name of the file is read as its id."""
    keeps_pieces: bool = True
    """Whether the file says the set of pieces and the number of sets; else they are read as the tans, by the area."""
    several_rings: bool = True
    """Whether an outline may have holes and several parts."""

    def text(self, puzzle: "Puzzle", leg: float | None = None) -> str:
        """Return the text of a puzzle.

        Args:
            puzzle: the puzzle.
            leg: the length of a small leg in the file; coordinates as the puzzle came if not given.

        Raises:
            OutlineError: if the format cannot hold the puzzle.
        """
        if len(puzzle.rings) > 1 and not self.several_rings:
            from heuristan.tangram.puzzle.puzzle import OutlineError

            others = ", ".join(name for name, form in FORMS.items() if form.several_rings)
            raise OutlineError(f"the outline has several rings, and this format holds one; write one of {others}")
        module, _, function = self.writer.partition(":")
        written = getattr(import_module(f"{__package__}.writing.{module}"), function or "text")
        return str(written(puzzle, leg))


FORMS = {
    "yaml": Form((".yaml", ".yml"), "texts:shape", holds_many=False),
    "geojson": Form(
        (".geojson", ".json"), "texts:geojson", True, '{"type": "FeatureCollection", "features": [\n', ",\n", "\n]}\n"
    ),
    "geojsonl": Form((".geojsonl", ".jsonl"), "texts:geojson"),
    "wkt": Form((".wkt",), "texts:wkt", keeps_id=False),
    "svg": Form((".svg",), "svg", holds_many=False),
}
"""The formats that are written, by the word for them."""


def form_of(path: Path) -> str | None:
    """Return the format that the ending of a file's name stands for."""
    ending = path.suffix.lower()
    return next((name for name, form in FORMS.items() if ending in form.endings), None)
