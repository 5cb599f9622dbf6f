"""The halves of pictures, as files call them: A and a, 1 and -1, 1h and 1t, frog-head and frog-tail."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeAlias

NEUTRAL = "0"
"""The name of the colour that is no half: that of a plain frame."""

Split: TypeAlias = Callable[[str], tuple[str, bool] | None]
"""Returns the picture of a name, and whether the name is that of its second half; None for a name of another sort."""

_MARKS = (
    ("h", "t"),
    ("head", "tail"),
    ("front", "back"),
    ("top", "bottom"),
    ("left", "right"),
    ("up", "down"),
    ("l", "r"),
    ("a", "b"),
    ("+", "-"),
    ("", "'"),
)
"""What names of first and second halves end with, or begin with."""


def halves_in(names: Collection[str]) -> list[tuple[str, str]]:
    """Return the pairs of halves among some names; none if they are not all named as halves.

    A half whose other one does not occur gets a name for it.
    """
    shown = [name for name in names if name != NEUTRAL]
    for split in _splits():
        found: defaultdict[str, dict[bool, str]] = defaultdict(dict)
        parts = [split(name) for name in shown]
        for name, part in zip(shown, parts, strict=True):
            if part is not None:
                found[part[0]].setdefault(part[1], name)
        is_whole = sum(map(len, found.values())) == len(shown)
        if is_whole and any(len(halves) == 2 for halves in found.values()):
            pictures = sorted(found, key=natural)
            return [(_half(found[picture], 0), _half(found[picture], 1)) for picture in pictures]
    return []


def _half(halves: Mapping[bool, str], place: int) -> str:
    """Return the name of a half of a picture."""
    return halves.get(bool(place)) or f"other half of {halves[not place]}"


def natural(name: str) -> list[tuple[int, int, str]]:
    """Return a key that sorts names with their numbers by value."""
    parts = re.split(r"(\d+)", name)
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts if part]


def _splits() -> Iterator[Split]:
    yield _by_sign
    yield _by_case
    for marks in _MARKS:
        yield lambda name, marks=marks: _by_mark(name, marks)  # type: ignore[misc]


def _by_sign(name: str) -> tuple[str, bool] | None:
    found = re.fullmatch(r"(-?)(\d+)", name, re.ASCII)
    return (found[2], bool(found[1])) if found else None


def _by_case(name: str) -> tuple[str, bool] | None:
    return (name.lower(), name.islower()) if name.isalpha() and name.lower() != name.upper() else None


def _by_mark(name: str, marks: tuple[str, str]) -> tuple[str, bool] | None:
    for is_second in (True, False):
        mark = re.escape(marks[is_second])
        for pattern in (rf"(.+?)[\s_:/.-]*{mark}", rf"{mark}[\s_:/.-]*(.+)"):
            found = re.fullmatch(pattern, name, re.IGNORECASE)
            if found:
                return found[1], is_second
    return None
