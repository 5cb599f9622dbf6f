"""Files of outlines and pictures that a page sends, read in a folder of their own that ends with the request."""

import re
from base64 import b64encode
from itertools import islice
from pathlib import Path
from typing import Any

from heuristan.common.faults import InputError
from heuristan.common.scratch import scratch_folder
from heuristan.pictures.images.picture_reader import read_with_sheet
from heuristan.tangram.api import Puzzle
from heuristan.tangram.outlines.formats import format_of
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import OutlineError
from heuristan.teaching.web.requested import describe, set_named

MOST_READ = 40
"""Maximum number of outlines of a file that are read."""
HEAD = 4096
_ODD = re.compile(r"[^A-Za-z0-9]+")
LONGEST_NAME = 40


def read(name: str, data: bytes, pieces: str | None = None) -> dict[str, Any]:
    """Read the outlines of a file.

    Args:
        name: the file's own name: the title, and the format where only the ending tells it.
        data: its bytes.
        pieces: the name of the set of pieces; the one that the file names if not given.

    Returns:
        The puzzles, as `describe` says them; what was refused; and for pictures what was recognised on them, as PNG.

    Raises:
        InputError: if the file cannot be read.
        OutlineError: if there is no such set of pieces.
    """
    chosen = set_named(pieces)
    with scratch_folder() as folder:
        path = folder / _safe(name)
        path.write_bytes(data)
        try:
            is_picture = _is_picture(data)
            sheet, outlines = read_with_sheet(path, chosen) if is_picture else (None, read_outlines(path, chosen))
            found = list(islice(outlines, MOST_READ + 1))
        except (InputError, OutlineError) as fault:
            raise InputError(_told(fault, path)) from None
        return {
            "puzzles": [describe(Puzzle.of(one)) for one in found[:MOST_READ] if not isinstance(one, Refusal)],
            "refused": [
                {"id": one.id, "message": one.message.replace(str(path), path.name)}
                for one in found[:MOST_READ]
                if isinstance(one, Refusal)
            ],
            "more": len(found) > MOST_READ,
            "sheet": f"data:image/png;base64,{b64encode(sheet).decode()}" if sheet else None,
        }


def _told(fault: Exception, path: Path) -> str:
    """Return a message that names the file as the page does."""
    return str(fault).replace(str(path), path.name)


def _is_picture(data: bytes) -> bool:
    kind = format_of(data[:HEAD])
    return kind is not None and kind.is_picture


def _safe(name: str) -> str:
    """Return a name that is good for a file of any system, whatever is asked for."""
    stem, _, ending = name.rpartition(".") if "." in name else (name, "", "")
    plain = _ODD.sub("-", stem).strip("-")[:LONGEST_NAME] or "outline"
    after = _ODD.sub("", ending)[:8].lower()
    return f"{plain}.{after}" if after else plain
