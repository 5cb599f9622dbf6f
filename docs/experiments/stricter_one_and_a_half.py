"""Section 4.8: what if 1½-2½ edges asks for the half edge that its name counts?"""

from experiment import Answer, Experiment, main
from variants import FINAL, compared

from heuristan.lab.scoring.stored_runs import Results

STRICTER = "stricter-1.5-2.5"
RULES = ("pieces-1.5-2.5-edges",)


def answer(results: Results) -> Answer:
    """Return what is solved with the stricter rule and with the laxer one."""
    return compared(results, STRICTER, "With the stricter rule", RULES)


EXPERIMENT = Experiment("stricter_one_and_a_half", (FINAL, STRICTER), answer)

if __name__ == "__main__":
    main(EXPERIMENT, __doc__)
