"""The option ``--memory``: a folder in which states that rankings come to are kept from run to run."""

import os
from pathlib import Path

import click

from heuristan.cli.failing import fail

memory_option = click.option(
    "--memory",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIRECTORY",
    help="Folder in which all states found are kept at the end, and looked up by the next command. Safe to delete.",
)


def check_memory(folder: Path | None) -> None:
    """Check before any work that memories can be used and kept in a folder, which is made."""
    from heuristan.common.faults import require

    if folder is None:
        return
    require("numba", "numba", "fast")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        fail(f"{folder}: the folder cannot be made ({fault.strerror}); choose another place")
    if not os.access(folder, os.W_OK):
        fail(f"{folder}: cannot be written (permission denied); choose another place")
