"""`heuristan convert`: from any format to any other, one outline or many."""

import json
from pathlib import Path

import pytest
from shared.commands import Run

from heuristan.common.faults import InputError
from heuristan.tangram.outlines.formats import FORMS
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle

WKT = "POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))"
OFF = "POLYGON ((0 0, 4 0, 4 2.5, 0 2, 0 0))"


def write(name: str, text: str) -> Path:
    path = Path(name)
    path.write_text(text, encoding="utf-8")
    return path


def ids(source: str | Path) -> list[str]:
    return [found.id for found in read_outlines(source) if isinstance(found, Puzzle)]


@pytest.mark.slow
@pytest.mark.parametrize("before", FORMS)
@pytest.mark.parametrize("after", FORMS)
def test_there_and_back(heuristan: Run, before: str, after: str) -> None:
    assert heuristan("convert", "swan", f"a.{before}") == (0, "", "")
    assert heuristan("convert", f"a.{before}", f"b.{after}") == (0, "", "")
    (found,) = read_outlines(f"b.{after}")
    assert isinstance(found, Puzzle)
    assert len(found.rings[0]) == 13
    assert found.id == ("swan" if FORMS[before].keeps_id else "a") if FORMS[after].keeps_id else "b"


def test_standard_output(heuristan: Run) -> None:
    write("brick.wkt", WKT)
    status, out, err = heuristan("convert", "brick.wkt", "-", "--format", "yaml")
    assert (status, err) == (0, "")
    assert out.startswith("name: brick\nsets: 1\nvertices: [[0, 0], [4, 0], [4, 2], [0, 2]]\n")


def test_the_scale(heuristan: Run) -> None:
    write("brick.wkt", WKT)
    _, out, _ = heuristan("convert", "brick.wkt", "-", "--format", "wkt", "--scale", 25)
    assert out == "POLYGON ((0 0, 100 0, 100 50, 0 50, 0 0))\n"


def test_another_set(heuristan: Run) -> None:
    write("brick.wkt", WKT)
    _, out, _ = heuristan("convert", "brick.wkt", "-", "--format", "geojson")
    assert json.loads(out)["properties"] == {"sets": 1}
    status, _, err = heuristan("convert", "brick.wkt", "-", "--format", "geojson", "--set", "nonesuch")
    assert status == 2
    assert "there is no set of pieces or file 'nonesuch'" in err


@pytest.mark.parametrize("ending", [name for name, form in FORMS.items() if form.holds_many])
def test_many_in_one_file(heuristan: Run, ending: str) -> None:
    write("many.wkt", f"{WKT}\n{OFF}\n{WKT}\n")
    status, out, err = heuristan("convert", "many.wkt", f"out.{ending}")
    assert (status, out) == (1, "")
    assert err.startswith("heuristan: many.wkt: many-2: ")
    assert err.endswith("\n2 of 3 written\n")
    assert ids(f"out.{ending}") == (["many-1", "many-3"] if FORMS[ending].keeps_id else ["out-1", "out-2"])


def test_many_on_standard_output(heuristan: Run) -> None:
    write("many.wkt", f"{WKT}\n{WKT}\n")
    status, out, err = heuristan("convert", "many.wkt", "-", "--format", "geojson")
    assert (status, err) == (0, "2 of 2 written\n")
    assert [feature["id"] for feature in json.loads(out)["features"]] == ["many-1", "many-2"]


@pytest.mark.parametrize("form", [name for name, form in FORMS.items() if not form.holds_many])
def test_many_in_a_folder(heuristan: Run, form: str) -> None:
    features = [
        {"type": "Feature", "id": id, "geometry": {"type": "Polygon", "coordinates": [BRICK]}}
        for id in ("a", "A", "../a b", "...")
    ]
    write("many.geojsonl", "\n".join(map(json.dumps, features)))
    assert heuristan("convert", "many.geojsonl", "made", "--format", form) == (0, "", "4 of 4 written\n")
    assert sorted(path.name for path in Path("made").iterdir()) == [
        f"A-2.{form}",
        f"a-b.{form}",
        f"a.{form}",
        f"outline.{form}",
    ]
    assert ids(f"made/a-b.{form}") == ["../a b" if FORMS[form].keeps_id else "a-b"]


BRICK = [[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]]


def test_one_into_a_folder_that_is_there(heuristan: Run) -> None:
    Path("made").mkdir()
    assert heuristan("convert", "swan", "made", "--format", "wkt") == (0, "", "")
    assert ids("made/swan.wkt") == ["swan"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["swan", "out.foo"], f"out.foo: which format? End the name in .{', .'.join(FORMS)}, or say"),
        (["swan", "-"], "-: which format? End the name"),
        (["swan", "out.yaml", "--scale", "2"], "--scale has no meaning in YAML, where the small leg is 1"),
        (["many.wkt", "out.yaml"], "many.wkt: there are several outlines, and a file of YAML holds one; give a folder"),
        (["many.wkt", "-", "--format", "svg"], "like: heuristan convert many.wkt FOLDER --format svg"),
        (["many.wkt", "many.wkt"], "many.wkt: the file is read as well and would be lost"),
        (["folder", "folder", "--format", "yaml"], "folder: the folder is read as well, and its files would be lost"),
        (["swna", "out.svg"], "there is no shape or file 'swna'; did you mean 'swan'?"),
        (["off.wkt", "out.svg"], "off.wkt: "),
        (["swan", "gone/out.svg"], "gone/out.svg: cannot be written (No such file or directory); choose another place"),
        (["many.wkt", "gone/out", "--format", "yaml"], "gone/out: cannot be made a folder (No such file or directory)"),
    ],
    ids=range(11),
)
def test_what_cannot_be_done(heuristan: Run, arguments: list[str], message: str) -> None:
    write("many.wkt", f"{WKT}\n{WKT}\n")
    write("off.wkt", OFF)
    Path("folder").mkdir()
    write("folder/a.yaml", "vertices: [[0, 0], [4, 0], [4, 2], [0, 2]]")
    status, out, err = heuristan("convert", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("heuristan: ")
    assert message in err
    assert not Path("out.svg").exists()


def test_nothing_is_written_where_nothing_is_read(heuristan: Run) -> None:
    write("bad.geojsonl", "{}\n{}\n")
    status, _, err = heuristan("convert", "bad.geojsonl", "out.geojson")
    assert status == 1
    assert err.endswith("0 of 2 written\n")
    assert not Path("out.geojson").exists()


def test_an_interruption_leaves_a_whole_file(heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from heuristan.tangram.outlines.writing import texts

    write("many.wkt", f"{WKT}\n" * 5)
    text, done = texts.geojson, []

    def text_or_interruption(puzzle: Puzzle, leg: float | None) -> str:
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(puzzle)
        return text(puzzle, leg)

    monkeypatch.setattr(texts, "geojson", text_or_interruption)
    status, _, err = heuristan("convert", "many.wkt", "out.geojson")
    assert status == 130
    assert err == "heuristan: interrupted after 4 outlines; 3 of them are kept in out.geojson\n"
    assert len(json.loads(Path("out.geojson").read_text())["features"]) == 3


def test_a_full_disk_is_said(heuristan: Run) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    status, _, err = heuristan("convert", "swan", "/dev/full", "--format", "wkt")
    assert status == 2
    assert err == "heuristan: /dev/full: cannot be written (No space left on device); choose another place\n"


def test_outlines_of_no_file(heuristan: Run) -> None:
    with pytest.raises(InputError):
        read_outlines("gone.wkt")
    assert heuristan("convert", "gone.wkt", "out.svg").status == 2
