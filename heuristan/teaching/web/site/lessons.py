"""The course in JupyterLite: its notebooks in a browser, Python as the page has it, and the wheels of their kernel."""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import files
from pathlib import Path
from typing import Any

from heuristan.common.faults import InputError, require
from heuristan.teaching.course.lesson_files import copy_of, lesson_paths
from heuristan.teaching.web.messages import as_json
from heuristan.teaching.web.site.pyodide_files import LOCK
from heuristan.teaching.web.site.python_bundle import LIBRARIES, STDLIB, archive, library, own_files
from heuristan.teaching.web.site.site_tools import compiled, run_tool
from heuristan.version import __version__

LESSONS = "12345"
"""The lessons that need no native library."""
PARTS = ("jupyterlite-core", "jupyterlite-pyodide-kernel")
EXTENSION = "@jupyterlite/pyodide-kernel-extension"
PLUGIN = f"{EXTENSION}:kernel"
CONFIG = "jupyter-lite.json"
DISABLED = ("@jupyter-notebook/notebook-extension:checkpoints", "@jupyter-notebook/notebook-extension:tab-icon")
"""Plugins that ask for what JupyterLite does not have."""
SETTINGS = {"@jupyterlab/filebrowser-extension:browser": {"showLastModifiedColumn": False}}
UNUSED = re.compile(r"\.(map|eot)$|/pypi/|rspack\.config|/fa-[a-z-]+[0-9]+\.(svg|ttf)$")
"""Files that no browser asks for: what was built with, and fonts in old formats."""
DIGESTS: Mapping[str, str] = json.loads(Path(__file__).with_name("lessons.json").read_text(encoding="utf-8"))
"""The wheels that are fetched; Pyodide's index names these versions."""
KERNELS = ("ipykernel-", "piplite-", "pyodide_kernel-")
"""Wheels that come with jupyterlite-pyodide-kernel."""
LEFT_OUT = (
    "cli",
    "data",
    *(f"jigsaw/{each}" for each in ("assembly", "cutting", "judging", "measures", "reading")),
    *(f"lab/{each}" for each in ("census", "generating.py", "quick", "reporting", "scoring", "searching")),
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


def opened(notebook: str) -> str:
    """Return where in a site a notebook is opened."""
    return f"lessons/notebooks/index.html?path={notebook}"


def lesson_files(wheels: Mapping[str, Path], pyodide: Mapping[str, Path], folder: Path) -> Mapping[str, bytes]:
    """Return the files of the lessons by their names; they use the page's Pyodide.

    Args:
        wheels: what the kernel needs beside its own wheels.
        pyodide: the files of Pyodide.
        folder: a folder for the build, which is made.

    Raises:
        InputError: if the lessons are not there, or JupyterLite cannot be built.
        MissingExtraError: if JupyterLite is not installed.
    """
    paths = {name: path for name, path in lesson_paths().items() if name[0] in LESSONS}
    kept = {name: copy_of(path, paths) for name, path in paths.items()}
    if not kept:
        raise InputError("the lessons are not where heuristan is installed; install it again")
    extension = _extension()
    found = dict(_built(folder, extension))
    found |= {f"files/{name}": data for name, data in kept.items()} | {"api/contents/all.json": _listing(kept)}
    python, packages = _python(wheels, pyodide, extension, folder)
    found |= {f"python/{name}": data for name, data in python.items()}
    found[CONFIG] = _configured(found[CONFIG], packages)
    return {f"lessons/{name}": data for name, data in found.items()}


def _python(
    wheels: Mapping[str, Path], pyodide: Mapping[str, Path], extension: Path, folder: Path
) -> tuple[Mapping[str, bytes], list[str]]:
    """Return what Pyodide loads, compiled, with its index; and the names of all packages."""
    used = {name: path.read_bytes() for name, path in wheels.items()} | {OWN: own_wheel()}
    kernels = sorted((extension / "static" / "pypi").glob("*.whl"))
    used |= {path.name: path.read_bytes() for path in kernels if path.name.startswith(KERNELS)}
    archives = {**used, STDLIB: pyodide[STDLIB].read_bytes()}
    made = compiled(archives, pyodide[STDLIB].parent, folder, "compile_for_lessons")
    index = index_of({name: made[name] for name in used}, json.loads(pyodide[LOCK].read_bytes()))
    return {**made, LOCK: as_json(index)}, [name_of(name) for name in used]


def _extension() -> Path:
    """Return the folder of the kernel's part for the browser."""
    require("jupyterlite_pyodide_kernel", "JupyterLite", "lessons")
    known = (file for file in files(PARTS[1]) or () if file.name == "package.json")
    return Path(str(next(known).locate())).resolve().parent


def _built(folder: Path, extension: Path) -> Iterator[tuple[str, bytes]]:
    """Build JupyterLite with the kernel alone, whatever else is installed, and yield its files."""
    out = folder / "out"
    folder.mkdir()
    options = {
        "apps": ["notebooks", "tree"],
        "federated_extensions": [str(extension)],
        "ignore_sys_prefix": True,
        "no_libarchive": True,
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
        "output_dir": str(out),
    }
    (folder / "jupyter_lite_config.json").write_bytes(as_json({"LiteBuildConfig": options}))
    command = sys.executable, "-m", "jupyterlite_core", "build"
    run_tool(command, lambda why: f"JupyterLite cannot be built ({why})", folder)
    for path in sorted(out.rglob("*")):
        name = path.relative_to(out).as_posix()
        if path.is_file() and not UNUSED.search(name):
            yield name, path.read_bytes()


def _configured(config: bytes, packages: list[str]) -> bytes:
    """Return JupyterLite's settings with the page's Pyodide, all packages beforehand, and no other host."""
    found = json.loads(config)
    data: dict[str, Any] = found["jupyter-config-data"]
    data["appName"] = "heuristan: the course"
    data["appUrl"] = "./tree"
    data["contentsAllJsonFile"] = "all.json"
    data["disabledExtensions"] = [*data.get("disabledExtensions", ()), *DISABLED]
    data["settingsOverrides"] = SETTINGS
    data["litePluginSettings"] = {
        PLUGIN: {
            "disablePyPIFallback": True,
            "pipliteUrls": [],
            "pyodideUrl": "./../python/pyodide.mjs",
            "loadPyodideOptions": {
                "lockFileURL": f"./python/{LOCK}",
                "packages": packages,
                "stdLibURL": f"./python/{STDLIB}",
            },
        }
    }
    return as_json(found)


def _listing(notebooks: Mapping[str, bytes]) -> bytes:
    """Return the list of notebooks, as Jupyter asks for one."""
    date = "1980-01-01T00:00:00Z"
    common = {"created": date, "last_modified": date, "mimetype": None, "writable": True, "content": None}
    inside = [
        {**common, "name": name, "path": name, "type": "notebook", "format": None, "size": len(data)}
        for name, data in notebooks.items()
    ]
    listed = {**common, "name": "", "path": "", "type": "directory", "format": "json", "size": None, "content": inside}
    return as_json(listed)


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
