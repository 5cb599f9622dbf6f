"""Deep shadows on a page are neither ink nor figures: what is printed in them is read as in the light."""

from typing import Any

import pytest

np = pytest.importorskip("numpy")
cv2 = pytest.importorskip("cv2")

from heuristan.pictures.images.background import ink_of, normalised, without_shadow  # noqa: E402
from heuristan.pictures.images.recognition import figures_on  # noqa: E402 - it needs OpenCV

Array = Any

TRIANGLE = np.array([(0, 0), (120, 0), (0, 120)], np.int32)
PLACES = ((90, 90), (450, 90), (90, 380), (450, 380))


def page(deep: float) -> Array:
    """Return a page of four triangles in grey ink, two of them in a shadow that takes a share of the light."""
    picture = np.full((600, 700, 3), 235, np.float32)
    for place in PLACES:
        cv2.fillPoly(picture, [TRIANGLE + place], (96, 94, 96))
    shadow = np.zeros((600, 700), np.float32)
    cv2.fillConvexPoly(shadow, np.array([(330, -50), (640, -50), (640, 650), (380, 650)], np.int32), deep)
    grain = np.random.default_rng(14).normal(0, 2, picture.shape)
    shaded = picture * (1 - cv2.GaussianBlur(shadow, (0, 0), 8))[..., None]
    return np.clip(cv2.GaussianBlur(shaded, (0, 0), 0.8) + grain, 0, 255).astype(np.uint8)


@pytest.mark.slow
@pytest.mark.part(2)
@pytest.mark.parametrize("deep", [0.1, 0.3, 0.4, 0.45])
def test_figures_in_a_deep_shadow_are_read(deep: float) -> None:
    figures = figures_on(page(deep))
    middles = np.array([figure.middle for figure in figures])
    assert middles == pytest.approx(np.array(PLACES) + 40, abs=2)
    assert not any(figure.fault or figure.suspicions for figure in figures)
    assert [figure.area for figure in figures] == pytest.approx([7200] * 4, rel=0.03)


@pytest.mark.parametrize("deep", [0.0, 0.1])
def test_light_without_a_deep_shadow_is_kept(deep: float) -> None:
    light = normalised(page(deep))
    assert without_shadow(page(deep), light, ink_of(light)) is light


def test_blank_paper_has_no_shadow() -> None:
    blank = np.full((200, 300, 3), 240, np.uint8)
    light = normalised(blank)
    assert without_shadow(blank, light, ink_of(light)) is light


@pytest.mark.slow
def test_light_that_hides_a_figure_on_a_shaded_sheet_is_said() -> None:
    """A sheet that lies in the shade for the most part, with one figure half in the light."""
    picture = np.full((700, 900, 3), (30, 25, 110), np.float32)
    cv2.fillPoly(picture, [np.array([(120, 90), (800, 110), (790, 600), (110, 590)], np.int32)], (235, 235, 235))
    for place in ((250, 180), (480, 480)):
        cv2.fillPoly(picture, [TRIANGLE + place], (40, 60, 30))
    shade = np.full((700, 900), 0.48, np.float32)
    cv2.fillConvexPoly(shade, np.array([(420, 700), (900, 250), (900, 700)], np.int32), 0.0)
    shaded = picture * (1 - cv2.GaussianBlur(shade, (0, 0), 9))[..., None]
    grain = np.random.default_rng(31).normal(0, 2, picture.shape)
    figures = figures_on(np.clip(shaded + grain, 0, 255).astype(np.uint8))
    assert len(figures) == 1
    assert "the sheet is lighter about" in figures[0].suspicions[0]


@pytest.mark.parametrize(("ink", "pale"), [(0, 180), (60, 200), (110, 200), (150, 210)])
def test_a_pale_figure_is_no_shadow(ink: int, pale: int) -> None:
    """Its edge is as sharp as that of ink, as a share of its own darkness."""
    image = np.full((400, 600, 3), 255, np.uint8)
    for left, level in ((60, ink), (360, pale)):
        corners = np.array([[left, 100], [left + 160, 140], [left + 140, 300], [left, 260]])
        cv2.fillPoly(image, [corners], (level,) * 3, cv2.LINE_AA)
    light = normalised(image)
    assert without_shadow(image, light, ink_of(light)) is light
