"""A placed piece in one line, as a person types it: ``square 0,0 1,0 1,1 0,1``."""

import re
from math import isfinite

from heuristan.tangram.verification.claims.claims import LaidPiece, Spot
from heuristan.tangram.verification.claims.polygons import GREATEST

EXAMPLE = "square 0,0 1,0 1,1 0,1"
_LEAST = 3
_SPOT = re.compile(r"[-+.\d]\S*")


class NotationError(ValueError):
    """A text that is no placed piece; says what is wrong and how to write it."""


def is_notation(text: str) -> bool:
    """Whether a text is meant as a placed piece: one of its words is two numbers with a comma between them."""
    return any(_SPOT.fullmatch(word) and "," in word for word in text.split())


def laid_piece(text: str) -> LaidPiece:
    """The piece that a text says: its name, which may be left out, and its corners in order.

    Raises:
        NotationError: it is not written so.
    """
    words = text.split()
    first = next((i for i, word in enumerate(words) if "," in word or _SPOT.fullmatch(word)), len(words))
    corners = tuple(_spot(word) for word in words[first:])
    if len(corners) < _LEAST:
        count = f"{len(corners)} corner{'s' * (len(corners) != 1)}"
        raise NotationError(f"it has {count}, and a piece has {_LEAST} at least; write '{EXAMPLE}'")
    return LaidPiece(" ".join(words[:first]) or None, corners)


def _spot(word: str) -> Spot:
    try:
        x, y = map(float, word.split(","))
    except ValueError:
        raise NotationError(f"'{word[:40]}' is no corner; write x,y without blanks, as in '{EXAMPLE}'") from None
    if not (isfinite(x) and isfinite(y)) or max(abs(x), abs(y)) > GREATEST:
        raise NotationError(f"'{word[:40]}' lies beyond all bounds; write numbers below {GREATEST:g}")
    return x, y
