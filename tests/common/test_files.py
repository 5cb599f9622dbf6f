"""Files that are written whole, or not at all; and files of strangers, of which no more is read than is allowed."""

import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from heuristan.common.faults import InputError
from heuristan.common.files import (
    HEAD,
    INPUT_FILE,
    inside,
    keep_whole_lines,
    made_whole,
    opened,
    opened_whole,
    read_any_text,
    read_bytes,
    read_head,
    real,
    records_of,
    write_whole,
)


def test_a_file_is_as_it_was_or_as_it_should_be(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_bytes(b"before")
    path.chmod(0o640)

    with pytest.raises(OSError, match="No space"), opened_whole(path) as file:  # noqa: PT012 - it is in the block
        file.write(b"af")
        full()
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("a.svg", b"before")]
    write_whole(path, b"after")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("a.svg", b"after")]
    assert path.stat().st_mode & 0o777 == 0o640


def full() -> None:
    raise OSError(28, "No space left on device")


def test_a_link_stays_one_and_a_device_is_no_file(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "a.txt")
    write_whole(link, b"a")
    assert link.is_symlink()
    assert (tmp_path / "a.txt").read_bytes() == b"a"
    write_whole(Path(os.devnull), b"a")


def test_links_out_of_a_folder_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "theirs"
    (folder / "in").mkdir(parents=True)
    (tmp_path / "mine").touch()
    (folder / "a").touch()
    places = {"b": "a", "c": "in/../a", "d": str(folder / "a"), "e": "in", "f": "nowhere", "g": "g"}
    for name, place in places.items():
        (folder / name).symlink_to(place)
    (tmp_path / "shortcut").symlink_to("theirs")
    for way in (folder, tmp_path / "shortcut"):
        own = [way / name for name in ("a", *places)]
        assert inside(way, own) == own
    for name, place in {"h": "../mine", "i": str(tmp_path / "mine"), "j": "h", "k": "..", "l": "../theirs-too"}.items():
        (folder / name).symlink_to(place)
        with pytest.raises(InputError, match=f"{name}: this link leads out of the folder"):
            inside(folder, [folder / "a", folder / name])


def test_a_circle_of_links_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    assert real(tmp_path / "a").parent == tmp_path


@pytest.mark.parametrize(("text", "kept"), [(b"", b""), (b"a\nb\n", b"a\nb\n"), (b"a\nb", b"a\n"), (b"a", b"")])
def test_lines_are_whole(text: bytes, kept: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(text)
    keep_whole_lines(path)
    assert path.read_bytes() == kept


def test_a_file_gets_its_name_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    with pytest.raises(OSError, match="No space"), made_whole(path) as part:  # noqa: PT012 - it is in the block
        part.write_bytes(b"a")
        full()
    assert not [*tmp_path.iterdir()]
    with made_whole(path) as part:
        part.write_bytes(b"a")
        assert not path.exists()
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("a.parquet", b"a")]


class Endless(io.RawIOBase):
    """Standard input that never ends, and counts what is taken of it."""

    def __init__(self, line: bytes) -> None:
        self.line = line
        self.taken = 0

    def read(self, size: int = -1) -> bytes:
        assert size >= 0, "all of it is asked for"
        self.taken += size
        return (self.line * (size // len(self.line) + 2))[-size - len(self.line) : -len(self.line)]


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> Endless:
    stream = Endless(b"1,2\n")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=stream))
    return stream


class TestStandardInput:
    def test_no_more_of_it_is_read_than_is_allowed(self, endless: Endless) -> None:
        assert len(read_head(INPUT_FILE)) == HEAD
        for source in ("-", INPUT_FILE, str(INPUT_FILE)):
            with pytest.raises(InputError, match="larger than 2048 KiB"):
                read_any_text(source, 2 * HEAD)
        assert endless.taken < 3 * HEAD

    def test_what_is_no_text_is_refused_by_its_start(self, endless: Endless) -> None:
        endless.line = bytes(64)
        with pytest.raises(InputError, match="standard input: the file is binary"):
            read_any_text("-", 99 * HEAD)
        assert endless.taken < 2 * HEAD

    @pytest.mark.slow
    def test_its_lines_are_read_one_by_one(self, endless: Endless) -> None:
        read_head(INPUT_FILE)
        with opened(INPUT_FILE) as file:
            for number, _ in records_of(file, 100):
                if number > HEAD:  # four times as much as is kept
                    break
        assert endless.taken < 6 * HEAD
        with pytest.raises(InputError, match="cannot be read again"):
            read_bytes(INPUT_FILE, 2 * HEAD)

    def test_a_line_without_an_end_is_never_held(self, endless: Endless) -> None:
        endless.line = b"x"
        with opened(INPUT_FILE) as file:
            assert next(records_of(file, 1000)) == (1, None)
        assert endless.taken < HEAD

    def test_its_start_can_be_read_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbfa\nb\n")))
        assert read_head(INPUT_FILE) == b"a\nb\n"
        assert read_any_text("-", 99) == "a\nb\n"
        with opened(INPUT_FILE) as file:
            assert [*records_of(file, 9)] == [(1, b"a\n"), (2, b"b\n")]
        assert read_bytes("-", 4) == b"\xef\xbb\xbfa"


@pytest.mark.parametrize("data", [b"\0" * 9, b"a\0"])
def test_a_sparse_file_is_not_read_to_its_end(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "sparse.jsonl"
    path.write_bytes(data)
    os.truncate(path, 1 << 36)
    with pytest.raises(InputError, match="the file is binary"):
        read_any_text(path, 1 << 35)


def test_a_pipe_is_read_once() -> None:
    reads, writes = os.pipe()
    os.write(writes, b"a" * 9)
    os.close(writes)
    assert read_any_text(f"/dev/fd/{reads}", 9) == "a" * 9
    os.close(reads)
