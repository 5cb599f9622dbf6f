"""What strangers wrote, made harmless where it is quoted: in messages, on a terminal, in Markdown and in CSV."""

import re
from typing import Any
from unicodedata import category

_LONGEST = 60
"""Maximum number of letters that a message quotes."""

_UNUSUAL = re.compile("[^\n\t -~]")

_MARKS = re.compile(r"([\\`*_\[\]|~])")

_FORMULA = re.compile(r"\s*[=+\-@]")
_NUMBER = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*")


def shown(text: object) -> str:
    """Return any text as a message can quote it: on one line, in quotes, not too long."""
    short = str(text)
    return repr(short if len(short) <= _LONGEST else short[: _LONGEST - 3] + "...")


def readable(text: str) -> str:
    """Return a text whose letters are all seen: what steers a terminal, or turns the order of letters, is escaped.

    It may quote what a stranger made up. Line breaks and blanks stay. Escapes are those of JSON, so that a JSON text
    still says the same.
    """
    return _UNUSUAL.sub(_seen, text)


def _seen(unusual: re.Match[str]) -> str:
    letter = unusual[0]
    if letter.isprintable() or category(letter) == "Zs":
        return letter
    return "".join(f"\\u{unit:04x}" for unit in memoryview(letter.encode("utf-16", "surrogatepass")[2:]).cast("H"))


def as_words(text: str) -> str:
    """Return a text as words of Markdown, in a line or a cell: no part of it is an element, a link, code, or a cell."""
    from html import escape

    line = " ".join(readable(text).split())
    return _MARKS.sub(r"\\\1", escape(line, quote=False))


def as_code(text: str) -> str:
    """Return a text as a block of code in Markdown, which nothing in it ends."""
    from html import escape

    return f"<pre><code>{escape(readable(text).rstrip(), quote=False)}</code></pre>"


def as_cell(value: Any) -> Any:
    """Return a value as a cell of CSV: a text that a program for tables would compute has an apostrophe before it.

    Its letters are seen, as anywhere: a bare carriage return would begin another row.
    """
    if not isinstance(value, str):
        return value
    is_formula = _FORMULA.match(value) and not _NUMBER.fullmatch(value)
    return readable(f"'{value}" if is_formula else value)
