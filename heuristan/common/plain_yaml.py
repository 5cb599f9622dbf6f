"""YAML without its traps: text, lists and tables, each with its line.

A file from a stranger must not run code, swell, or nest without end. So values are built from YAML's events here, and
only plain ones: no tags (they could run code), no anchors and aliases (a few lines of them can swell to gigabytes), and
at most DEEPEST levels. Scalars stay text: the reader of the format decides what is a number, so that ``010`` or
``1:30`` never become something else.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from heuristan.common.faults import LineError, nearest
from heuristan.common.quoting import shown

if TYPE_CHECKING:
    import yaml

T = TypeVar("T")

LONGEST = 128 * 1024
"""Maximum number of characters in a file. PyYAML reads some 80,000 a second; most files have a few hundred."""

DEEPEST = 16
"""Maximum depth of lists and tables; most files need four levels."""


class PlainYamlError(LineError):
    """A fault in a YAML text, with its line."""


@dataclass(frozen=True)
class Node:
    """A value and the line where it starts."""

    line: int

    def fault(self, message: str) -> PlainYamlError:
        return PlainYamlError(self.line, message)


@dataclass(frozen=True)
class Text(Node):
    text: str


@dataclass(frozen=True)
class Items(Node):
    items: tuple[Node, ...]


@dataclass(frozen=True)
class Table(Node):
    entries: dict[str, Node]
    key_lines: dict[str, int]


def read_yaml(text: str) -> Node:
    """Parse a YAML text of one document.

    Raises:
        PlainYamlError: if it is not YAML, holds no document or several, or uses what is not read here.
    """
    import yaml  # imported only where it parses: many modules use the rest of this one

    if len(text) > LONGEST:
        raise PlainYamlError(1, f"the file has {len(text)} characters; more than {LONGEST} are not read")
    try:
        return _document(yaml.parse(text, Loader=yaml.SafeLoader))
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        raise PlainYamlError(
            mark.line + 1 if mark else 1, f"this is not YAML: {fault.problem or fault.context}"
        ) from None
    except yaml.reader.ReaderError as fault:
        line = text.count("\n", 0, fault.position) + 1
        raise PlainYamlError(line, f"the character U+{fault.character:04X} is not allowed in YAML; remove it") from None
    except (ValueError, OverflowError) as fault:
        if isinstance(fault, PlainYamlError):
            raise
        # PyYAML passes on Python's error for an impossible escape like "\UFFFFFFFF"
        raise PlainYamlError(1, "this is not YAML: an escape or number in it is impossible") from None


def as_text(node: Node, what: str) -> str:
    """Return the text of a scalar, with runs of blanks and line breaks as single blanks.

    Raises:
        PlainYamlError: if it is a list or a table, or holds control characters.
    """
    if not isinstance(node, Text):
        raise node.fault(f"{what} must be a single value; write it on one line, in quotes if it has a colon")
    text = " ".join(node.text.split())
    if not text.isprintable():
        raise node.fault(f"{what} has a control character in it; remove it")
    return text


def as_items(node: Node, what: str, example: str) -> tuple[Node, ...]:
    """Return the items of a list that is not empty.

    Raises:
        PlainYamlError: if it is not a list, or is empty.
    """
    if not isinstance(node, Items) or not node.items:
        raise node.fault(f"{what} must be a list with something in it, like {example}")
    return node.items


def as_table(node: Node, keys: Iterable[str], what: str) -> dict[str, Node]:
    """Return the entries of a table whose keys are all known.

    Raises:
        PlainYamlError: if it is not a table, or has an unknown key; the message has the nearest right word.
    """
    known = list(keys)
    if not isinstance(node, Table):
        raise node.fault(f"{what} must be a table of '{known[0]}: ...' and the like; its keys are {', '.join(known)}")
    for key, line in node.key_lines.items():
        if key not in known:
            raise PlainYamlError(line, f"{what} has no key {shown(key)}; {nearest(key, known)}")
    return node.entries


def located(node: Node, read: Callable[[], T]) -> T:
    """Call a reader that knows no lines on behalf of a node, and return its result.

    Raises:
        PlainYamlError: if the reader raises a ValueError; it has the line of the node.
    """
    try:
        return read()
    except PlainYamlError:
        raise
    except ValueError as fault:
        raise node.fault(str(fault)) from None


def one_of(node: Node, words: Collection[str], what: str) -> str:
    """Return a word of some that are known.

    Raises:
        PlainYamlError: if it is not one of the words; the message has the nearest right one.
    """
    word = as_text(node, what)
    if word not in words:
        raise node.fault(f"{what} cannot be {shown(word)}; {nearest(word, words)}")
    return word


def is_true(node: Node, what: str) -> bool:
    """Return whether a word is true, and not false.

    Raises:
        PlainYamlError: if it is neither.
    """
    return one_of(node, ("true", "false"), what) == "true"


def count_of(node: Node, key: str, maximum: int, noun: str, *, minimum: int = 1) -> int:
    """Return a whole number from a minimum to a maximum.

    Raises:
        PlainYamlError: if the node is not such a number.
    """
    text = as_text(node, f"'{key}'")
    if not (text.isascii() and text.isdecimal() and len(text) <= 3 and minimum <= int(text) <= maximum):
        raise node.fault(f"{shown(text)} is not a number of {noun}; write a whole number from {minimum} to {maximum}")
    return int(text)


def _document(events: "Iterator[yaml.Event]") -> Node:
    import yaml

    root: Node | None = None
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            if root is not None:
                raise PlainYamlError(_line_of(event), "the file holds several documents; keep one")
            root = _node(next(events), events, 0)
    if root is None:
        raise PlainYamlError(1, "the file is empty")
    return root


def _line_of(event: "yaml.Event") -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _node(event: "yaml.Event", events: "Iterator[yaml.Event]", depth: int) -> Node:
    import yaml

    line = _line_of(event)
    if depth > DEEPEST:
        raise PlainYamlError(line, f"lists and tables nest deeper than {DEEPEST} levels")
    if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
        raise PlainYamlError(
            line, "anchors (&) and aliases (*) are not read; write the value out, in quotes if it is text"
        )
    if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) and event.tag not in (None, "!"):
        raise PlainYamlError(line, f"the tag {shown(event.tag)} is not read; write a plain value")
    if isinstance(event, yaml.ScalarEvent):
        return Text(line, _readable(event.value, line))
    if isinstance(event, yaml.SequenceStartEvent):
        return Items(line, tuple(_nodes(events, depth)))
    return _table(line, list(_nodes(events, depth)))


def _nodes(events: "Iterator[yaml.Event]", depth: int) -> Iterator[Node]:
    import yaml

    for event in events:
        if isinstance(event, yaml.CollectionEndEvent):
            return
        yield _node(event, events, depth + 1)


def _readable(text: str, line: int) -> str:
    if any("\ud800" <= c <= "\udfff" for c in text):
        raise PlainYamlError(line, "the text has half a surrogate pair; write the character itself")
    return text


def _table(line: int, nodes: list[Node]) -> Table:
    entries: dict[str, Node] = {}
    lines: dict[str, int] = {}
    for key, value in zip(nodes[::2], nodes[1::2], strict=True):
        if not isinstance(key, Text):
            raise key.fault("a key must be a word, not a list or a table")
        if key.text in entries:
            raise key.fault(f"the key {shown(key.text)} is there twice (first in line {lines[key.text]}); remove one")
        entries[key.text], lines[key.text] = value, key.line
    return Table(line, entries, lines)
