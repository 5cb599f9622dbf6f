"""Temporary folders that end with what made them, even if that was killed: then the next to make one sweeps them away.

A folder is locked by the process that uses it, and the system takes the lock away with the process. So a folder whose
lock is free belongs to nobody. A number of a process would say less: it may be given again, or be that of another
machine or container.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir, mkdtemp

PREFIX = ".heuristan-"


@contextmanager
def scratch_folder(within: Path | None = None) -> Iterator[Path]:
    """Make a folder that ends with the block.

    Args:
        within: the folder in which it is made; that of the system for temporary files if not given.

    Raises:
        OSError: if it cannot be made.
    """
    place = within or Path(gettempdir())
    _sweep(place)
    path, lock = _made(place)
    try:
        yield path
    finally:
        rmtree(path, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def _made(place: Path) -> tuple[Path, int | None]:
    """Make a folder and lock it; make another if it was swept away before it was locked."""
    while True:
        path = Path(mkdtemp(prefix=PREFIX, dir=place))
        lock = _locked(path, waits=True)
        if lock is None or path.exists():
            return path, lock
        os.close(lock)


def _sweep(place: Path) -> None:
    """Remove the folders of processes that are gone."""
    for path in place.glob(f"{PREFIX}*"):
        lock = _locked(path, waits=False)
        if lock is not None:
            rmtree(path, ignore_errors=True)
            os.close(lock)


def _locked(path: Path, *, waits: bool) -> int | None:
    """Return the lock of a folder; None if it is another's, or where folders have no locks."""
    if sys.platform in ("win32", "emscripten"):
        return None
    from fcntl import LOCK_EX, LOCK_NB, flock

    with suppress(OSError):
        opened = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            if os.fstat(opened).st_uid == os.geteuid():
                flock(opened, LOCK_EX if waits else LOCK_EX | LOCK_NB)
                return opened
        except OSError:
            pass
        os.close(opened)
    return None
