"""Why no solution has a match that a rule ruled out: the vertex that stays bare beside it, or what it would leave."""

from collections.abc import Callable

from heuristan.tangram.expert.dead_ends import consequences
from heuristan.tangram.expert.decision import Keys
from heuristan.tangram.expert.evidence import BARE_VERTEX, EVIDENCE, NO_ROOM, NO_WAY_ON
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.expert.refutation import simple_reason
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import Point

_AFTER = ("after it", "after it and the piece that must follow", "after it and the pieces that must follow")


def reason_against(rule: RankedRule, state: State, match: Match, ruled_out: Keys, place: Callable[[Point], str]) -> str:
    """Say why a rule ruled a match out, as a clause.

    Args:
        rule: the rule, whose evidence refutes.
        state: what is left.
        match: the match.
        ruled_out: the matches that are ruled out there.
        place: names a vertex.
    """
    if rule.evidence == BARE_VERTEX.name:
        bare = state.pairs.bare_beside(match.key, ruled_out)
        if bare is not None:
            return f"beside it nothing that is left fits at the vertex {place(bare.vertex.point)}"
    if rule.evidence == NO_ROOM.name:
        reason = _of_what_is_left(state, match, ruled_out, place)
        if reason is not None:
            return f"after it {reason}"
    if rule.evidence == NO_WAY_ON.name:
        for number, (now, each) in enumerate(consequences(state, match, ruled_out)):
            reason = _of_what_is_left(now, each, ruled_out, place)
            if reason is not None:
                return f"{_AFTER[min(number, len(_AFTER) - 1)]} {reason}"
    return EVIDENCE[rule.evidence].meaning if rule.evidence else "it was ruled out"


def _of_what_is_left(state: State, match: Match, ruled_out: Keys, place: Callable[[Point], str]) -> str | None:
    """Say why no solution has what a match leaves, if it shows at once."""
    after = state.without(match)
    if after is None:
        return "what is left has no clear outline"
    return simple_reason(after, ruled_out | after.pairs.beside_nothing(ruled_out), place)
