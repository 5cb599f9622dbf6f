"""The version of a result, and the code that workers must share.

Results are stored with the version that decided them, so that runs by changed rules are never taken for earlier ones.
What decides results is the behaviour of the code, not its text: `RESULTS` is raised by hand, and
`tests/lab/test_versions.py` fails when a run comes to another result while the number is the same.
"""

from functools import cache
from hashlib import blake2b
from pathlib import Path

RESULTS = 3
"""Raised whenever some run comes to another result than before."""

SINCE = "0.1.0"
"""The version of heuristan that raised it."""


def version() -> str:
    """Return the version of the results that this code makes, like ``0.1.0+r1``."""
    return f"{SINCE}+r{RESULTS}"


@cache
def code() -> str:
    """Return a digest of the whole package. The processes that share the work of a run must have the same."""
    package = Path(__file__).parents[2]
    found = blake2b(digest_size=8)
    for path in sorted(package.rglob("*.py")):
        found.update(path.relative_to(package).as_posix().encode() + path.read_bytes())
    return found.hexdigest()
