"""The table ``drawing`` of a shape in YAML: what was read from a file of floats, as it was read."""

import re

from heuristan.common.json_text import position_of
from heuristan.common.plain_yaml import Items, Node, Table, Text, as_items, as_table, as_text
from heuristan.tangram.outlines.entries import located
from heuristan.tangram.outlines.exact_readings import exact_readings
from heuristan.tangram.outlines.kept import KEYS, Json, with_kept
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.digests import shape_digest
from heuristan.tangram.puzzle.drawing import Drawing, Polygon
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle

_NUMBER = re.compile(r"[-+]?(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d{1,3})?", re.ASCII)
_EXAMPLE = "[[[[0, 0], [4, 0], [4, 2], [0, 2]]]]"


def drawing_from(node: Node, id: str, sets: int | None, pieces: PieceSet) -> Drawing:
    """Return the drawing that a table describes: its polygons, each an outer ring and its holes, and what is kept.

    Raises:
        PlainYamlError: if it is not such a table.
    """
    entries = dict(as_table(node, ("polygons", *KEYS), "a drawing"))
    drawn = as_items(entries.pop("polygons"), "'polygons'", _EXAMPLE) if "polygons" in entries else ()
    polygons = tuple(map(_polygon, drawn))
    if not polygons and "pieces" not in entries:
        raise node.fault(f"the drawing has no outline; give its 'polygons', like {_EXAMPLE}")
    fields = {key: _json_of(value) for key, value in entries.items()}
    return located(node, lambda: with_kept(Drawing(id, polygons, sets=sets, pieces=pieces), fields))


def _polygon(node: Node) -> Polygon:
    rings = as_items(node, "a polygon", _EXAMPLE[1:-1])
    return tuple(
        tuple(_position(one) for one in as_items(ring, "a ring of a polygon", _EXAMPLE[2:-2])) for ring in rings
    )


def _position(node: Node) -> tuple[float, float]:
    return located(node, lambda: position_of(_json_of(node), "a vertex", OutlineError))


def _json_of(node: Node) -> Json:
    """Return a node as JSON has it: numbers, texts, lists and objects."""
    if isinstance(node, Items):
        return [_json_of(item) for item in node.items]
    if isinstance(node, Table):
        return {key: _json_of(value) for key, value in node.entries.items()}
    assert isinstance(node, Text)
    text = as_text(node, "a value")
    return float(text) if _NUMBER.fullmatch(text) else text


def check_is_behind(exact: Puzzle, drawn: Puzzle) -> None:
    """Check that exact lengths are those of a drawing beside them: somebody may have changed one and not the other.

    Raises:
        OutlineError: if no reading of the drawing has them.
    """
    wanted = shape_digest(exact)
    if not any(shape_digest(reading) == wanted for reading in exact_readings(drawn)):
        raise OutlineError("the lengths are not those of the 'drawing' below; remove the drawing, or correct it")
