"""Files of polygon puzzles: a JSON object, or one a line."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import hypot, isfinite
from pathlib import Path
from typing import Any, TypeAlias

import shapely

from heuristan.common.faults import InputError
from heuristan.common.files import read_text
from heuristan.common.json_text import JsonTextError, read_json
from heuristan.common.plain_yaml import nearest, shown
from heuristan.edgematching.faults import PuzzleFileError
from heuristan.edgematching.polygons.overlay import difference, intersection, is_wider, region_of
from heuristan.edgematching.polygons.puzzle import (
    MOST_CORNERS,
    MOST_PIECES,
    NEARNESS,
    PLAIN,
    Colours,
    Piece,
    PolygonPuzzle,
    PolygonPuzzleError,
    Ring,
    Spot,
    extent,
    signed_area,
    turned_round,
)

KIND = "polygons"
"""What the key "kind" of such a puzzle says."""

KEYS = ("kind", "id", "set", "frame", "frame_colours", "pieces")
PIECE_KEYS = ("name", "ring", "colours")

LONGEST = 64 * 1024 * 1024
"""Bytes in a file at most."""

LARGEST = 1e9
"""Coordinates are no larger: squares of larger ones have no digits left for what lies between them."""

THINNEST = 10.0
"""Nearnesses: what a piece of half this width could be laid on would be too narrow for the judge to see safely."""

Json: TypeAlias = Any


def read_polygons(path: Path) -> Iterator[PolygonPuzzle | PolygonPuzzleError]:
    """The puzzles of a file; of many in a file, a bad one comes as a fault that names its line.

    Raises:
        PuzzleFileError: the file cannot be used as a whole.
    """
    try:
        text = read_text(path, LONGEST, "split it")
    except InputError as fault:
        raise PuzzleFileError(*_place_and_message(path, str(fault))) from None
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > 1 and all(line.lstrip().startswith("{") for _, line in lines[:2]) and _is_whole(lines[0][1]):
        return (_of_line(path, number, line) for number, line in lines)
    try:
        value = read_json(text)
        if isinstance(value, list) and value:
            return (_of_item(path, number, item) for number, item in enumerate(value, 1))
        return iter([puzzle_of(value, _name(path, 1))])
    except JsonTextError as fault:
        raise PuzzleFileError(f"{path}:{fault.line}", fault.message) from None
    except PolygonPuzzleError as fault:
        raise PuzzleFileError(path, str(fault)) from None


def _place_and_message(path: Path, message: str) -> tuple[str, str]:
    return str(path), message.removeprefix(f"{path}").lstrip(": ")


def _is_whole(line: str) -> bool:
    try:
        read_json(line)
    except JsonTextError:
        return False
    return True


def _of_line(path: Path, number: int, line: str) -> PolygonPuzzle | PolygonPuzzleError:
    try:
        return puzzle_of(read_json(line), _name(path, number))
    except (JsonTextError, PolygonPuzzleError) as fault:
        return PolygonPuzzleError(f"{path}:{number}: {getattr(fault, 'message', fault)}")


def _of_item(path: Path, number: int, item: Json) -> PolygonPuzzle | PolygonPuzzleError:
    try:
        return puzzle_of(item, _name(path, number))
    except PolygonPuzzleError as fault:
        return PolygonPuzzleError(f"{path}, item {number}: {fault}")


def _name(path: Path, number: int) -> str:
    """Of a puzzle without an id, such that results can be told apart."""
    return "".join(each for each in f"{path.stem}-{number}" if each.isprintable())


def puzzle_of(value: Json, name: str = "puzzle") -> PolygonPuzzle:
    """The puzzle that a JSON value describes.

    Args:
        value: the value.
        name: its id, if it has none.

    Raises:
        PolygonPuzzleError: it describes none; the message names the piece and corner.
    """
    entries = _entries(value, KEYS, "a puzzle of polygons")
    if entries.get("kind") != KIND:
        raise PolygonPuzzleError(f'the key "kind" is {shown(entries.get("kind"))}; for such puzzles it is "{KIND}"')
    id = _text(entries.get("id", name), '"id"')
    set = None if entries.get("set") is None else _text(entries["set"], '"set"')
    rings = [_ring(ring, f"ring {number} of the frame") for number, ring in _numbered(entries, "frame")]
    if sum(map(len, rings)) > MOST_CORNERS:
        raise PolygonPuzzleError(f"the frame has more than {MOST_CORNERS} corners; give it fewer")
    size = max(extent([spot for ring in rings for spot in ring]))
    colours = _frame_colours(entries.get("frame_colours"), rings)
    frame = _oriented(rings, colours, size)
    found = [_piece(item, number, NEARNESS * size) for number, item in _numbered(entries, "pieces")]
    if len(found) > MOST_PIECES:
        raise PolygonPuzzleError(f"there are {len(found)} pieces; more than {MOST_PIECES} are not taken")
    return PolygonPuzzle(id, tuple(r for r, _ in frame), tuple(c for _, c in frame), tuple(found), set)


def as_json(puzzle: PolygonPuzzle) -> dict[str, Json]:
    """The puzzle as a file has it: the inverse of `puzzle_of`."""
    coloured = puzzle.is_coloured
    found: dict[str, Json] = {"kind": KIND, "id": puzzle.id}
    if puzzle.set:
        found["set"] = puzzle.set
    found["frame"] = [[[*spot] for spot in ring] for ring in puzzle.frame]
    if coloured:
        found["frame_colours"] = [[*colours] for colours in puzzle.frame_colours]
    found["pieces"] = [
        {"name": piece.name, "ring": [[*spot] for spot in piece.ring]}
        | ({"colours": [*piece.colours]} if coloured else {})
        for piece in puzzle.pieces
    ]
    return found


def _entries(value: Json, keys: Sequence[str], what: str) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise PolygonPuzzleError(f"{what} is an object with the keys {', '.join(keys)}, not {shown(value)}")
    for key in value:
        if key not in keys:
            raise PolygonPuzzleError(f"{what} has no key {shown(key)}; {nearest(key, keys)}")
    return value


def _numbered(entries: dict[str, Json], key: str) -> Iterator[tuple[int, Json]]:
    items = entries.get(key)
    if not isinstance(items, list) or not items:
        raise PolygonPuzzleError(f'the key "{key}" must be a list with something in it, not {shown(items)}')
    return enumerate(items, 1)


def _text(value: Json, what: str) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise PolygonPuzzleError(f"{what} must be words on one line, not {shown(value)}")
    return value


def _piece(item: Json, number: int, near: float) -> Piece:
    entries = _entries(item, PIECE_KEYS, f"piece {number}")
    name = _text(entries.get("name", f"piece-{number}"), f"the name of piece {number}")
    what = f"piece {number} ({name})"
    ring = _ring(entries.get("ring"), what)
    colours = _colours(entries.get("colours"), ring, what)
    polygon = shapely.Polygon(ring)
    if not polygon.is_valid:
        raise PolygonPuzzleError(f"{what}: its sides cross or touch each other; check the order of its corners")
    _check_sides(ring, what, near)
    if not is_wider(polygon, THINNEST * near):
        raise PolygonPuzzleError(f"{what} is too thin for a frame of this size; remove it, or make it wider")
    return Piece(name, *((ring, colours) if signed_area(ring) > 0 else turned_round(ring, colours)))


def _ring(value: Json, what: str) -> Ring:
    if not isinstance(value, list) or len(value) < 3:
        raise PolygonPuzzleError(f"{what} must be a list of three corners or more, each [x, y], not {shown(value)}")
    if len(value) > MOST_CORNERS:
        raise PolygonPuzzleError(f"{what} has {len(value)} corners; more than {MOST_CORNERS} are not taken")
    ring = tuple(_spot(spot, f"{what}, corner {number}") for number, spot in enumerate(value, 1))
    ring = ring[:-1] if ring[0] == ring[-1] else ring
    if len(ring) < 3:
        raise PolygonPuzzleError(f"{what} has fewer than three corners; give it more")
    return ring


def _spot(value: Json, what: str) -> Spot:
    if not isinstance(value, list) or len(value) != 2 or not all(_is_number(u) for u in value):
        raise PolygonPuzzleError(f"{what} is {shown(value)}; write two finite numbers up to {LARGEST:.0e}: [x, y]")
    return float(value[0]), float(value[1])


def _is_number(value: Json) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return abs(value) <= LARGEST and isfinite(value)


def _check_sides(ring: Ring, what: str, near: float) -> None:
    for number, (p, q) in enumerate(zip(ring, (*ring[1:], *ring[:1]), strict=True), 1):
        if hypot(q[0] - p[0], q[1] - p[1]) <= near:
            raise PolygonPuzzleError(f"{what}: its side {number} has no length; remove one of its corners")


def _colours(value: Json, ring: Ring, what: str) -> Colours:
    if value is None:
        return (PLAIN,) * len(ring)
    if not isinstance(value, list) or len(value) != len(ring):
        raise PolygonPuzzleError(f"{what}: its colours must be a list of {len(ring)}, one for each side")
    return tuple(_text(colour, f"{what}: a colour") for colour in value)


def _frame_colours(value: Json, rings: Sequence[Ring]) -> list[Colours]:
    if value is None:
        value = [None] * len(rings)
    if not isinstance(value, list) or len(value) != len(rings):
        raise PolygonPuzzleError(
            f'"frame_colours" must be a list of {len(rings)} lists, one for each ring of the frame'
        )
    pairs = zip(value, rings, strict=True)
    return [_colours(item, ring, f"ring {number} of the frame") for number, (item, ring) in enumerate(pairs, 1)]


def _oriented(rings: Sequence[Ring], colours: Sequence[Colours], size: float) -> list[tuple[Ring, Colours]]:
    """The rings of a frame, holes clockwise: a ring is a hole if it lies in an odd number of others."""
    polygons = [_region(ring, number, NEARNESS * size) for number, ring in enumerate(rings, 1)]
    inside = {
        (i, j): not is_wider(difference(polygons[i], polygons[j], size), NEARNESS * size)
        for i, j in permutations(range(len(rings)), 2)
    }
    for i, j in combinations(range(len(rings)), 2):
        if inside[i, j] and inside[j, i]:
            raise PolygonPuzzleError(f"the rings {i + 1} and {j + 1} of the frame are the same; remove one of them")
        share = intersection(polygons[i], polygons[j], size)
        if is_wider(share, NEARNESS * size) and not inside[i, j] and not inside[j, i]:
            raise PolygonPuzzleError(f"the rings {i + 1} and {j + 1} of the frame cross; give their union")
    found = []
    for i, pair in enumerate(zip(rings, colours, strict=True)):
        is_hole = sum(inside[i, j] for j in range(len(rings)) if j != i) % 2 == 1
        found.append(turned_round(*pair) if (signed_area(pair[0]) > 0) == is_hole else pair)
    return found


def _region(ring: Ring, number: int, near: float) -> shapely.Geometry:
    what = f"ring {number} of the frame"
    found = region_of(ring)
    area = abs(signed_area(ring))
    # a ring may touch itself in points; one that crosses itself has loops that run the other way
    if area <= near * near or abs(found.area - area) > near * max(extent(ring)):
        raise PolygonPuzzleError(f"{what} crosses itself or has no area; check the order of its corners")
    _check_sides(ring, what, near)
    return found
