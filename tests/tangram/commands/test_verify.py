"""``heuristan verify`` from end to end: every way to write a result, every way to get it wrong."""

import io
import json
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.places import TOP

from heuristan import solve
from heuristan.cli import app
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.options import Want
from heuristan.tangram.solving.shortcuts import solve_exactly
from heuristan.tangram.trace.lines import dumps
from heuristan.tangram.verification.claims import Claim, ResultFileError, Unreadable, claim_from, read_results

Pieces: TypeAlias = list[dict[str, Any]]


class Outcome(NamedTuple):
    status: int
    out: str
    err: str


@pytest.fixture
def verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Outcome]:
    """Runs the command in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object, given: str | None = None) -> Outcome:
        done = CliRunner().invoke(app, ["verify", *map(str, arguments)], input=given)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return Outcome(done.exit_code, done.stdout, done.stderr)

    return run


Verify: TypeAlias = Callable[..., Outcome]


def solved(name: str) -> dict[str, Any]:
    puzzle = next(read_outlines(name))
    assert isinstance(puzzle, Puzzle)
    found: dict[str, Any] = json.loads(json.dumps(solve(puzzle).as_json()))
    return found


LAMP = solved("lamp")
RIGHT = "lamp: right: the pieces fill the outline exactly\n"
RINGS = [piece["vertices"] for piece in LAMP["pieces"]]
NAMES = [piece["piece"] for piece in LAMP["pieces"]]


def closed(ring: list[Any]) -> list[Any]:
    return [*ring, ring[0]]


def wkt(ring: list[Any]) -> str:
    return "((" + ", ".join(f"{x!r} {y!r}" for x, y in closed(ring)) + "))"


def features(*, named: bool) -> Pieces:
    return [
        {
            "type": "Feature",
            "properties": {"piece": name} if named else None,
            "geometry": {"type": "Polygon", "coordinates": [closed(ring)]},
        }
        for name, ring in zip(NAMES, RINGS, strict=True)
    ]


WAYS = {
    "our-object.json": json.dumps(LAMP, indent=2),
    "our-line.jsonl": json.dumps(LAMP) + "\n",
    "our-array.json": json.dumps([LAMP], indent=2),
    "pieces-alone.json": json.dumps({"pieces": LAMP["pieces"]}),
    "list-of-pieces.json": json.dumps(LAMP["pieces"]),
    "polygons.json": json.dumps(RINGS),
    "polygons-closed.json": json.dumps([closed(ring) for ring in RINGS], indent=1),
    "collection.geojson": json.dumps({"type": "FeatureCollection", "features": features(named=True)}, indent=1),
    "nameless.geojson": json.dumps({"type": "FeatureCollection", "features": features(named=False)}),
    "multi.geojson": json.dumps({"type": "MultiPolygon", "coordinates": [[closed(ring)] for ring in RINGS]}),
    "open.geojson": json.dumps({"type": "MultiPolygon", "coordinates": [[ring] for ring in RINGS]}),
    "geometries.geojson": json.dumps(
        {"type": "GeometryCollection", "geometries": [feature["geometry"] for feature in features(named=False)]}
    ),
    "lines.geojsonl": "".join(json.dumps(feature) + "\n" for feature in features(named=True)),
    "lines.wkt": "".join(f"POLYGON {wkt(ring)}\n" for ring in RINGS),
    "multi.wkt": f"MULTIPOLYGON ({', '.join(map(wkt, RINGS))})",
    "collection.wkt": f"GEOMETRYCOLLECTION ({', '.join('POLYGON ' + wkt(ring) for ring in RINGS)})",
    "marked.json": "\ufeff" + json.dumps(LAMP),
}


class TestWays:
    @pytest.mark.slow
    @pytest.mark.parametrize("name", WAYS)
    def test_a_result_is_read_however_it_is_written(self, verify: Verify, name: str) -> None:
        Path(name).write_text(WAYS[name], encoding="utf-8")
        assert verify("lamp", name) == (0, RIGHT, "")
        assert verify("lamp", "-", given=WAYS[name]) == (0, RIGHT, "")

    @pytest.mark.slow
    @pytest.mark.parametrize("shape", ["lamp", "two-swans"])
    def test_a_trace(self, verify: Verify, shape: str) -> None:
        puzzle = next(read_outlines(shape))
        assert isinstance(puzzle, Puzzle)
        Path("run.jsonl").write_text(dumps(solve(puzzle).trace), encoding="utf-8")
        assert verify(shape, "run.jsonl").out == RIGHT.replace("lamp", shape)

    @pytest.mark.parametrize("want", ["first", "all"])
    def test_a_trace_of_a_search(self, verify: Verify, want: Want) -> None:
        puzzle = next(read_outlines("cat"))
        assert isinstance(puzzle, Puzzle)
        found = solve_exactly(puzzle, want=want, by="plain")
        Path("run.jsonl").write_text(dumps(found.trace), encoding="utf-8")
        assert verify("cat", "run.jsonl").out.startswith(RIGHT.replace("lamp", "cat"))
        claims = [pieces for claim in read_results("run.jsonl") if isinstance(claim, Claim) for pieces in claim.all]
        assert len(claims) == (2 if want == "all" else 0)

    @pytest.mark.slow
    def test_in_a_process_and_through_a_pipe(self, tmp_path: Path) -> None:
        top = str(TOP)
        path = os.pathsep.join([top, *filter(None, [os.environ.get("PYTHONPATH")])])
        done = subprocess.run(
            [sys.executable, "-m", "heuristan", "verify", "lamp", "-"],
            input=json.dumps(LAMP),
            env=os.environ | {"PYTHONPATH": path},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, RIGHT, "")

    @pytest.mark.slow
    def test_the_command_needs_neither_solver(self) -> None:
        script = (
            "import sys; from heuristan.tangram.commands.verify import verify; "
            "import heuristan.tangram.verification.judging.judge; "
            "solvers = ('heuristan.tangram.expert', 'heuristan.tangram.exact', 'experta'); "
            "print([name for name in sys.modules if name.startswith(solvers)])"
        )
        top = str(TOP)
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([top, *filter(None, sys.path)])}
        done = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=60
        )
        assert done.stdout.strip() == "[]", done.stderr


def feature(name: str, *vertices: tuple[float, float]) -> str:
    geometry = {"type": "Polygon", "coordinates": [closed([list(vertex) for vertex in vertices])]}
    return json.dumps({"type": "Feature", "id": name, "properties": {}, "geometry": geometry}) + "\n"


SLAB = feature("slab", (0, 0), (4, 0), (4, 2), (0, 2))
TRIANGLE = feature("triangle", (0, 0), (4, 0), (0, 4))
BAD = feature("bad", (0, 0), (4, 0), (0, 3))


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["shonagon-kimono", "banquet-hall", "two-swans"])
def test_any_set_of_pieces(verify: Verify, shape: str) -> None:
    CliRunner().invoke(app, ["solve", shape, "--solver", "exact", "--output", "result.json"])
    assert verify(shape, "result.json").out == RIGHT.replace("lamp", shape)
    read = json.loads(Path("result.json").read_text(encoding="utf-8"))
    unnamed = [piece["vertices"] for piece in read["pieces"]]
    assert verify(shape, "-", given=json.dumps(unnamed)).out == RIGHT.replace("lamp", shape)


def test_another_set_than_the_outline_says(verify: Verify) -> None:
    lamp = json.dumps(LAMP)
    assert verify("lamp", "-", "--set", "tangram", given=lamp).status == 0
    assert verify("lamp", "-", "--set", "sei-shonagon", given=lamp).status == 1
    assert "there is no set of pieces or file 'tangrm'" in verify("lamp", "-", "--set", "tangrm", given=lamp).err


@pytest.mark.slow
def test_every_solution_of_a_list_is_checked(verify: Verify) -> None:
    done = CliRunner().invoke(app, ["solve", "convex-rectangle", "--solver", "exact", "--all", "--format", "json"])
    found = json.loads(done.stdout)
    count = len(found["all"])
    assert count > 1
    answer = verify("convex-rectangle", "-", given=json.dumps(found))
    assert (answer.status, answer.out.splitlines()[1:]) == (
        0,
        [f"  note: its {count} solutions are right and differ; only a search shows that there are no more"],
    )
    found["all"] += [found["all"][1], found["all"][0][1:]]
    answer = verify("convex-rectangle", "-", given=json.dumps(found))
    assert answer.status == 1
    assert answer.out.splitlines()[1] == f"  solution {count + 1} is solution 2 again"
    assert all(line.startswith(f"  solution {count + 2}: ") for line in answer.out.splitlines()[2:])


class TestMany:
    @pytest.fixture
    def results(self, verify: Verify, tmp_path: Path) -> list[dict[str, Any]]:
        """Results of a slab and a triangle, in their folder."""
        assert verify
        path = tmp_path / "many.geojsonl"
        path.write_text(SLAB + TRIANGLE, encoding="utf-8")
        return [solve(puzzle).as_json() for puzzle in read_outlines(path) if isinstance(puzzle, Puzzle)]

    @pytest.mark.slow
    def test_each_is_checked_against_the_outline_of_its_id(self, verify: Verify, results: list[dict[str, Any]]) -> None:
        Path("results.jsonl").write_text("".join(json.dumps(r) + "\n" for r in reversed(results)), encoding="utf-8")
        done = verify("many.geojsonl", "results.jsonl")
        assert done.status == 0
        assert [line.split(":")[:2] for line in done.out.splitlines()] == [["slab", " right"], ["triangle", " right"]]
        assert done.err == "2 of 2 right\n"

    @pytest.mark.slow
    def test_one_that_is_wrong_one_unchecked_and_some_that_cannot_be_read(
        self, verify: Verify, results: list[dict[str, Any]]
    ) -> None:
        slab, triangle = results
        lines = [
            json.dumps(slab | {"pieces": slab["pieces"][1:]}),
            json.dumps(triangle | {"status": "stuck", "pieces": []}),
            "{",
            json.dumps(slab | {"id": "slap"}),
            json.dumps({"pieces": slab["pieces"]}),
        ]
        Path("results.jsonl").write_text("\n".join(lines), encoding="utf-8")
        done = verify("many.geojsonl", "results.jsonl", "--format", "jsonl")
        assert done.status == 1
        assert done.err == "0 of 5 right, 1 wrong, 1 unchecked, 3 unreadable\n"
        found = {line["id"]: line for line in map(json.loads, done.out.splitlines())}
        assert {id: line["verdict"] for id, line in found.items()} == {
            "slab": "wrong",
            "triangle": "unchecked",
            "line 3": "unreadable",
            "slap": "unreadable",
            "line 5": "unreadable",
        }
        assert "results.jsonl:3: this is not JSON" in found["line 3"]["notes"][0]
        assert "there is no outline 'slap' among 2; did you mean 'slab'?" in found["slap"]["notes"][0]
        assert 'has no id, and there are 2 outlines; add "id"' in found["line 5"]["notes"][0]

    def test_of_several_results_one_outline_takes_its_own(self, verify: Verify, results: list[dict[str, Any]]) -> None:
        Path("slab.geojson").write_text(SLAB, encoding="utf-8")
        Path("results.json").write_text(json.dumps([*results, results[0]]), encoding="utf-8")
        done = verify("slab.geojson", "results.json", "--format", "json")
        assert [line["verdict"] for line in json.loads(done.out)] == ["right", "right"]
        Path("others.json").write_text(json.dumps([results[1], results[1]]), encoding="utf-8")
        done = verify("slab.geojson", "others.json")
        assert done == (2, "", "heuristan: none of the 2 results is of the outline 'slab'; there are triangle\n")

    def test_outlines_of_the_same_id(self, verify: Verify, results: list[dict[str, Any]]) -> None:
        Path("twice.geojsonl").write_text(SLAB + SLAB, encoding="utf-8")
        Path("results.jsonl").write_text(json.dumps(results[0]) + "\n", encoding="utf-8")
        done = verify("twice.geojsonl", "results.jsonl")
        assert done.status == 1
        assert "two outlines are called 'slab'" in done.out

    def test_a_refused_outline_has_no_solution_to_check(self, verify: Verify, results: list[dict[str, Any]]) -> None:
        Path("bad.geojsonl").write_text(SLAB + BAD, encoding="utf-8")
        lines = [results[0], {"id": "bad", "status": "refused", "pieces": []}, results[1] | {"id": "bad"}]
        Path("results.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        done = verify("bad.geojsonl", "results.jsonl")
        assert [line.split(":")[1] for line in done.out.splitlines()] == [" right", " unchecked", " unreadable"]
        assert "the outline is refused: bad.geojsonl:2" in done.out
        assert done.status == 1


class TestWrong:
    def test_what_is_wrong_is_said_with_places(self, verify: Verify) -> None:
        pieces = json.loads(json.dumps(LAMP["pieces"]))
        square = next(piece for piece in pieces if piece["piece"] == "square")
        square["vertices"] = [[x + 0.25, y] for x, y in square["vertices"]]
        done = verify("lamp", "-", given=json.dumps({"pieces": pieces}))
        assert done.status == 1
        first, *faults = done.out.splitlines()
        assert first == f"lamp: wrong: {len(faults)} faults"
        assert all("legs squared, at (" in fault for fault in faults)

    @pytest.mark.slow
    def test_pictures(self, verify: Verify) -> None:
        moved = [[[x + 0.25, y] for x, y in RINGS[0]], *RINGS[1:], [[0, 0], [1, 1]], [[1e80, 0], [0, 0], [0, 1]]]
        Path("moved.json").write_text(json.dumps(moved), encoding="utf-8")
        done = verify("lamp", "moved.json", "--output", "faults.svg")
        assert done.status == 1
        assert done.out.endswith("The picture is in faults.svg.\n")
        drawn = Path("faults.svg").read_text(encoding="utf-8")
        assert all(f'class="fault {kind}"' in drawn for kind in ("overlap", "gap"))
        assert verify("lamp", "moved.json", "--format", "svg").out == drawn
        assert verify("lamp", "moved.json", "--output", "faults.png").status == 1
        assert Path("faults.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
        assert verify("lamp", "moved.json", "--format", "png").status == 2

    def test_a_picture_of_a_piece_that_reaches_far_away_is_drawn_without_it(self, verify: Verify) -> None:
        """Hatched to its end, it would take minutes."""
        far = [[*RINGS[0][:-1], [6e5, 1.0]], *RINGS[1:]]
        done = verify("lamp", "-", "--format", "svg", "--output", "far.svg", given=json.dumps(far))
        assert (done.status, done.err) == (1, "")
        drawn = Path("far.svg").read_text(encoding="utf-8")
        assert "reaches up to 6e+05 legs outside" in drawn
        assert 'class="fault outside"' not in drawn
        assert len(drawn) < 20_000

    def test_a_picture_where_one_of_several_solutions_is_wrong(self, verify: Verify) -> None:
        moved = [[[x + 0.5, y] for x, y in ring] for ring in RINGS]
        given = json.dumps(LAMP | {"all": [RINGS, moved]})
        done = verify("lamp", "-", "--format", "svg", "--output", "first.svg", given=given)
        assert (done.status, done.err) == (1, "")
        assert "solution 2: " in done.out
        assert Path("first.svg").read_text(encoding="utf-8").startswith("<svg")

    def test_a_picture_is_of_one_result(self, verify: Verify) -> None:
        done = verify("lamp", "-", "--format", "svg", given=(json.dumps(LAMP) + "\n") * 2)
        assert done.status == 2
        assert "a picture is of one result, and there are several" in done.err

    def test_unsolvable_is_not_checked_unless_it_is_refuted(self, verify: Verify) -> None:
        done = verify("lamp", "-", given=json.dumps(LAMP | {"status": "unsolvable", "pieces": []}))
        assert (done.status, done.out.split(":")[1]) == (0, " unchecked")
        done = verify("lamp", "-", given=json.dumps(LAMP | {"status": "unsolvable"}))
        assert (done.status, done.out.splitlines()[1]) == (1, "  it says unsolvable, and its pieces are a solution")

    def test_a_result_of_another_outline(self, verify: Verify) -> None:
        done = verify("cat", "-", given=json.dumps(LAMP))
        assert done.status == 1
        assert "note: the result says that it is of 'lamp', and the outline is 'cat'" in done.out

    def test_names_cannot_steer_a_terminal(self, verify: Verify) -> None:
        pieces = [piece | {"piece": "\x1b[31msquare\n"} for piece in LAMP["pieces"]]
        done = verify("lamp", "-", given=json.dumps({"id": "\x1b[2J", "pieces": pieces}))
        assert done.status == 1
        assert "\x1b" not in done.out


BAD_INPUT = [
    ("", "standard input: it is empty"),
    (" \n", "standard input: it is empty"),
    ("\x00\x01", "standard input: the file is binary"),
    ("7 8 9", "standard input:1: this is not a result; give JSON, GeoJSON, WKT or a trace"),
    ("hello", "standard input:1: this is not WKT at 'hello': there are POLYGON"),
    ("POLYGON ((0 0, 1 0, 1 1)", "standard input:1: a bracket is not closed; add the ')' that"),
    ("POLYGON ((0 0, 1 0,\n1 x, 0 0))", "standard input:1: this is not WKT at 'x' (ring 1, position 3)"),
    ("GEOMETRYCOLLECTION (" * 40_000 + ")" * 40_000, "standard input:1: brackets nest deeper than 12 levels"),
    (
        "POLYGON ((0 0, 1 0, 1 1, 0 0))\n" + "POLYGON " + "(" * 1000,
        "standard input:2: a bracket is not closed",
    ),
    ("POLIGON ((0 0, 1 0, 1 1, 0 0))", "did you mean 'POLYGON'?"),
    ("POINT (1 2)", "standard input:1: a POINT is no polygon; use POLYGON"),
    ("POLYGON EMPTY", "standard input:1: the geometry is empty; give it a polygon"),
    ('{"id": "lamp" "x"}', "standard input:1: this is not JSON at column 15"),
    ('{"pieces":\n[{"vertices": [[NaN, 1]]}]}', "standard input:2: NaN at column 17 is not JSON"),
    ("[[[0, 0], [1e999, 0], [1, 1]]]", "piece 1, vertex 2 has a coordinate that is too large"),
    (f"[[[0, 0], [1{'0' * 400}, 0], [1, 1]]]", "piece 1, vertex 2 has a coordinate that is too large"),
    (
        '{"pieces": [\n{"vertices": [[0, 0]]},\n{"vertices": [[0, "a"]]}]}',
        "standard input:3: piece 2, vertex 1 has 'a'",
    ),
    ('{"pieces": [{"vertices": [[0]]}]}', "piece 1, vertex 1 is a list; write two numbers"),
    ('{"pieces": [{"vertices": [[true, 0]]}]}', "has true for a coordinate"),
    ('{"pieces": [{"vertices": []}]}', "piece 1 is an empty list"),
    ('{"pieces": [{"piece": 7, "vertices": [[0, 0]]}]}', "piece 1 has 7 for its name"),
    ('{"pieces": [7]}', "piece 1 is 7 without 'vertices'"),
    ('{"pieces": "all"}', "'pieces' is 'all'"),
    ('{"pieces": [], "all": [[[[0, 0]]], [7]]}', "solution 2: piece 1 is 7 without 'vertices'"),
    ('{"status": "ok", "pieces": []}', "the status is 'ok'; there are solved"),
    ('{"status": "sloved", "pieces": []}', "did you mean 'solved'?"),
    ('{"id": [], "pieces": []}', "the id is not text"),
    ("{}", "this is not a result: it has nothing"),
    ("[]", "the result is an empty list"),
    ("[7]", "piece 1 is 7 without 'vertices'"),
    ('{"type": "Polygon", "coordinates": [[[0, 0]], [[0, 0]]]}', "has a hole; no piece has one"),
    ('{"type": "Feature", "geometry": null}', "has null; pieces are"),
    ('{"type": "FeatureCollection", "features": []}', "'features' is an empty list"),
    ('{"event": "Ended"}', "line 1 is not an event of a trace"),
    ("[" * 100_000, "nest too deep"),
]


TRIANGLES = ((0, 0, 3, 3), (0, 8, 3, 3), (1, 16, 3, 3), (4, 24, 3, 3), (4, 32, 3, 3))
"""Type and place of the triangles of a figure of gTans, far apart."""


def gtans(*figures: float) -> str:
    """A file of gTans in which the parallelogram lies so far to the right of the square's centre."""
    text = f"gTans v1.0 {len(figures)}\n"
    for apart in figures:
        rows = [f"p {kind} 0 {x} {y} {1000 * turn}" for kind, x, y, turn in TRIANGLES]
        text += "\n".join(["1 1 1024", *rows, "p 2 0 40 3 0", f"p 3 0 {40 + apart} 3 0"]) + "\n"
    return text


DRAWN = feature("drawn", (0, 0), (4.02, 0.013), (4, 2.01), (0.005, 2))
"""The slab, a little off."""


class TestDrawings:
    def test_a_solution_of_a_drawing(self, verify: Verify) -> None:
        Path("drawn.geojson").write_text(DRAWN, encoding="utf-8")
        CliRunner().invoke(app, ["solve", "drawn.geojson", "--solver", "exact", "--output", "result.json"])
        done = verify("drawn.geojson", "result.json")
        assert (done.status, done.err) == (0, "")
        right, note = done.out.splitlines()
        assert right == "drawn: right: the pieces fill the outline as it is drawn, to within 0.1 legs"
        assert "the outline is a drawing" in note
        assert json.loads(verify("drawn.geojson", "result.json", "--format", "json").out)["within"] == 0.1

    @pytest.mark.parametrize("place", range(7))
    def test_a_piece_moved_by_a_third_of_a_leg(self, verify: Verify, place: int) -> None:
        Path("drawn.geojson").write_text(DRAWN, encoding="utf-8")
        CliRunner().invoke(app, ["solve", "drawn.geojson", "--solver", "exact", "--output", "result.json"])
        result = json.loads(Path("result.json").read_text(encoding="utf-8"))
        result["pieces"][place]["vertices"] = [[x + 0.3, y] for x, y in result["pieces"][place]["vertices"]]
        done = verify("drawn.geojson", "-", "--output", "faults.svg", given=json.dumps(result))
        assert done.status == 1
        assert "drawn: wrong:" in done.out
        assert Path("faults.svg").read_text(encoding="utf-8").startswith("<svg")

    def test_the_authors_own_pieces(self, verify: Verify) -> None:
        Path("one.figures").write_text(gtans(5), encoding="utf-8")
        right = "one-001: right: the author's pieces are a solution, to within 0.06 legs\n"
        assert verify("one.figures") == (0, right, "")
        Path("many.figures").write_text(gtans(5, 0.6), encoding="utf-8")
        done = verify("many.figures")
        assert (done.status, done.err) == (1, "1 of 2 right, 1 wrong\n")
        assert "piece 6 (square) and piece 7 (parallelogram) overlap" in done.out
        drawn = verify("many.figures", "--format", "svg")
        assert (drawn.status, drawn.out) == (2, "")
        assert "a picture is of one result" in drawn.err

    def test_a_file_without_pieces(self, verify: Verify) -> None:
        Path("drawn.geojson").write_text(DRAWN, encoding="utf-8")
        done = verify("drawn.geojson")
        assert done.status == 2
        assert done.out == "drawn: unchecked: the file has no pieces of its author; give a RESULT to check\n"


class TestBadInput:
    def test_a_number_beyond_the_floats_in_wkt_is_refused_without_a_warning(self, verify: Verify) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            done = verify("lamp", "-", given="POLYGON ((1e400 0, 1 0, 1 1, 1e400 0))")
        assert (done.status, done.out) == (2, "")
        assert "a coordinate that is too large" in done.err

    @pytest.mark.parametrize(("text", "message"), BAD_INPUT, ids=lambda words: repr(words[:30]))
    def test_it_says_file_line_fault_and_fix(self, verify: Verify, text: str, message: str) -> None:
        done = verify("lamp", "-", given=text)
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("heuristan: standard input")
        assert message in done.err
        assert len(done.err) < 400

    def test_files_that_cannot_be_read(self, verify: Verify, tmp_path: Path) -> None:
        assert "nothing.json: the file cannot be read" in verify("lamp", "nothing.json").err
        assert "cannot be read" in verify("lamp", tmp_path).err
        Path("latin.json").write_bytes(b'{"id":\n"\xe9"}')
        assert "latin.json:2: the file is not UTF-8 text" in verify("lamp", "latin.json").err

    def test_bad_outlines_and_outputs(self, verify: Verify) -> None:
        Path("lamp.json").write_text(json.dumps(LAMP), encoding="utf-8")
        assert verify("lump", "lamp.json").err.startswith("heuristan: there is no shape or file 'lump'")
        assert verify("lamp", "lamp.json", "--output", "lamp.json").status == 2
        assert "no format ends in .pdf" in verify("lamp", "lamp.json", "--output", "x.pdf").err
        assert "cannot be written" in verify("lamp", "lamp.json", "--output", "no/where.txt").err

    @pytest.mark.slow
    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
            lambda inner: (
                st.lists(inner, max_size=4)
                | st.dictionaries(
                    st.sampled_from(["type", "pieces", "vertices", "piece", "status", "id", "geometry", "coordinates"]),
                    inner | st.sampled_from(["Polygon", "Feature", "solved"]),
                    max_size=4,
                )
            ),
            max_leaves=20,
        )
    )
    @settings(max_examples=67)
    def test_any_json_is_a_result_or_refused_in_words(self, value: Any) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(value).encode())))
            try:
                answer: list[object] = [*read_results("-")]
            except ResultFileError as fault:
                answer = [str(fault)]
        assert all(isinstance(one, Claim | Unreadable) or str(one).startswith("standard input") for one in answer)


SCORER = os.environ.get("HEURISTAN_SCORER", "")


@pytest.mark.skipif(not os.path.isfile(SCORER), reason="HEURISTAN_SCORER names no other judge of results")
@given(st.integers(0, 6), st.sampled_from([0.0, 0.5, 0.02, 1.0]), st.sampled_from(["", "drop", "double"]))
@settings(max_examples=8)
def test_another_judge_agrees(place: int, by: float, how: str) -> None:
    """A judge that shares no code with this one: `SCORER OUTLINES.geojsonl RESULTS.jsonl` counts what is solved."""
    puzzle = next(read_outlines("lamp"))
    assert isinstance(puzzle, Puzzle)
    from tempfile import TemporaryDirectory

    pieces = json.loads(json.dumps(LAMP["pieces"]))
    pieces[place]["vertices"] = [[x + by, y] for x, y in pieces[place]["vertices"]]
    pieces = pieces[1:] if how == "drop" else [*pieces, pieces[0]] if how == "double" else pieces
    with TemporaryDirectory() as folder:
        outline, result = Path(folder) / "outline.geojsonl", Path(folder) / "result.jsonl"
        outline.write_text(feature("lamp", *map(puzzle.frame.own, puzzle.rings[0])), encoding="utf-8")
        result.write_text(json.dumps({"id": "lamp", "status": "solved", "pieces": pieces}) + "\n", encoding="utf-8")
        answer = subprocess.run(
            [sys.executable, SCORER, outline, result], capture_output=True, text=True, timeout=60
        ).stdout.splitlines()[-1]
        ours = CliRunner().invoke(app, ["verify", str(outline), str(result)])
    assert (ours.exit_code == 0) == answer.startswith("solved 1 of 1"), (answer, ours.output)


def test_claims_without_a_status_are_of_solutions() -> None:
    claim = claim_from({"pieces": LAMP["pieces"]})
    assert (claim.status, claim.id, [piece.name for piece in claim.pieces]) == ("solved", None, NAMES)
