"""The goals of a search, and the value of a run for each."""

from dataclasses import replace
from typing import Literal, TypeAlias, get_args

from heuristan.tangram.expert.ranking import Ranking

Goal: TypeAlias = Literal["first-attempt", "any-attempt", "undone"]
GOALS: tuple[Goal, ...] = get_args(Goal)

MAX_UNDONE = 60
"""Undone steps after which a run ends and counts as if it had been solved there. It counts steps and not seconds, so
that the same seed finds the same ranking on any machine."""

BEST = {"first-attempt": 1, "any-attempt": 1, "undone": 0}
"""Value of the best run: 1 if it is solved, otherwise 0; or minus the number of undone steps."""


def trimmed(ranking: Ranking, attempts: int) -> Ranking:
    """Return the ranking with only its first entry points.

    Args:
        ranking: the ranking.
        attempts: maximum number of entry points.
    """
    if len(ranking.entry_lines) <= attempts:
        return ranking
    return replace(ranking, entry_points=entry_names(ranking)[:attempts])


def entry_names(ranking: Ranking) -> tuple[str, ...]:
    """Return the rules at which attempts start, in order."""
    return tuple(ranking.rules[line].name for line in ranking.entry_lines)


def as_evaluated(ranking: Ranking, goal: Goal) -> Ranking:
    """Return the ranking without what makes no difference to a goal, so that equivalent rankings are equal."""
    if goal == "undone":
        return replace(ranking, entry_points=())
    return trimmed(ranking, 1) if goal == "first-attempt" else ranking


def in_words(goal: Goal, total: int, count: int) -> str:
    """Return the total value of runs on some outlines in words."""
    if goal == "undone":
        return f"{-total / max(1, count):.3f} undone steps on average over {count}"
    attempt = "the first attempt" if goal == "first-attempt" else "any attempt"
    return f"{total} of {count} solved in {attempt} ({total / max(1, count):.1%})"
