"""The worth of a new fit (section 4.3): the final order as published, and with retry where a choice led nowhere."""

from collections import Counter

from experiment import Answer, Experiment, main, table

from heuristan.lab.reporting import rates
from heuristan.lab.scoring.sentences import found_among, more, paired, share
from heuristan.lab.scoring.stored_runs import Results

RANKING = "deutsch-hayes-1972"
PAIRS = """
SELECT one.solved, other.solved, other.attempts = 1, other.extractions - one.extractions
FROM run AS one JOIN run AS other USING (outline, position)
WHERE one.way = 'published' AND other.way = 'retry'"""


def answer(results: Results) -> Answer:
    """Return how many outlines are solved in each way, and how many more extractions that takes."""
    each_way = results._replace(way=None)
    solved = rates(each_way.path, rankings=RANKING, **each_way.choice)
    pairs = each_way.ask(PAIRS, RANKING)
    both = Counter((published, retry) for published, retry, *_ in pairs)
    first = sum(not published and retry and is_first for published, retry, is_first, _ in pairs)
    numbers = table(
        ("Outlines", "Number"),
        (
            ("solved both ways", f"{both[True, True]:,}"),
            ("solved with retry only", f"{both[False, True]:,}"),
            ("... of them in the first attempt", f"{first:,}"),
            ("solved as published only", f"{both[True, False]:,}"),
            ("solved neither way", f"{both[False, False]:,}"),
        ),
    )
    new_fit = found_among(
        "Where a wrong choice results in failure, a new fit is found.",
        "solved by a new fit",
        share(both[False, True], both[False, True] + both[False, False]),
        "outlines that are not solved as published",
    )
    extractions = paired(Counter(difference for *_, difference in pairs))
    effort = more("Seeking a new fit takes more extractions.", "more extractions", extractions)
    return Answer((solved.markdown(), numbers), solved, (new_fit, effort))


EXPERIMENT = Experiment("worth_of_retry", (RANKING,), answer, ("published", "retry"))

if __name__ == "__main__":
    main(EXPERIMENT, __doc__)
