"""Hints for a person at the table: where one piece goes, or which one to take back. The rest is not revealed.

Begin with `advising`.
"""

from heuristan.teaching.hinting.advice import Advised, Hint, Solved, TakeBack, Unknown, Unsolvable, advise
from heuristan.teaching.hinting.advising import advise_on
from heuristan.teaching.hinting.tabletop import PlacedError, put_down

__all__ = [
    "Advised",
    "Hint",
    "PlacedError",
    "Solved",
    "TakeBack",
    "Unknown",
    "Unsolvable",
    "advise",
    "advise_on",
    "put_down",
]
