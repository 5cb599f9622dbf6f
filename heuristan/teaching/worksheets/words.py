"""The words of a worksheet."""

from typing import Any

from heuristan.common.words import plural
from heuristan.tangram.solving.difficulty import WORDS

LAY = (
    "Cut out the pieces below. Lay all of them on a figure so that they fill it, without overlap. Pieces may be turned "
    "and turned over."
)
SCALE = "Every figure is drawn to the scale of the pieces, so they can be laid on the paper."
HINT = "One piece is in its place already, to begin with."
RULER = "Print at 100 %, on one side of the paper: this line is 5 cm long."
ORDER = (
    "Drawn smaller. The numbers are the order in which the rules take the pieces. Most puzzles have other solutions "
    "too."
)


def words_for(count: int, *, hints: bool) -> dict[str, Any]:
    """Return everything that a worksheet says.

    Args:
        count: number of puzzles.
        hints: whether it is the version with first hints.
    """
    order = f"{plural(count, 'puzzle')}, from easy to hard. The solutions are on the last pages."
    return {
        "version": "with first hints" if hints else "",
        "how": [LAY, SCALE, *([HINT] if hints else []), order],
        "legend": [
            {"level": level, "words": word if levels[0] == level else f"{word}, the harder half"}
            for word, levels in WORDS.items()
            for level in levels
        ],
        "ruler": RULER,
        "cut": "Pieces to cut out",
        "list": "Puzzles to tick off",
        "answers": "Solutions",
        "order": ORDER,
    }
