"""Captions beside figures are lettering; small pieces beside a figure are not."""

from pathlib import Path

import pytest

pytest.importorskip("cv2")

import cv2
from shared import pages

from heuristan.pictures.images import read
from heuristan.tangram.puzzle.drawing import Drawing

CAT = pages.Placed("cat", (160, 120), 2, 30)


def parts_of(image: pages.Array, folder: Path) -> list[int]:
    """The number of parts of each figure on a picture."""
    path = folder / "page.png"
    path.write_bytes(pages.encoded(image))
    found = list(read(path))
    assert all(isinstance(figure, Drawing) for figure in found)
    return [len(figure.polygons) for figure in found if isinstance(figure, Drawing)]


@pytest.mark.slow
@pytest.mark.part(4)
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
@pytest.mark.parametrize(("height", "thick"), [(0.8, 2), (0.6, 3)])
@pytest.mark.parametrize("caption", ["2. Paradox", "2. Candle", "THE CAT"])
def test_a_caption_close_to_a_figure_is_no_part_of_it(
    caption: str, height: float, thick: int, turn: int, tmp_path: Path
) -> None:
    image = pages.page([CAT], (320, 280))
    cv2.putText(image, caption, (90, 226), cv2.FONT_HERSHEY_DUPLEX, height, pages.INK, thick, cv2.LINE_AA)
    assert parts_of(cv2.rotate(image, turn - 1) if turn else image, tmp_path) == [1]


@pytest.mark.slow
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize(("word", "height", "thick"), [("Candle", 0.8, 6), ("Child", 0.5, 5)])
def test_bold_letters_that_run_together_are_no_part_of_it(
    word: str, height: float, thick: int, turn: int, tmp_path: Path
) -> None:
    image = pages.page([CAT._replace(leg=26)], (320, 280))
    cv2.putText(image, "5", (118, 214), cv2.FONT_HERSHEY_DUPLEX, height, pages.INK, 2, cv2.LINE_AA)
    cv2.putText(image, word, (134, 214), cv2.FONT_HERSHEY_DUPLEX, height, pages.INK, thick, cv2.LINE_AA)
    assert parts_of(cv2.rotate(image, turn - 1) if turn else image, tmp_path) == [1]


def test_small_pieces_in_a_row_are_parts(tmp_path: Path) -> None:
    """The two small triangles and the square of a set stand apart, as near to each other as letters."""
    leg = 30
    body = [(60, 30), (60 + 4 * leg, 30), (60 + 3 * leg, 30 + leg), (60 + 3 * leg, 60 + leg), (60, 60 + leg)]
    image = pages.page([], (320, 280))
    cv2.fillPoly(image, [pages.np.array(body, pages.np.int32)], pages.INK)
    for left in (60, 60 + leg + 6, 60 + 2 * leg + 12):
        triangle = [(left, 132), (left + leg, 132), (left, 132 - leg)]
        cv2.fillPoly(image, [pages.np.array(triangle, pages.np.int32)], pages.INK)
    assert parts_of(image, tmp_path) == [4]
