"""What a rule lacks, seen in the plane: for drawings, and for lines that check match by match.

In a drawing a figure is fitted to what is near it, and only then is it known what its sides lie on. Whether a line
takes a match is what the agenda says.
"""

from heuristan.tangram.expert.asking.obstacles import Obstacle
from heuristan.tangram.expert.asking.ways import Way
from heuristan.tangram.expert.decision import Keys
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.ranking import RankedRule


def obstacle_nearly(rule: RankedRule, way: Way, *, ruled_out: Keys, taken: Keys) -> Obstacle:
    """Return the first condition of a line that fails for a figure in a place; empty if the line takes it.

    Args:
        rule: the line.
        way: the figure in its place.
        ruled_out: the matches that are ruled out.
        taken: the matches that the line takes.
    """
    asked, match = rule.asks(len(way.figure.sides)), way.match
    if way.figure.kind != rule.kind or asked is None or (rule.only and way.figure.name not in rule.only):
        return "figure"
    if match is None:
        return "outside"
    if match.key in taken:
        return ""
    joins = rule.evidence is None and asked.count("O") <= 1
    if joins and match.grades.count("O") > asked.count("O"):
        return "side"
    return _later(rule, way, match, ruled_out, joins)


def _later(rule: RankedRule, way: Way, match: Match, ruled_out: Keys, joins: bool) -> Obstacle:
    state = way.state
    if match.name not in frozenset().union(*state.offer):
        return "offer"
    laid = state.joined if joins else state.matches if match.kind == "piece" else state.composites
    if match.key not in {each.key for each in laid}:
        return "laid"
    if not rule.takes(match.grades):
        return "grades"
    if match.crosses_internal_edge and not rule.may_cross and not rule.rules_out:
        return "crosses"
    if match.key in ruled_out:
        return "ruled out"
    return "evidence" if rule.evidence or rule.takes_any_at_tightest else "turn"
