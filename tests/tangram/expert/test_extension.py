"""Extension lines against the plane: shapely knows nothing of lattices, chains or codes."""

from dataclasses import replace
from functools import partial

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.affinity import rotate
from shapely.ops import substring
from shared.states import NEAR, edges, figure, region, spot, state_of, state_of_assembly, stretch
from shared.strategies import Assembly, assemblies, boundary_of, small_assemblies

from heuristan.common.overlay import difference, intersection, union
from heuristan.tangram.boundary import Boundary, Ring, Vertex, line_through
from heuristan.tangram.expert.extension import ExtensionLine, Extensions, Thresholds, cut, extend
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.lengths import parse_length
from heuristan.tangram.lattice.points import ORIGIN, Code, Point, add, projection, value, xy
from heuristan.tangram.pieces.sets import UNITS_A_LEG, Placement, along, ring_from

NO_THRESHOLDS = Thresholds(0, 0, 0)
"""Nothing is removed, nothing is internal."""

LEG = along(0, 1)[0]
ROOT_LEG = along(0, 0, 1)[0]
THE_PAPERS = Thresholds(LEG, LEG, LEG)

thresholds = st.builds(Thresholds, *[st.sampled_from([0, LEG // 2, LEG, ROOT_LEG, 2 * LEG])] * 3)


def ring(*steps: tuple[int, int] | tuple[int, int, int]) -> Ring:
    """A ring from the origin by (direction, legs) or (direction, legs, legs times root 2)."""
    return ring_from(ORIGIN, [along(*step) for step in steps])


def drawn(extensions: Extensions) -> list[ExtensionLine]:
    """All lines, those removed again included."""
    return [*extensions.lines, *(removed.extension_line for removed in extensions.removed)]


def concave_vertices(boundary: Boundary) -> list[Vertex]:
    return [vertex for vertex in boundary.vertices if not vertex.convex]


def wanted_rays(boundary: Boundary) -> set[tuple[Point, int]]:
    """Where lines must start, and in which direction they must go."""
    return {
        (vertex.point, (back + 4) % 8)
        for vertex in concave_vertices(boundary)
        for back in (vertex.opening, vertex.incoming)
    }


def rays_of(line: ExtensionLine) -> set[tuple[Point, int]]:
    return {(line.start, line.line[0]), (line.end, line.line[0] + 4)}


@given(assemblies, thresholds)
def test_laws_of_extension_lines(assembly: Assembly, limits: Thresholds) -> None:
    boundary = boundary_of(assembly)
    both_edges_of_every_concave_vertex_are_prolonged_and_nothing_else(boundary)
    lines_run_through_the_interior_from_outline_to_outline(boundary)
    just_the_useless_lines_are_removed(boundary, limits)
    internal_edges_are_the_short_lines_from_vertex_to_vertex(boundary, limits)
    extensions = extend(boundary, (), THE_PAPERS)
    nodes_are_where_lines_meet(extensions)
    a_node_lies_on_two_lines(boundary, extensions)


def both_edges_of_every_concave_vertex_are_prolonged_and_nothing_else(boundary: Boundary) -> None:
    wanted = wanted_rays(boundary)
    lines = drawn(extend(boundary, (), NO_THRESHOLDS))
    assert wanted <= {ray for line in lines for ray in rays_of(line)}
    assert all(rays_of(line) & wanted for line in lines)
    assert len(lines) == len(set(lines))


def lines_run_through_the_interior_from_outline_to_outline(boundary: Boundary) -> None:
    inside, outline = region(boundary), edges(boundary)
    for line in drawn(extend(boundary, (), THE_PAPERS)):
        drawn_line = stretch(line.start, line.end)
        assert line_through(line.start, line.line[0]) == line.line == line_through(line.end, line.line[0])
        assert value(line.length) > NEAR
        assert outline.distance(spot(line.start)) < NEAR
        assert outline.distance(spot(line.end)) < NEAR
        assert inside.buffer(NEAR).covers(drawn_line)
        within = shapely.line_interpolate_point(drawn_line, [0.01, 0.25, 0.5, 0.75, 0.99], normalized=True)
        assert inside.contains(within).all()
        # the outline is met at the ends and nowhere between
        between = substring(drawn_line, 2 * NEAR, drawn_line.length - 2 * NEAR)
        assert outline.distance(between) > NEAR


def is_useless(line: ExtensionLine, boundary: Boundary, limits: Thresholds) -> bool:
    """Return whether a line must be removed, in floats: too short, or too near to a parallel edge that faces it."""
    vertices = {vertex.point for vertex in boundary.vertices}
    if line.start in vertices and line.end in vertices:
        return False
    (x, y), (x2, y2) = xy(line.start), xy(line.end)
    length = ((x2 - x) ** 2 + (y2 - y) ** 2) ** 0.5
    if length < value(limits.shortest) - NEAR:
        return True
    ux, uy = (x2 - x) / length, (y2 - y) / length
    for vertex, following in _edges(boundary):
        (ax, ay), (bx, by) = xy(vertex), xy(following)
        if abs((bx - ax) * uy - (by - ay) * ux) > NEAR:
            continue
        # the interior lies left of the edge: it faces the line if the line is there
        distance = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        if NEAR < distance < value(limits.parallel) - NEAR and _in_sight(line, stretch(vertex, following), boundary):
            return True
    return False


def _in_sight(line: ExtensionLine, edge: shapely.LineString, boundary: Boundary) -> bool:
    """Return whether somewhere beside a line the edge lies, with nothing of the outline between the two."""
    level = partial(rotate, angle=-45 * line.line[0], origin=(0, 0))
    (x0, y0, x1, _), (x2, y2, x3, _) = (level(each).bounds for each in (stretch(line.start, line.end), edge))
    first, last = max(x0, x2), min(x1, x3)
    if last < first + NEAR:
        return False
    band = shapely.box(first, min(y0, y2) + NEAR, last, max(y0, y2) - NEAR)
    between = shapely.get_parts(intersection(level(edges(boundary)), band))
    shadows = [shapely.box(low, 0, high, 1) for low, _, high, _ in shapely.bounds(between[shapely.length(between) > 0])]
    return bool(union(shadows).area < last - first - 10 * NEAR)


def _edges(boundary: Boundary) -> list[tuple[Point, Point]]:
    return [
        (vertex.point, following.point)
        for loop in boundary.loops
        for vertex, following in zip(loop, (*loop[1:], loop[0]), strict=True)
    ]


def just_the_useless_lines_are_removed(boundary: Boundary, limits: Thresholds) -> None:
    extensions = extend(boundary, (), limits)
    assert set(drawn(extensions)) == set(extend(boundary, (), NO_THRESHOLDS).lines)
    assert not any(is_useless(line, boundary, limits) for line in extensions.lines)
    assert all(is_useless(removed.extension_line, boundary, limits) for removed in extensions.removed)


def internal_edges_are_the_short_lines_from_vertex_to_vertex(boundary: Boundary, limits: Thresholds) -> None:
    extensions = extend(boundary, (), limits)
    vertices = {vertex.point for vertex in boundary.vertices}
    assert set(extensions.internal_edges) == {
        line
        for line in drawn(extensions)
        if {line.start, line.end} <= vertices and value(line.length) < value(limits.internal_edge) - NEAR
    }


def nodes_are_where_lines_meet(extensions: Extensions) -> None:
    lines = [stretch(line.start, line.end) for line in extensions.lines]
    meetings = [spot(p) for line in extensions.lines for p in (line.start, line.end)]
    for i, a in enumerate(lines):
        for b in lines[:i]:
            met = intersection(a.buffer(NEAR), b.buffer(NEAR))
            if not met.is_empty and met.length < 20 * NEAR:  # they cross or touch, and do not run side by side
                meetings.append(met.centroid)
    nodes = [spot(node) for node in extensions.nodes]
    assert all(min((node.distance(p) for p in meetings), default=1) < 10 * NEAR for node in nodes)
    assert all(min((p.distance(node) for node in nodes), default=1) < 10 * NEAR for p in meetings)
    assert len(extensions.nodes) == len(set(extensions.nodes))


def a_node_lies_on_two_lines(boundary: Boundary, extensions: Extensions) -> None:
    stretches = [(s.line, s.start, s.end) for s in boundary.segments]
    stretches += [(line.line, line.start, line.end) for line in extensions.lines]
    for node in extensions.nodes:
        on = {line for line, start, end in stretches if spot(node).distance(stretch(start, end)) < NEAR}
        assert len({direction for direction, _ in on}) >= 2


@given(small_assemblies(2, 6), st.integers(0, 99), thresholds)
def test_laws_of_lines_where_a_piece_is_taken(assembly: Assembly, choice: int, limits: Thresholds) -> None:
    state = state_of_assembly(assembly)
    matches = list(state.matches)
    match = matches[choice % len(matches)]
    cutting_takes_away_just_what_lies_in_the_piece(state, match.placement, limits)
    lines_drawn_earlier_stay_as_far_as_they_lie_in_the_rest(state.extracted(match))


def cutting_takes_away_just_what_lies_in_the_piece(state: State, piece: Placement, limits: Thresholds) -> None:
    lines = extend(state.boundary, (), limits).lines
    left = cut(lines, piece.bounds, state.boundary.without(piece.ring))
    whole = figure(piece.ring).buffer(NEAR)
    rest = region(state.boundary.without(piece.ring)).buffer(NEAR)
    wanted = sum(difference(stretch(line.start, line.end), whole).length for line in lines)
    assert abs(sum(stretch(line.start, line.end).length for line in left) - wanted) < 1e-5
    for line in left:
        cut_line = stretch(line.start, line.end)
        assert value(line.length) > NEAR
        assert rest.covers(cut_line)
        assert intersection(whole, cut_line).length < 10 * NEAR
        assert any(is_within(line, other) for other in lines)


def is_within(line: ExtensionLine, other: ExtensionLine) -> bool:
    k = line.line[0]
    return line.line == other.line and other.start[k] <= line.start[k] and line.end[k] <= other.end[k]


def lines_drawn_earlier_stay_as_far_as_they_lie_in_the_rest(after: State) -> None:
    assert set(after.carried) <= set(drawn(after.extensions))
    assert set(after.extensions.lines) <= {*after.carried, *extend(after.boundary, (), NO_THRESHOLDS).lines}


def moved(ring: Ring, displacement: Point) -> Ring:
    return tuple(add(p, displacement) for p in ring)


L_SHAPE = ring((0, 3), (2, 1), (4, 2), (2, 2), (4, 1), (6, 3))
"""A wide L: the concave vertex at (1, 1) faces the left and the lower side, each one leg away."""


def lines_of(extensions: Extensions) -> set[tuple[tuple[float, float], tuple[float, float]]]:
    return {(xy(line.start), xy(line.end)) for line in extensions.lines}


class TestTheThresholds:
    def test_an_l_has_two_lines(self) -> None:
        extensions = extend(Boundary.of([L_SHAPE]), (), THE_PAPERS)
        assert lines_of(extensions) == {((0, 2), (2, 2)), ((2, 0), (2, 2))}
        assert extensions.removed == ()
        assert extensions.internal_edges == ()

    def test_a_line_as_short_as_the_threshold_is_kept(self) -> None:
        kept = extend(Boundary.of([L_SHAPE]), (), Thresholds(LEG, 0, 0))
        assert len(kept.lines) == 2

    def test_a_shorter_one_is_removed_with_the_reason(self) -> None:
        removed = extend(Boundary.of([L_SHAPE]), (), Thresholds(LEG + 1, 0, 0)).removed
        assert [reason for _, reason in removed] == ["shorter than the shortest side of a piece"] * 2

    def test_a_line_as_near_as_the_threshold_is_kept(self) -> None:
        assert len(extend(Boundary.of([L_SHAPE]), (), Thresholds(0, LEG, 0)).lines) == 2

    def test_a_nearer_one_is_removed_with_the_reason(self) -> None:
        removed = extend(Boundary.of([L_SHAPE]), (), Thresholds(0, LEG + 1, 0)).removed
        assert len(removed) == 2
        assert all(reason.startswith("closer to a parallel edge") for _, reason in removed)

    def test_a_parallel_edge_removes_a_line_only_if_it_faces_it(self) -> None:
        outer = ring((0, 8), (2, 8), (4, 6), (6, 5), (4, 2), (6, 3))
        # triangular holes a leg or two below the line: the one's tip points at the line, the other's base faces it
        tip_up = moved(ring((4, 2), (1, 0, 1), (7, 0, 1)), add(along(0, 5), along(2, 1)))
        tip_down = moved(ring((0, 2), (5, 0, 1), (3, 0, 1)), add(along(0, 3), along(2, 2)))
        for hole, is_removed in ((tip_up, False), (tip_down, True)):
            lines = lines_of(extend(Boundary.of([outer, hole]), (), Thresholds(0, 2 * LEG + 1, 0)))
            assert (((4, 6), (16, 6)) not in lines) == is_removed

    @pytest.mark.parametrize(("depth", "is_removed"), [(3, True), (4, False), (5, False)])
    def test_a_parallel_edge_removes_a_line_only_if_somewhere_nothing_lies_between(
        self, depth: int, is_removed: bool
    ) -> None:
        # the line runs from x = 2 to 6, nine legs above the lower edge; between them a wedge cuts in from the right
        wedge = ((2, 8 - depth), (4, depth), (1, 0, depth))
        outer = ring((0, 6), *wedge, (2, 12), (4, 4), (6, 11), (4, 2), (6, 9))
        lines = lines_of(extend(Boundary.of([outer]), (), Thresholds(0, 10 * LEG, 0)))
        assert (((4, 18), (12, 18)) not in lines) == is_removed

    def test_a_line_that_ends_at_a_vertex_is_kept_however_short_or_near(self) -> None:
        notched = ring((0, 4), (2, 1), (4, 2), (2, 1), (0, 2), (2, 1), (4, 4), (6, 1), (0, 1), (6, 1), (4, 1), (6, 1))
        lines = lines_of(extend(Boundary.of([notched]), (), Thresholds(2 * LEG, 2 * LEG, LEG)))
        assert lines == {((2, 2), (4, 2)), ((2, 4), (4, 4))}


def test_the_papers_thresholds_are_one_leg() -> None:
    ranking = read_ranking("deutsch-hayes-1972")
    for denominator in (1, 2, 3):
        setting = state_of([L_SHAPE], ranking=ranking, denominator=denominator).setting
        leg = UNITS_A_LEG * denominator
        assert [value(length) for length in vars(setting.thresholds).values()] == [leg] * 3


def test_a_threshold_in_root_2_is_exact() -> None:
    ranking = replace(read_ranking("deutsch-hayes-1972"), shortest=parse_length("1+r2"))
    shortest: Code = state_of([L_SHAPE], ranking=ranking).setting.thresholds.shortest
    assert shortest == LEG + ROOT_LEG
    assert projection(along(0, 1, 1), 0) == shortest
