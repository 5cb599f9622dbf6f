"""Pictures that are as heuristan wrote them, which are read back exactly; and what the root of any picture says."""

import re
from collections.abc import Iterator
from dataclasses import replace

from heuristan.common.json_text import JsonTextError, read_json
from heuristan.pictures.svg.document import Element
from heuristan.pictures.svg.painting import is_name, title_of
from heuristan.tangram.outlines.kept import set_from, sets_from, with_kept
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece, Polygon, Vector
from heuristan.tangram.puzzle.puzzle import OutlineError

KEPT = "data-heuristan"
"""The attribute of the root with what is kept."""

_NUMBER = r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?"
_POINT = re.compile(rf"({_NUMBER})[ ,]({_NUMBER})")
_RING = rf"M {_NUMBER} {_NUMBER}(?: L {_NUMBER} {_NUMBER})+ Z"
_PATH = re.compile(rf"{_RING}(?:\s+{_RING})*")
_POINTS = re.compile(rf"{_NUMBER},{_NUMBER}(?: {_NUMBER},{_NUMBER})+")
_ATTRIBUTES = {
    "path": {"d", "fill", "fill-rule"},
    "polygon": {"points", "fill", "stroke", "stroke-width", "stroke-linejoin", "data-piece"},
}


def kept(drawing: Drawing, root: Element, stem: str) -> Drawing:
    """Return the only drawing of a document with its name, and what the root says of it."""
    title = title_of(root)
    return _with_kept_of(root, replace(drawing, id=title.strip() if is_name(title) else stem))


def as_written(root: Element) -> Drawing | None:
    """Return the drawing of a picture that is as heuristan wrote it; None of any other."""
    shapes = [child for child in root.children if child.name != "title"]
    if not root.get(KEPT) or not shapes or not all(map(_is_as_written, shapes)):
        return None
    return Drawing(
        "",
        tuple(tuple(_rings(shape.get("d"))) for shape in shapes if shape.name == "path"),
        tuple(
            LaidPiece(shape.get("data-piece") or None, _points(shape.get("points")))
            for shape in shapes
            if shape.name == "polygon"
        ),
        y_down=True,
    )


def _with_kept_of(root: Element, drawing: Drawing) -> Drawing:
    """Return a drawing with what the root of its picture keeps of it, in the coordinates that it had before.

    Raises:
        SvgFault: if the attribute cannot be read.
    """
    if not root.get(KEPT):
        return drawing
    try:
        kept = read_json(root.get(KEPT))
        if isinstance(kept, dict):
            sets, pieces = sets_from(kept.pop("sets", None)), set_from(kept.pop("set", None))
            drawing = replace(drawing, sets=sets or drawing.sets, pieces=pieces or drawing.pieces)
        is_up = isinstance(kept, dict) and kept.get("y") != "down"
        return with_kept(_mirrored(drawing) if is_up else drawing, kept)
    except (JsonTextError, OutlineError) as fault:
        raise root.fault(f"'{KEPT}': {fault}; correct or remove it") from None


def _is_as_written(shape: Element) -> bool:
    if shape.name not in _ATTRIBUTES or shape.children or not shape.attributes.keys() <= _ATTRIBUTES[shape.name]:
        return False
    text, form = (shape.get("d"), _PATH) if shape.name == "path" else (shape.get("points"), _POINTS)
    return form.fullmatch(text) is not None


def _rings(path: str) -> Iterator[tuple[Vector, ...]]:
    return (_points(ring) for ring in path.split("Z") if ring)


def _points(text: str) -> tuple[Vector, ...]:
    return tuple((float(x), float(y)) for x, y in _POINT.findall(text))


def _mirrored(drawing: Drawing) -> Drawing:
    """Return a drawing with y the other way round."""
    polygons: tuple[Polygon, ...] = tuple([[*map(_up, ring)] for ring in polygon] for polygon in drawing.polygons)
    laid = tuple(piece._replace(vertices=tuple(map(_up, piece.vertices))) for piece in drawing.laid)
    return replace(drawing, polygons=polygons, laid=laid, y_down=False)


def _up(spot: Vector) -> Vector:
    return spot[0], 0.0 - spot[1]  # give 0 instead of -0.0
