"""What files of our own keep of a drawing besides its polygons, so that it is read back as it was.

GeoJSON has these fields in ``properties.heuristan``, WKT in a comment, SVG in an attribute. They say what the drawing
was read from (``from``, ``suspicions``, ``left_out``, ``page``), that y grows downwards (``y``), how long a small leg
is (``leg``), and the author's own pieces (``pieces``).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal, NotRequired, TypedDict

from heuristan.common.faults import nearest
from heuristan.common.json_text import Json, in_words
from heuristan.common.plane import MAX_COORDINATE, box_of
from heuristan.common.quoting import shown
from heuristan.common.typed_json import UnfitError, typed
from heuristan.tangram.outlines.piece_sets import piece_set_names, read_piece_set
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.drawing import COORDINATES, Drawing, LaidPiece, Origin, PageSpot
from heuristan.tangram.puzzle.puzzle import MOST_SETS, OutlineError

LONGEST_TEXT = 200
"""Maximum length of a text, in characters."""

FEWEST = 3
"""Minimum number of points of a figure."""


def id_from(value: Json) -> str | None:
    """Return the id of an outline, if a value is one that can be printed on a line."""
    is_id = isinstance(value, str) and value.strip() and value.isprintable() and len(value) <= LONGEST_TEXT
    return value if is_id else None


def sets_from(value: Json) -> int | None:
    """Return a number of sets of pieces; None if there is no value.

    Raises:
        OutlineError: if it is not one.
    """
    if value is None:
        return None
    is_whole = isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1
    if not is_whole or not 1 <= value <= MOST_SETS:
        raise OutlineError(f"'sets' is {in_words(value)}; write a whole number from 1 to {MOST_SETS}, or leave it out")
    return int(value)


def set_from(value: Json) -> PieceSet | None:
    """Return the set of pieces of a name; None if there is no value.

    Raises:
        OutlineError: if no set that ships with heuristan has that name.
    """
    if value is None:
        return None
    names = piece_set_names()
    if value not in names:
        raise OutlineError(f"'set' is {in_words(value)}; {nearest(str(value), names)}")
    return read_piece_set(value)


def points_besides(
    table: Mapping[str, Any], read: tuple[str, ...], fix: str = ""
) -> Iterator[tuple[str, OutlineError]]:
    """Yield the keys of a table, other than those that are read, under which there are points, each with its fault.

    Args:
        table: an object of JSON.
        read: the keys that are read, or hold what the author says of the outline.
        fix: what to do, as a command.
    """
    for key, value in table.items():
        if key not in read and _holds_points(value):
            yield key, OutlineError(f"there are points under {shown(key)} too, which are not read; {fix}")


def _holds_points(value: Any) -> bool:
    waiting = [value]
    while waiting:
        here = waiting.pop()
        inner = [*here.values()] if isinstance(here, dict) else here if isinstance(here, list) else []
        if isinstance(here, list) and sum(map(_is_point, here)) >= FEWEST:
            return True
        waiting += inner
    return False


def _is_point(value: Any) -> bool:
    if isinstance(value, dict):
        return {"x", "y"} <= {key.lower() for key in value}
    return isinstance(value, list) and len(value) > 1 and all(type(number) in (int, float) for number in value[:2])


KEPT = "# heuristan: "
"""Beginning of a comment in WKT that keeps facts of the next geometry."""


class _Page(TypedDict):
    number: NotRequired[int]
    to_pixels: tuple[float, float, float, float, float, float, float, float, float]
    size: NotRequired[tuple[int, int]]


class _Piece(TypedDict):
    piece: NotRequired[str]
    vertices: tuple[tuple[float, float], ...]


_Kept = TypedDict(
    "_Kept",
    {
        "from": str,
        "suspicions": tuple[str, ...],
        "left_out": tuple[str, ...],
        "page": _Page,
        "y": Literal["down", "up"],
        "leg": float,
        "pieces": tuple[_Piece, ...],
        "outline": Literal["drawn"],
    },
    total=False,
)
"""The fields, all of which may be missing; `outline` is there where polygons were drawn besides the pieces, else the
outline is what the pieces cover."""

MAX_REMARKS = 20

APART = 0.1
"""Maximum distance of the bounds of the pieces from those of the outline, as a share of its size."""


def fields_of(drawing: Drawing) -> dict[str, Json]:
    """Return what is kept of a drawing besides its polygons; nothing of plain coordinates."""
    origin, fields = drawing.origin, dict[str, Json]()
    if origin.kind != COORDINATES.kind:
        fields["from"] = origin.kind
    if origin.suspicions:
        fields["suspicions"] = list(origin.suspicions)
    if origin.left_out:
        fields["left_out"] = list(origin.left_out)
    if origin.spot is not None:
        number, to_pixels, size = origin.spot
        fields["page"] = {"number": number, "to_pixels": list(to_pixels), **({"size": list(size)} if size else {})}
    if drawing.y_down:
        fields["y"] = "down"
    if drawing.leg is not None:
        fields["leg"] = drawing.leg
    if drawing.laid:
        fields["pieces"] = [_piece_fields(piece) for piece in drawing.laid]
        fields |= {"outline": "drawn"} if drawing.polygons else {}
    return fields


def _piece_fields(piece: LaidPiece) -> dict[str, Json]:
    vertices = [list(vertex) for vertex in piece.vertices]
    return {"piece": piece.name, "vertices": vertices} if piece.name else {"vertices": vertices}


def with_kept(drawing: Drawing, value: Json) -> Drawing:
    """Return a drawing with what its file keeps of it.

    Args:
        drawing: its polygons, as the file has them.
        value: the fields of the file, as JSON has them; nothing is kept if it is None.

    Raises:
        OutlineError: if a field cannot be read, or the pieces are not those of the outline.
    """
    if value is None:
        return drawing
    try:
        fields: _Kept = typed(_Kept, value)
    except UnfitError as fault:
        raise OutlineError(f"what was read{': ' if fault.place else ' '}{fault}") from None
    laid = tuple(LaidPiece(piece.get("piece"), piece["vertices"]) for piece in fields.get("pieces", ()))
    page = fields.get("page")
    origin = Origin(
        fields.get("from", COORDINATES.kind),
        fields.get("suspicions", ())[:MAX_REMARKS],
        PageSpot(page.get("number", 1), page["to_pixels"], page.get("size")) if page else None,
        fields.get("left_out", ())[:MAX_REMARKS],
    )
    _check_texts(origin.kind, *origin.suspicions, *origin.left_out, *(piece.name or "none" for piece in laid))
    _check_lengths(fields.get("leg", 1.0), laid)
    is_drawn = "outline" in fields
    if laid and drawing.polygons and not is_drawn:
        _check_bounds(drawing, laid)
    return replace(
        drawing,
        polygons=() if laid and not is_drawn else drawing.polygons,
        laid=laid or drawing.laid,
        y_down=fields.get("y") == "down",
        leg=fields.get("leg"),
        origin=origin,
    )


def _check_texts(*texts: str) -> None:
    for text in texts:
        if id_from(text) is None:
            raise OutlineError(f"what was read has {in_words(text)}; write a text on one line")


def _check_lengths(leg: float, laid: Iterable[LaidPiece]) -> None:
    if leg <= 0:
        raise OutlineError(f"'leg' is {leg:g}; write the length of a small leg, above zero")
    for number, piece in enumerate(laid, 1):
        if len(piece.vertices) < FEWEST:
            raise OutlineError(f"piece {number} has {len(piece.vertices)} vertices; a piece has three or more")
        if any(abs(coordinate) > MAX_COORDINATE for vertex in piece.vertices for coordinate in vertex):
            raise OutlineError(f"piece {number} has a coordinate that is too large; write less than {MAX_COORDINATE:g}")


def _check_bounds(drawing: Drawing, laid: Iterable[LaidPiece]) -> None:
    """Check that pieces lie about where the outline does: somebody may have changed one and not the other."""
    outline = box_of(vertex for polygon in drawing.polygons for ring in polygon for vertex in ring)
    pieces = box_of(vertex for piece in laid for vertex in piece.vertices)
    left, low, right, high = outline
    if max(abs(a - b) for a, b in zip(outline, pieces, strict=True)) > APART * max(right - left, high - low):
        raise OutlineError("'pieces' do not lie where the outline does; remove them, or move both")
