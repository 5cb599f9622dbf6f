"""Dead ends are never seen where there is a solution."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.states import state_of, state_of_assembly
from shared.strategies import Assembly, small_assemblies

from heuristan.tangram.boundary import Ring
from heuristan.tangram.expert.backtracking import look
from heuristan.tangram.expert.dead_ends import bare_vertex, only_fit
from heuristan.tangram.expert.decision import NOTHING
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import ORIGIN, Point
from heuristan.tangram.pieces.sets import TANGRAM, along, ring_from, scaled


def is_infeasible(state: State) -> bool:
    return state.has_infeasible_part or state.infeasible_edge is not None or bare_vertex(state, NOTHING) is not None


@given(small_assemblies(1, 7), st.integers(1, 3))
def test_what_was_laid_is_no_dead_end(assembly: Assembly, denominator: int) -> None:
    rings = [tuple(scaled(p, denominator) for p in placement.ring) for placement in assembly]
    stock = Counter(placement.name for placement in assembly)
    assert not is_infeasible(state_of(rings, stock, denominator=denominator))


@pytest.mark.parametrize("count", range(2, 7))
@pytest.mark.parametrize(
    ("name", "steps"), [("square", (along(0, 1), along(2, 1))), ("parallelogram", (along(0, 0, 1), along(1, 1)))]
)
def test_a_row_of_equal_pieces_is_no_dead_end(name: str, steps: tuple[Point, Point], count: int) -> None:
    row, side = scaled(steps[0], count), steps[1]
    ring = ring_from(ORIGIN, (row, side, scaled(row, -1), scaled(side, -1)))
    assert not is_infeasible(state_of([ring], Counter({name: count})))
    assert state_of([ring], Counter({name: count - 1})).has_infeasible_part


@given(small_assemblies(2, 6), st.integers(0, 5))
def test_without_one_of_its_pieces_the_area_of_a_part_is_wrong(assembly: Assembly, place: int) -> None:
    state = state_of_assembly(assembly)
    without = replace(state, stock=state.stock - Counter([assembly[place % len(assembly)].name]))
    assert without.has_infeasible_part or len(state.boundary.parts) > 1


def rectangle(width: tuple[int, int], height: tuple[int, int]) -> Ring:
    """Return sides of numbers of legs, and of legs times root 2."""
    return ring_from(ORIGIN, (along(0, *width), along(2, *height), along(4, *width), along(6, *height)))


def test_an_edge_that_no_sides_fill_is_one() -> None:
    """Medium triangles have sides of root 2 and 2: none of them, nor two together, is as long as 3 or 1."""
    state = state_of([rectangle((3, 0), (1, 0))], Counter({"medium-triangle": 3}))
    assert not state.has_infeasible_part
    assert state.infeasible_edge in [vertex.point for vertex in state.boundary.vertices]


def test_a_vertex_that_nothing_covers_is_one() -> None:
    needle = ring_from(ORIGIN, (along(0, 2), along(3, 0, 2), along(6, 2)))
    state = state_of([needle], Counter({"square": 2}))
    assert not state.has_infeasible_part
    assert bare_vertex(state, NOTHING) in [vertex.point for vertex in state.boundary.vertices if vertex.angle == 1]


def test_a_vertex_where_everything_that_fits_is_ruled_out_is_one() -> None:
    state = state_of([TANGRAM.by_name["square"].ring], Counter({"square": 1}))
    assert bare_vertex(state, NOTHING) is None
    assert bare_vertex(state, frozenset(match.key for match in state.matches)) is not None


@given(small_assemblies(1, 7))
def test_the_only_fit_at_a_vertex_is_in_every_solution(assembly: Assembly) -> None:
    match = only_fit(state_of_assembly(assembly), NOTHING)
    assert match is None or match.key in {(placement.name, placement.bounds) for placement in assembly}


@given(small_assemblies(1, 7))
def test_looking_ahead_refutes_nothing_that_was_laid(assembly: Assembly) -> None:
    seen = look(state_of_assembly(assembly), NOTHING, str, ahead=True)
    assert seen.reason is None
    assert seen.ruled_out.isdisjoint((placement.name, placement.bounds) for placement in assembly)


def test_looking_ahead_shows_a_dead_end_behind_what_must_be_laid() -> None:
    """In a rectangle of 4 by 1 the squares must lie at the ends, and two medium triangles do not fill the middle."""
    state = state_of([rectangle((4, 0), (1, 0))], Counter({"square": 2, "medium-triangle": 2}))
    assert look(state, NOTHING, str, ahead=False).reason is None
    assert look(state, NOTHING, str, ahead=True).reason is not None


def test_a_piece_alone_has_an_only_fit() -> None:
    triangle = TANGRAM.by_name["large-triangle"]
    match = only_fit(state_of([triangle.ring], Counter({"large-triangle": 1})), NOTHING)
    assert match is not None
    assert match.placement.ring[0] in triangle.ring
