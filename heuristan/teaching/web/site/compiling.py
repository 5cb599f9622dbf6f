"""Tools that make parts of a site, run; and archives compiled under Node, by the Python that is to read them."""

import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from shutil import which

from heuristan.common.faults import InputError
from heuristan.common.quoting import readable

_HERE = Path(__file__).parent
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
    run_tool(
        ("node", _HERE / "page" / "compile.mjs", pyodide, _HERE / script, folder, *archives),
        lambda why: f"Node cannot compile what Python is to run ({why}); a newer Node may help",
    )
    return {name: (folder / f"compiled-{name}").read_bytes() for name in archives}
