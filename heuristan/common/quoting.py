"""Functions that escape strings from files: one for each output.

| output | function |
|---|---|
| a message | `shown` |
| a terminal, and every text that a command writes | `readable` |
| HTML and XML, so SVG | `as_markup`; JSON in a page: `as_data` |
| Markdown | `as_words`, `as_code` |
| CSV | `as_cell` |
| typst, which takes JSON and computes nothing of it | `all_readable` |
"""

import json
import re
from typing import Any
from unicodedata import category

_LONGEST = 60
"""Maximum number of letters that a message quotes."""

_UNUSUAL = re.compile("[^\n\t -~]")

_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_ELEMENTS = {letter: name for letter, name in _MARKUP.items() if letter != ord('"')}

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


def all_readable(value: Any) -> Any:
    """Return JSON data whose texts are readable."""
    match value:
        case str():
            return readable(value)
        case dict():
            return {key: all_readable(each) for key, each in value.items()}
        case list() | tuple():
            return [*map(all_readable, value)]
        case _:
            return value


def as_markup(text: str) -> str:
    """Return a text as characters of HTML and of XML, in an element or in an attribute with double quotes around it."""
    return readable(text).translate(_MARKUP)


def as_data(value: Any) -> str:
    """Return JSON in a page, which cannot end the element that it stands in, and says the same."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return readable(text).replace("<", "\\u003c")


def as_words(text: str) -> str:
    """Return a text as words of Markdown, in a line or a cell: no part of it is an element, a link, code, or a cell."""
    line = " ".join(readable(text).split())
    return _MARKS.sub(r"\\\1", line.translate(_ELEMENTS))


def as_code(text: str) -> str:
    """Return a text as a block of code in Markdown, which nothing in it ends.

    Some programs look for links even in elements, so none is written.
    """
    code = readable(text).rstrip().translate(_ELEMENTS).replace("](", "]&#40;")
    return f"<pre><code>{code}</code></pre>"


def as_cell(value: Any) -> Any:
    """Return a value as a cell of CSV: a text that a program for tables would compute has an apostrophe before it.

    Its letters are seen, as anywhere: a bare carriage return would begin another row.
    """
    if not isinstance(value, str):
        return value
    is_formula = _FORMULA.match(value) and not _NUMBER.fullmatch(value)
    return readable(f"'{value}" if is_formula else value)
