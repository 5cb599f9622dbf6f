"""Sphinx's configuration of the documentation site; build.py runs it on a staged copy of the pages.

Nothing is fetched, neither while the site is built nor while it is read: the theme uses the fonts of the system, and
the search index is a script beside the pages, so that the search works from disk too.
"""

import sys
from pathlib import Path
from typing import Any

from heuristan import __version__

sys.path.insert(0, str(Path(__file__).parent))

project = "heuristan"
author = copyright = "The heuristan authors"
release = version = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "search_texts", "for_everybody"]
root_doc = "index"
source_suffix = {".md": "markdown"}
highlight_language = "text"  # of code that does not say its language
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # private types have no page that a link could lead to
suppress_warnings = ["myst.header"]  # a page of a table may go from # to ###

myst_enable_extensions: list[str] = []
myst_heading_anchors = 4
myst_links_external_new_tab = False

# docstrings are written with single backticks, as Markdown has code
default_role = "code"
autodoc_typehints = "signature"
autodoc_member_order = "groupwise"
autodoc_preserve_defaults = True
toc_object_entries_show_parents = "hide"
add_module_names = False
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"heuristan {__version__}"
html_static_path = [str(Path(__file__).parent / "static")]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}

FIELDS = ("attribute", "property")


def setup(app: Any) -> None:
    """Keep the docstrings of fields as they are: napoleon would take words before a colon for a type."""
    kept: dict[str, list[str]] = {}

    def keep(_app: Any, what: str, name: str, _value: Any, _options: Any, lines: list[str]) -> None:
        if what in FIELDS:
            kept[name] = list(lines)

    def put_back(_app: Any, what: str, name: str, _value: Any, _options: Any, lines: list[str]) -> None:
        if what in FIELDS:
            lines[:] = kept.pop(name)

    app.connect("autodoc-process-docstring", keep, priority=100)
    app.connect("autodoc-process-docstring", put_back, priority=900)
