"""Temporary folders: they end with what made them, and what a killed process left is swept away."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from heuristan.common.scratch import PREFIX, scratch_folder

locks = pytest.mark.skipif(sys.platform == "win32", reason="folders have no locks there")

WORKING = """
import sys
from pathlib import Path
from heuristan.common.scratch import scratch_folder
with scratch_folder(Path(sys.argv[1])) as folder:
    (folder / "a").write_bytes(b"a")
    print(flush=True)
    sys.stdin.read()
"""


def working(place: Path) -> "subprocess.Popen[bytes]":
    """Start a process that uses a folder."""
    command = [sys.executable, "-c", WORKING, str(place)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    assert process.stdout.readline()
    return process


def ended_by(process: "subprocess.Popen[bytes]", number: int) -> None:
    process.send_signal(number)
    process.communicate()


def test_one_ends_with_its_block(tmp_path: Path) -> None:
    def work() -> None:
        with scratch_folder(tmp_path) as folder:
            (folder / "a").write_bytes(b"a")
            assert [*tmp_path.iterdir()] == [folder]
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    assert not [*tmp_path.iterdir()]


@locks
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_what_a_killed_process_left_is_swept_and_what_another_uses_stays(number: int, tmp_path: Path) -> None:
    other, killed = working(tmp_path), working(tmp_path)
    try:
        ended_by(killed, number)
        assert len([*tmp_path.iterdir()]) == 2
        with scratch_folder(tmp_path), scratch_folder(tmp_path):
            assert len([*tmp_path.glob(f"{PREFIX}*/a")]) == 1
            assert len([*tmp_path.iterdir()]) == 3
    finally:
        ended_by(other, signal.SIGINT)
    assert not [*tmp_path.iterdir()]


@locks
def test_links_files_and_other_folders_are_left_alone(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (tmp_path / f"{PREFIX}link").symlink_to(outside)
    (tmp_path / f"{PREFIX}file").write_bytes(b"a")
    with scratch_folder(tmp_path):
        pass
    assert len([*tmp_path.iterdir()]) == 3


def test_one_that_was_swept_away_before_it_was_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import heuristan.common.scratch as kit

    made, first = kit.mkdtemp, []

    def gone_at_first(prefix: str, dir: Path) -> str:
        name = made(prefix=prefix, dir=dir)
        if not first:
            first.append(name)
            monkeypatch.setattr(kit, "_locked", taken)
        return name

    usual = kit._locked

    def taken(path: Path, *, waits: bool) -> int | None:
        lock = usual(path, waits=waits)
        monkeypatch.setattr(kit, "_locked", usual)
        path.rmdir()
        return lock

    if sys.platform == "win32":
        pytest.skip("folders have no locks there")
    monkeypatch.setattr(kit, "mkdtemp", gone_at_first)
    with scratch_folder(tmp_path) as folder:
        assert folder.is_dir()
        assert str(folder) not in first
