"""A PDF that asks for too much memory or time is refused in words, and the process that reads it lives on."""

import re
from pathlib import Path

import pytest
from adversary.bombs import FIRST_FORM, FORMS, pdf, stream

pytest.importorskip("pypdfium2")
pytest.importorskip("cv2")

from heuristan.common.faults import InputError
from heuristan.common.images import loading
from heuristan.pictures.images import read

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
