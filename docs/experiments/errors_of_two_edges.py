"""Figures 13 and 19: does 2 edges only make errors if it is before 1½-2½ edges?

The first attempts in both orders are the same up to a step; there, each extraction is judged against all solutions.
"""

from collections import Counter
from dataclasses import replace

from experiment import Answer, Experiment, Results, main, table
from forks import Fork, forks
from verdicts import found_among, judged, share

from heuristan.tangram.lab.reporting import Comparison, reliability

LAST, EARLIER = "deutsch-hayes-figure-17", "two-edges-before-1.5"
OVERTAKEN = ("pieces-1.5-2.5-edges", "pieces-3-edges-only", "pieces-2-edges-1-extension-line")
CONCERNED = ("pieces-2-edges-only", *OVERTAKEN)
"""The rule whose place changes, and those that it is moved before."""


def answer(results: Results) -> Answer:
    """Return how often a right extraction becomes wrong, and how reliable the rules are in both places."""
    found = reliability(results.path, attempts="first", rankings=(LAST, EARLIER), **results.choice)
    rows = tuple(row for row in found if row.part in CONCERNED)
    estimates = tuple(each for each in (found.plot.estimates if found.plot else ()) if each.line in CONCERNED)
    shown = replace(found, rows=rows, plot=found.plot and replace(found.plot, estimates=estimates))
    apart = forks(results, LAST, EARLIER)
    wrong = errors(apart)
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
            results.comparison(LAST, EARLIER, "at once"),
            second_is_better=False,
        ),
    )
    return Answer((at_forks(apart), shown.markdown()), shown, verdicts)


def at_forks(apart: list[Fork]) -> str:
    """Return a table of the extractions where the two orders part."""
    counts = Counter((fork.rules, fork.verdicts) for fork in apart)
    rows = [(a, b, str(one), str(other), f"{n:,}") for ((a, b), (one, other)), n in counts.most_common()]
    return table(("Figure 17's order takes", "the changed one", "Verdict", "verdict", "Outlines"), rows, words=4)


def errors(apart: list[Fork]) -> Comparison:
    """Return the comparison of wrong extractions where the orders part, without late steps."""
    counts = Counter(fork.verdicts for fork in apart)
    both, first = counts["wrong", "wrong"], counts["wrong", "right"]
    second, neither = counts["right", "wrong"], counts["right", "right"]
    return Comparison(LAST, EARLIER, "published", "wrong where they part", both, first, second, neither, True)


EXPERIMENT = Experiment("errors_of_two_edges", (LAST, EARLIER), answer)

if __name__ == "__main__":
    main(EXPERIMENT, __doc__)
