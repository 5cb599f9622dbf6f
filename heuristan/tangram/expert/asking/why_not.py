"""Why a rule does not take a match: the first condition of the rule that fails.

The conditions are those of the rules in the engine, tried on its facts in their order (`rete.first_failing`). A line
of the ranking is several rules there, and a figure can be laid at a vertex in several ways: what comes furthest counts.

In a drawing a figure is fitted to what is near it, and only then is it known what its sides lie on; so there, and for
lines that check match by match, the conditions are tried in the plane (`expert.acceptance`). `reason_against` says why
no solution has a match that a rule ruled out.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from heuristan.tangram.expert.acceptance import ORDER, Obstacle, is_for_figure, not_laid, obstacle, obstacle_of
from heuristan.tangram.expert.asking.standing import Activation, Place, Standing
from heuristan.tangram.expert.asking.ways import Way, ways_at
from heuristan.tangram.expert.backtracking import simple_reason
from heuristan.tangram.expert.dead_ends import consequences
from heuristan.tangram.expert.decision import Keys
from heuristan.tangram.expert.engine import facts as kinds
from heuristan.tangram.expert.engine.patterns import Pattern, Production
from heuristan.tangram.expert.evidence import BARE_VERTEX, EVIDENCE, NO_ROOM, NO_WAY_ON
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.expert.rete.conditions import Condition, names_bound_by, read_conditions
from heuristan.tangram.expert.rete.first_failing import Failing, first_failing
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


@dataclass(frozen=True)
class WhyNot:
    """The answer for one line of the ranking, and one way to lay a figure."""

    line: int
    rule: RankedRule
    obstacle: Obstacle
    way: Way
    production: Production | None
    """The rule of the engine that comes furthest; None if none is for such a figure."""
    condition: int | None
    """The place of the condition that fails, from 0."""
    above: Activation | None = None
    """What fires first, if all conditions are satisfied."""
    gone: bool = False
    """Whether the piece is not to be had, besides."""

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
    """A line of the ranking and the engine's facts, to be asked about figures."""

    def __init__(self, place: Place, line: int, known: "Known | None" = None) -> None:
        self.place = place
        self.line = line
        self.rule = place.rules[line]
        self.next, self.standing = known or Known.at(place)
        self._productions = [each for _, each in self.standing.productions(line)]
        self._conditions = {each.name: _read(each) for each in self._productions}
        self._facts = [fact for fact in self.standing.memory if type(fact) is not kinds.Figure]
        self._figures = {fact["number"]: fact for fact in self.standing.memory.of(kinds.Figure)}

    def at(self, name: str, at: Point) -> WhyNot | None:
        """Return why the line does not take a figure at a point."""
        stored = self.standing.engine.view.stored
        named = [figure for figure in stored if figure.name == name]
        of_kind = [figure for figure in named if figure.kind == self.rule.kind] or named
        ways = {way.key: way for way in ways_at(self.place.state, of_kind, name, at)}
        answers = [self.of(way) for way in ways.values()]
        return furthest(answers)

    def nearest(self) -> Nearest:
        """Return the condition that no match of the line passes, and the places of figures that come nearest."""
        matches = self.standing.of_line(self.line)
        if matches:
            return Nearest(self.line, self.rule, "", len(matches), (), matches, self.next)
        if self.place.state.boundary.nearness or self.rule.checks:
            return self._nearest_laid()
        found = [(self._obstacle_of(production, failing), failing) for production, failing in self._all_failing()]
        obstacles: list[Obstacle] = [obstacle for obstacle, _ in found] or ["figure"]
        furthest_one = max(obstacles, key=ORDER.index)
        ways: dict[object, Way] = {}
        for each, failing in found:
            if each == furthest_one:
                ways |= {way.key: way for way in self._ways_of(failing)}
        answers = sorted(map(self.of, ways.values()), key=_progress, reverse=True)
        return Nearest(self.line, self.rule, furthest_one, len(ways), tuple(answers), (), self.next)

    def _nearest_laid(self) -> Nearest:
        """Return what no match of the line passes, among all figures that are found in any way."""
        state = self.place.state
        found = {match.key: match for match in (*state.joined, *state.matches, *state.composites)}
        ways = (Way(state, match.figure, 0, match.placement.ring[0]) for match in found.values())
        answers = sorted((self.of(way) for way in ways if way.match), key=_progress, reverse=True)
        best = [each for each in answers if each.obstacle == answers[0].obstacle]
        return Nearest(
            self.line, self.rule, best[0].obstacle if best else "figure", len(best), tuple(best), (), self.next
        )

    def _all_failing(self) -> Iterator[tuple[Production, Failing]]:
        facts = [*self._figures.values(), *self._facts]
        for production in self._productions:
            yield production, first_failing(self._conditions[production.name], facts, {})

    @staticmethod
    def _obstacle_of(production: Production, failing: Failing) -> Obstacle:
        number = failing.condition
        return "" if number is None else obstacle_of(production.conditions[number].role[0])

    def _ways_of(self, failing: Failing) -> Iterator[Way]:
        """Yield the places of figures that satisfy everything before the condition that fails."""
        state, stored = self.place.state, self.standing.engine.view.stored
        spots = {number: point for point, number in state.array.numbers_now.items()}
        for partial in failing.partial:
            context = partial.context
            if "m" in context:
                match = context["m"]
                yield Way(state, match.figure, 0, match.placement.ring[0])
            for corner, letter in enumerate("abcd"):
                if "f" in context and context.get(letter) in spots:
                    yield Way(state, stored[context["f"]], corner, spots[context[letter]])
                    break

    def of(self, way: Way) -> WhyNot:
        """Return why the line does not take a figure in a place."""
        gone = way.figure.name not in frozenset().union(*self.place.state.offer)
        if self.place.state.boundary.nearness or self.rule.checks:
            return self._nearly(way, gone=gone)
        found = [self._fails(production, way) for production in self._productions]
        answers = [WhyNot(self.line, self.rule, *each, gone=gone) for each in found if each is not None]
        best = max(answers, key=_progress, default=WhyNot(self.line, self.rule, "figure", way, None, None))
        if best.obstacle:
            return best
        return WhyNot(self.line, self.rule, "", way, best.production, None, self.next)

    def _nearly(self, way: Way, *, gone: bool) -> WhyNot:
        """Return why the line does not take a figure in a place of a drawing, or does not rule it out after a check."""
        out, match = self.standing.ruled_out, way.match
        taken = frozenset(each.match.key for each in self.standing.of_line(self.line) if each.match)
        is_open = match is not None and not gone and match.key not in out
        if match is not None and is_open and self.rule.refutes_after_check(self.place.state, match, out):
            taken |= {match.key}
        found = obstacle(self.rule, way.state, way.figure, match, ruled_out=out, taken=taken)
        return WhyNot(self.line, self.rule, found, way, None, None, None if found else self.next, gone)

    def _fails(self, production: Production, way: Way) -> tuple[Obstacle, Way, Production, int | None] | None:
        """Return what a rule of the engine lacks to take a way; None if it is for other figures."""
        is_laid = production.conditions[0].role[0] == "laid"
        if is_laid:
            return self._laid_fails(production, way)
        if len(way.figure.sides) != _sides_of(production):
            return None
        failing = self._failing(production, way, self._bindings(production, way))
        number = failing.condition
        role = production.conditions[number].role if number is not None else ("", 0)
        return obstacle_of(role[0]), way, production, number

    def _laid_fails(self, production: Production, way: Way) -> tuple[Obstacle, Way, Production, int | None]:
        """Return what a rule for figures laid at convex vertices lacks to take a way."""
        first = production.conditions[0]
        assert isinstance(first, Pattern)
        match = way.match
        if not is_for_figure(self.rule, way.figure):
            return "figure", way, production, 0
        if match is None:
            return "outside", way, production, 0
        fact = next((f for f in self._facts if type(f) is kinds.Laid and f["match"].key == match.key), None)
        if fact is not None and all(_fits(value, fact[slot]) for slot, value in first.slots):
            failing = self._failing(production, way, {"m": fact["match"]})
            number = failing.condition
            role = production.conditions[number].role if number is not None else ("", 0)
            return obstacle_of(role[0]), way, production, number
        state = self.place.state
        laid = state.matches if match.kind == "piece" else state.composites
        return not_laid(self.rule, state, match, laid) or "crosses", way, production, 0

    def _bindings(self, production: Production, way: Way) -> dict[str, Any]:
        """Return the values of a rule's variables where a figure lies there."""
        corners = dict(zip("abcd", way.numbers, strict=False))
        return {"f": way.figure.number, "p": way.ring[production.corner], **corners}

    def _failing(self, production: Production, way: Way, values: Mapping[str, Any]) -> Failing:
        conditions = self._conditions[production.name]
        known = {name for condition in conditions for name in names_bound_by(condition)}
        figure = [self._figures[way.figure.number]] if way.figure.number in self._figures else []
        return first_failing(
            conditions, [*figure, *self._facts], {name: value for name, value in values.items() if name in known}
        )


def furthest(answers: Iterable[WhyNot]) -> WhyNot | None:
    """Return the answer that comes furthest among ways to lay a figure.

    Where no side but lies open, ways inside the puzzle count alone; if there are none, that is the answer.
    """
    best = max(answers, key=_progress, default=None)
    if best is None or best.obstacle != "side" or best.way.match is not None:
        return best
    return WhyNot(best.line, best.rule, "outside", best.way, best.production, best.condition, gone=best.gone)


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


def _sides_of(production: Production) -> int:
    """Return the number of sides of the figures that a rule joins."""
    figure = production.conditions[0]
    assert isinstance(figure, Pattern)
    return int(dict(figure.slots)["sides"])


def _fits(value: Any, found: Any) -> bool:
    """Return whether a value satisfies what a slot of a pattern asks."""
    predicate = getattr(value, "predicate", None)
    if predicate is not None:
        return bool(predicate(found))
    return not isinstance(value, str | int | bool) or bool(value == found)


def _read(production: Production) -> tuple[Condition, ...]:
    """Return the conditions of a rule as the matcher reads them."""
    return read_conditions(production.name, [each.for_experta for each in production.conditions])
