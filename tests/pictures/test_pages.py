"""Pictures solved from end to end: the page with the pieces on it, a folder of pictures, one figure of several."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from shared.commands import Run

from heuristan.common.overlay import intersection, union

np = pytest.importorskip("numpy")
shapely = pytest.importorskip("shapely")
pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

from shared import pages  # noqa: E402 - it needs OpenCV
from shared.drawn import marked, ring_of, words_of  # noqa: E402

from heuristan.tangram.outlines.reading import read_outlines  # noqa: E402
from heuristan.tangram.puzzle.puzzle import Puzzle  # noqa: E402

Array = Any


@pytest.fixture
def book(heuristan: Run) -> str:  # noqa: ARG001 - it changes to a folder of its own
    """A page of three figures."""
    Path("book.png").write_bytes(pages.encoded(pages.page()))
    return "book.png"


@pytest.fixture
def alone(heuristan: Run) -> str:  # noqa: ARG001
    """A page with the cat alone."""
    Path("alone.png").write_bytes(pages.encoded(pages.page(pages.ROW[:1], (260, 300))))
    return "alone.png"


def pieces_on(picture: str, size: tuple[int, int]) -> list[list[Array]]:
    """The rings of the pieces of each figure on a picture of a page, in pixels of the page."""
    (image,) = marked(picture, "photograph")
    left, top, wide, high = (float(image.get(name, "")) for name in ("x", "y", "width", "height"))
    assert abs(wide / high - size[0] / size[1]) < 0.01
    scale = wide / size[0]
    return [
        [(np.array(ring_of(path)) - (left, top)) / scale - 0.5 for path in drawn_in(figure)]
        for figure in marked(picture, "figure")
    ]


def drawn_in(figure: ElementTree.Element) -> list[ElementTree.Element]:
    pieces = [part for part in figure.iter() if "piece" in part.get("class", "").split()]
    return [next(path for path in piece if path.tag.endswith("path")) for piece in pieces]


def covered(pieces: Sequence[Array], rings: Sequence[Array]) -> float:
    """Intersection over union."""
    wanted = shapely.Polygon(rings[0], rings[1:])
    found = union([shapely.Polygon(piece).buffer(0.05) for piece in pieces])
    return float(intersection(found, wanted).area / union([found, wanted]).area)


@pytest.mark.slow
class TestThePageSolved:
    def test_pieces_lie_on_the_figures(self, heuristan: Run, book: str) -> None:
        outcome = heuristan("solve", book, "--output", "solved.svg")
        assert (outcome.status, outcome.err) == (0, "3 of 3 solved\n")
        assert outcome.out.endswith("The page with the pieces on it is in solved.svg.\n")
        picture = Path("solved.svg").read_text(encoding="utf-8")
        figures = pieces_on(picture, pages.ROW_SIZE)
        assert [len(pieces) for pieces in figures] == [7, 7, 7]
        for pieces, placed in zip(figures, pages.ROW, strict=True):
            assert covered(pieces, placed.rings) > 0.97
        assert [badge.text for badge in marked(picture, "figure-number")] == ["1", "2", "3"]
        assert "3 of 3 figures solved" in words_of(picture)

    def test_pieces_lie_on_the_figures_of_a_photograph_at_a_slant(self, heuristan: Run) -> None:
        Path("slanted.jpg").write_bytes(pages.encoded(pages.page(homography=pages.SLANT), ".jpg"))
        (first, *_) = read_outlines("slanted.jpg")
        assert isinstance(first, Puzzle)
        assert first.drawing is not None
        assert "slant" in first.drawing.origin.kind
        assert heuristan("solve", "slanted.jpg", "--output", "solved.svg").status == 0
        figures = pieces_on(Path("solved.svg").read_text(encoding="utf-8"), pages.ROW_SIZE)
        for pieces, placed in zip(figures, pages.ROW, strict=True):
            assert covered(pieces, pages.moved(placed.rings, pages.SLANT)) > 0.97

    def test_a_page_of_a_pdf_is_a_picture_of_its_own(self, heuristan: Run) -> None:
        blank = pages.page([])
        Path("book.pdf").write_bytes(pages.pdf([pages.page(), blank, pages.page(pages.ROW[:2])]))
        outcome = heuristan("solve", "book.pdf", "--output", "solved.svg", "--output", "results.jsonl")
        assert outcome.status == 0
        assert sorted(path.name for path in Path().glob("solved*")) == ["solved-1.svg", "solved-3.svg"]
        first, third = (Path(f"solved-{page}.svg").read_text(encoding="utf-8") for page in (1, 3))
        assert [len(marked(picture, "figure")) for picture in (first, third)] == [3, 2]
        assert [badge.text for badge in marked(third, "figure-number")] == ["4", "5"]
        assert "book.pdf, page 3" in words_of(third)

    def test_a_pdf_of_one_page_has_one_picture(self, heuristan: Run) -> None:
        Path("book.pdf").write_bytes(pages.pdf([pages.page()]))
        assert heuristan("solve", "book.pdf", "--output", "solved.png").status == 0
        assert Path("solved.png").read_bytes().startswith(b"\x89PNG")

    def test_several_pages_need_a_file(self, heuristan: Run) -> None:
        Path("book.pdf").write_bytes(pages.pdf([pages.page(pages.ROW[:1], (260, 300))] * 2))
        outcome = heuristan("solve", "book.pdf", "--format", "svg")
        assert outcome.status == 2
        assert "several pages" in outcome.err

    def test_a_figure_that_is_not_solved_is_outlined_and_named(self, heuristan: Run) -> None:
        impossible = pages.Placed("impossible/impossible-shed", (370, 150), 3)
        figures = [pages.ROW[0], impossible, pages.ROW[2]]
        Path("book.png").write_bytes(pages.encoded(pages.page(figures)))
        outcome = heuristan(
            "solve", "book.png", "--solver", "exact", "--plain", "--output", "solved.svg", "--output", "results.jsonl"
        )
        assert outcome.status == 1
        results = [json.loads(line) for line in Path("results.jsonl").read_text(encoding="utf-8").splitlines()]
        picture = Path("solved.svg").read_text(encoding="utf-8")
        assert [len(pieces) for pieces in pieces_on(picture, pages.ROW_SIZE)] == [7, 0, 7]
        (outline,) = marked(picture, "unsolved")
        assert outline.get("fill") == "none"
        assert "2 of 3 figures solved" in words_of(picture)
        assert f"2: {results[1]['status']}: " in words_of(picture)

    def test_one_figure_alone_is_laid_over_its_page_too(self, heuristan: Run, alone: str) -> None:
        assert heuristan("solve", alone, "--output", "solved.svg").status == 0
        picture = Path("solved.svg").read_text(encoding="utf-8")
        assert [len(pieces) for pieces in pieces_on(picture, (260, 300))] == [7]
        assert marked(picture, "figure-number") == []

    def test_the_film_strip_of_a_picture_is_that_of_its_figure(self, heuristan: Run, alone: str) -> None:
        assert heuristan("solve", alone, "--output", "strip.filmstrip.svg").status == 0
        assert marked(Path("strip.filmstrip.svg").read_text(encoding="utf-8"), "photograph") == []

    def test_a_film_strip_is_of_one(self, heuristan: Run, book: str) -> None:
        outcome = heuristan("solve", book, "--output", "strip.filmstrip.svg")
        assert (outcome.status, outcome.out) == (2, "")
        assert "--figure" in outcome.err

    def test_results_of_several_processes_come_to_their_figures(self, heuristan: Run, book: str) -> None:
        assert heuristan("solve", book, "--jobs", 2, "--output", "solved.svg").status == 0
        figures = pieces_on(Path("solved.svg").read_text(encoding="utf-8"), pages.ROW_SIZE)
        for pieces, placed in zip(figures, pages.ROW, strict=True):
            assert covered(pieces, placed.rings) > 0.97


@pytest.mark.slow
class TestFolder:
    def test_a_picture_of_each_figure(self, heuristan: Run, book: str) -> None:
        outcome = heuristan("solve", book, "--output", "figures/")
        assert outcome.status == 0
        assert outcome.out.endswith("The pictures are in figures/\n")
        assert sorted(path.name for path in Path("figures").iterdir()) == [f"book-{n}.png" for n in (1, 2, 3)]

    def test_a_result_of_each_figure(self, heuristan: Run, book: str) -> None:
        Path("figures").mkdir()
        assert heuristan("solve", book, "--output", "figures", "--format", "json").status == 0
        found = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(Path("figures").iterdir())]
        assert [(result["id"], result["status"]) for result in found] == [(f"book-{n}", "solved") for n in (1, 2, 3)]

    def test_the_words_of_each_outline(self, heuristan: Run) -> None:
        assert heuristan("solve", "cat", "swan", "--output", "words/", "--format", "text").status == 0
        assert len(Path("words/swan.txt").read_text(encoding="utf-8").splitlines()) > 5

    def test_a_film_strip_of_each_outline(self, heuristan: Run) -> None:
        assert heuristan("solve", "cat", "swan", "--output", "strips/", "--format", "filmstrip-svg").status == 0
        assert sorted(path.name for path in Path("strips").iterdir()) == ["cat.filmstrip.svg", "swan.filmstrip.svg"]

    def test_a_refused_one_has_no_picture(self, heuristan: Run) -> None:
        Path("bad.json").write_text("{oops", encoding="utf-8")
        assert heuristan("solve", "cat", "bad.json", "--output", "found/").status == 1
        assert [path.name for path in Path("found").iterdir()] == ["cat.png"]

    def test_names_of_the_same_outlines_differ(self, heuristan: Run) -> None:
        assert heuristan("solve", "cat", "cat", "--output", "found/").status == 0
        assert sorted(path.name for path in Path("found").iterdir()) == ["cat-2.png", "cat.png"]


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("book.png/", "this is a file, not a folder"),
        ("nowhere/figures/", "nowhere is not there"),
        (".", "book.png is read from this folder and could be lost"),
    ],
)
def test_a_folder_that_cannot_be_used(output: str, words: str, heuristan: Run, book: str) -> None:
    before = Path(book).read_bytes()
    outcome = heuristan("solve", book, "--output", output)
    assert (outcome.status, outcome.out) == (2, "")
    assert words in outcome.err
    assert Path(book).read_bytes() == before


def test_a_folder_that_is_read_is_not_written_to(heuristan: Run) -> None:
    Path("drawings").mkdir()
    assert heuristan("convert", "cat", "drawings/cat.svg").status == 0
    outcome = heuristan("solve", "drawings", "--output", "drawings/", "--format", "svg")
    assert outcome.status == 2
    assert "the folder is read as well" in outcome.err


class TestFigure:
    @pytest.fixture
    def many(self, heuristan: Run) -> str:
        assert heuristan("convert", "cat", "swan", "goose", "many.geojsonl").status == 0
        return "many.geojsonl"

    def test_solve(self, heuristan: Run, many: str) -> None:
        outcome = heuristan("solve", many, "--figure", 2, "--format", "json")
        assert (outcome.status, json.loads(outcome.out)["id"]) == (0, "swan")

    def test_a_picture_of_one_of_several(self, heuristan: Run, many: str) -> None:
        assert heuristan("solve", many, "--figure", 3, "--output", "goose.svg").status == 0
        assert "goose" in words_of(Path("goose.svg").read_text(encoding="utf-8"))

    @pytest.mark.slow
    def test_one_figure_of_a_page(self, heuristan: Run, book: str) -> None:
        assert heuristan("solve", book, "--figure", 2, "--output", "solved.svg").status == 0
        (pieces,) = pieces_on(Path("solved.svg").read_text(encoding="utf-8"), pages.ROW_SIZE)
        assert covered(pieces, pages.ROW[1].rings) > 0.97

    def test_hint(self, heuristan: Run, many: str) -> None:
        assert heuristan("hint", many, "--figure", 2).out.startswith("swan: ")

    def test_step(self, heuristan: Run, many: str, monkeypatch: pytest.MonkeyPatch) -> None:
        with Path("lesson.txt").open("w+") as lesson:
            monkeypatch.setattr("sys.stdin", lesson)
            assert "Puzzle goose." in heuristan("step", many, "--figure", 3).out

    @pytest.mark.parametrize("command", ["hint", "step"])
    def test_several_are_counted(self, command: str, heuristan: Run, many: str) -> None:
        outcome = heuristan(command, many)
        assert (outcome.status, outcome.out) == (2, "")
        assert "there are 3; choose one with --figure N" in outcome.err

    @pytest.mark.parametrize("command", ["solve", "hint", "step"])
    def test_one_too_many(self, command: str, heuristan: Run, many: str) -> None:
        outcome = heuristan(command, many, "--figure", 4)
        assert (outcome.status, outcome.out) == (2, "")
        assert "there is no figure 4; there are 3 outlines, numbered from 1" in outcome.err

    def test_it_is_of_one_file(self, heuristan: Run, many: str) -> None:
        outcome = heuristan("solve", many, "cat", "--figure", 1)
        assert outcome.status == 2
        assert "give one file" in outcome.err

    def test_pictures_of_several_are_advised_of_it(self, heuristan: Run, many: str) -> None:
        outcome = heuristan("solve", many, "--output", "all.png")
        assert outcome.status == 2
        assert "--figure N" in outcome.err


@pytest.mark.slow
def test_a_figure_that_is_refused_is_outlined(heuristan: Run) -> None:
    image = pages.page(pages.ROW[:1])
    pages.cv2.circle(image, (400, 150), 70, pages.INK, -1, pages.cv2.LINE_AA)
    Path("book.png").write_bytes(pages.encoded(image))
    assert heuristan("solve", "book.png", "--output", "solved.svg").status == 1
    picture = Path("solved.svg").read_text(encoding="utf-8")
    (outline,) = marked(picture, "unsolved")
    xs = [x for x, _ in ring_of(outline)]
    assert min(xs) > 300
    assert "2: refused: " in words_of(picture)


@pytest.mark.slow
@pytest.mark.part(2)
@pytest.mark.parametrize("homography", [None, pages.SLANT])
def test_a_hint_is_drawn_on_its_page(heuristan: Run, homography: Array | None) -> None:
    Path("book.png").write_bytes(pages.encoded(pages.page(homography=homography)))
    outcome = heuristan("hint", "book.png", "--figure", 1, "--output", "hint.svg")
    assert outcome.status == 0
    picture = Path("hint.svg").read_text(encoding="utf-8")
    (image,), (outline,), (piece,) = (marked(picture, kind) for kind in ("photograph", "outline", "piece"))
    left, top, wide = (float(image.get(name, "")) for name in ("x", "y", "width"))
    scale = wide / pages.ROW_SIZE[0]
    (rings,) = (
        [ring]
        for ring in (pages.ROW[0].rings if homography is None else pages.moved(pages.ROW[0].rings, homography))[:1]
    )
    found = (np.array(ring_of(outline)) - (left, top)) / scale - 0.5
    assert covered([found], rings) > 0.97
    hinted = (np.array(ring_of(next(path for path in piece if path.tag.endswith("path")))) - (left, top)) / scale - 0.5
    assert shapely.Polygon(rings[0]).buffer(2).contains(shapely.Polygon(hinted))


class TestTracesOfSeveral:
    @pytest.fixture
    def recorded(self, heuristan: Run) -> str:
        Path("bad.json").write_text("{oops", encoding="utf-8")
        assert heuristan("solve", "cat", "bad.json", "swan", "--trace", "runs.jsonl", "--format", "jsonl").status == 1
        return "runs.jsonl"

    def test_each_can_be_shown(self, heuristan: Run, recorded: str) -> None:
        assert heuristan("show", recorded, "--figure", 3, "--output", "swan.svg").status == 0
        assert "swan" in words_of(Path("swan.svg").read_text(encoding="utf-8"))

    def test_they_are_those_of_the_outlines_alone(self, heuristan: Run, recorded: str) -> None:
        assert heuristan("solve", "cat", "--engine", "compiled", "--trace", "cat.jsonl").status == 0
        assert Path(recorded).read_bytes().startswith(Path("cat.jsonl").read_bytes())

    def test_a_refused_outline_keeps_its_number(self, heuristan: Run, recorded: str) -> None:
        outcome = heuristan("show", recorded, "--figure", 2)
        assert (outcome.status, outcome.out) == (2, "")
        assert "refused: bad.json" in outcome.err

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            ((), "it holds the runs of 3 outlines; choose one with --figure N"),
            (("--figure", 4), "there is no figure 4; there are 3 outlines"),
        ],
    )
    def test_one_must_be_chosen(self, options: tuple[object, ...], words: str, heuristan: Run, recorded: str) -> None:
        outcome = heuristan("show", recorded, *options)
        assert (outcome.status, outcome.out) == (2, "")
        assert words in outcome.err

    @pytest.mark.slow
    def test_the_trace_of_one_of_several(self, heuristan: Run) -> None:
        assert heuristan("convert", "cat", "swan", "many.geojsonl").status == 0
        assert heuristan("solve", "many.geojsonl", "--figure", 2, "--trace", "run.jsonl").status == 0
        assert heuristan("show", "run.jsonl").status == 0
