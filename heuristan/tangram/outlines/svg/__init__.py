"""SVG to drawings: see docs/formats/svg.md for what is read, how a figure is told, and what is refused."""

from collections.abc import Iterator
from pathlib import Path

from heuristan.tangram.outlines.svg.document import looks_like_svg
from heuristan.tangram.puzzle.drawing import Drawing, Refusal

__all__ = ["read", "recognises"]


def recognises(head: bytes) -> bool:
    """Whether the start of a file is that of an SVG drawing, packed (.svgz) or not."""
    return looks_like_svg(head)


def read(path: Path) -> Iterator[Drawing | Refusal]:
    """The drawings of an SVG file, packed (.svgz) or not, in the order of the document.

    Coordinates are those inside the root element: of its viewBox, if it has one. y grows downwards. Where the figure is
    drawn as one polygon a piece, the pieces are the drawing, and the outline is what they cover.

    Raises:
        InputError: the file cannot be used as a whole; it is raised by the call itself.
    """
    # what reads geometry is imported for a drawing alone: each file is shown to recognises()
    from heuristan.tangram.outlines.svg.reading import read_figures

    return read_figures(path)
