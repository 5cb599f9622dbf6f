"""Figures 21 and 22: does the solution occur earlier with pieces first, after more attempts with composites first?"""

from collections.abc import Iterator

from experiment import Answer, Experiment, main, table

from heuristan.lab.reporting import comparisons, tries
from heuristan.lab.scoring.sentences import Verdict, judged, more, paired
from heuristan.lab.scoring.stored_runs import Results

COMPOSITES = "composites-first"
PIECES = {
    "deutsch-hayes-1972": "pieces before composites in each pair of rules (`deutsch-hayes-1972`)",
    "pieces-first": "three rules for pieces before all for composites (`pieces-first`)",
}
SOLVED_BY_BOTH = "one.solved AND other.solved"
NUMBERS = {
    "attempts, all outlines": ("attempts", "true"),
    "attempts, where both solve": ("attempts", SOLVED_BY_BOTH),
    "extractions, where both solve": ("extractions", SOLVED_BY_BOTH),
}


def answer(results: Results) -> Answer:
    """Return attempts and extractions of the orders, outline by outline."""
    all_three = {"rankings": (COMPOSITES, *PIECES), **results.choice}
    by_attempts, against = tries(results.path, **all_three), comparisons(results.path, **all_three)
    columns = (
        "Composites first less", "Number", "Mean difference (95 %)", "More", "Fewer", "Outlines", "p, sign", "p, ranks"
    )  # fmt: skip
    numbers = table(columns, rows(results), words=2)
    return Answer((against.markdown(), numbers), by_attempts, tuple(verdicts(results)))


def rows(results: Results) -> Iterator[tuple[str, ...]]:
    """Yield how much greater each number is with composites first."""
    for pieces in PIECES:
        for name, column in NUMBERS.items():
            found = paired(results.differences(pieces, COMPOSITES, *column))
            if found is not None:
                yield pieces, name, *found.cells


def verdicts(results: Results) -> Iterator[Verdict]:
    """Yield the verdicts on both claims, in both readings."""
    for pieces, words in PIECES.items():
        earlier = results.comparison(COMPOSITES, pieces, "at once")
        yield judged(f"Solved earlier, in the first attempt, with {words}.", f"earlier with `{pieces}`", earlier)
        attempts = paired(results.differences(pieces, COMPOSITES, "attempts"))
        claim = f"More attempts with `{COMPOSITES}` than with {words}."
        yield more(claim, f"more attempts than with `{pieces}`", attempts)


EXPERIMENT = Experiment("pieces_or_composites", (COMPOSITES, *PIECES), answer)

if __name__ == "__main__":
    main(EXPERIMENT, __doc__)
