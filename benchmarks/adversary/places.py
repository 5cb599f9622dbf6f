"""Folders that are full, or cannot be written to: small file systems in memory, where mounting is allowed."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

SIZE = 256 * 1024
"""Bytes of a folder that gets full."""
FILLER = "filler"
"""The file that takes up its room."""


@contextmanager
def full(folder: Path, dice: Random) -> Iterator[None]:
    """Leave a folder with room for a few pages, or none."""
    with _mounted(folder, f"size={SIZE}"):
        with suppress(OSError):
            (folder / FILLER).write_bytes(bytes(SIZE - 4096 * dice.choice((0, 1, 2, 4))))
        yield


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Let nobody write to a folder, not even root."""
    with _mounted(folder, "size=4k,ro"):
        yield


@contextmanager
def _mounted(folder: Path, options: str) -> Iterator[None]:
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True, capture_output=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True, capture_output=True)


def can_mount(folder: Path) -> bool:
    """Return whether file systems may be mounted here."""
    try:
        with read_only(folder):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False
