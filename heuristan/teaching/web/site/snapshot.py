"""A snapshot of Python's memory with everything imported, which a browser reads faster than it imports."""

import json
from collections.abc import Mapping
from gzip import compress
from io import BytesIO
from pathlib import Path
from shutil import which
from zipfile import ZipFile

from heuristan.common.faults import InputError
from heuristan.common.scratch import scratch_folder
from heuristan.teaching.web.site import python_bundle
from heuristan.teaching.web.site.compiling import run_tool

NAME = "python/snapshot.bin"
"""Its name in the site; not .gz, which some hosts would unpack by themselves."""
_PAGE = Path(__file__).with_name("page")
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
        (folder / "python_stdlib.zip").write_bytes(standard)
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
