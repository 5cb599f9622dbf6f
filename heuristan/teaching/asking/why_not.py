"""Why a rule does not take a match: the first of its conditions that fails, tried in the plane (`expert.acceptance`).

A figure can be laid at a vertex in several ways: what comes furthest counts. `reason_against` says why no solution has
a match that a rule ruled out.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from heuristan.tangram.expert.acceptance import ORDER, Acceptance, Obstacle, looks_among_joined
from heuristan.tangram.expert.backtracking import simple_reason
from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.dead_ends import consequences
from heuristan.tangram.expert.decision import NOTHING, Keys
from heuristan.tangram.expert.evidence import BARE_VERTEX, EVIDENCE, NO_ROOM, NO_WAY_ON
from heuristan.tangram.expert.figures import Figure
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.host.own_matches import first_failing
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import Point
from heuristan.teaching.asking.standing import Activation, Place, Standing, stored_in
from heuristan.teaching.asking.ways_to_lay import Way, ways_along, ways_at, ways_joined

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
    return EVIDENCE[rule.evidence].meaning if rule.evidence else "as its text says"


def _of_what_is_left(state: State, match: Match, ruled_out: Keys, place: Callable[[Point], str]) -> str | None:
    """Say why the state after a match has no solution; None if there is no simple reason."""
    after = state.without(match)
    if after is None:
        return "what is left has no clear outline"
    return simple_reason(after, ruled_out | after.pairs.beside_nothing(ruled_out), place)


class WhyNot(NamedTuple):
    """The answer for one line of the ranking, and one way to lay a figure."""

    line: int
    rule: RankedRule
    obstacle: Obstacle
    way: Way
    above: Activation | None = None
    """What fires first, if all conditions are satisfied."""
    gone: bool = False
    """Whether the piece is not to be had, besides."""
    condition: str = ""
    """The condition of a text of one's own that is the first to fail."""

    @property
    def open_sides(self) -> tuple[int, ...]:
        """The numbers of the sides that are open, from 0."""
        return self.way.open_sides


class Nearest(NamedTuple):
    """The answer for a line of the ranking alone: the condition that nothing passes."""

    line: int
    rule: RankedRule
    obstacle: Obstacle
    tried: int
    """The number of places of figures that pass all conditions before."""
    nearest: tuple[WhyNot, ...]
    """The places that come nearest, the first the nearest."""
    matches: tuple[Activation, ...]
    """The matches of the line, if it has any."""
    above: Activation | None
    """What fires first."""
    condition: str = ""
    """The condition of a text of one's own that is the first to hold for no match."""


class Known(NamedTuple):
    """What the engine knows at a place, found once for questions about several lines."""

    next: Activation | None
    """What fires next."""
    standing: Standing

    @classmethod
    def at(cls, place: Place) -> "Known":
        """Bring the engine to a place; until the questions are asked, nothing else may be asked of it."""
        return cls.of(Standing(place))

    @classmethod
    def of(cls, standing: Standing) -> "Known":
        """Let the engine find what it has not been asked for; the standing is used up."""
        following = standing.next
        standing.find()
        return cls(following, standing)


class Asked:
    """A line of the ranking where the engine stands, to be asked about figures."""

    def __init__(self, place: Place, line: int, known: "Known | None" = None) -> None:
        self.place = place
        self.line = line
        self.rule = place.rules[line]
        self.next, standing = known or Known.at(place)
        self._matches = standing.of_line(line)
        self._ruled_out = standing.ruled_out

    def at(self, name: str, at: Point) -> WhyNot | None:
        """Return why the line does not take a figure at a point."""
        named = [figure for figure in stored_in(self.place.state) if figure.name == name]
        of_kind = [figure for figure in named if figure.kind == self.rule.kind] or named
        ways = {way.key: way for way in ways_at(self.place.state, of_kind, name, at)}
        return max(map(self.of, ways.values()), key=_progress, default=None)

    def nearest(self) -> Nearest:
        """Return the condition that no match of the line passes, and the places of figures that come nearest."""
        if self._matches:
            return Nearest(self.line, self.rule, "", len(self._matches), (), self._matches, self.next)
        if self.rule.own:
            return Nearest(self.line, self.rule, "own", 0, (), (), self.next, self._failing(None))
        answers = self._answers(self._found()) or self._answers(self._near())
        best = tuple(each for each in answers if each.obstacle == answers[0].obstacle)
        obstacle: Obstacle = best[0].obstacle if best else "outside" if any(self._stored()) else "figure"
        return Nearest(self.line, self.rule, obstacle, len(best), best, (), self.next)

    def _answers(self, found: Iterable[Way]) -> list[WhyNot]:
        """Return the answers for ways to lay figures, the nearest first; those that lie outside are left out."""
        ways = sorted({way.key: way for way in found}.values(), key=lambda way: way.order)
        answers = (self.of(way) for way in ways)
        return sorted((each for each in answers if each.obstacle != "outside"), key=_progress, reverse=True)

    def _found(self) -> Iterator[Way]:
        """Yield the places of figures among which the line looks: joined, or laid at convex vertices."""
        state, rule = self.place.state, self.rule
        yield from ways_joined(state, (figure for figure in self._stored() if looks_among_joined(rule, figure)))
        laid = state.matches if rule.kind == "piece" else state.composites
        # what is checked match by match may lie anywhere
        for match in (*laid, *(state.joined if rule.checks else ())):
            if rule.takes_figure(match.figure) and not looks_among_joined(rule, match.figure):
                yield Way(state, match.figure, 0, match.placement.ring[0])

    def _stored(self) -> Iterator[Figure]:
        """Yield the figures that the line takes."""
        return filter(self.rule.takes_figure, stored_in(self.place.state))

    def _near(self) -> Iterator[Way]:
        """Yield the places inside of the figures that the line takes where a side of them lies on something."""
        return (way for way in ways_along(self.place.state, self._stored()) if way.match)

    def of(self, way: Way) -> WhyNot:
        """Return why the line does not take a figure in a place."""
        gone = way.figure.name not in frozenset().union(*self.place.state.offer)
        line, match = self._line, way.match
        if match is not None and not gone and self._is_refuted(match):
            line = replace(line, taken=line.taken | {match.key})
        obstacle = line.obstacle(way.figure, match, way.grades)
        condition = ""
        if obstacle == "own" and match is not None:
            condition = self._failing(match.key)
            obstacle = obstacle if condition else "turn"
        return WhyNot(self.line, self.rule, obstacle, way, None if obstacle else self.next, gone, condition)

    def _failing(self, key: MatchKey | None) -> str:
        """Return the condition of a text of one's own that is the first to fail for a match, or for all."""
        place = self.place
        return first_failing(place.rules, self.line, place.state, self._ruled_out, key, place.remembered)

    def _is_refuted(self, match: Match) -> bool:
        """Return whether the line would rule a match out if another were about to take it."""
        out = self._ruled_out
        return match.key not in out and self.rule.refutes_after_check(self.place.state, match, out)

    @cached_property
    def _line(self) -> Acceptance:
        taken = frozenset(each.match.key for each in self._matches if each.match)
        return Acceptance(self.rule, self.place.state, self._ruled_out, taken, taken | self._evident_later)

    @cached_property
    def _evident_later(self) -> Keys:
        """The matches that have the evidence that a line above the one that is tried first asks for."""
        if self.rule.rules_out or not self.rule.asks_for_more or self.line >= self.place.line:
            return NOTHING
        accepted = dict(chooser_for(self.place.rules).accepted(self.place.state, self._ruled_out))
        return frozenset(match.key for match in accepted[self.line])


def _progress(answer: WhyNot) -> tuple[int, ...]:
    """Return how far an answer comes, to compare answers by."""
    way = answer.way
    covered = len(way.sides) - len(way.open_sides)
    return (
        ORDER.index(answer.obstacle),
        way.match is not None,
        -_missing(answer.rule, way),
        covered,
        -sum(map(GRADES.index, way.grades)),
    )


def _missing(rule: RankedRule, way: Way) -> int:
    """Return by how many steps the grades of a way are worse than what a rule asks."""
    asked = rule.asks(len(way.figure.sides)) or "O" * len(way.grades)
    return sum(
        max(0, GRADES.index(grade) - GRADES.index(limit)) for grade, limit in zip(way.grades, asked, strict=False)
    )
