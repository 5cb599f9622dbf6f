"""Why not: the condition that fails, checked by geometry that shares nothing with the conditions.

The independent test knows the outline, the extension lines, the stock and the abeyance lists, and computes with floats.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from math import dist

import pytest
import shapely

from heuristan.common.overlay import difference, intersection, odd_region, union
from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.control import Step
from heuristan.tangram.expert.evidence import EVIDENCE
from heuristan.tangram.expert.figures import Figure
from heuristan.tangram.expert.matches import MatchKey
from heuristan.tangram.expert.ranking import DEFAULT, RankedRule, Ranking
from heuristan.tangram.expert.ranking_entries import catalogue
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.lengths import parse_length
from heuristan.tangram.lattice.points import Point, xy
from heuristan.tangram.outlines.reading import read_outlines, read_shape, shape_files
from heuristan.tangram.pieces.composites import composites
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.teaching.asking.standing import Place, Standing, stored_in
from heuristan.teaching.asking.ways_to_lay import Way
from heuristan.teaching.asking.why_not import Asked, WhyNot, reason_against

PAIRS = 640
"""How many are tried with --all."""
SHAPES = ("cat", "digit-9", "runner", "squirrel", "lamp", "child", "aeroplane")
RANKINGS = (DEFAULT, DEFAULT, DEFAULT, "deutsch-hayes-figure-18", "heuristan", "internal edges")
NEAR = 1e-6
Spot = tuple[float, float]


SEED_OF_CI = 1972
"""Where no seed is drawn: a change is judged by the same places each time."""


def seed_of(request: pytest.FixtureRequest) -> int:
    """Return the seed, the one that is given if there is one, and print it."""
    given = request.config.getoption("--hypothesis-seed")
    seed = int(given) if given not in (None, "random") else SEED_OF_CI
    sys.stdout.write(f"--hypothesis-seed={seed}\n")
    return seed


# the independent test


@dataclass(frozen=True)
class Plane:
    """What is left, in floats."""

    state: State

    @cached_property
    def inside(self) -> shapely.Geometry:
        parts = self.state.boundary.parts
        rings = [[[xy(vertex.point) for vertex in loop] for loop in part.loops] for part in parts]
        return union([odd_region(loops) for loops in rings])

    @cached_property
    def edges(self) -> list[tuple[Spot, Spot]]:
        rings = [[xy(v.point) for v in loop] for part in self.state.boundary.parts for loop in part.loops]
        around = [pair for ring in rings for pair in zip(ring, (*ring[1:], ring[0]), strict=True)]
        return around + self.walls

    @cached_property
    def walls(self) -> list[tuple[Spot, Spot]]:
        return [(xy(line.start), xy(line.end)) for line in self.state.extensions.internal_edges]

    @cached_property
    def lines(self) -> list[tuple[Spot, Spot]]:
        return [(xy(line.start), xy(line.end)) for line in self.state.extensions.lines]

    def holds(self, ring: list[Spot]) -> bool:
        piece = shapely.Polygon(ring)
        return bool(difference(piece, self.inside.buffer(NEAR)).area < NEAR)

    def crosses(self, ring: list[Spot]) -> bool:
        core = shapely.Polygon(ring).buffer(-NEAR * 10)
        return any(intersection(core, shapely.LineString(wall)).length > NEAR for wall in self.walls)

    def grade(self, p: Spot, q: Spot) -> str:
        on_edges, on_lines = self.spans(p, q, self.edges), self.spans(p, q, self.lines)
        if uncovered(on_edges, dist(p, q)) is None:
            return "E"
        if uncovered(on_edges + on_lines, dist(p, q)) is None:
            return "M" if on_edges else "X"
        return "O"

    def open_from(self, p: Spot, q: Spot) -> float | None:
        return uncovered(self.spans(p, q, self.edges + self.lines), dist(p, q))

    def spans(self, p: Spot, q: Spot, segments: list[tuple[Spot, Spot]]) -> list[tuple[float, float]]:
        """Where segments lie along a side, in distances from its start."""
        whole = dist(p, q)
        ux, uy = (q[0] - p[0]) / whole, (q[1] - p[1]) / whole
        found = []
        for ends in segments:
            offs = [ux * (y - p[1]) - uy * (x - p[0]) for x, y in ends]
            at = sorted(ux * (x - p[0]) + uy * (y - p[1]) for x, y in ends)
            if max(map(abs, offs)) < NEAR and at[1] > NEAR and at[0] < whole - NEAR:
                found.append((at[0], at[1]))
        return found

    def touches(self, ring: list[Spot]) -> bool:
        """Whether a side leaves a convex vertex along an edge there."""
        for part in self.state.boundary.parts:
            for loop in part.loops:
                spots = [xy(vertex.point) for vertex in loop]
                for i, (vertex, spot) in enumerate(zip(loop, spots, strict=True)):
                    edges = [(spot, spots[(i + 1) % len(spots)]), (spots[i - 1], spot)]
                    if vertex.convex and any(self._along(ring, spot, edge) for edge in edges):
                        return True
        return False

    def _along(self, ring: list[Spot], spot: Spot, edge: tuple[Spot, Spot]) -> bool:
        sides = zip(ring, (*ring[1:], ring[0]), strict=True)
        return any(min(dist(spot, p), dist(spot, q)) < NEAR and self.spans(p, q, [edge]) for p, q in sides)


def uncovered(spans: list[tuple[float, float]], whole: float) -> float | None:
    """Return the first distance from which nothing covers a side."""
    here = 0.0
    for low, high in sorted(spans):
        if low > here + NEAR:
            break
        here = max(here, high)
    return None if here > whole - NEAR else here


def serves(rule: RankedRule, grades: str) -> bool:
    asked = {3: rule.three_sided, 4: rule.four_sided}.get(len(grades))
    return asked is not None and all("EMXO".index(g) <= "EMXO".index(a) for g, a in zip(grades, asked, strict=True))


def takes_figure(rule: RankedRule, figure: Figure) -> bool:
    asked = {3: rule.three_sided, 4: rule.four_sided}.get(len(figure.ring))
    return rule.kind == figure.kind and asked is not None and (not rule.only or figure.name in rule.only)


def makeable(held: list[tuple[tuple[str, ...], ...]], stock: Counter[str]) -> bool:
    """Whether some choice of a set for each composite is in the stock."""
    return any(Counter(name for pieces in deal for name in pieces) <= stock for deal in product(*held))


def to_be_had(state: State, figure: Figure) -> bool:
    """Whether a figure can be taken with every composite held still possible, by trying all choices."""
    held, stock = [entry.sets for entry in state.abeyance.lists], Counter(state.stock)

    def piece(name: str) -> bool:
        return stock[name] > 0 and makeable(held, stock - Counter([name]))

    if figure.kind == "piece":
        return piece(figure.name)
    setting = state.setting
    if setting.composites == "none" or len(held) >= setting.most_composites:
        return False
    made = next(c for c in composites(setting.composites, setting.pieces) if c.shape.name == figure.name)
    return not (made.piece_shaped and piece(made.piece_shaped)) and makeable([*held, made.sets], stock)


@dataclass(frozen=True)
class Judged:
    """A figure in a place, judged by the independent test."""

    plane: Plane
    rule: RankedRule
    figure: Figure
    ring: list[Spot]

    @property
    def sides(self) -> Iterator[tuple[Spot, Spot]]:
        return zip(self.ring, (*self.ring[1:], self.ring[0]), strict=True)

    @cached_property
    def inside(self) -> bool:
        return self.plane.holds(self.ring)

    @cached_property
    def by_side(self) -> list[str]:
        return [self.plane.grade(p, q) for p, q in self.sides]

    @property
    def grades(self) -> str:
        return "".join(sorted(self.by_side, key="EMXO".index))

    @property
    def may_be_open(self) -> int:
        return ({3: self.rule.three_sided, 4: self.rule.four_sided}.get(len(self.ring)) or "").count("O")

    @property
    def is_covered(self) -> bool:
        return self.by_side.count("O") <= self.may_be_open

    @property
    def crosses(self) -> bool:
        return not (self.rule.may_cross or self.rule.rules_out) and self.plane.crosses(self.ring)

    @property
    def joins(self) -> bool:
        return self.may_be_open <= 1 and self.rule.evidence is None

    @property
    def passes(self) -> bool:
        """Whether it satisfies everything that can be seen in the plane, and is to be had."""
        return (
            takes_figure(self.rule, self.figure)
            and self.inside
            and self.is_covered
            and (self.joins or self.plane.touches(self.ring))
            and serves(self.rule, self.grades)
            and not self.crosses
            and to_be_had(self.plane.state, self.figure)
        )


def spots(ring: tuple[Point, ...]) -> list[Spot]:
    return [xy(p) for p in ring]


def check(place: Place, answer: WhyNot, at: Point) -> None:
    """Hold an answer against the independent test."""
    plane, rule, way = Plane(place.state), answer.rule, answer.way
    told = Judged(plane, rule, way.figure, spots(way.ring))
    stored = [each for each in stored_in(place.state) if each.name == way.figure.name and each.kind == way.figure.kind]
    every = [
        Judged(plane, rule, figure, spots(figure.laid(corner, at).ring))
        for figure in stored
        for corner in range(len(figure.ring))
    ]
    assert any(dist(xy(at), p) < NEAR for p in told.ring)
    if answer.obstacle not in ("", "ruled out", "evidence", "turn"):
        assert not any(each.passes for each in every), "another way passes"
    if answer.obstacle == "figure":
        assert not takes_figure(rule, way.figure)
    elif answer.obstacle == "outside":
        assert takes_figure(rule, way.figure)
        assert not any(each.inside for each in every)
    elif answer.obstacle == "side":
        _check_open(answer, told, plane)
    elif answer.obstacle == "inside":
        assert told.is_covered
        assert not told.inside
    else:
        _check_inside(place, answer, told)


def _check_inside(place: Place, answer: WhyNot, told: Judged) -> None:
    """Check the answer about a figure that lies inside, on edges and extension lines where it has to."""
    obstacle = answer.obstacle
    assert takes_figure(answer.rule, told.figure)
    assert told.inside
    assert told.grades == answer.way.grades
    assert told.is_covered or not told.joins
    if obstacle == "laid":
        assert not told.joins
        assert not told.plane.touches(told.ring)
    elif obstacle == "grades":
        assert not serves(answer.rule, told.grades)
    elif obstacle == "crosses":
        assert serves(answer.rule, told.grades)
        assert told.crosses
    else:
        assert serves(answer.rule, told.grades)
        assert not told.crosses
        assert to_be_had(place.state, told.figure) == (obstacle != "offer")
    if obstacle == "turn":
        assert answer.line < place.line
    elif obstacle == "" and not answer.rule.checks:  # what is checked match by match stands on no agenda before
        assert told.passes
        _check_on_agenda(place, answer)


def _check_open(answer: WhyNot, told: Judged, plane: Plane) -> None:
    """Check that a side that is said to be open is, from that point on, and that all others are covered."""
    assert takes_figure(told.rule, told.figure)
    assert told.inside
    opened = [k for k, grade in enumerate(told.by_side) if grade == "O"]
    assert tuple(opened) == answer.open_sides
    assert len(opened) > told.may_be_open
    for k, (p, q) in enumerate(told.sides):
        spot = answer.way.sides[k].open_from
        assert (spot is not None) == (k in opened)
        if spot is not None:
            distance = plane.open_from(p, q)
            assert distance is not None
            assert abs(dist(p, xy(spot)) - distance) < NEAR


def _check_on_agenda(place: Place, answer: WhyNot) -> None:
    match = answer.way.match
    assert match is not None
    standing = Standing(place, finds=True)
    assert match.key in {each.match.key for each in standing.of_line(answer.line) if each.match}
    decision = chooser_for(place.rules).decide(place.state, answer.line, place.ruled_out)
    assert decision.rule_number == answer.line or decision.match is None
    assert answer.above is not None
    assert answer.above.match is not None
    assert (answer.above.line, answer.above.match.key) == taken_next(place)


# what is drawn


@lru_cache
def puzzle_named(name: str) -> Puzzle:
    puzzle = next(read_outlines(name))
    assert isinstance(puzzle, Puzzle)
    return puzzle


def ranking_named(name: str) -> Ranking:
    if name == "internal edges":  # many, so that matches lie across some
        return replace(read_ranking(DEFAULT), internal_edge=parse_length("2r2"))
    return read_ranking(name)


def drawn_place(draw: random.Random) -> Place:
    """Return a place some steps into a run with any choices."""
    ranking = ranking_named(draw.choice(RANKINGS))
    puzzle = puzzle_named(draw.choice(SHAPES))
    state, steps = State.start(puzzle, ranking), list[Step]()
    line = draw.choice([0, 0, 0, draw.randrange(len(ranking.rules))])
    for _ in range(draw.choice([0, 0, 1, 2, 3, 4])):
        decision = chooser_for(ranking.rules).decide(state, draw.randrange(len(ranking.rules)))
        matches = [decision.match, *decision.preferred_to] if decision.match else [*state.matches]
        if not matches:
            break
        match = draw.choice(matches)
        after = state.without(match)
        if after is None or not after.boundary:
            break
        steps.append(Step(ranking.rules[0], match))
        state = after
    return Place(puzzle, ranking, state, line, steps=tuple(steps))


def drawn_placement(draw: random.Random, place: Place, rule: RankedRule) -> tuple[str, Point]:
    """Return a figure and a vertex: where it lies inside in some way, or any."""
    state, stored = place.state, stored_in(place.state)
    inside = [match for match in (*state.joined, *state.matches) if match.kind == rule.kind]
    if inside and draw.random() < 0.6:
        match = draw.choice(inside)
        there = [p for p in match.cut.ring if p in state.array.numbers_now]
        if there:
            return match.name, draw.choice(there)
    return drawn_figure(draw, stored, rule), draw.choice(state.array.points)


def drawn_figure(draw: random.Random, stored: Iterable[Figure], rule: RankedRule) -> str:
    stored = tuple(stored)
    fitting = sorted({each.name for each in stored if takes_figure(rule, each)})
    return draw.choice(fitting if fitting and draw.random() < 0.9 else sorted({each.name for each in stored}))


@pytest.mark.slow
def test_every_answer_is_what_an_independent_test_finds(
    request: pytest.FixtureRequest, part: Callable[[int], int]
) -> None:
    seed = seed_of(request)
    draw = random.Random(seed)
    found: Counter[str] = Counter()
    while found.total() < part(PAIRS):
        place = drawn_place(draw)
        line = draw.randrange(len(place.rules))
        asked = Asked(place, line)
        for _ in range(4):
            name, at = drawn_placement(draw, place, place.rules[line])
            answer = asked.at(name, at)
            assert answer is not None
            try:
                check(place, answer, at)
            except AssertionError as fault:
                where = place.state.array.numbers_now[at]
                pytest.fail(
                    f"--hypothesis-seed={seed}: {place.puzzle.id}, step {place.state.steps + 1}, "
                    f"rule {line + 1} of {place.ranking.name}, {name} at {where}: {answer.obstacle!r}, "
                    f"{answer.way.grades} {answer.way.numbers}: {fault}"
                )
            found[answer.obstacle or "nothing fails"] += 1
    sys.stdout.write(f"{dict(found)}\n")
    assert len(found) > 2


def taken_next(place: Place) -> tuple[int, MatchKey] | None:
    """Return the line that takes the next match, and the match, by the loop: all rules are tried again at the end."""
    chooser = chooser_for(place.rules)
    decision = chooser.decide(place.state, place.line, place.ruled_out)
    if decision.match is None and place.line and place.state.steps:
        decision = chooser.decide(place.state, 0, place.ruled_out | decision.keys_ruled_out)
    return None if decision.match is None else (decision.rule_number, decision.match.key)


def fires_next(place: Place) -> tuple[int | None, MatchKey] | None:
    following = Standing(place).next
    return (following.line, following.match.key) if following and following.match else None


def test_where_all_rules_are_tried_again_the_first_of_them_fires() -> None:
    """After the squirrel's first step the last rule finds nothing, and the fifth and the seventh take one triangle."""
    ranking = ranking_named(DEFAULT)
    start = State.start(puzzle_named("squirrel"), ranking)
    first = chooser_for(ranking.rules).decide(start, 0)
    assert first.match is not None
    after = start.without(first.match)
    assert after is not None
    place = Place(puzzle_named("squirrel"), ranking, after, len(ranking.rules) - 1)
    assert fires_next(place) == taken_next(place)


@pytest.mark.slow
def test_what_fires_next_is_what_the_run_takes(request: pytest.FixtureRequest, part: Callable[[int], int]) -> None:
    """From any rule on, with any matches ruled out."""
    seed = seed_of(request)
    draw = random.Random(seed)
    for _ in range(part(PAIRS // 2)):
        place = drawn_place(draw)
        keys = sorted({match.key for match in (*place.state.matches, *place.state.joined)})
        out = frozenset(draw.sample(keys, min(len(keys), draw.choice([0, 1, 3, 8]))))
        place = place._replace(line=draw.randrange(len(place.rules)), ruled_out=out)
        where = f"--hypothesis-seed={seed}: {place.puzzle.id}, step {place.state.steps + 1}, {place.ranking.name}"
        assert fires_next(place) == taken_next(place), f"{where}, from rule {place.line + 1} on"


@pytest.mark.slow
def test_nothing_fails_for_what_a_rule_takes(request: pytest.FixtureRequest) -> None:
    draw = random.Random(seed_of(request))
    for _ in range(20):
        place = drawn_place(draw)
        decision = chooser_for(place.rules).decide(place.state, place.line, place.ruled_out)
        if decision.match is None:
            continue
        asked = Asked(place, decision.rule_number)
        for match in (decision.match, *decision.preferred_to):
            answer = asked.of(Way(place.state, match.figure, 0, match.placement.ring[0]))
            assert answer.obstacle in ("", "ruled out"), (place.puzzle.id, match.name, answer.obstacle)


def test_what_refutes_is_told_by_what_it_means() -> None:
    state = State.start(read_shape(shape_files(None)["convex-square"]).puzzle, read_ranking("heuristan"))
    match, rule = next(iter(state.matches)), catalogue()["symmetry"]
    assert reason_against(rule, state, match, frozenset(), str) == EVIDENCE["symmetry"].meaning
