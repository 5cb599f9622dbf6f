"""The seven pieces and how they are laid at a vertex."""

from collections import Counter
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.strategies import Motion, directions, leg_points, motions, placements

from heuristan.tangram.boundary import Boundary, sides
from heuristan.tangram.lattice.points import (
    ORIGIN,
    Point,
    add,
    bounds,
    coefficients,
    doubled_area,
    projection,
    subtract,
)
from heuristan.tangram.pieces.sets import (
    TANGRAM,
    UNITS_A_LEG,
    Placement,
    ShapeAtVertex,
    along,
    bounds_at,
    items_of,
    lay,
    lengths_made,
    orientations,
    pieces_at_vertices,
    ring_from,
    scaled,
    vertex_table,
)

ANGLES = {
    "large-triangle": [1, 1, 2],
    "medium-triangle": [1, 1, 2],
    "small-triangle": [1, 1, 2],
    "square": [2, 2, 2, 2],
    "parallelogram": [1, 1, 3, 3],
}

shapes_at_vertices = st.sampled_from(
    [shape for opening in range(8) for shape in pieces_at_vertices(TANGRAM, 1)[opening]]
)


def test_the_pieces_of_a_set_have_the_area_of_a_set() -> None:
    areas = [TANGRAM.by_name[name].area for name in TANGRAM.stock(1).elements()]
    assert len(areas) == 7
    assert sum(a for a, _ in areas) == 2 * 8 * UNITS_A_LEG**2
    assert sum(b for _, b in areas) == 0


@pytest.mark.parametrize(
    ("name", "doubled_legs_squared"),
    [("large-triangle", 4), ("medium-triangle", 2), ("small-triangle", 1), ("square", 2), ("parallelogram", 2)],
)
def test_the_area_of_each_piece(name: str, doubled_legs_squared: int) -> None:
    assert TANGRAM.by_name[name].area == (doubled_legs_squared * UNITS_A_LEG**2, 0)


@pytest.mark.parametrize("sets", [1, 2, 3])
def test_the_stock_of_sets(sets: int) -> None:
    one = {"large-triangle": 2, "medium-triangle": 1, "small-triangle": 2, "square": 1, "parallelogram": 1}
    assert TANGRAM.stock(sets) == {name: sets * count for name, count in one.items()}
    assert list(TANGRAM.names) == list(one)


@pytest.mark.parametrize(
    ("name", "count"),
    [("large-triangle", 8), ("medium-triangle", 8), ("small-triangle", 8), ("square", 2), ("parallelogram", 8)],
)
def test_how_many_orientations_a_piece_has(name: str, count: int) -> None:
    found = orientations(TANGRAM.by_name[name])
    assert len(found) == len({bounds(ring) for ring in found}) == count
    assert all(ring[0] == ORIGIN == min(ring, key=lambda p: (p[0], p[2])) for ring in found)
    assert {doubled_area(ring) for ring in found} == {TANGRAM.by_name[name].area}


@given(st.sampled_from(sorted(TANGRAM.names)), motions)
def test_a_moved_piece_has_one_of_the_orientations(name: str, motion: Motion) -> None:
    moved = motion.ring(TANGRAM.by_name[name].ring)
    assert any(
        {subtract(p, moved[i]) for p in moved} == set(ring)
        for ring in orientations(TANGRAM.by_name[name])
        for i in range(len(moved))
    )


@pytest.mark.parametrize("denominator", [1, 2, 3])
def test_tables_hold_each_vertex_of_each_orientation_once(denominator: int) -> None:
    table = pieces_at_vertices(TANGRAM, denominator)
    every = [shape for opening in table for shape in table[opening]]
    assert len({(shape.name, shape.bounds) for shape in every}) == len(every) == 3 * 8 * 3 + 2 * 4 + 8 * 4
    for name, angles in ANGLES.items():
        copies = len(orientations(TANGRAM.by_name[name]))
        assert Counter(c.angle for c in every if c.name == name) == Counter(angles * copies)
    for opening in range(8):
        assert all(shape.opening == opening for shape in table[opening])


@pytest.mark.parametrize("denominator", [1, 2, 3])
def test_vertices_open_as_their_rings_do(denominator: int) -> None:
    for shape in [shape for row in pieces_at_vertices(TANGRAM, denominator).values() for shape in row]:
        assert shape.bounds == bounds(shape.ring)
        size = TANGRAM.by_name[shape.name].area[0] * denominator**2
        assert doubled_area(shape.ring) == (size, 0)
        (at_origin,) = [v for v in Boundary.of([shape.ring]).vertices if v.point == ORIGIN]
        assert (at_origin.opening, at_origin.angle) == (shape.opening, shape.angle)


def test_a_table_of_some_shapes_holds_those_alone() -> None:
    table = vertex_table([TANGRAM.by_name["square"]], 1)
    assert {opening: [shape.name for shape in row] for opening, row in table.items()} == {
        opening: ["square"] for opening in range(8)
    }


@given(shapes_at_vertices, leg_points())
def test_a_vertex_is_laid_at_its_point(shape: ShapeAtVertex, p: Point) -> None:
    placement = lay(shape, p)
    assert placement.name == shape.name
    assert placement.ring == tuple(add(q, p) for q in shape.ring)
    assert placement.bounds == bounds_at(shape, p) == bounds(placement.ring)
    assert p in placement.ring


@given(placements())
def test_pieces_lie_on_whole_legs(placement: Placement) -> None:
    assert all(c % UNITS_A_LEG == 0 for p in placement.ring for c in coefficients(p))
    assert sorted(v.angle for v in Boundary.of([placement.ring]).vertices) == ANGLES[placement.name]


@given(directions, st.integers(-9, 9), st.integers(-9, 9), st.integers(1, 3))
def test_along_adds_up(direction: int, legs: int, roots: int, factor: int) -> None:
    parts = [along(direction, legs), along(direction, 0, roots)]
    assert along(direction, legs, roots) == add(*parts)
    assert along(direction, factor * legs, factor * roots) == scaled(along(direction, legs, roots), factor)
    # sqrt2 legs along a direction are a leg along each neighbour's
    assert along(direction, 0, roots) == add(along(direction - 1, roots), along(direction + 1, roots))


def test_a_ring_must_close() -> None:
    with pytest.raises(ValueError, match="does not close"):
        ring_from(ORIGIN, (along(0, 1), along(2, 1), along(4, 1)))


def test_the_pieces_run_counter_clockwise() -> None:
    for name, shape in TANGRAM.by_name.items():
        assert len(list(sides(shape.ring))) == len(ANGLES[name])
        assert shape.area[0] > 0


@given(st.lists(st.sampled_from(TANGRAM.names), max_size=6))
def test_the_lengths_that_pieces_make_are_all_sums_of_a_side_of_each_or_none(names: list[str]) -> None:
    sums = {0}
    for name in names:
        lengths = [projection(q, ahead) - projection(p, ahead) for ahead, p, q in sides(TANGRAM.by_name[name].ring)]
        sums |= {total + length for total in sums for length in lengths}
    assert lengths_made(TANGRAM, items_of(TANGRAM, Counter(names))) == sums


@pytest.mark.slow
def test_the_lengths_of_many_sets_are_made_within_any_limit() -> None:
    """Each new one is carried on once: else forty sets take ten seconds before a search begins."""
    lengths_made.cache_clear()
    start = process_time()
    assert len(lengths_made(TANGRAM, items_of(TANGRAM, TANGRAM.stock(40)))) > 70_000
    assert process_time() - start < 4
