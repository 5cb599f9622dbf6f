"""The judge of assemblies, which trusts nobody: it knows pieces and results, and nothing of measures or assembly.

Begin with `judge`. `placing` looks at what can be counted, `evidence` weighs joints against those of strangers by a
scale that it takes from the assembly itself, `doubts` finds pieces and seams with too little of it, `truth` compares
with the truth, `verdict` is the answer.
"""

from heuristan.jigsaw.judging.judge import judge
from heuristan.jigsaw.judging.truth import agreement, check_truth, joints_of
from heuristan.jigsaw.judging.verdict import Agreement, Fault, Verdict

__all__ = ["Agreement", "Fault", "Verdict", "agreement", "check_truth", "joints_of", "judge"]
