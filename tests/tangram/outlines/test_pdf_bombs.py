"""A PDF that asks for too much memory or time is refused in words, and the process that reads it lives on."""

from collections.abc import Sequence
from pathlib import Path

import pytest

pytest.importorskip("pypdfium2")
pytest.importorskip("cv2")

from heuristan.common.faults import InputError
from heuristan.common.images import pages
from heuristan.tangram.outlines.images import read

TRIANGLE = b"100 100 m 300 100 l 100 300 l f"
EVERY_FORM = "/Type /XObject /Subtype /Form /BBox [0 0 400 400] /Resources << /XObject << /F {} 0 R >> >>"


def pdf(contents: Sequence[bytes], objects: Sequence[bytes] = ()) -> bytes:
    """Return a PDF of pages, whose contents are streams, and of other objects, which are numbered from 20."""
    kids = " ".join(f"{3 + 2 * i} 0 R" for i in range(len(contents)))
    numbered = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: f"<< /Type /Pages /Count {len(contents)} /Kids [{kids}] >>".encode(),
    }
    for i, content in enumerate(contents):
        page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Resources << /XObject << /F 20 0 R >> >>"
        numbered[3 + 2 * i] = f"{page} /Contents {4 + 2 * i} 0 R >>".encode()
        numbered[4 + 2 * i] = content
    numbered |= dict(enumerate(objects, 20))
    text, places = b"%PDF-1.4\n", b""
    for number, content in numbered.items():
        places += b"%d 1\n%010d 00000 n \n" % (number, len(text))
        text += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    tail = b"trailer << /Size 99 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(text)
    return text + b"xref\n" + places + tail


def stream(data: bytes, entries: str = "") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), entries.encode(), data)


FORMS = [
    *[stream(b"/F Do " * 10, EVERY_FORM.format(21 + depth)) for depth in range(12)],
    stream(b"0 0 9 9 re f", EVERY_FORM.format(20)),
]
"""Forms that draw the next one ten times, which draws the next one ten times: little in the file, much in memory."""
BOMB = stream(b"/F Do")


pytestmark = pytest.mark.slow


@pytest.fixture
def bomb(tmp_path: Path) -> Path:
    path = tmp_path / "bomb.pdf"
    path.write_bytes(pdf([BOMB], FORMS))
    return path


@pytest.fixture
def few_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bound the memory for a page."""
    pytest.importorskip("resource")
    monkeypatch.setattr(pages, "MOST_MEMORY", 250 << 20)


@pytest.mark.usefixtures("few_bytes")
def test_memory_is_bounded(bomb: Path) -> None:
    with pytest.raises(InputError, match=r"page 1 needs more than .* GiB to draw, or is damaged; save the page as"):
        read(bomb)


def test_time_is_bounded(bomb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST_SECONDS", 1.5)
    with pytest.raises(InputError, match=r"page 1 takes more than 1\.5 seconds to draw; save the page as a picture"):
        read(bomb)


@pytest.mark.usefixtures("few_bytes")
def test_other_pages_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(pdf([stream(TRIANGLE), BOMB, stream(TRIANGLE)], FORMS))
    found = [getattr(one, "message", "read") for one in read(path)]
    assert [words if words == "read" else "refused" for words in found] == ["read", "refused", "read"]


def test_a_file_of_bombs_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST_SECONDS", 0.01)
    path = tmp_path / "book.pdf"
    path.write_bytes(pdf([stream(TRIANGLE)] * 5))
    with pytest.raises(InputError, match=r"the PDF takes more than 0\.01 seconds to draw"):
        read(path)
