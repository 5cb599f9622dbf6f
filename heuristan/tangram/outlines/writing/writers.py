"""The formats that outlines are written in.

A format is one line of the table FORMS and a module (docs/add-a-format.md).
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from heuristan.tangram.puzzle.puzzle import Puzzle


class Form(NamedTuple):
    """A format that outlines are written in."""

    endings: tuple[str, ...]
    """The endings of file names that stand for the format; no other format has them."""
    writer: str
    """The module in this folder that writes it, imported when an outline is written, and after a colon its function.

    The function, `text` if none is named, returns the text of a puzzle from that and the length of a leg.
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
        written = getattr(import_module(f"{__package__}.{module}"), function or "text")
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
