"""Polygons with given orientations: path integrals, moments, contacts, Algorithm 2, the judge, and the plain twin."""

import json
import subprocess
import sys
from dataclasses import replace
from functools import cache
from math import exp, hypot
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.edgematching_polygons import is_in, moments, places_of, spots_of, tangram

from heuristan.common.overlay import difference, intersection
from heuristan.common.plane import Spot, signed_area
from heuristan.edgematching.commands.tangram_bridge.exact_verdict import exact_fault, outline_of
from heuristan.edgematching.commands.tangram_bridge.outlines import puzzle_from
from heuristan.edgematching.faults import PuzzleError
from heuristan.edgematching.polygons import semidefinite
from heuristan.edgematching.polygons.area_judge import Judge
from heuristan.edgematching.polygons.corner_search import search
from heuristan.edgematching.polygons.cutting import CutRecipe, cut_puzzle
from heuristan.edgematching.polygons.model import Piece, PolygonPuzzle, groups_of_same
from heuristan.edgematching.polygons.polygon_json import as_json, puzzle_of
from heuristan.edgematching.polygons.relaxation import (
    AffineSpace,
    ContradictionError,
    Form,
    pairings_of,
    path_integrals,
    powers,
    relaxation,
    system_of,
)
from heuristan.edgematching.polygons.semidefinite import Contacts, Plan, Spectrum, atoms, solve
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle

coordinates = st.floats(-2, 2).map(lambda u: round(u, 3))
spots = st.tuples(coordinates, coordinates)
ROUNDING = 1e-14
"""Of sums of a dozen coordinates below ten, in floats."""

exponents = st.tuples(st.floats(-4, 4), st.floats(-4, 4))
SHAPES = ("cat", "house", "tortoise", "paradox-parallelogram-window")


@cache
def cut(number: int, colours: int = 2, pieces: int = 6) -> PolygonPuzzle:
    return cut_puzzle(CutRecipe(pieces, colours), 7, number)


puzzles = st.one_of(st.sampled_from(SHAPES).map(tangram), st.builds(cut, st.integers(1, 4), st.integers(1, 3)))


class TestPathIntegrals:
    @given(spots, spots, exponents)
    def test_they_are_what_summing_gives(self, start: Spot, end: Spot, k: Spot) -> None:
        (((found,),),) = (path_integrals(np.array([start]), np.array([end]), np.array([k])),)
        shares = (np.arange(2000) + 0.5) / 2000
        along = np.dot(k, start) + shares * np.dot(k, np.subtract(end, start))
        expected = hypot(end[0] - start[0], end[1] - start[1]) * np.mean(np.exp(along))
        assert found == pytest.approx(expected, rel=1e-4, abs=1e-12)

    @given(spots, spots, exponents, st.floats(0, 1))
    def test_a_side_in_two_parts_has_the_same(self, start: Spot, end: Spot, k: Spot, share: float) -> None:
        middle = tuple(a + share * (b - a) for a, b in zip(start, end, strict=True))
        whole = path_integrals(np.array([start]), np.array([end]), np.array([k]))
        parts = path_integrals(np.array([start, middle]), np.array([middle, end]), np.array([k]))
        assert parts.sum() == pytest.approx(whole.sum(), rel=1e-9, abs=1e-9)

    @given(spots, spots, exponents, spots)
    def test_a_moved_side_has_a_multiple(self, start: Spot, end: Spot, k: Spot, by: Spot) -> None:
        here = path_integrals(np.array([start]), np.array([end]), np.array([k]))
        there = path_integrals(np.array([start]) + by, np.array([end]) + by, np.array([k]))
        assert there.sum() == pytest.approx(here.sum() * exp(k[0] * by[0] + k[1] * by[1]), rel=1e-9)

    @settings(deadline=None, max_examples=25)
    @given(puzzles, st.lists(exponents, min_size=1, max_size=4))
    def test_a_solution_satisfies_every_equation(self, puzzle: PolygonPuzzle, chosen: list[Spot]) -> None:
        """Equation (6.2), for any k."""
        scale = 2 / puzzle.size
        system = system_of(puzzle, np.array(chosen), scale)
        for k, left, right in zip(chosen, system.pieces, system.frame, strict=True):
            z = [exp(scale * (k[0] * x + k[1] * y)) for x, y in spots_of(puzzle)]
            assert left @ np.array(z) == pytest.approx(
                right, rel=1e-6, abs=1e-6 * np.abs(left).max() * max(z) + ROUNDING
            )


class TestMoments:
    @pytest.mark.parametrize(("degree", "count"), [(2, 13), (3, 22), (4, 33)])
    def test_the_form_is_that_of_appendix_b(self, degree: int, count: int) -> None:
        form = powers(degree)
        assert len(form.exponents) == count
        assert {(a, b) for a, b in form.exponents} == {
            (a, b) for a in range(2 * degree + 1) for b in range(2 * degree + 1) if max(a, b) <= degree or not a * b
        }

    @given(st.sampled_from([powers(2), powers(3), powers(4)]), spots)
    def test_the_moments_of_a_point_are_an_outer_product(self, form: Form, spot: Spot) -> None:
        values = moments(form, 1.0, spot)[form.places]
        first = values[0]
        assert np.allclose(values, np.outer(first, first))

    @given(st.sampled_from([powers(2), powers(4)]), st.integers(0, 999))
    def test_products_of_matrices_are_those_of_vectors(self, form: Form, seed: int) -> None:
        random = np.random.default_rng(seed)
        one, other = (_symmetric(random, len(form.rows)) for _ in range(2))
        assert form.vector(one) @ form.vector(other) == pytest.approx(np.trace(one @ other))
        assert np.allclose(form.matrix(form.vector(one)), one)

    @given(st.lists(spots, min_size=1, max_size=2))
    def test_pieces_are_found_again(self, chosen: list[Spot]) -> None:
        form = powers(2)
        matrix = sum(moments(form, 1.0, spot)[form.places] for spot in chosen)
        found = np.log(atoms(matrix, form.up, len(chosen)))
        # by second moments two points are known to about the root of what floats are exact to
        assert np.allclose(found, chosen, atol=1e-5) or np.allclose(found[::-1], chosen, atol=1e-5)

    @given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 999))
    def test_the_free_points_are_the_solutions(self, rows: int, columns: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        left, z = random.normal(size=(rows, columns)), random.normal(size=columns)
        free = AffineSpace.solving(left, left @ z)
        assert np.allclose(left @ free.point, left @ z)
        assert np.allclose(left @ free.directions, 0)
        assert np.allclose(free.point + free.directions @ (free.directions.T @ (z - free.point)), z)

    def test_equations_that_contradict_each_other_are_noticed(self) -> None:
        with pytest.raises(ContradictionError):
            AffineSpace.solving(np.array([[1.0, 1.0], [2.0, 2.0]]), np.array([1.0, 3.0]))


def _symmetric(random: np.random.Generator, size: int) -> Any:
    root = random.normal(size=(size, size))
    return root + root.T


class TestPrograms:
    @settings(deadline=None, max_examples=10)
    @given(puzzles, st.sampled_from([2, 3]))
    def test_a_solution_is_a_point_of_the_relaxation(self, puzzle: PolygonPuzzle, degree: int) -> None:
        """With matrices of the rank of their cells: (5.13), and sums of it for equal pieces."""
        relaxed = relaxation(puzzle, degree)
        lie, form = spots_of(puzzle), relaxed.program.form
        matrices = [
            sum(moments(form, relaxed.scale, lie[number])[form.places] for number in cell) for cell in relaxed.pairings
        ]
        assert is_in(relaxed.program, matrices)
        pairs = zip(matrices, relaxed.pairings, strict=True)
        assert sum(Spectrum.of(matrix, len(cell)).rest for matrix, cell in pairs) < 1e-6


def upright(piece: Piece) -> Piece:
    """Return a piece turned by a right angle."""
    return replace(piece, ring=tuple((-y, x) for x, y in piece.ring))


class TestContacts:
    @settings(deadline=None, max_examples=12)
    @given(st.sampled_from(SHAPES), st.integers(0, 9999))
    def test_pieces_that_are_nearly_right_are_put_right(self, name: str, seed: int) -> None:
        puzzle = tangram(name)
        noise = np.random.default_rng(seed).uniform(-0.04, 0.04, size=(len(puzzle.pieces), 2))
        settled = Contacts(puzzle).repair(np.array(places_of(puzzle)) + noise, 0.3)
        assert Judge(puzzle).is_right([(float(x), float(y)) for x, y in settled])

    @settings(deadline=None, max_examples=10)
    @given(puzzles)
    def test_what_is_right_stays(self, puzzle: PolygonPuzzle) -> None:
        places = np.array(places_of(puzzle))
        assert np.allclose(Contacts(puzzle).repair(places, 0.05), places, atol=1e-5)


def box(x: float, y: float, width: float = 1, height: float = 1) -> list[list[float]]:
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]


def halves(left: list[str] | None = None, right: list[str] | None = None) -> PolygonPuzzle:
    """Two squares that fill a rectangle of width 2."""
    pieces = [{"ring": box(5, 5), "colours": left}, {"ring": box(6, 5), "colours": right}]
    return puzzle_of({"kind": "polygons", "frame": [box(0, 0, 2)], "pieces": pieces})


class TestJudge:
    @settings(deadline=None, max_examples=12)
    @given(puzzles, st.data())
    def test_a_piece_elsewhere_is_noticed(self, puzzle: PolygonPuzzle, data: st.DataObject) -> None:
        places = [*places_of(puzzle)]
        judge = Judge(puzzle)
        assert judge.is_right(places)
        number = data.draw(st.integers(0, len(places) - 1))
        x, y = places[number]
        places[number] = (x + data.draw(st.sampled_from([-0.1, 0.1, 0.01])), y)
        assert not judge.is_right(places)
        assert any(f"piece {number + 1} " in fault.message for fault in judge.faults(places))

    @settings(deadline=None, max_examples=12)
    @given(puzzles, spots)
    def test_where_pieces_are_shown_does_not_matter(self, puzzle: PolygonPuzzle, by: Spot) -> None:
        moved = replace(puzzle, pieces=tuple(replace(piece, ring=piece.moved(by)) for piece in puzzle.pieces))
        assert Judge(moved).is_right([(x - by[0], y - by[1]) for x, y in places_of(puzzle)])

    def test_equal_pieces_may_be_exchanged(self) -> None:
        puzzle = tangram("tortoise")
        one, other = next(group for group in groups_of_same(puzzle) if len(group) == 2)
        places, middles = [*places_of(puzzle)], [piece.middle for piece in puzzle.pieces]
        dx, dy = middles[other][0] - middles[one][0], middles[other][1] - middles[one][1]
        (ax, ay), (bx, by) = places[one], places[other]
        places[one], places[other] = (bx + dx, by + dy), (ax - dx, ay - dy)
        assert Judge(puzzle).is_right(places)

    def test_other_colours_are_noticed(self) -> None:
        puzzle = cut(1, 3)
        piece = puzzle.pieces[0]
        other = replace(piece, colours=tuple("colour-9" for _ in piece.colours))
        changed = replace(puzzle, pieces=(other, *puzzle.pieces[1:]))
        faults = [fault.message for fault in Judge(changed).faults(places_of(puzzle))]
        assert faults
        assert all("'colour-9'" in fault and "piece 1 (" in fault for fault in faults)
        assert "cannot match" in getattr(Judge(changed).impossible, "message", "")

    @pytest.mark.parametrize(
        ("places", "fault"),
        [((), "there are 0 places for 7 pieces"), (((float("nan"), 0.0),) * 7, "a place is not finite")],
    )
    def test_what_are_no_places_is_named(self, places: tuple[Spot, ...], fault: str) -> None:
        assert [each.message for each in Judge(tangram("cat")).faults(places)] == [fault]

    @pytest.mark.parametrize("far", [1e17, 1e20, 1e308])
    def test_places_beyond_what_floats_can_tell_are_out_of_the_frame(self, far: float) -> None:
        faults = [fault.message for fault in Judge(halves()).faults([(far, 0.0), (far, 0.0)])]
        assert ["reaches out of the frame" in fault for fault in faults] == [True, True]

    def test_a_small_piece_may_not_lie_anywhere(self) -> None:
        notched = [[0, 0], [100, 0], [100, 100], [0.3, 100], [0.3, 99.7], [0, 99.7]]
        puzzle = puzzle_of(
            {
                "kind": "polygons",
                "frame": [box(0, 0, 100, 100)],
                "pieces": [{"ring": notched}, {"ring": box(500, 500, 0.3, 0.3)}],
            }
        )
        assert Judge(puzzle).is_right([(0, 0), (-500, -400.3)])
        faults = [fault.message for fault in Judge(puzzle).faults([(0, 0), (-450, -450)])]
        assert "piece 1 (piece-1) and piece 2 (piece-2) overlap by an area of 0.09" in faults[0]
        assert "the frame is not filled by an area of 0.09" in faults[1]
        assert search(puzzle).status == "solved"

    @pytest.mark.parametrize("off", [3e-6, 1e-5, 2e-5, 3e-5, 5e-5, 1e-3])
    def test_colours_are_not_dodged_by_a_shift(self, off: float) -> None:
        puzzle = halves(["", "red", "", ""], ["", "", "", "blue"])
        assert not Judge(puzzle).is_right([(-5 - off, -5), (-5, -5)])
        assert Judge(halves()).is_right([(-5 - off, -5), (-5, -5)]) == (off < 4e-5)

    def test_the_exact_judge_agrees(self) -> None:
        puzzle, places = tangram("cat"), places_of(tangram("cat"))
        assert outline_of(puzzle) is not None
        assert exact_fault(puzzle, places) is None
        nearly = [(places[0][0] + 0.01, places[0][1]), *places[1:]]
        fault = exact_fault(puzzle, nearly)
        assert fault is not None
        assert "piece 1" in fault.message

    @pytest.mark.slow
    def test_it_knows_no_solver(self) -> None:
        code = (
            "import sys, heuristan.edgematching.polygons.area_judge, "
            "heuristan.edgematching.commands.tangram_bridge.exact_verdict, "
            "heuristan.edgematching.polygons.polygon_json, heuristan.edgematching.polygons.outcome;"
            "print([name for name in sys.modules if name.split('.')[-1] in "
            "('clarabel', 'semidefinite', 'relaxation', 'solving', 'corner_search', 'scipy')])"
        )
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert found.stdout.strip() == "[]"


class TestRegions:
    def test_a_region_does_not_vanish_where_sides_all_but_coincide(self) -> None:
        """In plain floats GEOS 3.14 finds all of this triangle outside of the frame that it lies in."""
        low, high = 1.414213562373, 3.414213562373
        middle, end = 2.414213562373, 4.414213562373
        frame = [
            *[(middle, -2.585786437627), (high, -2.585786437627), (high, -1.585786437627), (end, -0.585786437627)],
            *[(end, 0.414213562373), (high, low), (low, low), (-1e-13, -1e-13), (low, -1.4142135623732)],
            *[(low, -0.585786437627), (middle, 0.414213562373), (high, 0.414213562373), (high, -0.585786437627)],
            (middle, -1.585786437627),
        ]
        triangle = [(low, -0.5857864376270001), (high, 1.4142135623729999), (low, 1.4142135623729999)]
        region, inside = shapely.Polygon(frame), shapely.Polygon(triangle)
        assert difference(inside, region).area < 1e-6
        assert intersection(inside, region).area == pytest.approx(inside.area)


class TestSolving:
    @pytest.mark.parametrize("name", SHAPES)
    def test_tangrams_are_solved_exactly(self, name: str) -> None:
        puzzle = tangram(name)
        result = solve(puzzle)
        assert result.status == "solved"
        assert Judge(puzzle).is_right(result.places)
        assert exact_fault(puzzle, result.places) is None
        assert result.steps

    @pytest.mark.parametrize("decimals", [5, 6, 7])
    def test_coordinates_may_be_rounded(self, decimals: int) -> None:
        value = as_json(tangram("cat"))
        for ring in (*value["frame"], *(piece["ring"] for piece in value["pieces"])):
            ring[:] = [[round(x, decimals), round(y, decimals)] for x, y in ring]
        puzzle = puzzle_of(value)
        assert Judge(puzzle).impossible is None
        assert [solve(puzzle).status, search(puzzle).status] == ["solved", "solved"]

    def test_equations_that_contradict_each_other_prove_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def contradicted(*_: object) -> None:
            raise ContradictionError

        monkeypatch.setattr(semidefinite, "relaxation", contradicted)
        result = solve(tangram("cat"))
        assert result.status == "stuck"
        assert "contradict each other in floating point; this proves nothing" in result.message

    @pytest.mark.parametrize("number", range(1, 4))
    def test_it_agrees_with_its_plain_twin(self, number: int) -> None:
        puzzle = cut(number)
        assert solve(puzzle).status == search(puzzle).status == "solved"

    def test_as_in_the_paper_only_points_of_the_right_rank_count(self) -> None:
        result = solve(tangram("cat"), Plan(degrees=(2,), rounds=1, repairs=False))
        assert result.status == "solved"
        assert result.steps[-1].objective < 1e-2 * result.steps[0].objective

    def test_equal_pieces_share_a_matrix(self) -> None:
        puzzle = tangram("tortoise")
        cells = pairings_of(puzzle)
        assert sorted(len(cell) for cell in cells) == [1, 1, 1, 2, 2]
        assert sorted(number for cell in cells for number in cell) == list(range(7))

    def test_sides_that_cannot_match_are_named(self) -> None:
        puzzle = tangram("cat")
        changed = replace(puzzle, pieces=(upright(puzzle.pieces[0]), *puzzle.pieces[1:]))
        for result in (solve(changed), search(changed)):
            assert result.status == "unsolvable"
        assert "degrees the pieces have" in solve(changed).message

    def test_other_areas_are_named(self) -> None:
        puzzle = tangram("cat")
        result = solve(replace(puzzle, pieces=puzzle.pieces[1:]))
        assert result.status == "unsolvable"
        assert "area" in result.message

    def test_it_gives_up_honestly(self) -> None:
        puzzle = cut(1, 1, 9)
        result = solve(puzzle, Plan(degrees=(2,), rounds=1, iterates=1, repairs=False))
        assert result.status == "stuck"
        assert "proves nothing" in result.message
        assert result.places == ()

    def test_it_keeps_to_its_time(self) -> None:
        for result in (solve(cut(1, 1, 9), limit=1e-6), search(cut(1, 1, 9), limit=1e-6)):
            assert result.status == "limit"


class TestMaking:
    @settings(deadline=None, max_examples=12)
    @given(st.integers(2, 9), st.integers(1, 3), st.integers(0, 999))
    def test_pieces_of_a_cut_rectangle_have_its_area_and_match(self, pieces: int, colours: int, seed: int) -> None:
        puzzle = cut_puzzle(CutRecipe(pieces, colours), seed, 1)
        assert len(puzzle.pieces) == pieces
        assert Judge(puzzle).impossible is None
        assert puzzle.is_coloured == (colours > 1)
        assert puzzle == cut_puzzle(CutRecipe(pieces, colours), seed, 1)

    @pytest.mark.parametrize("pieces", [0, 1, 41])
    def test_too_many_or_few_pieces_are_refused(self, pieces: int) -> None:
        with pytest.raises(PuzzleError, match="from 2 to 40 pieces"):
            cut_puzzle(CutRecipe(pieces), 1, 1)

    def test_an_outline_tells_the_orientations_and_no_more(self) -> None:
        one, other = (puzzle_from(_outline("cat"), seed) for seed in (1, 2))
        assert sorted(piece.name for piece in one.pieces) == sorted(piece.name for piece in other.pieces)
        assert one.pieces != other.pieces
        assert one.frame == other.frame

    def test_outlines_without_a_solution_are_refused(self) -> None:
        with pytest.raises(PuzzleError, match="the orientations come from a solution, and the outline is unsolvable"):
            puzzle_from(_outline("impossible-bowl"))

    def test_outlines_of_many_sets_are_refused(self) -> None:
        with pytest.raises(PuzzleError, match="has 3 sets"):
            puzzle_from(replace(_outline("cat"), sets=3))


def _outline(name: str) -> Puzzle:
    found = next(read_outlines(name))
    assert isinstance(found, Puzzle)
    return found


class TestNotation:
    def test_rings_inside_others_are_holes_and_islands(self) -> None:
        def square(low: float, high: float) -> list[list[float]]:
            return [[low, low], [high, low], [high, high], [low, high]]

        value = as_json(tangram("cat")) | {"frame": [square(1, 5), square(0, 6), square(2, 4)]}
        puzzle = puzzle_of(value)
        assert puzzle.area == pytest.approx(36 - 16 + 4)
        assert Judge(puzzle).frame.area == pytest.approx(24)

    @given(st.floats(-1e7, 1e7), st.floats(-1e7, 1e7))
    def test_areas_do_not_fade_far_from_the_origin(self, x: float, y: float) -> None:
        assert signed_area([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]) == pytest.approx(1, abs=1e-8)

    def test_a_small_ring_beside_another_is_no_hole(self) -> None:
        frame = [box(0, 0, 100, 100), box(101, 0, 0.3, 0.3)]
        pieces = [{"ring": ring} for ring in frame]
        assert puzzle_of({"kind": "polygons", "frame": frame, "pieces": pieces}).area == pytest.approx(10000.09)

    @settings(deadline=None, max_examples=12)
    @given(puzzles)
    def test_what_is_written_is_read(self, puzzle: PolygonPuzzle) -> None:
        assert puzzle_of(json.loads(json.dumps(as_json(puzzle)))) == puzzle

    @settings(deadline=None, max_examples=10)
    @given(puzzles)
    def test_the_direction_of_rings_does_not_matter(self, puzzle: PolygonPuzzle) -> None:
        value = as_json(puzzle)
        for piece in value["pieces"]:
            piece["ring"].reverse()
            if "colours" in piece:
                piece["colours"] = [*piece["colours"][-2::-1], piece["colours"][-1]]
        assert [piece.area for piece in puzzle_of(value).pieces] == [piece.area for piece in puzzle.pieces]
        assert Judge(puzzle_of(value)).is_right(places_of(puzzle))
