"""From a drawing to the puzzle behind it: exact where there is one way, else its likeliest reading; exact lengths."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from time import process_time

from heuristan.common.faults import InputError, unexpected_as
from heuristan.common.files import unreadable, with_pages
from heuristan.tangram.outlines.exact_rings import exact_ways
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet
from heuristan.tangram.puzzle.drawing import Drawing, Refusal
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle


@unexpected_as(OutlineError, OutlineError)
def puzzle_of(drawing: Drawing, pieces: PieceSet | None = None) -> Puzzle:
    """Return the puzzle that a drawing shows: exact if it lies on the lattice in one way, else its likeliest reading.

    Args:
        drawing: as a reader found it.
        pieces: the set to lay it with; if not given, the set that the drawing names, else the seven tans.

    Raises:
        OutlineError: if it cannot be a puzzle; the message says what is wrong and the smallest fix.
    """
    chosen = pieces or drawing.pieces or TANGRAM
    ways = exact_ways(drawing, chosen) if drawing.polygons else []
    if len(ways) != 1 or ways[0].reading is not None:
        return _nearest(drawing, chosen)
    return ways[0]


def _nearest(drawing: Drawing, pieces: PieceSet) -> Puzzle:
    # drawings are rarer than exact outlines, and their geometry takes long to import
    from heuristan.tangram.outlines.tolerant.readings import readings_of

    puzzle = next(readings_of(drawing, pieces))
    return replace(puzzle, properties=drawing.properties) if drawing.properties else puzzle


MOST_MAKING = 5.0
"""Seconds of the processor after which no other figure of a picture is made an outline, unless its pages are chosen:
with what a picture may take to read, a file takes less than 20. A page of rough figures takes about one."""


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
        return _in_time(path, chain(first, found), pieces)
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


def _in_time(path: Path, found: Iterator[Drawing | Refusal], pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    """Yield the puzzles of drawings; the figures of a picture that are left after MOST_MAKING are one refusal."""
    file, chosen = with_pages(path)
    spent = 0.0
    for one in found:
        if isinstance(one, Drawing) and one.origin.spot and chosen is None and spent > MOST_MAKING:
            yield Refusal(
                one.id,
                f"{path}: {one.id} and the figures behind it were not made outlines, as those before took "
                f"{MOST_MAKING:g} seconds of the processor; read {file}#{one.origin.spot.page}, and so the pages "
                "behind it, or save what you want as a file of its own",
            )
            return
        start = process_time()
        made = _puzzle_or_refusal(path, one, pieces)
        spent += process_time() - start
        yield made


def _puzzle_or_refusal(path: Path, one: Drawing | Refusal, pieces: PieceSet | None) -> Puzzle | Refusal:
    if isinstance(one, Refusal):
        return one
    try:
        return puzzle_of(one, pieces)
    except OutlineError as fault:
        return Refusal(one.id, f"{path}: {one.id}: {fault}", one)


NEAREST = 0.06
"""Maximum nearness, in legs, of a reading whose lengths are meant."""

FARTHER, OFF = 2.0, 0.012
"""Its vertices are moved by at most this many times what the nearest reading moves them, and this in legs besides."""

SPREAD = 0.017
"""Maximum distance of vertices, in legs, if ink that has spread is allowed for; lengths that are not meant are usually
twice as far off."""


def exact_readings(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield the readings of a puzzle that lie on one lattice, the nearest first; of an exact puzzle, itself.

    Parts of a drawing that touch in vertices, or a vertex an edge, are put on one lattice. If they stand at other
    angles, or apart, they have no exact lengths together.
    """
    if puzzle.reading is None:
        yield puzzle
    elif puzzle.drawing is not None:
        # geometry is imported for drawings alone
        from heuristan.tangram.outlines.tolerant.exact_lengths import on_one_lattice
        from heuristan.tangram.outlines.tolerant.readings import readings_of

        exact = (one for one in readings_of(puzzle.drawing, puzzle.pieces) if _has_lengths(one, puzzle.sets))
        joined = (on_one_lattice(reading) if reading.places else reading for reading in exact)
        yield from (reading for reading in joined if reading is not None)


def _has_lengths(puzzle: Puzzle, sets: int) -> bool:
    """Return whether a reading says what lengths are meant, if this number of sets is.

    Whole numbers fit as many small sets too: that says nothing of the lengths of fewer. Parts that were drawn into each
    other have no exact lengths together.
    """
    reading = puzzle.reading
    is_other = reading is not None and ((reading.is_exact and puzzle.sets != sets) or reading.is_cut)
    return not puzzle.nearness and not is_other


def exact_lengths(puzzle: Puzzle) -> Puzzle | None:
    """Return the reading of a puzzle with the lengths that are meant; None if it is not clear that lengths are exact.

    Coarse readings find sums of sides for any length: pieces that were slid by half a leg look like others. So an exact
    reading counts only if its nearness is small, and it moves vertices hardly farther than the nearest reading does; or
    if it moves them no farther than ink that has spread explains.
    """
    if puzzle.reading is None:
        return None if puzzle.nearness or puzzle.places else puzzle
    found = next(exact_readings(puzzle), None)
    if found is None or found.reading is None or puzzle.drawing is None:
        return None
    is_near = found.reading.nearness <= NEAREST and found.reading.moved <= FARTHER * puzzle.reading.moved + OFF
    return found if is_near or _is_spread(found, puzzle.drawing) else None


def _is_spread(exact: Puzzle, drawing: Drawing) -> bool:
    """Return whether a drawing has exact lengths but for ink that has spread."""
    from heuristan.tangram.outlines.tolerant.exact_lengths import off_after_spreading

    off = off_after_spreading(exact, drawing)
    return off is not None and off <= SPREAD
