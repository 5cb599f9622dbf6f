"""Shape files: an outline in YAML, with its name and what is known of it (docs/formats/shapes.md).

The outline is given by exact lengths; by pieces laid down, whose union it is; or by vertices measured with a ruler,
like ``35 mm``.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from heuristan.common import plain_yaml as yaml
from heuristan.common.faults import InputError
from heuristan.common.files import folder, read_text
from heuristan.common.plain_yaml import Items, Node, PlainYamlError, Table, Text
from heuristan.common.quoting import shown
from heuristan.common.words import plural
from heuristan.tangram.boundary import Ring
from heuristan.tangram.boundary.symmetry import Motion
from heuristan.tangram.lattice.points import Code, bounds
from heuristan.tangram.outlines.exact_rings import (
    ZERO,
    ExactPoint,
    denominator_of,
    exact_point_of,
    frame_at,
    lattice_point,
    puzzle_from,
)
from heuristan.tangram.outlines.piece_sets import piece_set_names, read_piece_set
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.ring_lists import nested_polygons
from heuristan.tangram.outlines.walk import UNITS as WALK_UNITS
from heuristan.tangram.outlines.walk import walk
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet, scaled
from heuristan.tangram.puzzle.drawing import Drawing, Origin, Vector
from heuristan.tangram.puzzle.puzzle import MOST_SETS, OutlineError, Puzzle, make_puzzle

MAX_PIECES = 700
"""Maximum number of pieces of an outline."""


class ShapePiece(NamedTuple):
    """A piece of a set: mirrored in the x axis or not, then turned, then moved with its first vertex to a point."""

    piece: str
    at: ExactPoint
    eighths: int
    mirrored: bool
    line: int
    """Its line in the file."""


def union_of(name: str, laid: Sequence[ShapePiece], sets: int | None, pieces: PieceSet) -> Puzzle:
    """Return the puzzle whose outline is the union of pieces of a set.

    Raises:
        OutlineError: if they are not the pieces of a whole number of sets.
        PlainYamlError: if two pieces overlap; it has the line of the second.
    """
    _check_stock(laid, sets, pieces)
    denominator = denominator_of(piece.at for piece in laid)
    rings = [_ring(pieces.by_name[piece.piece].ring, piece, laid[0].at, denominator) for piece in laid]
    _check_overlaps(laid, rings)
    frame = frame_at(laid[0].at, denominator)
    return make_puzzle(name, rings, denominator=denominator, sets=sets, frame=frame, pieces=pieces)


def _check_stock(laid: Sequence[ShapePiece], sets: int | None, pieces: PieceSet) -> None:
    if len(laid) > MAX_PIECES:
        raise OutlineError(f"there are {len(laid)} pieces; more than {MAX_PIECES} are not read")
    stock = Counter(piece.piece for piece in laid)
    whole = sets or max(1, round(len(laid) / pieces.size))
    wanted = pieces.stock(whole)
    if stock != wanted:
        differences = [
            f"{stock[name]} {name} instead of {wanted[name]}" for name in pieces.names if stock[name] != wanted[name]
        ]
        raise OutlineError(f"these are not the pieces of {plural(whole, 'set')}: {', '.join(differences)}")


def _ring(ring: Ring, laid: ShapePiece, origin: ExactPoint, denominator: int) -> Ring:
    motion = Motion(laid.mirrored, laid.eighths, lattice_point(laid.at, origin, denominator))
    return motion.ring(tuple(scaled(p, denominator) for p in ring))


def _check_overlaps(laid: Sequence[ShapePiece], rings: Sequence[Ring]) -> None:
    boxes = [bounds(ring) for ring in rings]
    for (i, a), (j, b) in combinations(enumerate(boxes), 2):
        if _overlap(a, b):
            raise PlainYamlError(
                laid[j].line,
                f"piece {j + 1} ({laid[j].piece}) overlaps piece {i + 1} ({laid[i].piece}, line {laid[i].line}); "
                "move one of them",
            )


def _overlap(a: tuple[Code, ...], b: tuple[Code, ...]) -> bool:
    """Return whether two convex figures of the eight directions share inner points: on all four axes they do."""
    return all(
        low < other_high and other_low < high
        for low, high, other_low, other_high in zip(a[::2], a[1::2], b[::2], b[1::2], strict=True)
    )


UNITS = ("mm", "cm", "m", "in", "pt", "px")

_MEASURE = re.compile(rf"([-+]?(?:\d{{1,9}}\.?\d{{0,15}}|\.\d{{1,15}})) ?({'|'.join(UNITS)})?", re.ASCII)

MEASURED = Origin("measurements")


def unit_in(vertices: Node) -> str | None:
    """Return the unit of the first coordinate; None if it has none."""
    first = next(_texts(vertices), None)
    found = _MEASURE.fullmatch(" ".join(first.text.split())) if first else None
    return found[2] if found else None


def drawing_of_measures(
    id: str, rings: Sequence[Sequence[Node]], unit: str, sets: int | None, pieces: PieceSet
) -> Drawing:
    """Return the drawing of rings of vertices that were measured, in their unit.

    Raises:
        PlainYamlError: if a coordinate is not a number, or has another unit.
    """
    measured = [[_vertex(vertex, unit) for vertex in ring] for ring in rings]
    return Drawing(id, nested_polygons(measured), sets=sets, pieces=pieces, origin=MEASURED)


def _vertex(node: Node, unit: str) -> Vector:
    if not isinstance(node, Items) or len(node.items) != 2:
        raise node.fault(f"a vertex must be two lengths, like [20 {unit}, 35 {unit}]")
    x, y = (_measure(item, unit) for item in node.items)
    return x, y


def _measure(node: Node, unit: str) -> float:
    text = yaml.as_text(node, "a coordinate")
    found = _MEASURE.fullmatch(text)
    if found is None:
        raise node.fault(f"{shown(text)} is not a length in {unit}; write a number, like 35.5 {unit}")
    if found[2] not in (None, unit):
        raise node.fault(f"{shown(text)} is in {found[2]}, and others are in {unit}; write all in one unit")
    return float(found[1])


def _texts(node: Node) -> Iterator[Text]:
    """Yield the texts in lists of lists, in order."""
    waiting: list[Node] = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Text):
            yield one
        elif isinstance(one, Items):
            waiting += reversed(one.items)


class ShapeFile(NamedTuple):
    """A shape as its file gives it."""

    name: str
    title: str
    source: str
    difficulty: str
    puzzle: Puzzle


ADVICE = "an outline needs a few hundred bytes"
"""Advice for a text that is too long."""

_YAML = re.compile(rb"^[ \t]{0,99}([{%&!?-]|\W?[A-Za-z][\w-]*\W?[ \t]{0,9}:[ \t\r\n])", re.MULTILINE)
"""A line with the start of a table or list, a key and its colon, or what YAML has and is not read here."""


def recognises(head: bytes) -> bool:
    """Return whether a text looks like YAML."""
    return _YAML.search(head + b"\n") is not None


def read(path: Path, pieces: PieceSet | None = None) -> Iterator[Puzzle]:
    """Return the puzzle of a shape file, as `read_shape` reads it."""
    return iter([read_shape(path, pieces).puzzle])


def read_shape(path: Path, pieces: PieceSet | None = None) -> ShapeFile:
    """Return the shape in a YAML file.

    Args:
        path: the file.
        pieces: the set to lay it with; if not given, the set that the file names, else the seven tans.

    Raises:
        InputError: if the file cannot be read, or is not a shape.
    """
    try:
        return _shape(yaml.read_yaml(read_text(path, yaml.LONGEST, ADVICE, "an outline")), path, pieces)
    except PlainYamlError as fault:
        raise InputError(f"{path}:{fault.line}: {fault.message}") from None


def _shape(root: Node, path: Path, pieces: PieceSet | None) -> ShapeFile:
    if not isinstance(root, Table):
        raise root.fault(f"this is not a shape; a shape is a YAML table with one of {', '.join(WAYS)}")
    keys = ("name", "title", "source", "difficulty", "set", "sets", "unit", *WAYS)
    entries = yaml.as_table(root, keys, "a shape")
    texts = {key: yaml.as_text(entries[key], f"'{key}'") if key in entries else "" for key in keys[:4]}
    name = texts["name"] or path.stem
    if folder("shapes") in path.parents and name != path.stem:
        raise entries["name"].fault(f"the name {shown(name)} differs from the file's; rename one of them")
    puzzle = _puzzle(root, entries, name, pieces)
    return ShapeFile(
        name, texts["title"] or name.replace("-", " ").capitalize(), texts["source"], texts["difficulty"], puzzle
    )


def _puzzle(root: Node, entries: Mapping[str, Node], name: str, pieces: PieceSet | None) -> Puzzle:
    ways = [way for way in WAYS if way in entries]
    if len(ways) != 1:
        found = f"has both '{ways[0]}' and '{ways[1]}'" if ways else "has no outline"
        raise root.fault(f"the shape {found}; give exactly one of {', '.join(WAYS)}")
    sets = yaml.count_of(entries["sets"], "sets", MOST_SETS, "sets") if "sets" in entries else None
    way, node = ways[0], entries[ways[0]]
    own = _set_meant(entries, way, pieces)
    another = pieces if pieces != own else None
    try:
        unit = _unit(entries)
        if unit:
            drawing = drawing_of_measures(name, _rings(node), unit, None if another else sets, own)
            return puzzle_of(drawing, another)
        puzzle = WAYS[way](name, node, sets, own)
        return _laid_with(another, puzzle) if another else puzzle
    except OutlineError as fault:
        raise node.fault(str(fault)) from None


def _laid_with(pieces: PieceSet, puzzle: Puzzle) -> Puzzle:
    """Return a puzzle laid with other pieces than it was made for: their number of sets follows from its area."""
    return make_puzzle(puzzle.id, puzzle.rings, denominator=puzzle.denominator, frame=puzzle.frame, pieces=pieces)


def _unit(entries: Mapping[str, Node]) -> str | None:
    """Return the unit of a shape that was measured; None of one with exact lengths."""
    unit = yaml.one_of(entries["unit"], UNITS, "'unit'") if "unit" in entries else None
    if unit and "vertices" not in entries:
        raise entries["unit"].fault("'unit' is the unit of 'vertices'; remove it, or write it into the path")
    return unit or (unit_in(entries["vertices"]) if "vertices" in entries else None)


def _set_meant(entries: Mapping[str, Node], way: str, pieces: PieceSet | None) -> PieceSet:
    """Return the set that a shape names, else the one asked for, or the tans if tans are laid down."""
    if "set" in entries:
        return read_piece_set(yaml.one_of(entries["set"], piece_set_names(), "'set'"))
    if pieces is None or (way == "pieces" and not _names_in(entries[way]) <= set(pieces.names)):
        return TANGRAM
    return pieces


def _names_in(node: Node) -> set[str]:
    items = node.items if isinstance(node, Items) else ()
    named = (item.entries.get("piece") for item in items if isinstance(item, Table))
    return {name.text for name in named if isinstance(name, Text)}


def _from_vertices(name: str, node: Node, sets: int | None, pieces: PieceSet) -> Puzzle:
    rings = [[exact_point_of(vertex, "a vertex") for vertex in ring] for ring in _rings(node)]
    return puzzle_from(name, rings, sets, pieces)


def _rings(node: Node) -> list[tuple[Node, ...]]:
    """Return the vertices of one ring or several."""
    example = "[[0, 0], [2, 0], [0, 2]]"
    items = yaml.as_items(node, "'vertices'", example)
    is_one = isinstance(items[0], Items) and all(isinstance(item, Text) for item in items[0].items)
    return [items] if is_one else [yaml.as_items(ring, "a ring", example) for ring in items]


def _from_path(name: str, node: Node, sets: int | None, pieces: PieceSet) -> Puzzle:
    return puzzle_from(name, [_walk(node, (ZERO, ZERO))], sets, pieces)


def _from_paths(name: str, node: Node, sets: int | None, pieces: PieceSet) -> Puzzle:
    first, *others = yaml.as_items(node, "'paths'", "[{steps: ...}, {start: [1, 1], steps: ...}]")
    return puzzle_from(name, [_walk(first, (ZERO, ZERO)), *(_walk(other, None) for other in others)], sets, pieces)


def _walk(node: Node, start: ExactPoint | None) -> list[ExactPoint]:
    entries = yaml.as_table(node, ("start", "unit", "steps"), "a path")
    if "start" in entries:
        start = exact_point_of(entries["start"], "'start'")
    if start is None:
        raise node.fault("every path after the first must have a start, like 'start: [1, 1]'")
    if "steps" not in entries:
        raise node.fault("the path has no steps; write them like 'steps: E 10, SE 7, W 15'")
    steps = entries["steps"]
    in_points = WALK_UNITS[yaml.one_of(entries["unit"], WALK_UNITS, "'unit'")] if "unit" in entries else True
    listed = steps.items if isinstance(steps, Items) else (steps,)
    text = ", ".join(yaml.as_text(item, "a step") for item in listed)
    vertex = start
    return yaml.located(steps, lambda: walk(vertex, text, in_points=in_points))


def _from_pieces(name: str, node: Node, sets: int | None, pieces: PieceSet) -> Puzzle:
    laid = [_laid(item, pieces) for item in yaml.as_items(node, "'pieces'", "[{piece: square, at: [0, 0]}]")]
    return union_of(name, laid, sets, pieces)


def _laid(node: Node, pieces: PieceSet) -> ShapePiece:
    entries = yaml.as_table(node, ("piece", "at", "turn", "mirror"), "a piece")
    if "piece" not in entries or "at" not in entries:
        raise node.fault("a piece needs 'piece' and 'at', like {piece: square, at: [0, 0]}")
    piece = yaml.one_of(entries["piece"], pieces.names, "'piece'")
    mirrored = yaml.is_true(entries["mirror"], "'mirror'") if "mirror" in entries else False
    eighths = _eighths(entries["turn"]) if "turn" in entries else 0
    return ShapePiece(piece, exact_point_of(entries["at"], "'at'"), eighths, mirrored, node.line)


def _eighths(node: Node) -> int:
    text = yaml.as_text(node, "'turn'")
    digits = text.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 4 and int(digits) % 45 == 0):
        raise node.fault(f"{shown(text)} is not a turn; write a multiple of 45 degrees, like 135")
    return int(text) // 45


WAYS: dict[str, Callable[[str, Node, int | None, PieceSet], Puzzle]] = {
    "vertices": _from_vertices,
    "path": _from_path,
    "paths": _from_paths,
    "pieces": _from_pieces,
}
"""The readers of the ways to write an outline, by key."""
