"""A sheet with pieces on it is found where a table shows beside it."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from jigsaw_photographer import Recipe, cut_sheet
from shared.commands import Run

from heuristan.jigsaw.cutting import load_source
from heuristan.jigsaw.piece import Bytes
from heuristan.jigsaw.reading import pieces_of, read_puzzle
from heuristan.jigsaw.reading.finding import found_in
from heuristan.jigsaw.reading.surroundings import sheet_in

SHEET = (40, 170, 220)
MADE = cut_sheet(load_source("coffee"), Recipe(2, 3, size=60, seed=4, background=SHEET), "sheet")
PLAIN = MADE.pictures["sheet"]


def on_table(turn: float = 0.0, left: int = 60, seed: int = 1) -> Bytes:
    """Draw a sheet on a darker table with a grain, turned by some degrees, `left` pixels from the picture's rim."""
    height, width = PLAIN.shape[:2]
    size = width + 120, height + 150
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    matrix[:, 2] += left, 70
    sheet = cv2.warpAffine(PLAIN[..., :3], matrix, size, flags=cv2.INTER_LINEAR)
    share = cv2.warpAffine(np.ones((height, width), np.float32), matrix, size)[..., None]
    grain = np.random.default_rng(seed).normal(0, 6, (size[1], size[0], 1))
    scene = share * sheet + (1 - share) * (np.array([110, 80, 50]) + grain)
    return np.dstack([scene.clip(0, 255), np.full(scene.shape[:2], 255)]).astype(np.uint8)


@pytest.mark.slow
@pytest.mark.part(2)
@pytest.mark.parametrize(("turn", "left"), [(0.0, 60), (0.0, 0), (7.0, 60), (-12.0, 60)])
def test_its_pieces_are_read_as_without_a_table(turn: float, left: int) -> None:
    scene = on_table(turn, left)
    assert sheet_in(scene) is not None
    found = found_in(scene, "sheet", "sheet.png")
    assert (len(found), [each.fault for each in found]) == (6, [""] * 6)
    kinds = sorted(sorted(side.kind for side in piece.sides) for piece in pieces_of({"sheet": scene}))
    assert kinds == sorted(sorted(side.kind for side in piece.sides) for piece in pieces_of({"sheet": PLAIN}))


@pytest.mark.slow
def test_a_piece_over_its_edge_is_named() -> None:
    scene = on_table()
    middle = scene.shape[1] // 2
    scene[70 - 20 : 70 + 15, middle : middle + 30, :3] = (20, 20, 120)
    (fault,) = (each.fault for each in found_in(scene, "sheet", "sheet.png") if each.fault)
    assert fault.startswith("sheet.png: the piece at x ")
    assert fault.endswith("lies over the edge of its sheet; lay it on the sheet")


def test_no_sheet_is_found_without_a_table_or_pieces() -> None:
    assert sheet_in(PLAIN) is None
    scene = on_table()
    height, width = PLAIN.shape[:2]
    scene[70 : 70 + height, 60 : 60 + width, :3] = SHEET
    assert sheet_in(scene) is None


@pytest.mark.slow
def test_from_end_to_end(heuristan: Run, tmp_path: Path) -> None:
    file = tmp_path / "photograph.png"
    cv2.imwrite(str(file), on_table()[..., 2::-1])
    assert len(read_puzzle(file).pieces) == 6
    status, out, err = heuristan("jigsaw", "solve", file)
    assert (status, "6 pieces, none of them doubtful" in out) == (0, True)
    assert "only the sheet is read" in err
