"""Numbers of vertices in traces: they keep their points, and what supports a side covers what the trace says."""

from collections.abc import Iterable, Iterator
from math import hypot
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.drawings import drawn, slid_assembly
from shared.strategies import puzzles

from heuristan.common.files import folder
from heuristan.common.plane import Spot, Stretch
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import read_shape
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import (
    MatchTaken,
    Side,
    SubpuzzlesSeparated,
    Trace,
    VerticesNumbered,
    kept_events,
)

SHAPES = ("cat", "lamp", "camel", "runner")
"""Solved at once, in parts that touch, by undoing, with many extension lines."""

NEAR = 1e-9
"""In legs; a trace has twelve decimals."""


def numbered_matches(trace: Trace) -> Iterator[tuple[VerticesNumbered, MatchTaken]]:
    """Yield the matches of the path that was kept, with the numbers before them."""
    now = None
    for event in kept_events(trace):
        if isinstance(event, VerticesNumbered):
            now = event
        if isinstance(event, MatchTaken):
            assert now is not None
            yield now, event


@pytest.mark.slow
@given(puzzles(), st.booleans())
@settings(max_examples=10)
def test_numbers_on_any_outline(puzzle: Puzzle, backtracking: bool) -> None:
    check(solve(puzzle, backtracking=backtracking).trace)


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("backtracking", [True, False], ids=["with-backtracking", "as-published"])
def test_numbers_on_a_shape(name: str, backtracking: bool) -> None:
    check(solve(read_shape(folder("shapes") / f"{name}.yaml").puzzle, backtracking=backtracking).trace)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 12, 25])
def test_numbers_of_a_drawing_that_is_off_the_lattice(seed: int) -> None:
    """Its edges nearly meet: each point has one number, and connections join those. In 25 a cut makes subpuzzles."""
    drawing = drawn(slid_assembly(Random(seed)), Random(seed))
    trace = solve(puzzle_of(drawing)).trace
    states = [event for event in trace if isinstance(event, VerticesNumbered)]
    assert states
    for state in states:
        assert len(state.numbers) == len(set(state.numbers.values())) > 0
        assert {n for start, end, _ in state.connections for n in (start, end)} <= set(state.numbers.values())


def check(trace: Trace) -> None:
    check_vertices(trace)
    check_points_keep_their_numbers(trace)
    for now, taken in numbered_matches(trace):
        assert taken.numbers == tuple(now.numbers.get(spot) for spot in taken.vertices)
        for side in taken.sides:
            check_supports(side, {vertex.number: vertex.spot for vertex in now.vertices})


def check_vertices(trace: Trace) -> None:
    """The vertices are those of the subpuzzles; connections join numbers that there are."""
    subpuzzles: SubpuzzlesSeparated | None = None
    for event in trace:
        if isinstance(event, SubpuzzlesSeparated):
            subpuzzles = event
        if isinstance(event, VerticesNumbered):
            assert subpuzzles is not None
            there = {(spot, i) for i, rings in enumerate(subpuzzles.subpuzzles, 1) for ring in rings for spot in ring}
            corners = {(v.spot, v.subpuzzle) for v in event.vertices if not v.type.startswith("node")}
            assert corners == there
            assert len(event.numbers) == len(set(event.numbers.values()))
            assert {number for start, end, _ in event.connections for number in (start, end)} <= set(
                event.numbers.values()
            )


def check_points_keep_their_numbers(trace: Trace) -> None:
    numbers: dict[Spot, int] = {}
    for event in kept_events(trace):
        if isinstance(event, VerticesNumbered):
            numbers = event.numbers | numbers
            assert event.numbers.items() <= numbers.items()
    assert len(set(numbers.values())) == len(numbers)


def check_supports(side: Side, spots: dict[int, Spot]) -> None:
    """The connections lie along the side, one after the other, and cover just its edges and its extension lines."""
    (x0, y0), (x1, y1) = side.start, side.end
    length = hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length

    def along(spot: Spot) -> float:
        dx, dy = spot[0] - x0, spot[1] - y0
        assert abs(dx * uy - dy * ux) < NEAR
        return dx * ux + dy * uy

    def covered(stretches: Iterable[tuple[Spot, Spot]]) -> float:
        return sum(min(along(end), length) - max(along(start), 0) for start, end in stretches)

    def told(stretches: Iterable[Stretch]) -> float:
        return sum(abs(along(stretch.end) - along(stretch.start)) for stretch in stretches)

    reached = -float("inf")
    for start, end, _ in side.supports:
        low, high = along(spots[start]), along(spots[end])
        assert reached - NEAR < low < high
        assert low < length - NEAR
        assert high > NEAR
        reached = high
    by = {
        kind: [(spots[a], spots[b]) for a, b, by in side.supports if by == kind] for kind in ("edge", "extension line")
    }
    assert covered(by["edge"]) == pytest.approx(told(side.edges))
    assert covered(by["extension line"]) == pytest.approx(told(side.extension_lines))
