"""Host functions that say more of a match than its fact does, for rules of one's own."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from heuristan.common.faults import InputError
from heuristan.tangram.boundary import Area
from heuristan.tangram.expert.host.fact_states import Fact
from heuristan.tangram.expert.host.laid_figures import Functions, Geometry
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.production.clips_notation import Symbol
from heuristan.tangram.expert.production.right_sides import MATCH_IS_GONE
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import Code, Direction, Point, doubled_area, projection
from heuristan.tangram.puzzle.puzzle import legs_squared


class _Side(NamedTuple):
    start: Point
    end: Point
    heading: Direction
    length: Code


NOWHERE = Symbol("nil")
FURTHER = 3
"""A point is four values where a usage has one."""


class MatchQuestions:
    """What can be asked of the matches of a run. Each function gets the outline's fact and the symbol of a match.

    While facts change, a condition may be tried on a match that does not lie on the outline any more: the answer is
    nil, FALSE or a number then, and what follows from it goes with the match before a rule fires.
    """

    def __init__(self, geometry: Geometry) -> None:
        self._geometry = geometry
        self._was_gone = False

    @property
    def functions(self) -> Functions:
        """The host functions, by the names that rules have for them."""
        return {
            "corner": partial(_checked, "(corner ?outline ?match K)", self._corner),
            "heading": partial(_checked, "(heading ?outline ?match K)", self._heading),
            "side-grade": partial(_checked, "(side-grade ?outline ?match K)", self._side_grade),
            "beyond": partial(_checked, "(beyond ?outline ?match K $?point)", self._beyond),
            "area": partial(_checked, "(area ?outline ?match)", self._area),
            "area-around": partial(_checked, "(area-around ?outline ?match)", self._area_around),
            "parts-left": partial(_checked, "(parts-left ?outline ?match)", self._parts_left),
            "sides": partial(_checked, "(sides ?outline ?match)", self._sides),
            MATCH_IS_GONE: self._is_gone,
        }

    def _match(self, outline: Fact, written: str) -> Match | None:
        try:
            return self._geometry.match_of(written, (outline,))
        except LookupError:
            self._was_gone = True
            return None

    def _is_gone(self) -> bool:
        was_gone, self._was_gone = self._was_gone, False
        return was_gone

    def _sides(self, outline: Fact, written: str) -> int:
        match = self._match(outline, written)
        return len(match.cut.ring) if match else 0

    def _side(self, outline: Fact, written: str, place: int) -> _Side | None:
        """Return a side by its place, from 1: the longest first, and equal ones as they lie around the figure."""
        match = self._match(outline, written)
        if match is None:
            return None
        every = sorted(_sides_of(match), key=lambda side: -side.length)
        if not 1 <= place <= len(every):
            raise InputError(f"a {match.name} has the sides 1 to {len(every)}, and no side {place}")
        return every[place - 1]

    def _corner(self, outline: Fact, written: str, place: int) -> tuple[Code, ...]:
        side = self._side(outline, written, place)
        return side.start if side else ()

    def _heading(self, outline: Fact, written: str, place: int) -> int:
        side = self._side(outline, written, place)
        return side.heading if side else -1

    def _side_grade(self, outline: Fact, written: str, place: int) -> Symbol:
        side, cover = self._side(outline, written, place), self._state(outline).ground.cover
        return Symbol(cover.grade(side.start, side.end, side.heading)) if side else NOWHERE

    def _beyond(self, outline: Fact, written: str, place: int, *point: int) -> bool:
        """Return whether a point lies on the other side of the line through a side than the figure itself."""
        side, leeway = self._side(outline, written, place), self._state(outline).boundary.leeway
        if side is None:
            return False
        p0, p1, p2, p3 = point
        across = side.heading + 2
        return projection((p0, p1, p2, p3), across) < projection(side.start, across) - leeway

    def _area(self, outline: Fact, written: str) -> float:
        """Return the area of a match in squares of the small leg."""
        match = self._match(outline, written)
        return self._legs_squared(outline, doubled_area(match.placement.ring)) if match else 0.0

    def _area_around(self, outline: Fact, written: str) -> float:
        """Return the area of the subpuzzle in which a match lies; of the whole part if it lies in two subpuzzles."""
        match, state = self._match(outline, written), self._state(outline)
        parts = (*state.subpuzzles, *state.boundary.parts)
        around = (part.area for part in parts if match and all(map(part.covers, match.cut.ring)))
        return self._legs_squared(outline, next(around, (0, 0)))

    def _parts_left(self, outline: Fact, written: str) -> int:
        """Return the number of parts, joined at most at a vertex, of what is left after a match."""
        match = self._match(outline, written)
        after = self._state(outline).without(match) if match else None
        return len(after.boundary.parts) if after else 0

    def _legs_squared(self, outline: Fact, area: Area) -> float:
        return legs_squared(area, self._state(outline).setting.denominator)

    def _state(self, outline: Fact) -> State:
        return self._geometry.state((outline,))


def _checked(usage: str, answer: Callable[..., Any], *asked: Any) -> Any:
    """Answer a question if it is asked as it is to be.

    Raises:
        InputError: if it is not.
    """
    count = len(asked) if "$" not in usage else len(asked) - FURTHER
    if count != usage.count(" ") or getattr(asked[0], "template", "") != "Outline":
        raise InputError(f"write {usage}; ?outline is the fact (Outline (step ?step)) of now, and ?match its match")
    return answer(*asked)


def _sides_of(match: Match) -> Iterator[_Side]:
    ring = match.cut.ring
    for side, start, end in zip(match.figure.sides, ring, (*ring[1:], ring[0]), strict=True):
        yield _Side(start, end, side.heading, side.length)
