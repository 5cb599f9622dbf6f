"""Numbers printed in silhouettes are not read as holes, and figures that may have been misread say so."""

from functools import cache
from typing import Any

import pytest

np = pytest.importorskip("numpy")
cv2 = pytest.importorskip("cv2")

from photographs.table import laid, place_for, print_figure, shapes, write  # noqa: E402 - they need OpenCV

from heuristan.pictures.images.recognition import figures_on  # noqa: E402

Array = Any


def page(name: str, number: str = "", size: float = 80, height: float = 0.5) -> tuple[Array, Array]:
    """Return a page of 150 millimetres with a figure, and perhaps a white number in it; and the vertices."""
    random = np.random.default_rng(7)
    figure = laid(dict(shapes())[name], (75, 75), size, random)
    pixels = np.full((900, 900, 3), 245, np.uint8)
    print_figure(pixels, figure, (30, 30, 30))
    if number:
        place, digits = place_for(figure, number, height * figure.leg)
        write(pixels, number, place, digits, (245, 245, 245), random)
    return cv2.resize(pixels, (600, 600), interpolation=cv2.INTER_AREA), np.vstack(figure.rings) * 4


def found(image: Array) -> tuple[list[int], tuple[str, ...]]:
    """Return the number of vertices of each ring of the one figure on a picture, and its suspicions."""
    (figure,) = figures_on(image)
    return sorted(len(ring) for part in figure.polygons for ring in part), figure.suspicions


@pytest.mark.slow
@pytest.mark.part(2)
@pytest.mark.parametrize("name", ["cat", "convex-square", "digit-9", "paradox-shed-window"])
def test_a_figure_alone_is_not_suspicious(name: str) -> None:
    image, _ = page(name)
    assert found(image)[1] == ()


@cache
def rings_of(name: str) -> list[int]:
    """Return the number of vertices of each ring that is read of a figure alone."""
    return found(page(name)[0])[0]


@pytest.mark.slow
@pytest.mark.part(8)
@pytest.mark.parametrize("name", ["cat", "convex-square", "paradox-shed-window", "paradox-gentleman"])
@pytest.mark.parametrize("number", ["1", "7", "48", "90", "63", "25"])
def test_a_number_in_a_silhouette_is_print(name: str, number: str) -> None:
    image, _ = page(name, number)
    rings, suspicions = found(image)
    assert rings == rings_of(name)
    assert any("taken for print" in clause for clause in suspicions)


@pytest.mark.part(2)
@pytest.mark.parametrize("side", range(4))
def test_a_figure_that_the_border_cuts_is_suspicious(side: int) -> None:
    image, vertices = page("cat")
    (left, top), (right, bottom) = (vertices.min(0) + 40).astype(int), (vertices.max(0) - 40).astype(int)
    cut = (image[:, left:], image[:, :right], image[top:], image[:bottom])[side]
    assert "the figure touches the border of the picture, which may cut it" in found(cut)[1]


@pytest.mark.slow
def test_a_frame_may_be_the_paper() -> None:
    image = np.full((400, 500, 3), 240, np.uint8)
    cv2.rectangle(image, (10, 10), (489, 389), (40, 40, 40), -1)
    cv2.fillPoly(image, [np.array([[150, 250], [250, 150], [350, 250]])], (240, 240, 240))
    assert "the figure is a large four-sided frame, perhaps the paper" in found(image)[1]


@pytest.mark.slow
def test_a_small_hole_may_be_print() -> None:
    image, vertices = page("convex-square")
    middle = vertices.mean(0)
    cv2.fillPoly(image, [(middle + np.array([[-20, -20], [20, -20], [-20, 20]])).astype(int)], (245, 245, 245))
    assert "1 small hole in it may be print" in found(image)[1]


@pytest.mark.slow
def test_a_smaller_figure_that_is_passed_over_is_said() -> None:
    image, _ = page("cat")
    large = cv2.copyMakeBorder(image, 0, 0, 0, 400, cv2.BORDER_CONSTANT, value=(245, 245, 245))
    cv2.fillPoly(large, [np.array([[900, 300], [960, 300], [900, 360]])], (30, 30, 30))
    (words,) = found(large)[1]
    assert words.startswith("something smaller about (9")
    assert words.endswith(") was passed over")


@pytest.mark.parametrize("gap", [4, 12])
def test_a_line_under_a_figure_is_no_part_of_it(gap: int) -> None:
    image, vertices = page("cat")
    (left, _), (right, bottom) = vertices.min(0).astype(int), vertices.max(0).astype(int)
    cv2.rectangle(image, (left, bottom + gap), (right, bottom + gap + 9), (30, 30, 30), -1)
    assert found(image)[0] == rings_of("cat")


@pytest.mark.slow
@pytest.mark.part(3)
@pytest.mark.parametrize("ink", [30, 70, 110])
def test_a_figure_wins_over_the_grid_behind_it(ink: int) -> None:
    image, vertices = page("cat")
    grid = np.full_like(image, 255)
    for place in range(10, 600, 38):
        grid[place : place + 2] = grid[:, place : place + 2] = 120
    grid[image[:, :, 0] < 128] = ink
    (figure,) = figures_on(grid)
    found = np.array([vertex for part in figure.polygons for ring in part for vertex in ring])
    apart = np.linalg.norm(vertices[:, None] - found[None], axis=2)
    assert apart.min(axis=1).max() < 6
    assert figure.suspicions == ()


@pytest.mark.slow
def test_a_page_that_figures_cut_may_be_the_paper() -> None:
    """The border around a dark page has the colour of two figures that touch it: they are read as bays of one."""
    image = np.full((400, 500, 3), 255, np.uint8)
    cv2.rectangle(image, (15, 15), (484, 384), (40, 60, 40), -1)
    cv2.fillPoly(
        image, [np.array([[0, 200], [80, 280], [0, 360]]), np.array([[200, 399], [240, 300], [280, 399]])], (255,) * 3
    )
    assert "the figure is a large four-sided frame, perhaps the paper" in found(image)[1]
