"""The worth of restarts (section 2): the final order with its ten entry points, and its first attempt only."""

from experiment import Answer, Experiment, main, table

from heuristan.lab.reporting import tries
from heuristan.lab.scoring.sentences import found_among, share
from heuristan.lab.scoring.stored_runs import Results

RANKING = "deutsch-hayes-1972"
BY_ENTRY_POINT = "SELECT entry_point, count(*) FROM run WHERE solved GROUP BY ALL ORDER BY entry_point"


def answer(results: Results) -> Answer:
    """Return how many outlines are solved by which attempt."""
    by_attempts = tries(results.path, rankings=RANKING, **results.choice)
    with results.selection(RANKING) as chosen:
        (rules,) = chosen.rules.values()
        solved: dict[int, int] = dict(chosen.ask(f"\n{BY_ENTRY_POINT}"))
    rows = [(f"E{point}", f"`{rules[point - 1]}`", f"{count:,}") for point, count in solved.items()]
    later = sum(count for point, count in solved.items() if point > 1)
    left = share(later, results.outlines(RANKING) - solved.get(1, 0))
    verdict = found_among(
        "A fresh attempt that begins with a weaker rule finds solutions.",
        "solved by a later attempt",
        left,
        "outlines that the first attempt does not solve",
    )
    entry_points = table(("Entry point", "First rule", "Solved from there"), rows, words=2)
    return Answer((entry_points,), by_attempts, (verdict,))


EXPERIMENT = Experiment("worth_of_restarts", (RANKING,), answer)

if __name__ == "__main__":
    main(EXPERIMENT, __doc__)
