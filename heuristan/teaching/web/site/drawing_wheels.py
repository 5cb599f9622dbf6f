"""Wheels of Pyodide's own distribution, with which drawings are read; its lock says which, and their digests."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from heuristan.common.faults import InputError
from heuristan.teaching.web.messages import as_json

NEEDED = "numpy", "shapely"
WITHOUT = "Photographs, scans, PDF, other SVG and drawings off the lattice are not"
WITH = "For other SVG and drawings off the lattice more of Python is fetched. Photographs, scans and PDF are not"
"""What the page says of drawings, without wheels and with them."""
LOCK = "pyodide-lock.json"


class Wheels(NamedTuple):
    """Wheels that the page loads when a drawing comes, and what Pyodide's lock says of them."""

    paths: tuple[Path, ...] = ()
    entries: Mapping[str, Any] = {}

    @property
    def libraries(self) -> tuple[str, ...]:
        """The libraries in plain Python that are needed besides."""
        return ("svgelements",) if self.paths else ()

    def files(self, lock: bytes, page: bytes) -> Mapping[str, bytes]:
        """Return the wheels, Pyodide's lock with these alone, and the module that says what is read, by their names.

        Args:
            lock: the lock as Pyodide has it.
            page: the module that says what is read without wheels.
        """
        index = json.loads(lock) | {"packages": self.entries}
        found = {path.name: path.read_bytes() for path in self.paths} | {LOCK: as_json(index)}
        assert page.count(WITHOUT.encode()) == 1
        said = page.replace(WITHOUT.encode(), WITH.encode()) if self.paths else page
        return {f"python/{name}": data for name, data in found.items()} | {"web/python.js": said}


def wheels_in(folder: Path, lock: bytes) -> Wheels:
    """Return the wheels of a folder.

    Raises:
        InputError: if one is missing, or is not the one of the lock.
    """
    packages = json.loads(lock)["packages"]
    entries = {name: packages[name] for name in NEEDED}
    for entry in entries.values():
        name, digest = entry["file_name"], entry["sha256"]
        path = folder / name
        if not path.is_file():
            raise InputError(f"{folder}: {name} is missing; it is a part of Pyodide's own distribution")
        if sha256(path.read_bytes()).hexdigest() != digest:
            raise InputError(f"{path}: this is not the wheel of Pyodide's distribution; its sha256 must be {digest}")
    return Wheels(tuple(folder / entry["file_name"] for entry in entries.values()), entries)
