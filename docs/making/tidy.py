"""Puts the notebooks into the form in which git keeps them: python docs/making/tidy.py

Run it after editing a notebook in Jupyter: outputs, counts and what Jupyter noted about the
machine are removed. Every cell keeps its id, and a line of the notebook is a line
of the file, so that a change reads as one.
"""

import json
from pathlib import Path
from typing import Any

from marked import DOCS

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def notebooks() -> list[Path]:
    """Return all notebooks of the course: the lessons and their solutions."""
    return sorted((DOCS / "course").rglob("*.ipynb"))


def tidied(text: str) -> str:
    """Return the text of a notebook in the form that is kept."""
    cells = [_cell(cell) for cell in json.loads(text)["cells"]]
    kept = {
        "cells": [cell for cell in cells if cell["source"]],
        "metadata": METADATA,
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(kept, indent=1, ensure_ascii=False) + "\n"


def _cell(cell: dict[str, Any]) -> dict[str, Any]:
    lines = "".join(cell["source"]).strip().splitlines(keepends=True)
    kept = {
        "cell_type": cell["cell_type"],
        "id": cell["id"],
        "metadata": {},
        "source": lines,
    }
    return kept if cell["cell_type"] == "markdown" else {**kept, "execution_count": None, "outputs": []}


if __name__ == "__main__":
    for path in notebooks():
        path.write_text(tidied(path.read_text(encoding="utf-8")), encoding="utf-8")
