"""What was read is kept: a drawing that is written in any format and read again is the same drawing, in its place."""

import json
from collections.abc import Iterator
from dataclasses import replace
from math import cos, dist, sin
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shared.drawings import slid_assembly
from shared.strategies import puzzles

from heuristan.common.faults import InputError
from heuristan.lab.digests import digest, shape_digest
from heuristan.tangram.outlines.formats import FORMS
from heuristan.tangram.outlines.puzzle_of import exact_lengths, puzzle_of
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import COORDINATES, Drawing, LaidPiece, Origin, PageSpot, Vector
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle
from heuristan.tangram.puzzle.regions import covered, rings_of

PHOTOGRAPH = Origin(
    "a photograph taken at a slant",
    ('the figure touches the border of the "picture"', "small holes in it may be print: <3>"),
    PageSpot(2, (1.5, 0.25, -3.0, 0.0, 1.0, 1e-7, 0.0, 0.001, 1.0), (640, 480)),
)
SCAN = Origin("a picture", (), PageSpot(1, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0), (640, 480)))


def drawing(random: Random, *, laid: bool = False, origin: Origin = COORDINATES) -> Drawing:
    """Return pieces slid by any amount, turned, in any unit, as an outline or as the pieces."""
    pieces = slid_assembly(random)
    turn, leg, y_down = random.uniform(-3, 3), 10 ** random.uniform(-3, 3), random.random() < 0.5
    a, b = leg * cos(turn), leg * sin(turn)
    x0, y0 = random.uniform(-99, 99) * leg, random.uniform(-99, 99) * leg

    def own(spot: Vector) -> Vector:
        x, y = spot
        return x0 + a * x - b * y, y0 + b * x + a * y

    found = tuple(LaidPiece(piece.name, tuple(map(own, piece.ring))) for piece in pieces)
    region = covered([[piece.vertices] for piece in found])
    polygons = tuple(rings_of(part) for part in getattr(region, "geoms", [region]))
    return Drawing(
        "drawn",
        () if laid else polygons,
        found if laid else (),
        y_down,
        sets=1,
        leg=leg if random.random() < 0.5 else None,
        origin=origin,
    )


def back(puzzle: Puzzle, form: str, leg: float | None = None) -> Puzzle:
    """Return the puzzle as it is read from a file of a format."""
    with TemporaryDirectory() as place:
        path = Path(place) / f"drawn.{form}"
        path.write_text(FORMS[form].text(puzzle, leg), encoding="utf-8")
        (found,) = read_outlines(path)
    assert isinstance(found, Puzzle)
    return found


def lists(drawn: Drawing) -> Drawing:
    """Return a drawing with tuples for lists, without the set of pieces, so that it can be compared."""
    polygons = tuple(tuple(tuple(ring) for ring in polygon) for polygon in drawn.polygons)
    return replace(drawn, polygons=polygons, pieces=None)


def near(found: Puzzle, wanted: Puzzle) -> bool:
    """Return whether the outlines of two puzzles have the same vertices in their own coordinates."""
    leg = wanted.frame.scale / wanted.unit
    one, other = ([each.own(vertex.point) for loop in each.loops for vertex in loop] for each in (found, wanted))
    return all(min(dist(p, q) for q in other) < 1e-6 * leg for p in one) and len(one) == len(other)


@pytest.mark.slow
@pytest.mark.parametrize("form", [form for form in FORMS if form != "yaml"])
@settings(max_examples=6)
@given(st.integers(0, 10**6), st.booleans(), st.sampled_from([COORDINATES, SCAN, PHOTOGRAPH, Origin("an SVG drawing")]))
def test_a_drawing_comes_back_as_it_was(form: str, seed: int, laid: bool, origin: Origin) -> None:
    puzzle = puzzle_of(drawing(Random(seed), laid=laid, origin=origin))
    found = back(puzzle, form)
    assert puzzle.drawing is not None
    assert found.drawing is not None
    assert lists(found.drawing) == lists(puzzle.drawing)
    assert (digest(found), found.frame, found.places) == (digest(puzzle), puzzle.frame, puzzle.places)
    assert (found.nearness, found.reading, found.id) == (puzzle.nearness, puzzle.reading, "drawn")


@pytest.mark.slow
@pytest.mark.parametrize("form", [form for form in FORMS if form != "yaml"])
@settings(max_examples=4)
@given(st.integers(0, 10**6), st.booleans())
def test_another_scale_is_the_same_drawing_larger(form: str, seed: int, laid: bool) -> None:
    puzzle = puzzle_of(drawing(Random(seed), laid=laid, origin=PHOTOGRAPH))
    found = back(puzzle, form, 250.0)
    assert found.frame.scale / found.unit == pytest.approx(250, rel=1e-6)
    # parts that nearly touch are written as one ring, and what is near is read anew
    assume(len(found.rings) == len(puzzle.rings))
    assert digest(found) == digest(puzzle)
    # the vertices lie where they did on the page; a union of pieces may begin with another one
    one, other = (
        [on_page(each.drawing.origin.spot, each.own(point)) for ring in each.rings for point in ring]
        for each in (found, puzzle)
        if each.drawing and each.drawing.origin.spot
    )
    assert len(one) == len(other)
    assert max(min(dist(p, q) for q in other) / (1e-4 + 1e-6 * abs(complex(*p))) for p in one) < 1


def on_page(spot: PageSpot, at: Vector) -> Vector:
    a, b, c, d, e, f, g, h, i = spot.to_pixels
    x, y = at
    return (a * x + b * y + c) / (g * x + h * y + i), (d * x + e * y + f) / (g * x + h * y + i)


class TestExact:
    @pytest.mark.parametrize("form", FORMS)
    @given(puzzle=puzzles())
    @settings(max_examples=5)
    def test_exact_lengths_are_written(self, form: str, puzzle: Puzzle) -> None:
        drawn = replace(puzzle, drawing=Drawing("drawn", tuple(polygons_of(puzzle)), sets=1))
        found = back(drawn, form)
        assert digest(found) == digest(puzzle)
        assert form == "yaml" or near(found, puzzle)

    @pytest.mark.parametrize("name", ["swan", "mug", "crown", "digit-7", "letter-t", "ballerina"])
    @pytest.mark.parametrize("noise", [0.001, 0.005, 0.02])
    def test_the_lengths_behind_an_imprecise_drawing_are_written(self, name: str, noise: float, tmp_path: Path) -> None:
        (shape,) = read_outlines(name)
        assert isinstance(shape, Puzzle)
        random = Random(f"{name} {noise}")
        polygons = [
            [[(10 * x + random.gauss(0, 5 * noise), 10 * y) for x, y in ring] for ring in part]
            for part in polygons_of(shape)
        ]
        puzzle = puzzle_of(Drawing(name, tuple(polygons), sets=1))
        exact = exact_lengths(puzzle)
        assert exact is not None
        spots = [spot for part in polygons for ring in part for spot in ring]
        assert all(min(dist(exact.own(p), spot) for spot in spots) < 2 for ring in exact.rings for p in ring)
        text = FORMS["yaml"].text(puzzle)
        path = tmp_path / f"{name}.yaml"
        path.write_text(text)
        (found,) = read_outlines(path)
        assert isinstance(found, Puzzle)
        assert shape_digest(found) == shape_digest(shape)

    @pytest.mark.parametrize("name", ["swan", "camel", "digit-9"])
    @pytest.mark.parametrize("spread", [-0.01, 0.02])
    def test_ink_that_has_spread_does_not_hide_the_lengths(self, name: str, spread: float) -> None:
        (shape,) = read_outlines(name)
        assert isinstance(shape, Puzzle)
        region = covered([tuple(part) for part in polygons_of(shape)]).buffer(spread, join_style="mitre", mitre_limit=9)
        puzzle = puzzle_of(Drawing(name, (rings_of(region),), y_down=True, sets=1))
        assert puzzle.nearness
        exact = exact_lengths(puzzle)
        assert exact is not None
        assert shape_digest(exact) == shape_digest(shape)

    @pytest.mark.parametrize("name", ["house", "arrow", "rocket", "tortoise"])
    def test_lengths_that_are_only_near_are_not_written(self, name: str) -> None:
        # pieces slid by half a leg: coarse readings explain the lengths by other sums
        (shape,) = read_outlines(name)
        assert isinstance(shape, Puzzle)
        random = Random(name)
        polygons = [
            [[(10 * x + random.gauss(0, 0.05), 10 * y + random.gauss(0, 0.05)) for x, y in ring] for ring in part]
            for part in polygons_of(shape)
        ]
        with pytest.raises(OutlineError, match="no exact lengths"):
            FORMS["yaml"].text(puzzle_of(Drawing(name, tuple(polygons), sets=1)))


def polygons_of(puzzle: Puzzle) -> Iterator[list[list[Vector]]]:
    for part in puzzle.boundary.parts:
        yield [[puzzle.own(vertex.point) for vertex in loop] for loop in part.loops]


BRICK = [[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]]


class TestFields:
    """The fields that are kept, as somebody may have changed them."""

    @pytest.mark.parametrize(
        ("fields", "message"),
        [
            ({"y": "dwn"}, "what was read: y is 'dwn'; it must be one of down, up"),
            ({"form": "a picture"}, "what was read has no key 'form'; did you mean 'from'?"),
            ({"leg": 0}, "'leg' is 0; write the length of a small leg, above zero"),
            ({"leg": "1"}, "what was read: leg is '1'; it must be a finite number"),
            ({"from": "a\nb"}, "what was read has 'a\\nb'; write a text on one line"),
            ({"page": {"to_pixels": [1, 2]}}, "what was read: page.to_pixels has 2 values; it must have 9"),
            ({"page": []}, "what was read: page is a list; it must be an object"),
            ({"suspicions": "many"}, "what was read: suspicions is 'many'; it must be a list"),
            ({"pieces": [{"vertices": [[0, 0], [1, 0]]}]}, "piece 1 has 2 vertices; a piece has three or more"),
            (
                {"pieces": [{"vertices": [[0, 0], [1, 0], [0, "1"]]}]},
                "pieces[0].vertices[2][1] is '1'; it must be a",
            ),
            ({"pieces": [{"vertices": [[90, 0], [91, 0], [90, 1]]}]}, "'pieces' do not lie where the outline does"),
            ({"outline": "dawn"}, "what was read: outline is 'dawn'; it must be one of drawn"),
            ([], "what was read is a list; it must be an object"),
        ],
        ids=range(13),
    )
    def test_a_fault_says_the_fix(self, fields: object, message: str, tmp_path: Path) -> None:
        path = tmp_path / "brick.geojson"
        geometry = {"type": "Polygon", "coordinates": [BRICK]}
        path.write_text(json.dumps({"type": "Feature", "properties": {"heuristan": fields}, "geometry": geometry}))
        with pytest.raises(InputError) as caught:
            read_outlines(path)
        assert message in str(caught.value)

    @pytest.mark.parametrize(
        ("comment", "message"),
        [
            ("# heuristan: {", ":2: the comment before it cannot be read, this is not JSON at column 2"),
            ("# heuristan: []", ":2: the comment before it is not an object of JSON; correct or remove it"),
            ('# heuristan: {"sets": 0}', ":2: 'sets' is 0; write a whole number from 1 to 100"),
            ('# heuristan: {"y": "dwn"}', ":2: what was read: y is 'dwn'; it must be one of down, up"),
        ],
        ids=range(4),
    )
    def test_a_comment_of_wkt(self, comment: str, message: str, tmp_path: Path) -> None:
        path = tmp_path / "brick.wkt"
        path.write_text(f"{comment}\nPOLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))\n")
        with pytest.raises(InputError) as caught:
            read_outlines(path)
        assert message in str(caught.value)

    def test_other_properties_are_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "brick.geojson"
        geometry = {"type": "Polygon", "coordinates": [BRICK]}
        own = {"sets": 1, "family": "bricks", "by": {"me": [1]}}
        path.write_text(json.dumps({"type": "Feature", "id": 7, "properties": own, "geometry": geometry}))
        (puzzle,) = read_outlines(path)
        assert isinstance(puzzle, Puzzle)
        assert json.loads(FORMS["geojson"].text(puzzle))["properties"] == own

    def test_a_picture_that_was_changed_keeps_what_it_was_read_from(self, tmp_path: Path) -> None:
        path = tmp_path / "drawn.svg"
        text = FORMS["svg"].text(puzzle_of(drawing(Random(3), origin=SCAN)))
        path.write_text(text.replace("<path ", '<path transform="translate(1 2)" '))
        (found,) = read_outlines(path)
        assert isinstance(found, Puzzle)
        assert found.drawing is not None
        assert found.drawing.origin == SCAN
