"""Paragraphs for a terminal: lines of one width."""

from textwrap import TextWrapper

WIDTH = 100
"""Maximum number of letters in a line."""
INDENT = "  "


def paragraph(text: str, indent: str = "") -> str:
    """Wrap a text into lines; letters that cannot be printed, which names from files may have, become spaces."""
    clean = "".join(letter if letter.isprintable() else " " for letter in text)
    return TextWrapper(WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False).fill(clean)
