"""The note below a picture: how the puzzle was read, where its file does not say it."""

from textwrap import wrap

import svg

from heuristan.common.svg.text import GREY, label
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.readings import said

_WIDTH_OF_LETTERS = 6.5
"""Mean width of a letter, in pixels."""
_SIZE, _LEADING, _GAP = 11.0, 15.0, 8.0


def note_below(puzzle: Puzzle, left: float, top: float, width: float) -> tuple[list[svg.Element], float]:
    """Return the lines of the note, and their height; none if the file says all."""
    how = said(puzzle)
    if not how:
        return [], 0.0
    lines = wrap(f"Read with {how}.", max(20, int(width / _WIDTH_OF_LETTERS)))
    found: list[svg.Element] = [
        label(left, top + _GAP + _LEADING * at, line, size=_SIZE, fill=GREY, kind="note")
        for at, line in enumerate(lines)
    ]
    return found, _LEADING * len(lines) + _GAP
