"""Words for people that all systems share: counted nouns, lists, paragraphs of a terminal."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import TextWrapper
from typing import Any, TypeAlias

NARROW = "\xa0"
"""A space at which no line is broken."""


def plural(number: int, noun: str, nouns: str | None = None, *, write: Callable[[int], str] = "{:,}".format) -> str:
    """Return a number with its noun: "1 outline", "1,200 outlines".

    Args:
        number: the number.
        noun: the noun for one.
        nouns: the noun for several, if it is not the noun with an s.
        write: writes the number.
    """
    return f"{write(number)} {noun if number == 1 else nouns or noun + 's'}"


def counted(number: int, nouns: str) -> str:
    """Return a number with a noun that is given in the plural: "1 branch", "2 nodes"."""
    return plural(number, nouns.removesuffix("es" if nouns.endswith("ches") else "s"), nouns)


def listed(items: Iterable[str], joint: str = "and") -> str:
    """Join items as in a sentence."""
    *others, last = tuple(items) or ("nothing",)
    return f"{', '.join(others)} {joint} {last}" if others else last


@dataclass(frozen=True)
class Said:
    """A text with values in its places, which a page may say in another language."""

    text: str
    values: "Mapping[str, Value]"

    def __str__(self) -> str:
        """Return it in English."""
        return self.text.format_map({name: _in_english(value) for name, value in self.values.items()})

    def to_json(self) -> list[Any]:
        """Return the text and its values; a value may be such a text, or a list of them."""
        return [self.text, {name: _as_json(value) for name, value in self.values.items()}]


Value: TypeAlias = str | int | Said | tuple[Said, ...]
"""A word, a number, or texts."""


def _in_english(value: Value) -> str:
    return listed(map(str, value)) if isinstance(value, tuple) else str(value)


def _as_json(value: Value) -> Any:
    if isinstance(value, tuple):
        return [each.to_json() for each in value]
    return value.to_json() if isinstance(value, Said) else value


def places(numbers: Sequence[int]) -> str:
    """List places in order, with runs drawn together: "1 to 4 and 6"."""
    runs: list[list[int]] = []
    for each in numbers:
        if runs and each == runs[-1][-1] + 1:
            runs[-1].append(each)
        else:
            runs.append([each])
    return listed(word for run in runs for word in _run(run))


def _run(run: Sequence[int]) -> tuple[str, ...]:
    if len(run) < 3:
        return tuple(map(str, run))
    return (f"{run[0]}{NARROW}to{NARROW}{run[-1]}",)


WIDTH = 100
"""Maximum number of letters in a line."""
NARROWEST = 40
"""Number of letters of a line that words need, however narrow a terminal is."""
INDENT = "  "


def line_width() -> int:
    """Return the number of letters in a line: no more than COLUMNS says of the terminal, if it says anything."""
    columns = os.environ.get("COLUMNS", "")
    return max(NARROWEST, min(WIDTH, int(columns))) if columns.isascii() and columns.isdecimal() else WIDTH


def paragraph(text: str, indent: str = "", hanging: str | None = None) -> str:
    """Wrap a text into lines; letters that cannot be printed, which names from files may have, become spaces.

    Args:
        text: the text; no line is broken at NARROW.
        indent: what the first line begins with.
        hanging: what the others begin with, if it is something else.
    """
    clean = "".join(letter if letter.isprintable() or letter == NARROW else " " for letter in text)
    after = indent if hanging is None else hanging
    wrapper = TextWrapper(line_width(), initial_indent=indent, subsequent_indent=after, break_on_hyphens=False)
    return wrapper.fill(clean).replace(NARROW, " ")
