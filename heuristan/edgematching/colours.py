"""Names of colours in files: numbers, letters or words; and of halves of pictures: A and a, 1 and -1, 1h and 1t."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple, TypeAlias

from heuristan.edgematching.puzzle import PuzzleError

NEUTRAL = "0"
"""The name of the colour that is no half: that of a plain frame."""

_MARKS = "h t, head tail, front back, top bottom, left right, up down, l r, a b, + -,  '"
"""Marks at the end or beginning of the names of first and second halves; the last pair is nothing and a prime."""


def halves_in(names: Collection[str]) -> list[tuple[str, str]]:
    """Return the pairs of halves among some names; none if they are not all named as halves.

    A half whose other one does not occur gets a name for it.
    """
    shown = [name for name in names if name != NEUTRAL]
    for split in _SPLITS:
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


def _by_sign(name: str) -> tuple[str, bool] | None:
    """Return the picture of a name, and whether it is its second half; None for a name of another sort."""
    found = re.fullmatch(r"(-?)(\d+)", name, re.ASCII)
    return (found[2], bool(found[1])) if found else None


def _by_case(name: str) -> tuple[str, bool] | None:
    return (name.lower(), name.islower()) if name.isalpha() and name.lower() != name.upper() else None


def _by_mark(marks: Sequence[str], name: str) -> tuple[str, bool] | None:
    for is_second in (True, False):
        mark = re.escape(marks[is_second])
        for pattern in (rf"(.+?)[\s_:/.-]*{mark}", rf"{mark}[\s_:/.-]*(.+)"):
            found = re.fullmatch(pattern, name, re.IGNORECASE)
            if found:
                return found[1], is_second
    return None


_SPLITS: Sequence[Callable[[str], tuple[str, bool] | None]] = (
    _by_sign, _by_case, *(partial(_by_mark, marks.split(" ")) for marks in _MARKS.split(", ")),
)  # fmt: skip
"""Ways to find the picture of a name, and whether the name is that of its second half."""


Colour: TypeAlias = int | str
"""A colour as a file has it."""


Halves: TypeAlias = bool | Sequence[tuple[str, str]]
"""Pairs of colours that are halves of a picture; or a boolean: whether such pairs are found by their names."""


class Naming(NamedTuple):
    """The numbers of the colours of a puzzle."""

    names: tuple[str, ...] = ()
    """Names of the colours 0, 1, 2 and so on in the file; empty if these are their names."""
    halves: tuple[tuple[int, int], ...] = ()
    """The pairs of colours that are the halves of a picture."""

    def numbers(self, colours: Iterable[Colour]) -> tuple[int, ...]:
        """Return the numbers of some colours."""
        if not self.names:
            return tuple(map(int, colours))
        return tuple(self.names.index(str(colour)) for colour in colours)


def naming_of(colours: Iterable[Colour], border: Colour, halves: Halves) -> Naming:
    """Return the numbers of the colours of a puzzle.

    Args:
        colours: the colours, once or several times.
        border: the colour of the frame, or what it would be called; it has the number 0 unless it is half of a picture.
        halves: the pairs of colours that are halves of a picture, or whether they are known by their names.

    Raises:
        PuzzleError: if they should be known by their names, and are not.
    """
    shown = list(dict.fromkeys(colours))
    if not halves and all(type(colour) is int and colour >= 0 for colour in shown):
        return Naming()
    names = list(map(str, shown))
    pairs = halves_in(names) if halves is True else list(halves or ())
    if halves is True and not pairs:
        raise PuzzleError("'halves' is true, but no two colours are named as halves, like A and a, 1 and -1, 1h and 1t")
    paired = [name for pair in pairs for name in pair]
    first = NEUTRAL if str(border) in paired else str(border)
    others = sorted(set(names).difference(paired, [first]), key=natural)
    ordered = (first, *paired, *others)
    place = {name: number for number, name in enumerate(ordered)}
    return Naming(ordered, tuple((place[one], place[other]) for one, other in pairs))


def border_among(colours: Iterable[Colour]) -> Colour:
    """Return what the colour of a border is called: the first letter where all are letters of one case, else 0."""
    names = set(map(str, colours))
    for first, letters in (("a", ascii_lowercase), ("A", ascii_uppercase)):
        if first in names and all(len(name) == 1 and name in letters for name in names):
            return first
    return 0
