"""GeoJSON: every form of a polygon is read, and every fault is named."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.strategies import puzzles

from heuristan.common.json_text import JsonTextError, lines_of_items, read_json
from heuristan.tangram.outlines.geojson import outlines_of
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle

Position = list[Any]


def closed(*ring: tuple[float, float]) -> list[Position]:
    return [list(vertex) for vertex in (*ring, ring[0])]


RECTANGLE = closed((0, 0), (4, 0), (4, 2), (0, 2))
FRAME = closed((0, 0), (3, 0), (3, 3), (0, 3))
CELL = closed((1, 1), (2, 1), (2, 2), (1, 2))


def polygon(*rings: list[Position]) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": list(rings)}


def collection(*geometries: object) -> dict[str, Any]:
    return {"type": "GeometryCollection", "geometries": list(geometries)}


def feature(geometry: object, **members: object) -> dict[str, Any]:
    return {"type": "Feature", "properties": {}, "geometry": geometry, **members}


def only(value: object) -> Puzzle:
    (outline,) = outlines_of(value, "file")
    return outline.puzzle()


def as_geojson(puzzle: Puzzle) -> dict[str, Any]:
    parts = [
        [closed(*(puzzle.in_legs(vertex.point) for vertex in loop)) for loop in part.loops]
        for part in puzzle.boundary.parts
    ]
    return {"type": "MultiPolygon", "coordinates": parts}


@given(puzzles(), st.sampled_from([5, 6, 9, 12, 17]))
def test_a_puzzle_written_as_geojson_reads_back(puzzle: Puzzle, decimals: int) -> None:
    value = json.loads(json.dumps(as_geojson(puzzle)), parse_float=lambda text: round(float(text), decimals))
    read = only(feature(value, properties={"sets": 1}))
    assert read.sets == 1
    assert read.boundary.area == tuple(n * (read.denominator / puzzle.denominator) ** 2 for n in puzzle.boundary.area)
    assert len(read.boundary.vertices) == len(puzzle.boundary.vertices)


@given(puzzles())
def test_a_collection_of_geometries_is_one_outline(puzzle: Puzzle) -> None:
    whole = as_geojson(puzzle)
    parts = [{"type": "Polygon", "coordinates": rings} for rings in whole["coordinates"]]
    together = only(feature(collection(*parts), properties={"sets": 1}))
    assert together.boundary == only(feature(whole, properties={"sets": 1})).boundary


@pytest.mark.parametrize(
    "value",
    [
        polygon(RECTANGLE),
        polygon(RECTANGLE[::-1]),
        {"type": "MultiPolygon", "coordinates": [[RECTANGLE]]},
        collection(polygon(RECTANGLE)),
        collection(collection(polygon(RECTANGLE))),
        feature(polygon(RECTANGLE)),
        feature(polygon(RECTANGLE), properties=None),
        feature(polygon(RECTANGLE), properties={"sets": 1.0}, bbox=[0, 0, 4, 2]),
        polygon([[x, y, 7] for x, y in RECTANGLE]),
        {"type": "FeatureCollection", "features": [feature(polygon(RECTANGLE))]},
        polygon([*RECTANGLE[:-1], [1e-12, 0]]),
    ],
)  # fmt: skip
def test_forms_of_one_outline(value: object) -> None:
    puzzle = only(value)
    assert puzzle.sets == 1
    assert len(puzzle.boundary.vertices) == 4


def test_holes_and_parts() -> None:
    assert len(only(polygon(FRAME, CELL)).boundary.parts[0].holes) == 1
    halves = [[closed((0, 0), (2, 0), (2, 2), (0, 2))], [closed((2, 0), (4, 0), (4, 2), (2, 2))]]
    assert len(only({"type": "MultiPolygon", "coordinates": halves}).boundary.vertices) == 4


@pytest.mark.parametrize(
    ("members", "id"),
    [
        ({"id": "swan"}, "swan"),
        ({"id": 7}, "7"),
        ({"id": 7, "properties": {"id": "a", "name": "b"}}, "7"),
        ({"properties": {"id": "a", "name": "b"}}, "a"),
        ({"properties": {"name": "b"}}, "b"),
        ({}, "file"),
        ({"id": True}, "file"),
        ({"id": "  "}, "file"),
        ({"id": "\x1b[31m"}, "file"),
        ({"id": "\ud800"}, "file"),
        ({"id": "x" * 1000}, "file"),
        ({"id": 10**1000}, "file"),
        ({"id": ["x"]}, "file"),
    ],
)
def test_an_outline_is_called_by_its_feature(members: dict[str, object], id: str) -> None:
    assert only(feature(polygon(RECTANGLE), **members)).id == id


def test_features_of_a_collection_are_numbered() -> None:
    features = {"type": "FeatureCollection", "features": [feature(polygon(RECTANGLE)), feature(None), 5]}
    assert [(outline.id, outline.number) for outline in outlines_of(features, "file")] == [
        ("file-1", 1),
        ("file-2", 2),
        ("file-3", 3),
    ]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (5, "this is not GeoJSON; an object with a 'type' is wanted"),
        ([], "this is not GeoJSON"),
        ({}, "it has no 'type'"),
        ({"type": "polygon"}, "the type 'polygon' is not known here; did you mean 'Polygon'?"),
        ({"type": ["Polygon"]}, "the type a list is not known here"),
        ({"type": "LineString", "coordinates": RECTANGLE}, "a LineString is not an outline; use Polygon"),
        ({"type": "FeatureCollection", "features": []}, "has no features"),
        ({"type": "FeatureCollection"}, "has no features"),
        (feature(None), "has no geometry"),
        (feature(5), "this is not GeoJSON"),
        (feature(polygon(RECTANGLE), properties={"sets": "two"}), "'sets' is 'two'; write a whole number from 1"),
        (feature(polygon(RECTANGLE), properties={"sets": 0}), "'sets' is 0;"),
        (feature(polygon(RECTANGLE), properties={"sets": True}), "'sets' is true;"),
        (feature(polygon(RECTANGLE), properties={"sets": 1.5}), "'sets' is 1.5;"),
        (feature(polygon(RECTANGLE), properties={"sets": float("inf")}), "'sets' is Infinity;"),
        (feature(polygon(RECTANGLE), properties={"sets": 10**400}), "'sets' is a huge number;"),
        (polygon(), "'coordinates' must be a list with something in it"),
        ({"type": "Polygon"}, "'coordinates' must be a list"),
        ({"type": "GeometryCollection", "geometries": []}, "'geometries' must be a list"),
        (polygon(RECTANGLE[:-1]), "ring 1 is not closed; repeat its first position [0, 0] at the end"),
        (polygon(FRAME, CELL[:-1]), "ring 2 is not closed; repeat its first position [1, 1] at the end"),
        ({"type": "MultiPolygon", "coordinates": [[RECTANGLE], [CELL[:-1]]]}, "polygon 2, ring 1 is not closed"),
        (polygon(RECTANGLE[:3]), "ring 1 has 3 positions; a ring has four or more"),
        (polygon([[0, 0], [4], [4, 2], [0, 0]]), "ring 1, position 2 is a list; write two numbers"),
        (polygon([[0, 0], 4, [4, 2], [0, 0]]), "ring 1, position 2 is 4; write two numbers"),
        (polygon([[0, 0], ["4", 0], [4, 2], [0, 0]]), "ring 1, position 2 has '4' for a coordinate; write a number"),
        (polygon([[0, 0], [None, 0], [4, 2], [0, 0]]), "ring 1, position 2 has null for a coordinate"),
        (polygon([[0, 0], [True, 0], [4, 2], [0, 0]]), "ring 1, position 2 has true for a coordinate"),
        (polygon([[0, 0], [10**400, 0], [4, 2], [0, 0]]), "a coordinate that is too large"),
        (polygon([[0, 0], [float("inf"), 0], [4, 2], [0, 0]]), "ring 1, position 2 has a coordinate that is too large"),
        (polygon([[0.0, 0.0], [float("inf"), 0.0], [4.0, 2.0], [0.0, 0.0]]), "vertex 2 is (inf, 0.0); coordinates"),
        (polygon(closed((0, 0), (2, 2), (2, 0), (0, 2))), "(2, 2) crosses the edge from (2, 0)"),
        (polygon(FRAME, [[x + 9, y] for x, y in CELL]), "hole"),
        (feature(polygon(closed((0, 0), (6, 0), (6, 4), (0, 4))), properties={"sets": 1}), "3 sets would fit"),
    ],
)  # fmt: skip
def test_faults_are_named(value: object, message: str) -> None:
    with pytest.raises(OutlineError) as caught:
        [outline.puzzle() for outline in outlines_of(value, "file")]
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('{"a": [1,\n  2,,]}', 2, "this is not JSON at column 5"),
        ('{"a": 1,\n "b": NaN}', 2, "NaN at column 7 is not JSON; write a finite number"),
        ('{"NaN": "NaN \\" NaN",\n\n "b": -Infinity}', 3, "-Infinity at column 7"),
        ("{'a': 1}", 1, "this is not JSON at column 2"),
        ('{"a": 1} x', 1, "this is not JSON at column 10: extra data"),
        ('{"a": 1, "a": 2}', 1, "the key 'a' is there twice"),
        ("[" * 200_000, 1, "nest too deep"),
        ("1" * 5000, 1, "digits"),
        ("", 1, "this is not JSON at column 1"),
    ],
    ids=range(9),
)
def test_json_is_read_strictly(text: str, line: int, message: str) -> None:
    with pytest.raises(JsonTextError) as caught:
        read_json(text)
    assert caught.value.line == line
    assert message in caught.value.message


plain_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.lists(st.dictionaries(st.text('"[]{}x', max_size=5), plain_json, max_size=2), max_size=4),
    st.dictionaries(st.text('"[]{}x', max_size=5), plain_json, max_size=2),
)
def test_features_are_found_on_their_lines(features: list[object], others: dict[str, object]) -> None:
    text = json.dumps(others, indent=1)[:-1].rstrip() + (",\n" if others else "\n") + '"features": ['
    lines = []
    for number, member in enumerate(features):
        text += ",\n\n" if number else "\n"
        lines.append(text.count("\n") + 1)
        text += json.dumps(member)
    assert lines_of_items(text + "]}", "features") == lines


@given(plain_json)
def test_any_json_is_an_outline_or_refused(value: object) -> None:
    with suppress(OutlineError):
        for outline in outlines_of(value, "file"):
            assert outline.puzzle().sets > 0


def test_what_a_file_says_besides_is_not_written_into_a_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle is a frozen value: the one that was made stays as it is."""
    from heuristan.tangram.outlines import exact_rings as module

    made = only(polygon(RECTANGLE))
    monkeypatch.setattr(module, "snap", lambda *_: made)
    laid = (LaidPiece("square", ((0, 0), (1, 0), (1, 1), (0, 1))),)
    drawing = Drawing("brick", ([[(0, 0), (4, 0), (4, 2), (0, 2)]],), laid, properties={"colour": "red"})
    found = puzzle_of(drawing)
    assert (found.drawing, found.properties) == (drawing, {"colour": "red"})
    assert made.drawing != drawing
    assert made.properties == {}
