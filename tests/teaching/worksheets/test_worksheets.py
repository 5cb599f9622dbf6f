"""Worksheets: the PDF is one, its outlines and pieces are to scale, and a seed makes the same bytes."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, pairwise
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from shared.commands import Run

from heuristan.common.quoting import readable
from heuristan.lab.difficulty import LEVELS, Difficulty
from heuristan.tangram.outlines.piece_sets import read_piece_set
from heuristan.tangram.outlines.reading import read_outlines, shape_files
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.teaching.worksheets import typesetting
from heuristan.teaching.worksheets.paging import (
    CAPTION,
    GAP,
    PAPERS,
    Paper,
    largest_leg,
    packed_rows,
    pages_of,
    rows_of,
)
from heuristan.teaching.worksheets.sheet_puzzles import (
    SheetPuzzle,
    UnsolvedError,
    candidates,
    chosen,
    default_puzzles,
    name_of,
    quotas,
    sheet_puzzle,
)
from heuristan.teaching.worksheets.typesetting import (
    BORDER,
    PIECES_HEAD,
    Worksheet,
    in_page_order,
    leg_for,
    outline_picture,
    piece_picture,
    pieces_for,
    resting,
)

A4 = PAPERS["a4"]
PIXELS = 8.0
"""Pixels a millimetre of the pages that are measured."""
LINE = 0.35
"""Width of the line round a silhouette, in millimetres."""
SURE = 0.2
"""Precision of what is measured, in millimetres: about a pixel and a half."""

sizes = st.lists(st.tuples(st.floats(5, 180), st.floats(5, 230)), min_size=1, max_size=30)


def puzzle_named(name: str) -> Puzzle:
    puzzle = next(read_outlines(name))
    assert isinstance(puzzle, Puzzle)
    return puzzle


def on_sheet(*names: str) -> list[SheetPuzzle]:
    return [sheet_puzzle(name_of(puzzle_named(name)), puzzle_named(name)) for name in names]


def pages(pdf: bytes, pixels: float = PIXELS) -> Iterator[NDArray[np.uint8]]:
    """The pages as grey pictures."""
    document = pypdfium2.PdfDocument(pdf)
    for number in range(len(document)):
        yield document[number].render(scale=pixels * 25.4 / 72, grayscale=True).to_numpy()


def words_on(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    pages = [document[number].get_textpage().get_text_range() for number in range(len(document))]
    return [" ".join(page.split()) for page in pages]


def outline_on(page: NDArray[np.uint8]) -> tuple[float, float]:
    """Width and height in millimetres of the only silhouette on a page, from the middle of its line."""
    flat = page.reshape(page.shape[:2])
    # the edges of letters are of its grey as well, but nowhere over nine pixels in a row
    solid = np.lib.stride_tricks.sliding_window_view(is_silhouette(flat), (9, 9)).all(axis=(2, 3))
    rows, columns = np.nonzero(solid)
    top, left = rows.min() - 16, columns.min() - 16
    around = flat[top : rows.max() + 25, left : columns.max() + 25]
    rows, columns = np.nonzero(around < 128)
    return (np.ptp(columns) + 1) / PIXELS - LINE, (np.ptp(rows) + 1) / PIXELS - LINE


def is_silhouette(page: NDArray[np.uint8]) -> Any:
    return (page > 170) & (page < 200)


def sheet_of(puzzles: Sequence[SheetPuzzle], **settings: Any) -> Worksheet:
    return Worksheet(**{"puzzles": puzzles, "title": "T", "source": "", "paper": A4, "leg": 20, **settings})


class TestScale:
    @pytest.mark.slow
    @pytest.mark.parametrize(("name", "leg", "paper"), [("convex-square", 20, "a4"), ("swan", 13, "letter")])
    def test_an_outline_on_the_page_is_as_large_as_the_scale_says(self, name: str, leg: int, paper: str) -> None:
        (puzzle,) = on_sheet(name)
        drawn = list(pages(sheet_of([puzzle], leg=leg, paper=PAPERS[paper]).pdf()))
        assert len(drawn) == 4
        assert outline_on(drawn[2]) == pytest.approx([leg * length for length in puzzle.size], abs=SURE)

    def test_its_area_is_that_of_the_pieces(self) -> None:
        (puzzle,) = on_sheet("cat")
        _, _, page, _ = pages(sheet_of([puzzle], leg=20).pdf())
        line = LINE * 20 * 20  # some twenty legs long, half of it inside
        area = np.count_nonzero(is_silhouette(page)) / PIXELS**2
        assert area == pytest.approx(8 * 20**2 - line / 2, abs=line / 2)

    def test_pieces_to_cut_out_are_to_the_same_scale(self) -> None:
        for name, ring in pieces_for(on_sheet("cat")):
            picture = piece_picture(ring, 20)
            if name == "square":
                assert (picture.width, picture.height) == pytest.approx((20 + 2 * BORDER,) * 2)
            if name == "large-triangle":
                expected = (20 * 2 * sqrt(2) + 2 * BORDER, 20 * sqrt(2) + 2 * BORDER)
                assert (picture.width, picture.height) == pytest.approx(expected)

    def test_the_ruler_is_five_centimetres_long(self) -> None:
        _, pieces, *_ = pages(sheet_of(on_sheet("cat")).pdf())
        runs = [_longest_run(row < 128) / PIXELS for row in pieces.squeeze()[: round(110 * PIXELS)]]
        assert any(abs(run - 50) < 0.3 for run in runs)

    def test_the_leg_is_the_longest_that_fits(self) -> None:
        puzzles = on_sheet("cat", "schooner")
        leg = leg_for(puzzles, A4)
        wide, high = A4.room
        fits = [max(p.size[0] * (leg + more) for p in puzzles) <= wide for more in (0, 1)]
        heights = [max(p.size[1] * (leg + more) for p in puzzles) <= high - CAPTION for more in (0, 1)]
        assert (fits[0] and heights[0], fits[1] and heights[1]) == (True, False)


def _longest_run(row: NDArray[np.bool_]) -> int:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(int), [0]))))
    return int(max(edges[1::2] - edges[::2], default=0))


class TestPages:
    @given(sizes)
    def test_everything_is_on_some_page_in_order(self, boxes: list[tuple[float, float]]) -> None:
        wide, high = A4.room
        found = pages_of(rows_of(boxes, wide), boxes, high, CAPTION)
        assert [number for page in found for row in page for number in row] == list(range(len(boxes)))

    @given(sizes)
    def test_rows_and_pages_are_not_too_full(self, boxes: list[tuple[float, float]]) -> None:
        wide, high = A4.room
        for page in pages_of(rows_of(boxes, wide), boxes, high, CAPTION):
            heights = [CAPTION + max(boxes[number][1] for number in row) for row in page]
            assert len(page) == 1 or sum(heights) + GAP * (len(page) - 1) <= high
            for row in page:
                assert len(row) == 1 or sum(boxes[i][0] for i in row) + GAP * (len(row) - 1) <= wide

    @given(sizes, st.floats(100, 400))
    def test_no_box_of_the_next_row_would_fit(self, boxes: list[tuple[float, float]], width: float) -> None:
        rows = list(rows_of(boxes, width))
        for row, after in pairwise(rows):
            assert sum(boxes[i][0] for i in (*row, after[0])) + GAP * len(row) > width

    @given(sizes, st.floats(180, 400))
    def test_pieces_are_all_there_in_rows_that_are_not_too_full_and_no_more_rows(
        self, boxes: list[tuple[float, float]], width: float
    ) -> None:
        rows = packed_rows(boxes, width)
        assert sorted(number for row in rows for number in row) == list(range(len(boxes)))
        assert all(sum(boxes[i][0] for i in row) + GAP * (len(row) - 1) <= width + 1e-6 for row in rows)
        assert len(rows) <= len(list(rows_of(boxes, width)))

    @given(st.floats(0.5, 30), st.floats(0.5, 30))
    def test_the_largest_leg_fits_and_one_more_does_not(self, wide: float, high: float) -> None:
        paper = Paper("a4", 210, 297)
        leg = largest_leg((wide, high), paper)
        room = paper.room[0], paper.room[1] - CAPTION
        assert (leg * wide <= room[0] + 1e-9) & (leg * high <= room[1] + 1e-9)
        assert ((leg + 1) * wide > room[0]) | ((leg + 1) * high > room[1])


class TestChoosing:
    @given(st.integers(1, 40), st.sets(st.sampled_from(list(LEVELS)), min_size=1))
    def test_quotas_are_as_equal_as_they_can_be(self, count: int, levels: set[int]) -> None:
        found = quotas(count, sorted(levels))
        assert found.total() == count
        assert max(found.values()) - min(found[level] for level in levels) <= 1

    @given(st.lists(st.floats(0, 40), max_size=60), st.integers(1, 15), st.sampled_from([(1,), (2, 3), (1, 2, 3, 4)]))
    def test_as_many_as_there_are_from_easy_to_hard(
        self, scores: list[float], count: int, levels: tuple[int, ...]
    ) -> None:
        (puzzle,) = SOME
        all = [SheetPuzzle("", Difficulty(0, score, 0), puzzle.trace, TANGRAM, 1) for score in scores]
        found = chosen(all, count, levels)
        fitting = [each for each in all if each.difficulty.level in levels]
        assert len(found) == min(count, len(fitting))
        assert [each.difficulty.score for each in found] == sorted(each.difficulty.score for each in found)
        for level in levels:
            there = sum(each.difficulty.level == level for each in fitting)
            assert sum(each.difficulty.level == level for each in found) >= min(there, quotas(count, levels)[level])

    def test_no_more_candidates_are_solved_than_needed(self) -> None:
        (puzzle,) = SOME
        asked = iter([puzzle] * 10)
        assert len(chosen(asked, 3, (puzzle.difficulty.level,))) == 3
        assert len(list(asked)) == 7

    def test_puzzles_of_a_seed_are_always_the_same_and_of_two_seeds_not(self) -> None:
        def first(seed: int) -> list[tuple[str, Any]]:
            return [(name, puzzle.rings) for name, puzzle in islice(default_puzzles(TANGRAM, seed, LEVELS), 9)]

        assert str(first(4)) == str(first(4))
        assert str(first(4)) != str(first(5))
        assert sum(name.startswith("Figure 4-") for name, _ in first(4)) == 3

    @pytest.mark.slow
    def test_a_set_without_shapes_has_made_ones(self) -> None:
        pieces = read_piece_set("sei-shonagon")
        found = list(islice(default_puzzles(pieces, 1, LEVELS), 100))
        assert len(found) == 100
        assert all(puzzle.pieces == pieces for _, puzzle in found)

    def test_what_has_no_solution_is_not_on_a_sheet(self) -> None:
        name = next(name for name, path in shape_files().items() if path.parent.name == "impossible")
        with pytest.raises(UnsolvedError, match="unsolvable"):
            sheet_puzzle("", puzzle_named(name))


SOME = on_sheet("runner")


class TestPieces:
    @pytest.mark.parametrize("name", ["tangram", "banquet-tables", "sei-shonagon"])
    def test_every_piece_lies_on_a_side_and_keeps_its_area(self, name: str) -> None:
        for shape in read_piece_set(name).shapes:
            ring = resting(shape)
            assert sum(abs(y - min(y for _, y in ring)) < 1e-9 for _, y in ring) == 2
            area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2
            whole, root = shape.area
            assert area == pytest.approx((whole + root * sqrt(0.5)) / 8)

    def test_there_are_as_many_as_the_largest_puzzle_needs(self) -> None:
        assert len(pieces_for(on_sheet("cat", "swan"))) == 7
        assert len(pieces_for(on_sheet("cat", "two-swans"))) == 14


class TestDocument:
    def test_the_pieces_fill_a_page_of_their_own(self) -> None:
        data = sheet_of(on_sheet("cat"))._data()
        (page,) = data["pieces"]
        assert len([piece for row in page for piece in row]) % 7 == 0
        free = A4.room[1] - PIECES_HEAD - sum(max(each["height"] for each in row) + GAP for row in page)
        once = sum(max(each["height"] for each in row) + GAP for row in page) * 7 / len([*chain(*page)])
        assert 0 <= free < once

    def test_solutions_stand_on_the_last_page_or_apart_or_nowhere(self) -> None:
        puzzles = on_sheet("cat", "swan")
        whole, without = (words_on(sheet_of(puzzles, has_solutions=given).pdf()) for given in (True, False))
        assert without == [page.replace(" The solutions are on the last pages.", "") for page in whole[:-1]]
        (apart,) = words_on(sheet_of(puzzles, has_solutions=False).solutions_pdf())
        assert all(words in apart for words in ("Solutions", "1 Cat", "2 Swan"))

    def test_pages_are_fuller_and_the_levels_stay_in_order(self) -> None:
        puzzles = sorted(
            on_sheet("cat", "convex-square", "runner", "goose", "swan"), key=lambda each: each.difficulty.level
        )
        ordered = in_page_order(puzzles, 20, A4)
        assert sorted(map(id, ordered)) == sorted(map(id, puzzles))
        assert [each.difficulty.level for each in ordered] == [each.difficulty.level for each in puzzles]
        before, after = (len(sheet_of(each)._data()["puzzles"]) for each in (puzzles, ordered))
        assert after <= before

    def test_the_same_puzzles_make_the_same_bytes(self) -> None:
        sheet = sheet_of(SOME)
        assert sheet.pdf() == sheet.pdf()
        assert b"CreationDate" not in sheet.pdf()

    def test_names_are_words_and_never_markup(self) -> None:
        name = '#panic("x") $ * _ \\ " <b> @y'
        puzzle = SheetPuzzle(name, SOME[0].difficulty, SOME[0].trace, TANGRAM, 1)
        told = words_on(sheet_of([puzzle], title=name).pdf())
        assert all('#panic("x") $ * _' in page for page in told)

    def test_letters_of_any_script_are_set(self) -> None:
        assert len(words_on(sheet_of(SOME, title="Танграм ταγκράμ").pdf())) == 4

    def test_everything_that_is_drawn_is_described(self) -> None:
        data = sheet_of(on_sheet("cat"))._data()
        drawn = [data[key] for key in ("pieces", "puzzles")]
        flat = [each for pages in drawn for page in pages for row in page for each in row]
        assert all(each["alt"] for each in (*flat, *data["solutions"][0]))
        assert "6 " in data["solutions"][0][0]["alt"]
        assert json.dumps(data)

    def test_a_hint_shows_one_piece_more(self) -> None:
        (puzzle,) = on_sheet("cat")
        plain, hinted = (outline_picture(puzzle, 20, hint=hint).svg for hint in (False, True))
        assert (plain.count('class="piece'), hinted.count('class="piece')) == (0, 1)
        first = puzzle.story.tiles[0]
        assert first.tone.fill in hinted

    def test_without_typst_there_is_a_message(self, monkeypatch: pytest.MonkeyPatch) -> None:
        import sys

        from heuristan.common.faults import MissingExtraError

        monkeypatch.setitem(sys.modules, "typst", None)
        with pytest.raises(MissingExtraError, match=r"this needs typst; install it with: .*\[worksheet\]"):
            typesetting.pdf_of({})


@pytest.mark.slow
@pytest.mark.part(2)
@pytest.mark.parametrize("level", LEVELS)
def test_there_are_many_puzzles_of_every_level(level: int) -> None:
    levels = range(level, level + 1)
    found = chosen(candidates(default_puzzles(TANGRAM, 3, levels), A4, 20, print), 25, levels)
    assert [puzzle.difficulty.level for puzzle in found] == [level] * 25


class TestCommand:
    @pytest.mark.slow
    def test_numbers_names_and_solutions_agree(self, heuristan: Run) -> None:
        outcome = heuristan("worksheet", "--count", 8, "--seed", 3, "--output", "sheet.pdf")
        assert (outcome.status, outcome.out) == (0, "")
        assert "8 puzzles written to sheet.pdf; the small leg is 20 mm long" in outcome.err
        first, *others, solutions = words_on(Path("sheet.pdf").read_bytes())
        puzzles = in_page_order(
            chosen(candidates(default_puzzles(TANGRAM, 3, LEVELS), A4, 20, print), 8, LEVELS), 20, A4
        )
        for number, puzzle in enumerate(puzzles, 1):
            caption = f"{number} {puzzle.name}"
            assert sum(caption in page for page in others) == 1
            assert caption in solutions
            assert caption in first

    @pytest.mark.slow
    def test_a_seed_makes_the_same_file_and_hints_the_same_puzzles(self, heuristan: Run) -> None:
        for name, *more in (("a.pdf",), ("b.pdf",), ("c.pdf", "--hints"), ("d.pdf", "--seed", 8)):
            heuristan("worksheet", "--count", 4, "--seed", 7, *more, "--output", name)
        a, b, c, d = (Path(name).read_bytes() for name in ("a.pdf", "b.pdf", "c.pdf", "d.pdf"))
        assert a == b
        assert words_on(a)[1:] == [page.replace("with first hints ", "") for page in words_on(c)[1:]]
        assert words_on(a)[1] != words_on(d)[1]

    def test_difficulty_is_that_of_every_puzzle(self, heuristan: Run) -> None:
        assert heuristan("worksheet", "--count", 3, "--difficulty", "hard", "--output", "sheet.pdf").status == 0
        assert [puzzle.difficulty.word for puzzle in on_sheet("convex-square")] == ["hard"]

    def test_outlines_that_are_given_are_those_on_it(self, heuristan: Run) -> None:
        outcome = heuristan(
            "worksheet", "cat", "swan", "--title", "Animals", "--output", "sheet.pdf", "--paper", "letter"
        )
        assert outcome.status == 0
        told = words_on(Path("sheet.pdf").read_bytes())
        assert "Animals" in told[0]
        assert all(any(name in page for page in told) for name in ("Cat", "Swan"))
        width, height = pypdfium2.PdfDocument("sheet.pdf")[0].get_size()
        assert (width, height) == pytest.approx((612, 792))

    def test_solutions_go_to_a_file_of_their_own(self, heuristan: Run) -> None:
        outcome = heuristan("worksheet", "cat", "--output", "sheet.pdf", "--solutions", "answers.pdf")
        assert outcome.status == 0
        assert not any("Solutions" in page for page in words_on(Path("sheet.pdf").read_bytes()))
        assert "Solutions" in words_on(Path("answers.pdf").read_bytes())[0]

    @pytest.mark.slow
    def test_those_that_cannot_be_used_are_left_out(self, heuristan: Run) -> None:
        Path("bad.json").write_text("{oops", encoding="utf-8")
        outcome = heuristan("worksheet", "cat", "bad.json", "--output", "sheet.pdf")
        assert outcome.status == 1
        assert "left out: bad: bad.json" in outcome.err
        assert Path("sheet.pdf").exists()
        outcome = heuristan("worksheet", "schooner", "--leg", 60, "--output", "large.pdf")
        assert outcome.status == 2
        assert "does not fit the page if the small leg is 60 mm long" in outcome.err

    def test_fewer_than_asked_for_is_said(self, heuristan: Run) -> None:
        outcome = heuristan("worksheet", "cat", "--count", 3, "--output", "sheet.pdf")
        assert outcome.status == 1
        assert "1 of 3 puzzles made" in outcome.err

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((), "a worksheet is a PDF and needs a file; add --output FILE.pdf"),
            (("--output", "sheet.png"), "sheet.png: a worksheet is a PDF; end the name in .pdf"),
            (("--output", "none/sheet.pdf"), "none/sheet.pdf: cannot be written (there is no such folder)"),
            (("--difficulty", "tough", "--output", "s.pdf"), "'tough' is not a difficulty; write easy, medium, hard"),
            (("--difficulty", "hard..easy", "--output", "s.pdf"), "write the easier one first: easy..hard"),
            (("--title", " ", "--output", "s.pdf"), "--title: write one line of 1 to 80 letters"),
            (("--set", "nosuch", "--output", "s.pdf"), "nosuch"),
            (("nosuch", "--output", "s.pdf"), "there is no shape or file 'nosuch'"),
            (("--paper", "a9", "--output", "s.pdf"), "a9"),
            (("--leg", "5", "--output", "s.pdf"), "5"),
            (("--no-solutions", "--solutions", "a.pdf", "--output", "s.pdf"), "leave one out"),
            (("--solutions", "a.png", "--output", "s.pdf"), "a.png: a worksheet is a PDF; end the name in .pdf"),
            (("--solutions", "s.pdf", "--output", "s.pdf"), "written twice"),
        ],
    )
    def test_what_cannot_be_used_is_an_error(self, arguments: tuple[str, ...], message: str, heuristan: Run) -> None:
        outcome = heuristan("worksheet", *arguments)
        assert (outcome.status, outcome.out) == (2, "")
        assert message in " ".join(outcome.err.split())
        assert not list(Path().glob("*.pdf"))

    def test_a_file_that_is_read_is_not_overwritten(self, heuristan: Run) -> None:
        Path("page.pdf").write_bytes(b"%PDF-1.4")
        outcome = heuristan("worksheet", "page.pdf", "--output", "page.pdf")
        assert outcome.status == 2
        assert "is read as well and would be lost" in outcome.err
        assert Path("page.pdf").read_bytes() == b"%PDF-1.4"

    @pytest.mark.slow
    def test_standard_output_gets_nothing_but_the_pdf(self, tmp_path: Path) -> None:
        import subprocess
        import sys

        told = subprocess.run(
            [sys.executable, "-m", "heuristan", "worksheet", "cat", "--output", "-"],
            cwd=tmp_path,
            capture_output=True,
            check=True,
        )
        assert told.stdout.startswith(b"%PDF-")
        assert len(words_on(told.stdout)) == 4

    @pytest.mark.slow
    def test_a_drawing_is_drawn_to_scale_too(self, heuristan: Run) -> None:
        turned = {"type": "Polygon", "coordinates": [[[0, 0], [200, 10], [190, 210], [-10, 200], [0, 0]]]}
        Path("square.geojson").write_text(json.dumps(turned), encoding="utf-8")
        assert heuristan("worksheet", "square.geojson", "--output", "sheet.pdf").status == 0
        _, _, page, _ = pages(Path("sheet.pdf").read_bytes())
        side = 20 * sqrt(8)
        assert outline_on(page) == pytest.approx((side * 210 / sqrt(200**2 + 10**2),) * 2, abs=SURE)


@pytest.mark.slow
@settings(max_examples=5)
@given(st.tuples(*[st.text(st.sampled_from("#*_$`\\[]<>@=-/+~'\"{}()ab1\x00\x1b\u202e\udcff"), max_size=14)] * 3))
def test_words_of_a_file_are_words_on_paper(words: tuple[str, str, str]) -> None:
    """No part of a title, a source or a name is a command, markup or a formula of typst."""
    name, title, source = (f"{letter}{text}z" for letter, text in zip("abc", words, strict=True))
    made = Worksheet([replace(on_sheet("cat")[0], name=name)], title, source, A4, 6).pdf()
    pages = pypdfium2.PdfDocument(made)
    said = "".join("".join(page.get_textpage().get_text_bounded().split()) for page in pages)
    for text in (name, title, source):
        assert readable(text) in said
