"""What Python in a browser is to run, as one archive: what its page needs of the package, and libraries."""

import sys
import tarfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Literal
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from heuristan.common.faults import InputError
from heuristan.common.files import folder

PACKAGE = Path(__file__).parents[3]
STDLIB = "python_stdlib.zip"
"""The standard library, in a file of Pyodide."""
LEFT_OUT = (
    "cli",
    "data",
    "edgematching",
    "jigsaw",
    "lab",
    "pictures/images",
    "sliding",
    "tangram/commands",
    "teaching/commands",
    "teaching/course",
    "teaching/worksheets",
    "teaching/web/page",
    "teaching/web/service",
    "teaching/web/site/page",
)
"""Parts of heuristan that the page does not need."""
_KEPT = "lab/__init__", "lab/ford", "lab/offers", "pictures/images/__init__", "pictures/images/picture_reader"
KEPT = tuple(f"{module}.py" for module in _KEPT)
"""Modules of these parts that it needs."""
LIBRARIES: Mapping[str, str] = {
    "annotated_types": "annotated-types",
    "experta": "experta",
    "frozendict": "frozendict",
    "schema": "schema",
    "typing_extensions": "typing-extensions",
    "typing_inspection": "typing-inspection",
    "yaml": "PyYAML",
}
"""Libraries by their modules, in plain Python; those beside Pyodide come as wheels."""
NOT_NEEDED = ("pydantic/mypy.py", "pydantic/v1/")
"""Parts of libraries that are only for others."""
COMPILED = (".pyc", ".nbi", ".nbc")
EFFORT: Literal[1, 6, 9] = 9
"""How hard files for a browser are packed, from 0 to 9; tests pack quickly."""
WHEN = (1980, 1, 1, 0, 0, 0)
"""The date of every file, so that the same files are the same archive."""


def bundle(wheels: list[Path], libraries: Iterable[str] = ()) -> bytes:
    """Return an archive of the package, its rules and shapes, the libraries that it needs, others, and wheels.

    It is not compressed, because it is packed again.

    Raises:
        InputError: if a library is missing.
    """
    found = dict(own_files(LEFT_OUT, KEPT))
    for module in (*LIBRARIES, *libraries):
        found |= library(module)
    for wheel in wheels:
        with ZipFile(wheel) as packed:
            names = (name for name in packed.namelist() if name.endswith((".py", ".so")))
            found |= {name: packed.read(name) for name in names if not name.startswith(NOT_NEEDED)}
    return archive(found, effort=0)


def versions() -> Mapping[str, str]:
    """Return the versions of the libraries that are taken from this installation."""
    return {name: _version(name) for name in LIBRARIES.values()}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:  # experta is a part of an installed heuristan
        return "bundled"


def own_files(left_out: Iterable[str], kept: Collection[str] = ()) -> Iterator[tuple[str, bytes]]:
    """Yield the files of heuristan, its rules and its shapes, without some parts, of which some files are kept."""
    without = tuple(f"{each}/" for each in left_out)
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        is_left_out = f"{name}/".startswith(without) and name not in kept
        if path.is_file() and not is_left_out and path.suffix not in COMPILED:
            yield f"heuristan/{name}", path.read_bytes()
    for data in ("rules", "shapes"):
        top = folder(data)
        for path in sorted(top.rglob("*")):
            if path.is_file() and path.suffix != ".md":
                yield f"heuristan/data/{data}/{path.relative_to(top).as_posix()}", path.read_bytes()


def library(module: str) -> Mapping[str, bytes]:
    """Return the files of a library.

    Raises:
        InputError: if it is missing.
    """
    from heuristan.tangram.expert import experta_shim  # its import finds the experta that is a part of heuristan

    known = sys.modules.get(module) if module == "experta" and experta_shim else None
    spec = known.__spec__ if known else find_spec(module)
    if spec is None or spec.origin is None:
        named = LIBRARIES.get(module, module)
        raise InputError(f"the library {named} is missing; install it with: pip install {named}")
    origin = Path(spec.origin)
    if not spec.submodule_search_locations:
        return {origin.name: origin.read_bytes()}
    return {
        (PurePosixPath(module) / path.relative_to(origin.parent)).as_posix(): path.read_bytes()
        for path in sorted(origin.parent.rglob("*.py"))
    }


def archive(files: Mapping[str, bytes], effort: int | None = None) -> bytes:
    """Return files as an archive that is the same whenever it is made; `effort` is `EFFORT` if not given."""
    made, effort = BytesIO(), EFFORT if effort is None else effort
    with ZipFile(made, "w") as packed:
        for name, data in files.items():
            packed.writestr(ZipInfo(name, WHEN), data, ZIP_DEFLATED, effort)
    return made.getvalue()


def packed_again(zipped: bytes) -> bytes:
    """Return an archive that was packed elsewhere as `archive` packs it."""
    with ZipFile(BytesIO(zipped)) as given:
        return archive({name: given.read(name) for name in given.namelist()})


def packed_tightly(zipped: bytes) -> bytes:
    """Return an archive as a tar file in one stream of xz, which is two thirds as large."""
    made = BytesIO()
    with ZipFile(BytesIO(zipped)) as given, tarfile.open(fileobj=made, mode="w:xz", preset=EFFORT) as packed:
        for name in given.namelist():
            info, data = tarfile.TarInfo(name), given.read(name)
            info.size = len(data)
            packed.addfile(info, BytesIO(data))
    return made.getvalue()
