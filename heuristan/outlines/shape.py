"""Shape files: an outline of exact lengths in YAML, with its name and what is known of it (docs/formats.md)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from heuristan.notation import Length, parse_length
from heuristan.outlines.compass import Corner, walk
from heuristan.outlines.exact_rings import ZERO, as_lattice, nested
from heuristan.outlines.files import OutlineFileError, read_text
from heuristan.outlines.laid import Laid, union_of
from heuristan.pieces import PIECES
from heuristan.plain_yaml import (
    LONGEST,
    Items,
    Node,
    PlainYamlError,
    Table,
    Text,
    as_items,
    as_table,
    as_text,
    nearest,
    read_yaml,
    shown,
)
from heuristan.puzzle import MOST_SETS, OutlineError, Puzzle, make_puzzle
from heuristan.resources import folder

_T = TypeVar("_T")


@dataclass(frozen=True)
class ShapeFile:
    """A shape as its file gives it."""

    name: str
    title: str
    source: str
    difficulty: str
    puzzle: Puzzle


def read_shape(path: Path) -> ShapeFile:
    """The shape in a YAML file.

    Raises:
        OutlineFileError: the file cannot be read, or is no shape: file, line, fault and fix.
    """
    try:
        return _shape(read_yaml(read_text(path, LONGEST)), path)
    except PlainYamlError as fault:
        raise OutlineFileError(f"{path}:{fault.line}: {fault.message}") from None


def _shape(root: Node, path: Path) -> ShapeFile:
    if not isinstance(root, Table):
        raise root.fault(f"this is neither GeoJSON nor a shape; a shape is a YAML table with one of {', '.join(WAYS)}")
    keys = ("name", "title", "source", "difficulty", "sets", *WAYS)
    entries = as_table(root, keys, "a shape")
    texts = {key: as_text(entries[key], f"'{key}'") if key in entries else "" for key in keys[:4]}
    name = texts["name"] or path.stem
    if path.parent == folder("shapes") and name != path.stem:
        raise entries["name"].fault(f"the name {shown(name)} differs from the file's; rename one of them")
    ways = [way for way in WAYS if way in entries]
    if len(ways) != 1:
        found = f"has both '{ways[0]}' and '{ways[1]}'" if ways else "has no outline"
        raise root.fault(f"the shape {found}; give exactly one of {', '.join(WAYS)}")
    node = entries[ways[0]]
    sets = _sets(entries["sets"]) if "sets" in entries else None
    try:
        puzzle = WAYS[ways[0]](name, node, sets)
    except OutlineError as fault:
        raise node.fault(str(fault)) from None
    return ShapeFile(
        name, texts["title"] or name.replace("-", " ").capitalize(), texts["source"], texts["difficulty"], puzzle
    )


def _sets(node: Node) -> int:
    text = as_text(node, "'sets'")
    if not (text.isascii() and text.isdecimal() and len(text) <= 3 and 0 < int(text) <= MOST_SETS):
        raise node.fault(f"{shown(text)} is no number of sets; write a whole number from 1 to {MOST_SETS}")
    return int(text)


def _from_vertices(name: str, node: Node, sets: int | None) -> Puzzle:
    example = "[[0, 0], [2, 0], [0, 2]]"
    items = as_items(node, "'vertices'", example)
    is_one = isinstance(items[0], Items) and all(isinstance(item, Text) for item in items[0].items)
    rings = [items] if is_one else [as_items(ring, "a ring", example) for ring in items]
    return _from_corners(name, [[_corner(vertex, "a vertex") for vertex in ring] for ring in rings], sets)


def _from_path(name: str, node: Node, sets: int | None) -> Puzzle:
    return _from_corners(name, [_walk(node, (ZERO, ZERO))], sets)


def _from_paths(name: str, node: Node, sets: int | None) -> Puzzle:
    first, *others = as_items(node, "'paths'", "[{steps: ...}, {start: [1, 1], steps: ...}]")
    return _from_corners(name, [_walk(first, (ZERO, ZERO)), *(_walk(other, None) for other in others)], sets)


def _walk(node: Node, start: Corner | None) -> list[Corner]:
    entries = as_table(node, ("start", "unit", "steps"), "a path")
    if "start" in entries:
        start = _corner(entries["start"], "'start'")
    if start is None:
        raise node.fault("every path after the first must have a start, like 'start: [1, 1]'")
    if "steps" not in entries:
        raise node.fault("the path has no steps; write them like 'steps: E 10, SE 7, W 15'")
    steps = entries["steps"]
    units = {"points": True, "legs": False}
    in_points = _one_of(entries["unit"], units, "'unit'") if "unit" in entries else True
    listed = steps.items if isinstance(steps, Items) else (steps,)
    text = ", ".join(as_text(item, "a step") for item in listed)
    corner = start
    return _located(steps, lambda: walk(corner, text, in_points=in_points))


def _from_pieces(name: str, node: Node, sets: int | None) -> Puzzle:
    laid = [_laid(item) for item in as_items(node, "'pieces'", "[{piece: square, at: [0, 0]}]")]
    return union_of(name, laid, sets)


def _laid(node: Node) -> Laid:
    entries = as_table(node, ("piece", "at", "turn", "mirror"), "a piece")
    if "piece" not in entries or "at" not in entries:
        raise node.fault("a piece needs 'piece' and 'at', like {piece: square, at: [0, 0]}")
    piece = _one_of(entries["piece"], {name: name for name in PIECES}, "'piece'")
    mirrored = _one_of(entries["mirror"], {"true": True, "false": False}, "'mirror'") if "mirror" in entries else False
    eighths = _eighths(entries["turn"]) if "turn" in entries else 0
    return Laid(piece, _corner(entries["at"], "'at'"), eighths, mirrored, node.line)


def _eighths(node: Node) -> int:
    text = as_text(node, "'turn'")
    digits = text.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 4 and int(digits) % 45 == 0):
        raise node.fault(f"{shown(text)} is no turn; write a multiple of 45 degrees, like 135")
    return int(text) // 45


def _corner(node: Node, what: str) -> Corner:
    if not isinstance(node, Items) or len(node.items) != 2:
        raise node.fault(f"{what} must be two lengths, like [2, 1+r2]")
    x, y = (_length(item) for item in node.items)
    return x, y


def _length(node: Node) -> Length:
    text = as_text(node, "a coordinate")
    return _located(node, lambda: parse_length(text))


def _located(node: Node, read: Callable[[], _T]) -> _T:
    """What a reader that knows no lines makes of a node."""
    try:
        return read()
    except PlainYamlError:
        raise
    except ValueError as fault:
        raise node.fault(str(fault)) from None


def _one_of(node: Node, words: dict[str, _T], what: str) -> _T:
    word = as_text(node, what)
    if word not in words:
        raise node.fault(f"{what} cannot be {shown(word)}; {nearest(word, words)}")
    return words[word]


def _from_corners(name: str, rings: Sequence[Sequence[Corner]], sets: int | None) -> Puzzle:
    lattice, denominator, frame = as_lattice(rings)
    return make_puzzle(name, nested(lattice), denominator=denominator, sets=sets, frame=frame)


WAYS: dict[str, Callable[[str, Node, int | None], Puzzle]] = {
    "vertices": _from_vertices,
    "path": _from_path,
    "paths": _from_paths,
    "pieces": _from_pieces,
}
"""The ways to write an outline."""
