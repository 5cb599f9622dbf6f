"""Hints for a person at the table: where one piece goes, or which one to take back. The rest is not revealed.

Begin with `advising`.
"""

from heuristan.tangram.assisting.hinting.advice import Advice, Certainty, Hint, Solved, TakeBack, Unsolvable
from heuristan.tangram.assisting.hinting.advising import DrawnError, advise, check_exact
from heuristan.tangram.assisting.hinting.placing import PlacedError, put_down

__all__ = [
    "Advice",
    "Certainty",
    "DrawnError",
    "Hint",
    "PlacedError",
    "Solved",
    "TakeBack",
    "Unsolvable",
    "advise",
    "check_exact",
    "put_down",
]
