"""Lists of points: tables, lines and JSON as people have them, and vertices with a unit in YAML."""

import json
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.strategies import puzzles

from heuristan.common.faults import InputError
from heuristan.lab.digests import digest
from heuristan.tangram.outlines.point_lists import recognises
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.outlines.ring_lists import nested_polygons
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import Puzzle

BRICK = ((0, 0), (4, 0), (4, 2), (0, 2))
HOLED = (((0, 0), (3, 0), (3, 3), (0, 3)), ((1, 1), (2, 1), (2, 2), (1, 2)))


def one(path: Path, text: str) -> Puzzle:
    path.write_text(text, encoding="utf-8")
    (found,) = read_outlines(path)
    assert isinstance(found, Puzzle)
    return found


def fault_of(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_outlines(path)
    return str(caught.value).removeprefix(str(path))


def lines(form: str, ring: tuple[tuple[int, int], ...] = BRICK) -> str:
    return "".join(form.format(n=n, x=x, y=y) + "\n" for n, (x, y) in enumerate(ring, 1))


class TestLines:
    @pytest.mark.parametrize(
        "text",
        [
            lines("{x},{y}"),
            lines("{x}, {y}"),
            lines("{x} {y}"),
            lines("{x}\t{y}"),
            lines("{x};{y}"),
            lines("{x},00;{y},0"),
            lines("{x},0 {y},0"),
            lines("({x}, {y}),"),
            lines("[{x}.0, {y}.]"),
            lines('"{x}";"{y}"'),
            lines("{x} mm; {y} mm"),
            lines("{x}.5e1,{y}.5e1"),
            lines("{n} {x} {y}"),
            lines("{n};{x};{y}"),
            "x,y\n" + lines("{x},{y}"),
            "# mine\n\nX (mm);Y (mm)\n" + lines("{x};{y}") + "0;0\n",
            "name\ty\tx\n" + lines("p{n}\t{x}\t{y}"),
            "\ufeff" + lines("{x},{y}").replace("\n", "\r\n"),
            lines("\u2212{x},{y}"),
        ],
        ids=range(19),
    )
    def test_the_same_brick(self, text: str, tmp_path: Path) -> None:
        found = one(tmp_path / "own", text)
        assert (found.id, found.sets, [len(ring) for ring in found.rings]) == ("own", 1, [4])
        assert found.nearness == 0

    @pytest.mark.parametrize(
        "text",
        [
            lines("{x},{y}", HOLED[0]) + "\n" + lines("{x},{y}", HOLED[1]),
            "ring,x,y\n" + lines("a,{x},{y}", HOLED[0]) + lines("b,{x},{y}", HOLED[1]),
            "x;y;part\n" + lines("{x};{y};1", HOLED[1]) + lines("{x};{y};2", HOLED[0]),
            "name,x,y\n" + lines("frame,{x},{y}", HOLED[0]) + lines("hole,{x},{y}", HOLED[1]),
            "x;y;Name\n" + lines('{x};{y};"a"', HOLED[1]) + lines('{x};{y};"b"', HOLED[0]),
            "id,x,y\n"
            + "".join(f"{n if not i else ''},{x},{y}\n" for n in (0, 1) for i, (x, y) in enumerate(HOLED[n])),
            "name,x,y\n" + "\n".join(lines("p{n},{x},{y}", ring) for ring in HOLED),
        ],
        ids=range(7),
    )
    def test_a_ring_within_another_is_a_hole(self, text: str, tmp_path: Path) -> None:
        assert [len(ring) for ring in one(tmp_path / "own.csv", text).rings] == [4, 4]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("x,y\n0,0\n4;;0\n", ":3: '4;;0' is not a vertex; write two numbers, like 1.5, 2"),
            ("0,0\n4,0\n4,2,1\n", ":3: '4,2,1' is not a vertex"),
            ("0,0\n4,0\n4,two\n", ":3: '4,two' is not a vertex"),
            ("x,y,ring\n0,0,a\n4,0\n", ":3: '4,0' is not a vertex"),
            (
                "name,x,y\n" + lines("frame,{x},{y}", HOLED[0]) + "hole,1,1\nhole,2,1\n",
                ":6: the name 'hole' has 2 vertices in a row, and a ring has at least 3; call the column 'ring'",
            ),
            ("x,y\n1,2\n", ": a ring has 1 vertices; an outline needs at least three"),
            ("0,0\n4,0\n1e999,2\n0,1", ": vertex 3 is"),
            ("0,0\n4,0\n1e999,2\n0,1\n\n0,0\n1,1\n2,0", ": vertex 3 is"),
            ("0,0\n4,0\n1e200,2\n0,1\n\n0,0\n1,1\n2,0", ": vertex 3 is"),
            ("0,0\n4,0\n0,1\n\n" * 900, ": the outline has 2700 vertices; more than 2000 are not read"),
        ],
        ids=range(10),
    )
    def test_a_bad_line_is_named(self, text: str, message: str, tmp_path: Path) -> None:
        assert fault_of(tmp_path / "own.csv", text).startswith(message)

    @pytest.mark.parametrize(
        "text", ["1 2 3\n4 5 6\n", "name,age\n3,4\n", "E 10, SE 7", "hello, world\n1,2", "1,2", "x\n1", "- 1\n- 2", ""]
    )
    def test_other_texts_are_not_recognised(self, text: str) -> None:
        assert not recognises(text.encode())

    @settings(max_examples=33)
    @given(st.text(alphabet='0123456789.,;\t xy\n#-+e()"', max_size=60))
    def test_any_text_is_read_or_refused(self, text: str) -> None:
        with TemporaryDirectory() as place:
            path = Path(place) / "own.csv"
            path.write_text(text, encoding="utf-8")
            with suppress(InputError):
                list(read_outlines(path))


class TestJson:
    @pytest.mark.parametrize(
        "value",
        [
            BRICK,
            [*BRICK, BRICK[0]],
            [BRICK],
            [[BRICK]],
            {"points": BRICK},
            {"sets": 1, "polygon": [BRICK], "colour": "red"},
            [{"x": x, "y": y} for x, y in BRICK],
            {"corners": [{"Y": y, "X": x, "n": 1} for x, y in BRICK]},
        ],
        ids=range(8),
    )
    def test_the_same_brick(self, value: object, tmp_path: Path) -> None:
        found = one(tmp_path / "own.json", json.dumps(value))
        assert (found.id, found.sets, [len(ring) for ring in found.rings]) == ("own", 1, [4])

    def test_what_stands_beside_the_points(self, tmp_path: Path) -> None:
        rings = [[(2 * x, y) for x, y in BRICK]]
        found = one(tmp_path / "own.json", json.dumps({"id": "two", "sets": 2, "rings": rings}))
        assert (found.id, found.sets) == ("two", 2)

    def test_a_ring_within_another_is_a_hole(self, tmp_path: Path) -> None:
        assert [len(ring) for ring in one(tmp_path / "own.json", json.dumps(HOLED)).rings] == [4, 4]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ('[[0, 0],\n[4, 0],\n[4, "2"],\n[0, 2]]', ":3: a point has '2' for a coordinate; write a number"),
            ('{"points": [\n{"x": 0, "y": 0},\n{"x": 4}]}', ":3: a point is a list; write two numbers"),
            ("[[0, 0], [4, 0]", ":1: this is not JSON at column"),
            ("[[[[[[[0, 0]]]]]]]", ":1: a list is not a list of points; write it like [[0, 0], [4, 0]"),
            ('{"points": [[0, 0], [4, 0], [4, 2], [0, 2]], "sets": 0}', ":1: 'sets' is 0; write a whole number"),
            ("[[0, 0], [4, 0]]", ": a ring has 2 vertices; an outline needs at least three"),
            ("[[]]", ":1: a point is a list; write two numbers"),
        ],
        ids=range(7),
    )
    def test_a_bad_point_is_named(self, text: str, message: str, tmp_path: Path) -> None:
        assert fault_of(tmp_path / "own.json", text).startswith(message)


class TestMeasures:
    @pytest.mark.parametrize(
        "text",
        [
            "unit: mm\nvertices: [[0, 0], [40.02, 0], [40, 20], [0, 20.01]]",
            "vertices: [[0 mm, 0 mm], [40.02 mm, 0mm], [40 mm, 20 mm], [0, 20.01]]",
            "unit: cm\nsets: 1\nvertices:\n- [[0, 0], [40, 0], [40, 20], [0, 20.01 cm]]",
        ],
        ids=range(3),
    )
    def test_the_same_brick(self, text: str, tmp_path: Path) -> None:
        found = one(tmp_path / "own.yaml", text)
        assert (found.sets, [len(ring) for ring in found.rings]) == (1, [4])
        assert found.frame.scale / found.unit == pytest.approx(10, rel=1e-2)
        assert found.drawing is not None
        assert found.drawing.origin.kind == "measurements"

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("unit: mm\nvertices: [[0, 0],\n[40 cm, 0], [40, 20]]", ":3: '40 cm' is in cm, and others are in mm"),
            ("unit: mm\nvertices: [[0, 0],\n[4r2, 0], [40, 20]]", ":3: '4r2' is not a length in mm; write a number"),
            ("unit: mm\nvertices: [[0, 0],\n[4], [40, 20]]", ":3: a vertex must be two lengths, like [20 mm, 35 mm]"),
            ("unit: feet\nvertices: [[0, 0], [4, 0], [0, 4]]", ":1: 'unit' cannot be 'feet'; there are mm, cm"),
            ("unit: mm\npath: {steps: 'E 28, S 14, W 28, N 14'}", ":1: 'unit' is the unit of 'vertices'; remove it"),
        ],
        ids=range(5),
    )
    def test_a_fault_has_its_line(self, text: str, message: str, tmp_path: Path) -> None:
        assert fault_of(tmp_path / "own.yaml", text).startswith(message)


class TestNesting:
    @settings(max_examples=8)
    @given(puzzle=puzzles(), seed=st.randoms(use_true_random=False))
    def test_any_puzzle_comes_back_from_its_rings(self, puzzle: Puzzle, seed: object) -> None:
        rings = [[puzzle.own(vertex.point) for vertex in loop] for loop in puzzle.loops]
        shuffled = sorted((ring[::-1] if seed.random() < 0.5 else ring for ring in rings), key=lambda _: seed.random())  # type: ignore[attr-defined]
        found = puzzle_of(Drawing("own", nested_polygons(shuffled), sets=1))
        assert digest(found) == digest(puzzle)

    @given(st.lists(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=3, max_size=8), max_size=4))
    def test_every_ring_has_its_place_once_however_they_cross(self, rings: list[list[tuple[int, int]]]) -> None:
        found = [ring for polygon in nested_polygons(rings) for ring in polygon]
        given_rings = [ring[:-1] if ring[0] == ring[-1] else ring for ring in rings]
        assert sorted(found) == sorted(given_rings)

    def test_a_ring_within_a_tangle_that_is_no_outside_is_one_itself(self) -> None:
        rings = [
            [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)],
            [(1.0, 1.0), (3.0, 1.0), (3.0, 6.0), (1.0, 6.0), (1.0, 1.0)],
            [(1.0, 4.5), (2.0, 4.5), (2.0, 5.5), (1.0, 5.5)],
        ]
        assert sum(map(len, nested_polygons(rings))) == 3

    def test_rings_that_no_library_untangles_are_polygons_by_themselves(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(_: object) -> None:
            raise shapely.errors.GEOSException("Overlay input is mixed-dimension")

        monkeypatch.setattr(shapely, "polygonize_full", fail)
        rings = [[(0.0, 0.0), (4.0, 0.0), (0.0, 4.0), (4.0, 4.0)], [(1.0, 1.0), (2.0, 1.0), (2.0, 2.0)]]
        assert nested_polygons(rings) == ((rings[0],), (rings[1],))
