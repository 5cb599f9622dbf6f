"""The choice of the piece for a hint: the most certain one.

At a convex vertex of what is left two edges end, and the piece that covers the interior next to such an end of an edge
has a vertex there and a side along that edge. So all ways to cover it can be counted, and if all but one are ruled out,
the remaining one is in every solution. They are ruled out, in this order,

1. because nothing else fits,
2. because everything else immediately leaves an edge, a vertex or a part that nothing can fill (`exact.reasons`),
3. because an exhaustive search finds no completion of everything else.

If no vertex is certain, the rules of the expert system decide among the pieces that some completion has. (That a piece
has only one place left at the vertices would not prove anything: it may touch none of the vertices that there are now.)
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from itertools import islice

from heuristan.tangram.exact.reasons import reason_against
from heuristan.tangram.exact.region import Solution
from heuristan.tangram.expert.backtracking import rules_with_vertex_fit
from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.decision import NOTHING
from heuristan.tangram.expert.matches import EdgeEnd, Match, Matches, MatchKey
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.state import Setting, State
from heuristan.tangram.lattice.points import Point, doubled_area
from heuristan.tangram.pieces.sets import Placement, size_of
from heuristan.tangram.verification.claims.claims import LaidPiece
from heuristan.teaching.hinting.advice import Certainty, Hint
from heuristan.teaching.hinting.table import Completions, OutOfTime, Table


class Choosing:
    """Chooses the hint for a table."""

    def __init__(self, table: Table, completion: Solution | None, completions: Completions, ranking: Ranking) -> None:
        """Prepare the choice.

        Args:
            table: a table with something left to place, and no simple reason against it.
            completion: a completion of it; None if it is not known whether there is one.
            completions: searches for other completions.
            ranking: the rules that decide if no vertex is certain. Composites are left out: a hint is one piece.
        """
        self._table = table
        self._completions = completions
        self._rules = rules_with_vertex_fit(ranking)
        setting = Setting.of(table.puzzle, replace(ranking, composites="none"))
        self._state = State(setting, table.boundary, (), table.stock)
        self._is_solvable = completion is not None
        self._alive: set[MatchKey] = set()
        """Placements that are in some completion."""
        self._dead: set[MatchKey] = set()
        """Placements that are in no completion."""
        self._passed: set[MatchKey] = set()
        """Placements without a simple reason against them."""
        self._look_into(completion or ())

    def hint(self) -> Hint:
        """Return the most certain hint that can be found within the time limit."""
        return self._only_fit() or self._others_fail() or self._every_solution() or self._by_rule()

    @cached_property
    def _edge_ends(self) -> list[tuple[EdgeEnd, tuple[MatchKey, ...]]]:
        """The ends of edges with what fits there: the fewest ways first, then the largest piece."""

        def order(place: tuple[EdgeEnd, tuple[MatchKey, ...]]) -> tuple[int, int]:
            areas = [size_of(doubled_area(self._matches.by_key[key].placement.ring)) for key in place[1]]
            return len(place[1]), -max(areas, default=0)

        return sorted(self._matches.covering.items(), key=order)

    @property
    def _matches(self) -> Matches:
        return self._state.matches

    def _only_fit(self) -> Hint | None:
        end, fits = self._edge_ends[0]
        return self._certain(fits[0], end, "only-fit") if len(fits) == 1 else None

    def _others_fail(self) -> Hint | None:
        for end, fits in self._edge_ends:
            try:
                self._completions.check()
            except OutOfTime:
                return None
            left = list(islice((key for key in fits if not self._fails_at_once(key)), 2))
            if len(left) == 1:
                return self._certain(left[0], end, "others-fail")
        return None

    def _every_solution(self) -> Hint | None:
        try:
            for end, fits in self._edge_ends if self._is_solvable else ():
                # placements that are known to work come first
                order = sorted(fits, key=lambda key: key not in self._alive)
                left = list(islice((key for key in order if self._can_lie(self._matches.by_key[key])), 2))
                if len(left) == 1:
                    return self._certain(left[0], end, "every-solution")
        except OutOfTime:
            pass
        return None

    def _by_rule(self) -> Hint:
        """Hint at what the highest rule takes among the pieces of some completion, if any completion is known."""
        rules, ruled_out, line = self._rules, NOTHING, 0
        while True:
            decision = chooser_for(rules).decide(self._state, line, ruled_out)
            match, line = decision.match, decision.rule_number
            if match is not None:
                if not self._is_solvable or self._may_lie(match):
                    certainty: Certainty = "a-solution" if self._is_solvable else "unchecked"
                    return self._hint(match, self._end_covered_by(match), certainty, rules[line].title)
                ruled_out |= {match.key}
            if match is None or match.key not in self._dead:
                # rules that refute conclude from what is ruled out, and the time limit left that without a proof
                assert match is not None or rules is self._rules, "the last rule takes any piece"
                rules, line = tuple(rule for rule in self._rules if not rule.rules_out), 0

    def _certain(self, key: MatchKey, end: EdgeEnd, certainty: Certainty) -> Hint:
        return self._hint(self._matches.by_key[key], end, certainty)

    def _hint(self, match: Match, end: EdgeEnd | None, certainty: Certainty, rule: str | None = None) -> Hint:
        own = self._table.puzzle.own
        return Hint(
            LaidPiece(match.placement.name, tuple(map(own, match.placement.ring))),
            own(end.vertex.point if end else match.corner),
            own(self._end_of_edge(end)) if end else None,
            certainty,
            len(self._matches.covering[end]) if end else 1,
            rule,
            match.grades if rule else "",
            self._is_solvable,
        )

    def _end_of_edge(self, end: EdgeEnd) -> Point:
        """Return the other end of an edge."""
        loop = next(loop for loop in self._table.boundary.loops if end.vertex in loop)
        there = loop.index(end.vertex) + (1 if end.at_leaving_edge else -1)
        return loop[there % len(loop)].point

    def _end_covered_by(self, match: Match) -> EdgeEnd | None:
        """Return the end of an edge that a match covers and the fewest others do; None if it is at an internal edge."""
        return next((end for end, fits in self._edge_ends if match.key in fits), None)

    def _fails_at_once(self, key: MatchKey) -> bool:
        if key not in self._alive | self._dead | self._passed:
            after = self._table.with_piece(self._matches.by_key[key].placement)
            reason = reason_against(after.region, self._table.puzzle.own)
            (self._passed if reason is None else self._dead).add(key)
        return key in self._dead

    def _can_lie(self, match: Match) -> bool:
        """Return whether some completion has the placement of a match.

        Raises:
            OutOfTime: if the time limit was reached first.
        """
        key, placement = match.key, match.placement
        if key not in self._alive and key not in self._dead:
            completion = self._completions.of(self._table.with_piece(placement))
            if completion is None:
                self._dead.add(key)
            else:
                self._look_into((placement, *completion))
        return key in self._alive

    def _may_lie(self, match: Match) -> bool:
        """Return whether some completion has a match, as far as that can be found within the time limit."""
        try:
            return self._can_lie(match)
        except OutOfTime:
            return match.key in self._alive

    def _look_into(self, completion: Iterable[Placement]) -> None:
        self._alive |= {(placement.name, placement.bounds) for placement in completion}
