"""Matches against the plane: each piece laid anew at each vertex, each side looked at point by point."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.states import NEAR, descend, figure, region, state_of, state_of_assembly, stretch
from shared.strategies import Assembly, small_assemblies

from heuristan.common.overlay import difference, symmetric_difference
from heuristan.tangram.boundary import Ring, Vertex, line_through, sides
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.matches import EdgeEnd, Match, MatchKey
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import ORIGIN, Point, bounds, subtract, xy
from heuristan.tangram.pieces.composites import composites
from heuristan.tangram.pieces.sets import TANGRAM, Placement, Shape, along, orientations, ring_from, scaled
from heuristan.tangram.pieces.tiling import tilings

ASSEMBLIES = small_assemblies(2, 6)
PATHS = st.lists(st.integers(0, 99), max_size=2)


def shapes(kind: str) -> dict[str, Shape]:
    return dict(TANGRAM.by_name) if kind == "piece" else {c.shape.name: c.shape for c in composites("paper")}


@given(ASSEMBLIES, PATHS)
def test_laws_of_matches(assembly: Assembly, path: list[int]) -> None:
    start = state_of_assembly(assembly)
    each_end_of_an_edge_is_covered_by_the_piece_of_each_solution(start, assembly)
    a_match_leaves_the_region_without_it(start, path[0] if path else 0)
    state = descend(start, path)
    for law in LAWS:
        law(state)


def every_match_lies_inside_with_a_vertex_at_its_vertex(state: State) -> None:
    inside = region(state.boundary).buffer(NEAR)
    for match in state.matches:
        convex = {vertex.point for vertex in vertices_of(state) if vertex.convex}
        assert convex & {*match.placement.ring}
        assert inside.covers(figure(match.placement.ring))
        assert bounds(match.placement.ring) == match.placement.bounds


def every_match_has_the_shape_of_its_name(state: State) -> None:
    for match in state.matches:
        assert at_origin(match.placement.ring) in {
            at_origin(ring) for ring in orientations(shapes(match.kind)[match.placement.name])
        }


def vertices_of(state: State) -> set[Vertex]:
    """Those of the whole and those of its subpuzzles."""
    return {vertex for part in state.subpuzzles for loop in part.loops for vertex in loop} | {*state.boundary.vertices}


def at_origin(ring: Ring) -> frozenset[Point]:
    first = min(ring)
    return frozenset(subtract(p, first) for p in ring)


def every_match_is_found_once(state: State) -> None:
    laid = [(match.placement.name, frozenset(match.placement.ring)) for match in state.matches]
    assert len(laid) == len(set(laid))


def laid_anew(state: State, names: dict[str, Shape], *, fills_the_angle: bool) -> set[tuple[str, frozenset[Point]]]:
    """Yield every figure with a vertex at a convex vertex and a side along one of its edges, inside the region."""
    inside = region(state.boundary).buffer(NEAR)
    shapely.prepare(inside)
    found = set()
    for vertex, shape in product([v for v in vertices_of(state) if v.convex], names.values()):
        for ring, i in product(orientations(shape), range(len(shape.ring))):
            moved = tuple(tuple(a - b + c for a, b, c in zip(p, ring[i], vertex.point, strict=True)) for p in ring)
            placed: Ring = moved  # type: ignore[assignment]
            leaving = next(k for k, p, _ in sides(placed) if p == vertex.point)
            closing = next((k + 4) % 8 for k, _, q in sides(placed) if q == vertex.point)
            # where an internal edge divides an angle, a larger angle of the piece would not lie in the divided one
            if (closing - leaving) % 8 > vertex.angle:
                continue
            along = [leaving == vertex.opening, closing == vertex.incoming]
            if (all(along) if fills_the_angle else any(along)) and inside.covers(figure(placed)):
                found.add((shape.name, frozenset(placed)))
    return found


def found(state: State, kind: str) -> set[tuple[str, frozenset[Point]]]:
    matches = state.matches if kind == "piece" else state.composites
    return {(m.placement.name, frozenset(m.placement.ring)) for m in matches}


@given(small_assemblies(2, 4), PATHS)
@settings(max_examples=8)
def test_all_pieces_that_fit_are_found(assembly: Assembly, path: list[int]) -> None:
    state = descend(state_of_assembly(assembly), path)
    offered = {s.name: s for s in TANGRAM.shapes if state.abeyance.leaves_room_for(s.name, state.stock)}
    assert found(state, "piece") == laid_anew(state, offered, fills_the_angle=False)


@given(small_assemblies(2, 5))
@settings(max_examples=10)
def test_all_composites_that_fit_are_found(assembly: Assembly) -> None:
    state = state_of_assembly(assembly)
    makeable = {
        composite.shape.name: composite.shape
        for composite in composites("paper")
        if any(Counter(pieces) <= state.stock for pieces in composite.sets)
        # the figure of a piece is a composite only where the piece is gone
        and not (composite.piece_shaped and state.stock[composite.piece_shaped])
    }
    assert found(state, "composite") == laid_anew(state, makeable, fills_the_angle=True)


def seen_from(state: State, match: Match) -> str:
    """The grades of a match's sides, from points along each side: are they on edges, on extension lines?"""
    return "".join(sorted((grade_of(state, p, q, k) for k, p, q in sides(match.placement.ring)), key=GRADES.index))


def grade_of(state: State, start: Point, end: Point, direction: int) -> str:
    line = line_through(start, direction)
    extensions = state.extensions
    edges = [stretch(s.start, s.end) for s in state.boundary.segments if s.line == line]
    edges += [stretch(e.start, e.end) for e in extensions.internal_edges if e.line == line]
    prolonged = [stretch(e.start, e.end) for e in extensions.lines if e.line == line]
    places = shapely.line_interpolate_point(
        stretch(start, end), [(n + 0.37) / 101 for n in range(101)], normalized=True
    )
    on_edge = shapely.distance(shapely.MultiLineString(edges), places) < NEAR if edges else [False] * 101
    on_line = shapely.distance(shapely.MultiLineString(prolonged), places) < NEAR if prolonged else [False] * 101
    if all(on_edge):
        return "E"
    if all(edge or line for edge, line in zip(on_edge, on_line, strict=True)):
        return "M" if any(on_edge) else "X"
    return "O"


def grades_are_what_points_along_the_sides_say(state: State) -> None:
    for match in state.matches:
        assert match.grades == seen_from(state, match)


def a_match_crosses_an_internal_edge_if_it_lies_on_both_sides_of_it(state: State) -> None:
    walls = [stretch(line.start, line.end) for line in state.extensions.internal_edges]
    for match in state.matches:
        inner = figure(match.placement.ring).buffer(-1e-4)
        assert match.crosses_internal_edge == any(wall.intersects(inner) for wall in walls)


def covering_piece(tiling: tuple[Placement, ...], end: EdgeEnd) -> MatchKey:
    """Return the piece of a tiling that covers an end of an edge: the place just inside, by the edge."""
    vertex, (x, y) = end.vertex, xy(end.vertex.point)
    eighths = vertex.opening + 0.1 if end.at_leaving_edge else vertex.opening + vertex.angle - 0.1
    turned = complex(2**-0.5, 2**-0.5) ** eighths * 1e-3
    place = shapely.Point(x + turned.real, y + turned.imag)
    (piece,) = (piece for piece in tiling if figure(piece.ring).covers(place))
    return piece.name, piece.bounds


def each_end_of_an_edge_is_covered_by_the_piece_of_each_solution(state: State, assembly: Assembly) -> None:
    own = tuple(sorted((piece.name for piece in assembly), key=TANGRAM.names.index))
    for solution in (assembly, tilings(state.boundary, [own])[own]):
        for end, keys in state.matches.covering.items():
            assert covering_piece(solution, end) in keys


def the_covering_table_has_both_sides_of_every_convex_vertex(state: State) -> None:
    matches = state.matches
    convex = [vertex for vertex in state.boundary.vertices if vertex.convex]
    assert set(matches.covering) == {EdgeEnd(vertex, leaving) for vertex in convex for leaving in (True, False)}
    for end, keys in matches.covering.items():
        assert len(keys) == len(set(keys))
        assert set(keys) == {
            match.key
            for match in matches
            if match.kind == "piece" and has_side_along(match.placement, end.vertex, end.at_leaving_edge)
        }


def has_side_along(piece: Placement, vertex: Vertex, at_leaving_edge: bool) -> bool:
    if at_leaving_edge:
        return any(p == vertex.point and k == vertex.opening for k, p, _ in sides(piece.ring))
    return any(q == vertex.point and (k + 4) % 8 == vertex.incoming for k, _, q in sides(piece.ring))


LAWS = (
    every_match_lies_inside_with_a_vertex_at_its_vertex,
    every_match_has_the_shape_of_its_name,
    every_match_is_found_once,
    grades_are_what_points_along_the_sides_say,
    a_match_crosses_an_internal_edge_if_it_lies_on_both_sides_of_it,
    the_covering_table_has_both_sides_of_every_convex_vertex,
)
"""What holds in every state."""


def a_match_leaves_the_region_without_it(state: State, choice: int) -> None:
    matches = list(state.matches)
    match = matches[choice % len(matches)]
    after = state.extracted(match)
    gap = difference(region(state.boundary), figure(match.placement.ring))
    assert symmetric_difference(gap, region(after.boundary)).area < 1e-5
    assert after.steps == state.steps + 1


@given(small_assemblies(2, 4), st.integers(2, 3))
@settings(max_examples=8)
def test_a_finer_unit_changes_no_match(assembly: Assembly, denominator: int) -> None:
    coarse = state_of_assembly(assembly)
    rings = [tuple(scaled(p, denominator) for p in placement.ring) for placement in assembly]
    fine = state_of(rings, coarse.stock, denominator=denominator)
    assert Counter((m.placement.name, m.grades, frozenset(m.placement.ring)) for m in fine.matches) == Counter(
        (m.placement.name, m.grades, frozenset(scaled(p, denominator) for p in m.placement.ring))
        for m in coarse.matches
    )


@pytest.mark.parametrize("name", TANGRAM.names)
def test_a_piece_alone_is_all_edge(name: str) -> None:
    (match,) = state_of([TANGRAM.by_name[name].ring], Counter([name])).matches
    assert match.placement.ring[0] in TANGRAM.by_name[name].ring
    assert match.grades == "E" * len(TANGRAM.by_name[name].ring)


def test_a_piece_that_is_gone_is_not_offered() -> None:
    assert list(state_of([TANGRAM.by_name["square"].ring], Counter({"square": 0})).matches) == []


def test_a_figure_of_a_piece_is_a_composite_once_the_piece_is_gone() -> None:
    region = [TANGRAM.by_name["square"].ring]
    triangles = Counter({"small-triangle": 2})
    assert state_of(region, triangles).composites
    assert not state_of(region, triangles + Counter(["square"])).composites


def test_no_more_composites_are_offered_than_the_ranking_holds() -> None:
    strip = ring_from(ORIGIN, (along(0, 8), along(2, 2), along(4, 8), along(6, 2)))
    for most in range(3):
        ranking = replace(read_ranking(DEFAULT), most_composites=most)
        state = state_of([strip], Counter({"large-triangle": 8}), ranking)
        for held in range(most + 1):
            composite = next(iter(state.composites), None)
            assert (composite is None) == (held == most)
            if composite is not None:
                state = state.extracted(composite)
