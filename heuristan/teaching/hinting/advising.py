"""Advice for a person at the table, on any outline: on exact lengths where they fit, else on the drawing."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import get_args

from heuristan.common.clock import Clock
from heuristan.common.faults import nearest
from heuristan.common.quoting import shown
from heuristan.common.results import Advice as Told
from heuristan.tangram.api import facade
from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.outlines.puzzle_of import exact_lengths
from heuristan.tangram.puzzle.drawing import LaidPiece
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import read_once
from heuristan.tangram.verification.as_in_file import is_as_in_file
from heuristan.teaching.hinting.advice import LIMIT, Advised, Hint, Solved, TakeBack, advise
from heuristan.teaching.hinting.hint_words import HintWords
from heuristan.teaching.hinting.tabletop import PlacedError, put_down


def advise_on(
    puzzle: Puzzle, laid: Sequence[LaidPiece], *, limit: float | None = LIMIT, ranking: Ranking | str = DEFAULT
) -> Advised:
    """Advise on any outline: exactly, or of a drawing whose lengths are not exact, by solutions that are found.

    Args:
        puzzle: the outline as it was read first.
        laid: the pieces on the table, in its own coordinates, in the order in which they were laid.
        limit: time limit in seconds, after which the advice is what is known; None for no limit.
        ranking: as for `advise`.

    Raises:
        PlacedError: if the pieces cannot lie so.
        RankingError: if the ranking does not exist or cannot be used.
    """
    clock = Clock(limit)
    exactly = _exactly(puzzle, laid, limit, ranking)
    if exactly is not None and (exactly.reading is None or isinstance(exactly.advice, Hint | Solved)):
        return exactly
    # exact outlines need no geometry of floats, which takes long to import
    from heuristan.teaching.hinting.drawings import advise_on_drawing

    advised = advise_on_drawing(puzzle, laid, clock.left)
    if exactly is not None and isinstance(exactly.advice, TakeBack) and not isinstance(advised.advice, Hint | Solved):
        return exactly
    return advised


def _exactly(puzzle: Puzzle, laid: Sequence[LaidPiece], limit: float | None, ranking: Ranking | str) -> Advised | None:
    """Advise on exact lengths; None if a drawing has none, or pieces lie on it as exact lengths do not allow."""
    exact = exact_lengths(puzzle) or (None if puzzle.nearness or laid else puzzle)
    if exact is None or not _is_as_drawn(exact):
        return None
    try:
        placed = put_down(exact, laid)
    except PlacedError:
        if puzzle.reading is None:
            raise
        return None
    lying = tuple(LaidPiece(placement.name, piece.vertices) for placement, piece in zip(placed, laid, strict=True))
    return Advised(advise(exact, placed, limit=limit, ranking=ranking), exact, read_once(exact), lying)


def _is_as_drawn(puzzle: Puzzle) -> bool:
    """Return whether what fills an exact outline, or the exact reading of a drawing, fills what the file says."""
    if puzzle.reading is None:
        return is_as_in_file(puzzle)
    from heuristan.tangram.verification.judging.drawn_case import Gate

    return Gate.of(puzzle).is_near(puzzle)


def hint_for(
    puzzle: Puzzle,
    placed: Iterable[facade.Piece],
    reveal: facade.Reveal,
    ranking: Ranking | str | None,
    limit: float | None,
) -> facade.Hint:
    """Return a hint for a puzzle with some pieces placed, to those who ask in Python."""
    if reveal not in (known := get_args(facade.Reveal)):
        raise ValueError(f"reveal is {shown(reveal)}; {nearest(str(reveal), known)}")
    if isinstance(placed, str) or not isinstance(placed, Iterable):
        raise TypeError(f"placed is {shown(placed)}; give a list of pieces, like ['square 0,0 1,0 1,1 0,1']")
    given = [facade.laid(piece) for piece in placed]
    advised = advise_on(puzzle, given, limit=limit, ranking=DEFAULT if ranking is None else ranking)
    words = HintWords(advised.puzzle, reveal, advised.reading)
    told = words.describe(advised.advice, [piece.name or "" for piece in advised.lying])
    lines = (told.head, f"  {told.placed}" if told.placed else "", told.more)
    draw = partial(_picture, advised, told, with_piece=reveal == "place")
    return facade.Hint(advised.advice, "\n".join(filter(None, lines)), told.as_json(), draw)


def _picture(advised: Advised, told: Told, *, with_piece: bool) -> str:
    from heuristan.teaching.hinting.hint_picture import advice_svg  # drawing takes long to import

    return advice_svg(advised, told, with_piece=with_piece)
