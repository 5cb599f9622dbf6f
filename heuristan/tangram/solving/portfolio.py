"""Several rankings for one puzzle: restarts by disagreement, since rankings fail on different outlines.

Each ranking runs with restarts, and the first attempts of all come before the second ones: the solution is the one of
the attempt with the lowest number, and among those with one number of the ranking named first. Attempts of different
rankings know nothing of each other, so every ranking has a run of its own, and the trace and the explanation of the
result are those of one such run.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from time import perf_counter
from typing import TypeAlias

from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.ways import Engine, Way
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.expert import solve
from heuristan.tangram.solving.result import Result

Rankings: TypeAlias = Ranking | str | Sequence[Ranking | str]
"""A ranking, or its name or file; or several, in the order in which they are asked."""

NEEDS_RESTARTS = "several rankings take turns at restarts, and with backtracking there are none"


def solve_by_several(
    puzzle: Puzzle,
    rankings: Sequence[Ranking | str],
    *,
    way: Way = "published",
    engine: Engine = "compiled",
    limit: float | None = None,
    traced: bool = True,
) -> Result:
    """Solve a puzzle by the attempts of several rankings in turn.

    Args:
        puzzle: the outline.
        rankings: the rankings, or their names or files, in the order in which they are asked.
        way: "published" or "retry".
        engine: as for `solving.expert.solve`, and so is `traced`.
        limit: the maximum number of seconds of all runs together; each has an equal share of what is left.
        traced: whether the result has its trace.

    Returns:
        The result of the run that solved it, whose `ranking` says which; its `seconds` are those of all runs. If none
        did, the result of the first run, with what every ranking says for its message.

    Raises:
        RankingError: if a ranking does not exist or cannot be used.
        ValueError: if there are no rankings, or several with backtracking.
    """
    read = [read_ranking(each) if isinstance(each, str) else each for each in rankings]
    if not read:
        raise ValueError("there is no ranking; give one at least")
    if len(read) == 1:
        return solve(puzzle, read[0], way=way, engine=engine, limit=limit, traced=traced)
    if way == "backtracking":
        raise ValueError(f"{NEEDS_RESTARTS}; give way='published' or way='retry'")
    start = perf_counter()
    found: list[Result] = []
    for place, ranking in enumerate(read):
        left = None if limit is None else max(0.0, limit - (perf_counter() - start)) / (len(read) - place)
        found.append(solve(puzzle, ranking, way=way, engine=engine, limit=left, traced=traced))
        # no attempt comes before a first one, and what is proved of a puzzle is so for every ranking
        if found[-1].entry_point == 1 or found[-1].status == "unsolvable":
            break
    return replace(_together(found, len(read)), seconds=perf_counter() - start)


def _together(found: Sequence[Result], number: int) -> Result:
    """Return the result of the earliest attempt that solved a puzzle, or of all runs if none did."""
    place, best = min(enumerate(found), key=lambda each: (each[1].entry_point or inf, each[0]))
    if best.status == "solved":
        return replace(best, message=f"{best.message}, by {best.ranking}, ranking {place + 1} of {number}")
    decided = next((result for result in found if result.status == "unsolvable"), None)
    if decided is not None:
        return decided
    # a run that had no time left says nothing about the puzzle, so neither does the portfolio
    told = next((result for result in found if result.status == "limit"), found[0])
    return replace(told, message="; ".join(f"{result.ranking}: {result.message}" for result in found))
