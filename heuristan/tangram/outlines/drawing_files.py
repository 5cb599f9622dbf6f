"""Files of drawings to puzzles: one bad figure among many never ends the reading of a file."""

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from heuristan.common.faults import InputError
from heuristan.common.files import unreadable
from heuristan.common.unexpected import unexpected_as
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.drawing import Drawing, Refusal
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle


def puzzles_of(
    path: Path, found: Iterator[Drawing | Refusal], pieces: PieceSet | None = None
) -> Iterator[Puzzle | Refusal]:
    """Return the puzzles that the drawings of a file show, read while the iterator is used.

    Args:
        path: the file, for messages.
        found: its drawings. Two are read at once, to distinguish a file of one figure from a file of many.
        pieces: the set to lay all of them with; each drawing's own if not given.

    Raises:
        InputError: if the file cannot be used, has no figure, or only a bad one.
    """
    found = _kept_going(path, found)
    first = list(islice(found, 2))
    if not first:
        raise InputError(f"{path}: there is no figure in the file; it should hold one")
    if len(first) > 1:
        return (_puzzle_or_refusal(path, one, pieces) for one in chain(first, found))
    (only,) = first
    if isinstance(only, Refusal):
        raise InputError(only.message)
    try:
        return iter([puzzle_of(only, pieces)])
    except OutlineError as fault:
        raise InputError(f"{path}: {fault}") from None


def _kept_going(path: Path, found: Iterator[Drawing | Refusal]) -> Iterator[Drawing | Refusal]:
    """Yield the drawings; if the file breaks off after some of them, a refusal is the last."""
    is_first = True
    try:
        with unexpected_as(InputError, OSError):
            for one in found:
                is_first = False
                yield one
    except (OSError, InputError) as fault:
        if is_first:
            raise unreadable(path, fault) from None
        yield Refusal(path.stem, str(unreadable(path, fault)))


def _puzzle_or_refusal(path: Path, one: Drawing | Refusal, pieces: PieceSet | None) -> Puzzle | Refusal:
    if isinstance(one, Refusal):
        return one
    try:
        return puzzle_of(one, pieces)
    except OutlineError as fault:
        return Refusal(one.id, f"{path}: {one.id}: {fault}", one)
