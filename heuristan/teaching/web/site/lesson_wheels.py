"""What the kernel of a lesson is made of: wheels of Python alone, and the index in which Pyodide finds them."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from heuristan.teaching.web.site.python_bundle import LIBRARIES, archive, library, own_files
from heuristan.version import __version__

DIGESTS: Mapping[str, str] = json.loads(Path(__file__).with_name("lessons.json").read_text(encoding="utf-8"))
"""The wheels that are fetched; Pyodide's index names these versions."""
KERNELS = ("ipykernel-", "piplite-", "pyodide_kernel-")
"""Wheels that come with jupyterlite-pyodide-kernel."""
LEFT_OUT = (
    "cli",
    "data",
    *(f"jigsaw/{each}" for each in ("assembly", "cutting", "judging", "measures", "reading", "render")),
    *(f"lab/{each}" for each in ("census", "generating", "quick", "reporting", "scoring", "searching")),
    *(f"{room}/commands" for room in ("edgematching", "jigsaw", "lab", "sliding", "tangram", "teaching")),
    "teaching/web",
    "teaching/worksheets",
)
"""Parts of heuristan that no lesson needs."""
REFUSING = b"""
from heuristan.common.native import refuse

refuse(
    "a lesson in the browser takes outlines on the lattice alone; drawings off it need libraries that only an "
    "installation has"
)
"""
"""What the wheel's first module does at last."""
OWN = f"heuristan-{__version__}-py3-none-any.whl"
ABOUT = f"Metadata-Version: 2.1\nName: heuristan\nVersion: {__version__}\n"
KIND = "Wheel-Version: 1.0\nGenerator: heuristan\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def own_wheel() -> bytes:
    """Return heuristan with the libraries that it needs, as a wheel without requirements.

    Raises:
        InputError: if a library is missing.
    """
    found = dict(own_files(LEFT_OUT))
    found["heuristan/__init__.py"] += REFUSING
    for module in LIBRARIES:
        found |= library(module)
    about = f"heuristan-{__version__}.dist-info"
    return archive({**found, f"{about}/METADATA": ABOUT.encode(), f"{about}/WHEEL": KIND.encode()})


def index_of(wheels: Mapping[str, bytes], pyodide: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an index of wheels, in which Pyodide looks for packages."""
    return {"info": pyodide["info"], "packages": {name_of(file): _entry(file, data) for file, data in wheels.items()}}


def name_of(file: str) -> str:
    """Return the name of the package in a wheel."""
    return file.split("-")[0].replace("_", "-")


def _entry(file: str, data: bytes) -> Mapping[str, Any]:
    return {
        "name": name_of(file),
        "version": file.split("-")[1],
        "file_name": file,
        "install_dir": "site",
        "sha256": sha256(data).hexdigest(),
        "package_type": "package",
        "imports": [],
        "depends": [],
        "unvendored_tests": False,
    }
