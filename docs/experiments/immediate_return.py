"""Sections 2 and 5: is it better to return to the first rule at once, or to repeat the first four?"""

from experiment import Answer, Experiment, main
from forks import at_forks, ends, errors, forks
from variants import FINAL

from heuristan.lab.reporting import rates
from heuristan.lab.scoring.sentences import judged
from heuristan.lab.scoring.stored_runs import Results

AT_ONCE = "immediate-return"


def answer(results: Results) -> Answer:
    """Return what is solved either way, and what is extracted where the two part."""
    both = {"rankings": (FINAL, AT_ONCE), **results.choice}
    solved = rates(results.path, **both)
    apart = forks(results, FINAL, AT_ONCE)
    how = "{:,} are solved at once either way, {:,} by repetition alone, {:,} by the return alone, {:,} by neither"
    words = (
        f"On {len(apart):,} of {results.outlines(FINAL):,} outlines the first attempt takes another course: "
        f"{how.format(*ends(apart))}.\n"
    )
    verdicts = (
        judged(
            "With an immediate return fewer extractions are wrong, where the two part.",
            "fewer errors where they part",
            errors(apart, FINAL, AT_ONCE),
            second_is_better=False,
        ),
        *(
            judged(
                f"With an immediate return more is solved, in {when}.",
                f"more solved, {when}",
                results.comparison(FINAL, AT_ONCE, measure),
            )
            for measure, when in (("at once", "the first attempt"), ("solved", "any attempt"))
        ),
    )
    tables = (words, at_forks(apart, "Repetition", "the return"))
    return Answer(tables, solved, verdicts)


EXPERIMENT = Experiment("immediate_return", (FINAL, AT_ONCE), answer)

if __name__ == "__main__":
    main(EXPERIMENT, __doc__)
