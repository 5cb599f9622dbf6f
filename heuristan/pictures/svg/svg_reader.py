"""The reader of SVG files. A file that is as heuristan wrote it is read back exactly as it was."""

from collections.abc import Iterator
from pathlib import Path

from heuristan.common.faults import InputError
from heuristan.pictures.svg.as_written import as_written, kept
from heuristan.pictures.svg.document import SvgFault, read_document
from heuristan.tangram.puzzle.drawing import Drawing, Refusal


def read_figures(path: Path) -> Iterator[Drawing | Refusal]:
    """Return the drawings of an SVG file: see `heuristan.pictures.svg`."""
    try:
        root = read_document(path)
        written = as_written(root)
        if written is not None:
            return iter([kept(written, root, path.stem)])
        # geometry is imported for a drawing alone
        from heuristan.pictures.svg.document_figures import figures_in

        return iter(figures_in(path, root))
    except SvgFault as fault:
        raise InputError(f"{path}:{fault.line}: {fault.message}") from None
    except MemoryError:
        raise InputError(f"{path}: the drawing is too large to be read; leave only the outline in it") from None
