"""Pictures of strangers are decoded elsewhere: what the decoder finds counts, and memory and time are bounded."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("cv2")

import cv2
from adversary.bombs import LARGE, SMALL, TEM, bmp, jpeg_of_two_sizes, png, tiff, webp_of_two_sizes

from heuristan.common.faults import InputError
from heuristan.common.images import loading, raster
from heuristan.common.images.decoding import LIBRARIES
from heuristan.common.images.loading import load, rgba_of


@pytest.fixture
def own_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a test start a process of its own, and end it."""
    monkeypatch.setattr(loading, "_idle", [])
    yield
    loading._end_idle()


HIDDEN = {
    **{f"JPEG {marker[1]:02x}": jpeg_of_two_sizes(marker, SMALL, LARGE) for marker in (TEM, b"\xff\xd0", b"\xff\xd7")},
    "TIFF of two widths": tiff((256, 30_000), (256, 100), (257, 30_000), (257, 100), pixels=1),
    "TIFF of a large tile": tiff((256, 100), (257, 100), (322, 30_000), (323, 30_000), pixels=1),
    "BMP from the top": bmp(30_000, -30_000),
    "PNG": png(20_001, 30),
    "PNG that is too high": png(30, 20_001),
    "PNG of too many pixels": png(8000, 6251),
}


def test_a_png_of_16_bits_has_a_limit_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "MOST_DEEP_PIXELS", 9_999)
    flat, deep = (cv2.imencode(".png", np.zeros((100, 100), kind))[1].tobytes() for kind in (np.uint8, np.uint16))
    assert raster._only(flat, "png", 1).shape[:2] == (100, 100)
    with pytest.raises(InputError, match="the picture is 100 by 100 pixels"):
        raster._only(deep, "png", 1)


@pytest.mark.parametrize("data", [pytest.param(data, id=name) for name, data in HIDDEN.items()])
def test_a_size_that_is_hidden_is_told(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bomb"
    path.write_bytes(data)
    for read in (rgba_of, lambda path: next(load(path))):
        with pytest.raises(InputError, match=r"bomb: .*; 20,000 pixels a side and 50 million"):
            read(path)


COPIED = """
import subprocess, sys
from pathlib import Path
from heuristan.common.images.loading import rgba_of
subprocess.Popen = None  # no other process is started
for path in sys.argv[1:]:
    try:
        print(rgba_of(Path(path)).shape)
    except Exception as fault:
        print(fault)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="a process is copied where it can tell its threads")
def test_a_copy_of_the_process_has_the_same_limits(tmp_path: Path) -> None:
    for number, data in enumerate((*HIDDEN.values(), png(64, 48))):
        (tmp_path / str(number)).write_bytes(data)
    run = [sys.executable, "-c", COPIED, *(str(path) for path in sorted(tmp_path.iterdir(), key=lambda p: int(p.name)))]
    told = subprocess.run(run, env={**os.environ, **LIBRARIES}, capture_output=True, text=True, check=True).stdout
    *refused, read = told.splitlines()
    assert len(refused) == len(HIDDEN)
    assert all("20,000 pixels a side and 50 million" in line for line in refused)
    assert read == "(48, 64, 4)"


def test_a_webp_of_two_sizes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb"
    path.write_bytes(webp_of_two_sizes(SMALL, (16_383, 16_383)))
    with pytest.raises(InputError, match="cannot be decoded"):
        rgba_of(path)


@pytest.mark.slow
@pytest.mark.usefixtures("own_process")
def test_one_process_decodes_one_file_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(png(64, 48))
    assert rgba_of(path).shape == (48, 64, 4)
    (first,) = loading._idle
    assert [page.image.shape for page in load(path) if not isinstance(page.image, str)] == [(48, 64, 3)]
    (tmp_path / "b.png").write_bytes(png(30_000, 10))
    with pytest.raises(InputError, match="pixels a side"):
        rgba_of(tmp_path / "b.png")
    assert loading._idle == [first]
    os.kill(first.pid, signal.SIGINT)  # as Ctrl-C does
    assert rgba_of(path).shape == (48, 64, 4)
    assert loading._idle == [first]
    first.end()
    assert rgba_of(path).shape == (48, 64, 4)
    assert loading._idle != [first]


@pytest.mark.slow
@pytest.mark.usefixtures("own_process")
def test_memory_and_time_are_bounded_and_the_next_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resource")
    path, small = tmp_path / "a.png", tmp_path / "b.png"
    path.write_bytes(png(7000, 7000))
    small.write_bytes(png(64, 48))
    with monkeypatch.context() as patched:
        patched.setattr(loading, "MOST_MEMORY", 400 << 20)
        with pytest.raises(InputError, match=r"the picture needs more than 0\.39 GiB to decode, or is damaged"):
            next(load(path))
    with monkeypatch.context() as patched:
        patched.setattr(loading, "MOST_DECODING", 0.05)
        with pytest.raises(InputError, match=r"the picture takes more than 0\.05 seconds to decode"):
            next(load(path))
    assert rgba_of(small).shape == (48, 64, 4)
