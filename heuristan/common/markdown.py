"""Words and code in Markdown: what strings from files say stays words, whatever they are made of."""

import re
from html import escape

from heuristan.common.words import readable

_MARKS = re.compile(r"([\\`*_\[\]|~])")


def as_words(text: str) -> str:
    """Return a text as words of a line or a cell: no part of it is an element, a link, code, or another cell."""
    line = " ".join(readable(text).split())
    return _MARKS.sub(r"\\\1", escape(line, quote=False))


def as_code(text: str) -> str:
    """Return a text as a block of code, which nothing in it ends."""
    return f"<pre><code>{escape(readable(text).rstrip(), quote=False)}</code></pre>"
