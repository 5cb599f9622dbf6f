"""Section 3: are outlines of eleven vertices or more easier, because vertices show where pieces lie?"""

from experiment import Answer, Experiment, main, table

from heuristan.lab.reporting import rates
from heuristan.lab.reporting.findings import words
from heuristan.lab.scoring.sentences import different
from heuristan.lab.scoring.stored_runs import Results

RANKING = "deutsch-hayes-1972"
SIMPLE = "kind IN ('convex', 'simple-10-', 'simple-11+')"
"""One region without holes, as the paper's puzzles are."""

MANY, FEW = "eleven or more", "ten or fewer"
PARTED = f"CASE WHEN vertices > 10 THEN '{MANY}' ELSE '{FEW}' END"


def answer(results: Results) -> Answer:
    """Return rates by number of vertices, and on each side of the paper's border."""
    choice = {"rankings": RANKING, **results.choice, "where": (*results.where, SIMPLE)}
    by_vertices, parted = (rates(results.path, by=by, **choice) for by in ("vertices", PARTED))
    sides = {row.part: row for row in parted}
    many, few = sides.get(MANY), sides.get(FEW)
    claim = "Outlines of eleven vertices or more are solved more often than others, in {}."
    verdicts = (
        different(claim.format("any attempt"), "solved", many and many.solved, few and few.solved),
        different(claim.format("the first attempt"), "solved at once", many and many.at_once, few and few.at_once),
    )
    rows = ((row.part, f"{row.outlines:,}", words(row.at_once), words(row.solved)) for row in parted)
    words_before = f"Of these, {sum(row.outlines for row in parted):,} are one region without holes or contacts.\n"
    border = table(("Vertices", "Outlines", "At once, %", "Solved, %"), rows)
    return Answer((words_before, border, by_vertices.markdown()), by_vertices, verdicts)


EXPERIMENT = Experiment("eleven_vertices", (RANKING,), answer)

if __name__ == "__main__":
    main(EXPERIMENT, __doc__)
