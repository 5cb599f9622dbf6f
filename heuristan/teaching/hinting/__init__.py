"""Hints for a person at the table: where one piece goes, or which one to take back. The rest is not revealed.

Begin with `advising`.
"""

from heuristan.teaching.hinting.advice import Advice, Certainty, Hint, Solved, TakeBack, Unknown, Unsolvable
from heuristan.teaching.hinting.advising import Advised, advise, advise_on
from heuristan.teaching.hinting.placing import PlacedError, put_down

__all__ = [
    "Advice",
    "Advised",
    "Certainty",
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
