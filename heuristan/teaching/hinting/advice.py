"""Advice on an exact outline: the most certain place of one piece, or the pieces to take back.

At a convex vertex of what is left two edges end, and the piece that covers the interior next to such an end of an edge
has a vertex there and a side along that edge. So all ways to cover it can be counted, and if all but one are ruled out,
the remaining one is in every solution. They are ruled out, in this order,

1. because nothing else fits,
2. because everything else immediately leaves an edge, a vertex or a part that nothing can fill (`exact.reasons`),
3. because an exhaustive search finds no completion of everything else.

If no vertex is certain, the rules of the expert system decide among the pieces that some completion has. (That a piece
has only one place left at the vertices would not prove anything: it may touch none of the vertices that there are now.)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from heuristan.common.clock import OutOfTime
from heuristan.common.plane import Spot
from heuristan.common.results import Certainty
from heuristan.tangram.exact.region import Solution, reason_against
from heuristan.tangram.expert.acceptance import taking_line
from heuristan.tangram.expert.backtracking import rules_with_vertex_fit
from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.decision import NOTHING
from heuristan.tangram.expert.matches import EdgeEnd, Match, Matches, MatchKey
from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import Setting, State
from heuristan.tangram.lattice.points import Point, doubled_area
from heuristan.tangram.pieces.sets import Placement, size_of
from heuristan.tangram.puzzle.drawing import LaidPiece
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import AsRead
from heuristan.teaching.hinting.tabletop import Completions, Table

if TYPE_CHECKING:
    from heuristan.tangram.expert.host.remembered import Remembered


class Hint(NamedTuple):
    """The place of one piece, in the outline's own coordinates."""

    piece: LaidPiece
    vertex: Spot
    """The vertex of what is left where to look."""
    edge_to: Spot | None
    """The other end of the edge at the vertex that a side of the piece lies along; None if there is no such edge."""
    certainty: Certainty
    """Others fail where what they leave at once has a vertex, an edge or a part that nothing fills."""
    ways: int
    """Number of ways in which the pieces that are left fit at that vertex, along that edge."""
    rule: str | None = None
    """The title of the rule that takes it; None if the vertex decides."""
    grades: str = ""
    """The grades of its sides, best first."""
    is_checked: bool = True
    """Whether a search has shown that what is placed can be completed, with this piece."""

    @property
    def name(self) -> str:
        """The name of the piece."""
        return self.piece.name or ""


@dataclass(frozen=True)
class Solved:
    """Nothing is left to place."""


class TakeBack(NamedTuple):
    """The pieces that are placed cannot be completed."""

    reason: str | None
    """A simple reason, as a clause; None if only a search shows it."""
    pieces: tuple[int, ...]
    """Numbers, from 1, of the pieces to take back: as few as possible, and later ones rather than earlier ones. Empty
    if the time limit was reached before any were found."""
    is_fewest: bool = True
    """Whether it is known that fewer pieces are not enough."""


class Unsolvable(NamedTuple):
    """The outline has no solution, whatever is placed."""

    reason: str | None
    """A simple reason, as a clause; None if only a search shows it."""


class Unknown(NamedTuple):
    """No solution is known, so that nothing can be advised."""

    reason: str
    """Why, as a clause."""


Advice: TypeAlias = Hint | Solved | TakeBack | Unsolvable | Unknown


class Advised(NamedTuple):
    """Advice on an outline."""

    advice: Advice
    puzzle: Puzzle
    """The outline as it was read for it."""
    reading: AsRead | None = None
    """The reading of a drawing, in words; None where the outline was given exactly."""
    lying: tuple[LaidPiece, ...] = ()
    """The pieces that lie there, with their names."""


LIMIT = 10.0
"""Time limit in seconds, if no other is given."""


def advise(
    puzzle: Puzzle, placed: Sequence[Placement] = (), *, limit: float | None = LIMIT, ranking: Ranking | str = DEFAULT
) -> Advice:
    """Advise where one piece goes on an exact outline, the most certain one first, or which ones to take back.

    Args:
        puzzle: the outline, or an exact reading of one.
        placed: the pieces on the table, in the order in which they were laid: see `put_down`.
        limit: time limit in seconds, after which the advice is what is known; None for no limit.
        ranking: the rules that decide if no vertex is certain, or the name or file of a ranking.

    Raises:
        ValueError: if the placed pieces overlap or reach outside the outline.
        RankingError: if the ranking does not exist or cannot be used.
    """
    ranking = read_ranking(ranking) if isinstance(ranking, str) else ranking
    table = _table(puzzle, placed)
    if not table.boundary:
        return Solved()
    completions = Completions(limit)
    reason = reason_against(table.region, puzzle.own)
    try:
        completion = completions.of(table) if reason is None else None
    except OutOfTime:
        return Choosing(table, None, completions, ranking).hint()
    if completion is None:
        return _refusal(table, reason, completions)
    return Choosing(table, completion, completions, ranking).hint()


def _table(puzzle: Puzzle, placed: Sequence[Placement]) -> Table:
    table = Table(puzzle)
    for number, placement in enumerate(placed, 1):
        if not table.has_room_for(placement):
            raise ValueError(f"piece {number} ({placement.name}) overlaps another, lies outside, or is one too many")
        table = table.with_piece(placement)
    return table


def _refusal(table: Table, reason: str | None, completions: Completions) -> Advice:
    """Return the advice if a search, or a simple reason, shows that what is placed cannot be completed."""
    if not table.placed:
        return Unsolvable(reason)
    try:
        found = fewest_to_take_back(table, completions)
    except OutOfTime:
        return TakeBack(reason, (), is_fewest=False)
    if found is None:
        return Unsolvable(reason_against(Table(table.puzzle).region, table.puzzle.own))
    return TakeBack(reason, *found)


class Choosing:
    """Chooses the hint for a table: see the head of this file."""

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
        self._ranking = replace(ranking, composites="none")
        setting = Setting.of(table.puzzle, self._ranking)
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
            decision = chooser_for(rules).decide(self._state, line, ruled_out, remembered=self._remembered)
            match, line = decision.match, decision.rule_number
            if match is not None:
                if not self._is_solvable or self._may_lie(match):
                    certainty: Certainty = "a-solution" if self._is_solvable else "unchecked"
                    rule = rules[taking_line(rules, line, match)]
                    return self._hint(match, self._end_covered_by(match), certainty, rule.title)
                ruled_out |= {match.key}
            if match is None or match.key not in self._dead:
                # refuting rules conclude from matches that are ruled out, which the time limit left unproven
                assert match is not None or rules is self._rules, "the last rule takes any piece"
                rules, line = tuple(rule for rule in self._rules if not rule.rules_out), 0

    @cached_property
    def _remembered(self) -> "Remembered | None":
        """The memory of a run in which the pieces on the table were taken, if rules of one's own may look into it."""
        if not self._ranking.has_own_rules:
            return None
        from heuristan.teaching.asking.live_run import Done  # an engine, for such rules alone
        from heuristan.teaching.asking.replayed import remembered_after

        taken = [Done((each.name, each.bounds), "piece", each.name) for each in self._table.placed]
        return remembered_after(self._table.puzzle, self._ranking, taken)

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


def fewest_to_take_back(table: Table, completions: Completions) -> tuple[tuple[int, ...], bool] | None:
    """Find as few pieces as possible whose removal makes the puzzle solvable; later pieces rather than earlier ones.

    1. A search shows whether the outline has a solution at all.
    2. Beginning with nothing, each piece in the order of placing is kept if it can be completed together with those
       kept before. Taking back the others is an answer, found in as many searches as there are pieces.
    3. Smaller sets are tried, the smallest first. (An answer of one piece is already the last such piece.)

    Returns:
        The numbers of the pieces, from 1, and whether it is certain that fewer are not enough; None if the outline has
        no solution.

    Raises:
        OutOfTime: if the time limit was reached before any answer was found.
    """
    everything = range(len(table.placed))
    if completions.of(table.without(everything)) is None:
        return None
    answer = _those_that_spoil(table, completions)
    try:
        for count in range(1, len(answer)):
            for some in combinations(reversed(everything), count):
                if completions.of(table.without(some)) is not None:
                    return _numbered(some), True
    except OutOfTime:
        return _numbered(answer), False
    return _numbered(answer), True


def _those_that_spoil(table: Table, completions: Completions) -> tuple[int, ...]:
    """Return the pieces that cannot be completed together with those kept before them."""
    taken_back: set[int] = set(range(len(table.placed)))
    for i in range(len(table.placed)):
        if completions.of(table.without(taken_back - {i})) is not None:
            taken_back.remove(i)
    return tuple(taken_back)


def _numbered(places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(i + 1 for i in places))
