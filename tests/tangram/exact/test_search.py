"""The exact solver: laws, published facts, and both of its kernels."""

from collections import Counter
from dataclasses import dataclass
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.convex import convex_polygons
from shared.strategies import Assembly, block_assemblies, boundary_of, motions, puzzles, small_assemblies

from heuristan.tangram.boundary import Boundary
from heuristan.tangram.boundary.loops import LoopTable
from heuristan.tangram.boundary.symmetry import symmetries_of
from heuristan.tangram.exact import boards
from heuristan.tangram.exact.backends import PLAIN, SearchBackend, compiled
from heuristan.tangram.exact.region import Outcome, Region, Solution
from heuristan.tangram.exact.search import Search, Tally, representative_of, search, tiling_of
from heuristan.tangram.lattice.points import Point, code, over_root
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.pieces.sets import (
    TANGRAM,
    PieceSet,
    Shape,
    lay,
    orientations,
    pieces_at_vertices,
)
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle
from heuristan.tangram.solving.shortcuts import solve_exactly
from heuristan.tangram.verification.in_integers import fault_of

few_assemblies = st.one_of(small_assemblies(1, 4), block_assemblies().filter(lambda found: 0 < len(found) <= 6))


def region_of(assembly: Assembly) -> Region:
    return Region(boundary_of(assembly), Counter(piece.name for piece in assembly), TANGRAM, 1)


@dataclass(frozen=True)
class AnOutline:
    """Neither a puzzle nor a boundary, but it has what a search asks of either."""

    boundary: Boundary

    @property
    def table(self) -> LoopTable:
        return LoopTable.of_loops(self.boundary.loops)


@pytest.mark.slow
@given(few_assemblies)
@settings(deadline=None, max_examples=10)
def test_whatever_has_a_boundary_and_its_table_can_be_searched(assembly: Assembly) -> None:
    region = region_of(assembly)
    other = region._replace(outline=AnOutline(region.boundary))
    assert list(islice(Search(other).solutions(), 1)) == list(islice(Search(region).solutions(), 1))
    assert other.boundary == region.boundary
    assert other.loops == region.loops


def found_by(run: Search) -> list[Solution]:
    return list(run.solutions())


def counted_plainly(boundary: Boundary, stock: Counter[str], pieces: PieceSet = TANGRAM) -> int:
    """All tilings, by the boundary's chain: whatever fits at some convex vertex is tried."""
    if not boundary:
        return 1
    vertex = next(vertex for vertex in boundary.vertices if vertex.convex)
    laid = [
        lay(shape, vertex.point)
        for shape in pieces_at_vertices(pieces, 1)[vertex.opening]
        if stock[shape.name] and shape.angle <= vertex.angle
    ]
    return sum(
        counted_plainly(boundary.without(piece.ring), stock - Counter([piece.name]), pieces)
        for piece in laid
        if boundary.fits(piece.bounds)
    )


class TestLaws:
    @given(few_assemblies)
    @settings(max_examples=10, deadline=None)
    def test_it_finds_every_tiling_once(self, assembly: Assembly) -> None:
        region = region_of(assembly)
        found = found_by(Search(region, backend=PLAIN))
        tilings = [tiling_of(solution) for solution in found]
        assert len(set(tilings)) == len(tilings)
        assert tiling_of(assembly) in tilings
        assert len(found) == counted_plainly(region.boundary, region.stock)
        for solution in found:
            assert boundary_of(solution) == region.boundary
            assert Counter(piece.name for piece in solution) == region.stock

    @given(puzzles())
    @settings(max_examples=10, deadline=None)
    def test_an_assembly_of_the_seven_is_solved(self, puzzle: Puzzle) -> None:
        outcome = search(puzzle, backend=PLAIN)
        assert outcome.status == "solved"
        assert fault_of(puzzle, outcome.solutions[0]) is None
        assert len(outcome.choices) == outcome.depth == 7

    @pytest.mark.slow
    @given(puzzles(sets=2))
    @settings(max_examples=5, deadline=None)
    def test_two_sets_are_solved(self, puzzle: Puzzle) -> None:
        outcome = search(puzzle, backend=PLAIN, limit=60)
        assert outcome.status == "solved"
        assert fault_of(puzzle, outcome.solutions[0]) is None

    @given(puzzles(), motions)
    @settings(max_examples=8, deadline=None)
    def test_a_moved_outline_has_as_many_solutions(self, puzzle: Puzzle, motion: object) -> None:
        moved = make_puzzle("moved", [motion.ring(ring) for ring in puzzle.rings])  # type: ignore[attr-defined]
        here, there = (search(each, every=True, backend=PLAIN) for each in (puzzle, moved))
        assert len(here.solutions) == len(there.solutions) > 0

    @given(puzzles(), st.sampled_from([2, 3]))
    @settings(max_examples=10, deadline=None)
    def test_a_finer_lattice_changes_nothing(self, puzzle: Puzzle, denominator: int) -> None:
        rings = [tuple(tuple(denominator * u for u in p) for p in ring) for ring in puzzle.rings]
        finer = make_puzzle("finer", rings, denominator=denominator)  # type: ignore[arg-type]
        coarse = make_puzzle("coarse", puzzle.rings)  # begun at the same vertex, so that ties fall alike
        assert search(finer, backend=PLAIN).nodes == search(coarse, backend=PLAIN).nodes

    @given(puzzles())
    @settings(max_examples=8, deadline=None)
    def test_tables_that_were_too_small_change_nothing(self, puzzle: Puzzle) -> None:
        whole = search(puzzle, every=True, backend=PLAIN)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(boards, "POINTS_A_PIECE", 1)
            patch.setattr(boards, "_idle", type(boards._idle)(list))
            grown = search(puzzle, every=True, backend=PLAIN)
        assert [tiling_of(solution) for solution in grown.solutions] == [tiling_of(s) for s in whole.solutions]


class TestSymmetry:
    @given(few_assemblies, motions)
    @settings(max_examples=10, deadline=None)
    def test_symmetries_are_a_group_of_the_outline(self, assembly: Assembly, motion: object) -> None:
        boundary = boundary_of(assembly)
        found = symmetries_of(boundary)
        assert (found[0].mirrors, found[0].eighths, found[0].move) == (False, 0, (0, 0, 0, 0))
        assert 16 % len(found) == 0
        moved = Boundary.of(motion.ring(piece.ring) for piece in assembly)  # type: ignore[attr-defined]
        assert len(symmetries_of(moved)) == len(found)

    @given(puzzles())
    @settings(max_examples=8, deadline=None)
    def test_classes_hold_as_many_as_the_symmetries_allow(self, puzzle: Puzzle) -> None:
        symmetries = symmetries_of(puzzle.boundary)
        solutions = search(puzzle, every=True, backend=PLAIN).solutions
        sizes = Counter(representative_of(solution, symmetries) for solution in solutions)
        assert all(len(symmetries) % size == 0 for size in sizes.values())
        tally = Tally(symmetries)
        for solution in solutions:
            tally.add(solution)
        assert (tally.tilings, tally.distinct) == (len(solutions), len(sizes))

    @pytest.mark.parametrize(
        ("shape", "order"), [("convex-square", 8), ("convex-rectangle", 4), ("convex-parallelogram", 2), ("cat", 1)]
    )
    def test_orders(self, shape: str, order: int) -> None:
        (puzzle,) = read_outlines(shape)
        assert isinstance(puzzle, Puzzle)
        assert len(symmetries_of(puzzle.boundary)) == order


class TestPublishedFacts:
    def test_thirteen_convex_tangrams(self) -> None:
        """Wang and Hsiung (1942)."""
        polygons = convex_polygons()
        assert len(polygons) == 20  # as many as Wang and Hsiung make of sixteen triangles
        statuses = Counter(search(puzzle, backend=PLAIN).status for puzzle in polygons)
        assert statuses == {"solved": 13, "unsolvable": 7}

    def test_the_shapes_that_ship_are_those_thirteen(self) -> None:
        named = [next(read_outlines(name)) for name in shape_names() if name.startswith("convex-")]
        forms = {min(orientations(Shape("", puzzle.rings[0]))) for puzzle in named if isinstance(puzzle, Puzzle)}
        solved = {
            min(orientations(Shape("", puzzle.rings[0])))
            for puzzle in convex_polygons()
            if search(puzzle, backend=PLAIN).status == "solved"
        }
        assert forms == solved

    def test_the_square_has_one_solution(self) -> None:
        (square,) = read_outlines("convex-square")
        assert isinstance(square, Puzzle)
        result = solve_exactly(square, want="count", by="plain")
        assert result.searched is not None
        count = result.searched.count
        assert count is not None
        assert (count.tilings, count.told_apart, count.distinct, count.unique) == (8, 32, 1, True)


STRIP = [[(0, 0), (8, 0), (8, 1), (0, 1)]]
QUARTER_APART = [[(0, 0), (7.75, 0), (7.75, 1), (0, 1)], [(9, 0), (9.5, 0), (9.5, 0.5), (9, 0.5)]]
HALF_AN_EDGE = [[(0, 0), (3, 0), (3, 2), (1.5, 2), (1.5, 3), (0.5, 3), (0.5, 4), (0, 4)]]
NARROW_CORNER = [[(0, 0), (3, 0), (3, 3), (0, 3)], [(0.25, 0.25), (0.25, 1.25), (1.25, 1.25), (1.25, 0.25)]]


class TestProofs:
    """Outlines that the tans do not fill, and the simple reasons why."""

    @pytest.mark.parametrize(
        ("rings", "reason"),
        [
            (QUARTER_APART, "the part at (0, 0) has an area of 7.75 legs squared, and no selection of the pieces has"),
            (HALF_AN_EDGE, "the edge from (0.5, 4) to (0, 4) is 0.5 legs long, and no sides of pieces add up to that"),
            (NARROW_CORNER, "no piece fits at the vertex (0, 0)"),
        ],
    )
    def test_simple_reasons(self, rings: list[list[tuple[float, float]]], reason: str) -> None:
        puzzle = make_puzzle("impossible", [tuple(leg_point(x, y) for x, y in ring) for ring in rings], denominator=4)
        outcome = search(puzzle, backend=PLAIN)
        assert (outcome.status, outcome.is_complete, outcome.nodes, outcome.depth) == ("unsolvable", True, 1, 0)
        assert reason in outcome.message

    def test_without_a_simple_reason_the_search_is_the_proof(self) -> None:
        puzzle = make_puzzle("strip", [tuple(leg_point(x, y) for x, y in ring) for ring in STRIP], denominator=4)
        outcome = search(puzzle, backend=PLAIN)
        assert (outcome.status, outcome.is_complete) == ("unsolvable", True)
        assert outcome.message == (
            f"there is no solution; {outcome.nodes} states searched, at most {outcome.depth} of 7 pieces placed"
        )

    def test_a_limit_proves_nothing(self) -> None:
        (puzzle,) = read_outlines("two-swans")
        assert isinstance(puzzle, Puzzle)
        outcome = search(puzzle, backend=PLAIN, every=True, limit=1e-6)
        assert not outcome.is_complete
        assert outcome.status in ("limit", "solved")


def leg_point(x: float, y: float) -> Point:
    """A point of a lattice of denominator 4, in legs."""
    a, b = code(round(8 * x), 0), code(round(8 * y), 0)
    return (a, over_root(a + b), b, over_root(b - a))


@pytest.fixture(scope="module")
def backend() -> SearchBackend:
    found = compiled()
    if found is None:
        pytest.skip("numba is not installed")
    return found


class TestBackends:
    """The compiled search takes the steps of the plain one."""

    @given(assembly=few_assemblies)
    @settings(max_examples=10, deadline=None)
    def test_they_find_the_same_in_the_same_order(self, backend: SearchBackend, assembly: Assembly) -> None:
        region = region_of(assembly)
        plain, quick = Search(region, backend=PLAIN), Search(region, backend=backend)
        assert found_by(plain) == found_by(quick)
        assert (plain.nodes, plain.depth, plain.choices) == (quick.nodes, quick.depth, quick.choices)

    @pytest.mark.parametrize("name", ["cat", "swan", "two-swans", "kettle"])
    def test_they_take_as_many_steps_on_a_shape(self, backend: SearchBackend, name: str) -> None:
        (puzzle,) = read_outlines(name)
        assert isinstance(puzzle, Puzzle)
        assert_same(search(puzzle, backend=PLAIN), search(puzzle, backend=backend))

    @pytest.mark.slow
    def test_a_search_that_takes_long_goes_over_to_the_compiled_one(
        self, backend: SearchBackend, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        region = Region.of(puzzle_named("banquet-hall"))
        plain = Search(region, backend=PLAIN)
        whole = found_by(plain)
        monkeypatch.setattr("heuristan.tangram.exact.search.PATIENCE", 0)
        monkeypatch.setattr("heuristan.tangram.exact.search.must_compile", lambda: False)
        monkeypatch.setattr("heuristan.tangram.exact.search.fastest", lambda: backend)
        either = Search(region)
        assert found_by(either) == whole
        assert (either.nodes, either.depth, either.choices) == (plain.nodes, plain.depth, plain.choices)
        assert either._backend is backend


def puzzle_named(name: str) -> Puzzle:
    (puzzle,) = read_outlines(name)
    assert isinstance(puzzle, Puzzle)
    return puzzle


def assert_same(plain: Outcome, quick: Outcome) -> None:
    assert plain == quick
