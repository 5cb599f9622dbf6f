"""Tools that make parts of a site: run to their end; under Node Python compiles archives, and gives a snapshot."""

import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from gzip import compress
from io import BytesIO
from pathlib import Path
from shutil import which
from typing import Literal
from zipfile import ZipFile

from heuristan.common.faults import InputError
from heuristan.common.quoting import readable
from heuristan.common.scratch import scratch_folder
from heuristan.teaching.web.site import python_bundle

_COMPILE = Path(__file__).with_name("compiled_archive.py")
_PAGE = Path(__file__).with_name("page")
SECONDS = 600
"""Time limit of a tool."""


def run_tool(
    command: Sequence[object], refused: Callable[[str], str], folder: Path | None = None, told_in: int = -1
) -> None:
    """Run a tool to its end.

    Args:
        command: the tool, and what it is given.
        refused: says that it failed, for a reason.
        folder: the folder that it works in.
        told_in: which of the lines that it complains in says why.

    Raises:
        InputError: if it fails, or does not end in time.
    """
    words = [*map(str, command)]
    try:
        ended = subprocess.run(
            words, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        raise InputError(refused(f"no answer in {SECONDS} seconds")) from None
    if ended.returncode:
        said = [line for line in ended.stderr.splitlines() if line.strip()] or ["no reason is given"]
        raise InputError(refused(readable(said[told_in])[:200]))


def compiled(
    archives: Mapping[str, bytes], pyodide: Path, folder: Path, way: Literal["compile_for_page", "compile_for_lessons"]
) -> Mapping[str, bytes]:
    """Return archives with compiled modules; as they are if Node is not there.

    Args:
        archives: the archives by their names.
        pyodide: the folder of Pyodide.
        folder: a folder for the work.
        way: the function of `compiled_archive` that does it.

    Raises:
        InputError: if Node fails.
    """
    if not which("node"):
        return archives
    for name, data in archives.items():
        (folder / name).write_bytes(data)
    run_tool(
        ("node", _PAGE / "compile.mjs", pyodide, _COMPILE, way, folder, *archives),
        lambda why: f"Node cannot compile what Python is to run ({why}); a newer Node may help",
    )
    return {name: (folder / f"compiled-{name}").read_bytes() for name in archives}


NAME = "python/snapshot.bin"
"""The name of a snapshot in the site; not .gz, which some hosts would unpack by themselves."""
_SWITCH = "HAS_SNAPSHOT = false", "HAS_SNAPSHOT = true"
_WORKER = "web/worker.js"
_LIBRARIES = "/lib/heuristan/"
ALIGNED = 4
"""Where the memory begins in the file, which is read as numbers of this many bytes, is a multiple of it."""
HARD = 6
"""How hard it is packed at most: 9 takes five times as long, and a hundredth fewer bytes."""


def snapshot_files(pyodide: Path, standard: bytes, packed: bytes, worker: bytes) -> Mapping[str, bytes]:
    """Return the snapshot and the worker that uses it, by their names in the site.

    Args:
        pyodide: the folder with Pyodide.
        standard: the archive of the standard library, as the site has it.
        packed: the archive of what Python runs, compiled.
        worker: the worker that begins plainly.

    Raises:
        InputError: if it cannot be made.
    """
    if which("node") is None:
        raise InputError("a snapshot is taken by Node, which is missing; install it, or leave --snapshot out")
    with scratch_folder() as folder:
        with ZipFile(BytesIO(packed)) as given:
            given.extractall(folder / "files")
            files = {name: given.read(name) for name in given.namelist()}
        library = next(data for name, data in files.items() if name.endswith(".so"))
        (folder / "library.so").write_bytes(library)
        (folder / python_bundle.STDLIB).write_bytes(standard)
        run_tool(
            ("node", _PAGE / "take-snapshot.mjs", pyodide, folder),
            lambda why: f"Node cannot take a snapshot of Python ({why}); a newer Node may help",
        )
        memory = (folder / "memory").read_bytes()
        loaded = {name.removeprefix(_LIBRARIES) for name in json.loads((folder / "loaded.json").read_bytes())}
    left = {name: data for name, data in files.items() if name not in loaded}
    inside = [(name, len(data)) for name, data in left.items()]
    sizes = {"memory": len(memory), "library": len(library), "files": inside}
    head = json.dumps(sizes).encode()
    head += b" " * (-(len(head) + 1) % ALIGNED)
    whole = b"".join((head, b"\n", memory, library, *left.values()))
    old, new = (each.encode() for each in _SWITCH)
    assert worker.count(old) == 1
    return {NAME: compress(whole, min(HARD, python_bundle.EFFORT), mtime=0), _WORKER: worker.replace(old, new)}
