"""What a search is for, and what a run is worth to it."""

from dataclasses import replace
from typing import Literal, TypeAlias, get_args

from heuristan.tangram.expert.ranking import Ranking

Goal: TypeAlias = Literal["first-attempt", "any-attempt", "undone"]
GOALS: tuple[Goal, ...] = get_args(Goal)

MOST_UNDONE = 60
"""Undone steps after which a run is broken off and counts as if it had ended there: it is hopeless, however long it
may take. It counts steps and not seconds, so that the same seed finds the same ranking on any machine."""

BEST = {"first-attempt": 1, "any-attempt": 1, "undone": 0}
"""What the best run is worth: solved or not, 1 or 0; or the undone steps, less than nothing."""


def trimmed(ranking: Ranking, attempts: int) -> Ranking:
    """The ranking with so many entry points at most: the first ones."""
    if len(ranking.entry_lines) <= attempts:
        return ranking
    return replace(ranking, entry_points=entry_names(ranking)[:attempts])


def entry_names(ranking: Ranking) -> tuple[str, ...]:
    """The rules at which attempts start, in order."""
    return tuple(ranking.rules[line].name for line in ranking.entry_lines)


def as_judged(ranking: Ranking, goal: Goal) -> Ranking:
    """The ranking without what makes no difference to a goal, so that rankings that come to the same are one."""
    if goal == "undone":
        return replace(ranking, entry_points=())
    return trimmed(ranking, 1) if goal == "first-attempt" else ranking


def in_words(goal: Goal, total: int, count: int) -> str:
    """What runs of some outlines were worth together."""
    if goal == "undone":
        return f"{-total / max(1, count):.3f} undone steps in the mean over {count}"
    attempt = "the first attempt" if goal == "first-attempt" else "any attempt"
    return f"{total} of {count} solved in {attempt} ({total / max(1, count):.1%})"
