"""The judge of results: says whether one is right, and what is wrong, with places. Integers decide where they can."""

from heuristan.tangram.verification.judging.judge import judge, judge_author
from heuristan.tangram.verification.judging.verdict import Fault, Verdict

__all__ = ["Fault", "Verdict", "judge", "judge_author"]
