"""Floats on the lattice: any unit, place, turn and mirror image of an outline is the same puzzle."""

from collections.abc import Sequence
from itertools import combinations

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from shared.float_outlines import Drawing, drawings, eight_steps
from shared.strategies import Assembly, assemblies, boundary_of, puzzles

from heuristan.tangram.boundary import Boundary, Loop, Ring, ring_of
from heuristan.tangram.boundary.chain import check_crossings
from heuristan.tangram.boundary.loops import area_of, check_nesting, traced
from heuristan.tangram.boundary.segments import TangledBoundary
from heuristan.tangram.lattice.points import ORIGIN, Point, add, mirror, subtract, turn, xy
from heuristan.tangram.outlines.snapping import Polygon, Vector, snap
from heuristan.tangram.pieces.sets import along, ring_from
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle, make_puzzle


def without_place(boundary: Boundary) -> Boundary:
    """Return the boundary moved so that its least vertex is at the origin."""
    least = min((vertex.point for vertex in boundary.vertices), key=lambda p: (p[0], p[2]))
    return Boundary.of(tuple(subtract(v.point, least) for v in loop) for loop in boundary.loops)


def symmetric_images(boundary: Boundary) -> set[Boundary]:
    """Return the boundary in its eight turns and their mirror images, wherever they lie."""

    def image(eighths: int, mirrors: bool) -> Boundary:
        def moved(p: Point) -> Point:
            return turn(mirror(p) if mirrors else p, eighths)

        step = -1 if mirrors else 1
        return Boundary.of(tuple(moved(v.point) for v in loop)[::step] for loop in boundary.loops)

    return {without_place(image(eighths, mirrors)) for eighths in range(8) for mirrors in (False, True)}


@pytest.mark.slow
@given(puzzles(), drawings)
def test_a_drawing_of_a_puzzle_is_that_puzzle(puzzle: Puzzle, drawing: Drawing) -> None:
    assume(max(map(abs, drawing.origin)) < 1e9 * drawing.scale)
    read = snap("read", drawing.polygons(puzzle), 1, drawing.y_down)
    assert without_place(read.boundary) in symmetric_images(puzzle.boundary)
    assert read.sets == 1


@given(puzzles(), drawings)
def test_a_mirrored_drawing_is_the_mirrored_puzzle(puzzle: Puzzle, drawing: Drawing) -> None:
    assume(max(map(abs, drawing.origin)) < 1e9 * drawing.scale)
    read = snap("read", drawing.polygons(puzzle), 1, not drawing.y_down)
    assert without_place(read.boundary) in symmetric_images(puzzle.boundary)


@given(puzzles(), drawings)
def test_the_frame_takes_vertices_back_to_where_they_were_drawn(puzzle: Puzzle, drawing: Drawing) -> None:
    assume(max(map(abs, drawing.origin)) < 1e6 * drawing.scale)
    polygons = drawing.polygons(puzzle)
    drawn = sorted(spot for polygon in polygons for ring in polygon for spot in ring)
    read = snap("read", polygons, 1, drawing.y_down)
    back = [read.frame.own(p) for ring in read.rings for p in ring]
    for x, y in drawn:
        assert min(max(abs(x - u), abs(y - v)) for u, v in back) < 1e-4 * drawing.scale


@pytest.mark.slow
@given(puzzles(2))
def test_two_sets_are_found_from_the_area_in_legs(puzzle: Puzzle) -> None:
    read = snap("read", Drawing(1, 0, (0, 0), False).polygons(puzzle), 2)
    assert read.sets == 2
    assert without_place(read.boundary) == without_place(puzzle.boundary)


@given(assemblies)
def test_the_union_of_pieces_is_sound(assembly: Assembly) -> None:
    boundary = boundary_of(assembly)
    check_crossings(boundary)
    check_nesting(boundary.loops)


@given(assemblies, st.data())
def test_rings_are_traced_as_chains_are_where_edges_end_at_each_vertex(assembly: Assembly, data: st.DataObject) -> None:
    boundary = boundary_of(assembly)
    rings = [_redrawn(ring_of(loop), data) for loop in data.draw(st.permutations(boundary.loops))]
    drawn = Boundary.of(rings)
    assert drawn == boundary
    ends = {p for segment in drawn.segments for p in (segment.start, segment.end)}
    is_hidden = any(vertex.point not in ends for vertex in drawn.vertices)
    assert loops_traced(rings) == (None if is_hidden else drawn.loops)


def loops_traced(rings: Sequence[Ring]) -> tuple[Loop, ...] | None:
    found = traced(rings)
    assert found is None or found.area == area_of(found.loops)
    return found and found.loops


def _redrawn(vertices: Ring, data: st.DataObject) -> Ring:
    """Return a ring with any vertex first, some edges in two."""
    start = data.draw(st.integers(0, len(vertices) - 1))
    ring = [p for i, p in enumerate(vertices) for p in ((p,) if i % 3 else (p, add(p, _half_way(p, vertices, i))))]
    return (*ring[start:], *ring[:start])


def _half_way(p: Point, ring: Ring, i: int) -> Point:
    q = ring[(i + 1) % len(ring)]
    return (q[0] - p[0]) // 2, (q[1] - p[1]) // 2, (q[2] - p[2]) // 2, (q[3] - p[3]) // 2


@given(st.lists(eight_steps, min_size=1, max_size=2))
def test_what_crosses_itself_is_not_plain_to_see(walks: list[list[tuple[int, int]]]) -> None:
    rings = [ring_from(ORIGIN, [along(k, sign * n) for sign in (1, -1) for k, n in steps]) for steps in walks]
    try:
        boundary = Boundary.of(rings)
        expected = tuple(ring_of(loop) for loop in boundary.loops)
        check_crossings(boundary)
    except TangledBoundary:
        expected = ()
    found = loops_traced(rings)
    assert found is None or tuple(map(ring_of, found)) == expected


def test_what_touches_is_traced_and_what_overlaps_or_cancels_is_not() -> None:
    square = ring_from(ORIGIN, tuple(along(k, 4) for k in (0, 2, 4, 6)))
    tip = ring_from(along(0, 2), (along(5, 0, 1), along(0, 2), along(3, 0, 1)))
    vertex = ring_from(ORIGIN, (along(4, 1), along(6, 1), along(0, 1), along(2, 1)))
    cell, beside = ([tuple(add(p, along(0, n)) for p in THREE_TIPS[1])] for n in (0, 2))
    for rings in ([square, tip], [tip, square], [square, tip, vertex], [*cell, *beside]):
        assert loops_traced(rings) == Boundary.of(rings).loops
    for rings in (THREE_TIPS, [*cell, *cell], [ring[::-1] for ring in cell] + cell, []):
        assert not traced(rings)


@given(assemblies)
def test_a_boundary_is_plain_if_segments_share_only_ends(assembly: Assembly) -> None:
    boundary = boundary_of(assembly)
    drawn = [(shapely.LineString([xy(s.start), xy(s.end)]), s) for s in boundary.segments]
    meets_inside = any(
        one.distance(other) < 1e-4
        for (one, a), (other, b) in combinations(drawn, 2)
        if a.line[0] != b.line[0] and not {a.start, a.end} & {b.start, b.end}
    )
    assert boundary.is_plain != meets_inside


@given(puzzles(), st.data())
def test_a_vertex_that_is_moved_off_the_lattice_is_refused(puzzle: Puzzle, data: st.DataObject) -> None:
    polygons = [[list(ring) for ring in polygon] for polygon in Drawing(1, 0, (0, 0), False).polygons(puzzle)]
    ring = data.draw(st.sampled_from([ring for polygon in polygons for ring in polygon]))
    number = data.draw(st.integers(0, len(ring) - 1))
    x, y = ring[number]
    ring[number] = (x + 0.07, y + 0.031)
    with pytest.raises(OutlineError):
        snap("moved", polygons, 1)


RECTANGLE: Sequence[Vector] = [(0, 0), (4, 0), (4, 2), (0, 2)]
FRAME: Sequence[Vector] = [(0, 0), (3, 0), (3, 3), (0, 3)]
CELL: Sequence[Vector] = [(1, 1), (2, 1), (2, 2), (1, 2)]


_WEDGE = ring_from(ORIGIN, (along(0, 2), along(2, 2), along(5, 0, 2)))
_SQUARE = ring_from(ORIGIN, (along(2, 2), along(4, 2), along(6, 2), along(0, 2)))
THREE_TIPS = [_WEDGE, _SQUARE, tuple(turn(p, 5) for p in _WEDGE)]
"""Every edge at the point goes on beyond it as the edge of another part, so that no line ends there."""


def scaled(ring: Sequence[Vector], scale: float = 1, x: float = 0, y: float = 0) -> list[Vector]:
    return [(u * scale + x, v * scale + y) for u, v in ring]


@pytest.mark.parametrize("scale", [1e-9, 1e-3, 1, 37.5, 1e9, 1e90])
def test_any_unit_will_do(scale: float) -> None:
    puzzle = snap("scaled", [[scaled(RECTANGLE, scale)]])
    assert puzzle.sets == 1
    back = sorted(puzzle.frame.own(p) for p in puzzle.rings[0])
    for (x, y), (u, v) in zip(back, sorted(scaled(RECTANGLE, scale)), strict=True):
        assert abs(x - u) + abs(y - v) < 1e-9 * scale


def test_coordinates_of_a_thousand_million_are_near_enough() -> None:
    puzzle = snap("far", [[scaled(RECTANGLE, 1, 1e9, -1e9)]])
    assert puzzle.frame.own(puzzle.rings[0][2]) == (1e9 + 4, -1e9 + 2)


def test_a_coordinate_below_what_floats_hold_beside_the_others_is_zero() -> None:
    square = [(0.0, 0.0), (3.0, 5e-324), (3.0, 3.0), (0.0, 3.0)]
    assert snap("square", [[square]]).boundary == snap("square", [[[(x, round(y, 9)) for x, y in square]]]).boundary


def test_a_hole_however_it_runs() -> None:
    for hole in (CELL, CELL[::-1]):
        for outer in (FRAME, FRAME[::-1]):
            assert len(snap("frame", [[outer, hole]]).rings) == 2


def test_a_hole_reached_by_a_bridge_is_a_hole() -> None:
    bridge = [
        (0.0, 0.0),
        (3.0, 0.0),
        (3.0, 3.0),
        (0.0, 3.0),
        (0.0, 0.0),
        (1.0, 1.0),
        (1.0, 2.0),
        (2.0, 2.0),
        (2.0, 1.0),
        (1.0, 1.0),
    ]
    assert len(snap("bridge", [[bridge]]).rings) == 2


def test_repeated_and_collinear_vertices_say_nothing() -> None:
    ring = [(0, 0), (0, 0), (2, 0), (2 + 1e-7, 0), (4, 0), (4, 2), (1, 2), (0, 2), (0, 1)]
    assert snap("more", [[ring]]).boundary == snap("less", [[RECTANGLE]]).boundary


def test_vertices_on_either_side_of_a_lattice_point_are_one() -> None:
    ring = [(0, 0), (2 - 0.6e-4, 0), (2 + 0.7e-4, 0), (4, 0), (4, 2), (0, 2)]
    assert snap("nearly repeated", [[ring]], 1).boundary == snap("plain", [[RECTANGLE]]).boundary


@pytest.mark.parametrize("angle", [0, 2e-10, 1e-7, 1e-3])
def test_small_turns_are_found(angle: float) -> None:
    polygons = Drawing(1, angle, (0, 0), False).polygons(snap("plain", [[RECTANGLE]]))
    assert snap("turned", polygons, 1).frame.angle == pytest.approx(angle if angle > 1e-9 else 0, abs=1e-12)


def test_parts_that_share_an_edge_are_one() -> None:
    halves = [[scaled([(0, 0), (2, 0), (2, 2), (0, 2)])], [scaled([(2, 0), (4, 0), (4, 2), (2, 2)])]]
    assert len(snap("halves", halves).rings) == 1


def test_parts_that_touch_in_a_point() -> None:
    squares = [[scaled([(0, 0), (2, 0), (2, 2), (0, 2)])], [scaled([(2, 2), (4, 2), (4, 4), (2, 4)])]]
    puzzle = snap("touching", squares)
    assert len(puzzle.boundary.parts) == 2


def test_a_ring_that_touches_itself_in_a_point() -> None:
    ring = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (4.0, 2.0), (4.0, 4.0), (2.0, 4.0), (2.0, 2.0), (0.0, 2.0)]
    assert len(snap("touching", [[ring]]).boundary.parts) == 2


def test_three_parts_that_meet_in_a_point_each_opposite_to_a_gap() -> None:
    boundary = Boundary.of(THREE_TIPS)
    check_crossings(boundary)
    assert len(boundary.parts) == 3


def test_edges_that_cross_are_found_at_any_angle() -> None:
    bar = ring_from(ORIGIN, (along(0, 9), along(2, 1), along(4, 9), along(6, 1)))
    for eighths in (1, 2, 3):
        middle = along(0, 4)
        other = tuple(add(turn(subtract(p, middle), eighths), middle) for p in bar)
        with pytest.raises(TangledBoundary, match="crosses itself"):
            check_crossings(Boundary.of([bar, other]))


@pytest.mark.parametrize(
    ("polygons", "message"),
    [
        ([], "empty"),
        ([[[(0, 0), (1, 1)]]], "needs at least three"),
        ([[[(0, 0), (float("nan"), 1), (1, 1)]]], "vertex 2 is \\(nan, 1\\)"),
        ([[[(0, 0), (float("inf"), 1), (1, 1)]]], "vertex 2 is \\(inf, 1\\)"),
        ([[[(0, 0), (1e200, 1), (1, 1)]]], "no digits left"),
        ([[scaled(RECTANGLE, 1e-9, 1e9)]], "too few digits"),
        ([[scaled(RECTANGLE, 1, 1e13)]], "too few digits"),
        ([[[(5, 5)] * 4]], "the same point"),
        ([[[(0, 0), (1, 0), (2, 0)]]], "encloses no area"),
        ([[[(0, 0), (2, 2), (2, 0), (0, 2)]]], "crosses itself: its edge from .0, 0. to .2, 2. crosses"),
        ([[[(0, 0), (3, 0), (5, 2), (1, 2), (1, -1), (0, -1)]]], "edge from .0, 0. to .3, 0. crosses"),
        ([[[(0, 0), (40, 0), (40, 20), (20, 20), (20, -10), (10, -10), (10, 20), (0, 20)]]], ".40, 0. crosses"),
        ([[[(0, 0), (4, 0), (4, 2.3), (0, 2)]]], "vertex 3 to the next is 4.29 degrees off"),
        ([[[(0, 0), (4, 0), (4, 3), (0, 3)]]], "area is 12 legs squared.* no number of sets fits .the nearest is 2"),
        ([[[(0, 0), (4.01, 0), (4.01, 2), (0, 2)]]], "vertex 2 lies 0.0[0-9]* legs from"),
        ([[FRAME, scaled(CELL, 1, 5)]], "hole lies outside"),
        ([[scaled(FRAME, 10), scaled(CELL, 10, 50)]], "hole.* lies outside"),
        ([[scaled(FRAME)], [scaled(CELL)]], "overlap"),
        ([[scaled(CELL, 2)], [scaled(CELL, 2, 5.3)]], "legs off the lattice of the first"),
        ([[[(0.0, 0.0)] * 3000]], "3000 vertices; more than 2000"),
    ],
)  # fmt: skip
def test_bad_outlines_are_refused(polygons: Sequence[Polygon], message: str) -> None:
    with pytest.raises(OutlineError, match=message):
        snap("bad", polygons)


def test_a_wrong_number_of_sets_is_refused_with_the_right_one() -> None:
    with pytest.raises(OutlineError, match="1 set covers 8; 3 sets would fit: write 'sets: 3'"):
        snap("six by four", [[[(0, 0), (6, 0), (6, 4), (0, 4)]]], 1)


def test_without_a_number_of_sets_one_is_taken_where_it_fits() -> None:
    assert snap("grid", [[[(0, 0), (4, 0), (4, 4), (0, 4)]]]).sets == 1
    assert snap("grid", [[[(0, 0), (4, 0), (4, 4), (0, 4)]]], 2).sets == 2


def test_nested_parts_and_holes_outside_are_found_on_the_lattice() -> None:
    square = ring_from(ORIGIN, tuple(along(k, 4) for k in (0, 2, 4, 6)))
    inner = tuple(subtract(p, along(5, 0, 1)) for p in ring_from(ORIGIN, tuple(along(k, 1) for k in (0, 2, 4, 6))))
    check_nesting(Boundary.of([square, inner[::-1]]).loops)
    for rings in ([square, inner], [square[::-1]], [square, tuple(subtract(p, along(0, 9)) for p in inner[::-1])]):
        with pytest.raises((TangledBoundary, OutlineError)):
            make_puzzle("bad", rings)
