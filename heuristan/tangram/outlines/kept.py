"""What files of our own keep of a drawing besides its polygons, so that it is read back as it was.

GeoJSON has these fields in ``properties.heuristan``, WKT in a comment, SVG in an attribute. They say what the drawing
was read from (``from``, ``suspicions``, ``left_out``, ``page``), that y grows downwards (``y``), how long a small leg
is (``leg``), and the author's own pieces (``pieces``).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from heuristan.common.faults import nearest
from heuristan.common.json_text import Json, in_words, position_of
from heuristan.common.plane import box_of
from heuristan.common.quoting import shown
from heuristan.common.words import plural
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

KEYS = ("from", "suspicions", "left_out", "page", "y", "leg", "pieces", "outline")
DRAWN = "drawn"
"""The value of ``outline`` where polygons were drawn besides the pieces; else the outline is what the pieces cover."""

MAX_REMARKS = 20

LARGEST = 1e300
"""Maximum absolute value of a number: its double is still a float."""

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
        fields |= {"outline": DRAWN} if drawing.polygons else {}
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
    fields = _table(value, KEYS, "what was read")
    laid = tuple(_piece(one, number) for number, one in enumerate(_items(fields, "pieces"), 1))
    is_drawn = _one_of(fields, "outline", (DRAWN,)) == DRAWN
    if laid and drawing.polygons and not is_drawn:
        _check_bounds(drawing, laid)
    return replace(
        drawing,
        polygons=() if laid and not is_drawn else drawing.polygons,
        laid=laid or drawing.laid,
        y_down=_one_of(fields, "y", ("down", "up")) == "down",
        leg=_length(fields["leg"]) if "leg" in fields else None,
        origin=_origin(fields),
    )


def _origin(fields: dict[str, Json]) -> Origin:
    kind = _text(fields.get("from", COORDINATES.kind), "'from'")
    suspicions, left_out = (
        tuple(_text(one, f"one of '{key}'") for one in _items(fields, key)[:MAX_REMARKS])
        for key in ("suspicions", "left_out")
    )
    return Origin(kind, suspicions, _spot(fields["page"]) if "page" in fields else None, left_out)


def _spot(value: Json) -> PageSpot:
    page = _table(value, ("number", "to_pixels", "size"), "'page'")
    to_pixels = _numbers(page.get("to_pixels"), 9, "'to_pixels'")
    size = _numbers(page["size"], 2, "'size'") if "size" in page else None
    return PageSpot(
        round(_numbers([page.get("number", 1)], 1, "'number' of the page")[0]),
        to_pixels,
        (round(size[0]), round(size[1])) if size else None,
    )


def _piece(value: Json, number: int) -> LaidPiece:
    piece = _table(value, ("piece", "vertices"), f"piece {number}")
    places = _items(piece, "vertices")
    if len(places) < 3:
        raise OutlineError(f"piece {number} has {len(places)} vertices; a piece has three or more")
    name = _text(piece["piece"], "'piece'") if "piece" in piece else None
    where = f"piece {number}, vertex "
    return LaidPiece(name, tuple(position_of(one, f"{where}{n}", OutlineError) for n, one in enumerate(places, 1)))


def _check_bounds(drawing: Drawing, laid: Iterable[LaidPiece]) -> None:
    """Check that pieces lie about where the outline does: somebody may have changed one and not the other."""
    outline = box_of(vertex for polygon in drawing.polygons for ring in polygon for vertex in ring)
    pieces = box_of(vertex for piece in laid for vertex in piece.vertices)
    left, low, right, high = outline
    if max(abs(a - b) for a, b in zip(outline, pieces, strict=True)) > APART * max(right - left, high - low):
        raise OutlineError("'pieces' do not lie where the outline does; remove them, or move both")


def _table(value: Json, keys: tuple[str, ...], what: str) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise OutlineError(f"{what} is {in_words(value)}; it should be an object with keys like '{keys[0]}'")
    unknown = next((key for key in value if key not in keys), None)
    if unknown is not None:
        raise OutlineError(f"{what} has no key {in_words(unknown)}; {nearest(str(unknown), keys)}")
    return value


def _items(fields: dict[str, Json], key: str) -> list[Json]:
    value = fields.get(key, [])
    if not isinstance(value, list):
        raise OutlineError(f"'{key}' is {in_words(value)}; it should be a list")
    return value


def _text(value: Json, what: str) -> str:
    if not isinstance(value, str) or not value.isprintable() or not 0 < len(value) <= LONGEST_TEXT:
        raise OutlineError(f"{what} is {in_words(value)}; write a text on one line")
    return value


def _one_of(fields: dict[str, Json], key: str, words: tuple[str, ...]) -> str | None:
    value = fields.get(key)
    if value is not None and value not in words:
        raise OutlineError(f"'{key}' is {in_words(value)}; {nearest(str(value), words)}")
    return value


def _length(value: Json) -> float:
    (length,) = _numbers([value], 1, "'leg'")
    if length <= 0:
        raise OutlineError(f"'leg' is {length:g}; write the length of a small leg, above zero")
    return length


def _numbers(value: Json, count: int, what: str) -> tuple[float, ...]:
    is_list = isinstance(value, list) and len(value) == count
    if not is_list or not all(isinstance(n, int | float) and not isinstance(n, bool) for n in value):
        raise OutlineError(f"{what} should be {plural(count, 'number')}")
    if not all(abs(number) < LARGEST for number in value):
        raise OutlineError(f"{what} has a number that is too large")
    return tuple(map(float, value))
