"""Which match is extracted next: the matches of a state are told to the rules, and the rules decide."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from heuristan.tangram.expert.dead_ends import fits_at, leaves_room
from heuristan.tangram.expert.evidence import Evidence, weighed
from heuristan.tangram.expert.facts import EvidenceFor, facts_of
from heuristan.tangram.expert.matches import Match, MatchKey, Wedge
from heuristan.tangram.expert.preferences import order_of
from heuristan.tangram.expert.production import Decision, ProductionSystem
from heuristan.tangram.expert.ranking import RankedRule, must_leave_room
from heuristan.tangram.expert.state import State

NOTHING: frozenset[MatchKey] = frozenset()
"""No match ruled out."""


@lru_cache(maxsize=256)
def chooser_for(rules: tuple[RankedRule, ...], depth: int = 0) -> "Chooser":  # noqa: ARG001
    """The chooser for some rules. Building one takes longer than a decision, so they are kept.

    Each depth of a search has its own: when the search comes back to a state, the working memory is still nearly right.
    """
    return Chooser(rules)


class Chooser:
    """Decides which match is extracted next, by the rules of a ranking on the facts of a state."""

    def __init__(self, rules: tuple[RankedRule, ...]) -> None:
        self.rules = rules
        self._system = ProductionSystem(rules)
        # a rule that takes anything at the tightest corner is told of the matches there alone
        asking = [rule for rule in rules if not rule.takes_any_at_tightest]
        self._takes_any = len(asking) < len(rules)
        self._prefers_tightest = any("fewest-fits" in rule.prefer for rule in rules)
        self._evidence = frozenset(rule.evidence for rule in rules if rule.evidence)
        self._offers_every_piece = any(rule.takes_any for rule in asking)
        self._accepted = {
            kind: frozenset(grades for rule in asking if rule.kind == kind for grades in rule.accepted_grades)
            for kind in ("piece", "composite")
        }

    def decide(
        self,
        state: State,
        first_line: int,
        ruled_out: frozenset[MatchKey] = NOTHING,
        corner: Wedge | None = None,
    ) -> Decision:
        """The first match by rank among those not ruled out; if a corner is given, among the pieces that cover it.

        What a match leaves is looked at when the rules come to it, and not before: that is the dear part.
        """
        without_room = NOTHING
        while True:
            decision = self._decided(state, first_line, ruled_out, corner, without_room)
            match, out = decision.match, ruled_out | decision.keys_ruled_out
            if match is None or not must_leave_room(self.rules, decision.rule_number) or leaves_room(state, match, out):
                return decision
            without_room |= {match.key}

    def _decided(
        self,
        state: State,
        first_line: int,
        ruled_out: frozenset[MatchKey],
        corner: Wedge | None,
        without_room: frozenset[MatchKey],
    ) -> Decision:
        keen: tuple[MatchKey, ...] = ()
        if corner or self._prefers_tightest:
            keen = fits_at(state, corner, ruled_out) if corner else tightest_fits(state, ruled_out)
        offered = {match.key: match for match in self._offered(state, ruled_out, keen, only_keen=corner is not None)}
        evidence = self._weighed(state, without_room, ruled_out)
        return self._system.decide(
            facts_of(state, offered.values(), evidence),
            offered,
            first_line,
            lambda rule, match: order_of(rule, state, match, keen),
        )

    def _weighed(self, state: State, without_room: frozenset[MatchKey], ruled_out: frozenset[MatchKey]) -> EvidenceFor:
        found: dict[MatchKey, frozenset[Evidence]] = defaultdict(frozenset)
        if self._evidence:
            for evidence, keys in weighed(state.outlook, self._evidence, without_room, ruled_out):
                for key in keys:
                    found[key] |= {evidence}
        return found

    def _offered(
        self, state: State, ruled_out: frozenset[MatchKey], keen: tuple[MatchKey, ...], *, only_keen: bool
    ) -> Iterator[Match]:
        """The matches that the rules are told of. Those that no rule asks for are not: they would only cost time."""
        matches = state.matches.by_key
        if self._takes_any:
            yield from (matches[key] for key in keen)
        if only_keen:
            return
        for key, match in matches.items():
            if key not in ruled_out and self._is_asked_for(match):
                yield match

    def _is_asked_for(self, match: Match) -> bool:
        every = self._offers_every_piece and match.kind == "piece"
        return every or match.grades in self._accepted[match.kind]


def tightest_fits(state: State, ruled_out: frozenset[MatchKey]) -> tuple[MatchKey, ...]:
    """The pieces that fit at the corner of interior where the fewest do; none if there is no corner."""
    corner = tightest_corner(state, state.matches.covering, ruled_out)
    return fits_at(state, corner, ruled_out) if corner else ()


def tightest_corner(state: State, corners: Iterable[Wedge], ruled_out: frozenset[MatchKey]) -> Wedge | None:
    """The one of some corners of interior that the fewest pieces can cover; the first of several."""
    return min(corners, key=lambda corner: len(fits_at(state, corner, ruled_out)), default=None)
