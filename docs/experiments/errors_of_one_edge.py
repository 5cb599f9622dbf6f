"""Figures 13 and 19: does 1½-2½ edges make errors if it is before 2-3 edges?

The first attempts in both orders are the same up to a step; there, each extraction is judged against all solutions.
"""

from dataclasses import replace

from experiment import Answer, Experiment, main
from forks import at_forks, errors, forks

from heuristan.lab.reporting import reliability
from heuristan.lab.scoring.sentences import found_among, judged, share
from heuristan.lab.scoring.stored_runs import Results

BEFORE, CHANGED = "deutsch-hayes-figure-17", "deutsch-hayes-figure-18"
CONCERNED = ("pieces-1.5-2.5-edges", "composites-2-3-edges", "pieces-2-3-edges")
"""The rule whose place changes, and those that it is moved before."""


def answer(results: Results) -> Answer:
    """Return how often a right extraction becomes wrong, and how reliable the rules are in both places."""
    found = reliability(results.path, attempts="first", rankings=(BEFORE, CHANGED), **results.choice)
    rows = tuple(row for row in found if row.part in CONCERNED)
    estimates = tuple(each for each in (found.plot.estimates if found.plot else ()) if each.line in CONCERNED)
    shown = replace(found, rows=rows, plot=found.plot and found.plot._replace(estimates=estimates))
    apart = forks(results, BEFORE, CHANGED)
    wrong = errors(apart, BEFORE, CHANGED)
    verdicts = (
        found_among(
            "There are outlines, as figure 13's, on which the change makes a right extraction a wrong one.",
            "makes errors",
            share(wrong.only_second, wrong.outlines),
            "outlines on which the orders part while there is a solution",
        ),
        judged("It makes more right extractions wrong than wrong ones right.", "more errors than repairs", wrong),
        judged(
            "So figure 17's order solves more in the first attempt.",
            "figure 17's order solves more at once",
            results.comparison(BEFORE, CHANGED, "at once"),
            second_is_better=False,
        ),
    )
    return Answer((at_forks(apart, "Figure 17's order", "the changed one"), shown.markdown()), shown, verdicts)


EXPERIMENT = Experiment("errors_of_one_edge", (BEFORE, CHANGED), answer)

if __name__ == "__main__":
    main(EXPERIMENT, __doc__)
