"""Pictures solved: the pages that were read, with the pieces laid over them."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from heuristan.cli.failing import fail
from heuristan.cli.outputs import Output, Outputs, drawn_as
from heuristan.cli.writers import Writer
from heuristan.common.rooms import provided
from heuristan.tangram.commands.sources import is_picture

if TYPE_CHECKING:
    from heuristan.tangram.puzzle.drawing import Refusal
    from heuristan.tangram.puzzle.puzzle import Puzzle
    from heuristan.tangram.solving.result import Result


class Pages(Protocol):
    """The pages of a picture, and the results of their figures; the room of pictures provides it."""

    def noted(self, outlines: "Iterable[Puzzle | Refusal]") -> "Iterator[Puzzle | Refusal]":
        """Yield outlines, and note where each lies; `add` then takes their results in the same order."""

    def add(self, result: "Result") -> None:
        """Add the result of the first noted outline that has none yet."""

    def pictures(self) -> Iterator[tuple[int, str]]:
        """Yield each page with a figure as an SVG picture, after its number, which is 0 for the only page."""


WHOLE = ("svg", "png")
"""Formats in which a page is drawn with all its figures."""


def is_of_pages(output: Output) -> bool:
    """Return whether an output is a page with all its figures, if a picture is solved."""
    return output.form in WHOLE and not output.is_folder


def pages_of(sources: Sequence[str], outputs: Outputs, figure: int | None) -> "Pages | None":
    """Return the pages to draw solutions on; None if no picture was read, or no picture of it is asked for."""
    if len(sources) != 1 or not any(map(is_of_pages, outputs)) or not is_picture(sources[0]):
        return None
    pages: Pages = provided("SolvedPages", "a picture of a page")(Path(sources[0]), figure or 1)
    return pages


class PagesWriter(Writer["Result"]):
    """Draws the pages when all their figures are solved: a file, or a numbered one for each of several pages."""

    def __init__(self, pages: Pages, output: Output) -> None:
        super().__init__(sys.stdout)
        self._pages = pages
        self._output = output

    def one(self, result: "Result") -> None:
        """Do nothing: the pages have the result already."""

    def end(self) -> None:
        for page, drawn in self._pages.pictures():
            output = self._output_for(page)
            output.write(drawn_as(output.form, drawn), f"\nThe page with the pieces on it is in {output.path}.")

    def _output_for(self, page: int) -> Output:
        """Return where a page of several goes; 0 is the only one."""
        if not page:
            return self._output
        if self._output.path is None:
            fail("there are several pages, and a picture is of one; give a file, which gets the number of the page")
        return self._output._replace(path=numbered(self._output.path, page))


def numbered(path: Path, page: int) -> Path:
    """Return the name of a page of several: solved.png is solved-2.png for the second."""
    return path.with_name(f"{path.stem}-{page}{path.suffix}")
