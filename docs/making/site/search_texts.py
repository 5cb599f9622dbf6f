"""Shows a few words of each page that the search finds, from disk too.

Sphinx's search fetches the pages it found to quote them, which browsers forbid for files. This Sphinx extension puts
the texts of all pages, section in section, into a script that the search page alone loads, in place of fetching.
"""

import json
from pathlib import Path
from typing import Any

from docutils.nodes import Node, section

from heuristan.common.quoting import as_markup

SCRIPT = "search-texts.js"
INSTEAD_OF_FETCH = """
window.fetch = async (address) => {
  const page = String(address).replace(/^\\.\\//, "").replace(/\\.html$/, "");
  return new Response(SEARCH_TEXTS[page] ?? "");
};
"""


def setup(app: Any) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    app.search_texts = {}
    app.connect("html-page-context", keep_text)
    app.connect("build-finished", write_texts)
    return {"parallel_read_safe": True, "parallel_write_safe": False}


def keep_text(app: Any, name: str, _template: str, _context: Any, page: Node | None) -> None:
    """Keep the text of a page, and let the search page load the script."""
    if page is not None:
        app.search_texts[name] = f'<div role="main">{words_of(page)}</div>'
    if name == "search":
        app.add_js_file(SCRIPT)


def write_texts(app: Any, fault: Exception | None) -> None:
    """Write the script when all pages are there."""
    if fault is None:
        texts = json.dumps(dict(sorted(app.search_texts.items())), ensure_ascii=False)
        script = f"const SEARCH_TEXTS = {texts};\n{INSTEAD_OF_FETCH}"
        Path(app.outdir, "_static", SCRIPT).write_text(script, encoding="utf-8")


def words_of(node: Node) -> str:
    """Return the words within a node, and the sections among them as such."""
    parts = []
    for child in node.children:
        if isinstance(child, section):
            parts.append(f'<section id="{child["ids"][0]}">{words_of(child)}</section>')
        else:
            parts.append(f"{as_markup(child.astext())}\n")
    return "".join(parts)
