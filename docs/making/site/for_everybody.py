"""A Sphinx extension that adds what the theme lacks for people who use a keyboard or a screen reader.

Code and tables that are wider than the page can be scrolled by the keys, and the headings of the navigation have a
level.
"""

from typing import Any

MENDED = {
    "body": (
        ("<pre>", '<pre tabindex="0">'),
        ('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper'),
    ),
    "furo_navigation_tree": (('role="heading"', 'role="heading" aria-level="2"'),),
}
"""Texts of the theme and their replacements, by part of a page."""

AFTER_THE_THEME = 900


def setup(app: Any) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    app.connect("html-page-context", mend, priority=AFTER_THE_THEME)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def mend(_app: Any, _name: str, _template: str, context: dict[str, Any], _page: Any) -> None:
    """Put what is missing into the parts of a page."""
    for part, pairs in MENDED.items():
        for wrong, right in pairs:
            context[part] = str(context.get(part) or "").replace(wrong, right)
