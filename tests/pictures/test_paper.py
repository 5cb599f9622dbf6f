"""A sheet of paper on a table is found, with fingers and shadows over its edge, and its figures are read."""

from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")
cv2 = pytest.importorskip("cv2")

from photographs.scenes import Sheet, mapped, photograph, seen_from  # noqa: E402 - they need OpenCV
from photographs.table import Laid, laid, shapes, sheet_of  # noqa: E402

from heuristan.pictures.images import read as read_picture  # noqa: E402
from heuristan.pictures.images.page_detection import paper_on  # noqa: E402
from heuristan.pictures.images.recognition import SHEET_MAY_CONTINUE, figures_on  # noqa: E402
from heuristan.tangram.puzzle.drawing import Drawing  # noqa: E402

Array = Any

SIZE = (120.0, 160.0)
SHAPE = (600, 800)


def printed(name: str, seed: int) -> tuple[Sheet, Laid]:
    """Return a sheet with one shape on it."""
    random = np.random.default_rng([seed, 1])
    figure = laid(dict(shapes())[name], (60, 80), 66, random)
    sheet = sheet_of(SIZE, [figure], random, words=False)
    return sheet._replace(pixels=sheet.pixels.astype(np.float32)), figure


def photographed(sheet: Sheet, seed: int, fingers: int) -> tuple[Array, Array]:
    """Return a photograph of a sheet, and the homography from millimetres to its pixels, which is drawn first."""
    to_picture = seen_from(sheet.corners, SHAPE, np.random.default_rng(seed))
    return photograph(sheet, SHAPE, np.random.default_rng(seed), fingers), to_picture


def far(found: Array, wanted: Array) -> float:
    """Return the greatest distance from a point of either to the nearest of the other."""
    apart = np.linalg.norm(found[:, None] - wanted[None], axis=2)
    return float(max(apart.min(0).max(), apart.min(1).max()))


@pytest.mark.slow
@pytest.mark.part(6)
@pytest.mark.parametrize("seed", range(6))
def test_a_sheet_on_a_table_is_read(tmp_path: Path, seed: int) -> None:
    sheet, cat = printed("cat", seed)
    picture, to_picture = photographed(sheet, seed, fingers=seed % 3)
    paper = paper_on(picture)
    assert paper is not None
    assert far(paper.corners, mapped(to_picture, sheet.corners)) < 8
    path = tmp_path / "table.png"
    path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    (drawing,) = read_picture(path)
    assert isinstance(drawing, Drawing)
    assert drawing.origin.kind == "a photograph of a sheet on a table"
    assert drawing.origin.spot is not None
    vertices = np.array([vertex for part in drawing.polygons for ring in part for vertex in ring])
    on_page = mapped(np.reshape(drawing.origin.spot.to_pixels, (3, 3)), vertices)
    assert far(on_page, mapped(to_picture, np.vstack(cat.rings))) < 2.5
    # it is set straight, too: the edges run at multiples of 45 degrees to each other
    (figure,) = figures_on(picture)
    turns = np.array([line.angle for ring in figure.rings for line in ring.lines]) * 8
    assert abs(np.exp(1j * turns).mean()) > 0.99


@pytest.mark.slow
@pytest.mark.part(3)
@pytest.mark.parametrize("name", ["cat", "convex-square", "paradox-shed-window"])
@pytest.mark.parametrize("is_light", [False, True])
def test_a_figure_is_no_sheet(name: str, is_light: bool) -> None:
    sheet, _ = printed(name, 1)
    picture = cv2.resize(sheet.pixels, (480, 640), interpolation=cv2.INTER_AREA).astype(np.uint8)
    (figure,) = figures_on(255 - picture if is_light else picture)
    assert figure.sheet is None


@pytest.mark.slow
def test_the_sheet_shows_the_edge_of_the_paper() -> None:
    from heuristan.pictures.images.overlay import PAPER, drawn_over

    sheet, _ = printed("cat", 2)
    picture, to_picture = photographed(sheet, 2, fingers=1)
    shown = drawn_over(picture, figures_on(picture))
    middle = mapped(to_picture, np.array([[60.0, 0]]))[0].round().astype(int)
    near = shown[middle[1] - 4 : middle[1] + 5, middle[0] - 4 : middle[0] + 5].reshape(-1, 3).astype(int)
    assert (abs(near - PAPER).sum(axis=1) < 60).any()


@pytest.mark.slow
def test_the_light_beside_a_shadow_is_no_sheet() -> None:
    """A shadow with straight edges leaves a light four-sided place on a page: figures in the shadow are read too."""
    shadow = np.full((900, 1200), 0.8, np.float32)
    cv2.fillConvexPoly(shadow, np.array([[60, 60], [500, 80], [480, 840], [70, 820]], np.int32), 1.0)
    page = np.full((900, 1200, 3), 235, np.float32)
    for middle in ((280, 250), (280, 650), (720, 250), (720, 650), (1000, 450)):
        corners = np.array([middle]) + np.array([[-60, 60], [60, 60], [60, -20], [20, -60], [-60, -60]])
        cv2.fillPoly(page, [corners.astype(np.int32)], (60, 60, 60))
    page = cv2.GaussianBlur(page, (0, 0), 0.8) * cv2.GaussianBlur(shadow, (0, 0), 4)[..., None]
    picture = np.clip(page + np.random.default_rng(1).normal(0, 2, page.shape), 0, 255).astype(np.uint8)
    assert paper_on(picture) is not None, "the test is to show what is taken for a sheet"
    assert len(figures_on(picture)) == 5


@pytest.mark.slow
def test_a_sheet_that_goes_on_in_a_shadow_is_said(tmp_path: Path) -> None:
    """The light half of a sheet is read as the sheet; two figures of four are not to be passed over in silence."""
    random, cat = np.random.default_rng([1, 1]), dict(shapes())["cat"]
    figures = [laid(cat, (x, y), 40, random) for x in (32, 88) for y in (45, 115)]
    sheet = sheet_of(SIZE, figures, random, words=False)
    pixels = sheet.pixels.astype(np.float32)
    pixels[len(pixels) // 2 :] *= 0.75
    path = tmp_path / "shadow.png"
    picture, _ = photographed(sheet._replace(pixels=pixels), 1, fingers=0)
    path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    drawings = [drawing for drawing in read_picture(path) if isinstance(drawing, Drawing)]
    assert len(drawings) == 2, "the test is to show what is taken for a sheet"
    assert all(SHEET_MAY_CONTINUE in drawing.origin.suspicions for drawing in drawings)
