"""Host functions of geometry: the vertex array, matches, and what is left when a match is taken out."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

from heuristan.common.clock import Clock
from heuristan.tangram.boundary.segments import all_outside
from heuristan.tangram.expert.abeyance import Abeyance
from heuristan.tangram.expert.figures import Figure, Kind, figures, lengths_near, moved, side_lengths
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.host.fact_states import (
    Fact,
    Numbers,
    States,
    Values,
    edges_of,
    key_read,
    key_written,
    lines_written,
    of_kind,
    sets_written,
)
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.preferences import PREFERENCES
from heuristan.tangram.expert.production.clips_notation import Symbol
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.vertex_array import ArrayVertex
from heuristan.tangram.lattice.points import Point, coefficients, subtract
from heuristan.tangram.lattice.points import point as point_with

Functions: TypeAlias = Mapping[str, Callable[..., Any]]

TYPES = {"convex": "convex", "concave": "concave", "node on an edge": "edge-node", "node inside": "inside-node"}
"""The types of vertices and nodes as symbols."""

ARRAYS_KEPT = 8


class Geometry:
    """The geometry of a run: its facts describe the outline that is left; figures are laid on that outline."""

    def __init__(self, start: State, rules: Sequence[RankedRule], clock: Clock) -> None:
        setting = start.setting
        self.figures: tuple[Figure, ...] = figures(setting.pieces, setting.composites, setting.denominator)
        self._rules = rules
        self._lays_composites = any(rule.kind == "composite" and rule.lays for rule in rules)
        self._clock = clock
        self._states = States(start)
        self._lengths = side_lengths(self.figures)
        self._leeway = start.boundary.leeway
        self._kinds: Mapping[str, Kind] = {figure.name: figure.kind for figure in self.figures}
        self._matches: dict[tuple[int, str], Match] = {}
        """The matches by the number of the outline's fact and their symbol."""
        self._arrays: dict[int, Mapping[Values, None]] = {}
        """The last vertex arrays, by the number of the outline's fact."""
        self._places: dict[tuple[int, int, Point], Symbol] = {}
        self._laid_at_place: dict[str, tuple[Figure, int, Point]] = {}
        """Figure, corner and point by which a place was named first."""

    @property
    def functions(self) -> Functions:
        """The host functions, by the names that rules have for them."""
        return {
            "check-time": lambda: self._clock.check(),
            "array-added": self._array_added,
            "array-without": self._array_without,
            "points-numbered": lambda outline: _flat(self._states.with_outline(outline).array.numbers),
            "longest-side": lambda: self._lengths[-1],
            "lengths-near": lambda length: lengths_near(length, self._lengths, self._leeway) or (length,),
            "on-offer": lambda *facts: tuple(map(Symbol, sorted(frozenset().union(*self.state(facts).offer)))),
            "place": self._place,
            "inside": self._inside,
            "match": self._match,
            "laid-at": self._laid_at,
            "match-name": lambda match: Symbol(key_read(match)[0]),
            "match-kind": lambda match: Symbol(self._kinds[key_read(match)[0]]),
            "grades-at": lambda outline, match: Symbol(self._at(outline, match).grades),
            "crossing": self._crossing,
            "covered": self._covered,
            "best-first": lambda *grades: Symbol("".join(sorted(grades, key=GRADES.index))),
            "preference": self._preference,
            "vertex-order": lambda match, *facts: self.match_of(match, facts).order,
            "before": _before,
            "others-in-order": _others_in_order,
            "fits": lambda match, *facts: self.state(facts).without(self.match_of(match, facts)) is not None,
            "edges-without": lambda match, *facts: edges_of(self.after(match, facts).boundary),
            "extension-lines-left": lambda match, *facts: lines_written(self.after(match, facts).carried),
            "lines-drawn": lambda *facts: lines_written(self.state(facts).carried),
            "sets-that-make": self._sets_that_make,
            "sets-left": self._sets_left,
        }

    def state(self, facts: Sequence[Fact]) -> State:
        """Return the state that facts describe."""
        return self._states.of(of_kind(facts, "Outline", "Stock", "Held"))

    # the vertex array

    def _array_added(self, before: Fact, after: Fact) -> tuple[str, ...]:
        """Return the facts of a vertex array that are not in the one before."""
        known = self._array(before)
        return tuple(_fact_written(*each) for each in self._array(after) if each not in known)

    def _array_without(self, before: Fact, after: Fact, *facts: Fact) -> tuple[Fact, ...]:
        """Return the facts of a vertex array that are not in the one after it."""
        gone = self._array(before).keys() - self._array(after).keys()
        return tuple(fact for fact in facts if _values_of(fact) in gone)

    def _array(self, outline: Fact) -> Mapping[Values, None]:
        """Return the facts of the vertex array in order, each as its kind and its values."""
        if outline.index not in self._arrays:
            self._clock.check()
            if len(self._arrays) == ARRAYS_KEPT:
                del self._arrays[next(iter(self._arrays))]
            self._arrays[outline.index] = dict.fromkeys(_array_of(self._states.with_outline(outline)))
        return self._arrays[outline.index]

    # matches

    def match_of(self, written: str, facts: Sequence[Fact]) -> Match:
        """Return the match of a symbol on the outline among some facts."""
        place = of_kind(facts, "Outline")[0].index, str(written)
        if place not in self._matches:
            self._matches[place] = self._again(self.state(facts), str(written))
        return self._matches[place]

    def _again(self, state: State, written: str) -> Match:
        named, key = self._laid_at_place.get(written), key_read(written)
        match = state.match(*named) if named else None
        if match is not None:
            return match
        if state.boundary.nearness:
            every: Iterator[Match] = chain(state.matches, state.joined, state.composites)
            return next(match for match in every if match.key == key)
        for figure in self.figures:
            u0, u1, u2, u3 = (key[1][i] - figure.bounds[i] for i in range(0, 8, 2))
            way = u0, u1, u2, u3
            is_way = point_with(*coefficients(way)) == way  # two turns may have bounds of equal widths
            if figure.name == key[0] and is_way and moved(figure.bounds, way) == key[1]:
                match = state.match(figure, 0, figure.moved(way).ring[0])
                if match is not None:
                    return match
        raise LookupError(f"nothing lies at {key_written(key)}")

    def _at(self, outline: Fact, written: str) -> Match:
        return self._matches[outline.index, str(written)]

    def _place(self, figure: int, corner: int, *point: int) -> Symbol:
        """Return the symbol of a figure with a corner at a point, whether it lies inside there or not."""
        asked: Any = figure, corner, point
        if asked not in self._places:
            laid = self.figures[figure], corner - 1, asked[2]
            by = subtract(laid[2], laid[0].ring[laid[1]])
            written = self._places[asked] = key_written((laid[0].name, moved(laid[0].bounds, by)))
            self._laid_at_place.setdefault(written, laid)
        return self._places[asked]

    def _covered(self, outline: Fact, *matches: Fact) -> tuple[Symbol, ...]:
        """Return the matches that do not lie inside an outline."""
        state = self._states.with_outline(outline)
        named = ((match["id"], self._laid_at_place.get(str(match["id"]))) for match in matches)
        return tuple(written for written, laid in named if laid and state.match(*laid) is None)

    def _crossing(self, outline: Fact, *matches: Fact) -> tuple[Symbol, ...]:
        """Return the matches that cross an internal edge of an outline."""
        walls = self._states.with_outline(outline).ground.walls
        found = (match["id"] for match in matches) if walls else ()
        return tuple(written for written in found if not all_outside(walls, key_read(written)[1]))

    def _laid(self, outline: Fact, figure: int, corner: int, point: Point) -> Match | None:
        return self._states.with_outline(outline).match(self.figures[figure], corner - 1, point)

    def _inside(self, outline: Fact, figure: int, corner: int, *point: int) -> bool:
        return self._laid(outline, figure, corner, point) is not None  # type: ignore[arg-type]

    def _match(self, outline: Fact, figure: int, corner: int, *point: int) -> Symbol:
        found = self._laid(outline, figure, corner, point)  # type: ignore[arg-type]
        assert found is not None, "rules ask for a match only where the figure lies inside"
        return self._known(outline, found)

    def _known(self, outline: Fact, match: Match) -> Symbol:
        written = key_written(match.key)
        self._matches[outline.index, written] = match
        return written

    def _laid_at(self, *about: Any) -> tuple[str, ...]:
        point, facts = about[:4], about[4:]
        state, outline = self.state(facts), of_kind(facts, "Outline")[0]
        laid = (*state.matches, *(state.composites if self._lays_composites else ()))
        wanted = (
            each for each in laid if point in each.cut.ring and any(_looks_at(rule, each) for rule in self._rules)
        )
        return tuple(fact for each in wanted for fact in self._laid_facts(outline, each))

    def _laid_facts(self, outline: Fact, match: Match) -> Iterator[str]:
        written = self._known(outline, match)
        yield (f"(Match (id {written}) (found laid) (kind {match.kind}) (name {match.name}) (grades {match.grades}))")
        if match.crosses_internal_edge:
            yield f"(Crossing (match {written}))"

    def _preference(self, name: str, match: str, *facts: Fact) -> int:
        return PREFERENCES[name].key(self.state(facts), self.match_of(match, facts), ())

    # extraction

    def after(self, match: str, facts: Sequence[Fact]) -> State:
        """Return the state after a match is taken out."""
        before = self.state(facts)
        after = before.without(self.match_of(match, facts))
        assert after is not None, "rules take only what fits"
        self._states.remember(after, _flat(before.array.numbers))
        return after

    def _sets_that_make(self, name: str, step: int, stock: Fact, *facts: Fact) -> tuple[Symbol, ...]:
        return sets_written(self._shortened(str(name), step, stock, facts).lists[-1].sets)

    def _sets_left(self, taken: int, extracted: Fact, stock: Fact, *facts: Fact) -> tuple[Symbol, ...]:
        composite = str(extracted["name"]) if extracted["kind"] == "composite" else None
        lists = self._shortened(composite, extracted["step"], stock, facts).lists
        return sets_written(next(each.sets for each in lists if each.step == taken))

    def _shortened(self, composite: str | None, step: int, stock: Fact, facts: Sequence[Fact]) -> Abeyance:
        """Return the abeyance lists after an extraction, of a composite if it has a name."""
        before, left = self.state(facts), Counter(map(str, stock["left"]))
        lists = before.abeyance
        found = lists.hold(step, composite, before.sets_for(composite), left) if composite else lists.shortened(left)
        assert found is not None, "what is on offer leaves every composite held possible"
        return found


def _looks_at(rule: RankedRule, match: Match) -> bool:
    return rule.own.lays if rule.own else rule.is_for(match)


_SLOTS = {"Vertex": ("number", "point", "type"), "Connection": ("start", "end", "heading", "length", "by")}


def _values_of(fact: Fact) -> Values:
    return (fact.template, *(fact[slot] for slot in _SLOTS[fact.template]))


def _array_of(state: State) -> Iterator[Values]:
    array, number_of = state.array, state.array.numbers
    for number, (point, kind) in _one_a_number(array.vertices).items():
        yield "Vertex", number, point, TYPES[kind]
    for start, end, heading, length, by in array.connections:
        yield "Connection", number_of[start], number_of[end], heading, length, by.replace(" ", "-")


def _fact_written(template: str, *values: Any) -> str:
    written = (" ".join(map(str, value)) if isinstance(value, tuple) else value for value in values)
    slots = " ".join(f"({slot} {value})" for slot, value in zip(_SLOTS[template], written, strict=True))
    return f"({template} {slots})"


def _one_a_number(vertices: Sequence[ArrayVertex]) -> dict[int, tuple[Point, str]]:
    """Return point and type by number: where parts touch, several vertices have one, and a convex one decides."""
    found: dict[int, tuple[Point, str]] = {}
    for number, point, kind, _ in vertices:
        if number not in found or kind == "convex":
            found[number] = point, kind
    return found


def _flat(points: Iterable[Point]) -> Numbers:
    return tuple(chain.from_iterable(points))


def _before(length: int, *orders: float) -> bool:
    """Return whether the first so many of some numbers come before the others."""
    return orders[:length] < orders[length:]


def _others_in_order(match: str, *proposals: Fact) -> Values:
    others = [each for each in proposals if each["match"] != match]
    return tuple(Symbol(each["match"]) for each in sorted(others, key=lambda each: tuple(each["order"])))
