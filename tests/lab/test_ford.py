"""Ford's solver and the subtraction that it is made of, compared with plainer ones."""

from collections import Counter
from collections.abc import Iterable
from itertools import count
from math import atan2

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shared.places import TOP
from shared.strategies import (
    Assembly,
    Motion,
    assemblies,
    block_assemblies,
    boundary_of,
    leg_points,
    motions,
    overlap,
    placed,
    small_assemblies,
)
from shared.tilings import Laid, assert_fills, every_tiling, sets_of_area

from heuristan.common.overlay import intersection
from heuristan.lab.ford import FordOutcome, clipped, difference, largest_first, needs_flip, search
from heuristan.tangram.boundary import Boundary, Ring, ring_of
from heuristan.tangram.lattice.points import ORIGIN, ROOT_HALF, Point, add, bounds, doubled_area, point, xy
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.pieces.sets import (
    TANGRAM,
    PieceSet,
    Placement,
    Shape,
    along,
    lay,
    pieces_at_vertices,
    ring_from,
    scaled,
)
from heuristan.tangram.pieces.tiling import tilings
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle

SHAPES_AT_VERTICES = [shape for table in pieces_at_vertices(TANGRAM, 1).values() for shape in table]
PAGE = TOP / "docs" / "speed.md"


def set_of(names: Iterable[str]) -> PieceSet:
    counts = Counter(names)
    shapes = tuple(shape for shape in TANGRAM.shapes if counts[shape.name])
    return PieceSet("drawn", "Drawn", shapes, tuple(counts[shape.name] for shape in shapes))


def puzzle_of(assembly: Assembly) -> Puzzle:
    """The puzzle that an assembly is a solution of, to be laid with its own pieces."""
    return make_puzzle("drawn", [p.ring for p in assembly], sets=1, pieces=set_of(p.name for p in assembly))


def pieces_of(puzzle: Puzzle) -> list[Shape]:
    return [puzzle.pieces.by_name[name] for name in puzzle.stock.elements()]


def box(x: int, y: int, width: int = 1, height: int = 1) -> Ring:
    """A rectangle at whole legs."""
    steps = (along(0, width), along(2, height), along(4, width), along(6, height))
    return ring_from(point(2 * x, 0, 2 * y, 0), steps)


def as_float(area: tuple[int, int]) -> float:
    return (area[0] + area[1] * ROOT_HALF) / 2


def polygon(ring: Ring) -> shapely.Polygon:
    return shapely.Polygon([xy(p) for p in ring])


@st.composite
def laid_about(draw: st.DrawFn, assembly: Assembly) -> Placement:
    """A piece in any orientation inside an assembly, across its outline or beside it."""
    near = draw(st.sampled_from([p for placement in assembly for p in placement.ring]))
    return lay(draw(st.sampled_from(SHAPES_AT_VERTICES)), add(near, draw(leg_points(1))))


class TestDifference:
    @given(assemblies, st.data())
    def test_its_area_is_what_floats_say(self, assembly: Assembly, data: st.DataObject) -> None:
        knife = data.draw(laid_about(assembly))
        region = boundary_of(assembly)
        rest = difference(region, knife.ring)
        common = sum(intersection(polygon(placement.ring), polygon(knife.ring)).area for placement in assembly)
        assert as_float(rest.area) == pytest.approx(as_float(region.area) - common, abs=1e-6)

    @given(assemblies, st.data())
    def test_a_piece_inside_is_taken_out_as_a_chain(self, assembly: Assembly, data: st.DataObject) -> None:
        region, own = boundary_of(assembly), data.draw(st.sampled_from(assembly))
        rest = difference(region, own.ring)
        assert rest == region.without(own.ring)
        assert difference(rest, own.ring) == rest

    @given(assemblies, st.data())
    def test_the_order_makes_no_difference(self, assembly: Assembly, data: st.DataObject) -> None:
        region = boundary_of(assembly)
        one, other = data.draw(laid_about(assembly)), data.draw(laid_about(assembly))
        assert difference(difference(region, one.ring), other.ring) == difference(
            difference(region, other.ring), one.ring
        )

    @given(assemblies, motions, st.data())
    def test_motions_commute_with_it(self, assembly: Assembly, motion: Motion, data: st.DataObject) -> None:
        region, knife = boundary_of(assembly), data.draw(laid_about(assembly))
        moved = Boundary.of(motion.ring(ring_of(loop)) for loop in region.loops)
        rest = Boundary.of(motion.ring(ring_of(loop)) for loop in difference(region, knife.ring).loops)
        assert difference(moved, motion.ring(knife.ring)) == rest

    @given(small_assemblies(1, 5), st.data())
    def test_what_lies_beside_takes_nothing(self, assembly: Assembly, data: st.DataObject) -> None:
        region, knife = boundary_of(assembly), data.draw(laid_about(assembly))
        assume(not any(overlap(knife, placement) for placement in assembly))
        assert difference(region, knife.ring) == region

    def test_a_hole_is_cut_in_the_middle(self) -> None:
        rest = difference(Boundary.of([box(0, 0, 3, 3)]), box(1, 1))
        assert rest == Boundary.of([box(0, 0, 3, 3), box(1, 1)[::-1]])

    def test_a_strip_is_cut_in_two(self) -> None:
        assert difference(Boundary.of([box(0, 0, 3, 1)]), box(1, -1, 1, 3)) == Boundary.of([box(0, 0), box(2, 0)])

    def test_a_hole_that_is_cut_open(self) -> None:
        frame = Boundary.of([box(0, 0, 3, 3), box(1, 1)[::-1]])
        rest = difference(frame, box(1, 1, 1, 2))
        assert rest == Boundary.of([box(0, 0, 1, 3), box(1, 0), box(2, 0, 1, 3)])


class TestClipping:
    def test_a_ring_that_leaves_twice_runs_to_and_fro(self) -> None:
        # a U, its legs upwards, cut above the crossbar: two towers and nothing between them
        steps = ((0, 3), (2, 2), (4, 1), (6, 1), (4, 1), (2, 1), (4, 1), (6, 2))
        u = ring_from(ORIGIN, [along(direction, legs) for direction, legs in steps])
        towers = clipped(u, box(-1, 1, 5, 5))
        assert doubled_area(towers) == (16, 0)
        assert Boundary.of([towers]) == Boundary.of([box(0, 1), box(2, 1)])

    def test_a_ring_that_only_touches_is_gone(self) -> None:
        assert clipped(box(0, 0), box(1, 1)) == ()
        assert not Boundary.of([common] if (common := clipped(box(0, 0), box(1, 0))) else [])


class TestTheTestBeforeTheSubtraction:
    @given(st.one_of(assemblies, block_assemblies().filter(bool)), st.data())
    def test_a_point_lies_in_some_part_if_it_lies_in_some_piece(self, assembly: Assembly, data: st.DataObject) -> None:
        near = data.draw(st.sampled_from([p for placement in assembly for p in placement.ring]))
        p = add(near, data.draw(leg_points(1)))
        lies_in_a_piece = any(
            all(low <= u <= high for u, low, high in zip(p, box[::2], box[1::2], strict=True))
            for box in (placement.bounds for placement in assembly)
        )
        assert any(part.covers(p) for part in boundary_of(assembly).parts) == lies_in_a_piece

    @given(assemblies)
    def test_each_piece_passes_it_where_it_lies(self, assembly: Assembly) -> None:
        parts = boundary_of(assembly).parts
        assert all(any(all(part.covers(p) for p in q.ring) for part in parts) for q in assembly)

    def test_two_parts_do_not_help_each_other(self) -> None:
        parts = Boundary.of([box(0, 0), box(1, 1)]).parts
        contact, *ends = point(2, 0, 2, 0), ORIGIN, point(4, 0, 4, 0)
        assert len(parts) == 2
        assert all(part.covers(contact) for part in parts)
        assert sorted([part.covers(p) for p in ends] for part in parts) == [[False, True], [True, False]]

    def test_a_hole_is_outside_but_its_edge_is_not(self) -> None:
        (part,) = Boundary.of([box(0, 0, 4, 4), box(1, 1, 2, 2)[::-1]]).parts
        assert not part.covers(point(4, 0, 4, 0))
        assert part.covers(point(2, 0, 4, 0))
        assert part.covers(point(1, 0, 4, 0))


def placements_of(outcome: FordOutcome) -> set[Laid]:
    return {frozenset((placement.name, frozenset(placement.ring)) for placement in s) for s in outcome.solutions}


def ring_round(vertices: frozenset[Point]) -> Ring:
    """The vertices of a convex figure in order."""
    spots = [xy(p) for p in vertices]
    cx, cy = (sum(column) / len(spots) for column in zip(*spots, strict=True))
    return tuple(sorted(vertices, key=lambda p: atan2(xy(p)[1] - cy, xy(p)[0] - cx)))


def can_be_laid(region: Boundary, names: list[str], tiling: Laid) -> bool:
    """Return whether the pieces of a tiling, in an order of kinds, can each be laid vertex on vertex of the rest."""
    if not names:
        return True
    spots = {vertex.point for vertex in region.vertices}
    return any(
        can_be_laid(region.without(ring_round(vertices)), names[1:], tiling - {(name, vertices)})
        for name, vertices in tiling
        if name == names[0] and spots & vertices
    )


class TestSearch:
    @given(small_assemblies(2, 4))
    @settings(max_examples=8, deadline=None)
    def test_it_finds_the_tilings_that_can_be_laid_in_its_order(self, assembly: Assembly) -> None:
        puzzle = puzzle_of(assembly)
        names = [piece.name for piece in largest_first(pieces_of(puzzle), 1)]
        every = set(every_tiling(puzzle.boundary, puzzle.stock))
        outcome = search(puzzle, every=True)
        assert placements_of(outcome) == {tiling for tiling in every if can_be_laid(puzzle.boundary, names, tiling)}
        assert len(placements_of(outcome)) == len(outcome.solutions)
        assert outcome.status == ("solved" if outcome.solutions else "stuck")

    @given(small_assemblies(1, 2), st.data())
    @settings(max_examples=8, deadline=None)
    def test_it_solves_nothing_that_the_tiler_does_not(self, assembly: Assembly, data: st.DataObject) -> None:
        region = boundary_of(assembly)
        pieces = data.draw(st.sampled_from(sets_of_area(region.area, 4)))
        outcome = search(make_puzzle("drawn", [p.ring for p in assembly], sets=1, pieces=set_of(pieces)))
        if outcome.status == "solved":
            assert_fills(region, pieces, outcome.solutions[0])
        if not tilings(region, [pieces]):
            assert (outcome.status, outcome.solutions) == ("stuck", ())

    @pytest.mark.slow
    @given(small_assemblies(2, 3))
    @settings(max_examples=10, deadline=None)
    def test_the_pre_test_saves_subtractions_and_nothing_else(self, assembly: Assembly) -> None:
        puzzle = puzzle_of(assembly)
        with_it, without = (search(puzzle, pre_test=pre_test, every=True) for pre_test in (True, False))
        assert with_it.solutions == without.solutions
        assert (with_it.nodes, with_it.depth) == (without.nodes, without.depth)
        assert with_it.placements_tried == without.placements_tried == without.subtractions >= with_it.subtractions

    @given(small_assemblies(1, 4))
    @settings(max_examples=10, deadline=None)
    def test_the_first_solution_is_the_first_of_all(self, assembly: Assembly) -> None:
        first, every = search(puzzle_of(assembly)), search(puzzle_of(assembly), every=True)
        assert first.solutions == every.solutions[:1]

    @given(small_assemblies(1, 3), st.integers(2, 3))
    @settings(max_examples=10, deadline=None)
    def test_a_finer_unit_makes_no_difference(self, assembly: Assembly, denominator: int) -> None:
        puzzle = puzzle_of(assembly)
        rings = [tuple(scaled(p, denominator) for p in ring) for ring in puzzle.rings]
        finer = make_puzzle("finer", rings, denominator=denominator, sets=1, pieces=puzzle.pieces)
        assert len(search(finer, every=True).solutions) == len(search(puzzle, every=True).solutions)


def square_puzzle() -> Puzzle:
    (puzzle,) = read_outlines("convex-square")
    assert not isinstance(puzzle, Refusal)
    return puzzle


def solved(rings: Iterable[Ring], pieces: Iterable[str], **options: bool) -> FordOutcome:
    return search(make_puzzle("named", rings, sets=1, pieces=set_of(pieces)), **options)


class TestNamedPuzzles:
    @pytest.mark.slow
    def test_the_classic_square_and_what_the_page_says_of_it(self) -> None:
        puzzle = square_puzzle()
        outcome = search(puzzle)
        assert (outcome.status, outcome.depth, len(outcome.solutions)) == ("solved", 7, 1)
        assert_fills(puzzle.boundary, tuple(puzzle.stock.elements()), outcome.solutions[0])
        row = f"| {outcome.nodes} | {outcome.placements_tried:,} | {outcome.subtractions:,} |"
        assert row in PAGE.read_text(encoding="utf-8")

    def test_pieces_come_largest_first_and_as_they_stand_where_equal(self) -> None:
        order = [piece.name for piece in largest_first(TANGRAM.shapes[::-1], 1)]
        assert order == ["large-triangle", "parallelogram", "square", "medium-triangle", "small-triangle"]

    @pytest.mark.parametrize("shape", TANGRAM.shapes, ids=lambda shape: shape.name)
    def test_only_the_parallelogram_is_turned_over(self, shape: Shape) -> None:
        assert needs_flip(shape) == (shape.name == "parallelogram")
        (piece,) = largest_first([shape], 1)
        assert len(piece.laid) == len(shape.ring) * 8 * (1 + needs_flip(shape))

    def test_what_it_counts(self) -> None:
        # each vertex of the square on each of the outline's, in eight turns; there is one place, gone into once
        outcome = solved([box(0, 0)], ["square"], pre_test=False, every=True)
        assert (outcome.nodes, outcome.depth, outcome.placements_tried, outcome.subtractions) == (2, 1, 128, 128)
        first = solved([box(0, 0)], ["square"])
        assert (first.nodes, first.subtractions, len(first.solutions)) == (2, 1, 1)

    def test_a_hole(self) -> None:
        outcome = solved([box(0, 0, 3, 3), box(1, 1)[::-1]], ["square"] * 8)
        assert (outcome.status, outcome.depth) == ("solved", 8)
        assert bounds(box(1, 1)) not in {placement.bounds for placement in outcome.solutions[0]}

    def test_parts_that_touch_in_a_point(self) -> None:
        outcome = solved([box(0, 0), box(1, 1)], ["square", "small-triangle", "small-triangle"], every=True)
        assert len(outcome.solutions) == 2 * 2

    def test_separate_parts(self) -> None:
        triangle = tuple(add(p, point(20, 0, 0, 0)) for p in TANGRAM.by_name["large-triangle"].ring)
        outcome = solved([box(0, 0), triangle], ["large-triangle", "square"], every=True)
        assert [[placement.name for placement in s] for s in outcome.solutions] == [["large-triangle", "square"]]

    def test_parts_with_no_common_place_on_the_lattice(self) -> None:
        aside = tuple(add(p, point(9, 5, 0, 0)) for p in box(0, 0))
        assert len(solved([box(0, 0), aside], ["square", "square"], every=True).solutions) == 1

    def test_a_strip_that_its_pieces_do_not_fill(self) -> None:
        outcome = solved([box(0, 0, 4, 1)], ["large-triangle", "large-triangle"], every=True)
        assert (outcome.status, outcome.solutions, outcome.nodes, outcome.depth) == ("stuck", (), 1, 0)
        assert "proves nothing" in outcome.message

    def test_a_strip_of_which_it_misses_a_solution(self) -> None:
        pieces = ["medium-triangle", "square", "square", "small-triangle", "small-triangle"]
        region = Boundary.of([box(0, 0, 4, 1)])
        middle = {point(2, 0, 0, 0), point(6, 0, 0, 0), point(4, 0, 2, 0)}
        missed = set(every_tiling(region, Counter(pieces))) - placements_of(
            solved([box(0, 0, 4, 1)], pieces, every=True)
        )
        assert missed
        assert ("medium-triangle", frozenset(middle)) in frozenset.union(*missed)

    @pytest.mark.slow
    def test_a_puzzle_that_it_cannot_solve(self) -> None:
        # the largest piece has no vertex on a vertex of the outline
        assembly = (
            placed("medium-triangle", ring_from(ORIGIN, [along(0, 0, 1), along(3, 2), along(6, 0, 1)])),
            placed("square", box(-1, 0)),
            placed(
                "parallelogram", ring_from(along(0, -1, 1), [along(7, 0, 1), along(0, 1), along(3, 0, 1), along(4, 1)])
            ),
            placed(
                "parallelogram", ring_from(along(2, 0, 1), [along(7, 1), along(2, 0, 1), along(3, 1), along(6, 0, 1)])
            ),
        )
        puzzle = puzzle_of(assembly)
        assert search(puzzle).status == search(puzzle, pre_test=False).status == "stuck"
        assert len(set(every_tiling(puzzle.boundary, puzzle.stock))) == 1

    @pytest.mark.parametrize("pre_test", [True, False])
    def test_the_limit(self, pre_test: bool) -> None:
        outcome = search(square_puzzle(), pre_test=pre_test, limit=0.01)
        assert (outcome.status, outcome.solutions) == ("limit", ())
        assert outcome.nodes > 0
        assert "0.01 seconds ran out" in outcome.message

    def test_what_was_found_before_the_limit_is_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("heuristan.common.clock.perf_counter", count().__next__)  # a second a vertex
        strip = make_puzzle("strip", [box(0, 0, 4, 1)], sets=1, pieces=set_of(["square"] * 4))
        outcome = search(strip, every=True, limit=30)
        assert (outcome.status, len(outcome.solutions), outcome.is_complete) == ("solved", 1, False)
        assert "30 seconds ran out" in outcome.message
