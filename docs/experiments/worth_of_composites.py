"""The worth of composites (section 4.4): the final order with them and without."""

from experiment import Answer, Experiment, main
from leaving_out import WHOLE, worth

from heuristan.lab.reporting import reliability
from heuristan.lab.scoring.stored_runs import Results

WITHOUT = "without-composites"


def answer(results: Results) -> Answer:
    """Return what is solved with and without them, and how often composites are right."""
    found = worth(results, WITHOUT, "composites")
    kinds = reliability(results.path, "kind", attempts="first", rankings=(WHOLE, WITHOUT), **results.choice)
    return found._replace(tables=(*found.tables, kinds.markdown()))


EXPERIMENT = Experiment("worth_of_composites", (WHOLE, WITHOUT), answer)

if __name__ == "__main__":
    main(EXPERIMENT, __doc__)
