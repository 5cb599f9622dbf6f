"""What files call the colours: whole numbers, or letters and words, which get numbers."""

from collections.abc import Iterable, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple, TypeAlias

from heuristan.edgematching.faults import PuzzleError
from heuristan.edgematching.halves import NEUTRAL, halves_in, natural

Colour: TypeAlias = int | str
"""A colour as a file has it."""


Halves: TypeAlias = bool | Sequence[tuple[str, str]]
"""The pairs of colours that are halves of a picture, or whether they are known by their names."""


class Naming(NamedTuple):
    """The numbers of the colours of a puzzle."""

    names: tuple[str, ...] = ()
    """What the file calls the colours 0, 1, 2 and so on; empty where it calls them so."""
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
