"""Outlines as the commands read them: names of shapes, files, folders, quoted patterns, and standard input."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.sources import read_all
from heuristan.cli.standard_input import or_standard_input

if TYPE_CHECKING:
    from heuristan.tangram.pieces.sets import PieceSet
    from heuristan.tangram.puzzle.drawing import Refusal
    from heuristan.tangram.puzzle.puzzle import Puzzle

set_option = click.option(
    "--set",
    "pieces",
    metavar="NAME|FILE",
    help="Name or file of the set of pieces.  [default: as the outline says]",
)


def outlines_of(
    sources: Sequence[str], pieces: str | None, report: Callable[[str], None] | None = None
) -> "Iterator[Puzzle | Refusal]":
    """Return the outlines of all sources, read while they are asked for.

    Args:
        sources: names of shapes, files, folders, patterns, and - for standard input.
        pieces: name or file of the set of pieces, if not the outlines' own.
        report: gets the reason why a source as a whole cannot be used, besides the refusal among the outlines.

    Raises:
        InputError: if the only source cannot be used, or the set of pieces.
    """
    from heuristan.tangram.outlines.reading import read_outlines
    from heuristan.tangram.puzzle.drawing import Refusal

    # matrices are tiny here, and starting numpy's threads for them takes as much time as a picture
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    used = piece_set_of(pieces)

    def refuse(id: str, message: str) -> "Refusal":
        if report is not None:
            report(message)
        return Refusal(id, message)

    return read_all(sources, or_standard_input(lambda source: read_outlines(source, used)), refuse)


def piece_set_of(pieces: str | None) -> "PieceSet | None":
    """Return the set of pieces of ``--set``; None if it is not given.

    Raises:
        InputError: if there is no such set.
    """
    if not pieces:
        return None
    from heuristan.tangram.outlines.piece_sets import read_piece_set

    return read_piece_set(pieces)


def is_picture(source: str) -> bool:
    """Return whether a source is a file with a picture: PNG, JPEG, WebP, TIFF, BMP or PDF."""
    from heuristan.common.files import read_head
    from heuristan.tangram.outlines.formats import format_of

    kind = format_of(read_head(Path(source))) if os.path.isfile(source) else None
    return kind is not None and kind.is_picture
