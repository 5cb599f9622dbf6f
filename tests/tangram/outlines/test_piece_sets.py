"""Sets of pieces: those that ship, their convex figures by published counts, their shapes, and what is refused."""

import json
import pickle
from collections import Counter
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.strategies import full_sets

from heuristan.cli import app
from heuristan.common.faults import InputError
from heuristan.tangram.boundary import Boundary, Ring, sides
from heuristan.tangram.expert.ranking_entries import RankingError
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.explain import explain
from heuristan.tangram.lattice.points import ORIGIN
from heuristan.tangram.outlines.piece_sets import PieceSetError, piece_set_names, read_piece_set
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.pieces.composites import composites
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet, Placement, Shape, along, orientations, ring_from
from heuristan.tangram.pieces.tiling import tilings
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle, make_puzzle
from heuristan.tangram.render.filmstrip import filmstrip_svg
from heuristan.tangram.render.solution import solution_svg
from heuristan.tangram.render.story import tone_of
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.verification.in_integers import fault_of

NAMES = ("banquet-tables", "sei-shonagon", "tangram", "two-tangrams")
OTHERS = ("banquet-tables", "sei-shonagon")
SQUARE = "{piece: square, vertices: [[0, 0], [1, 0], [1, 1], [0, 1]]}"
OCTAGON = """
pieces:
  - {piece: octagon, vertices: [[1, 0], [1+r2, 0], [2+r2, 1], [2+r2, 1+r2], [1+r2, 2+r2], [1, 2+r2], [0, 1+r2], [0, 1]]}
  - {piece: small-triangle, count: 4, vertices: [[0, 0], [1, 0], [0, 1]]}
"""
RHOMBS = """
pieces:
  - {piece: rhomb, count: 2, vertices: [[0, 0], [r2, 0], [1+r2, 1], [1, 1]]}
"""


def written(folder: Path, text: str, name: str = "mine.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def rectangle(width: tuple[int, int], height: tuple[int, int]) -> Ring:
    """Sides in legs, and legs times the root of two."""
    return ring_from(ORIGIN, (along(0, *width), along(2, *height), along(4, *width), along(6, *height)))


def everything(pieces: PieceSet, sets: int = 1) -> tuple[str, ...]:
    return tuple(pieces.stock(sets).elements())


class TestLaws:
    @pytest.mark.parametrize("name", NAMES)
    def test_pieces_are_convex_and_different(self, name: str) -> None:
        pieces = read_piece_set(name)
        for shape in pieces.shapes:
            directions = [direction for direction, _, _ in sides(shape.ring)]
            turns = [(after - before) % 8 for before, after in pairwise((directions[-1], *directions))]
            assert sum(turns) == 8
            assert all(0 < turned < 4 for turned in turns)
        for a, b in combinations(pieces.shapes, 2):
            assert a.name != b.name
            assert not set(orientations(a)) & set(orientations(b))

    @pytest.mark.parametrize("name", NAMES)
    def test_the_area_is_that_of_the_pieces(self, name: str) -> None:
        pieces = read_piece_set(name)
        areas = [pieces.by_name[piece].area for piece in everything(pieces)]
        assert pieces.area == (sum(a for a, _ in areas), sum(b for _, b in areas))
        assert len(areas) == pieces.size
        assert pieces.legs_squared == pytest.approx((pieces.area[0] + pieces.area[1] / 2**0.5) / 8)

    @pytest.mark.slow
    @pytest.mark.parametrize("name", OTHERS)
    @given(data=st.data(), sets=st.integers(1, 2))
    @settings(max_examples=10)
    def test_the_number_of_sets_is_found_from_the_area(self, name: str, data: st.DataObject, sets: int) -> None:
        pieces = read_piece_set(name)
        assembly = data.draw(full_sets(sets, pieces))
        puzzle = make_puzzle("drawn", [placement.ring for placement in assembly], pieces=pieces)
        assert puzzle.sets == sets
        assert puzzle.stock == Counter(everything(pieces, sets))
        assert fault_of(puzzle, assembly) is None

    @pytest.mark.slow
    @pytest.mark.parametrize("name", OTHERS)
    @given(data=st.data())
    @settings(max_examples=6)
    def test_whatever_the_pieces_make_is_solved(self, name: str, data: st.DataObject) -> None:
        pieces = read_piece_set(name)
        assembly = data.draw(full_sets(1, pieces))
        result = solve(make_puzzle("drawn", [placement.ring for placement in assembly], pieces=pieces))
        # every solution is verified before it becomes a result
        assert result.status == "solved"
        assert sorted(piece.piece for piece in result.pieces) == sorted(everything(pieces))

    @pytest.mark.parametrize("name", NAMES)
    def test_a_set_that_was_pickled_is_one_object(self, name: str) -> None:
        pieces = read_piece_set(name)
        first, second = (pickle.loads(pickle.dumps(pieces)) for _ in range(2))
        assert first == pieces
        assert first is second
        assert (first is TANGRAM) == (name == "tangram")

    @pytest.mark.slow
    @pytest.mark.parametrize("name", OTHERS)
    @pytest.mark.parametrize("which", ["paper", "all"])
    def test_composites_are_made_of_their_pieces(self, name: str, which: str) -> None:
        pieces = read_piece_set(name)
        found = composites("paper" if which == "paper" else "all", pieces)
        for composite in found:
            assert len(composite.shape.ring) in (3, 4)
            for selection, placements in composite.arrangements.items():
                assert sorted(selection) == sorted(placement.name for placement in placements)
                assert Counter(selection) <= pieces.stock(1)
                assert Boundary.of(p.ring for p in placements) == Boundary.of([composite.shape.ring])
        assert set(composites("paper", pieces)) <= set(composites("all", pieces))


class TestSetsThatShip:
    def test_their_names(self) -> None:
        assert tuple(piece_set_names()) == NAMES

    def test_the_seven_tans_are_the_file_and_the_constant(self) -> None:
        assert read_piece_set("tangram") == TANGRAM

    def test_two_tangrams_are_two_of_the_set(self) -> None:
        double = read_piece_set("two-tangrams")
        assert double.shapes == TANGRAM.shapes
        assert double.stock(1) == TANGRAM.stock(2)

    @pytest.mark.parametrize(
        ("name", "legs_squared", "pieces", "paper", "every"),
        [("tangram", 8, 7, 21, 47), ("sei-shonagon", 8, 7, 21, 53), ("banquet-tables", 20, 7, 8, 31)],
    )
    def test_their_figures(self, name: str, legs_squared: float, pieces: int, paper: int, every: int) -> None:
        found = read_piece_set(name)
        assert (found.legs_squared, found.size) == (legs_squared, pieces)
        assert (len(composites("paper", found)), len(composites("all", found))) == (paper, every)

    def test_a_file_may_be_given_instead_of_a_name(self, tmp_path: Path) -> None:
        mine = read_piece_set(written(tmp_path, f"pieces: [{SQUARE}]"))
        assert (mine.name, mine.title, mine.names, mine.counts) == ("mine", "Mine", ("square",), (1,))


@cache
def convex_figures() -> tuple[Ring, ...]:
    """Every convex figure of sixteen small triangles, one of each form (Wang and Hsiung 1942 show that it is so).

    It is a rectangle of whole legs without its four vertices, each cut off at 45 degrees or left as it is.
    """
    found: dict[Ring, Ring] = {}
    for width, height in product(range(1, 10), repeat=2):
        for cuts in product(range(min(width, height) + 1), repeat=4):
            a, b, c, d = cuts
            levels = (width - a - b, height - b - c, width - c - d, height - d - a)
            if 2 * width * height - sum(cut * cut for cut in cuts) == 16 and min(levels) >= 0:
                steps = [(2 * i, levels[i], 0) for i in range(4)] + [(2 * i + 1, 0, (b, c, d, a)[i]) for i in range(4)]
                ring = ring_from(ORIGIN, (along(*step) for step in sorted(steps) if any(step[1:])))
                found.setdefault(min(orientations(Shape("", ring))), ring)
    return tuple(found.values())


class TestPublishedFacts:
    def test_sixteen_triangles_make_twenty_convex_figures(self) -> None:
        assert len(convex_figures()) == 20

    @pytest.mark.slow
    @pytest.mark.parametrize(("name", "count"), [("tangram", 13), ("sei-shonagon", 16)])
    def test_how_many_convex_figures_a_set_makes(self, name: str, count: int) -> None:
        """Wang and Hsiung (1942); Fox-Epstein, Katsumata and Uehara (2016)."""
        pieces = read_piece_set(name)
        made = [ring for ring in convex_figures() if tilings(Boundary.of([ring]), [everything(pieces)], pieces=pieces)]
        assert len(made) == count

    def test_the_square_of_the_board_is_cut_as_published(self) -> None:
        """Fox-Epstein, Katsumata and Uehara (2016), figure 1, in units of a quarter of the side."""
        cut = {
            "isosceles-trapezium": ((0, 0), (2, 0), (3, 1), (3, 3)),
            "right-trapezium": ((2, 2), (4, 4), (2, 4), (1, 3)),
            "medium-triangle": ((2, 0), (4, 0), (4, 2)),
            "parallelogram": ((3, 1), (4, 2), (4, 4), (3, 3)),
            "square": ((0, 2), (1, 1), (2, 2), (1, 3)),
            "small-triangle": ((0, 2), (0, 0), (1, 1)),
        }
        pieces = read_piece_set("sei-shonagon")
        for name, vertices in cut.items():
            # a quarter of the side is half a leg times the root of two
            moved = [(x - vertices[0][0], y - vertices[0][1]) for x, y in vertices]
            shape = Shape(name, tuple(lattice_point(x, y) for x, y in moved))
            assert orientations(shape)[0] in orientations(pieces.by_name[name]), name


def lattice_point(x: int, y: int) -> tuple[int, int, int, int]:
    """Return the point (x, y) half legs times the root of two from the origin."""
    from heuristan.tangram.lattice.points import point

    return point(0, x + y, 0, y - x)


class TestShapes:
    @pytest.mark.parametrize("name", OTHERS)
    def test_each_set_has_shapes_of_its_own(self, name: str) -> None:
        assert len(shape_names(name)) >= 4
        assert not set(shape_names(name)) & set(shape_names())

    @pytest.mark.slow
    @pytest.mark.parametrize("name", [name for pieces in OTHERS for name in shape_names(pieces)])
    def test_the_expert_system_solves_them(self, name: str) -> None:
        (puzzle,) = read_outlines(name)
        assert isinstance(puzzle, Puzzle)
        assert puzzle.pieces.name in OTHERS
        result = solve(puzzle)
        assert result.status == "solved"
        assert name in solution_svg(result.trace)
        assert filmstrip_svg(result.trace)

    @pytest.mark.slow
    def test_the_tans_cannot_make_the_window(self) -> None:
        (puzzle,) = read_outlines("shonagon-window", TANGRAM)
        assert isinstance(puzzle, Puzzle)
        assert puzzle.pieces is TANGRAM
        assert solve(puzzle).status == "unsolvable"

    def test_a_run_is_described_with_the_names_of_its_pieces(self) -> None:
        (puzzle,) = read_outlines("shonagon-window")
        assert isinstance(puzzle, Puzzle)
        text = explain(solve(puzzle).trace)
        assert "an isosceles trapezium" in " ".join(text.split())
        (puzzle,) = read_outlines("banquet-hall")
        assert isinstance(puzzle, Puzzle)
        assert "small triangle are" not in " ".join(explain(solve(puzzle).trace).split())

    @pytest.mark.parametrize("name", NAMES)
    def test_the_kinds_of_a_set_have_different_colours(self, name: str) -> None:
        kinds = read_piece_set(name).names
        assert len({tone_of(kind, 0) for kind in (*kinds, "triangle-2r2")}) == len(kinds) + 1


class TestUnusualPieces:
    def test_a_piece_of_eight_sides_and_an_area_with_a_part_in_the_root_of_two(self, tmp_path: Path) -> None:
        pieces = read_piece_set(written(tmp_path, OCTAGON))
        puzzle = make_puzzle("square", [rectangle((2, 1), (2, 1))], pieces=pieces)
        result = solve(puzzle)
        assert result.status == "solved"
        assert {piece.piece: piece.rule for piece in result.pieces}["octagon"] == "vertex-fit"
        assert "an octagon" in explain(result.trace)
        assert solution_svg(result.trace)

    def test_no_rule_of_grades_takes_a_piece_of_more_than_four_sides(self, tmp_path: Path) -> None:
        pieces = read_piece_set(written(tmp_path, OCTAGON))
        puzzle = make_puzzle("octagon alone", [pieces.by_name["octagon"].ring], pieces=pieces_of(pieces, "octagon"))
        assert solve(puzzle).status == "solved"
        assert solve(puzzle, backtracking=False).status == "stuck"

    @pytest.mark.parametrize("sets", [1, 2, 3])
    def test_sets_are_counted_where_the_area_is_a_multiple_of_the_root_of_two(self, tmp_path: Path, sets: int) -> None:
        pieces = read_piece_set(written(tmp_path, RHOMBS))
        assert pieces.area[0] == 0
        long, short = along(0, 0, 2 * sets), along(1, 0, 1)
        strip = ring_from(ORIGIN, (long, short, along(4, 0, 2 * sets), along(5, 0, 1)))
        puzzle = make_puzzle("strip", [strip], pieces=pieces)
        assert puzzle.sets == sets
        assert solve(puzzle).status == "solved"

    def test_no_number_of_sets_has_another_area(self, tmp_path: Path) -> None:
        pieces = read_piece_set(written(tmp_path, RHOMBS))
        with pytest.raises(OutlineError, match=r"a set of pieces covers 2\.82843; no number of sets fits"):
            make_puzzle("square", [rectangle((2, 0), (2, 0))], pieces=pieces)


def pieces_of(pieces: PieceSet, *names: str) -> PieceSet:
    return PieceSet("some", "Some", tuple(pieces.by_name[name] for name in names), (1,) * len(names))


REFUSALS = [
    ("[1]", 1, "a set of pieces must be a table"),
    ("name: empty", 1, "the set has no pieces; add 'pieces:'"),
    ("pieces: []", 1, "'pieces' must be a list with something in it"),
    ("pieces:\n  - square", 2, "a piece must be a table"),
    ("pieces:\n  - {piece: square}", 2, "a piece needs 'piece', its name, and 'vertices'"),
    ("pieces:\n  - {peice: square}", 2, "a piece has no key 'peice'; did you mean 'piece'?"),
    ("pieces:\n  - {piece: square-2, vertices: [[0, 0], [1, 0], [0, 1]]}", 2, "'square-2' is not a name for a piece"),
    ("pieces:\n  - {piece: bar, count: 0, vertices: [[0, 0], [1, 0], [0, 1]]}", 2, "'0' is not a number of pieces"),
    ("pieces:\n  - {piece: bar, count: 17, vertices: [[0, 0], [1, 0], [0, 1]]}", 2, "a whole number from 1 to 16"),
    (f"pieces:\n  - {SQUARE}\n  - {SQUARE}", 3, "the piece 'square' is there twice; write 'count: 2'"),
    (
        f"pieces:\n  - {SQUARE}\n  - {{piece: tile, vertices: [[2, 0], [2, 1], [1, 1], [1, 0]]}}",
        3,
        "the piece 'tile' has the form of 'square'; raise the 'count'",
    ),
    ("pieces:\n  - {piece: kite, vertices: [[0, 0], [2, 1], [0, 2]]}", 2, "off the 45 degree directions"),
    (
        "pieces:\n  - {piece: half, vertices: [[0, 0], [1/2, 0], [1/2, 1], [0, 1]]}",
        2,
        "multiply all lengths of the set by 2",
    ),
    ("pieces:\n  - {piece: long, vertices: [[0, 0], [101, 0], [101, 1], [0, 1]]}", 2, "reaches farther than 100 legs"),
    (
        "pieces:\n  - {piece: chevron, vertices: [[0, 0], [1, 1], [2, 0], [2, 2], [0, 2]]}",
        2,
        "the piece 'chevron' has a concave vertex at [1, 1]; pieces must be convex",
    ),
    (
        "pieces:\n  - {piece: chevron, vertices: [[0, 2], [2, 2], [2, 0], [1, 1], [0, 0]]}",
        2,
        "the piece 'chevron' has a concave vertex at [1, 1]; pieces must be convex",
    ),
    (
        "pieces:\n  - {piece: bar, vertices: [[0, 0], [1, 0], [2, 0], [2, 1], [0, 1]]}",
        2,
        "[1, 0] on a straight side",
    ),
    ("pieces:\n  - {piece: line, vertices: [[0, 0], [1, 0], [2, 0]]}", 2, "encloses no area"),
    ("pieces:\n  - {piece: dot, vertices: [[0, 0], [1, 0]]}", 2, "a ring has 2 distinct vertices"),
    (
        "pieces:\n  - {piece: twice, vertices: [[0, 0], [4, 0], [4, 4], [1, 4], [1, 1], [3, 1], [3, 3], [0, 3]]}",
        2,
        "winds round twice",
    ),
    ("pieces:\n  - {piece: bar, vertices: [[0, 0], [1, x], [0, 1]]}", 2, "'x' is not a length"),
    (f"pieces:\n  - {SQUARE}\nwidth: 3", 3, "a set of pieces has no key 'width'"),
    ("pieces: [", 1, "this is not YAML"),
]


@pytest.mark.parametrize(("text", "line", "message"), REFUSALS)
def test_a_bad_set_is_refused_with_its_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(PieceSetError) as fault:
        read_piece_set(path)
    assert str(fault.value).startswith(f"{path}:{line}: ")
    assert message in str(fault.value)


def test_too_many_pieces_are_refused(tmp_path: Path) -> None:
    kinds = [f"{{piece: bar-{'a' * n}, vertices: [[0, 0], [{n}, 0], [{n}, 1], [0, 1]]}}" for n in range(1, 12)]
    with pytest.raises(PieceSetError, match="11 kinds of piece; more than 10 are not read"):
        read_piece_set(written(tmp_path, "pieces: [" + ", ".join(kinds) + "]"))
    counted = [kind.replace("{", "{count: 9, ") for kind in kinds[:2]]
    with pytest.raises(PieceSetError, match="more than 16 pieces"):
        read_piece_set(written(tmp_path, "pieces: [" + ", ".join(counted) + "]"))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("tangramm", "there is no set of pieces or file 'tangramm'; did you mean 'tangram'?"),
        ("no/such.yaml", "there is no set of pieces or file 'no/such.yaml'"),
    ],
)
def test_an_unknown_set_is_refused(source: str, message: str) -> None:
    with pytest.raises(PieceSetError) as fault:
        read_piece_set(source)
    assert message in str(fault.value)


class TestSetsOfOutlines:
    BOX = "vertices: [[0, 0], [4, 0], [4, 2], [0, 2]]"

    def read(self, path: Path, pieces: PieceSet | None = None) -> Puzzle | Refusal:
        (found,) = read_outlines(path, pieces)
        return found

    def test_a_shape_says_its_set(self, tmp_path: Path) -> None:
        puzzle = self.read(written(tmp_path, f"set: sei-shonagon\n{self.BOX}"))
        assert isinstance(puzzle, Puzzle)
        assert puzzle.pieces == read_piece_set("sei-shonagon")

    def test_a_shape_without_a_word_is_of_the_tans(self, tmp_path: Path) -> None:
        puzzle = self.read(written(tmp_path, self.BOX))
        assert isinstance(puzzle, Puzzle)
        assert puzzle.pieces is TANGRAM

    @pytest.mark.parametrize("own", ["", "set: two-tangrams\nsets: 1\n"])
    def test_the_set_that_is_asked_for_goes_before_the_shape_s_own(self, tmp_path: Path, own: str) -> None:
        box = self.BOX.replace("2", "4") if own else self.BOX
        puzzle = self.read(written(tmp_path, own + box), read_piece_set("sei-shonagon"))
        assert isinstance(puzzle, Puzzle)
        assert (puzzle.pieces.name, puzzle.sets) == ("sei-shonagon", 2 if own else 1)

    def test_pieces_laid_down_are_of_the_set(self, tmp_path: Path) -> None:
        tables = ", ".join(f"{{piece: {name}, at: [0, {i}]}}" for i, name in enumerate(["long-table"] * 2))
        with pytest.raises(InputError, match="0 medium-table instead of 2, 0 small-table instead of 3"):
            self.read(written(tmp_path, f"set: banquet-tables\npieces: [{tables}]"))

    def test_tans_laid_down_are_asked_of_another_set(self) -> None:
        (puzzle,) = read_outlines("convex-square", read_piece_set("sei-shonagon"))
        assert isinstance(puzzle, Puzzle)
        assert puzzle.pieces.name == "sei-shonagon"
        assert solve(puzzle).status == "solved"

    @pytest.mark.parametrize("own", ["", "set: tangram\n"])
    def test_an_area_that_the_other_set_does_not_have_is_refused_with_its_line(self, own: str, tmp_path: Path) -> None:
        path = written(tmp_path, f"name: mine\n{own}vertices: [[0, 0], [4, 0], [4, 2], [0, 2]]")
        with pytest.raises(InputError, match=rf"{path.name}:{2 + bool(own)}: the area is 8 legs squared, and a set"):
            read_outlines(path, read_piece_set("banquet-tables"))

    def test_an_unknown_set_of_a_shape(self, tmp_path: Path) -> None:
        path = written(tmp_path, f"set: shonagon\n{self.BOX}")
        with pytest.raises(InputError) as fault:
            self.read(path)
        assert f"{path}:1: 'set' cannot be 'shonagon'; did you mean 'sei-shonagon'?" in str(fault.value)

    @pytest.mark.parametrize(
        ("properties", "asked", "name", "sets"),
        [
            ({}, None, "tangram", 1),
            ({"set": "sei-shonagon"}, None, "sei-shonagon", 1),
            ({"set": "two-tangrams", "sets": 1}, "sei-shonagon", "sei-shonagon", 1),
            ({"sets": 2}, "sei-shonagon", "sei-shonagon", 2),
        ],
    )
    def test_geojson_says_its_set(
        self, tmp_path: Path, properties: dict[str, object], asked: str | None, name: str, sets: int
    ) -> None:
        side = 8**0.5 * sets**0.5
        ring = [[0, 0], [side, 0], [side, side], [0, side], [0, 0]]
        feature = {
            "type": "Feature",
            "properties": properties,
            "geometry": {"type": "Polygon", "coordinates": [ring]},
        }
        path = written(tmp_path, json.dumps(feature), "box.geojson")
        puzzle = self.read(path, read_piece_set(asked) if asked else None)
        assert isinstance(puzzle, Puzzle)
        assert (puzzle.pieces.name, puzzle.sets) == (name, sets)

    def test_an_unknown_set_of_a_feature(self, tmp_path: Path) -> None:
        geometry = {"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]]]}
        feature = {"type": "Feature", "properties": {"set": 7}, "geometry": geometry}
        with pytest.raises(InputError, match="'set' is 7; there are banquet-tables"):
            self.read(written(tmp_path, json.dumps(feature), "box.geojson"))


class TestRankings:
    RULE = "rules: [{rule: mine, of: KIND, four-sided: OOOO, prefer: fewest-fits, only: [NAME]}]"

    @pytest.mark.parametrize(
        ("kind", "name"), [("pieces", "long-table"), ("pieces", "square"), ("composites", "rectangle-2x5")]
    )
    def test_a_rule_may_name_a_figure_of_any_set(self, tmp_path: Path, kind: str, name: str) -> None:
        text = self.RULE.replace("KIND", kind).replace("NAME", name)
        ranking = read_ranking(written(tmp_path, text))
        assert ranking.rules[0].only == {name}
        (puzzle,) = read_outlines("convex-square")
        assert isinstance(puzzle, Puzzle)
        assert solve(puzzle, ranking).status == "solved"

    def test_a_figure_of_no_set_is_refused(self, tmp_path: Path) -> None:
        text = self.RULE.replace("KIND", "pieces").replace("NAME", "long-tabel")
        with pytest.raises(RankingError, match="a piece cannot be 'long-tabel'; did you mean 'long-table'"):
            read_ranking(written(tmp_path, text))
        text = self.RULE.replace("KIND", "composites").replace("NAME", "rectangle-2x99")
        with pytest.raises(RankingError, match="a composite cannot be 'rectangle-2x99'; did you mean 'rectangle-2x"):
            read_ranking(written(tmp_path, text))


def test_a_piece_that_the_set_does_not_have_is_not_a_solution() -> None:
    (puzzle,) = read_outlines("shonagon-square")
    assert isinstance(puzzle, Puzzle)
    laid = Placement("large-triangle", (), TANGRAM.by_name["large-triangle"].ring)
    assert "wrong set of pieces" in str(fault_of(puzzle, [laid]))


class TestCommands:
    def test_the_shapes_of_a_set_are_listed(self) -> None:
        ran = CliRunner().invoke(app, ["shapes", "--set", "banquet-tables"])
        assert ran.exit_code == 0
        assert set(shape_names("banquet-tables")) <= set(ran.output.split())

    def test_shapes_take_a_line_each_and_one_that_is_named_more(self) -> None:
        listed = CliRunner().invoke(app, ["shapes"]).output.splitlines()
        assert sorted(line.split()[0] for line in listed) == shape_names()
        assert "ears" in CliRunner().invoke(app, ["shapes", "cat"]).output
        assert "did you mean 'cat'?" in CliRunner().invoke(app, ["shapes", "catt"]).output

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["shapes", "--set", "banquet"], "there is no set of pieces 'banquet'; did you mean 'banquet-tables'?"),
            (["shapes", "--set", "two-tangrams"], "no shapes of the set 'two-tangrams' ship with heuristan"),
            (["solve", "convex-square", "--set", "tangramm"], "did you mean 'tangram'?"),
        ],
    )
    def test_what_cannot_be_used_is_said_without_a_traceback(self, arguments: list[str], message: str) -> None:
        ran = CliRunner().invoke(app, arguments)
        assert ran.exit_code == 2
        assert message in ran.output
        assert "Traceback" not in ran.output

    def test_an_outline_is_asked_of_another_set(self) -> None:
        ran = CliRunner().invoke(app, ["solve", "convex-square", "--set", "sei-shonagon", "--format", "json"])
        assert ran.exit_code == 0
        assert {piece["piece"] for piece in json.loads(ran.stdout)["pieces"]} == set(
            read_piece_set("sei-shonagon").names
        )
