"""Folders with a file for each outline or result."""

import os
import re
from collections.abc import Iterable
from itertools import chain, count
from pathlib import Path

from heuristan.cli.failing import check_link, fail, write
from heuristan.common.files import real

LONGEST_NAME = 100


def is_folder(name: str) -> bool:
    """Return whether an output is a folder: one that is there, or a name that ends like one."""
    return name.endswith(("/", os.sep)) or os.path.isdir(name)


def check_folder(path: Path) -> None:
    """Check before any work that a folder is there or can be made, and that files can be written into it."""
    check_link(path)
    if path.exists() and not path.is_dir():
        fail(f"{path}: this is a file, not a folder; choose another name")
    if not path.exists() and not path.parent.is_dir():
        fail(f"{path}: cannot be made a folder ({path.parent} is not there); choose another place")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        fail(f"{path}: cannot be written (permission denied); choose another place")


class Folder:
    """A folder with a file for each of several things, named by their ids; it is made where it is missing."""

    def __init__(self, path: Path, ending: str, read: Iterable[Path] = ()) -> None:
        """Take a place; nothing is written yet.

        Args:
            path: the folder.
            ending: the ending of every file, with its dot.
            read: files that are read and must not be overwritten.
        """
        self.path = path
        self._ending = ending
        self._read = {real(each) for each in read}
        self._used: set[str] = set()

    def __enter__(self) -> None:
        try:
            self.path.mkdir(exist_ok=True)
        except OSError as fault:
            fail(f"{self.path}: cannot be made a folder ({fault.strerror or fault}); choose another place")

    def put(self, id: str, made: str | bytes) -> None:
        """Write a file named by an id; a text ends with a line break."""
        path = self.path / f"{self._name_for(id)}{self._ending}"
        if real(path) in self._read:
            fail(f"{path}: the file is read as well and would be lost; choose another folder")
        write(path, made.rstrip("\n") + "\n" if isinstance(made, str) else made)

    def _name_for(self, id: str) -> str:
        """Return a name that every system takes, and that no thing before has."""
        plain = re.sub(r"[^\w.-]+", "-", id, flags=re.ASCII)[:LONGEST_NAME].strip("-.") or "outline"
        names = chain([plain], (f"{plain}-{number}" for number in count(2)))
        name = next(name for name in names if name.lower() not in self._used)
        self._used.add(name.lower())
        return name

    def __exit__(self, *_: object) -> None:
        """Nothing is open."""
