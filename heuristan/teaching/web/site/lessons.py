"""The course in JupyterLite: its notebooks in a browser, with Python as the page has it."""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import files
from pathlib import Path
from typing import Any

from heuristan.common.faults import InputError, require
from heuristan.teaching.course.lesson_files import copy_of, lesson_paths
from heuristan.teaching.web.site.compiling import compiled, run_tool
from heuristan.teaching.web.site.lesson_wheels import KERNELS, OWN, index_of, name_of, own_wheel

LESSONS = "12345"
"""The lessons that need no native library."""
PARTS = ("jupyterlite-core", "jupyterlite-pyodide-kernel")
EXTENSION = "@jupyterlite/pyodide-kernel-extension"
PLUGIN = f"{EXTENSION}:kernel"
CONFIG = "jupyter-lite.json"
STDLIB, INDEX = "python_stdlib.zip", "pyodide-lock.json"
DISABLED = ("@jupyter-notebook/notebook-extension:checkpoints", "@jupyter-notebook/notebook-extension:tab-icon")
"""Plugins that ask for what JupyterLite does not have."""
SETTINGS = {"@jupyterlab/filebrowser-extension:browser": {"showLastModifiedColumn": False}}
UNUSED = re.compile(r"\.(map|eot)$|/pypi/|rspack\.config|/fa-[a-z-]+[0-9]+\.(svg|ttf)$")
"""Files that no browser asks for: what was built with, and fonts in old formats."""


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
    made = compiled(archives, pyodide[STDLIB].parent, folder, "compiled_lessons.py")
    index = index_of({name: made[name] for name in used}, json.loads(pyodide[INDEX].read_bytes()))
    return {**made, INDEX: _as_json(index)}, [name_of(name) for name in used]


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
    (folder / "jupyter_lite_config.json").write_bytes(_as_json({"LiteBuildConfig": options}))
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
                "lockFileURL": f"./python/{INDEX}",
                "packages": packages,
                "stdLibURL": f"./python/{STDLIB}",
            },
        }
    }
    return _as_json(found)


def _as_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _listing(notebooks: Mapping[str, bytes]) -> bytes:
    """Return the list of notebooks, as Jupyter asks for one."""
    date = "1980-01-01T00:00:00Z"
    common = {"created": date, "last_modified": date, "mimetype": None, "writable": True, "content": None}
    inside = [
        {**common, "name": name, "path": name, "type": "notebook", "format": None, "size": len(data)}
        for name, data in notebooks.items()
    ]
    listed = {**common, "name": "", "path": "", "type": "directory", "format": "json", "size": None, "content": inside}
    return _as_json(listed)
