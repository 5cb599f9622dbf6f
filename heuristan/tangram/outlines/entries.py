"""Values that shape files and piece-set files share: points, lengths, words and counts."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from heuristan.common.faults import nearest
from heuristan.common.plain_yaml import Items, Node, PlainYamlError, as_text, shown
from heuristan.tangram.lattice.lengths import Length, parse_length
from heuristan.tangram.outlines.compass import ExactPoint

_T = TypeVar("_T")


def exact_point_of(node: Node, what: str) -> ExactPoint:
    """Return a point of two exact lengths.

    Raises:
        PlainYamlError: if the node is not two lengths.
    """
    if not isinstance(node, Items) or len(node.items) != 2:
        raise node.fault(f"{what} must be two lengths, like [2, 1+r2]")
    x, y = (_length(item) for item in node.items)
    return x, y


def _length(node: Node) -> Length:
    text = as_text(node, "a coordinate")
    return located(node, lambda: parse_length(text))


def located(node: Node, read: Callable[[], _T]) -> _T:
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


def one_of(node: Node, words: Mapping[str, _T], what: str) -> _T:
    """Return the value of a word.

    Raises:
        PlainYamlError: if it is not one of the words; the message has the nearest right one.
    """
    word = as_text(node, what)
    if word not in words:
        raise node.fault(f"{what} cannot be {shown(word)}; {nearest(word, words)}")
    return words[word]


def count_of(node: Node, key: str, maximum: int, noun: str) -> int:
    """Return a whole number from 1 to a maximum.

    Raises:
        PlainYamlError: if the node is not such a number.
    """
    text = as_text(node, f"'{key}'")
    if not (text.isascii() and text.isdecimal() and len(text) <= 3 and 0 < int(text) <= maximum):
        raise node.fault(f"{shown(text)} is not a number of {noun}; write a whole number from 1 to {maximum}")
    return int(text)
