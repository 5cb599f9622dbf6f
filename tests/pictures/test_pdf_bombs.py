"""A file that asks for too much memory or time is refused in words, page by page and as a whole."""

import re
from pathlib import Path

import pytest
from adversary.bombs import FIRST_FORM, FORMS, pdf, stream
from shared.commands import Run

pytest.importorskip("pypdfium2")
pytest.importorskip("cv2")

from heuristan.common.faults import InputError
from heuristan.common.images import loading
from heuristan.pictures.images import picture_reader, read
from heuristan.tangram.outlines import puzzle_of
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import Refusal

TRIANGLE = b"100 100 m 300 100 l 100 300 l f"
pytestmark = pytest.mark.slow


@pytest.fixture
def bomb(tmp_path: Path) -> Path:
    path = tmp_path / "bomb.pdf"
    path.write_bytes(pdf([FIRST_FORM], FORMS))
    return path


@pytest.fixture
def few_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bound the memory for a page."""
    pytest.importorskip("resource")
    monkeypatch.setattr(loading, "MOST_MEMORY", 500 << 20)


def test_time_is_bounded(bomb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "MOST_SECONDS", 0.3)
    with pytest.raises(InputError, match=r"(the PDF|page 1) takes more than 0\.3 seconds to draw; save"):
        read(bomb)


@pytest.mark.usefixtures("few_bytes")
def test_memory_is_bounded_and_other_pages_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(pdf([stream(TRIANGLE), FIRST_FORM, stream(TRIANGLE)], FORMS))
    first, refused, third = (getattr(one, "message", "read") for one in read(path))
    assert (first, third) == ("read", "read")
    assert re.search(r"page 2 needs more than .* GiB to draw, or is damaged; save the page as", refused)


def test_a_file_of_bombs_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "MOST_SECONDS", 0.01)
    path = tmp_path / "book.pdf"
    path.write_bytes(pdf([stream(TRIANGLE)] * 5))
    with pytest.raises(InputError, match=r"the PDF takes more than 0\.01 seconds to draw"):
        read(path)


def book(name: str, number: int) -> Path:
    """Write a PDF or TIFF of pages with a triangle each."""
    if name.endswith(".pdf"):
        Path(name).write_bytes(pdf([stream(TRIANGLE)] * number))
    else:
        import cv2
        import numpy as np

        page = np.full((200, 200), 255, np.uint8)
        cv2.fillPoly(page, [np.array([[20, 180], [180, 180], [20, 20]])], (0,))
        cv2.imwritemulti(name, [page] * number)
    return Path(name)


def test_time_for_the_outlines_of_a_file_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(puzzle_of, "MOST_MAKING", 1e-9)
    path = book("book.pdf", 3)
    first, rest = read_outlines(path)
    assert (first.id, isinstance(rest, Refusal)) == ("book-1", True)
    said = r"^book.pdf: book-2 and the figures behind .* seconds .*; read book.pdf#2,"
    assert re.search(said, getattr(rest, "message", ""))
    assert len([*read_outlines(f"{path}#1-3")]) == 3


def told(path: Path) -> list[str]:
    return [one.message if isinstance(one, Refusal) else one.id for one in read(path)]


@pytest.mark.parametrize("name", ["book.pdf", "book.tiff"])
def test_time_for_a_file_is_bounded_and_chosen_pages_are_read(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(picture_reader, "MOST_READING", 1e-9)
    found = told(book(name, 4))
    assert found[0] == "book-1"
    assert re.search(rf"^{name}: pages 2 to 4 were not read, as .* seconds .*; read {name}#2-4, or", found[1])
    assert len(found) == 2
    assert told(Path(f"{name}#3-4")) == ["book-pages-3-4-1", "book-pages-3-4-2"]
    assert told(Path(f"{name}#4")) == ["book-page-4"]


def test_a_command_takes_pages(heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    book("book.pdf", 3)
    Path("a.wkt").write_text("POLYGON ((0 0, 4 0, 0 4, 0 0))", encoding="utf-8")
    done = heuristan("convert", "book.pdf#2-3", "out.geojsonl", "--sheet", "sheet.png")
    assert (done.status, len(Path("out.geojsonl").read_text(encoding="utf-8").splitlines())) == (0, 2)
    assert '"number": 3' in Path("out.geojsonl").read_text(encoding="utf-8")
    assert heuristan("solve", "book.pdf#2", "--output", "page.svg").status == 0
    assert "book.pdf, page 2" in Path("page-2.svg").read_text(encoding="utf-8")
    monkeypatch.setattr(picture_reader, "MOST_READING", 1e-9)
    assert "pages 2 to 3 were not read" in heuristan("solve", "book.pdf", "--figure", "3").err


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("convert", "book.pdf#0", "-", "--format", "wkt"), "book.pdf#0: '#0' chooses no pages; write book.pdf#3"),
        (("solve", "book.pdf#3-2"), "chooses no pages"),
        (("hint", "book.pdf#1-"), "chooses no pages"),
        (("solve", "book.pdf#2-9"), "the PDF has 2 pages; choose among them"),
        (("solve", "a.wkt#1"), "pages are chosen of a PDF or TIFF"),
        (("solve", "none.pdf#1"), "there is no file"),
        (("worksheet", "book.pdf#1", "--output", "book.pdf"), "the file is read as well"),
    ],
)
def test_pages_that_cannot_be_chosen(command: tuple[str, ...], words: str, heuristan: Run) -> None:
    book("book.pdf", 2)
    Path("a.wkt").write_text("POLYGON ((0 0, 4 0, 0 4, 0 0))", encoding="utf-8")
    done = heuristan(*command)
    assert (done.status, words in done.err) == (2, True), done.err
