"""Pyodide and what must fit it, from a folder or fetched by npm and pip; of one version each, by their digests."""

import json
import sys
import tarfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from shutil import which
from typing import Any

from heuristan.common.faults import InputError
from heuristan.teaching.web.site.compiling import run_tool

PINNED: Mapping[str, Any] = json.loads(Path(__file__).with_name("pinned.json").read_text(encoding="utf-8"))
"""The versions, and the digest of every file."""
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
