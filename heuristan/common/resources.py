"""Where the rankings and shapes that ship with heuristan lie."""

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]


def folder(name: str) -> Path:
    """Return the folder ``rules`` or ``shapes``: inside an installed wheel, or at the top of a checkout."""
    installed = _PACKAGE / "data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
