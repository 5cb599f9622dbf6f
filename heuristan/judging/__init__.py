"""The judge of results: says whether one is right, in integers, and what is wrong, with places."""

from heuristan.judging.judge import judge
from heuristan.judging.verdict import Fault, Outcome, Verdict

__all__ = ["Fault", "Outcome", "Verdict", "judge"]
