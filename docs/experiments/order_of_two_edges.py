"""Figures 12 and 18: is a right solution found either way if 1½-2½ edges comes before 2-3 edges?

In figure 17 it comes after. The change is also measured where 2-3 edges for composites keeps its place.
"""

from experiment import Answer, Experiment, main
from forks import ends, forks

from heuristan.lab.reporting import comparisons, rates
from heuristan.lab.scoring.sentences import found_among, mostly, share
from heuristan.lab.scoring.stored_runs import Results

BEFORE, CHANGED, FOR_PIECES = "deutsch-hayes-figure-17", "deutsch-hayes-figure-18", "1.5-2.5-before-pieces-2-3"
SOME = "There are outlines, as figure 12's, that are solved at once either way, by other extractions."
MOST = "Most of what figure 17's order solves at once is still solved at once where the course is another."
AS_FAR = "rules as far as 2\N{EN DASH}3 edges"
LIKE_THEM = f"Outlines solved by {AS_FAR} are still solved at once."

LOWER = ("pieces-1.5-2.5-edges", "pieces-3-edges-only", "pieces-2-edges-1-extension-line", "pieces-2-edges-only")
"""The rules after 2-3 edges in figure 17. Figures 12 and 13 are solved without them (section 4.7)."""

UPPER = ("pieces-direct", "pieces-2.5-3.5-edges", "pieces-2-3-edges")
"""The rules by which figures 12 and 13 are solved; the last piece may be matched directly."""

AT_ONCE_WITHOUT = """
SELECT outline FROM run AS one
WHERE place = 1 AND solved AND attempts = 1 AND NOT EXISTS (
    FROM extractions JOIN run USING (outline, ranking, way, position, seed, version, time_limit)
    WHERE place = 1 AND outline = one.outline AND rule {}
)"""


def answer(results: Results) -> Answer:
    """Return how the change affects the course of extractions and their end."""
    solved, against = (
        finding(results.path, rankings=(BEFORE, CHANGED, FOR_PIECES), **results.choice)
        for finding in (rates, comparisons)
    )
    found = forks(results, BEFORE, CHANGED)
    like_them, as_figures, at_once = (
        {outline for (outline,) in results.ask(AT_ONCE_WITHOUT.format(rules), BEFORE, CHANGED)}
        for rules in (f"IN {LOWER}", f"NOT IN {UPPER}", "IS NULL")
    )
    both, first, second, neither = ends(found)
    still, lost, *_ = ends(fork for fork in found if fork.outline in like_them)
    words = (
        f"On {len(found):,} of {results.outlines(BEFORE):,} outlines the first attempt takes another course. Of these, "
        f"{both:,} are solved at once either way, {first:,} by `{BEFORE}` alone, {second:,} by `{CHANGED}` alone, "
        f"{neither:,} by neither.\n\n"
        f"Figure 17's order solves {len(at_once):,} outlines at once, {len(as_figures):,} of them by "
        "2½\N{EN DASH}3½ and 2\N{EN DASH}3 edges of pieces alone, as figures 12 and 13 were, and "
        f"{len(like_them):,} by {AS_FAR}, of pieces or composites. On {still + lost:,} of these the change takes "
        f"another course: {still:,} are still solved at once, and {lost:,} are not. An exchange of rules below changes "
        "none.\n"
    )
    which = "outlines that figure 17's order solves at once and on which the other one takes another course"
    other_course = "such outlines on which the course is another"
    verdicts = (
        found_among(SOME, "solved either way", share(both, len(found)), "outlines on which the course is another"),
        mostly(MOST, "still solved, of what was solved", share(both, both + first), which),
        mostly(LIKE_THEM, "of those solved as far as 2\N{EN DASH}3 edges", share(still, still + lost), other_course),
    )
    return Answer((solved.markdown(), against.markdown(), words), solved, verdicts)


EXPERIMENT = Experiment("order_of_two_edges", (BEFORE, CHANGED, FOR_PIECES), answer)

if __name__ == "__main__":
    main(EXPERIMENT, __doc__)
