"""``--sheet``: what was recognised on a picture, drawn over it."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from heuristan.cli.failing import fail, refuse_overwriting, write
from heuristan.common.faults import MissingExtraError
from heuristan.common.files import real
from heuristan.common.rooms import provided
from heuristan.tangram.commands.sources import is_picture

SHEET_HELP = "File (.png) for the picture that was read, with what was recognised drawn over it."


def check_sheet(sheet: Path | None, reads: Sequence[str], writes: Iterable[Path | None]) -> None:
    """Refuse a sheet that is not a PNG, or that would replace a file that is read or written as well.

    Args:
        sheet: the file after ``--sheet``, if any.
        reads: the files that are read, the outlines and others.
        writes: the other files that are written.
    """
    if sheet is None:
        return
    if sheet.suffix.lower() != ".png":
        fail(f"{sheet}: the sheet is a PNG; end its name in .png")
    refuse_overwriting(reads=reads, writes=(sheet,))
    if any(path is not None and real(path) == real(sheet) for path in writes):
        fail(f"{sheet}: the file after --sheet is written as another output as well; choose two names")


def write_sheet(sheet: Path | None, sources: Sequence[str]) -> None:
    """Write the sheet of a picture before its figures are read as outlines, so that it shows refused figures too.

    Args:
        sheet: the file; nothing is done if it is None.
        sources: the sources of outlines.

    Raises:
        InputError: if the picture cannot be read.
        MissingExtraError: if OpenCV is not installed.
    """
    if sheet is None:
        return
    if len(sources) > 1:
        fail("a sheet is of one picture; give one, or leave out --sheet")
    (source,) = sources
    if is_picture(source):
        # OpenCV takes a while to import, and may not be installed
        try:
            write(sheet, provided("recognition_sheet", "a sheet of a picture")(Path(source)))
        except ImportError:
            raise MissingExtraError("OpenCV and PDFium", "image") from None
    elif _is_there(source):
        fail(f"{source}: --sheet shows what is recognised on a picture or PDF, not on this file; leave it out")


def _is_there(source: str) -> bool:
    """Return whether there is such a file or shape; reading reports what is missing."""
    from heuristan.tangram.outlines.reading import shape_files

    return os.path.exists(source) or source in shape_files()
