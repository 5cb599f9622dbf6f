"""Whether an output says hostile words as words: nothing in them is an element, a script, a formula or a command."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from xml.etree import ElementTree

from adversary.words import MARK

STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""Letters that a terminal obeys, or that turn the order of letters around."""
FORMULA = re.compile(r"\s*[=+\-@]")
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")


class _Page(HTMLParser):
    """Finds elements, attributes and scripts that hostile words made."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._script: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if MARK in tag or any(MARK in name for name in given):
            self.found.append(f"an element <{tag}> of hostile words")
        address = str(given.get("href") or given.get("src") or "").strip().lower()
        if address.startswith("javascript:"):
            self.found.append(f"an address {address[:40]}")
        self._script = (given.get("type") or "text/javascript") if tag == "script" else None

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - a method of the parser
        self._script = None

    def handle_data(self, data: str) -> None:
        if self._script is not None and "json" not in self._script and MARK in data:
            self.found.append("hostile words in a script")


def html(text: str) -> Iterator[str]:
    """Yield what is wrong with a page."""
    page = _Page()
    page.feed(text)
    page.close()
    yield from page.found


def svg(text: str) -> Iterator[str]:
    """Yield what is wrong with a drawing."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as fault:
        yield f"not well-formed: {fault}"
        return
    for element in root.iter():
        names = (element.tag, *element.attrib)
        if any(MARK in str(name) for name in names):
            yield f"an element {element.tag} of hostile words"
        if element.tag.endswith("}script") and MARK in (element.text or ""):
            yield "hostile words in a script"
        if any(value.strip().lower().startswith("javascript:") for value in element.attrib.values()):
            yield "an address that is a script"


def markdown(text: str) -> Iterator[str]:
    """Yield what is wrong with a page in Markdown."""
    if f"<{MARK}" in text or f"<script>{MARK}" in text:
        yield "an element of hostile words"
    if re.search(r"(?<!\\)\]\(javascript:", text):
        yield "a link that is a script"
    yield from plain(text)


def comma_separated(text: str) -> Iterator[str]:
    """Yield what is wrong with a table."""
    for row in csv.reader(io.StringIO(text, newline="")):
        for cell in row:
            if FORMULA.match(cell) and not NUMBER.fullmatch(cell.strip()):
                yield f"a formula {cell[:40]!r}"


def plain(text: str) -> Iterator[str]:
    """Yield what is wrong with a text that a terminal shows."""
    found = STEERING.search(text)
    if found:
        yield f"a letter that steers: {text[max(0, found.start() - 30) : found.end() + 10]!r}"


def as_json(text: str) -> Iterator[str]:
    """Yield what is wrong with JSON."""
    try:
        for line in text.splitlines() if not text.startswith(("{\n", "[\n", "{ ")) else [text]:
            json.loads(line, parse_constant=_refused)
    except ValueError as fault:
        yield f"no JSON: {fault}"


def _refused(word: str) -> None:
    raise ValueError(f"{word} is no number of JSON")


CHECKS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "html": html,
    "svg": svg,
    "md": markdown,
    "csv": comma_separated,
    "txt": plain,
    "json": as_json,
}
"""What is asked of a file by its ending."""
