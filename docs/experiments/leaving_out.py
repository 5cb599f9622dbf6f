"""The worth of something: a ranking with it compared with the same ranking without."""

from experiment import Answer

from heuristan.lab.reporting import rates
from heuristan.lab.scoring.sentences import judged
from heuristan.lab.scoring.stored_runs import Results

WHOLE = "deutsch-hayes-1972"


def worth(results: Results, without: str, what: str) -> Answer:
    """Return what the final order of the paper (figure 23) solves with something and without it.

    Args:
        results: the runs of both.
        without: the ranking without it.
        what: the word for it, in the plural.
    """
    both = {"rankings": (WHOLE, without), **results.choice}
    by_kind = rates(results.path, by="kind", **both)
    verdicts = tuple(
        judged(
            f"With {what} more is solved, in {words}.", f"worth, {words}", results.comparison(without, WHOLE, measure)
        )
        for measure, words in (("solved", "any attempt"), ("at once", "the first attempt"))
    )
    return Answer((by_kind.markdown(),), by_kind, verdicts)
