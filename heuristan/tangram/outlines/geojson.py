"""GeoJSON (RFC 7946) to puzzles: features and geometries of polygons, in a document, or an outline a line.

The unit and the place are free. ``properties.sets`` is the number of sets of pieces if it is not one, and
``properties.set`` the name of the set if it is not the seven tans. Lines are read while the iterator is used.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from heuristan.common.faults import InputError, nearest, unexpected_as
from heuristan.common.files import RECORD_SEPARATOR, opened, read_head, read_text, records_of
from heuristan.common.json_text import (
    Json,
    JsonTextError,
    first_line,
    in_words,
    is_json,
    lines_of_items,
    position_of,
    read_json,
)
from heuristan.common.quoting import shown
from heuristan.tangram.outlines.kept import points_besides, set_from, sets_from, with_kept
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.shape import WAYS
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet
from heuristan.tangram.puzzle.drawing import Drawing, Polygon, Refusal, Vector
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle

GEOMETRIES = ("Polygon", "MultiPolygon", "GeometryCollection")
TYPES = ("Feature", "FeatureCollection", *GEOMETRIES)
READ = {
    "Feature": ("geometry", "properties"),
    "FeatureCollection": ("features",),
    "Polygon": ("coordinates",),
    "MultiPolygon": ("coordinates",),
    "GeometryCollection": ("geometries",),
}
"""The members with points that are read, by type."""

OTHER_GEOMETRIES = ("Point", "MultiPoint", "LineString", "MultiLineString")

DEEPEST = 8
"""Maximum depth of collections within collections."""

LONGEST_ID = 200
"""Maximum length of an id, in characters."""

CLOSED = 1e-9
"""Maximum gap between the ends of a ring, as a fraction of its size: some writers differ in the last bits."""


class OutlineMember(NamedTuple):
    """A feature or geometry that should be an outline, not yet checked."""

    id: str
    number: int
    """Its number in a collection, from 1; 0 if it is not in one."""
    value: Json
    fault: OutlineError | None = None
    """Why it is not read, where that is known."""

    def puzzle(self, pieces: PieceSet | None = None) -> Puzzle:
        """Return the outline on the lattice.

        Args:
            pieces: the set to lay it with; if not given, the set that its properties name, else the seven tans.

        Raises:
            OutlineError: if it cannot be a puzzle; the message has the smallest fix.
        """
        if self.fault is not None:
            raise self.fault
        is_feature = self.value.get("type") == "Feature"
        geometry = self.value.get("geometry") if is_feature else self.value
        properties = self.value.get("properties") if is_feature else None
        properties = properties if isinstance(properties, dict) else {}
        sets, own = sets_from(properties.get("sets")), set_from(properties.get("set"))
        meant = pieces or own or TANGRAM
        # the file's number of sets counts its own pieces, not those that were asked for
        sets = None if own and own != meant else sets
        polygons = tuple(polygons_of(geometry))
        drawing = Drawing(self.id, polygons, sets=sets, pieces=meant, properties=properties)
        drawing = with_kept(drawing, properties.get("heuristan"))
        others = (f"the property {shown(key)}" for key, _ in points_besides(properties, ("heuristan",)))
        left_out = (*drawing.origin.left_out, *others)
        return puzzle_of(replace(drawing, origin=drawing.origin._replace(left_out=left_out)))


def outlines_of(value: Json, name: str) -> Iterator[OutlineMember]:
    """Yield the outlines that a GeoJSON value holds: one, or those of a collection of features.

    Args:
        value: the value of the JSON text.
        name: the id of an outline that has none.

    Raises:
        OutlineError: if it is not GeoJSON of polygons.
    """
    kind = _type_of(value, TYPES)
    if kind != "FeatureCollection":
        yield from _with_besides(OutlineMember(_id(value, name), 0, value))
        return
    features = value.get("features")
    if not isinstance(features, list) or not features:
        raise OutlineError("the FeatureCollection has no features; add one under 'features'")
    for number, feature in enumerate(features, 1):
        outline = OutlineMember(_id(feature, f"{name}-{number}"), number, feature if isinstance(feature, dict) else {})
        yield from _with_besides(outline)
    yield from _besides(OutlineMember(name, 0, value), value)


def _with_besides(outline: OutlineMember) -> Iterator[OutlineMember]:
    """Yield an outline, and the members of it that hold points besides."""
    yield outline
    yield from _besides(outline, outline.value)
    yield from _besides(outline, outline.value.get("geometry"))


def _besides(outline: OutlineMember, value: Json) -> Iterator[OutlineMember]:
    kind = value.get("type") if isinstance(value, dict) else None
    if isinstance(kind, str) and kind in READ:
        for key, fault in points_besides(value, READ[kind], "put them into a feature of their own, or remove them"):
            yield outline._replace(id=f"{outline.id}-{key}"[:LONGEST_ID], fault=fault)


def _type_of(value: Json, types: tuple[str, ...]) -> str:
    if not isinstance(value, dict):
        raise OutlineError(f"this is not GeoJSON; an object with a 'type' is wanted, like {_EXAMPLE}")
    kind = value.get("type")
    if kind is None:
        raise OutlineError(f"this is not GeoJSON: it has no 'type'; give it one of {', '.join(types)}")
    if kind in OTHER_GEOMETRIES:
        raise OutlineError(f"a {kind} is not an outline; use Polygon or MultiPolygon")
    if not isinstance(kind, str) or kind not in types:
        word = in_words(kind)
        raise OutlineError(f"the type {word} is not known here; {nearest(word, types)}")
    return kind


_EXAMPLE = '{"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]]]}'


def _id(value: Json, name: str) -> str:
    """Return the feature's id, else its properties' id or name; else the name given."""
    if not isinstance(value, dict):
        return name
    properties = value.get("properties")
    properties = properties if isinstance(properties, dict) else {}
    for found in (value.get("id"), properties.get("id"), properties.get("name")):
        if isinstance(found, str | int | float) and not isinstance(found, bool):
            text = str(found) if not isinstance(found, int) or abs(found) < 10**LONGEST_ID else ""
            if text.strip() and text.isprintable() and len(text) <= LONGEST_ID:
                return text
    return name


def polygons_of(geometry: Json, depth: int = 0) -> Iterator[Polygon]:
    """Yield the polygons of a geometry.

    Raises:
        OutlineError: if it is not one of polygons.
    """
    if geometry is None:
        raise OutlineError("the feature has no geometry; give it a Polygon or MultiPolygon")
    if depth > DEEPEST:
        raise OutlineError(f"collections nest deeper than {DEEPEST} levels")
    kind = _type_of(geometry, GEOMETRIES)
    if kind == "GeometryCollection":
        for part in _list(geometry.get("geometries"), "'geometries'"):
            yield from polygons_of(part, depth + 1)
    elif kind == "MultiPolygon":
        for number, rings in enumerate(_list(geometry.get("coordinates"), "'coordinates'"), 1):
            yield _polygon(rings, f"polygon {number}, ")
    else:
        yield _polygon(geometry.get("coordinates"), "")


def _polygon(rings: Json, where: str) -> Polygon:
    return [_ring(ring, f"{where}ring {number}") for number, ring in enumerate(_list(rings, "'coordinates'"), 1)]


def _list(value: Json, what: str) -> list[Json]:
    if not isinstance(value, list) or not value:
        raise OutlineError(f"{what} must be a list with something in it; see RFC 7946 for the levels of a polygon")
    return value


_FLOATS = [float, float]


def _ring(positions: Json, where: str) -> list[Vector]:
    # nearly every file has pairs of floats: they are checked in one go
    ring = [(p[0], p[1]) for p in _list(positions, where) if type(p) is list and [*map(type, p)] == _FLOATS]
    if len(ring) < len(positions):
        ring = [position_of(one, f"{where}, position {n}", OutlineError) for n, one in enumerate(positions, 1)]
    if len(ring) < 4:
        raise OutlineError(f"{where} has {len(ring)} positions; a ring has four or more, the first repeated at the end")
    (x, y), (u, v) = ring[0], ring[-1]
    gap = max(abs(u - x), abs(v - y))
    if gap and gap > CLOSED * max(max(abs(a - x), abs(b - y)) for a, b in ring):
        raise OutlineError(f"{where} is not closed; repeat its first position [{x:.12g}, {y:.12g}] at the end")
    return ring[:-1]


LONGEST_DOCUMENT = 16 * 1024 * 1024
"""Maximum size of a GeoJSON document, in bytes; a file with a feature a line may have any size."""

LONGEST_LINE = 1024 * 1024
"""Maximum length of a line or record, in bytes."""

LINE_SUFFIXES = (".geojsonl", ".geojsons", ".jsonl", ".ndjson")
"""The endings of files with an outline a line."""


def recognises(head: bytes) -> bool:
    """Return whether a file that starts with these bytes is GeoJSON: JSON, but not a shape's YAML table in braces."""
    return head.startswith(RECORD_SEPARATOR) or _is_json(head)


def read(path: Path, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    """Return the puzzles of a GeoJSON file.

    Raises:
        InputError: if the file is a document that cannot be used.
    """
    return _read_lines(path, pieces) if _has_lines(read_head(path), path) else _read_document(path, pieces)


def _is_json(head: bytes) -> bool:
    start = head.lstrip()
    if start.startswith(b"["):
        return True
    is_object = start.startswith(b"{") and start[1:].lstrip().startswith((b'"', b"}"))
    return is_object and (b'"type"' in start or not any(f'"{way}"'.encode() in start for way in WAYS))


def _has_lines(head: bytes, path: Path) -> bool:
    """Return whether each line, or each record of a sequence, is one GeoJSON value.

    Where the start of the file leaves that open, its name decides.
    """
    if head.startswith(RECORD_SEPARATOR):
        return True
    first, _, rest = head.lstrip().partition(b"\n")
    is_named_so = path.suffix.lower() in LINE_SUFFIXES
    if is_json(first):
        return bool(rest.strip()) or is_named_so
    return is_named_so and not is_json(head)


def _read_lines(path: Path, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    """Yield the puzzles of a file with a GeoJSON value a line, or of a GeoJSON text sequence."""
    with opened(path) as file:
        for number, record in records_of(file, LONGEST_LINE):
            if record is None:
                yield Refusal(
                    f"{path.stem}-{number}", f"{path}:{number}: the line is longer than {LONGEST_LINE // 1024} KiB"
                )
            else:
                yield from _read_record(path, number, record.strip(RECORD_SEPARATOR + b" \t\r\n"), pieces)


def _read_record(path: Path, number: int, record: bytes, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    if not record:
        return
    name = f"{path.stem}-{number}"
    try:
        with unexpected_as(OutlineError, OutlineError, UnicodeDecodeError, JsonTextError):
            outlines = [*outlines_of(read_json(record.decode()), name)]
        for outline in outlines:
            yield _puzzle_or_refusal(outline, f"{path}:{number}", pieces)
    except UnicodeDecodeError:
        yield Refusal(name, f"{path}:{number}: the line is not UTF-8 text; save the file as UTF-8")
    except JsonTextError as fault:
        yield Refusal(name, f"{path}:{number + fault.line - 1}: {fault.message}")
    except OutlineError as fault:
        yield Refusal(name, f"{path}:{number}: {fault}")


def _puzzle_or_refusal(outline: OutlineMember, where: str, pieces: PieceSet | None) -> Puzzle | Refusal:
    try:
        with unexpected_as(OutlineError, OutlineError):
            return outline.puzzle(pieces)
    except OutlineError as fault:
        feature = f"feature {outline.number} ({outline.id}): " if outline.number else ""
        return Refusal(outline.id, f"{where}: {feature}{fault}")


def _read_document(path: Path, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    """Return the puzzle of a GeoJSON document, or the puzzles of its collection of features.

    Raises:
        InputError: if it is not GeoJSON of polygons, or its only outline is not a puzzle.
    """
    advice = "write a feature a line instead (.geojsonl), which may be of any size"
    text = read_text(path, LONGEST_DOCUMENT, advice, "an outline")
    try:
        outlines = list(outlines_of(read_json(text), path.stem))
        if len(outlines) == 1 and not outlines[0].number:
            return iter([outlines[0].puzzle(pieces)])
    except JsonTextError as fault:
        raise InputError(f"{path}:{fault.line}: {fault.message}") from None
    except OutlineError as fault:
        raise InputError(f"{path}:{first_line(text)}: {fault}") from None
    return _of_collection(path, outlines, text, pieces)


def _of_collection(
    path: Path, outlines: list[OutlineMember], text: str, pieces: PieceSet | None
) -> Iterator[Puzzle | Refusal]:
    lines = [first_line(text), *lines_of_items(text, "features")]
    are_known = max(outline.number for outline in outlines) < len(lines)
    for outline in outlines:
        yield _puzzle_or_refusal(outline, f"{path}:{lines[outline.number] if are_known else 1}", pieces)
