"""Vertices measured with a ruler, in a shape in YAML: numbers with a unit, like ``35 mm``."""

import re
from collections.abc import Iterator, Sequence

from heuristan.common.plain_yaml import Items, Node, Text, as_text, shown
from heuristan.tangram.outlines.nesting import nested_polygons
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.drawing import Drawing, Origin, Vector

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
    text = as_text(node, "a coordinate")
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
