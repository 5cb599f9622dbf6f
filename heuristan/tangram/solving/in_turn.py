"""Puzzles solved by ranked rules, and by exhaustive search where these find no solution.

Who asks for a solution is given the one that is known, whoever found it: the result names the solver, and says what the
rules came to. Who asks for one solver alone calls `expert` or `exact`.
"""

from dataclasses import replace
from time import perf_counter

from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.ways import Engine
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving import exact, expert
from heuristan.tangram.solving.agreement import IN_WORDS, Answer
from heuristan.tangram.solving.opinion import SecondOpinions
from heuristan.tangram.solving.readings import Tried, left_until
from heuristan.tangram.solving.result import Result
from heuristan.tangram.trace.events import Ended

SHARE, MOST = 0.5, 30.0
"""The part of the time limit that ranked rules have, and the maximum number of seconds. Of 10,000 outlines that they
solve, few take a second."""


def solve_in_turn(
    puzzle: Puzzle,
    ranking: Ranking | str = DEFAULT,
    *,
    engine: Engine = "compiled",
    limit: float | None = None,
    traced: bool = True,
) -> Result:
    """Solve a puzzle by ranked rules with backtracking, else by exhaustive search.

    Args:
        puzzle: the outline.
        ranking: the rules in order, or the name or file of a ranking.
        engine: as for `solving.expert.solve`.
        limit: the maximum number of seconds for both.
        traced: whether the result has a trace: that of the solver that it names.

    Raises:
        RankingError: if the ranking does not exist or cannot be used.
    """
    ranking = read_ranking(ranking) if isinstance(ranking, str) else ranking
    end, opinions = None if limit is None else perf_counter() + limit, SecondOpinions()
    share = MOST if limit is None else min(MOST, SHARE * limit)
    rules = expert.try_readings(puzzle, ranking, "backtracking", engine, opinions, limit=share, traced=traced)
    is_proved = rules.last.status == "unsolvable" and rules.gate is None
    if rules.last.status == "solved" or is_proved or left_until(end) == 0:
        return opinions.told_in(rules.result())
    search = exact.try_readings(puzzle, want="first", limit=left_until(end), by="either", traced=traced)
    result = _decided(rules, search, opinions)
    return replace(result, seconds=rules.last.seconds + search.last.seconds)


def _decided(rules: Tried, search: Tried, opinions: SecondOpinions) -> Result:
    """Return the result of two solvers of which the first found no solution."""
    found, by_rules = search.last, rules.last
    if found.status == "solved" or (found.status == "unsolvable" and search.gate is None):
        return _after(rules, search).result()
    other: Answer = "unsolvable" if found.status == "unsolvable" else "limit"
    if by_rules.status != "limit":
        return opinions.told_in(rules.result(other))
    if other == "unsolvable":
        return search.result("limit")
    return _after(search, rules).result()


def _after(first: Tried, second: Tried) -> Tried:
    """Return what the second solver found, with what the first one came to in the same reading, or in its last."""
    *others, last = second.results
    there = first.results[min(len(others), len(first.results) - 1)]
    before = f"{IN_WORDS[there.solver]} found no solution: {there.message}"
    message = f"{last.message}, by {IN_WORDS[last.solver]}; {before}"
    trace = tuple(replace(event, before=before) if isinstance(event, Ended) else event for event in last.trace)
    return replace(second, results=(*others, replace(last, message=message, trace=trace)))
