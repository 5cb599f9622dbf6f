"""Points beside those that are read are refused or said, in lists of points and in GeoJSON."""

import json
from pathlib import Path

import pytest
from shared.commands import Run

from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle

BRICK = [[0, 0], [4, 0], [4, 2], [0, 2]]
CLOSED = [[*BRICK, BRICK[0]]]
POLYGON = {"type": "Polygon", "coordinates": CLOSED}
FEATURE = {"type": "Feature", "properties": {}, "geometry": POLYGON}


def found(path: Path, text: str) -> list[Puzzle | Refusal]:
    path.write_text(text)
    return list(read_outlines(path))


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ({"points": BRICK, "rings": [BRICK]}, "rings"),
        ({"outline": BRICK, "holes": [BRICK]}, "holes"),
        ({"points": BRICK, "other": {"deep": [[{"X": 1, "Y": 2}] * 3]}}, "other"),
        ({**POLYGON, "geometries": [POLYGON]}, "geometries"),
        ({**FEATURE, "geometry2": POLYGON}, "geometry2"),
        ({**FEATURE, "geometry": {**POLYGON, "more": CLOSED}}, "more"),
        ({"type": "FeatureCollection", "features": [FEATURE], "solution": CLOSED}, "solution"),
    ],
)
def test_a_refusal_names_their_key(value: object, key: str, tmp_path: Path) -> None:
    puzzle, refusal = found(tmp_path / "own.json", json.dumps(value))
    assert isinstance(puzzle, Puzzle)
    assert isinstance(refusal, Refusal)
    assert f"there are points under '{key}' too" in refusal.message


@pytest.mark.parametrize(
    "value", [{**FEATURE, "bbox": [0, 0, 4, 2]}, {**POLYGON, "label": [1, 1]}, {"points": BRICK, "size": [4, 2]}]
)
def test_fewer_than_three_are_no_figure(value: object, tmp_path: Path) -> None:
    (puzzle,) = found(tmp_path / "own.json", json.dumps(value))
    assert isinstance(puzzle, Puzzle)


def test_properties_with_points_are_said(tmp_path: Path) -> None:
    (puzzle,) = found(tmp_path / "own.json", json.dumps({**FEATURE, "properties": {"solution": CLOSED, "age": 3}}))
    assert isinstance(puzzle, Puzzle)
    assert puzzle.drawing is not None
    assert puzzle.drawing.origin.left_out == ("the property 'solution'",)


class TestColumns:
    ROWS = ("0,0,7,0", "4,0,7,0", "4,2,7,0", "0,2,7,0")

    def test_others_are_said_in_every_form(self, heuristan: Run, tmp_path: Path) -> None:
        path = tmp_path / "own.csv"
        path.write_text("\n".join(("x,y,u,v", *self.ROWS)))
        done = heuristan("solve", path)
        assert done.status == 0
        assert "left out: the columns 'u' and 'v'" in " ".join(done.out.split())
        result = json.loads(heuristan("solve", path, "--format", "json").out)
        assert result["reading"]["left_out"] == ["the columns 'u' and 'v'"]

    def test_cells_without_a_name_are_refused(self, heuristan: Run, tmp_path: Path) -> None:
        path = tmp_path / "own.csv"
        path.write_text("\n".join(("x,y", *self.ROWS)))
        assert "own.csv:2: '0,0,7,0' is not a vertex" in heuristan("solve", path).err
