"""Which version decided a result: heuristan's own, and a digest of the code that has a say in results.

Code is followed from the two solvers and from what makes rows of their results, import by import, so that a change in
a picture or in a command leaves results as they are, and a change in a rule does not.
"""

import re
from functools import cache
from hashlib import blake2b
from pathlib import Path

from heuristan.common.resources import folder
from heuristan.version import __version__

ROOTS = ("heuristan.tangram.solving.expert", "heuristan.tangram.solving.exact", "heuristan.tangram.lab.tasks")
"""What is followed."""

UNHEARD = ("heuristan", "heuristan.tangram.lab.store", "heuristan.tangram.lab.tables", "heuristan.tangram.lab.versions")
"""What is imported on the way and has no say in a result: the package, which offers everything, and the storing."""

_IMPORT = re.compile(r"^\s*(?:from|import) (heuristan[\w.]*)(?: import ([^#\n(]+|\([^)]*\)))?", re.MULTILINE)


@cache
def version() -> str:
    """The version of the results that this code makes, like ``0.1.0+3f2a9c41``."""
    seen = blake2b(digest_size=4)
    for name in sorted(modules()):
        seen.update(_source(name).encode())
    # rankings have digests of their own; the rule below them all, vertex-fit, is in none of them
    seen.update((folder("rules") / "catalogue.yaml").read_bytes())
    return f"{__version__}+{seen.hexdigest()}"


def modules() -> set[str]:
    """The modules of heuristan that have a say in results."""
    found: set[str] = set()
    waiting = list(ROOTS)
    while waiting:
        name = waiting.pop()
        if name in found or name in UNHEARD or not _path(name).is_file():
            continue
        found.add(name)
        waiting += _imports(name)
    return found


def _imports(name: str) -> set[str]:
    """The modules that one imports, inside functions too; names that are no modules are among them."""
    found: set[str] = set()
    for package, names in _IMPORT.findall(_source(name)):
        found |= {package, *(f"{package}.{word}" for word in re.findall(r"\w+", names))}
    return found


@cache
def _source(name: str) -> str:
    return _path(name).read_text(encoding="utf-8")


def _path(name: str) -> Path:
    path = Path(__file__).parents[2].joinpath(*name.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
