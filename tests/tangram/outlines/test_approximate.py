"""Drawings: read with a stated nearness, solved by both solvers, and put where the pieces truly lie."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, islice
from math import pi
from random import Random

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shared.drawings import Laid, drawn, figures, laid_by_an_author, moved, slid_assembly, turned
from shared.strategies import Assembly, full_sets

from heuristan.common.overlay import intersection, union
from heuristan.tangram.boundary import Boundary, sign_of_area
from heuristan.tangram.exact.search import search
from heuristan.tangram.lattice.points import ONE, code, doubled_area, xy
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.tolerant.readings import TOLERANCE, readings_of
from heuristan.tangram.pieces.sets import TANGRAM, UNITS_A_LEG, Placement
from heuristan.tangram.puzzle.drawing import Drawing, Vector
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle, make_puzzle
from heuristan.tangram.puzzle.regions import covered
from heuristan.tangram.solving.contacts import FARTHEST, in_contact
from heuristan.tangram.solving.result import Result
from heuristan.tangram.solving.shortcuts import solve, solve_exactly

MANY = settings(max_examples=8)
FEW = settings(max_examples=6)
randoms = st.integers(0, 2**32 - 1).map(Random)
angles = st.floats(-pi, pi)
WITHIN = FARTHEST
"""Maximum distance that pieces reach out of an exactly drawn outline, in legs; errors of the drawing are added."""

SIDES = {name: sorted(shapely.Polygon(figures(name)[0]).length for _ in (0,)) for name in TANGRAM.names}


def polygons_of(result: Result) -> list[shapely.Polygon]:
    return [shapely.Polygon(piece.vertices) for piece in result.pieces]


def assert_laid(result: Result, drawing: Drawing, leg: float, off: float) -> None:
    """Check that the pieces of a result are tans, do not overlap, and cover the drawing to within `off` legs."""
    assert result.status == "solved", result.message
    assert Counter(piece.piece for piece in result.pieces) == TANGRAM.stock(1)
    for piece, polygon in zip(result.pieces, polygons_of(result), strict=True):
        assert polygon.area / leg**2 == pytest.approx(shapely.Polygon(figures(piece.piece)[0]).area, rel=0.05)
        assert polygon.length / leg == pytest.approx(SIDES[piece.piece][0], rel=0.03)
    for a, b in combinations(polygons_of(result), 2):
        assert intersection(a, b).area <= 1e-4 * leg**2
    assert covered(drawing.polygons).buffer(off * leg).covers(union(polygons_of(result)))


def as_legs(assembly: Assembly) -> list[Laid]:
    return [Laid(p.name, tuple((x / UNITS_A_LEG, y / UNITS_A_LEG) for x, y in map(xy, p.ring))) for p in assembly]


class TestSlid:
    @pytest.mark.slow
    @given(randoms, st.floats(0.01, 100), angles)
    @MANY
    def test_pieces_slid_by_any_amount_by_search(self, random: Random, leg: float, angle: float) -> None:
        drawing = drawn(slid_assembly(random), random, leg=leg, angle=angle)
        assert_laid(solve_exactly(puzzle_of(drawing)), drawing, leg, WITHIN)

    @pytest.mark.slow
    @given(randoms, angles)
    @FEW
    def test_pieces_slid_by_any_amount_by_rules(self, random: Random, angle: float) -> None:
        drawing = drawn(slid_assembly(random), random, angle=angle)
        assert_laid(solve(puzzle_of(drawing)), drawing, 1.0, WITHIN)

    @pytest.mark.slow
    @given(randoms, st.floats(0, 0.03))
    @MANY
    def test_pieces_alone_a_little_off(self, random: Random, off: float) -> None:
        laid = slid_assembly(random)
        drawing = laid_by_an_author(laid, random, off)
        result = solve_exactly(puzzle_of(drawing))
        outline = Drawing("outline", tuple([list(piece.vertices)] for piece in drawing.laid))
        assert_laid(result, outline, 1.0, WITHIN)


class TestPuzzles:
    @given(randoms)
    @FEW
    def test_loops_are_those_of_the_rings(self, random: Random) -> None:
        puzzle = puzzle_of(drawn(slid_assembly(random), random))
        assert sorted(len(loop) for loop in puzzle.loops) == sorted(map(len, puzzle.rings))
        assert {vertex.point for loop in puzzle.loops for vertex in loop} == {p for ring in puzzle.rings for p in ring}
        # the turns at the vertices of a loop make one whole turn
        assert {abs(sum(4 - vertex.angle for vertex in loop)) for loop in puzzle.loops} == {8}
        assert "loops" not in vars(puzzle)

    @given(randoms)
    @FEW
    def test_readings_are_values_of_their_own(self, random: Random) -> None:
        """Each reading knows its drawing from the start: nothing is written into a puzzle afterwards."""
        drawing = drawn(slid_assembly(random), random)
        for number, puzzle in enumerate(islice(readings_of(drawing, TANGRAM), 3)):
            assert puzzle.drawing is drawing
            assert puzzle.reading is not None
            assert puzzle.reading.number == number


class TestOffTheLattice:
    @pytest.mark.slow
    @given(full_sets(), randoms, st.floats(0, 0.03), angles)
    @MANY
    def test_vertices_a_little_off(self, assembly: Assembly, random: Random, off: float, angle: float) -> None:
        drawing = drawn(as_legs(assembly), random, off=off, leg=2.5, angle=angle)
        assume(all(shapely.Polygon(outer, holes).is_valid for outer, *holes in drawing.polygons))
        assert_laid(solve_exactly(puzzle_of(drawing)), drawing, 2.5, WITHIN + off)

    @given(full_sets(), randoms)
    @MANY
    def test_the_exact_puzzle_behind_a_drawing(self, assembly: Assembly, random: Random) -> None:
        """An outline without contacts, drawn nearly right, is read as the exact one, up to a motion."""
        puzzle = make_puzzle("exact", [placement.ring for placement in assembly])
        assume(len(puzzle.rings) == 1)
        drawing = drawn(as_legs(assembly), random, off=0.004)
        assume(len(drawing.polygons) == len(drawing.polygons[0]) == 1)
        assume(shapely.Polygon(drawing.polygons[0][0]).buffer(-0.1).geom_type == "Polygon")
        found = puzzle_of(drawing)
        assert found.nearness == 0
        assert found.reading is not None
        assert sorted(_edge_lengths(found)) == pytest.approx(sorted(_edge_lengths(puzzle)), abs=1e-9)

    def test_a_head_that_stands_at_an_angle_on_a_vertex(self) -> None:
        laid = as_legs(_parts_of_a_man())
        square = next(piece for piece in laid if piece.name == "square")
        x, y = square.ring[0]
        head = Laid("square", moved(turned(moved(square.ring, (-x, -y)), pi / 6), (x, y)))
        apart = [*[piece for piece in laid if piece.name != "square"], Laid("square", moved(head.ring, (12, 5)))]
        drawing = drawn(apart, Random(1))
        for result in (solve_exactly(puzzle_of(drawing)), solve(puzzle_of(drawing))):
            assert_laid(result, drawing, 1.0, WITHIN)


def _parts_of_a_man() -> Sequence[Placement]:
    from heuristan.tangram.outlines.reading import read_outlines

    (puzzle,) = read_outlines("convex-square")
    assert isinstance(puzzle, Puzzle)
    return search(puzzle).solutions[0]


def _edge_lengths(puzzle: Puzzle) -> list[float]:
    ring = [puzzle.in_legs(p) for p in puzzle.rings[0]]
    return [shapely.Point(p).distance(shapely.Point(q)) for p, q in zip(ring, (*ring[1:], ring[0]), strict=True)]


class TestNearness:
    @given(full_sets())
    @MANY
    def test_with_little_nearness_the_tilings_are_those_of_the_exact_puzzle(self, assembly: Assembly) -> None:
        fine = 64
        rings = [tuple(tuple(u * fine for u in p) for p in placement.ring) for placement in assembly]
        exact = make_puzzle("exact", rings, denominator=fine)  # type: ignore[arg-type]
        near = Puzzle("near", exact.rings, fine, nearness=code(1, 0))
        assert len(search(near, every=True).solutions) == len(search(exact, every=True).solutions)

    @given(full_sets(), st.integers(0, 6))
    @MANY
    def test_what_lies_there_exactly_is_not_fitted(self, assembly: Assembly, place: int) -> None:
        rings = [tuple(tuple(u * 64 for u in p) for p in placement.ring) for placement in assembly]
        near = Boundary.of(rings, nearness=ONE // 4)  # type: ignore[arg-type]
        exact = Boundary.of(rings)  # type: ignore[arg-type]
        assert near == exact
        assert near.fitted(rings[place]) == rings[place]  # type: ignore[arg-type]
        assert sign_of_area(doubled_area(rings[place])) > 0  # type: ignore[arg-type]

    @given(full_sets(), st.integers(0, 6))
    @MANY
    def test_what_was_fitted_is_not_fitted_again(self, assembly: Assembly, place: int) -> None:
        """A piece is laid in the same place from several vertices, and fitting takes most of the time of a state."""
        rings = [tuple(tuple(u * 64 for u in p) for p in placement.ring) for placement in assembly]
        near = Boundary.of(rings, nearness=ONE // 4)  # type: ignore[arg-type]
        slid = tuple(tuple(u + ONE // 8 for u in p) for p in rings[place])
        assert near.fitted(slid) is near.fitted(slid)  # type: ignore[arg-type]


class TestCovered:
    @given(randoms, st.floats(0, 1e-12))
    @MANY
    def test_no_piece_is_lost_where_sides_differ_in_the_last_bits(self, random: Random, off: float) -> None:
        laid = laid_by_an_author(slid_assembly(random), random, off).laid
        assert covered([[piece.vertices] for piece in laid]).area == pytest.approx(8, abs=1e-6)


class TestClosing:
    @pytest.mark.slow
    @given(randoms)
    @MANY
    def test_pieces_that_gape_and_overlap_touch_in_the_end(self, random: Random) -> None:
        puzzle = puzzle_of(drawn(slid_assembly(random), random, off=0.01))
        assume(puzzle.reading is not None)
        for solution in search(puzzle).solutions[:1]:
            rings = in_contact(puzzle, solution)
            assume(rings is not None)
            for a, b in combinations([shapely.Polygon(ring) for ring in rings or ()], 2):
                assert intersection(a, b).area < 1e-5


def circle(count: int) -> list[Vector]:
    return list(turned([(3.0, 0.0)], 0)) + [turned([(3.0, 0.0)], 2 * pi * i / count)[0] for i in range(1, count)]


class TestRefused:
    def test_a_curve(self) -> None:
        with pytest.raises(
            OutlineError, match="degrees off the directions of the others; edges run at multiples of 45 degrees"
        ):
            puzzle_of(Drawing("circle", ([circle(64)],)))

    def test_a_vertex_too_far_off(self) -> None:
        ring = [(0.0, 0.0), (2.0, -0.7), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
        with pytest.raises(OutlineError, match=rf"vertex at \(.*\) lies 0\.\d+ legs .* {TOLERANCE:g} is allowed"):
            puzzle_of(Drawing("bent", ([ring],)))

    def test_no_area(self) -> None:
        with pytest.raises(OutlineError, match="encloses no area"):
            puzzle_of(
                Drawing("line", (), laid_by_an_author([Laid("square", ((0, 0), (1, 1), (2, 2)))], Random(1)).laid)
            )

    def test_too_thin(self) -> None:
        thin = [(0.0, 0.0), (1000.0, 0.0), (1000.0, 0.01), (0.0, 0.01)]
        with pytest.raises(OutlineError, match="thinner or smaller"):
            next(readings_of(Drawing("thin", ([thin],)), TANGRAM))


def test_it_says_what_it_moved() -> None:
    drawing = drawn(slid_assembly(Random(3)), Random(3), off=0.02)
    result = solve_exactly(puzzle_of(drawing))
    assert "read from coordinates to within 0.0" in result.message
    assert "no vertex of it was moved by more than 0.0" in result.message


@pytest.mark.parametrize("size", [0.022, 0.03, 0.04])
def test_a_speck_that_is_left_out_is_said(size: float) -> None:
    hole = [(1.0, 0.5), (1.0 + size, 0.5), (1.0 + size, 0.5 + size), (1.0, 0.5 + size)]
    drawing = Drawing("speck", ([[(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)], hole],))
    for puzzle in readings_of(drawing, TANGRAM):
        assert puzzle.drawing is not None
        said = [one[:12] for one in puzzle.drawing.origin.suspicions]
        assert said == (["a small hole"] if len(puzzle.rings) == 1 else [])
