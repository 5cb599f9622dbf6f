"""Sessions: with what a command computed runs, so that a results file says where its figures come from."""

import os
import platform
import shlex
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path

from heuristan.lab.identity import version
from heuristan.lab.store import Row
from heuristan.version import __version__

LIBRARIES = ("numpy", "numba", "llvmlite", "experta", "clipspy", "duckdb", "pyarrow", "shapely")
"""Libraries that results or times may depend on."""


def session_row(jobs: int, time_limit: float, number: int) -> Row:
    """Return the row of a session that begins now and has not come to its end."""
    began = datetime.now(UTC).isoformat(timespec="seconds")
    # only the names of files: where somebody keeps them is nobody else's business
    words = [Path(word).name if os.sep in word else word for word in sys.argv[1:]]
    machine = f"{platform.system()} {platform.release()}, {platform.machine()}"
    libraries = ", ".join([f"heuristan {__version__}", *filter(None, map(_installed, LIBRARIES))])
    command = shlex.join(["heuristan", *words])[:MOST_WORDS]
    processors = os.cpu_count() or 0
    python = platform.python_version()
    return (
        *(number, began, command, jobs, time_limit, version(), machine, processors, python, libraries),
        *(None, None),
    )


MOST_WORDS = 10_000
"""Maximum number of characters of a command that is kept."""


def _installed(name: str) -> str:
    try:
        return f"{name} {version_of(name)}"
    except PackageNotFoundError:
        return ""
