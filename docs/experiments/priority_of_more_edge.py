"""Section 4.3, figure 7(b): what is a priority by the amount of edge in the remaining side worth?"""

from experiment import Answer, Experiment, main
from variants import FINAL, compared

from heuristan.lab.scoring.stored_runs import Results

PRIORITY = "most-edge"
RULES = ("pieces-2.5-3.5-edges", "composites-2.5-3.5-edges")


def answer(results: Results) -> Answer:
    """Return what is solved with the priority and without it."""
    return compared(results, PRIORITY, "With the priority", RULES)


EXPERIMENT = Experiment("priority_of_more_edge", (FINAL, PRIORITY), answer)

if __name__ == "__main__":
    main(EXPERIMENT, __doc__)
