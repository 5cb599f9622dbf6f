"""What folders of tests need beside the core: without it they are left out."""

from importlib.metadata import PackageNotFoundError, version

EXTRAS = {
    "edgematching": ("scipy",),
    "jigsaw": ("opencv-python-headless", "scikit-image", "scipy"),
    "sliding": ("numba",),
    "lab": ("duckdb", "pyarrow"),
    "teaching/worksheets": ("pypdfium2", "typst"),
    "teaching/web": ("starlette", "httpx", "uvicorn"),
}
"""For each folder of tests the libraries that it needs."""


def is_installed(library: str) -> bool:
    try:
        version(library)
    except PackageNotFoundError:
        return False
    return True


MISSING = {folder: [name for name in names if not is_installed(name)] for folder, names in EXTRAS.items()}
