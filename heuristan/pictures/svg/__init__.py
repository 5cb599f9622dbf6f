"""SVG to drawings: docs/formats/svg.md says what is read, what counts as a figure, and what is refused.

Begin with `read`. It imports the puzzle, the sets of pieces and, for a drawing alone, shapely and svgelements. What
heuristan wrote is read back exactly as it was (`as_written`). Of any other `document`, `document_figures` makes
figures: it is painted (`painting`, `style`, `geometry`), cut into figures (`cells`, `islands`), and each is taken off
its paper (`canvas`), and made a drawing (`drawn_figure`, with `filling` and `tans`). What of the document is in none of
them is read further or said (`account`).
"""

from collections.abc import Iterator
from pathlib import Path

from heuristan.common.faults import InputError
from heuristan.pictures.svg.document import SvgFault, read_document, recognises
from heuristan.tangram.puzzle.drawing import Drawing, Refusal

__all__ = ["read", "recognises"]


def read(path: Path) -> Iterator[Drawing | Refusal]:
    """Return the drawings of an SVG file, packed (.svgz) or not, in the order of the document.

    Coordinates are those inside the root element: of its viewBox, if it has one. y grows downwards. If the figure is
    drawn as one polygon a piece, the pieces are the drawing, and the outline is what they cover.

    Raises:
        InputError: if the file cannot be used as a whole. The call itself raises it.
    """
    # recognises() is called for each file, and geometry is for a drawing alone
    from heuristan.pictures.svg.as_written import as_written, kept

    try:
        root = read_document(path)
        written = as_written(root)
        if written is not None:
            return iter([kept(written, root, path.stem)])
        from heuristan.pictures.svg.document_figures import figures_in

        return iter(figures_in(path, root))
    except SvgFault as fault:
        raise InputError(f"{path}:{fault.line}: {fault.message}") from None
    except MemoryError:
        raise InputError(f"{path}: the drawing is too large to be read; leave only the outline in it") from None
