"""The choice of the next match: the matches of a state are facts for the rules, and the rules decide."""

from collections.abc import Container, Iterator
from functools import lru_cache

from heuristan.tangram.expert.dead_ends import fits_at, tightest_end
from heuristan.tangram.expert.decision import NOTHING, Decision
from heuristan.tangram.expert.evidence import evidence_in
from heuristan.tangram.expert.facts import EvidenceFor, facts_of
from heuristan.tangram.expert.matches import EdgeEnd, Match, MatchKey
from heuristan.tangram.expert.preferences import PREFERENCES
from heuristan.tangram.expert.production import ProductionSystem
from heuristan.tangram.expert.ranking import RankedRule, refuting_rule
from heuristan.tangram.expert.state import State


@lru_cache(maxsize=256)
def chooser_for(rules: tuple[RankedRule, ...], depth: int = 0) -> "Chooser":  # noqa: ARG001
    """Return the chooser for some rules. Building one takes longer than a decision, so they are kept.

    Each depth of a search has its own: when the search comes back to a state, the working memory is still nearly right.
    """
    return Chooser(rules)


class Chooser:
    """Decides which match is extracted next, by the rules of a ranking on the facts of a state."""

    def __init__(self, rules: tuple[RankedRule, ...]) -> None:
        self.rules = rules
        self._system = ProductionSystem(rules)
        # a rule that takes anything at the tightest vertex needs the matches there only
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
        self, state: State, first_line: int, ruled_out: frozenset[MatchKey] = NOTHING, end: EdgeEnd | None = None
    ) -> Decision:
        """Return the first match by rank among those not ruled out; if an end is given, among the pieces that cover it.

        Evidence that needs the state after a match is checked only when a rule is about to take the match, because that
        is expensive.
        """
        checked: dict[str, frozenset[MatchKey]] = {}
        while True:
            decision = self._decided(state, first_line, ruled_out, end, checked)
            if decision.match is None:
                return decision
            out = ruled_out | decision.keys_ruled_out
            rule = refuting_rule(self.rules, decision.rule_number, state, decision.match, out)
            if rule is None or rule.evidence is None:
                return decision
            checked[rule.evidence] = checked.get(rule.evidence, NOTHING) | {decision.match.key}

    def _decided(
        self,
        state: State,
        first_line: int,
        ruled_out: frozenset[MatchKey],
        end: EdgeEnd | None,
        checked: dict[str, frozenset[MatchKey]],
    ) -> Decision:
        there = end
        if end is None and self._prefers_tightest:
            there = tightest_end(state, state.matches.covering, ruled_out)
        tightest = fits_at(state, there, ruled_out) if there else ()
        offered = {match.key: match for match in self._offered(state, ruled_out, tightest, only_there=end is not None)}
        evidence: EvidenceFor = evidence_in(state, self._evidence, checked, ruled_out) if self._evidence else {}
        return self._system.decide(
            facts_of(state, offered.values(), evidence),
            offered,
            first_line,
            lambda rule, match: _order_of(rule, state, match, tightest),
        )

    def _offered(
        self, state: State, ruled_out: frozenset[MatchKey], tightest: tuple[MatchKey, ...], *, only_there: bool
    ) -> Iterator[Match]:
        """Yield the matches that become facts. Those that no rule asks for are left out: they would only cost time."""
        matches = state.matches.by_key
        if self._takes_any:
            yield from (matches[key] for key in tightest)
        if only_there:
            return
        for key, match in matches.items():
            if key not in ruled_out and self._is_asked_for(match):
                yield match

    def _is_asked_for(self, match: Match) -> bool:
        every = self._offers_every_piece and match.kind == "piece"
        return every or match.grades in self._accepted[match.kind]


def _order_of(rule: RankedRule, state: State, match: Match, tightest: Container[MatchKey]) -> tuple[int, ...]:
    """Return the order of a match among those that a rule takes, the minimum first."""
    keys = (PREFERENCES[name].key(state, match, tightest) for name in rule.prefer)
    return (match.placement.name in rule.last, *keys, match.order)
