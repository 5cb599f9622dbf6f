"""The edge of the cardboard, which shows along one side of all pieces, is taken off."""

import numpy as np
import pytest

from heuristan.jigsaw.cutting import Recipe, cut_sheet, load_source
from heuristan.jigsaw.piece import Bytes, Singles
from heuristan.jigsaw.reading.foreground import share_of
from heuristan.jigsaw.reading.thickness import without_edge

TABLE = np.array([200, 191, 180])
SHEET = cut_sheet(load_source("coffee"), Recipe(3, 4, size=80, seed=4, tilt=8), "sheet").pictures["sheet"]
TOPS = SHEET[..., 3].astype(np.float32) / 255


def photographed(right: int, down: int) -> Bytes:
    """Draw the sheet on a table, with an edge of so many pixels on two sides of each piece, half as bright."""
    found = np.broadcast_to(TABLE, SHEET[..., :3].shape).astype(np.float32)
    steps = max(abs(right), abs(down))
    for step in range(steps, -1, -1):
        shift = (round(step * down / max(steps, 1)), round(step * right / max(steps, 1)))
        moved = np.roll(SHEET, shift, axis=(0, 1)).astype(np.float32)
        share = moved[..., 3:] / 255
        found = found * (1 - share) + moved[..., :3] * (0.5 if step else 1.0) * share
    return np.dstack([found, np.full(found.shape[:2], 255)]).round().astype(np.uint8)


def off(share: Singles) -> float:
    """Return how many pixels are on the other side, as a share of the tops' area."""
    return float(((share > 0.5) != (TOPS > 0.5)).sum() / (TOPS > 0.5).sum())


@pytest.mark.slow
@pytest.mark.parametrize(("right", "down"), [(4, 4), (-5, 3), (0, -5)])
def test_the_tops_are_left(right: int, down: int) -> None:
    picture = photographed(right, down)
    seen = share_of(picture, "sheet.png")
    assert off(without_edge(picture, seen)) < off(seen) / 4


def test_pieces_without_an_edge_are_as_before() -> None:
    picture = photographed(0, 0)
    seen = share_of(picture, "sheet.png")
    assert without_edge(picture, seen) is seen
    assert without_edge(SHEET, TOPS) is TOPS
