"""How hard a run found its outline: columns of the table `results`.

`difficulty` is the measure of docs/worksheets.md for a run of its ranking, heuristan with backtracking; for other runs
it is the same sum, which compares outlines with each other but not rankings.
"""

from typing import Any

from heuristan.tangram.solving.difficulty import difficulty_in
from heuristan.tangram.solving.result import Result
from heuristan.tangram.trace.events import MatchTaken, PuzzleRead, Trace, kept_events


def hardness_fields(result: Result) -> dict[str, Any]:
    """Return the fields of a run; all are None where it did not solve."""
    found = difficulty_in(result.trace)
    return {
        "difficulty": round(found.score, 3) if found else None,
        "choices": round(found.choices, 3) if found else None,
        "weakest": _weakest(result.trace) if found else None,
    }


def _weakest(events: Trace) -> int | None:
    """Return the place in the ranking of the last rule that the solution needed; vertex fit stands below all others."""
    ranked = [rule.name for event in events if isinstance(event, PuzzleRead) for rule in event.rules]
    taken = (event.rule for event in kept_events(events) if isinstance(event, MatchTaken))
    return max((ranked.index(rule) if rule in ranked else len(ranked) for rule in taken), default=-1) + 1 or None
