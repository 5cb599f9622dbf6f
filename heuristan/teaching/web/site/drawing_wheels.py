"""Wheels of Pyodide's own distribution, with which drawings are read; its lock says which, and their digests."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from heuristan.teaching.web.messages import as_json
from heuristan.teaching.web.site.pyodide_files import checked

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
    paths = checked(folder, {entry["file_name"]: entry["sha256"] for entry in entries.values()})
    return Wheels(tuple(paths.values()), entries)
