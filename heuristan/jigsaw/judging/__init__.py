"""The judge of assemblies, which trusts nobody: it knows pieces and results, and nothing of measures or assembly.

Begin with `judge`, which also looks at what can be counted, and compares with the truth. `doubts` weighs joints against
those of strangers by a scale that it takes from the assembly itself, and finds pieces and seams with too little
evidence.
"""

from heuristan.jigsaw.judging.judge import Agreement, Fault, Verdict, agreement, check_truth, joints_of, judge

__all__ = ["Agreement", "Fault", "Verdict", "agreement", "check_truth", "joints_of", "judge"]
