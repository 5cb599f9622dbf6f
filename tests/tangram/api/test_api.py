"""`heuristan.Puzzle` and `heuristan.Solution`: what they promise, and that their page is true."""

import doctest
import json
import pickle
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import affinity
from shared.places import TOP
from shared.strategies import puzzles

import heuristan
from heuristan import InputError, OutlineError, Puzzle, Refusal, read_piece_set
from heuristan.common.overlay import SHARE, symmetric_difference, union
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.puzzle import Puzzle as Core
from heuristan.tangram.render.solution import solution_svg

BOOK_PAGE = TOP / "docs" / "images" / "book-page.jpg"
SESSION = re.compile(r"^```pycon\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SHAPES = ("ballerina", "cat", "convex-square", "fish", "paradox-bowl-nick", "swan", "two-swans")
SQUARE = [(0, 0), (2, 2), (0, 4), (-2, 2)]

Motion = Callable[[shapely.Geometry], shapely.Geometry]


@st.composite
def similarities(draw: st.DrawFn) -> Motion:
    """Any turn, scale and displacement of the plane, and perhaps a reflection."""
    scale, angle = draw(st.floats(0.01, 1000)), draw(st.floats(0, 360))
    x, y = draw(st.tuples(st.floats(-100, 100), st.floats(-100, 100)))
    sign = draw(st.sampled_from([1, -1]))

    def move(geometry: shapely.Geometry) -> shapely.Geometry:
        turned = affinity.rotate(affinity.scale(geometry, scale, sign * scale, origin=(0, 0)), angle, origin=(0, 0))
        return affinity.translate(turned, scale * x, scale * y)

    return move


def share_of_one(a: shapely.Geometry, b: shapely.Geometry) -> float:
    """The area that only one of two covers, as a part of the first."""
    return float(symmetric_difference(a, b).area / a.area)


def moved_by_the_grid(outline: shapely.Geometry) -> float:
    """The same part, where making an outline valid moves its edges by a step of the grid, or two (`common.overlay`)."""
    left, low, right, high = outline.bounds
    return float(2 * 2**SHARE * max(right - left, high - low) * outline.length / outline.area)


def covered(solution: heuristan.Solution) -> shapely.Geometry:
    return union([polygon for _, polygon in solution.to_shapely()])


def ring_of(name: str) -> list[tuple[float, float]]:
    outline = Puzzle.from_name(name).to_shapely()
    assert isinstance(outline, shapely.Polygon)
    return [*outline.exterior.coords[:-1]]


class TestCoordinates:
    @given(puzzles(), similarities())
    def test_the_outline_in_shapely_is_the_same_puzzle_wherever_it_lies(self, core: Core, move: Motion) -> None:
        outline = Puzzle.of(core).to_shapely()
        assert outline.is_valid
        assert outline.area == pytest.approx(TANGRAM.legs_squared)
        again = Puzzle.from_shapely(move(outline), sets=1)
        assert again.reading is None
        assert share_of_one(move(outline), again.to_shapely()) < moved_by_the_grid(move(outline))
        assert Counter(map(len, again.rings)) == Counter(map(len, core.rings))

    @given(st.sampled_from(SHAPES), similarities())
    def test_any_similarity_is_solved_alike(self, name: str, move: Motion) -> None:
        shape = Puzzle.from_name(name)
        outline = move(shape.to_shapely())
        solution = Puzzle.from_shapely(outline, sets=shape.sets).solve("exact")
        assert solution.status == "solved"
        assert Counter(name for name, _ in solution.to_shapely()) == shape.stock
        assert share_of_one(outline, covered(solution)) < moved_by_the_grid(outline)

    @pytest.mark.slow
    @given(similarities(), st.data())
    def test_what_is_drawn_is_read_and_solved(self, move: Motion, data: st.DataObject) -> None:
        off = st.floats(-0.006, 0.006)
        drawn = [(x + data.draw(off), y + data.draw(off)) for x, y in ring_of("cat")]
        outline = move(shapely.Polygon(drawn))
        puzzle = Puzzle.from_vertices([*outline.exterior.coords])
        assert puzzle.reading is None or puzzle.reading.moved < 0.02
        solution = puzzle.solve("exact")
        assert solution.status == "solved"
        assert share_of_one(outline, covered(solution)) < 0.05
        areas = sorted(polygon.area / outline.area * 16 for _, polygon in solution.to_shapely())
        assert areas == pytest.approx([1, 1, 2, 2, 2, 4, 4])

    def test_vertices_with_a_hole_are_the_polygon_with_it(self) -> None:
        fish = Puzzle.from_name("fish").to_shapely()
        assert isinstance(fish, shapely.Polygon)
        by_vertices = Puzzle.from_vertices(fish.exterior.coords, [ring.coords for ring in fish.interiors])
        assert by_vertices == Puzzle.from_shapely(fish)
        assert by_vertices.solve("exact").status == "solved"

    def test_vertices_may_be_an_array(self) -> None:
        numpy = pytest.importorskip("numpy")
        assert Puzzle.from_vertices(numpy.array(SQUARE)) == Puzzle.from_vertices(SQUARE)

    def test_the_set_of_pieces_is_given_by_name(self) -> None:
        square = Puzzle.from_vertices(SQUARE, pieces="sei-shonagon").solve("exact")
        assert square.status == "solved"
        assert Counter(name for name, _ in square.to_shapely()) == read_piece_set("sei-shonagon").stock(1)

    @pytest.mark.parametrize(
        ("vertices", "message"),
        [
            ([], "a ring has 0 vertices; an outline needs at least three"),
            ([(0, 0), (1, 1)], "a ring has 2 vertices; an outline needs at least three"),
            ([(0, 0), (4, 0), (0, 4), (4, 4)], "its edge from (4, 0) to (0, 4) crosses the edge from (4, 4) to (0, 0)"),
            ([(0, 0), (1,), (0, 1)], "vertex 2 is '(1,)'; give two numbers"),
            ([(0, 0), (1, "x"), (0, 1)], "vertex 2 is \"(1, 'x')\"; give two numbers"),
            ([(0, 0), 7, (0, 1)], "vertex 2 is '7'; give two numbers"),
            ([(0, 0), (float("nan"), 0), (0, 1)], "vertex 2 is (nan, 0.0)"),
            ([(0, 0), (10**400, 0), (0, 1)], "give two numbers"),
        ],
    )
    def test_what_is_no_outline_is_refused_with_the_place(self, vertices: Any, message: str) -> None:
        with pytest.raises(OutlineError, match=re.escape(message)):
            Puzzle.from_vertices(vertices)

    @pytest.mark.parametrize(
        ("geometry", "message"),
        [
            (shapely.Point(1, 2), "a Point is not an outline"),
            (shapely.Polygon(), "the outline is empty"),
            (None, "a NoneType is not an outline"),
            (shapely.box(0, 0, 1, float("inf")), "finite"),
        ],
    )
    def test_a_geometry_that_is_no_outline_is_refused(self, geometry: Any, message: str) -> None:
        with pytest.raises(OutlineError, match=message):
            Puzzle.from_shapely(geometry)

    @pytest.mark.parametrize("sets", [0, -1, 101])
    def test_a_number_of_sets_that_cannot_be_is_refused(self, sets: int) -> None:
        with pytest.raises(OutlineError, match=f"sets is {sets}; give a whole number from 1 to 100"):
            Puzzle.from_vertices(SQUARE, sets=sets)


class TestFiles:
    def test_the_formats_are_those_of_the_front_door(self, tmp_path: Path) -> None:
        (tmp_path / "brick.wkt").write_text("POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))", encoding="utf-8")
        brick = Puzzle.from_file(tmp_path / "brick.wkt")
        assert brick.id == "brick"
        assert brick.to_shapely().equals(shapely.box(0, 0, 4, 2))

    def test_many_are_read_with_the_bad_ones_among_them(self, tmp_path: Path) -> None:
        path = tmp_path / "two.wkt"
        path.write_text("POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))\nPOINT (1 1)\n", encoding="utf-8")
        puzzle, refusal = Puzzle.all_from_file(path)
        assert isinstance(puzzle, Puzzle)
        assert isinstance(refusal, Refusal)
        assert refusal.message.startswith(f"{path}:2: a POINT is no polygon")
        with pytest.raises(InputError, match="the file holds several outlines; read them with Puzzle"):
            Puzzle.from_file(path)

    def test_the_one_outline_of_a_file_must_be_good(self, tmp_path: Path) -> None:
        (tmp_path / "spot.wkt").write_text("POINT (1 1)", encoding="utf-8")
        with pytest.raises(InputError, match=r"spot.wkt:1: a POINT is no polygon"):
            Puzzle.from_file(tmp_path / "spot.wkt")

    def test_a_name_is_never_a_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "skatter").write_text("POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))", encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        assert Puzzle.from_file("skatter").id == "skatter"
        with pytest.raises(InputError, match="there is no shape 'skatter'; did you mean 'skater'"):
            Puzzle.from_name("skatter")


class TestImages:
    @pytest.fixture
    def pixels(self) -> Any:
        """The runner on the page, red first."""
        return pytest.importorskip("cv2").imread(str(BOOK_PAGE))[440:712, 60:280, ::-1]

    @pytest.mark.slow
    def test_path_bytes_and_pixels_are_the_same_picture(self, pixels: Any, tmp_path: Path) -> None:
        path = tmp_path / "runner.png"
        assert pytest.importorskip("cv2").imwrite(str(path), pixels[:, :, ::-1])
        by_path, by_bytes = Puzzle.from_image(path), Puzzle.from_image(path.read_bytes())
        assert by_path.to_shapely() == by_bytes.to_shapely() == Puzzle.from_image(pixels).to_shapely()
        assert (by_path.id, by_bytes.id) == ("runner", "picture")
        assert by_path.solve("exact").status == "solved"

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "form",
        [
            lambda pixels: pixels[:, :, 1],
            lambda pixels: pixels[:, :, 1:2],
            lambda pixels: pixels / 255,
            lambda pixels: pixels[:, :, 1] > 128,
            lambda pixels: pixels.astype("int64"),
        ],
        ids=["grey", "one channel", "floats", "black and white", "whole numbers"],
    )
    def test_pixels_are_of_many_kinds(self, pixels: Any, form: Callable[[Any], Any]) -> None:
        found = Puzzle.from_image(form(pixels)).to_shapely()
        assert share_of_one(Puzzle.from_image(pixels).to_shapely(), found) < 0.02

    @pytest.mark.parametrize("shape", [(40,), (40, 40, 2), (40, 40, 3, 1), (0, 40)])
    def test_an_array_that_is_no_picture_is_refused(self, shape: tuple[int, ...]) -> None:
        numpy = pytest.importorskip("numpy")
        pytest.importorskip("cv2")
        with pytest.raises(InputError, match="is not a picture; give rows of grey levels or of colours"):
            Puzzle.from_image(numpy.zeros(shape))

    def test_bytes_that_are_no_picture_are_refused_without_a_path(self) -> None:
        pytest.importorskip("cv2")
        with pytest.raises(InputError, match=r"^the picture: this is not a picture; save it as PNG or JPEG$"):
            Puzzle.from_image(b"POLYGON")

    def test_the_figure_must_be_there(self, pixels: Any) -> None:
        with pytest.raises(InputError, match=r"^the picture: there is one figure on it, and number 2 was"):
            Puzzle.from_image(pixels, 2)
        with pytest.raises(ValueError, match="figure is 0; give a whole number: figures are counted from 1"):
            Puzzle.from_image(pixels, 0)


class TestSolving:
    @pytest.mark.slow
    @pytest.mark.parametrize("solver", ["expert", "exact", "ford"])
    def test_every_solver_gives_the_outline_back_in_pieces(self, solver: Any) -> None:
        puzzle = Puzzle.from_name("convex-square")
        solution = puzzle.solve(solver)
        assert solution.solver == solver
        assert share_of_one(puzzle.to_shapely(), covered(solution)) < 1e-12
        assert [name for name, _ in solution.to_shapely()] == [piece.piece for piece in solution.pieces]

    @pytest.mark.slow
    def test_the_expert_system_takes_what_the_command_line_does(self) -> None:
        puzzle = Puzzle.from_name("digit-9")
        assert puzzle.solve(backtracking=False).status == "stuck"
        assert puzzle.solve(way="published").status == "stuck"
        assert puzzle.solve(way="retry").message.startswith("E1")
        assert puzzle.solve(ranking="composites-first").ranking == "composites-first"

    def test_the_time_may_be_over(self) -> None:
        solution = Puzzle.from_name("swan").solve("expert", limit=1e-9)
        assert (solution.status, solution.to_shapely()) == ("limit", [])
        assert solution._repr_svg_().startswith("<svg")

    @pytest.mark.parametrize(
        ("how", "message"),
        [
            ({"solver": "exakt"}, "there is no solver 'exakt'; did you mean 'exact'?"),
            ({"solver": "exact", "ranking": "composites-first"}, "no meaning for the solver 'exact'"),
            ({"solver": "ford", "backtracking": False}, "no meaning for the solver 'ford'"),
            ({"solver": "exact", "way": "retry"}, "no meaning for the solver 'exact'"),
            ({"way": "retri"}, "there is no way 'retri'; did you mean 'retry'?"),
            ({"way": "retry", "backtracking": False}, "backtracking=False is the way 'published'"),
            ({"ranking": "composite-first"}, "composites-first"),
            ({"limit": -1}, "limit is -1; give a number of seconds above 0"),
            ({"limit": "x"}, "limit is 'x'; give a number of seconds above 0"),
        ],
    )
    def test_what_cannot_be_meant_is_refused(self, how: Any, message: str) -> None:
        with pytest.raises(ValueError, match=re.escape(message)):
            Puzzle.from_name("cat").solve(**how)


class TestPictures:
    def test_a_solution_is_shown_as_the_command_line_draws_it(self) -> None:
        solution = Puzzle.from_name("cat").solve()
        assert solution._repr_svg_() == solution_svg(solution.trace)

    def test_attempts_are_values_and_can_be_told_and_drawn(self, tmp_path: Path) -> None:
        solution = heuristan.solve("digit-9", backtracking=False)
        first, *others = solution.attempts
        assert others
        assert first.stuck is not None
        assert [match.step for match in first.taken] == list(range(1, first.stuck.extracted + 1))
        assert f"Attempt 1 of {len(solution.attempts)}" in solution.explain(1).replace("\xa0", " ")
        for attempt in (1, "all", None):
            solution.save(tmp_path / "nine.svg", attempt)  # type: ignore[arg-type]
            text = (tmp_path / "nine.svg").read_text(encoding="utf-8")
            assert (f"of {len(solution.attempts)}, from E1" in text.replace("\xa0", " ")) == (attempt is not None)
        with pytest.raises(InputError, match="there is no attempt 99"):
            solution.explain(99)

    def test_a_solution_is_saved(self, tmp_path: Path) -> None:
        solution = Puzzle.from_name("cat").solve("exact")
        solution.save(tmp_path / "cat.svg")
        solution.save(str(tmp_path / "cat.PNG"))
        assert (tmp_path / "cat.svg").read_text(encoding="utf-8") == solution._repr_svg_()
        assert (tmp_path / "cat.PNG").read_bytes().startswith(b"\x89PNG")
        with pytest.raises(ValueError, match=r"end the name in .svg or .png"):
            solution.save(tmp_path / "cat.pdf")

    def test_the_silhouette_of_a_solution_that_cannot_be_told(self) -> None:
        from dataclasses import replace

        solution = Puzzle.from_name("cat").solve()
        untold = replace(solution, trace=())
        assert untold._repr_svg_() == solution.puzzle._repr_svg_()

    def test_silhouettes_stand_upright_whichever_way_y_runs(self) -> None:
        cat = ring_of("cat")
        upright = Puzzle.from_vertices(cat)
        flipped = [(x, -y) for x, y in cat]
        assert Puzzle.from_vertices(flipped, y_down=True)._repr_svg_() == upright._repr_svg_()
        assert Puzzle.from_vertices(flipped)._repr_svg_() != upright._repr_svg_()

    def test_values_tell_something_in_a_console(self) -> None:
        puzzle = Puzzle.from_name("cat")
        assert repr(puzzle) == "<Puzzle 'cat': 13 vertices, 1 set of tangram>"
        assert repr(puzzle.solve()) == "<Solution of 'cat': solved with 6 extractions, 0 undone>"
        assert repr(read_piece_set("tangram")) == "<PieceSet 'tangram': 7 pieces>"
        assert repr(heuristan.read_ranking("composites-first")).startswith("<Ranking 'composites-first': ")
        stuck = Puzzle.from_name("digit-9").solve(backtracking=False)
        assert repr(stuck).startswith("<Solution of 'digit-9': stuck: ")


class TestFunctions:
    @pytest.mark.parametrize("of", ["value", "name", "path", "file", "shapely", "core"])
    def test_whatever_a_user_holds_is_solved(self, of: str, tmp_path: Path) -> None:
        path = tmp_path / "cat.wkt"
        puzzle = Puzzle.from_name("cat")
        path.write_text(puzzle.to_shapely().wkt, encoding="utf-8")
        given = {
            "value": puzzle,
            "name": "cat",
            "path": path,
            "file": str(path),
            "shapely": puzzle.to_shapely(),
            "core": Core(**{name: getattr(puzzle, name) for name in Core.__dataclass_fields__}),
        }
        solution = heuristan.solve(given[of], "exact")
        assert isinstance(solution, heuristan.Solution)
        assert isinstance(solution.puzzle, Puzzle)
        assert share_of_one(puzzle.to_shapely(), covered(solution)) < 1e-9

    def test_what_is_not_a_puzzle_is_refused(self) -> None:
        with pytest.raises(
            TypeError, match="a value of the type int is not a puzzle; give a Puzzle, the name of a shape"
        ):
            heuristan.solve(7)  # type: ignore[arg-type]
        with pytest.raises(InputError, match="did you mean 'cat'"):
            heuristan.solve("caat")

    def test_outlines_are_read_as_puzzles_with_methods(self) -> None:
        (cat,) = heuristan.read_outlines("cat")
        assert isinstance(cat, Puzzle)
        assert cat == Puzzle.from_name("cat")
        assert cat.solve("exact").status == "solved"

    def test_all_solutions_are_counted(self) -> None:
        counted = heuristan.solve_exactly("cat", want="count").searched
        assert counted is not None
        assert counted.count is not None
        assert counted.count.distinct == 2
        with pytest.raises(ValueError, match="looks for one solution"):
            heuristan.solve("cat", want="all")

    def test_the_page_of_help_is_true(self) -> None:
        failed, tried = doctest.testmod(heuristan)
        assert (failed, tried > 4) == (0, True)


class TestModule:
    def test_importing_it_loads_nothing_heavy(self) -> None:
        code = "import sys, heuristan; print(*sys.modules)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=TOP)
        loaded = {name.partition(".")[0] for name in done.stdout.split()}
        assert "heuristan" in loaded
        assert not loaded & {"numpy", "shapely", "experta", "yaml", "cv2", "svg", "resvg_py", "numba", "click"}

    def test_every_name_is_there_and_is_listed(self) -> None:
        assert {*heuristan.__all__} <= {*dir(heuristan)}
        assert all(getattr(heuristan, name) is not None for name in heuristan.__all__)
        with pytest.raises(AttributeError, match="module 'heuristan' has no attribute 'puzle'"):
            heuristan.puzle  # noqa: B018


SESSIONS = [page for page in sorted((TOP / "docs").rglob("*.md")) if SESSION.search(page.read_text(encoding="utf-8"))]


@pytest.mark.slow
@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: page.stem)
def test_the_sessions_of_the_pages_go_as_they_are_told(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cv2")
    monkeypatch.chdir(TOP)
    session = "\n".join(SESSION.findall(page.read_text(encoding="utf-8")))
    told = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    assert told.examples
    said: list[str] = []
    failed, _ = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(told, out=said.append)
    assert not failed, "".join(said)


class TestMethods:
    @pytest.fixture
    def cat(self) -> Puzzle:
        return Puzzle.from_name("cat")

    @pytest.fixture
    def solved(self, cat: Puzzle) -> heuristan.Solution:
        return cat.solve()

    @pytest.mark.parametrize("given", [(), ("cat",), ("cat", []), ([(0, 0), (1, 0), (0, 1)],)])
    def test_a_puzzle_is_made_by_methods_alone(self, given: Any) -> None:
        with pytest.raises(TypeError, match=re.escape("Puzzle.from_name('cat')")):
            Puzzle(*given)

    def test_it_can_be_copied_and_sent_elsewhere(self, cat: Puzzle) -> None:
        assert pickle.loads(pickle.dumps(cat)) == copy(cat) == cat
        assert replace(cat, id="other").id == "other"

    def test_a_solution_is_true_if_it_is_solved(self, solved: heuristan.Solution) -> None:
        assert solved
        assert not heuristan.solve("impossible-shed")
        assert not heuristan.solve("digit-9", backtracking=False)

    @pytest.mark.parametrize("limit", [0, -1, "5", True, float("nan"), float("inf"), [1]])
    def test_what_is_no_limit_is_refused_in_words(self, cat: Puzzle, limit: Any) -> None:
        for ask in (cat.solve, cat.count, cat.hint):
            with pytest.raises(ValueError, match=r"give a number of seconds above 0, like 2\.5"):
                ask(limit=limit)

    def test_what_is_no_ranking_and_no_set_is_refused_in_words(self, cat: Puzzle) -> None:
        with pytest.raises(ValueError, match="ranking is 5; give the name"):
            cat.solve(ranking=5)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="pieces is 5; give the name"):
            Puzzle.from_vertices(SQUARE, pieces=5)  # type: ignore[arg-type]
        with pytest.raises(OutlineError, match="'5' is no list of vertices"):
            Puzzle.from_vertices(5)  # type: ignore[arg-type]

    @pytest.mark.parametrize("placed", [3, None, "square", ""])
    def test_what_are_no_pieces_is_refused_in_words(self, cat: Puzzle, placed: Any) -> None:
        with pytest.raises(TypeError, match="give a list of pieces, like"):
            cat.hint(placed)

    def test_a_piece_that_is_none_is_refused_in_words(self, cat: Puzzle) -> None:
        for ask in (cat.hint, cat.verify):
            with pytest.raises(ValueError, match=r"3 is not a piece \(it is not a pair\); give a name"):
                ask([3])  # type: ignore[operator]

    def test_an_empty_path_is_refused_in_words(self, cat: Puzzle, solved: heuristan.Solution) -> None:
        reads = (heuristan.solve, heuristan.read_outlines, Puzzle.from_file, Puzzle.from_image)
        for ask in (*reads, cat.verify, solved.save):
            with pytest.raises(InputError, match="the path of the file is empty; give one like"):
                ask("")  # type: ignore[operator]

    @pytest.mark.parametrize("path", [3, None, ["cat"]])
    def test_what_is_no_path_is_refused_in_words(self, solved: heuristan.Solution, path: Any) -> None:
        for ask in (heuristan.read_outlines, Puzzle.from_file, solved.save):
            with pytest.raises(TypeError, match="is not the path of a file; give one like"):
                ask(path)
        with pytest.raises(TypeError, match="is not a ranking; give the name or the file of one"):
            heuristan.read_ranking(path)

    def test_an_empty_name_is_not_the_default_ranking(self, cat: Puzzle) -> None:
        for ask in (cat.solve, cat.hint):
            with pytest.raises(ValueError, match="there is no ranking or file ''"):
                ask(ranking="")

    @pytest.mark.parametrize("attempt", ["x", 1.5, True, ""])
    def test_what_is_no_attempt_is_refused_in_words(self, solved: heuristan.Solution, attempt: Any) -> None:
        for ask in (solved.explain, solved.brief, solved.film_strip):
            with pytest.raises(InputError, match=r"attempt is .*; give its number, from 1, or 'all'"):
                ask(attempt)

    @pytest.mark.parametrize("given", ["cat", 3, None])
    def test_a_consultation_is_begun(self, given: Any) -> None:
        with pytest.raises(TypeError, match=re.escape("Consultation.begun(Puzzle.from_name('cat'))")):
            heuristan.Consultation(given)

    def test_numbers_of_numpy_are_numbers(self, cat: Puzzle) -> None:
        assert cat.solve(limit=numpy.float32(20)).status == "solved"  # type: ignore[arg-type]
        assert Puzzle.from_vertices(SQUARE, sets=numpy.int64(1)).sets == 1  # type: ignore[arg-type]

    @pytest.mark.parametrize("figure", [0, -1, "1", 1.5, None])
    def test_what_is_no_figure_is_refused_in_words(self, figure: Any) -> None:
        pytest.importorskip("cv2")
        with pytest.raises(ValueError, match="figures are counted from 1"):
            Puzzle.from_image(BOOK_PAGE, figure=figure)

    def test_a_folder_that_is_missing_is_named(self, solved: heuristan.Solution, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError, match=r"there is no folder .*nodir; make it first"):
            solved.save(tmp_path / "nodir" / "x.svg")

    def test_a_film_strip_by_its_ending(self, solved: heuristan.Solution, tmp_path: Path) -> None:
        solved.save(tmp_path / "cat.filmstrip.svg")
        assert (tmp_path / "cat.filmstrip.svg").read_text(encoding="utf-8") == solved.film_strip()
        assert solved.film_strip() != solved._repr_svg_()

    def test_in_brief(self, solved: heuristan.Solution) -> None:
        assert len(solved.brief().splitlines()) < 20 < len(solved.explain().splitlines())

    def test_counts(self, cat: Puzzle) -> None:
        assert (cat.count().tilings, cat.count().complete) == (2, True)
        assert Puzzle.from_name("impossible-shed").count().tilings == 0

    def test_hints_follow_one_another_to_a_solution(self, cat: Puzzle) -> None:
        placed: list[str] = []
        while (hint := cat.hint(placed)).kind == "hint":
            placed.append(hint.words.splitlines()[1])
        assert hint.kind == "solved"
        assert len(placed) == 7
        assert cat.verify(placed).verdict == "right"

    def test_a_hint_is_words_and_data(self, cat: Puzzle) -> None:
        hint = cat.hint(reveal="piece")
        assert str(hint) == hint.words
        assert hint.as_json()["piece"] == "parallelogram"
        assert "vertices" not in hint.as_json()
        with pytest.raises(ValueError, match="reveal is 'all'; there are vertex, piece, place"):
            cat.hint(reveal="all")  # type: ignore[arg-type]

    def test_what_cannot_lie_so_is_refused(self, cat: Puzzle) -> None:
        for placed, words in (
            ([5], "5 is not a piece"),
            ([("square", [(0, 0)])], "encloses no area"),
            (["square 1,2"], "at least 3"),
            ([("square", [(90, 90), (91, 90), (91, 91), (90, 91)])], "outside the outline"),
        ):
            with pytest.raises(ValueError, match=words):
                cat.hint(placed)  # type: ignore[arg-type]

    def test_a_solution_is_judged_in_whatever_form(
        self, cat: Puzzle, solved: heuristan.Solution, tmp_path: Path
    ) -> None:
        file = tmp_path / "results.jsonl"
        others = [heuristan.solve("swan"), solved]
        file.write_text("".join(json.dumps(one.as_json()) + "\n" for one in others), encoding="utf-8")
        pairs = [(piece.piece, piece.vertices) for piece in solved.pieces]
        unnamed = [(None, polygon) for _, polygon in solved.to_shapely()]
        for result in (
            solved,
            solved.as_json(),
            solved.to_shapely(),
            pairs,
            unnamed,
            file,
            cat.solve("exact", want="all"),
        ):
            assert cat.verify(result).verdict == "right"
        assert cat.verify(heuristan.solve("swan")).verdict == "wrong"
        assert cat.verify(pairs[1:]).verdict == "wrong"

    def test_a_file_in_which_its_result_cannot_be_read_is_refused(self, cat: Puzzle, tmp_path: Path) -> None:
        file = tmp_path / "results.jsonl"
        file.write_text('{"id": "cat", "status": "perhaps"}\n{"id": "swan", "status": "stuck"}\n', encoding="utf-8")
        with pytest.raises(InputError, match="the status is 'perhaps'"):
            cat.verify(file)

    @pytest.mark.parametrize("result", [{"x": 1}, {"status": {1}}, 5, "missing.json"])
    def test_what_is_no_result_is_refused(self, cat: Puzzle, result: Any) -> None:
        with pytest.raises(InputError):
            cat.verify(result)

    def test_steps_are_rows_of_a_table(self, solved: heuristan.Solution) -> None:
        steps = solved.steps
        assert [step.number for step in steps] == [*range(1, len(steps) + 1)]
        assert sum(shapely.Polygon(step.vertices).area for step in steps) == pytest.approx(
            solved.puzzle.to_shapely().area
        )
        assert all(step.rule and len(step.grades) == len(step.vertices) for step in steps)
        searched = heuristan.solve("cat", "exact").steps
        assert [(step.kind, step.rule) for step in searched] == [("piece", "")] * 7

    def test_answers_are_short_in_a_shell_and_pictures_in_a_notebook(
        self, cat: Puzzle, solved: heuristan.Solution
    ) -> None:
        wrong = cat.verify([("square", [(0, 0), (1, 0), (1, 1), (0, 1)])])
        for answer in (cat.hint(), cat.hint(reveal="vertex"), wrong, cat.verify(solved), solved.film_strip()):
            assert len(repr(answer)) < 160
            assert "<svg" in (answer._repr_svg_() or "")
        assert isinstance(solved.film_strip(), str)
        assert pickle.loads(pickle.dumps(cat.hint())) == cat.hint()
