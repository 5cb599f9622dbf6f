"""A hint for those who ask in Python."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, get_args

from heuristan.common.faults import nearest
from heuristan.common.quoting import shown
from heuristan.tangram.api.facade import Hint, Piece, Reveal, laid
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.teaching.hinting.advising import advise_on
from heuristan.teaching.hinting.words import HintWords

if TYPE_CHECKING:
    from heuristan.tangram.expert.ranking import Ranking


def hint_for(
    puzzle: Puzzle, placed: Iterable[Piece], reveal: Reveal, ranking: "Ranking | str | None", limit: float | None
) -> Hint:
    """Return a hint for a puzzle with some pieces placed."""
    if reveal not in get_args(Reveal):
        raise ValueError(f"reveal is {shown(reveal)}; {nearest(str(reveal), get_args(Reveal))}")
    if isinstance(placed, str) or not isinstance(placed, Iterable):
        raise TypeError(f"placed is {shown(placed)}; give a list of pieces, like ['square 0,0 1,0 1,1 0,1']")
    given = [laid(piece) for piece in placed]
    advised = advise_on(puzzle, given, limit=limit, ranking=DEFAULT if ranking is None else ranking)
    advice, words = advised.advice, HintWords(advised.puzzle, reveal, advised.reading)
    names = [piece.name or "" for piece in advised.lying]
    message = words.describe(advice, names)
    lines = (message.head, f"  {message.piece}" if message.piece else "", message.more)
    return Hint(advice, "\n".join(filter(None, lines)), words.as_json(advice, names))
