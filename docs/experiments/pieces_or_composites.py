"""Figures 21 and 22: does the solution occur earlier with pieces first, after more attempts with composites first?"""

from experiment import Answer, Experiment, Results, main, table
from verdicts import judged, more, paired

from heuristan.lab.reporting import comparisons, tries

PIECES, COMPOSITES = "pieces-first", "composites-first"
NUMBERS = {
    "attempts, all outlines": ("attempts", "true"),
    "attempts, where both solve": ("attempts", "one.solved AND other.solved"),
    "extractions, where both solve": ("extractions", "one.solved AND other.solved"),
}


def answer(results: Results) -> Answer:
    """Attempts and extractions of both orders, outline by outline."""
    both = {"rankings": (PIECES, COMPOSITES), **results.choice}
    by_attempts, against = tries(results.path, **both), comparisons(results.path, **both)
    pairs = {name: paired(results.differences(PIECES, COMPOSITES, *column)) for name, column in NUMBERS.items()}
    columns = ("Composites first less pieces first", "Mean difference (95 %)", "More", "Fewer", "Outlines", "p")
    numbers = table(columns, ((name, *pair.cells) for name, pair in pairs.items() if pair))
    earlier = results.comparison(COMPOSITES, PIECES, "at once")
    verdicts = (
        judged("With pieces first the solution occurs earlier: more is solved at once.", "earlier", earlier),
        more(
            "Where both solve, composites first needs more attempts.",
            "more attempts to solve",
            pairs["attempts, where both solve"],
        ),
        more("Composites first makes more attempts in all.", "more attempts in all", pairs["attempts, all outlines"]),
    )
    return Answer((against.markdown(), numbers, by_attempts.markdown()), by_attempts, verdicts)


EXPERIMENT = Experiment("pieces_or_composites", (PIECES, COMPOSITES), answer)

if __name__ == "__main__":
    main(EXPERIMENT, __doc__)
