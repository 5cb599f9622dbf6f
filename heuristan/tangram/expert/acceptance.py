"""The acceptance of matches by the lines of a ranking, as the loop and those who ask decide it: once, in the plane.

The engine decides by the conditions of its rules (`engine.line_rules`); what one of these asks for has the same names
here, so that an answer can say which fails. Tests hold the compiled kernels to the loop.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias, cast, get_args

from heuristan.tangram.expert.decision import Keys
from heuristan.tangram.expert.figures import Figure
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.expert.state import State

Obstacle: TypeAlias = Literal[
    "figure", "outside", "side", "vertex", "inside", "laid", "grades", "crosses", "offer", "ruled out", "focus",
    "evidence", "turn", "",
]  # fmt: skip
"""What a condition that fails asks for, in the order of the conditions; empty if all are satisfied.

``outside``: no way to lay the figure lies inside, and none has all its sides on edges or extension lines either.
"""

ORDER: Sequence[Obstacle] = get_args(Obstacle)


def obstacle_of(role: str) -> Obstacle:
    """Return what a condition with a role asks for."""
    return cast("Obstacle", role) if role in ORDER else "inside"


def accepts(rule: RankedRule, match: Match) -> bool:
    """Return whether a line takes a match, evidence and what is ruled out not looked at."""
    return rule.is_for(match) and _may_lie(rule, match)


def _may_lie(rule: RankedRule, match: Match) -> bool:
    return rule.may_cross or rule.rules_out or not match.crosses_internal_edge


def is_for_figure(rule: RankedRule, figure: Figure) -> bool:
    """Return whether a line takes a figure at all, whatever its sides lie on."""
    is_named = not rule.only or figure.name in rule.only
    return figure.kind == rule.kind and rule.asks(len(figure.sides)) is not None and is_named


def obstacle(
    rule: RankedRule, state: State, figure: Figure, match: Match | None, *, ruled_out: Keys, taken: Keys
) -> Obstacle:
    """Return the first condition of a line that fails for a figure in a place; empty if the line takes it.

    Args:
        rule: the line.
        state: what is left.
        figure: the figure.
        match: the figure in its place; None if it does not lie inside.
        ruled_out: the matches that are ruled out.
        taken: the matches that the line takes.
    """
    if not is_for_figure(rule, figure):
        return "figure"
    if match is None:
        return "outside"
    if match.key in taken:
        return ""
    asked = rule.asks(len(figure.sides)) or ""
    joins = rule.evidence is None and asked.count("O") <= 1
    if joins and match.grades.count("O") > asked.count("O"):
        return "side"
    laid = state.joined if joins else state.matches if match.kind == "piece" else state.composites
    missing = not_laid(rule, state, match, laid)
    if missing is not None:
        return missing
    if match.key in ruled_out:
        return "ruled out"
    return "evidence" if rule.evidence or rule.takes_any_at_tightest else "turn"


def not_laid(rule: RankedRule, state: State, match: Match, laid: Iterable[Match]) -> Obstacle | None:
    """Return why a match is not among those that a line chooses from; None if it is.

    Args:
        rule: the line, which is for such figures.
        state: what is left.
        match: the match.
        laid: the matches that are found in the way in which the line looks for them.
    """
    if match.name not in frozenset().union(*state.offer):
        return "offer"
    if match.key not in {each.key for each in laid}:
        return "laid"
    if not rule.takes(match.grades):
        return "grades"
    return None if _may_lie(rule, match) else "crosses"
