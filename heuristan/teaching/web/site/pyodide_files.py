"""Pyodide and wheels that fit it, from a folder or fetched by npm and pip; of one version each, by their digests."""

import json
import sys
import tarfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from shutil import which
from typing import Any, NamedTuple

from heuristan.common.faults import InputError
from heuristan.teaching.web.messages import as_json
from heuristan.teaching.web.site.site_tools import run_tool

PINNED: Mapping[str, Any] = json.loads(Path(__file__).with_name("pinned.json").read_text(encoding="utf-8"))
"""The versions, and the digest of every file."""
LOCK = "pyodide-lock.json"
DIGESTS: Mapping[str, str] = PINNED["digests"]


def fetch(folder: Path, more: Iterable[str] = ()) -> Path:
    """Fetch all files, and more wheels, into an empty folder, and return it; from the registries of npm and pip.

    Raises:
        InputError: if they cannot be had.
    """
    named, python = f"pyodide@{PINNED['pyodide']}", PINNED["python"]
    if which("npm") is None:
        raise InputError(f"npm is missing, which fetches {named}; install Node, or give a folder with --pyodide")
    npm = ("npm", "pack", named, "--loglevel=error", "--ignore-scripts", "--pack-destination", str(folder))
    kind = ("--only-binary=:all:", "--no-deps", "--implementation", "cp", "--python-version", python)
    where = ("--platform", PINNED["platform"], "--abi", f"cp{python.replace('.', '')}", "--dest", str(folder))
    wheels = [name.split("-")[:2] for name in (*DIGESTS, *more) if name.endswith(".whl")]
    wanted = [f"{name.replace('_', '-')}=={version}" for name, version in wheels]
    pip = (sys.executable, "-m", "pip", "download", "--quiet", *kind, *where, *wanted)
    with ThreadPoolExecutor() as beside:
        list(beside.map(_run, (npm, pip)))
    with tarfile.open(next(folder.glob("pyodide-*.tgz"))) as packed:
        for name in DIGESTS.keys() & {each.removeprefix("package/") for each in packed.getnames()}:
            (folder / name).write_bytes(b"".join(packed.extractfile(f"package/{name}") or ()))
    return folder


def checked(folder: Path, digests: Mapping[str, str] | None = None) -> Mapping[str, Path]:
    """Return the files of a folder by their names.

    Args:
        folder: the folder.
        digests: the names and digests of the files; those of Pyodide if not given.

    Raises:
        InputError: if one is missing, or is not what it should be.
    """
    digests = DIGESTS if digests is None else digests
    for name, digest in digests.items():
        path = folder / name
        if not path.is_file():
            raise InputError(f"{folder}: {name} is missing; the folder needs {', '.join(digests)}")
        if sha256(path.read_bytes()).hexdigest() != digest:
            version = f"Pyodide {PINNED['pyodide']}"
            raise InputError(f"{path}: this is not the file that belongs to {version}; its sha256 must be {digest}")
    return {name: folder / name for name in digests}


def _run(command: Sequence[str]) -> None:
    tool = "npm" if command[0] == "npm" else "pip"
    version = f"Pyodide {PINNED['pyodide']}"
    run_tool(
        command,
        lambda why: f"{tool} cannot fetch a part of {version} ({why}); give a folder with --pyodide",
        told_in=0,
    )


NEEDED = "numpy", "shapely"
"""Wheels of Pyodide's own distribution, with which drawings are read; its lock says their files and digests."""
WITHOUT = "Photographs, scans, PDF, other SVG and drawings off the lattice are not"
WITH = "For other SVG and drawings off the lattice more of Python is fetched. Photographs, scans and PDF are not"
"""What the page says of drawings, without wheels and with them."""


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
