"""Values that shape files and piece-set files share: corners, lengths, words and counts."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from heuristan.common.plain_yaml import Items, Node, PlainYamlError, as_text, nearest, shown
from heuristan.tangram.lattice.lengths import Length, parse_length
from heuristan.tangram.outlines.compass import Corner

_T = TypeVar("_T")


def corner_of(node: Node, what: str) -> Corner:
    """A point of two exact lengths.

    Raises:
        PlainYamlError: it is none.
    """
    if not isinstance(node, Items) or len(node.items) != 2:
        raise node.fault(f"{what} must be two lengths, like [2, 1+r2]")
    x, y = (_length(item) for item in node.items)
    return x, y


def _length(node: Node) -> Length:
    text = as_text(node, "a coordinate")
    return located(node, lambda: parse_length(text))


def located(node: Node, read: Callable[[], _T]) -> _T:
    """What a reader that knows no lines makes of a node.

    Raises:
        PlainYamlError: the reader raised a ValueError; it has the line of the node.
    """
    try:
        return read()
    except PlainYamlError:
        raise
    except ValueError as fault:
        raise node.fault(str(fault)) from None


def one_of(node: Node, words: Mapping[str, _T], what: str) -> _T:
    """What a word stands for.

    Raises:
        PlainYamlError: it is none of the words, with the nearest right one.
    """
    word = as_text(node, what)
    if word not in words:
        raise node.fault(f"{what} cannot be {shown(word)}; {nearest(word, words)}")
    return words[word]


def count_of(node: Node, key: str, most: int, noun: str) -> int:
    """A whole number from 1 to so many.

    Raises:
        PlainYamlError: it is none.
    """
    text = as_text(node, f"'{key}'")
    if not (text.isascii() and text.isdecimal() and len(text) <= 3 and 0 < int(text) <= most):
        raise node.fault(f"{shown(text)} is no number of {noun}; write a whole number from 1 to {most}")
    return int(text)
