"""The judge of results: it says whether one is right, and what is wrong, with places. Begin with `judge`.

Integers decide where the outline is on the lattice. It imports `in_integers`, `claims` and the rooms below, no solver.
"""

from heuristan.tangram.verification.judging.judge import judge, judge_author
from heuristan.tangram.verification.judging.verdict import Fault, Verdict

__all__ = ["Fault", "Verdict", "judge", "judge_author"]
