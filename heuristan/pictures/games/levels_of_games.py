"""Levels of games as people keep them: a piece a line, or an object, place, angle, flip (docs/formats/games.md).

Which point of a piece has that place, how it lies unturned and how long a leg is, is found out (`conventions`).
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from pathlib import Path
from typing import TYPE_CHECKING

from heuristan.common.files import read_text
from heuristan.common.json_text import Json, JsonTextError, read_json
from heuristan.common.quoting import shown
from heuristan.common.words import plural
from heuristan.pictures.games.figure_files import FARTHEST, FigureError, Placed, is_number
from heuristan.tangram.outlines.kept import id_from
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import AUTHORS, Drawing, Origin, Refusal

if TYPE_CHECKING:
    from heuristan.pictures.games.conventions import Layout, RelativeFit

LONGEST = 1024 * 1024
"""Maximum size of a file, in bytes."""

MOST = 2
"""Maximum number of sets: the time grows with the square of the number of pieces."""

SIZES = {
    **dict.fromkeys(("large", "big", "l", "lg", "lt", "bt", "huge", "largetriangle", "bigtriangle"), "large-triangle"),
    **dict.fromkeys(("medium", "mid", "middle", "med", "m", "md", "mt", "mediumtriangle"), "medium-triangle"),
    **dict.fromkeys(("small", "little", "s", "sm", "st", "tiny", "smalltriangle"), "small-triangle"),
}
OTHERS = {
    **dict.fromkeys(("square", "sq", "quad"), "square"),
    **dict.fromkeys(
        ("parallelogram", "para", "par", "pg", "rhomboid", "rhombus", "pgram", "parallel"), "parallelogram"
    ),
}
"""The words of names of pieces as people write them."""

COLUMNS = {
    **dict.fromkeys(("piece", "name", "type", "shape", "kind", "tan", "id"), "name"),
    **dict.fromkeys(("x", "px", "posx", "left", "cx"), "x"),
    **dict.fromkeys(("y", "py", "posy", "top", "cy"), "y"),
    **dict.fromkeys(("angle", "rotation", "rotate", "rot", "turn", "theta", "orientation", "r", "deg", "rad"), "angle"),
    **dict.fromkeys(("flip", "flipped", "mirror", "mirrored", "reflected", "scalex", "flipx"), "flip"),
}
"""The keys and names of columns of a piece, in small letters and without marks."""

PLACES = ("position", "pos", "place", "at", "point", "location", "xy")
"""Keys of a table or list that has x and y."""

ORDER = ("name", "x", "y", "angle", "flip")
"""The columns of a line, if none are named."""

_FLAGS = {"0": False, "false": False, "no": False, "1": True, "true": True, "yes": True, "-1": True, "flip": True}
_FLAGS |= {"flipped": True, "mirrored": True, "mirror": True, "": False, "none": False, "null": False}
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


_TEXTS = re.compile(r'"(?:[^"\\]|\\.)*"')


def piece_named(text: str) -> str | None:
    """Return the piece that a name means; None if it is none."""
    words = [word.lower() for word in _WORD.findall(text)]
    found = next((OTHERS[word] for word in words if word in OTHERS), None)
    return found or next((SIZES[word] for word in words if word in SIZES), None)


def recognises(head: bytes) -> bool:
    """Return whether a text has pieces, a line or an object each."""
    text = head.decode("utf-8", "replace")
    if text.lstrip()[:1] in ("[", "{"):
        keys = {_key(key) for key in re.findall(r'"([\w -]{1,20})"\s*:', text[:4096])}
        columns = {COLUMNS.get(key) for key in keys}
        named = re.findall(r'"(?:\w{0,12})"\s*:\s*"([\w -]{1,30})"', text[:4096])
        has_place = {"x", "y"} <= columns or bool(keys & {*PLACES})
        return "vertices" not in keys and has_place and {"name", "angle"} <= columns and any(map(piece_named, named))
    rows = [cells for _, _, cells in _rows(text)][:3]
    order = _order_in(rows[0]) if rows else None
    kept: Sequence[str] = order or ORDER
    first = [row for row in (rows[1:] if order else rows[:2]) if len(row) <= len(kept)]
    return len(first) == 2 and all(_is_placed(dict(zip(kept, row, strict=False))) for row in first)


def _is_placed(cells: Mapping[str, str]) -> bool:
    is_somewhere = all(is_number(cells.get(key, "")) for key in "xy")
    return is_somewhere and "angle" in cells and piece_named(cells.get("name", "")) is not None


def read(path: Path) -> Iterator[Drawing | Refusal]:
    """Yield the figures of a file: lines between empty ones, or lists of objects.

    Raises:
        InputError: if the file cannot be read, or is too large.
    """
    text = read_text(path, LONGEST, "a level needs a few hundred bytes", "an outline")
    try:
        figures = [*(_in_json(text) if text.lstrip()[:1] in ("[", "{") else _on_lines(text))]
    except JsonTextError as fault:
        yield Refusal(path.stem, f"{path}:{fault.line}: {fault.message}")
        return
    for number, (name, rows) in enumerate(figures, 1):
        id = name or (path.stem if len(figures) == 1 else f"{path.stem}-{number}")
        try:
            yield _drawing(id, [_placed(cells, line) for line, cells in rows])
        except FigureError as fault:
            yield Refusal(id, f"{path}:{fault}")


_Rows = list[tuple[int, Mapping[str, Json]]]
"""The line of each piece, and what it has by column."""


def _on_lines(text: str) -> Iterator[tuple[str | None, _Rows]]:
    """Yield the figures of a text: an empty line ends one, if any has as many pieces as whole sets."""
    rows = [*_rows(text)]
    order = _order_in(rows[0][2])
    blocks = [[*block] for _, block in groupby(rows[1:] if order else rows, key=lambda row: row[0])]
    whole = blocks if any(len(block) % TANGRAM.size == 0 for block in blocks) else [[*chain(*blocks)]]
    for block in whole:
        yield None, [(line, dict(zip(order or ORDER, cells, strict=False))) for _, line, cells in block]


def _rows(text: str) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the number of empty lines before each line that is used, its number, and its cells."""
    empty = 0
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.split("#")[0].strip()
        empty += not line.strip()
        if plain:
            cells = re.split(r"[,;\t]", plain) if re.search(r"[,;\t]", plain) else plain.split()
            yield empty, number, [cell.strip().strip('"') for cell in cells]


def _order_in(cells: Sequence[str]) -> list[str] | None:
    """Return the columns that a line names; None if it does not."""
    order = [COLUMNS.get(_key(cell), "") for cell in cells]
    return order if {"name", "x", "y", "angle"} <= {*order} else None


def _key(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower())


def _in_json(text: str) -> Iterator[tuple[str | None, _Rows]]:
    """Yield the figures of a value of JSON: lists of objects with a place."""
    value, plain = read_json(text), _TEXTS.sub("", text)
    opened = (1 + plain.count("\n", 0, brace.start()) for brace in re.finditer(r"\{", plain))
    yield from _figures_in(value, None, opened)


def _figures_in(value: Json, name: str | None, opened: Iterator[int]) -> Iterator[tuple[str | None, _Rows]]:
    """Yield the figures in a value; the lines of its objects are taken in the order of the text."""
    if isinstance(value, dict):
        next(opened, 1)
        own = id_from(value.get("id")) or id_from(value.get("name")) or name
        for item in value.values():
            yield from _figures_in(item, own, opened)
    elif isinstance(value, list) and value and all(isinstance(item, dict) and _has_place(item) for item in value):
        rows: _Rows = []
        for item in value:
            rows.append((next(opened, 1), _columns_of(item)))
            for _ in (each for each in item.values() if isinstance(each, dict)):
                next(opened, 1)
        yield name, rows
    elif isinstance(value, list):
        for item in value:
            yield from _figures_in(item, name, opened)


def _has_place(item: Mapping[str, Json]) -> bool:
    return {"name", "x", "y"} <= {*_columns_of(item)}


def _columns_of(item: Mapping[str, Json]) -> dict[str, Json]:
    """Return what an object has, by column."""
    found: dict[str, Json] = {}
    for key, value in item.items():
        if _key(key) in PLACES:
            pair = value if isinstance(value, list) else [*value.values()] if isinstance(value, dict) else []
            found |= dict(zip("xy", pair, strict=False))
        elif _key(key) in COLUMNS:
            column = COLUMNS[_key(key)]
            if column != "name" or piece_named(str(value)):
                found[column] = value
    return found


def _placed(cells: Mapping[str, Json], line: int) -> Placed:
    """Return a piece.

    Raises:
        FigureError: if it is not one; the message begins with the line.
    """
    name = piece_named(str(cells.get("name", "")))
    if name is None:
        names = "large, medium, small, square and parallelogram"
        raise FigureError(f"{line}: {shown(str(cells.get('name', '')))} is no piece; the names are {names}")
    x, y, angle = (_number(cells.get(key, 0), key, line) for key in ("x", "y", "angle"))
    flip = str(cells.get("flip", "0")).lower()
    is_flipped = _FLAGS.get(flip.removesuffix(".0"), float(flip) < 0 if is_number(flip) else None)
    if is_flipped is None:
        raise FigureError(f"{line}: the flip of a piece is {shown(flip)}; write 0 or 1")
    return Placed(name, complex(x, y), angle, is_flipped, line)


def _number(value: Json, what: str, line: int) -> float:
    text = str(value)
    if isinstance(value, bool) or not is_number(text) or abs(float(text)) > FARTHEST:
        raise FigureError(f"{line}: the {what} of a piece is {shown(text)}; write a number")
    return float(text)


def _drawing(id: str, placed: Sequence[Placed]) -> Drawing:
    """Return the drawing of pieces.

    Raises:
        FigureError: if they are not the pieces of whole sets, or no convention makes them fit together.
    """
    sets = max(1, round(len(placed) / TANGRAM.size))
    stock = Counter(piece.name for piece in placed)
    line = placed[0].line if placed else 1
    if sets > MOST or stock != TANGRAM.stock(sets):
        raise FigureError(f"{line}: {_not_whole(stock, sets)}")
    from heuristan.pictures.games.conventions import (
        layouts,  # every file is looked at here, and numpy takes long to import
    )

    tried: list[Layout] = []
    found: list[Layout] = []
    for unit in _units_of(placed):
        tried += layouts(placed, unit)
        found = [layout for layout in tried if layout.fit.closes]
        if found:
            break
    else:
        raise FigureError(f"{line}: {_why_not(placed, tried)}")
    best, *others = found
    doubts = tuple(_doubt(best, layout) for layout in others[:1])
    kind = f"{AUTHORS} ({best.words}; angles in {unit})"
    laid = best.laid([piece.name for piece in placed])
    return Drawing(id, (), laid, sets=sets, pieces=TANGRAM, leg=best.leg, origin=Origin(kind, doubts))


def _not_whole(stock: Counter[str], sets: int) -> str:
    """Return how pieces differ from those of whole sets."""
    pieces = plural(stock.total(), "piece")
    if sets > MOST:
        return f"a figure has {pieces}, and up to {MOST} sets are read; put an empty line between figures"
    wanted = TANGRAM.stock(sets)
    faults = [f"{plural(count, name)} too few" for name, count in (wanted - stock).items()]
    faults += [f"{plural(count, name)} too many" for name, count in (stock - wanted).items()]
    return f"a figure has {pieces}; for {plural(sets, 'set')} it has {' and '.join(faults)}"


def _doubt(best: "Layout", other: "Layout") -> str:
    """Return a clause on another layout that closes; the words of a layout do not say how pieces lie unturned."""
    is_like = (best.point, best.sense) == (other.point, other.sense)
    return f"the pieces fit together too if {'they lie unturned in another way' if is_like else other.words}"


def _units_of(placed: Sequence[Placed]) -> list[str]:
    """Return the units that angles may have, the likeliest first."""
    angles = [abs(piece.angle) for piece in placed]
    if max(angles) > 8:
        return ["degrees"]
    is_whole = all(angle == int(angle) for angle in angles)
    return ["eighths of a turn", "degrees"] if is_whole and max(angles) else ["radians", "degrees"]


def _why_not(placed: Sequence[Placed], tried: "Sequence[Layout]") -> str:
    """Return what was tried, and which piece is farthest from closing."""
    ways = "a corner, the centroid or the centre of the box as their point, angles both ways"
    if not tried:
        lone = max(placed, key=lambda one: min(abs(one.place - other.place) for other in placed if other is not one))
        piece = f"the {lone.name} on line {lone.line}"
        return f"the pieces do not fit together with {ways}; {piece} is farthest from the others: move it"
    best = min(tried, key=lambda layout: layout.fit.rank)
    fault = _fault_of(best.fit, [f"the {one.name} on line {one.line}" for one in placed])
    return f"the pieces do not fit together with {ways}; in the nearest way ({best.words}) {fault}: move it"


def _fault_of(fit: "RelativeFit", names: Sequence[str]) -> str:
    """Return which piece overlaps another most, or else which is farthest from the others."""
    from heuristan.pictures.games.conventions import DEEPEST

    if fit.depth > DEEPEST:
        (i, j), gap = min(fit.gaps.items(), key=lambda pair: pair[1])
        return f"{names[j]} overlaps {names[i]} by {-gap:.2g} legs"
    alone = min(fit.groups, key=len)
    gap, piece = min((gap, i if i in alone else j) for (i, j), gap in fit.gaps.items() if (i in alone) != (j in alone))
    return f"{names[piece]} lies {gap:.2g} legs from the others"
