"""The claims of a result: pieces in places, and a status. Nothing in it is trusted.

A person types a placed piece in one line: ``square 0,0 1,0 1,1 0,1``.
"""

import re
from dataclasses import dataclass
from math import isfinite

from heuristan.common.coordinates import MAX_COORDINATE
from heuristan.common.faults import InputError
from heuristan.common.plane import Spot
from heuristan.common.results import Status
from heuristan.common.words import plural
from heuristan.tangram.puzzle.drawing import LaidPiece


class ResultFileError(InputError):
    """Results that cannot be used as a whole; names file, line, fault and the smallest fix."""


@dataclass(frozen=True)
class Claim:
    """A result that could be read."""

    id: str | None
    """Id of its outline; None if the result does not say."""
    status: Status
    """The status that it claims; "solved" if the result is pieces alone."""
    pieces: tuple[LaidPiece, ...]
    line: int
    """The line in its file where it begins, from 1."""
    all: tuple[tuple[LaidPiece, ...], ...] = ()
    """Every solution, if the result lists them."""


@dataclass(frozen=True)
class Unreadable:
    """One bad result among many."""

    id: str | None
    message: str
    """File, line, fault and fix."""
    line: int


EXAMPLE = "square 0,0 1,0 1,1 0,1"
_MIN_VERTICES = 3
_SPOT = re.compile(r"[-+.\d]\S*")


class NotationError(ValueError):
    """A text that is not a placed piece; the message says what is wrong and how to write it."""


def is_notation(text: str) -> bool:
    """Return whether a text is meant as a placed piece: one of its words is two numbers with a comma between them."""
    return any(_SPOT.fullmatch(word) and "," in word for word in text.split())


def laid_piece(text: str) -> LaidPiece:
    """Read a piece: its name, which may be left out, and its vertices in order.

    Raises:
        NotationError: if the text is not written like this.
    """
    words = text.split()
    first = next((i for i, word in enumerate(words) if "," in word or _SPOT.fullmatch(word)), len(words))
    vertices = tuple(_spot(word) for word in words[first:])
    if len(vertices) < _MIN_VERTICES:
        count = plural(len(vertices), "vertex", "vertices")
        raise NotationError(f"it has {count}, and a piece has at least {_MIN_VERTICES}; write '{EXAMPLE}'")
    return LaidPiece(" ".join(words[:first]) or None, vertices)


def _spot(word: str) -> Spot:
    try:
        x, y = map(float, word.split(","))
    except ValueError:
        raise NotationError(f"'{word[:40]}' is not a vertex; write x,y without spaces, as in '{EXAMPLE}'") from None
    if not (isfinite(x) and isfinite(y)) or max(abs(x), abs(y)) > MAX_COORDINATE:
        raise NotationError(f"'{word[:40]}' is too far away; write numbers below {MAX_COORDINATE:g}")
    return x, y
