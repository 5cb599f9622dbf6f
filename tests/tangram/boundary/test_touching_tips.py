"""Parts that touch in points alone: windmills, in which every line runs on at each vertex of a part."""

from random import Random

import pytest
from adversary.truth import Known, set_of
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.wild.laying import ONE_SET, Laid
from shared.wild.tips import mill, most_tips, touching

from heuristan.tangram.boundary import Boundary, ring_of, sign_of_area
from heuristan.tangram.boundary.loops import traced
from heuristan.tangram.explain import explain
from heuristan.tangram.render.filmstrip import filmstrip_svg
from heuristan.tangram.render.solution import solution_svg
from heuristan.tangram.solving.shortcuts import solve

FEW = settings(max_examples=10)
seeds = st.integers(0, 10**9).map(Random)
chances = st.sampled_from((0.0, 0.5, 1.0))
"""Probability that rings are apart in a point where tips meet."""


def figure(pieces: list[Laid], apart: float) -> Known:
    names = [piece.name for piece in pieces]
    return Known("tips", tuple(pieces), set_of(names), 1, apart, "tips")


@FEW
@given(seeds.map(mill) | st.builds(touching, seeds, st.just(ONE_SET)), chances)
def test_every_tip_is_traced(pieces: list[Laid], apart: float) -> None:
    assert most_tips(pieces) >= 3
    puzzle = figure(pieces, apart).puzzle
    loops = Boundary.of([*puzzle.rings]).loops
    found = traced(puzzle.rings)
    assert found is None or found.loops == loops
    assert set(map(frozenset, puzzle.table.loops)) == set(map(frozenset, loops))
    assert len({*loops}) == len(puzzle.rings)


@FEW
@given(seeds.map(mill), chances)
def test_no_part_of_a_mill_is_lost(pieces: list[Laid], apart: float) -> None:
    puzzle = figure(pieces, apart).puzzle
    vertices = [vertex.point for loop in puzzle.loops for vertex in loop]
    assert sum(map(len, puzzle.rings)) == len(vertices)
    areas = [part.area for part in puzzle.boundary.parts]
    assert tuple(map(sum, zip(*areas, strict=True))) == puzzle.boundary.area == puzzle.pieces.area
    assert all(sign_of_area(area) > 0 for area in areas)


@pytest.mark.slow
@pytest.mark.part(2)
@pytest.mark.parametrize("seed", range(5))
def test_a_mill_is_solved_stepped_through_hinted_at_and_drawn(seed: int) -> None:
    one = figure(mill(Random(seed)), 1.0)
    for solver in ("expert", "exact"):
        found = one.puzzle.solve(solver, limit=60)  # type: ignore[arg-type]
        assert found.status == "solved"
        assert one.puzzle.verify(found).verdict == "right"
    assert one.puzzle.hint().as_json()["advice"] == "hint"
    traces = [solve(one.puzzle, engine=engine).trace for engine in ("production", "compiled")]  # type: ignore[arg-type]
    assert traces[0] == traces[1]
    for draw in (solution_svg, filmstrip_svg, explain):
        assert draw(traces[0])


def test_loops_that_only_tips_have_come_from_the_left() -> None:
    """No coverage changes at any of their vertices, so no line leads to them."""
    found = []
    for seed in range(8):
        boundary = figure(mill(Random(seed)), 1.0).puzzle.boundary
        ends = {p for segment in boundary.segments for p in (segment.start, segment.end)}
        hidden = [loop for loop in boundary.loops if not ends & {*ring_of(loop)}]
        assert [*boundary.loops[len(boundary.loops) - len(hidden) :]] == sorted(hidden)
        found += hidden
    assert found
