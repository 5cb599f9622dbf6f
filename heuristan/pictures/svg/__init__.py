"""SVG to drawings: docs/formats/svg.md says what is read, what counts as a figure, and what is refused.

It imports the puzzle, the sets of pieces and, for a drawing alone, shapely and svgelements. Begin with `reading`: a
document (`document`) is painted (`painting`, `style`, `geometry`), cut into figures (`sheets`, `islands`), and each is
taken off its paper (`paper`, `grids`), chosen (`choosing`) and made a drawing (`figure`, with `curves`, `regions` and
`tans`). What of the document is in none of them is read further or said (`account`). What heuristan wrote itself is
read back as it was (`written`).
"""

from collections.abc import Iterator
from pathlib import Path

from heuristan.pictures.svg.document import recognises
from heuristan.tangram.puzzle.drawing import Drawing, Refusal

__all__ = ["read", "recognises"]


def read(path: Path) -> Iterator[Drawing | Refusal]:
    """Return the drawings of an SVG file, packed (.svgz) or not, in the order of the document.

    Coordinates are those inside the root element: of its viewBox, if it has one. y grows downwards. If the figure is
    drawn as one polygon a piece, the pieces are the drawing, and the outline is what they cover.

    Raises:
        InputError: if the file cannot be used as a whole. The call itself raises it.
    """
    # geometry is imported for a drawing alone: recognises() is called for each file
    from heuristan.pictures.svg.svg_reader import read_figures

    return read_figures(path)
