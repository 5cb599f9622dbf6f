"""Laws of the boundary as a chain, compared with shapely."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise, permutations
from math import isqrt

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shared.strategies import (
    Assembly,
    Motion,
    assemblies,
    boundary_of,
    directions,
    full_sets,
    leg_points,
    lengths,
    motions,
    placements,
    points,
    small_assemblies,
)

from heuristan.common.overlay import intersection, odd_region, symmetric_difference, union
from heuristan.tangram.boundary import (
    Boundary,
    Part,
    Ring,
    Segment,
    direction_of,
    line_through,
    make_segment,
    ring_of,
    sides,
    sign_of_area,
    trace_loops,
)
from heuristan.tangram.boundary.loops import assemble_parts, is_around
from heuristan.tangram.boundary.segments import TangledBoundary
from heuristan.tangram.lattice.points import (
    ORIGIN,
    ROOT_HALF,
    Point,
    add,
    bounds,
    doubled_area,
    point,
    projection,
    step,
    turn,
    xy,
)
from heuristan.tangram.pieces.sets import TANGRAM, Placement, along

NEAR = 1e-4
"""Far above the rounding of the floats, far below any distance on the lattice of these assemblies."""


def polygon(ring: Ring) -> shapely.Polygon:
    return shapely.Polygon([xy(p) for p in ring])


def united(assembly: Iterable[Placement]) -> shapely.Geometry:
    """The union in floats; each piece a very little larger, so that no slit is left where sides lie together."""
    return union([polygon(p.ring).buffer(NEAR / 100, join_style="mitre") for p in assembly])


def filled(part: Part) -> shapely.Geometry:
    return odd_region([[xy(p) for p in ring_of(loop)] for loop in part.loops])


def shrunken(region: shapely.Geometry) -> list[shapely.Polygon]:
    """The polygons of a region drawn in a little, so that what met in a point alone is apart."""
    return list(shapely.get_parts(region.buffer(-10 * NEAR, join_style="mitre")))


def total(areas: Iterable[tuple[int, int]]) -> tuple[int, int]:
    whole, root = zip(*areas, strict=True)
    return sum(whole), sum(root)


def as_float(area: tuple[int, int]) -> float:
    """An area (kept twice) in square units."""
    return (area[0] + area[1] * ROOT_HALF) / 2


def box(x0: int, y0: int, x1: int, y1: int) -> Ring:
    """A rectangle with vertices at whole legs, counter-clockwise."""
    return tuple(point(2 * x, 0, 2 * y, 0) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


def diamond(x: int, y: int, radius: int) -> Ring:
    """A square that stands on a vertex, counter-clockwise."""
    spots = ((x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y))
    return tuple(point(2 * u, 0, 2 * v, 0) for u, v in spots)


def vertices_of(part: Part) -> tuple[set[Point], list[set[Point]]]:
    return {v.point for v in part.outer}, [{v.point for v in hole} for hole in part.holes]


def area_is_conserved(assembly: Assembly) -> None:
    boundary = boundary_of(assembly)
    assert boundary.area == total(doubled_area(placement.ring) for placement in assembly)
    rest = boundary.without(assembly[0].ring)
    assert boundary.area == total([rest.area, doubled_area(assembly[0].ring)])


def extraction_leaves_the_boundary_before_as_it_was(assembly: Assembly) -> None:
    boundary = boundary_of(assembly)
    segments = boundary.segments
    boundary.without(assembly[-1].ring)
    assert boundary == boundary_of(assembly)
    assert boundary.segments == segments == boundary_of(assembly).segments


def the_loops_are_the_boundary(assembly: Assembly) -> None:
    boundary = boundary_of(assembly)
    assert Boundary.of(ring_of(loop) for loop in boundary.loops) == boundary


def segments_are_maximal_and_bounded(assembly: Assembly) -> None:
    boundary = boundary_of(assembly)
    for line, segments in boundary.by_line.items():
        for segment in segments:
            assert segment.line == line
            assert line_through(segment.start, line[0]) == line == line_through(segment.end, line[0])
            assert segment.start[line[0]] < segment.end[line[0]]
            assert segment.bounds == bounds([segment.start, segment.end])
        for before, after in pairwise(segments):
            assert before.end[line[0]] <= after.start[line[0]]
            assert before.end != after.start or before.sign != after.sign


def the_turns_round_a_loop_add_up_to_one_whole_turn(assembly: Assembly) -> None:
    for part in boundary_of(assembly).parts:
        assert sum(4 - vertex.angle for vertex in part.outer) == 8
        for hole in part.holes:
            assert sum(4 - vertex.angle for vertex in hole) == -8


def an_edge_leaves_by_the_opening_and_arrives_by_the_closing(assembly: Assembly) -> None:
    for loop in boundary_of(assembly).loops:
        for vertex, following in zip(loop, loop[1:] + loop[:1], strict=True):
            assert vertex.angle in (1, 2, 3, 5, 6, 7)
            assert vertex.convex == (vertex.angle < 4)
            assert direction_of(vertex.point, following.point) == vertex.opening
            assert direction_of(following.point, vertex.point) == following.incoming


def a_vertex_has_as_much_interior_as_the_pieces_there(assembly: Assembly) -> None:
    boundary = boundary_of(assembly)
    around: Counter[Point] = Counter()
    spots = {vertex.point for vertex in boundary.vertices}
    for placement in assembly:
        ring = list(sides(placement.ring))
        for (arriving, _, _), (leaving, p, _) in zip(ring[-1:] + ring, ring, strict=False):
            around[p] += 4 - (leaving - arriving) % 8
        for k, p, q in ring:  # a vertex in the middle of a side has half a turn of this piece
            for spot in spots:
                if line_through(spot, k) == line_through(p, k) and (
                    projection(p, k) < projection(spot, k) < projection(q, k)
                ):
                    around[spot] += 4
    angles: Counter[Point] = Counter()
    for vertex in boundary.vertices:
        angles[vertex.point] += vertex.angle
    # straight wedges are not vertices, so a point may show half a turn less
    assert all(around[p] - angle in (0, 4) for p, angle in angles.items())


def areas_of_parts_add_up(assembly: Assembly) -> None:
    boundary = boundary_of(assembly)
    assert total(part.area for part in boundary.parts) == boundary.area
    assert all(sign_of_area(part.area) > 0 for part in boundary.parts)
    assert Counter(loop for part in boundary.parts for loop in part.loops) == Counter(boundary.loops)


def parts_share_no_boundary_and_stand_alone(assembly: Assembly) -> None:
    for part in boundary_of(assembly).parts:
        alone = Boundary.of(ring_of(loop) for loop in part.loops)
        assert [(other.area, vertices_of(other)[0]) for other in alone.parts] == [(part.area, vertices_of(part)[0])]


def every_piece_of_an_assembly_fits(assembly: Assembly) -> None:
    boundary = boundary_of(assembly)
    assert all(boundary.fits(placement.bounds) for placement in assembly)


def its_area_is_what_shapely_says(assembly: Assembly) -> None:
    assert as_float(boundary_of(assembly).area) == pytest.approx(united(assembly).area, abs=10 * NEAR)


def its_parts_and_holes_are_those_of_shapely(assembly: Assembly) -> None:
    polygons = shrunken(united(assembly))
    parts = [shrunken(filled(part)) for part in boundary_of(assembly).parts]
    assert [len(one) for one in parts] == [1] * len(polygons)
    for (one,), part in zip(parts, boundary_of(assembly).parts, strict=True):
        (same,) = [p for p in polygons if symmetric_difference(one, p).area < 10 * NEAR]
        assert len(same.interiors) == len(part.holes)


LAWS = (
    area_is_conserved,
    extraction_leaves_the_boundary_before_as_it_was,
    the_loops_are_the_boundary,
    segments_are_maximal_and_bounded,
    the_turns_round_a_loop_add_up_to_one_whole_turn,
    an_edge_leaves_by_the_opening_and_arrives_by_the_closing,
    a_vertex_has_as_much_interior_as_the_pieces_there,
    areas_of_parts_add_up,
    parts_share_no_boundary_and_stand_alone,
    every_piece_of_an_assembly_fits,
    its_area_is_what_shapely_says,
    its_parts_and_holes_are_those_of_shapely,
)
"""What holds of the boundary of every assembly."""


@given(assemblies)
def test_laws_of_the_boundary_of_an_assembly(assembly: Assembly) -> None:
    for law in LAWS:
        law(assembly)


class TestChains:
    @given(assemblies, st.data())
    def test_in_any_order_they_make_the_same_and_leave_nothing(self, assembly: Assembly, data: st.DataObject) -> None:
        boundary = boundary_of(assembly)
        left = list(data.draw(st.permutations(assembly)))
        same = boundary_of(tuple(left))
        assert (same, same.key, hash(same)) == (boundary, boundary.key, hash(boundary))
        assert boundary != boundary.without(assembly[0].ring)
        for i, placement in enumerate(left):
            assert boundary
            boundary = boundary.without(placement.ring)
            if left[i + 1 :]:
                assert boundary == boundary_of(tuple(left[i + 1 :]))
        assert not boundary
        assert boundary == Boundary.of(())
        assert len(boundary.parts) + len(boundary.vertices) + len(boundary.segments) == 0

    @given(assemblies, motions)
    def test_motions_commute_with_it(self, assembly: Assembly, motion: Motion) -> None:
        still = boundary_of(assembly)
        moved = Boundary.of(motion.ring(placement.ring) for placement in assembly)
        assert moved == Boundary.of(motion.ring(ring_of(loop)) for loop in still.loops)
        openings = Counter(
            (motion.moved(v.point), motion.direction(v.incoming if motion.mirrors else v.opening), v.angle)
            for v in still.vertices
        )
        assert Counter((v.point, v.opening, v.angle) for v in moved.vertices) == openings
        assert Counter(part.area for part in moved.parts) == Counter(part.area for part in still.parts)


class TestLoops:
    @given(small_assemblies(2, 2))
    def test_a_cut_along_the_common_side_separates_two_pieces(self, assembly: Assembly) -> None:
        shared = [
            cut
            for k, p, q in sides(assembly[0].ring)
            for m, r, s in sides(assembly[1].ring)
            if m == (k + 4) % 8 and line_through(p, k) == line_through(r, k)
            for cut in cuts(k, max(p, s, key=lambda t: projection(t, k)), min(q, r, key=lambda t: projection(t, k)))
        ]
        assume(shared)
        by_line = dict(boundary_of(assembly).by_line)
        for segment in shared:
            by_line[segment.line] = (*by_line.get(segment.line, ()), segment)
        found = Counter(frozenset(vertex.point for vertex in loop) for loop in trace_loops(by_line))
        assert found == Counter(frozenset(placement.ring) for placement in assembly)

    def test_a_cut_from_a_concave_vertex_goes_on_from_the_edge_before_it(self) -> None:
        ell = Boundary.of([box(0, 0, 2, 1), box(0, 1, 1, 2)])
        by_line = dict(ell.by_line)
        for segment in cuts(4, add(along(0, 1), along(2, 1)), along(2, 1)):
            by_line[segment.line] = (*by_line[segment.line], segment)
        loops = trace_loops(by_line)
        assert {frozenset(ring_of(loop)) for loop in loops} == {frozenset(box(0, 0, 2, 1)), frozenset(box(0, 1, 1, 2))}


def cuts(k: int, start: Point, end: Point) -> list[Segment]:
    """A segment of either sign from start to end, if end lies beyond start in direction k."""
    if projection(start, k) >= projection(end, k):
        return []
    low, high = (start, end) if k < 4 else (end, start)
    return [make_segment(line_through(low, k), low, high, sign) for sign in (1, -1)]


class TestParts:
    def test_an_island_in_a_hole(self) -> None:
        around, hole, island, pond = box(0, 0, 9, 9), box(1, 1, 8, 8), box(2, 2, 7, 7), box(3, 3, 5, 5)
        boundary = Boundary.of([island, pond[::-1], around, hole[::-1]])
        found = {frozenset(ring_of(part.outer)): part.holes for part in boundary.parts}
        assert {outer: [set(ring_of(h)) for h in holes] for outer, holes in found.items()} == {
            frozenset(around): [set(hole)],
            frozenset(island): [set(pond)],
        }

    @pytest.mark.parametrize("eighths", range(8))
    def test_an_island_that_touches_a_tip_in_its_hole(self, eighths: int) -> None:
        spots = ((1, 1), (7, 1), (7, 8), (6, 8), (4, 6), (2, 8), (1, 8))
        hole = tuple(point(2 * x, 0, 2 * y, 0) for x, y in spots)
        motion = Motion(False, eighths, ORIGIN)
        around, inside, island = (motion.ring(ring) for ring in (box(0, 0, 8, 9), hole[::-1], diamond(4, 4, 2)))
        from_tip = inside[2:] + inside[:2]
        for rings in permutations([around, from_tip, island]):
            found = {frozenset(ring_of(part.outer)): part.holes for part in Boundary.of(rings).parts}
            assert set(found) == {frozenset(around), frozenset(island)}
            assert [set(ring_of(loop)) for loop in found[frozenset(around)]] == [set(inside)]

    @pytest.mark.parametrize("eighths", range(8))
    def test_three_tips_that_meet_by_three_lines(self, eighths: int) -> None:
        # no edge ends at the origin: each of the three lines runs on, with the interior on the same side
        motion = Motion(False, eighths, ORIGIN)
        spots = (((0, 0), (-2, 0), (0, -2)), ((0, 0), (2, -2), (2, 0)), ((0, 0), (0, 2), (-2, 2)))
        tips = [motion.ring(tuple(point(2 * x, 0, 2 * y, 0) for x, y in ring)) for ring in spots]
        boundary = Boundary.of(tips)
        assert {frozenset(ring_of(part.outer)) for part in boundary.parts} == {frozenset(ring) for ring in tips}
        assert sorted(vertex.angle for vertex in boundary.vertices if vertex.point == ORIGIN) == [1, 1, 2]
        assert boundary.without(tips[0]) == Boundary.of(tips[1:])

    def test_point_contacts_separate(self) -> None:
        boundary = Boundary.of([box(0, 0, 1, 1), box(1, 1, 2, 2), diamond(3, 2, 1)])
        assert [set(ring_of(part.outer)) for part in boundary.parts] == [
            set(box(0, 0, 1, 1)),
            set(box(1, 1, 2, 2)),
            set(diamond(3, 2, 1)),
        ]
        assert Counter(v.angle for v in boundary.vertices) == Counter({2: 12})

    def test_a_vertex_that_touches_the_middle_of_an_edge_is_a_point_contact(self) -> None:
        boundary = Boundary.of([box(0, 0, 2, 1), diamond(1, 2, 1)])
        assert [set(ring_of(part.outer)) for part in boundary.parts] == [set(box(0, 0, 2, 1)), set(diamond(1, 2, 1))]

    def test_a_hole_that_touches_the_outer_edge_becomes_part_of_it(self) -> None:
        (part,) = Boundary.of([box(0, 0, 4, 4), diamond(2, 1, 1)[::-1]]).parts
        assert not part.holes
        assert part.area == (2 * (16 - 2) * 4, 0)

    def test_nothing_has_no_parts(self) -> None:
        assert not Boundary.of([])
        assert Boundary.of([]).area == (0, 0)


class TestTangles:
    def test_a_figure_of_eight(self) -> None:
        crossed = tuple(point(2 * x, 0, 2 * y, 0) for x, y in ((0, 0), (1, 1), (2, 2), (2, 0), (1, 1), (0, 2)))
        with pytest.raises(TangledBoundary, match="crosses itself"):
            _ = Boundary.of([crossed]).parts

    def test_a_figure_of_eight_that_crosses_within_its_edges(self) -> None:
        crossed = tuple(point(2 * x, 0, 2 * y, 0) for x, y in ((0, 0), (2, 2), (2, 0), (0, 2)))
        with pytest.raises(TangledBoundary, match="crosses itself"):
            _ = Boundary.of([crossed]).parts

    def test_a_vertex_run_through_by_an_edge(self) -> None:
        dart = tuple(point(2 * x, 0, 2 * y, 0) for x, y in ((0, 0), (4, 0), (4, 2), (2, 0), (2, -2), (0, -2)))
        with pytest.raises(TangledBoundary) as fault:
            _ = Boundary.of([dart]).loops
        assert fault.value.point == point(4, 0, 0, 0)

    def test_the_same_ring_twice(self) -> None:
        with pytest.raises(TangledBoundary, match="twice along the same edge"):
            _ = Boundary.of([box(0, 0, 1, 1), box(0, 0, 1, 1)]).by_line

    def test_overlapping_pieces_on_one_line(self) -> None:
        with pytest.raises(TangledBoundary, match="twice along the same edge") as fault:
            _ = Boundary.of([box(0, 0, 2, 1), box(1, 0, 3, 1)]).segments
        assert fault.value.point in {point(2, 0, 0, 0), point(2, 0, 2, 0)}

    def test_a_hole_outside(self) -> None:
        with pytest.raises(TangledBoundary, match="hole lies outside") as fault:
            _ = Boundary.of([box(0, 0, 2, 2), box(3, 0, 4, 1)[::-1]]).parts
        assert fault.value.point in box(3, 0, 4, 1)

    def test_a_hole_larger_than_what_lies_around_it(self) -> None:
        with pytest.raises(TangledBoundary, match="hole lies outside"):
            _ = Boundary.of([box(1, 1, 2, 2), box(0, 0, 3, 3)[::-1]]).parts

    def test_a_hole_alone(self) -> None:
        with pytest.raises(TangledBoundary, match="hole lies outside"):
            assemble_parts(Boundary.of([box(0, 0, 2, 2)[::-1]]).loops)

    @given(leg_points())
    def test_an_edge_off_the_directions_is_refused(self, p: Point) -> None:
        with pytest.raises(ValueError, match="one of the eight directions"):
            Boundary.of([(p, add(p, point(4, 0, 2, 0)), add(p, point(4, 0, 0, 0)))])

    def test_an_edge_without_length_is_refused(self) -> None:
        with pytest.raises(ValueError, match="one of the eight directions"):
            direction_of(ORIGIN, ORIGIN)

    @given(points(), directions, lengths)
    def test_direction_of_is_the_direction_of_a_step(self, p: Point, direction: int, length: int) -> None:
        assert direction_of(p, add(p, step(direction, length))) == direction


class TestAgainstShapely:
    @given(assemblies, points(30))
    def test_contains(self, assembly: Assembly, p: Point) -> None:
        for loop in boundary_of(assembly).loops:
            region, spot = polygon(ring_of(loop)), shapely.Point(xy(p))
            if region.is_valid and region.exterior.distance(spot) > NEAR:
                assert is_around(sides(ring_of(loop)), p) == region.contains(spot)

    @given(assemblies, st.data())
    def test_contains_near_the_ring(self, assembly: Assembly, data: st.DataObject) -> None:
        loop = data.draw(st.sampled_from(boundary_of(assembly).loops))
        p = add(data.draw(st.sampled_from(ring_of(loop))), data.draw(points(3)))
        region, spot = polygon(ring_of(loop)), shapely.Point(xy(p))
        assume(region.is_valid and region.exterior.distance(spot) > NEAR)
        assert is_around(sides(ring_of(loop)), p) == region.contains(spot)

    @given(assemblies, st.data())
    def test_what_a_part_covers(self, assembly: Assembly, data: st.DataObject) -> None:
        part = data.draw(st.sampled_from(boundary_of(assembly).parts))
        p = add(data.draw(st.sampled_from(ring_of(part.outer))), data.draw(points(4)))
        region, spot = filled(part), shapely.Point(xy(p))
        if region.boundary.distance(spot) > NEAR:
            assert part.covers(p) == region.contains(spot)
        elif region.boundary.distance(spot) < NEAR / 100:
            assert part.covers(p)

    @pytest.mark.slow
    @given(assemblies, placements(), st.data())
    @settings(max_examples=50)
    def test_fits(self, assembly: Assembly, placement: Placement, data: st.DataObject) -> None:
        boundary, region = boundary_of(assembly), united(assembly)
        start = data.draw(st.sampled_from(boundary.vertices)).point
        laid = tuple(add(add(p, start), turn(placement.ring[0], 4)) for p in placement.ring)
        drawn = polygon(laid)
        assert boundary.fits(bounds(laid)) != region.boundary.intersects(drawn.buffer(-NEAR))
        if boundary.fits(bounds(laid)):  # then all of it is inside, or nothing
            common = intersection(region, drawn).area
            assert min(common, drawn.area - common) < NEAR

    @given(placements(), points(6))
    def test_a_piece_is_the_set_of_points_within_its_bounds(self, placement: Placement, displacement: Point) -> None:
        p = add(placement.ring[0], displacement)
        inside = all(
            low < number < high
            for low, number, high in zip(placement.bounds[::2], p, placement.bounds[1::2], strict=True)
        )
        drawn, spot = polygon(placement.ring), shapely.Point(xy(p))
        assume(drawn.exterior.distance(spot) > NEAR)
        assert inside == drawn.contains(spot) == is_around(sides(placement.ring), p)


@given(full_sets())
@settings(max_examples=8)
def test_a_full_set_has_the_area_of_a_set(assembly: Assembly) -> None:
    assert boundary_of(assembly).area == (2 * 8 * 4, 0)


@given(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9))
def test_the_sign_of_an_area(a: int, b: int) -> None:
    # 200 binary places of b/sqrt2: a nonzero a + b/sqrt2 is larger than 2^-32
    root = isqrt(b * b << 399) * (1 if b > 0 else -1)
    number = (a << 200) + root
    assert sign_of_area((a, b)) == (number > 0) - (number < 0)


def test_the_sign_of_large_near_ties() -> None:
    q, p = 1, 1
    for n in range(60):
        assert sign_of_area((q, -p)) == (1 if n % 2 == 0 else -1)
        q, p = q + p, 2 * q + p
    assert sign_of_area((0, 0)) == 0


def test_pieces_lie_where_shapely_puts_them() -> None:
    for shape in TANGRAM.shapes:
        assert as_float(shape.area) == pytest.approx(polygon(shape.ring).area)
        assert polygon(shape.ring).exterior.is_ccw
