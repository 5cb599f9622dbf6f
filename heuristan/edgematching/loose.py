"""Translates the JSON of people and of other programs: `width` and `height`, `hints`, pieces with named edges, colours.

Colours are numbers, letters or words, and halves of pictures have pairs of names: A and a, 1 and -1, 1h and 1t.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from string import ascii_lowercase, ascii_uppercase
from typing import Any, NamedTuple, TypeAlias

from heuristan.common.quoting import shown
from heuristan.edgematching.puzzle import HEXAGON, SQUARE, PuzzleError

OURS: Mapping[str, str] = {
    "width": "columns",
    "height": "rows",
    "cols": "columns",
    "w": "columns",
    "h": "rows",
    "hints": "given",
    "name": "id",
    "tiles": "pieces",
    "cards": "pieces",
    "edgeOrder": "edge_order",
}
"""The keys of other programs that say what ours do."""

FACES: Mapping[str, str] = {
    word: face
    for face, words in {
        "N": ("n", "north", "top", "up", "t", "u"),
        "E": ("e", "east", "right", "r"),
        "S": ("s", "south", "bottom", "down", "b", "d"),
        "W": ("w", "west", "left", "l"),
    }.items()
    for word in words
}
"""The face that a word names."""

NUMBERS = ("id", "piece", "number", "index", "no", "nr", "#")
"""Keys for the number of a piece."""

EDGES = ("edges", "sides", "colours", "colors")
"""Keys for the list of a piece's edges."""

KNOWN = ("id", "rows", "columns", "turns", "edge_order", "halves", "cells", "frame", "pieces", "given", "made")
_SIMILAR = 0.75
"""Similarity from which an unknown key is taken for a slip in a known one."""


def order_in(words: Sequence[str]) -> str | None:
    """Return the order of the faces that words name, like `NESW`; None if they are not the four of a square."""
    found = "".join(FACES.get(word.strip().lower(), "?") for word in words)
    return found if sorted(found) == sorted("NESW") else None


def pieces_in(values: Sequence[Any]) -> dict[str, Any] | None:
    """Return the fields of a puzzle that is a list of pieces alone, or of rows of them; None for another list."""
    if values and all(map(_is_piece, values)) and list(map(type, values)) != [str]:
        return {"pieces": list(values)}
    rows = [value for value in values if isinstance(value, list) and value and all(map(_is_piece, value))]
    if rows and len(rows) == len(values) and len({len(row) for row in rows}) == 1:
        return {"rows": len(rows), "columns": len(rows[0]), "pieces": [piece for row in rows for piece in row]}
    return None


def _is_piece(value: Any) -> bool:
    if isinstance(value, dict):
        return len({FACES.get(key.lower()) for key in value} - {None}) == len(SQUARE.faces)
    if isinstance(value, str):
        return len(value) in (len(SQUARE.faces), len(HEXAGON.faces)) and value.isalpha()
    return isinstance(value, list) and len(value) in range(4, 8) and not any(isinstance(v, list | dict) for v in value)


def in_our_words(fields: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return an object with our keys, and what was assumed; one that has a `kind` has them.

    Raises:
        PuzzleError: if a key is said twice, or its value is none that ours can have.
    """
    if "kind" in fields or "layers" in fields:
        return dict(fields), {}
    found, left_out = dict[str, Any](), list[str]()
    for key, value in fields.items():
        ours = OURS.get(key, key)
        if ours in found:
            raise PuzzleError(f"{shown(key)} says '{ours}' again; leave one out")
        if ours == "size":
            found |= _sizes(value)
        elif ours in KNOWN:
            found[ours] = value
        elif get_close_matches(key, (*KNOWN, *OURS), 1, _SIMILAR):
            found[key] = value  # this is a slip, which the reader refuses with the nearest key
        else:
            left_out.append(key)
    if "hints" in fields:
        _check_hints(fields["hints"])
    if isinstance(found.get("pieces"), list):
        found |= pieces_in(found["pieces"]) or {}
        found |= _pieces(found["pieces"])
    return found, {"left_out": left_out} if left_out else {}


def _check_hints(hints: object) -> None:
    keys = {"piece", "row", "column", "turn"}
    for number, hint in enumerate(hints if isinstance(hints, list) else [hints], 1):
        if not isinstance(hint, dict) or not {*hint} <= keys:
            example = '{"piece": 1, "row": 1, "column": 1, "turn": 0}'
            raise PuzzleError(f"'hints', entry {number} is {shown(hint)}; write it like {example}, counted from 1")


def _sizes(value: object) -> dict[str, Any]:
    rows, columns = value if isinstance(value, list) and len(value) == 2 else (value, value)
    return {"rows": rows, "columns": columns}


def _pieces(pieces: Sequence[Any]) -> dict[str, Any]:
    """Return the pieces as lists in the order of their numbers, and the order of their edges if it is said."""
    if all(isinstance(piece, dict) for piece in pieces):
        objects = [_of_object(piece, number) for number, piece in enumerate(pieces, 1)]
        orders = {order for _, _, order in objects}
        ordered = in_order([(number, edges) for number, edges, _ in objects])
        return {"pieces": ordered} | ({"edge_order": "NESW"} if orders == {"NESW"} else {})
    found = [list(piece) if isinstance(piece, str) else piece for piece in pieces]
    widths = {len(piece) if isinstance(piece, list) else 0 for piece in found}
    kind = {"kind": HEXAGON.kind} if widths in ({len(HEXAGON.faces)}, {len(HEXAGON.faces) + 1}) else {}
    if widths in ({len(SQUARE.faces) + 1}, {len(HEXAGON.faces) + 1}):
        return {"pieces": in_order([(piece[0], piece[1:]) for piece in found])} | kind
    return {"pieces": found} | kind


def _of_object(piece: Mapping[str, Any], place: int) -> tuple[object, list[Any], str | None]:
    """Return the number of a piece, if it has one, its edges, and their order if it is said."""
    number, edges, faces = None, None, dict[str, Any]()
    for key, value in piece.items():
        if key.lower() in FACES:
            faces[FACES[key.lower()]] = value
        elif key.lower() in EDGES and isinstance(value, list | str):
            edges = list(value)
        elif key.lower() in NUMBERS:
            number = value
        elif value not in (0, None, False):
            raise PuzzleError(f"piece {place}: what {shown(key)} says is not known here; leave it out")
    if len(faces) == 4 and edges is None:
        return number, [faces[face] for face in "NESW"], "NESW"
    if edges is None or faces:
        raise PuzzleError(f"piece {place} needs four edges: north, east, south and west, or a list 'edges'")
    return number, edges, None


def in_order(pieces: Sequence[tuple[object, list[Any]]]) -> list[list[Any]]:
    """Return pieces in the order of their numbers, which begin at 1 or 0; as they are if they have none.

    Raises:
        PuzzleError: if the numbers are not those.
    """
    numbers = [number for number, _ in pieces]
    if all(number is None for number in numbers):
        return [edges for _, edges in pieces]
    for first in (1, 0):
        if sorted(numbers, key=str) == sorted(range(first, first + len(pieces)), key=str):
            return [edges for _, edges in sorted(pieces, key=lambda piece: int(str(piece[0])))]
    odd = next((place for place, each in enumerate(numbers, 1) if each in numbers[: place - 1]), None)
    again = (
        f"entry {odd} has the number {shown(numbers[odd - 1])} again" if odd else f"the numbers are {shown(numbers)}"
    )
    raise PuzzleError(f"{again}, but the numbers of pieces must be 1 to {len(pieces)}, each once")


NEUTRAL = "0"
"""Name of the colour of a plain frame, the only one without halves."""

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
