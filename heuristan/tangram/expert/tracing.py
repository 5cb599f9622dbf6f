"""Makes the events of the trace from states and matches."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from heuristan.common.plane import Ring, Spot, Stretch
from heuristan.tangram.boundary import Boundary, sides
from heuristan.tangram.expert.decision import Decision
from heuristan.tangram.expert.evidence import EVIDENCE
from heuristan.tangram.expert.grades import Span
from heuristan.tangram.expert.ground import Ground
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.preferences import PREFERENCES, VERTEX_ORDER
from heuristan.tangram.expert.ranking import RankedRule, Ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import Point, projection
from heuristan.tangram.pieces.sets import Placement
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace import events as trace

Thing = TypeVar("Thing")
Made = TypeVar("Made")

Record = Callable[[trace.Event], None]


class Tracer:
    """Records states and matches as events, in legs."""

    def __init__(self, puzzle: Puzzle, ranking: Ranking, rules: Sequence[RankedRule], record: Record) -> None:
        self._puzzle = puzzle
        self._ranking = ranking
        self.rules = rules
        self._record = record
        self._spots: dict[Point, Spot] = {}
        # attempts go through the same states again and again, and their events are the same
        self._preliminaries = _Once[State, tuple[trace.Event, ...]]()
        self._outlines = _Once[Boundary, tuple[Ring, ...]]()
        self._candidates = _Once[Match, trace.Candidate]()
        self._sides = _Once[Match, tuple[trace.Side, ...]]()

    def puzzle_read(self, way: trace.Way) -> None:
        frame, puzzle = self._puzzle.frame, self._puzzle
        self._record(
            trace.PuzzleRead(
                id=puzzle.id,
                outline=tuple(self.ring(ring) for ring in puzzle.rings),
                sets=puzzle.sets,
                stock=tuple(puzzle.stock.items()),
                ranking=self._ranking.name,
                rules=tuple(rule_as_traced(rule) for rule in self.rules),
                way=way,
                frame=trace.Frame(frame.scale / puzzle.unit, frame.angle, frame.origin, frame.y_down),
            )
        )

    def attempt_started(self, number: int, entry_point: int, rule: RankedRule) -> None:
        self._record(trace.AttemptStarted(number, entry_point, rule.name))

    def state_seen(self, state: State) -> None:
        """Record the preliminary operations on what is left: subpuzzles, extension lines and numbers."""
        for event in self._preliminaries.of(state, self._made_of_state):
            self._record(event)

    def _made_of_state(self, state: State) -> tuple[trace.Event, ...]:
        extensions = state.extensions
        internal = tuple(self.stretch(line.start, line.end) for line in extensions.internal_edges)
        parts = tuple(
            tuple(self.ring(tuple(vertex.point for vertex in loop)) for loop in part.loops) for part in state.subpuzzles
        )
        drawn = trace.ExtensionLinesDrawn(
            lines=tuple(self.stretch(line.start, line.end) for line in extensions.lines),
            nodes=tuple(self.spot(node) for node in extensions.nodes),
            removed=tuple(
                trace.RemovedLine(self.spot(line.start), self.spot(line.end), reason)
                for line, reason in extensions.removed
            ),
        )
        vertices = tuple(
            trace.NumberedVertex(number, self.spot(point), kind, subpuzzle)
            for number, point, kind, subpuzzle in state.array.vertices
        )
        numbered = trace.VerticesNumbered(vertices, state.array.by_number)
        return trace.SubpuzzlesSeparated(parts, internal), drawn, numbered

    def decided(self, decision: Decision) -> None:
        """Record what the rules did before they found a match: what they ruled out, and which found nothing."""
        for number, matches in decision.ruled_out:
            self.matches_ruled_out(self.rules[number], matches)
        for number in decision.found_nothing:
            self._record(trace.RuleTried(self.rules[number].name))

    def matches_ruled_out(self, rule: RankedRule, matches: Iterable[Match]) -> None:
        self._record(trace.MatchesRuledOut(rule.name, self._listed(matches)))

    def _listed(self, matches: Iterable[Match]) -> tuple[trace.Candidate, ...]:
        return tuple(self._candidates.of(match, self._made_candidate) for match in matches)

    def _made_candidate(self, match: Match) -> trace.Candidate:
        return trace.Candidate(match.placement.name, self.ring(match.placement.ring), match.grades)

    def extracted(
        self,
        before: State,
        match: Match,
        rule: RankedRule,
        preferred_to: Iterable[Match],
        after: State,
        overruled: trace.Overruled | None = None,
    ) -> None:
        """Record an extraction: the match, the composite that is held now, and the lists that are shorter."""
        self.match_taken(before, match, rule, preferred_to, after, overruled)
        if match.kind == "composite":
            held = after.abeyance.lists[-1]
            self.sets_held(held.step, held.composite, held.sets)
        for old, new in zip(before.abeyance.lists, after.abeyance.lists, strict=False):
            if old != new:
                self.sets_left(new.step, new.composite, new.sets)

    def overruling(self, rule: RankedRule | None, match: Match | None) -> trace.Overruled:
        """Return what the ranking would have done where a person takes another match; nothing if it finds none."""
        return trace.Overruled(rule.name if rule else None, self._made_candidate(match) if match else None)

    def match_taken(
        self,
        before: State,
        match: Match,
        rule: RankedRule,
        preferred_to: Iterable[Match],
        after: State,
        overruled: trace.Overruled | None = None,
    ) -> None:
        placement = match.placement
        self._record(
            trace.MatchTaken(
                step=after.steps,
                rule=rule.name,
                kind=match.kind,
                name=placement.name,
                vertices=self.ring(placement.ring),
                vertex=self.spot(match.corner),
                sides=self._sides.of(match, self._made_sides),
                preferred_to=self._listed(preferred_to),
                remaining=self._outlines.of(after.boundary, self._made_outline),
                numbers=tuple(map(before.array.numbers_now.get, match.cut.ring)),
                overruled=overruled,
            )
        )

    def sets_held(self, step: int, composite: str, sets: tuple[tuple[str, ...], ...]) -> None:
        """Record the sets of pieces that can make a composite held."""
        self._record(trace.CompositeHeld(step, composite, sets))

    def sets_left(self, step: int, composite: str, sets: tuple[tuple[str, ...], ...]) -> None:
        """Record an abeyance list that lost sets."""
        self._record(trace.AbeyanceShortened(step, composite, sets))

    def composite_released(self, step: int, composite: str, pieces: Iterable[Placement]) -> None:
        placed = tuple(trace.PlacedPiece(piece.name, self.ring(piece.ring)) for piece in pieces)
        self._record(trace.CompositeReleased(step, composite, placed))

    def match_undone(self, step: int, rule: RankedRule, name: str, reason: str) -> None:
        """Record that the piece or composite of a step was put back."""
        self._record(trace.MatchUndone(step, rule.name, name, reason))

    def attempt_stuck(self, number: int, reason: str, state: State) -> None:
        self._record(
            trace.AttemptStuck(number, reason, state.steps, self._outlines.of(state.boundary, self._made_outline))
        )

    def ended(self, event: trace.Ended) -> None:
        self._record(event)

    def place(self, p: Point) -> str:
        """Describe where a point is, in legs."""
        x, y = self.spot(p)
        return f"({x:.4g}, {y:.4g})"

    def own_place(self, p: Point) -> str:
        """Describe where a point is, in the outline's own coordinates."""
        x, y = self._puzzle.own(p)
        return f"({x:.4g}, {y:.4g})"

    def spot(self, p: Point) -> Spot:
        found = self._spots.get(p)
        if found is None:  # the same points come again in each state
            found = self._spots[p] = self._puzzle.in_legs(p)
        return found

    def ring(self, ring: Iterable[Point]) -> Ring:
        return tuple(map(self.spot, ring))

    def stretch(self, start: Point, end: Point) -> Stretch:
        return Stretch(self.spot(start), self.spot(end))

    def _made_outline(self, boundary: Boundary) -> tuple[Ring, ...]:
        return tuple(self.ring(vertex.point for vertex in loop) for part in boundary.parts for loop in part.loops)

    def _made_sides(self, match: Match) -> tuple[trace.Side, ...]:
        assert match.ground is not None, "a match that is taken lies on something"
        return tuple(self._side(match.ground, *side) for side in sides(match.cut.ring))

    def _side(self, ground: Ground, direction: int, start: Point, end: Point) -> trace.Side:
        boundary = ground.boundary
        edges, extension_lines = ground.cover.stretches(start, end, direction)
        k = direction % 4
        offset = projection(start, k + 2)

        def stretches(spans: Iterable[Span]) -> tuple[Stretch, ...]:
            return tuple(self.stretch(boundary.at(k, offset, a), boundary.at(k, offset, b)) for a, b in spans)

        return trace.Side(
            self.spot(start),
            self.spot(end),
            ground.cover.grade(start, end, direction),
            stretches(edges),
            stretches(extension_lines),
            ground.array.supports(direction, start, end),
        )


def _trace_nothing(*_: object) -> None:
    pass


_NOTHING: Any = _trace_nothing


class Silent(Tracer):
    """Makes no trace, which saves time."""

    def __init__(self, puzzle: Puzzle, ranking: Ranking) -> None:
        super().__init__(puzzle, ranking, ranking.rules, _trace_nothing)

    puzzle_read = attempt_started = state_seen = decided = match_taken = extracted = composite_released = _NOTHING
    match_undone = attempt_stuck = ended = _NOTHING


class _Once(Generic[Thing, Made]):
    """Cache by identity: one made value for each thing."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[Thing, Made]] = {}
        """By identity, which is known at once; so the things are kept too."""

    def of(self, thing: Thing, make: Callable[[Thing], Made]) -> Made:
        """Return the value made of a thing; it is made on first use."""
        found = self._made.get(id(thing))
        if found is None:
            found = self._made[id(thing)] = thing, make(thing)
        return found[1]


def rule_as_traced(rule: RankedRule) -> trace.Rule:
    """Return a rule as the trace carries it: everything that a reader needs to see why it takes a match."""
    evidence = EVIDENCE[rule.evidence] if rule.evidence else None
    return trace.Rule(
        name=rule.name,
        title=rule.title,
        kind=rule.kind,
        three_sided=rule.three_sided,
        four_sided=rule.four_sided,
        only=tuple(sorted(rule.only)),
        last=tuple(sorted(rule.last)),
        prefer=", ".join(rule.prefer) or VERTEX_ORDER,
        evidence=rule.evidence,
        repeat=rule.repeat,
        equal_rank=rule.equal_rank,
        refutes=rule.rules_out,
        evidence_words=evidence.words if evidence else "",
        prefer_words=tuple(PREFERENCES[name].words for name in rule.prefer),
        clips=rule.own.text if rule.own else "",
    )
