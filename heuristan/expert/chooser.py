"""Which match is extracted next: the matches of a state are told to the rules, and the rules decide."""

from collections.abc import Iterable, Iterator
from functools import cache

from heuristan.expert.dead_ends import fits_at
from heuristan.expert.facts import facts_of
from heuristan.expert.matches import Match, MatchKey, Wedge
from heuristan.expert.production import Decision, ProductionSystem
from heuristan.expert.ranking import RankedRule
from heuristan.expert.state import State
from heuristan.lattice import doubled_area
from heuristan.pieces import size_of

NOTHING: frozenset[MatchKey] = frozenset()
"""No match ruled out."""


@cache
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
        self._prefers_tightest = any(rule.prefer == "fewest-fits" for rule in rules)
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
        """The first match by rank among those not ruled out; if a corner is given, among the pieces that cover it."""
        keen: tuple[MatchKey, ...] = ()
        if corner or self._prefers_tightest:
            keen = fits_at(state, corner, ruled_out) if corner else tightest_fits(state, ruled_out)
        offered = {match.key: match for match in self._offered(state, ruled_out, keen, only_keen=corner is not None)}

        def preference(rule: RankedRule, match: Match) -> tuple[int, ...]:
            area = size_of(doubled_area(match.placement.ring))
            wish = {"smallest": area, "largest": -area, "fewest-fits": match.key not in keen, "vertex-order": 0}
            return (match.placement.name in rule.last, wish[rule.prefer], match.order)

        return self._system.decide(facts_of(state, offered.values()), offered, first_line, preference)

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
            if match.grades in self._accepted[match.kind] and key not in ruled_out:
                yield match


def tightest_fits(state: State, ruled_out: frozenset[MatchKey]) -> tuple[MatchKey, ...]:
    """The pieces that fit at the corner of interior where the fewest do; none if there is no corner."""
    corner = tightest_corner(state, state.matches.covering, ruled_out)
    return fits_at(state, corner, ruled_out) if corner else ()


def tightest_corner(state: State, corners: Iterable[Wedge], ruled_out: frozenset[MatchKey]) -> Wedge | None:
    """The one of some corners of interior that the fewest pieces can cover; the first of several."""
    return min(corners, key=lambda corner: len(fits_at(state, corner, ruled_out)), default=None)
