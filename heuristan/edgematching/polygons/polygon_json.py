"""Puzzles of polygons as JSON; the format is in docs/format-edge-matching.md."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import hypot, isfinite
from typing import Any, TypeAlias

import shapely

from heuristan.common.faults import nearest
from heuristan.common.overlay import difference, intersection, odd_region
from heuristan.common.plane import Ring, Spot, signed_area
from heuristan.common.quoting import shown
from heuristan.edgematching.faults import PuzzleError
from heuristan.edgematching.polygons.model import (
    KIND,
    MAX_CORNERS,
    MAX_PIECES,
    NEARNESS,
    PLAIN,
    Colours,
    Piece,
    PolygonPuzzle,
    extent,
    is_wider,
    reversed_ring,
)

KEYS = ("kind", "id", "set", "frame", "frame_colours", "pieces")
PIECE_KEYS = ("name", "ring", "colours")

LARGEST = 1e9
"""Maximum of a coordinate: squares of larger ones leave no digits for the differences."""

THINNEST = 10.0
"""Half the minimum width of a piece in nearnesses: overlaps of narrower pieces could be too narrow for the judge."""

Json: TypeAlias = Any


def puzzle_of(value: Json, name: str = "puzzle") -> PolygonPuzzle:
    """Return the puzzle of a JSON value.

    Args:
        value: the value.
        name: the id of the puzzle, if it has none.

    Raises:
        PuzzleError: if it is not a puzzle; the message names the piece and corner.
    """
    entries = _entries(value, KEYS, "a puzzle of polygons")
    if entries.get("kind") != KIND:
        raise PuzzleError(f'the key "kind" is {shown(entries.get("kind"))}; for such puzzles it is "{KIND}"')
    id = _text(entries.get("id", name), '"id"')
    set = None if entries.get("set") is None else _text(entries["set"], '"set"')
    rings = [_ring(ring, f"ring {number} of the frame") for number, ring in _numbered(entries, "frame")]
    if sum(map(len, rings)) > MAX_CORNERS:
        raise PuzzleError(f"the frame has more than {MAX_CORNERS} corners; give it fewer")
    size = max(extent([spot for ring in rings for spot in ring]))
    colours = _frame_colours(entries.get("frame_colours"), rings)
    frame = _oriented(rings, colours, size)
    found = [_piece(item, number, NEARNESS * size) for number, item in _numbered(entries, "pieces")]
    if len(found) > MAX_PIECES:
        raise PuzzleError(f"there are {len(found)} pieces; more than {MAX_PIECES} are not supported")
    return PolygonPuzzle(id, tuple(r for r, _ in frame), tuple(c for _, c in frame), tuple(found), set)


def as_json(puzzle: PolygonPuzzle) -> dict[str, Json]:
    """Return a puzzle as a JSON object, which `puzzle_of` reads back as the same puzzle."""
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
        raise PuzzleError(f"{what} is an object with the keys {', '.join(keys)}, not {shown(value)}")
    for key in value:
        if key not in keys:
            raise PuzzleError(f"{what} has no key {shown(key)}; {nearest(key, keys)}")
    return value


def _numbered(entries: dict[str, Json], key: str) -> Iterator[tuple[int, Json]]:
    items = entries.get(key)
    if not isinstance(items, list) or not items:
        raise PuzzleError(f'the key "{key}" must be a list that is not empty, not {shown(items)}')
    return enumerate(items, 1)


def _text(value: Json, what: str) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise PuzzleError(f"{what} must be printable text on one line, not {shown(value)}")
    return value


def _piece(item: Json, number: int, near: float) -> Piece:
    entries = _entries(item, PIECE_KEYS, f"piece {number}")
    name = _text(entries.get("name", f"piece-{number}"), f"the name of piece {number}")
    what = f"piece {number} ({name})"
    ring = _ring(entries.get("ring"), what)
    colours = _colours(entries.get("colours"), ring, what)
    polygon = shapely.Polygon(ring)
    if not polygon.is_valid:
        raise PuzzleError(f"{what}: its sides cross or touch each other; check the order of its corners")
    _check_sides(ring, what, near)
    if not is_wider(polygon, THINNEST * near):
        raise PuzzleError(f"{what} is too thin for a frame of this size; remove it, or make it wider")
    return Piece(name, *((ring, colours) if signed_area(ring) > 0 else reversed_ring(ring, colours)))


def _ring(value: Json, what: str) -> Ring:
    if not isinstance(value, list) or len(value) < 3:
        raise PuzzleError(f"{what} must be a list of three corners or more, each [x, y], not {shown(value)}")
    if len(value) > MAX_CORNERS:
        raise PuzzleError(f"{what} has {len(value)} corners; more than {MAX_CORNERS} are not supported")
    ring = tuple(_spot(spot, f"{what}, corner {number}") for number, spot in enumerate(value, 1))
    ring = ring[:-1] if ring[0] == ring[-1] else ring
    if len(ring) < 3:
        raise PuzzleError(f"{what} has fewer than three corners; give it more")
    return ring


def _spot(value: Json, what: str) -> Spot:
    if not isinstance(value, list) or len(value) != 2 or not all(_is_number(u) for u in value):
        raise PuzzleError(f"{what} is {shown(value)}; write two finite numbers up to {LARGEST:.0e}: [x, y]")
    return float(value[0]), float(value[1])


def _is_number(value: Json) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return abs(value) <= LARGEST and isfinite(value)


def _check_sides(ring: Ring, what: str, near: float) -> None:
    for number, (p, q) in enumerate(zip(ring, (*ring[1:], *ring[:1]), strict=True), 1):
        if hypot(q[0] - p[0], q[1] - p[1]) <= near:
            raise PuzzleError(f"{what}: its side {number} has no length; remove one of its corners")


def _colours(value: Json, ring: Ring, what: str) -> Colours:
    if value is None:
        return (PLAIN,) * len(ring)
    if not isinstance(value, list) or len(value) != len(ring):
        raise PuzzleError(f"{what}: its colours must be a list of {len(ring)}, one for each side")
    return tuple(_text(colour, f"{what}: a colour") for colour in value)


def _frame_colours(value: Json, rings: Sequence[Ring]) -> list[Colours]:
    if value is None:
        value = [None] * len(rings)
    if not isinstance(value, list) or len(value) != len(rings):
        raise PuzzleError(f'"frame_colours" must be a list of {len(rings)} lists, one for each ring of the frame')
    pairs = zip(value, rings, strict=True)
    return [_colours(item, ring, f"ring {number} of the frame") for number, (item, ring) in enumerate(pairs, 1)]


def _oriented(rings: Sequence[Ring], colours: Sequence[Colours], size: float) -> list[tuple[Ring, Colours]]:
    """Return the rings of a frame with holes clockwise: a ring is a hole if it lies in an odd number of others."""
    polygons = [_region(ring, number, NEARNESS * size) for number, ring in enumerate(rings, 1)]
    inside = {
        (i, j): not is_wider(difference(polygons[i], polygons[j]), NEARNESS * size)
        for i, j in permutations(range(len(rings)), 2)
    }
    for i, j in combinations(range(len(rings)), 2):
        if inside[i, j] and inside[j, i]:
            raise PuzzleError(f"the rings {i + 1} and {j + 1} of the frame are the same; remove one of them")
        share = intersection(polygons[i], polygons[j])
        if is_wider(share, NEARNESS * size) and not inside[i, j] and not inside[j, i]:
            raise PuzzleError(f"the rings {i + 1} and {j + 1} of the frame cross; give their union")
    found = []
    for i, pair in enumerate(zip(rings, colours, strict=True)):
        is_hole = sum(inside[i, j] for j in range(len(rings)) if j != i) % 2 == 1
        found.append(reversed_ring(*pair) if (signed_area(pair[0]) > 0) == is_hole else pair)
    return found


def _region(ring: Ring, number: int, near: float) -> shapely.Geometry:
    what = f"ring {number} of the frame"
    found = odd_region([ring])
    area = abs(signed_area(ring))
    # a ring may touch itself in points; one that crosses itself has loops that run the other way
    if area <= near * near or abs(found.area - area) > near * max(extent(ring)):
        raise PuzzleError(f"{what} crosses itself or has no area; check the order of its corners")
    _check_sides(ring, what, near)
    return found
