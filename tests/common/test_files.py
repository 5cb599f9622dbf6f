"""Files that are written whole, or not at all."""

import os
from pathlib import Path

import pytest

from heuristan.common.faults import InputError
from heuristan.common.files import inside, keep_whole_lines, made_whole, opened_whole, real, write_whole


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
