"""The jigsaw generator: lines of cut, stamped pieces, sheets of tests, and the command that writes a folder."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jigsaw_cuts import STYLES, Style, Tame
from jigsaw_photographer import Recipe as Worn
from jigsaw_photographer import cut as cut_worn
from jigsaw_photographer import cut_sheet, laid_out
from shapely import Point, Polygon
from shared.commands import Run
from shared.jigsaw_puzzles import gradient

from heuristan.common.faults import InputError, installing
from heuristan.common.overlay import union
from heuristan.jigsaw.cutting import Cut, Recipe, bundled, cut, files, grid_for, load_source
from heuristan.jigsaw.cutting.saw import CutOutline, Stamp, coverage, fitted, outlines, stamp, tab
from heuristan.jigsaw.piece import Singles
from heuristan.jigsaw.reading import sources_of

SMALL = Recipe(rows=2, columns=3, size=60, seed=5)

grids = st.tuples(st.integers(2, 4), st.integers(2, 4))
seeds = st.integers(0, 10**6)
shares = st.sampled_from((0.0, 0.3, 1.0))
styles = st.sampled_from([*STYLES])


def lines(
    rows: int, columns: int, size: int, seed: int, variety: float = 1.0, style: Style = "classic"
) -> list[CutOutline]:
    random = np.random.default_rng(seed)
    if style == "classic" and variety == 1:
        return outlines(rows, columns, size, random)
    return STYLES[style].outlines(rows, columns, size, random, variety)


def made(recipe: Recipe) -> Cut:
    return cut(gradient(), recipe)


def box_of(alpha: Singles) -> tuple[slice, slice]:
    """Return the rows and columns that are at least half covered somewhere."""
    rows, columns = np.nonzero(alpha > 0.5)
    return slice(rows.min(), rows.max() + 1), slice(columns.min(), columns.max() + 1)


class TestLines:
    @settings(max_examples=10)
    @given(grids, st.sampled_from((60, 80, 133)), seeds, shares, styles)
    def test_the_pieces_cover_the_picture_and_do_not_overlap(
        self, grid: tuple[int, int], size: int, seed: int, variety: float, style: Style
    ) -> None:
        polygons = [Polygon(each.ring) for each in lines(*grid, size, seed, variety, style)]
        assert all(polygon.is_valid for polygon in polygons)
        whole = grid[0] * grid[1] * size**2
        assert sum(polygon.area for polygon in polygons) == pytest.approx(whole)
        covered = union(polygons)
        assert covered.area == pytest.approx(whole)
        assert covered.bounds == pytest.approx((-0.5, -0.5, grid[1] * size - 0.5, grid[0] * size - 0.5))

    @given(grids, seeds, styles)
    def test_a_tab_lies_in_a_blank_and_straight_sides_on_the_rim(
        self, grid: tuple[int, int], seed: int, style: Style
    ) -> None:
        rows, columns = grid
        found = {(each.row, each.column): each for each in lines(rows, columns, 80, seed, style=style)}
        for (row, column), piece in found.items():
            beside = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
            for number, place in enumerate(beside):
                neighbour = found.get(place)
                if neighbour is None:
                    assert piece.kinds[number] == "flat"
                    assert len(piece.sides[number]) == 2
                else:
                    across = (number + 2) % 4
                    assert {piece.kinds[number], neighbour.kinds[across]} == {"tab", "blank"}
                    assert np.array_equal(piece.sides[number], neighbour.sides[across][::-1])

    @given(seeds, styles)
    def test_a_tab_bulges_out_of_its_piece(self, seed: int, style: Style) -> None:
        for piece in lines(2, 2, 80, seed, style=style):
            square = Polygon(piece.corners)
            for side, kind in zip(piece.sides, piece.kinds, strict=True):
                if kind != "flat":
                    assert square.contains(Point(side[len(side) // 2])) == (kind == "blank")

    def test_ribbons_have_two_opposite_tabs(self) -> None:
        middle = lines(3, 3, 80, 1, style="ribbon")[4].kinds
        assert middle in (("tab", "blank", "tab", "blank"), ("blank", "tab", "blank", "tab"))

    def test_tabs_differ_as_much_as_they_may(self) -> None:
        random = np.random.default_rng(1)
        alike = [tab(Tame(random, 0.0)) for _ in range(3)]
        assert all(np.allclose(one, alike[0]) for one in alike)
        assert np.allclose(alike[0][:, 1], alike[0][::-1, 1])
        heights = [tab(random)[:, 1].max() for _ in range(50)]
        assert max(heights) - min(heights) > 0.05
        assert min(heights) > 0.15
        assert max(heights) < 0.32


class TestStamps:
    @settings(max_examples=10)
    @given(grids, seeds)
    def test_laid_back_the_pieces_are_the_picture(self, grid: tuple[int, int], seed: int) -> None:
        picture = fitted(gradient(), Recipe(*grid, size=60))
        sums = np.zeros((*picture.shape[:2], 4))
        for outline in lines(*grid, 60, seed):
            piece = stamp(picture, outline, 0)
            left, top = np.round(outline.corners[0] - piece.corners[0]).astype(int)
            padded = np.pad(sums, ((30, 30), (30, 30), (0, 0)))
            height, width = piece.alpha.shape
            part = padded[top + 30 : top + 30 + height, left + 30 : left + 30 + width]
            part += np.dstack([piece.colours * piece.alpha[..., None], piece.alpha])
            sums = padded[30:-30, 30:-30]
        # a line of cut is drawn an eighth of a pixel wide, on both sides of it
        assert sums[..., 3].min() > 0.99
        assert sums[..., 3].max() < 1.3
        assert np.abs(sums[..., :3] / sums[..., 3:] - picture).max() < 1

    @given(seeds, st.integers(0, 3))
    @settings(max_examples=10)
    def test_quarter_turns_keep_every_pixel(self, seed: int, quarters: int) -> None:
        picture = fitted(gradient(), SMALL)
        outline = lines(2, 3, 60, seed)[seed % 6]
        upright, turned = stamp(picture, outline, 0), stamp(picture, outline, 90 * quarters)
        # where a row or column is half covered, rounding decides whether it is in the box
        assume(all(np.abs(upright.alpha.max(axis) - 0.5).min() > 0.05 for axis in (0, 1)))
        # numpy turns the other way
        alpha, colours = (np.rot90(values, quarters) for values in (turned.alpha, turned.colours))
        own, back = (values[box_of(alpha)] for values in (alpha, colours))
        there, given = (values[box_of(upright.alpha)] for values in (upright.alpha, upright.colours))
        assert own.shape == there.shape
        assert np.abs(own - there).max() < 0.3
        both = (own == 1) & (there == 1)
        assert both.sum() > 1000
        assert np.array_equal(back[both], given[both])

    def test_coverage_is_the_share_of_each_pixel(self) -> None:
        ring = np.array([[0.5, 0.5], [4.0, 0.5], [4.0, 3.5], [0.5, 3.5]])
        share = coverage(ring, 8, 6)
        assert share[2, 2] == 1
        assert share[2, 4] == pytest.approx(0.5, abs=0.13)
        assert share[0].max() < 0.13
        assert share.sum() == pytest.approx(3.5 * 3, abs=1.0)


class TestCuts:
    @settings(max_examples=5)
    @given(grids, seeds, st.sampled_from((0, 7.5)), st.booleans())
    def test_each_place_is_taken_once(self, grid: tuple[int, int], seed: int, tilt: float, is_upright: bool) -> None:
        found = made(Recipe(*grid, size=40, seed=seed, tilt=tilt, is_upright=is_upright))
        entries = found.truth["pieces"]
        places = {(entry["row"], entry["column"]) for entry in entries}
        assert places == {(row, column) for row in range(grid[0]) for column in range(grid[1])}
        assert [entry["piece"] for entry in entries] == list(found.pictures)
        assert all(entry["turn"] in (range(1) if is_upright else range(4)) for entry in entries)
        assert all(abs(entry["tilt"]) <= tilt for entry in entries)

    def test_the_same_recipe_cuts_the_same_puzzle(self) -> None:
        first, again, other = made(SMALL), made(SMALL), made(replace(SMALL, seed=6))
        assert first.truth == again.truth
        assert all(np.array_equal(first.pictures[name], again.pictures[name]) for name in first.pictures)
        assert first.truth != other.truth

    def test_a_background_takes_the_place_of_transparency(self) -> None:
        on_green = Worn(2, 3, size=60, background=(10, 200, 30))
        for picture in cut_worn(gradient(), on_green).pictures.values():
            assert (picture[..., 3] == 255).all()
            assert picture[0, 0].tolist() == [10, 200, 30, 255]

    def test_a_sheet_has_all_pieces_apart(self) -> None:
        found = cut_sheet(gradient(), Worn(2, 3, size=60, tilt=20), "sheet")
        (sheet,) = found.pictures.values()
        count, labels = cv2.connectedComponents((sheet[..., 3] > 0).astype(np.uint8))
        assert count - 1 == 6
        assert [entry["piece"] for entry in found.truth["pieces"]] == [f"sheet-{number}" for number in range(1, 7)]
        middles = [np.mean(entry["corners"], axis=0).round().astype(int) for entry in found.truth["pieces"]]
        assert {int(labels[y, x]) for x, y in middles} == {*range(1, 7)}
        # row by row
        assert sorted(middles, key=lambda middle: (middle[1] // 60, middle[0]))[0].tolist() == middles[0].tolist()

    def test_a_sheet_that_nothing_would_read_is_not_made(self) -> None:
        piece = Stamp(np.zeros((900, 900, 3), np.float32), np.zeros((900, 900), np.float32), np.zeros((4, 2)))
        with pytest.raises(InputError, match=r"a sheet of 4548 x 4548 pixels is too large"):
            laid_out([piece] * 25, np.random.default_rng(1))


class TestRecipes:
    @given(st.integers(4, 600), st.floats(0.4, 2.5))
    def test_a_grid_has_as_many_pieces_as_were_asked_for(self, pieces: int, aspect: float) -> None:
        size = round(1000 * aspect), 1000
        try:
            rows, columns = grid_for(pieces, *size)
        except InputError as fault:
            near = int(str(fault).split("use ")[1].split()[0])
            rows, columns = grid_for(near, *size)
            pieces = near
        assert rows * columns == pieces
        assert min(rows, columns) >= 2

    @pytest.mark.parametrize(("pieces", "grid"), [(91, (7, 13)), (108, (9, 12)), (204, (12, 17)), (320, (16, 20))])
    def test_grids_that_puzzles_have(self, pieces: int, grid: tuple[int, int]) -> None:
        assert grid_for(pieces, 600, 400) == grid

    def test_a_number_that_makes_no_grid_is_refused_with_the_next_that_does(self) -> None:
        with pytest.raises(InputError, match=r"^no grid of 97 pieces .*; use 98 \(7 x 14\)$"):
            grid_for(97, 600, 400)

    def test_a_picture_that_is_too_narrow_is_refused(self) -> None:
        with pytest.raises(InputError, match="use another picture"):
            grid_for(12, 5000, 20)

    @pytest.mark.parametrize(
        ("wrong", "words"),
        [
            ({"rows": 1}, "at least 2 x 2"),
            ({"rows": 100, "columns": 100}, "more than 2000"),
            ({"size": 10}, "10 pixels"),
            ({"tilt": 60.0}, "60.0 degrees"),
            ({"tilt": float("nan")}, "nan degrees"),
        ],
    )
    def test_numbers_out_of_range_are_refused(self, wrong: dict[str, float], words: str) -> None:
        with pytest.raises(InputError, match=words):
            replace(SMALL, **wrong)

    def test_bundled_pictures_lie_in_the_package(self) -> None:
        known = bundled()
        assert {"astronaut", "chelsea", "coffee", "rocket"} <= {*known}
        assert all(path.is_file() and path.parent.parent.name == "skimage" for path in known.values())

    def test_aliases_and_transparent_pictures(self, tmp_path: Path) -> None:
        assert np.array_equal(load_source("cat"), load_source("chelsea"))
        glass = np.zeros((30, 40, 4), np.uint8)
        glass[:, 20:] = (0, 0, 255, 255)
        cv2.imwrite(str(tmp_path / "glass.png"), glass)
        found = load_source(str(tmp_path / "glass.png"))
        assert found[0, 0].tolist() == [255, 255, 255]
        assert found[0, 39].tolist() == [255, 0, 0]


class TestCommand:
    def test_a_folder(self, heuristan: Run) -> None:
        done = heuristan("jigsaw", "generate", "chelsea", "--grid", "3x4", "--size", 50, "--output", "cat")
        assert (done.status, done.out) == (0, "3 x 4 = 12 pieces in cat\n")
        names = [f"piece-{number:02}.png" for number in range(1, 13)]
        assert sorted(path.name for path in Path("cat").iterdir()) == [*names, "puzzle.json", "truth.json"]
        puzzle = json.loads(Path("cat/puzzle.json").read_text(encoding="utf-8"))
        assert puzzle == {"orientation": "unknown", "pieces": names}
        truth = json.loads(Path("cat/truth.json").read_text(encoding="utf-8"))
        assert (truth["rows"], truth["columns"], len(truth["pieces"])) == (3, 4, 12)
        assert {*truth["pieces"][0]} == {"piece", "row", "column", "turn", "tilt", "corners", "sides"}

    def test_the_seed_decides(self, heuristan: Run) -> None:
        for name, seed in (("a", 1), ("b", 1), ("c", 2)):
            heuristan("jigsaw", "generate", "rocket", "--pieces", 6, "--size", 40, "--seed", seed, "--output", name)
        a, b, c = (Path(name, "piece-1.png").read_bytes() for name in "abc")
        assert a == b
        assert a != c

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("rockt",), "did you mean 'rocket'?"),
            (("nowhere.png",), "nowhere.png: "),
            ((".",), ".: "),
            (("coffee", "--pieces", 97), "use 98 (7 x 14)"),
            (("coffee", "--pieces", -3), "4 to 2000"),
            (("coffee", "--pieces", 10**12), "4 to 2000"),
            (("coffee", "--pieces", 10**30), "the number is too large"),
            (("coffee", "--grid", "3by4"), "'3by4' is not a grid"),
            (("coffee", "--grid", "3x4", "--pieces", 12), "use one of them"),
            (("coffee", "--grid", "1x9"), "at least 2 x 2"),
            (("coffee", "--size", 7), "7 pixels"),
            (("coffee", "--output", "x.png"), "x.png: pieces are written into a folder"),
            (("coffee", "--output", "full"), "full: the folder is not empty"),
            (("coffee", "--output", "full/file"), "full/file: "),
            (("empty.png",), "empty.png: "),
            (("text.jpg",), "text.jpg: "),
        ],
    )
    def test_what_cannot_be_used_is_named(self, heuristan: Run, arguments: tuple[object, ...], words: str) -> None:
        Path("full").mkdir()
        Path("full/file").write_text("here", encoding="utf-8")
        Path("empty.png").touch()
        Path("text.jpg").write_text("not a picture", encoding="utf-8")
        output = () if "--output" in arguments else ("--output", "out")
        done = heuristan("jigsaw", "generate", *arguments, *output)
        assert done.status == 2
        assert words in done.err
        assert "Traceback" not in done.err
        assert not Path("out").exists()

    def test_a_folder_named_like_a_photograph_is_none(self, heuristan: Run) -> None:
        for status, message in ((0, ""), (2, "heuristan: coffee: the folder is not empty")):
            done = heuristan("jigsaw", "generate", "coffee", "--grid", "2x2", "--size", 50, "--output", "coffee")
            assert done.status == status
            assert done.err.startswith(message)

    def test_a_folder_may_have_a_dot_in_its_name(self, heuristan: Run) -> None:
        done = heuristan("jigsaw", "generate", "coffee", "--grid", "2x2", "--size", 50, "--output", "out-0.3")
        assert done.status == 0
        assert Path("out-0.3/puzzle.json").is_file()

    @pytest.mark.parametrize(("module", "named"), [("cv2", "OpenCV"), ("skimage", "scikit-image")])
    def test_a_missing_extra_is_said_in_one_line(
        self, heuristan: Run, monkeypatch: pytest.MonkeyPatch, module: str, named: str
    ) -> None:
        monkeypatch.setitem(sys.modules, module, None)
        done = heuristan("jigsaw", "generate", "coffee", "--output", "out")
        assert done.status == 2
        assert f"needs {named}" in done.err
        assert installing("jigsaw") in done.err
        assert done.err.count("\n") == 1


def test_a_folder_that_cannot_be_finished_is_left_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = cut(gradient(), Recipe(2, 3))
    written: list[str] = []

    def full(path: Path, data: bytes) -> None:
        written.append(path.name)
        if len(written) == 4:
            raise OSError(28, "No space left on device")
        path.write_bytes(data)

    with monkeypatch.context() as patched:
        patched.setattr(files, "write_whole", full)
        with pytest.raises(InputError, match="No space left"):
            files.write_folder(made, tmp_path / "j")
    assert not [*(tmp_path / "j").iterdir()]
    files.write_folder(made, tmp_path / "j")
    assert len([*(tmp_path / "j").iterdir()]) == 8


def test_a_folder_of_which_a_part_is_there_is_refused(tmp_path: Path) -> None:
    """A machine that stops leaves puzzle.json, which comes first, and some of the pieces."""
    listed = [*files._files(cut(gradient(), Recipe(2, 3)))]
    for name, data in listed[:3]:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match="piece-3"):
        sources_of(tmp_path)
