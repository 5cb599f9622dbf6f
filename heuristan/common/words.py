"""Words for people that all systems share."""

import re
from collections.abc import Callable, Iterable, Sequence
from unicodedata import category

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


def readable(text: str) -> str:
    """Return a text whose letters are all seen: what steers a terminal, or turns the order of letters, is escaped.

    It may quote what a stranger made up. Line breaks and blanks stay. Escapes are those of JSON, so that a JSON text
    still says the same.
    """
    return _UNUSUAL.sub(_seen, text)


_UNUSUAL = re.compile("[^\n\t -~]")


def _seen(unusual: re.Match[str]) -> str:
    letter = unusual[0]
    if letter.isprintable() or category(letter) == "Zs":
        return letter
    return "".join(f"\\u{unit:04x}" for unit in memoryview(letter.encode("utf-16", "surrogatepass")[2:]).cast("H"))
