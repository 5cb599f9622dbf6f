"""The front door: a source is recognised by what it holds, and refused with the smallest fix."""

import json
import os
from pathlib import Path

import pytest

from heuristan.common.faults import InputError
from heuristan.tangram.outlines import geojson, reading
from heuristan.tangram.outlines.reading import outline_files, read_outlines, shape_names
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle

RECTANGLE = '{"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]]]}'
FEATURE = f'{{"type": "Feature", "id": "brick", "properties": {{"sets": 1}}, "geometry": {RECTANGLE}}}'
OFF = RECTANGLE.replace("[4, 2]", "[4, 2.5]")
SHAPE = "vertices: [[0, 0], [4, 0], [4, 2], [0, 2]]"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests run in a folder of their own, with two shapes that ship."""
    monkeypatch.chdir(tmp_path)
    shapes = tmp_path / "shipped"
    shapes.mkdir()
    for name in ("swan", "brick"):
        (shapes / f"{name}.yaml").write_text(SHAPE)
    (shapes / "sets").mkdir()
    monkeypatch.setattr(reading, "folder", lambda _: shapes)


def write(name: str, content: str | bytes) -> Path:
    path = Path(name)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def ids(source: str | Path) -> list[str]:
    """Return the ids of the puzzles, and in brackets those of refusals."""
    return [found.id if isinstance(found, Puzzle) else f"({found.id})" for found in read_outlines(source)]


def refusals(source: str | Path) -> list[str]:
    return [found.message for found in read_outlines(source) if isinstance(found, Refusal)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["outline.yaml", "outline.geojson", "outline.geojsonl", "outline.txt", "outline"])
@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (SHAPE, ["outline"]),
        ("# a shape\n---\n" + SHAPE, ["outline"]),
        ("\ufeff" + SHAPE, ["outline"]),
        (SHAPE.replace("\n", "\r\n"), ["outline"]),
        ("{vertices: [[0, 0], [4, 0], [4, 2], [0, 2]]}", ["outline"]),
        ('{"vertices": [[0, 0], [4, 0], [4, 2], [0, 2]]}', ["outline"]),
        (FEATURE, ["brick"]),
        ("\ufeff" + FEATURE, ["brick"]),
        (json.dumps(json.loads(FEATURE), indent=2), ["brick"]),
        (f'{{"type": "FeatureCollection", "features": [\n{FEATURE},\n{OFF}]}}', ["brick", "(outline-2)"]),
        (f"{FEATURE}\n\n{RECTANGLE}\n", ["brick", "outline-3"]),
        (f"{FEATURE}\r\n{OFF}\r\n", ["brick", "(outline-2)"]),
        (f"\x1e{FEATURE}\n\x1e{OFF}\n\x1e{RECTANGLE}\n", ["brick", "(outline-2)", "outline-3"]),
        ("\x1e" + json.dumps(json.loads(RECTANGLE), indent=1) + f"\n\x1e{FEATURE}\n", ["outline-1", "brick"]),
    ],
    ids=range(14),
)  # fmt: skip
def test_a_file_is_recognised_by_what_it_holds(name: str, content: str, expected: list[str]) -> None:
    assert ids(write(name, content)) == expected


def test_a_name_is_a_shape_that_ships() -> None:
    assert shape_names() == ["brick", "swan"]
    assert ids("swan") == ["swan"]
    write("swan", OFF)
    assert ids("swan") == ["swan"]
    with pytest.raises(InputError, match=r"^swan:1: .*\(4, 2\.5\)"):
        read_outlines("./swan")


def test_a_folder_is_all_its_files_of_outlines() -> None:
    os.mkdir("mine")
    write("mine/a.yaml", SHAPE)
    write("mine/b.yaml", "vertices: [[0, 0], [4, 0], [4, 3], [0, 3]]")
    write("mine/c.geojsonl", f"{FEATURE}\n{OFF}\n")
    write("mine/d.wkt", "POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))")
    write("mine/e.svg", '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h400v200h-400z"/></svg>')
    write("mine/f.svg", "<html></html>")
    write("mine/walk", "E 28, S 14, W 28, N 14")
    assert ids("mine") == ["a", "(b)", "brick", "(c-2)", "d", "e", "(f)", "walk"]
    messages = refusals("mine")
    assert messages[0].startswith("mine/b.yaml:1: the area is 12 legs squared")
    assert messages[1].startswith("mine/c.geojsonl:2: ")
    assert messages[2].startswith("mine/f.svg: this is XML, but not SVG")


RESULT = {"id": "a", "status": "solved", "solver": "expert", "pieces": [{"vertices": [[0, 0], [1, 0], [0, 1]]}]}


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize(
    ("value", "what"),
    [
        (RESULT, "results; give the outlines that they are of"),
        ({"pieces": [], **RESULT}, "results; give the outlines that they are of"),
        ({"id": "3x3", "status": "solved", "solver": "plan", "moves": "LD"}, "results; give the outlines that they"),
        ({"id": "a", "verdict": "right", "faults": []}, "verdicts; give the outlines that they are about"),
        ({"heuristan": "0.1.0", "solvers": {}, "rows": []}, "a comparison; give the outlines that it is of"),
        ({"id": "a", "advice": "hint", "vertex": [0, 1]}, "a hint; give the outline that it is for"),
        ({"id": "a", "kind": "squares", "pieces": [[1, 2, 3, 4]]}, "an edge-matching puzzle; solve it with"),
    ],
    ids=range(7),
)
def test_what_heuristan_wrote_is_named(value: dict[str, object], what: str, several: bool, indent: int | None) -> None:
    write("mine.json", json.dumps([value, value] if several else value, indent=indent))
    with pytest.raises(InputError) as caught:
        read_outlines("mine.json")
    assert str(caught.value).startswith(f"mine.json: this is not an outline but {what}")


def test_the_start_of_long_results_is_enough() -> None:
    many = [RESULT | {"steps": ["x" * 1000] * 2000}] * 2
    with pytest.raises(InputError, match="not an outline but results"):
        read_outlines(write("many.json", json.dumps(many, indent=2)))


def test_outlines_with_the_words_of_results_are_outlines() -> None:
    feature = {"id": "brick", "solver": "a word of another program", **json.loads(FEATURE)}
    assert ids(write("brick.json", json.dumps(feature, indent=1))) == ["brick"]
    within = json.loads(FEATURE) | {"properties": {"solver": "expert", "status": "solved"}}
    assert ids(write("within.json", json.dumps(within))) == ["brick"]


def test_what_is_not_an_outline_in_a_folder_is_passed_over() -> None:
    os.makedirs("mine/deeper")
    write("mine/a.yaml", SHAPE)
    write("mine/deeper/b.yaml", SHAPE)
    write("mine/.hidden.yaml", SHAPE)
    write("mine/notes.txt", "none")
    write("mine/README.md", "- Title: this looks like YAML\n")
    write("mine/run.jsonl", '{"event": "puzzle-read"}\n{"event": "end"}')
    write("mine/results.jsonl", '{"id": "a", "status": "solved", "solver": "expert"}\n')
    write("mine/verdicts.jsonl", '{"id": "a", "verdict": "right"}\n')
    write("mine/result.json", json.dumps(RESULT, indent=2))
    write("mine/results.json", json.dumps([RESULT, RESULT], indent=2))
    assert ids("mine") == ["a"]


def test_the_files_of_a_folder_are_opened_one_at_a_time() -> None:
    os.mkdir("mine")
    for name in "abc":
        write(f"mine/{name}.yaml", SHAPE)
    files = outline_files(Path("mine"))
    assert next(files) == Path("mine/a.yaml")
    found = read_outlines("mine")
    next(found)
    Path("mine/c.yaml").write_text("vertices: []")
    assert [type(one) for one in found] == [Puzzle, Refusal]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_refused_in_its_folder() -> None:
    os.mkdir("mine")
    write("mine/a.yaml", SHAPE)
    write("mine/b.yaml", SHAPE).chmod(0)
    assert ids("mine") == ["a", "(b)"]


def test_lines_are_counted() -> None:
    path = write("many.geojsonl", f"{RECTANGLE}\n\n{{\n{OFF}\n{FEATURE}\n[NaN]\n")
    messages = refusals(path)
    assert [message.split(": ")[0] for message in messages] == ["many.geojsonl:3", "many.geojsonl:4", "many.geojsonl:6"]
    assert "at column" in messages[0]
    assert ids(path) == ["many-1", "(many-3)", "(many-4)", "brick", "(many-6)"]


def test_lines_that_are_not_utf8_or_too_long_are_refused_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(geojson, "LONGEST_LINE", 1000)
    path = write("many.geojsonl", b"\n".join([FEATURE.encode(), b'"\xff"', b" " * 5000, FEATURE.encode()]))
    assert ids(path) == ["brick", "(many-2)", "(many-3)", "brick"]
    path = write(
        "many.geojsons", b"\n".join([b"\x1e" + FEATURE.encode(), b"\x1e" + b" \n" * 5000, b"\x1e" + FEATURE.encode()])
    )
    assert [id for id in ids(path) if not id.startswith("(")] == ["brick", "brick"]


def test_a_collection_on_a_line_counts_its_features() -> None:
    collection = f'{{"type": "FeatureCollection", "features": [{FEATURE}, {OFF}]}}'
    path = write("many.geojsonl", f"{collection}\n{collection}\n")
    assert ids(path) == ["brick", "(many-1-2)", "brick", "(many-2-2)"]
    assert refusals(path)[1].startswith("many.geojsonl:2: feature 2 (many-2-2): the edge from (4, 2.5) to (0, 2)")


def test_features_of_a_document_have_their_lines() -> None:
    path = write("many.geojson", f'{{"type": "FeatureCollection", "features": [\n{FEATURE},\n\n{OFF}\n]}}')
    assert refusals(path)[0].startswith("many.geojson:4: feature 2 (many-2): the edge from (4, 2.5) to (0, 2)")


def test_a_large_file_of_lines_is_read_one_at_a_time() -> None:
    path = write("many.geojsonl", f"{FEATURE}\n" * 3000)
    found = read_outlines(path)
    assert isinstance(next(found), Puzzle)
    path.write_text("")
    assert len(list(found)) < 3000


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("swna", "there is no shape or file 'swna'; did you mean 'swan'?"),
        ("zzz", "there is no shape or file 'zzz'; there are brick, swan"),
        ("", "there is no shape or file ''"),
        ("a\0b", "there is no shape or file"),
        ("x" * 5000, "there is no shape or file"),
        ("gone.yaml", "there is no file 'gone.yaml'; check the path"),
        ("far/gone", "there is no file 'far/gone'; check the path"),
        ("x" * 5000 + ".yaml", "there is no file"),
    ],
    ids=range(8),
)
def test_what_is_not_there(source: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_outlines(source)
    assert message in str(caught.value)


def test_of_many_shapes_the_command_that_lists_them_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "shape_files", lambda: {f"shape-{number}": Path() for number in range(99)})
    with pytest.raises(InputError, match="there is no shape or file 'zzz'; 'heuristan shapes' lists the shapes"):
        read_outlines("zzz")


@pytest.mark.parametrize("name", ["own.js", "own.scad", "own.shp"])
def test_a_program_is_not_told_that_it_is_not_yaml(name: str) -> None:
    with pytest.raises(InputError, match="the file has no known format"):
        read_outlines(write(name, "{\n  [ (0, 0) (4, 0) (0, 4) ]\n}\nconst a = {\n  x: 1 }\n"))


def test_a_table_without_x_and_y_is_told_to_name_them() -> None:
    with pytest.raises(InputError, match="no known format; name two columns x and y"):
        read_outlines(write("own.csv", "a,b\n0,0\n4,0\n"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "outline: the file is empty"),
        (b" \n\t\n", "outline: the file is empty"),
        (b"\xef\xbb\xbf", "outline: the file is empty"),
        (
            b"\x7fELF\2\1\1\0\0",
            "outline: the file is binary; outlines are read from pieces as games place them, lists of points",
        ),
        ("vertices".encode("utf-16"), "outline: the file is UTF-16 text; save it as UTF-8"),
        (b"a: 1\nb: \xe9t\xe9\n", "outline:2: the file is not UTF-8 text; save it as UTF-8"),
        (b'{"type":\n "\xff"}', "outline:2: the file is not UTF-8 text; save it as UTF-8"),
        (
            b"<html></html>",
            "outline: this is XML, but not SVG; outlines are read from pieces as games place them, lists of points",
        ),
        (
            b"hello",
            "outline: the file has no known format; outlines are read from pieces as games place them, lists of points",
        ),
        (b"- hello", "outline:1: this is not a shape; a shape is a YAML table with one of vertices"),
        (b"{}", "outline:1: this is not GeoJSON: it has no 'type'"),
        (b'\n\n{"type": "Point"}', "outline:3: a Point is not an outline"),
        (b'{"type": "Polygon",\n "coordinates": [NaN]}', "outline:2: NaN at column 18 is not JSON"),
        (b"[" * 100_000, "outline:1: lists and objects nest too deep"),
        (b'{"a":' * 100_000, "outline:1: lists and objects nest too deep"),
        (
            b'{"type":"GeometryCollection","geometries":[' * 30 + b"]}" * 30,
            "outline:1: collections nest deeper than 8",
        ),
        (b'{"event": "puzzle-read"}\n{"event": "end"}', "outline: this is not an outline but a trace"),
        (b'{"id": "a", "status": "solved", "solver": "expert"}', "outline: this is not an outline but results"),
        (b'{"id": "a", "verdict": "right", "faults": []}', "outline: this is not an outline but verdicts"),
        (b"a: " + b"x" * 200_000, "outline: the file is larger than 128 KiB"),
    ],
    ids=range(20),
)
def test_files_without_outlines(content: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_outlines(write("outline", content))
    assert str(caught.value).startswith(message)


def test_documents_have_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(geojson, "LONGEST_DOCUMENT", 100)
    with pytest.raises(InputError, match="write a feature a line instead"):
        read_outlines(write("large.geojson", json.dumps(json.loads(FEATURE), indent=9)))


def test_files_that_are_not_regular() -> None:
    with pytest.raises(InputError, match="not a regular file"):
        read_outlines("/dev/null")
    os.mkfifo("pipe")
    with pytest.raises(InputError, match="not a regular file"):
        read_outlines("pipe")
    os.mkdir("empty")
    with pytest.raises(InputError, match="this folder has no file of outlines"):
        read_outlines("empty")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read() -> None:
    path = write("secret", SHAPE)
    path.chmod(0)
    with pytest.raises(InputError, match="cannot be read"):
        read_outlines(path)
