"""Notebooks as pages: their words, their code, and what it prints and draws.

Git keeps notebooks without outputs, so the build runs them.
"""

import json
from base64 import b64decode
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from heuristan.common.faults import require
from heuristan.teaching.course.lesson_files import SOLUTIONS
from heuristan.teaching.web.site.lessons import LESSONS, opened

SECONDS = 120
"""Maximum time of a cell, on a busy machine."""

NOT_INSTALLED = ("MissingExtraError", "ModuleNotFoundError")

PICTURES = {"image/svg+xml": ".svg", "image/png": ".png"}
"""Kinds of output that become a picture beside the page, the best first."""

FENCE = "`" * 12
"""More than stand in a row in any output."""

Notebook = Mapping[str, Any]


def as_kept(path: Path) -> Notebook:
    """Return a notebook as it is in its file."""
    found: Notebook = json.loads(path.read_text(encoding="utf-8"))
    return found


def as_run(path: Path) -> Notebook:
    """Return a notebook with what its cells print and draw; as it is kept if it needs what is not installed.

    Raises:
        MissingExtraError: if the extra docs is not installed.
        CellExecutionError: if a cell fails.
    """
    nbclient = require("nbclient", "nbclient and ipykernel", "docs")
    nbformat = require("nbformat", "nbclient and ipykernel", "docs")
    notebook: Notebook = nbformat.read(path, as_version=4)
    try:
        nbclient.NotebookClient(
            notebook,
            timeout=SECONDS,
            resources={"metadata": {"path": str(path.parent)}},
            extra_arguments=["--log-level=ERROR"],
        ).execute()
    except nbclient.exceptions.CellExecutionError as fault:
        if fault.ename not in NOT_INSTALLED:
            raise
        print(f"{path.name} is not run: {fault.evalue}")
        return as_kept(path)
    return notebook


def page_of(notebook: Notebook, pictures: Path) -> str:
    """Return a notebook as a page in Markdown.

    Args:
        notebook: its cells, as Jupyter writes them.
        pictures: the folder beside the page for its pictures; made if there are any.
    """
    cells = enumerate(notebook["cells"])
    parts = [part for number, cell in cells for part in parts_of(cell, pictures, f"cell-{number}")]
    return "\n\n".join(parts) + "\n"


def with_download(text: str, notebook: Path, tried: str = "") -> str:
    """Return the page of a notebook with the notebook itself linked below the title.

    Args:
        text: the page.
        notebook: the notebook.
        tried: where from the page a site with the lessons is that run in a browser, if there is one.
    """
    title, _, rest = text.partition("\n")
    words = f"This page is a notebook: [download it]({notebook.name}), and run it as you read"
    if tried and notebook.name[0] in LESSONS and notebook.parent.name != SOLUTIONS:
        words += f', or <a href="{tried}/{opened(notebook.name)}">try this lesson here</a>, in the browser'
    return f"{title}\n\n*{words}.*\n{rest}"


def parts_of(cell: Mapping[str, Any], pictures: Path, name: str) -> Iterator[str]:
    """Yield the parts of a page that a cell becomes."""
    source = "".join(cell["source"]).strip()
    if cell["cell_type"] == "markdown":
        yield source
    elif cell["cell_type"] == "code" and source:
        yield f"```python\n{source}\n```"
        for number, output in enumerate(cell["outputs"]):
            yield shown(output, pictures, f"{name}-{number}")


def shown(output: Mapping[str, Any], pictures: Path, name: str) -> str:
    """Return an output as a picture, or else as HTML, such as a player in its frame, or else as text."""
    data = output.get("data", {})
    for kind, ending in PICTURES.items():
        if kind in data:
            pictures.mkdir(parents=True, exist_ok=True)
            place = pictures / f"{name}{ending}"
            content = "".join(data[kind])
            place.write_bytes(b64decode(content) if ending == ".png" else content.encode())
            return f"![What the code above draws]({pictures.name}/{place.name})"
    if "text/html" in data:
        content = "".join(data["text/html"]).strip()
        return f"{FENCE}{{raw}} html\n{content}\n{FENCE}"
    words = "".join(output.get("text") or data.get("text/plain") or output.get("traceback") or "").rstrip()
    return f"```text\n{words}\n```" if words else ""
