"""The version of a result, and the code that workers must share.

Results are stored with the version that decided them, so that runs by changed rules are never taken for earlier ones.
What decides results is the behaviour of the code, not its text: `RESULTS` is raised by hand, and
`tests/lab/test_versions.py` fails when a run comes to another result while the number is the same.
"""

from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path

RESULTS = 3
"""Raised whenever some run comes to another result than before."""

SINCE = "0.1.0"
"""The version of heuristan that raised it."""

FORMER: Mapping[str, int] = {"0.1.0+8ab6001c": 1}
"""Version strings that were written before there was a number, and the number of their results."""


def version() -> str:
    """Return the version of the results that this code makes, like ``0.1.0+r1``."""
    return f"{SINCE}+r{RESULTS}"


def present_version(stored: str) -> str:
    """Return the version of a stored result as it is written now."""
    return version() if FORMER.get(stored) == RESULTS else stored


def former_versions() -> list[str]:
    """Return the former version strings whose results are those of this code."""
    return [stored for stored, results in FORMER.items() if results == RESULTS]


@cache
def code() -> str:
    """Return a digest of the whole package. The processes that share the work of a run must have the same."""
    package = Path(__file__).parents[2]
    found = blake2b(digest_size=8)
    for path in sorted(package.rglob("*.py")):
        found.update(path.relative_to(package).as_posix().encode() + path.read_bytes())
    return found.hexdigest()
