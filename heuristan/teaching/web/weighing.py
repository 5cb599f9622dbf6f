"""Rankings weighed: how far one comes on a shape without undoing, and what two counts say about a difference."""

from typing import Any

from heuristan.common.proportions import mcnemar, paired_difference, wilson
from heuristan.tangram.solving.program import solve_puzzle
from heuristan.tangram.solving.shortcuts import options_of
from heuristan.teaching.web.messages import AttemptsRequest, DifferenceRequest
from heuristan.teaching.web.requested import puzzle_given, ranking_given

SECONDS = 1.5
"""Time limit of one shape, so that whoever tries them all does not hold a worker: the shapes that ship take 0.2."""


def attempts(request: AttemptsRequest) -> dict[str, Any]:
    """Run a ranking as published, without undoing; say whether it solves in the first attempt, and in any."""
    ranking = ranking_given(request.ranking)
    options = options_of("expert", ranking, "published", None, "first", SECONDS)
    result = solve_puzzle(puzzle_given(request.puzzle), options)
    return {
        "first": result.status == "solved" and result.entry_point == 1,
        "any": result.status == "solved",
        "ended": result.status != "limit",
    }


def difference(request: DifferenceRequest) -> dict[str, Any]:
    """Return intervals of 95 % for two shares and their difference, and the p value of McNemar's test."""
    counts = request.both, request.only_first, request.only_second, request.neither
    of = sum(counts)
    return {
        "first": wilson(request.both + request.only_first, of),
        "second": wilson(request.both + request.only_second, of),
        "difference": paired_difference(*counts),
        "p": mcnemar(request.only_first, request.only_second),
    }
