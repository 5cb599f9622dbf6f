"""Cross-checks between the two complete ways of searching, of drawings alone.

Both ways are exhaustive, and yet they need not agree on a drawing: each treats lengths that are nearly the same in its
own way. So the other way is asked before a drawing is said to have no solution (`answer_of`); where one alone was asked
to the end, or they differ, the result says so. Of an exact outline each solver proves what it says by itself.

The nearest reading often has no solution, and rules take long to show it. The search looks at far more states in the
same time, so rules ask it, after a number of undone steps, whether the reading has a solution at all (`ask_search`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from heuristan.common.clock import Clock
from heuristan.common.words import places, plural
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import Result

if TYPE_CHECKING:
    from heuristan.tangram.solving.contacts import Contacts
    from heuristan.tangram.verification.judging.drawn_case import Gate

MOST = 100_000
"""Maximum number of states that the search looks at for the rules. It is a number, not a time, so that runs can be
repeated."""

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
    from heuristan.tangram.solving.contacts import Contacts

    clock = Clock(limit).sooner(PATIENCE)
    ask = {"expert": _by_rules, "exact": _by_search}[searcher]
    none: Answer = "unsolvable"
    for reading in readings:
        contacts = Contacts(reading, gate)
        answer = ask(reading, contacts, clock.left) if contacts.is_valid else "unsolvable"
        if answer == "solved":
            return answer
        if answer == "limit":
            none = answer
            if clock.is_over():
                break
    return none


def _by_search(reading: Puzzle, contacts: "Contacts", limit: float | None) -> Answer:
    from heuristan.tangram.exact.search import search

    outcome = search(reading, accepts=contacts.accepts, limit=limit)
    if outcome.status == "solved":
        return "solved"
    return "unsolvable" if outcome.is_complete else "limit"


def _by_rules(reading: Puzzle, contacts: "Contacts", limit: float | None) -> Answer:
    from heuristan.tangram.expert.ranking import DEFAULT
    from heuristan.tangram.expert.ranking_file import read_ranking
    from heuristan.tangram.expert.runs import control_for, drive
    from heuristan.tangram.expert.tracing import Silent

    ranking = read_ranking(DEFAULT)
    tracer, clock = Silent(reading, ranking), Clock(limit)
    status = drive(control_for(reading, ranking, "backtracking", tracer, clock, contacts.accepts), "compiled").status
    return status if status in ("solved", "unsolvable") else "limit"


def ask_search(reading: Puzzle, gate: "Gate | None", clock: Clock, refuted: list[int]) -> str | None:
    """Ask the search whether a reading has no solution, and note its number if so.

    Args:
        reading: the reading on which the rules undid much.
        gate: the gate of the drawing.
        clock: the time limit of the rules.
        refuted: gets the number of the reading, from 1.

    Returns:
        The reason for the rules to give up; None if there may be a solution.
    """
    from heuristan.tangram.exact.search import RIGID, search
    from heuristan.tangram.solving.contacts import Contacts

    accepts = Contacts(reading, gate).accepts
    # fitted pieces find a little more, but come to no end in a reading that has no solution, and rules neither
    outcome = search(reading, accepts=accepts, limit=clock.left, most=MOST, widths=(RIGID,))
    if reading.reading is None or outcome.status != "unsolvable":
        return None
    refuted.append(reading.reading.number + 1)
    return f"the exhaustive search was asked, and found no solution in {plural(outcome.nodes, 'state')}"


def describe_refuted(result: Result, refuted: Sequence[int]) -> Result:
    """Return a result whose message says which readings were decided by the search, when the rules asked it."""
    if not refuted:
        return result
    from heuristan.tangram.expert.backtracking import PATIENCE_ALONE

    one = len(refuted) == 1
    which = f"{'reading' if one else 'readings'} {places(refuted)}"
    after = f"after {PATIENCE_ALONE} undone steps{'' if one else ' each'}"
    said = f"that {which} {'has' if one else 'have'} no solution was said by the exhaustive search alone, {after}"
    return replace(result, message=f"{result.message}; {said}")
