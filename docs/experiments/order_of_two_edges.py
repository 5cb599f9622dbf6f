"""Figures 12 and 18: is a right solution found wherever the rule of 2 edges only is?

It is moved from the last place, as in figure 17, to before 1½-2½ edges.
"""

from experiment import Answer, Experiment, Results, main
from forks import forks
from verdicts import found_among, mostly, share

from heuristan.tangram.lab.reporting import comparisons, rates

LAST, EARLIER = "deutsch-hayes-figure-17", "two-edges-before-1.5"
SOME = "There are outlines, as figure 12's, that are solved at once either way, by other extractions."
MOST = "Most of what figure 17's order solves at once is still solved at once where the course is another."


def answer(results: Results) -> Answer:
    """Return how the change affects the course of extractions and their end."""
    solved, against = (
        finding(results.path, rankings=(LAST, EARLIER), **results.choice) for finding in (rates, comparisons)
    )
    found = forks(results, LAST, EARLIER)
    both, first, second, neither = (
        sum(each.ends == ends for each in found) for ends in ((1, 1), (1, 0), (0, 1), (0, 0))
    )
    words = (
        f"On {len(found):,} of {results.outlines(LAST):,} outlines the first attempt takes another course. Of these, "
        f"{both:,} are solved at once either way, {first:,} by `{LAST}` alone, {second:,} by `{EARLIER}` alone, "
        f"{neither:,} by neither.\n"
    )
    which = "outlines that figure 17's order solves at once and on which the other one takes another course"
    verdicts = (
        found_among(SOME, "solved either way", share(both, len(found)), "outlines on which the course is another"),
        mostly(MOST, "still solved, of what was solved", share(both, both + first), which),
    )
    return Answer((solved.markdown(), against.markdown(), words), solved, verdicts)


EXPERIMENT = Experiment("order_of_two_edges", (LAST, EARLIER), answer)

if __name__ == "__main__":
    main(EXPERIMENT, __doc__)
