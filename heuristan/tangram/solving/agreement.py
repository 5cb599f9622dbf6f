"""The other way of searching, asked before a drawing is said to have no solution.

Both ways are exhaustive, and yet they need not agree on a drawing: each treats lengths that are nearly the same in its
own way. What both say has better grounds; where one alone was asked to the end, or they differ, the result says so.
"""

from collections.abc import Iterable, Mapping
from time import perf_counter
from typing import TYPE_CHECKING, Literal, TypeAlias

from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.approximate import Contacts

if TYPE_CHECKING:
    from heuristan.tangram.verification.judging.drawn_case import Gate

PATIENCE = 5.0
"""Maximum number of seconds for asking the other way."""

Searcher: TypeAlias = Literal["expert", "exact"]
"""Ranked rules with backtracking, or exhaustive search."""

Answer: TypeAlias = Literal["solved", "unsolvable", "limit"]
"""A solution was found, every way was tried, or the search was cut short, by the time at the latest."""

OTHER: Mapping[str, Searcher] = {"expert": "exact", "exact": "expert"}
"""For each solver that tries every way the other one."""

IN_WORDS: Mapping[str, str] = {"expert": "ranked rules", "exact": "exhaustive search"}


def answer_of(searcher: Searcher, readings: Iterable[Puzzle], gate: "Gate", limit: float | None) -> Answer:
    """Return what a way of searching says of the readings of a drawing: whether one has a solution that passes a gate.

    Args:
        searcher: the way to ask.
        readings: the readings.
        gate: the gate of the drawing.
        limit: the maximum number of seconds; PATIENCE is another.
    """
    end = perf_counter() + (PATIENCE if limit is None else min(limit, PATIENCE))
    ask = {"expert": _by_rules, "exact": _by_search}[searcher]
    none: Answer = "unsolvable"
    for reading in readings:
        contacts = Contacts(reading, gate)
        answer = ask(reading, contacts, max(0.0, end - perf_counter())) if contacts.is_valid else "unsolvable"
        if answer == "solved":
            return answer
        if answer == "limit":
            none = answer
            if perf_counter() >= end:
                break
    return none


def _by_search(reading: Puzzle, contacts: Contacts, limit: float) -> Answer:
    from heuristan.tangram.exact.search import search

    outcome = search(reading, accepts=contacts.accepts, limit=limit)
    if outcome.status == "solved":
        return "solved"
    return "unsolvable" if outcome.is_complete else "limit"


def _by_rules(reading: Puzzle, contacts: Contacts, limit: float) -> Answer:
    from heuristan.common.clock import Clock
    from heuristan.tangram.expert.driving import drive
    from heuristan.tangram.expert.ranking import DEFAULT
    from heuristan.tangram.expert.ranking_file import read_ranking
    from heuristan.tangram.expert.runs import control_for
    from heuristan.tangram.expert.tracing import Silent

    ranking = read_ranking(DEFAULT)
    tracer, clock = Silent(reading, ranking), Clock(limit)
    status = drive(control_for(reading, ranking, "backtracking", tracer, clock, contacts.accepts), "compiled").status
    return status if status in ("solved", "unsolvable") else "limit"
