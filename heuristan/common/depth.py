"""Depth of nested texts, checked before a library reads them: many libraries recurse, and some crash the process.

A text of JSON, YAML, WKT or SVG that a person or a program wrote nests no deeper than a few dozen levels. Each reader
has its own limit. JSON and WKT are counted here; YAML and XML are read event by event, and stopped at theirs.
"""

import re

_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
"""A string of JSON; one without an end reaches to that of the text."""

_OTHERS = bytes(letter for letter in range(256) if letter not in b"()[]{}")
_ROUND = bytes.maketrans(b"[{]}", b"(())")


def is_deeper(text: str, most: int, *, has_strings: bool = False) -> bool:
    """Return whether brackets, of whatever sort, nest deeper than a number of levels.

    The innermost pairs are taken away, level after level; so the time grows with the length and with the limit alone.

    Args:
        text: the text.
        most: the maximum number of levels.
        has_strings: whether brackets in strings, as JSON has them, do not count.
    """
    data = text.encode("utf-8", "surrogatepass")
    if has_strings:
        data = _STRING.sub(b"", data)
    left = data.translate(_ROUND, _OTHERS)
    for _ in range(most):
        if not left:
            return False
        left = left.replace(b"()", b"")
    return b"()" in left or left.count(b"(") > most
