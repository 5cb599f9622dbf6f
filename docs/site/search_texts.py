"""Shows a few words of each page that the search finds, from disk too.

Sphinx's search fetches the pages it found to quote them, which browsers forbid for files. This Sphinx extension puts
the texts of all pages, section in section, into a script that the search page alone loads, in place of fetching.
"""

import json
from html import escape
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from bs4.element import NavigableString, Tag

SCRIPT = "search-texts.js"
INSTEAD_OF_FETCH = """
window.fetch = async (address) => {
  const page = String(address).replace(/^\\.\\//, "").replace(/\\.html$/, "");
  return new Response(SEARCH_TEXTS[page] ?? "");
};
"""


def setup(app: Any) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    app.connect("html-page-context", load_on_the_search_page)
    app.connect("build-finished", write_texts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def load_on_the_search_page(app: Any, name: str, *_others: Any) -> None:
    """Let the search page load the script."""
    if name == "search":
        app.add_js_file(SCRIPT)


def write_texts(app: Any, fault: Exception | None) -> None:
    """Write the script when all pages are there."""
    if fault is None:
        pages = {name: text_of(Path(app.outdir, f"{name}.html")) for name in sorted(app.env.found_docs)}
        script = f"const SEARCH_TEXTS = {json.dumps(pages, ensure_ascii=False)};\n{INSTEAD_OF_FETCH}"
        Path(app.outdir, "_static", SCRIPT).write_text(script, encoding="utf-8")


def text_of(page: Path) -> str:
    """Return the words of a page in its sections, without any other markup."""
    main = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").find(None, {"role": "main"})
    return f'<div role="main">{words_of(main)}</div>' if isinstance(main, Tag) else ""


def words_of(element: Tag) -> str:
    """Return the words within an element, and the sections among them as such."""
    parts = []
    for child in element.children:
        if isinstance(child, NavigableString):
            parts.append(escape(str(child)))
        elif isinstance(child, Tag) and "headerlink" not in child.get_attribute_list("class"):
            words = words_of(child)
            parts.append(f'<section id="{child["id"]}">{words}</section>' if child.name == "section" else words)
    return "".join(parts)
