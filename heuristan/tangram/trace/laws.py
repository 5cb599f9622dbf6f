"""The laws of runs: what an event may say after those before it, so that whoever draws or tells a run can rely on it.

A trace may come from elsewhere. Its types are right already (`lines`); here its numbers are those that a puzzle can
have, everything lies where the outline does, and steps, attempts and solutions follow each other.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from itertools import chain, pairwise
from typing import Any

from heuristan.common.json_text import in_words
from heuristan.common.plane import Ring, Spot, signed_area
from heuristan.tangram.trace import events as trace
from heuristan.tangram.trace.events import Event, MatchTaken, PiecePlaced, PlacedPiece, PuzzleRead, Taken

REACH = 2.0**15
"""Maximum distance of a point from the origin, in legs: as far as the lattice reaches, which counts in half legs."""

BEYOND = 1.0
"""Maximum distance of a point from the box of its outline, in legs: drawings are read with some nearness."""

MOST_SIDES = 8
"""Maximum number of sides of a piece or composite: it is convex, and turned by steps of 45 degrees."""

LEAST_AREA = 1e-3
"""Minimum area of an outline or piece, in square legs; the smallest tan has 1/2."""

HAIR = 1e-6
"""Maximum depth of a dent, in square legs, in what was convex before its vertices were rounded."""

FARTHEST = 1e100
"""Maximum absolute value of the reader's own coordinates, and of their scale and its inverse."""

MOST_PIECES = 1600
"""Maximum number of pieces of a puzzle: 100 sets of 16."""


OF_A_SEARCH = (PiecePlaced, trace.SolutionFound, trace.SolutionsCounted)
"""Events of searches; all others but the first and the last are of attempts of a ranking."""


class LawError(ValueError):
    """An event that no run has at its place: what is wrong with it."""


class Run:
    """What a run has told so far, and the laws of what comes next."""

    def __init__(self) -> None:
        self._read: PuzzleRead | None = None
        self._has_ended = False
        self._attempts = 0
        self._solutions = 0
        self._rules: frozenset[str] = frozenset()
        """The names of the lines of the ranking."""
        self._taken: list[Taken] = []
        self._numbers: frozenset[int] = frozenset()
        """Of the vertices and nodes as they stand now."""
        self._before: list[frozenset[int]] = []
        """The numbers before each match that was taken; they are back when it is undone."""
        self._box = (0.0, 0.0, 0.0, 0.0)

    def follow(self, event: Event) -> None:
        """Take note of the next event.

        Raises:
            LawError: if it breaks a law; the message names the field.
        """
        if self._read is None and not isinstance(event, PuzzleRead):
            raise LawError("the run must begin with PuzzleRead")
        if self._has_ended:
            raise LawError("the run has ended already")
        if self._read is not None:
            self._check_kind(event, self._read.way)
            self._check_places(event)
        law = self._laws.get(type(event))
        if law is not None:
            law(self, event)

    def _check_kind(self, event: Event, way: trace.Way) -> None:
        """Check that a run of this way has such events."""
        if isinstance(event, PuzzleRead | trace.Ended):
            return
        is_search = way in trace.SEARCHING
        if isinstance(event, OF_A_SEARCH) != is_search:
            raise LawError(f"it is of a {'ranking' if is_search else 'search'}, but the way of the run is '{way}'")
        if not is_search and not self._attempts and not isinstance(event, trace.AttemptStarted):
            raise LawError("an attempt must have begun before, with AttemptStarted")
        if not is_search:
            self._check_rule(event)

    def _check_rule(self, event: Event | trace.Overruled) -> None:
        """Check that a rule which an event names is a line of the ranking."""
        rule = getattr(event, "rule", None)
        _check(rule is None or rule in self._rules, "rule", f"is {in_words(rule)}", "the ranking must have such a line")

    def _check_places(self, event: Event) -> None:
        """Check that everything lies where the outline does."""
        x0, y0, x1, y1 = self._box
        for field in fields(event):
            for x, y in _spots_in(getattr(event, field.name)):
                if not (x0 <= x <= x1 and y0 <= y <= y1):
                    raise LawError(f"{field.name} has a point ({x:g}, {y:g}); it must lie where the outline does")

    def _begin(self, event: PuzzleRead) -> None:
        self._read = event
        self._rules = frozenset(rule.name for rule in event.rules)
        for spot in _spots_in(event.outline):
            far = max(map(abs, spot))
            _check(far <= REACH, "outline", f"has a coordinate of {far:g} legs", f"the largest is {REACH:g}")
        _check_rings(event.outline, "outline")
        _check_frame(event.frame)
        _check(
            sum(count for _, count in event.stock) <= MOST_PIECES, "stock", "is too large", "a puzzle has few pieces"
        )
        spots = [spot for ring in event.outline for spot in ring]
        if spots:
            area = sum(map(signed_area, event.outline))
            _check(area >= LEAST_AREA, "outline", f"has the area {area:g}", "the least is that of a piece")
            (xs, ys) = zip(*spots, strict=True)
            self._box = min(xs) - BEYOND, min(ys) - BEYOND, max(xs) + BEYOND, max(ys) + BEYOND

    def _attempt(self, event: trace.AttemptStarted) -> None:
        self._attempts += 1
        _check_equal("number", event.number, self._attempts)
        self._check_entry_point(event.entry_point)
        self._taken, self._before = [], []

    def _check_entry_point(self, number: int | None) -> None:
        assert self._read is not None
        lines = max(1, len(self._read.rules))
        is_there = number is None or 1 <= number <= lines
        _check(is_there, "entry_point", f"is {number}", f"the ranking has lines 1 to {lines}")

    def _subpuzzles(self, event: trace.SubpuzzlesSeparated) -> None:
        for i, rings in enumerate(event.subpuzzles):
            _check(bool(rings), f"subpuzzles[{i}]", "is empty", "it must have an outline")
            _check_rings(rings, f"subpuzzles[{i}]")

    def _numbered(self, event: trace.VerticesNumbered) -> None:
        spots: dict[int, Spot] = {}
        for i, vertex in enumerate(event.vertices):
            same = spots.setdefault(vertex.number, vertex.spot) == vertex.spot
            _check(same, f"vertices[{i}].number", f"is {vertex.number}", "another point has that number")
        for i, (start, end, _) in enumerate(event.connections):
            is_known = start in spots and end in spots and spots[start] != spots[end]
            _check(is_known, f"connections[{i}]", f"joins {start} and {end}", "two points must have these numbers")
        self._numbers = frozenset(spots)

    def _ruled_out(self, event: trace.MatchesRuledOut) -> None:
        _check_figures(event.matches, "matches")

    def _take(self, event: MatchTaken | PiecePlaced) -> None:
        _check_equal("step", event.step, len(self._taken) + 1)
        _check(event.step <= MOST_PIECES, "step", f"is {event.step}", f"no puzzle has more than {MOST_PIECES} pieces")
        _check_figure(event.vertices, "vertices")
        _check_rings(event.remaining, "remaining")
        if isinstance(event, MatchTaken):
            _check_figures(event.preferred_to, "preferred_to")
            self._check_overruled(event.overruled)
            self._check_sides(event)
            self._check_numbers(event)
        self._taken.append(event)
        self._before.append(self._numbers)

    def _check_overruled(self, overruled: trace.Overruled | None) -> None:
        if overruled is None:
            return
        self._check_rule(overruled)
        is_whole = (overruled.rule is None) == (overruled.match is None)
        _check(is_whole, "overruled", "has a rule or a match alone", "it must have both or neither")
        if overruled.match is not None:
            _check_figures((overruled.match,), "overruled.match")

    def _check_sides(self, event: MatchTaken) -> None:
        corners = event.vertices
        _check(
            len(event.sides) in (0, len(corners)), "sides", f"are {len(event.sides)}", f"vertices are {len(corners)}"
        )
        known = {*pairwise((*corners, corners[0])), *pairwise((*corners[::-1], corners[-1]))}
        for i, side in enumerate(event.sides):
            is_side = (side.start, side.end) in known
            _check(is_side, f"sides[{i}]", "is between other points", "it must join two vertices that are neighbours")
            for start, end, _ in side.supports:
                is_known = start in self._numbers and end in self._numbers
                _check(is_known, f"sides[{i}].supports", f"join {start} and {end}", "points must have these numbers")

    def _check_numbers(self, event: MatchTaken) -> None:
        count = len(event.numbers)
        _check(count in (0, len(event.vertices)), "numbers", f"are {count}", f"the vertices are {len(event.vertices)}")
        strange = next((each for each in event.numbers if each is not None and each not in self._numbers), None)
        _check(strange is None, "numbers", f"have {strange}", "a point must have that number")

    def _undo(self, event: trace.MatchUndone) -> None:
        _check_equal("name", event.name, self._step(event.step).name)
        self._numbers = self._before[event.step - 1]
        del self._taken[event.step - 1 :], self._before[event.step - 1 :]

    def _composite(self, event: trace.CompositeHeld | trace.AbeyanceShortened | trace.CompositeReleased) -> None:
        taken = self._step(event.step)
        _check_equal("composite", event.composite, taken.name)
        _check(taken.kind == "composite", "step", f"is {event.step}", "a piece was taken there, not a composite")
        if isinstance(event, trace.CompositeReleased):
            _check_figures(event.pieces, "pieces")

    def _step(self, number: int) -> MatchTaken | PiecePlaced:
        taken = len(self._taken)
        _check(1 <= number <= taken, "step", f"is {number}", f"{taken} were taken and not undone")
        return self._taken[number - 1]

    def _solution(self, event: trace.SolutionFound) -> None:
        self._solutions += 1
        _check_equal("number", event.number, self._solutions)
        _check(1 <= event.like <= event.number, "like", f"is {event.like}", "it must be a solution up to this one")
        _check_figures(event.pieces, "pieces")

    def _stuck(self, event: trace.AttemptStuck) -> None:
        _check_equal("number", event.number, self._attempts)
        _check_equal("extracted", event.extracted, len(self._taken))
        _check_rings(event.remaining, "remaining")

    def _end(self, event: trace.Ended) -> None:
        self._check_entry_point(event.entry_point)
        self._has_ended = True

    _laws: dict[type[Event], Callable[..., None]] = {  # noqa: RUF012
        PuzzleRead: _begin,
        trace.AttemptStarted: _attempt,
        trace.SubpuzzlesSeparated: _subpuzzles,
        trace.VerticesNumbered: _numbered,
        trace.MatchesRuledOut: _ruled_out,
        MatchTaken: _take,
        PiecePlaced: _take,
        trace.MatchUndone: _undo,
        trace.CompositeHeld: _composite,
        trace.AbeyanceShortened: _composite,
        trace.CompositeReleased: _composite,
        trace.SolutionFound: _solution,
        trace.AttemptStuck: _stuck,
        trace.Ended: _end,
    }


def _check(is_so: bool, name: str, found: str, wanted: str) -> None:
    if not is_so:
        raise LawError(f"{name} {found}; {wanted}")


def _check_equal(name: str, found: object, wanted: object) -> None:
    _check(found == wanted, name, f"is {in_words(found)}", f"here it must be {in_words(wanted)}")


def _check_frame(frame: trace.Frame) -> None:
    is_scale = 1 / FARTHEST <= frame.scale <= FARTHEST
    _check(is_scale, "frame.scale", f"is {frame.scale:g}", f"it must be from {1 / FARTHEST:g} to {FARTHEST:g}")
    is_near = max(map(abs, frame.origin)) <= FARTHEST
    _check(is_near, "frame.origin", f"is {frame.origin}", f"numbers must be at most {FARTHEST:g}")


def _check_rings(rings: Iterable[Ring], name: str) -> None:
    for i, ring in enumerate(rings):
        _check(len(ring) >= 3, f"{name}[{i}]", f"has {len(ring)} vertices", "a ring has three or more")


def _check_figures(figures: Sequence[trace.Candidate | PlacedPiece], name: str) -> None:
    for i, figure in enumerate(figures):
        _check_figure(figure.vertices, f"{name}[{i}].vertices")


def _check_figure(ring: Ring, name: str) -> None:
    """Check that a ring can be that of a piece or a composite: few vertices, an area, and no dent."""
    _check(3 <= len(ring) <= MOST_SIDES, name, f"are {len(ring)}", f"a piece has 3 to {MOST_SIDES}")
    area = signed_area(ring)
    _check(abs(area) >= LEAST_AREA, name, "enclose no area", "a piece has one")
    sign = 1 if area > 0 else -1
    corners = zip(ring, (*ring[1:], ring[0]), (*ring[2:], *ring[:2]), strict=True)
    _check(all(sign * signed_area(corner) >= -HAIR for corner in corners), name, "have a dent", "a piece is convex")


def _spots_in(value: Any) -> Iterator[Spot]:
    """Yield all points of a value."""
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], float):
        yield value
    elif isinstance(value, tuple):
        yield from chain.from_iterable(map(_spots_in, value))
    elif is_dataclass(value):
        yield from chain.from_iterable(_spots_in(getattr(value, field.name)) for field in fields(value))
