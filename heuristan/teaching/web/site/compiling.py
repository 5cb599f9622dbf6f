"""Compiling archives under Node, by the Python that is to read them."""

import subprocess
from collections.abc import Mapping
from pathlib import Path
from shutil import which

from heuristan.common.faults import InputError

_HERE = Path(__file__).parent
SECONDS = 600
"""Time limit of compiling."""


def compiled(
    archives: Mapping[str, bytes], pyodide: Path, folder: Path, script: str = "compiled_archive.py"
) -> Mapping[str, bytes]:
    """Return archives with compiled modules; as they are if Node is not there.

    Args:
        archives: the archives by their names.
        pyodide: the folder of Pyodide.
        folder: a folder for the work.
        script: the file beside this one whose `compile_archive` does it.

    Raises:
        InputError: if Node fails.
    """
    if not which("node"):
        return archives
    for name, data in archives.items():
        (folder / name).write_bytes(data)
    command = ["node", *map(str, (_HERE / "page" / "compile.mjs", pyodide, _HERE / script, folder)), *archives]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    if ended.returncode:
        said = ended.stderr.strip().splitlines() or ["no reason is given"]
        raise InputError(f"Node cannot compile what Python is to run ({said[-1][:200]}); a newer Node may help")
    return {name: (folder / f"compiled-{name}").read_bytes() for name in archives}
