"""What ink is on a picture is read, or refused, or said to be left out; frames, borders and text are no figures."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared.commands import Run

np = pytest.importorskip("numpy")
cv2 = pytest.importorskip("cv2")

from photographs import layout  # noqa: E402 - it needs OpenCV
from shared import pages  # noqa: E402

from heuristan.common.faults import InputError  # noqa: E402
from heuristan.pictures.images import read  # noqa: E402
from heuristan.pictures.images.frames import border_around  # noqa: E402
from heuristan.pictures.images.recognition import figures_on  # noqa: E402
from heuristan.tangram.puzzle.drawing import Drawing, Refusal  # noqa: E402

Array = Any

WHITE, BLACK = (255, 255, 255), (0, 0, 0)

SQUARE = np.array([[0, 0], [4, 0], [4, 4], [0, 4]])
TRIANGLE = np.array([[0, 0], [2, 2], [0, 4]])
HEXAGON = np.array([[1, 0], [3, 0], [3, 2], [2, 3], [0, 3], [0, 1]])
FLAG = np.array([[0, 0], [2, 0], [2, 2], [4, 4], [0, 4]])


def page(
    figures: list[tuple[Array, tuple[int, int], int]],
    size: tuple[int, int] = (700, 700),
    paper: tuple[int, ...] = WHITE,
    inks: tuple[tuple[int, ...], ...] = (BLACK,),
) -> Array:
    """Return a page of polygons, each by its form, its place and the length of its unit, in colours that take turns."""
    image = np.full((size[1], size[0], 3), paper, np.uint8)
    for number, (form, at, unit) in enumerate(figures):
        cv2.fillPoly(image, [form * unit + at], inks[number % len(inks)])
    return image


def vertices(image: Array) -> list[int]:
    """Return the number of vertices of each figure that is read on a picture; none is refused."""
    return read_on(image)[0]


def read_on(image: Array) -> tuple[list[int], tuple[str, ...]]:
    """Return the number of vertices of each figure of a picture, and what is left out; none is refused."""
    found = figures_on(image)
    assert [figure.fault for figure in found] == [""] * len(found)
    counts = [sum(len(ring) for part in figure.polygons for ring in part) for figure in found]
    return counts, found[0].left_out


@pytest.mark.slow
def test_what_is_paler_than_ink_is_said() -> None:
    figures = [(FLAG, (60, 60), 60), (FLAG, (400, 400), 60)]
    for level in (225, 248):
        (found,) = figures_on(page(figures, inks=(BLACK, (level,) * 3)))
        assert [remark for remark in found.suspicions if "pale" in remark]
    panel = page([(SQUARE, (20, 20), 165)], inks=((248, 248, 248),))
    panel = np.minimum(panel, page(figures))
    assert not any("pale" in remark for found in figures_on(panel) for remark in found.suspicions)


@pytest.mark.slow
def test_a_pale_figure_of_another_hue_is_said_beside_grain() -> None:
    image = page([(FLAG, (60, 60), 60), (FLAG, (400, 400), 60)], paper=(236, 236, 236), inks=(BLACK, (200, 255, 255)))
    grain = np.random.default_rng(5).normal(0, 2, image.shape)
    (found,) = figures_on(np.clip(image + grain, 0, 255).astype(np.uint8))
    assert [remark for remark in found.suspicions if "pale" in remark]
    shadow = page([(FLAG, (60, 60), 60), (FLAG, (400, 400), 60)], paper=(236, 236, 236), inks=(BLACK, (226, 226, 226)))
    assert not any(
        "pale" in each
        for found in figures_on(np.clip(shadow + grain, 0, 255).astype(np.uint8))
        for each in found.suspicions
    )


@pytest.mark.slow
def test_a_bulky_blob_beside_a_tiny_one_is_said() -> None:
    flat = np.array([[0, 1], [1, 0], [6, 0], [4, 2], [3, 2], [2, 1]])
    tip = np.array([[0, 0], [2, 0], [2, 2]])
    found = figures_on(
        page([(SQUARE, (40, 40), 60), (FLAG, (420, 40), 60), (flat, (100, 500), 24), (tip, (246, 500), 16)])
    )
    assert len(found) == 2
    assert all(any("smaller" in remark for remark in figure.suspicions) for figure in found)


ALIGNED = [(SQUARE, (60, 60), 60), (TRIANGLE, (360, 60), 60), (TRIANGLE[:, ::-1], (60, 350), 60)]
"""The edges of two triangles, prolonged, and the border of the picture enclose the square, like a sheet on a table."""


class TestLaws:
    @pytest.mark.slow
    @settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(seed=st.integers(0, 10_000))
    def test_nothing_is_dropped_in_silence(self, tmp_path: Path, seed: int) -> None:
        (sample,) = layout.make(1, seed)
        path = tmp_path / f"page{sample.suffix}"
        path.write_bytes(sample.data)
        try:
            found = list(read(path))
        except InputError:
            return
        drawings = [one for one in found if isinstance(one, Drawing)]
        is_said = len(drawings) < len(found) or any(drawing.origin.suspicions for drawing in drawings)
        assert is_said or len(drawings) >= len(sample.truths)

    @pytest.mark.slow
    @settings(max_examples=3, deadline=None)
    @given(shade=st.integers(30, 215), is_dark=st.booleans())
    def test_pale_figures_are_read_beside_dark_ones(self, shade: int, is_dark: bool) -> None:
        paper, ink = ((0,) * 3, (255,) * 3) if is_dark else ((255,) * 3, (0,) * 3)
        pale = (40 + shade * 180 // 215 if is_dark else shade,) * 3
        figures = [(FLAG, (60, 60), 50), (FLAG, (420, 60), 50), (FLAG, (60, 420), 50)]
        assert vertices(page(figures, paper=paper, inks=(ink, pale))) == [5, 5, 5]


class TestPlainPages:
    @pytest.mark.slow
    def test_aligned_figures_are_no_sheet_on_a_table(self) -> None:
        assert vertices(page(ALIGNED, inks=((255, 0, 0), (80, 80, 255), (255, 210, 135)))) == [4, 3, 3]

    @pytest.mark.slow
    def test_figures_of_unequal_sizes(self) -> None:
        assert vertices(page([(FLAG, (40, 40), 75), (FLAG, (460, 60), 45), (FLAG, (60, 460), 50)])) == [5, 5, 5]

    @pytest.mark.part(3)
    @pytest.mark.parametrize("margin", [1, 4, 40])
    def test_a_frame_is_no_figure(self, margin: int) -> None:
        image = page(ALIGNED)
        cv2.rectangle(image, (margin, margin), (699 - margin, 699 - margin), BLACK, 2)
        counts, left_out = read_on(image)
        assert counts == [4, 3, 3]
        assert any("frame" in clause or "border" in clause for clause in left_out)

    @pytest.mark.slow
    def test_a_box_around_each_figure(self) -> None:
        figures = [(FLAG, (60 + 320 * (k % 2), 60 + 320 * (k // 2)), 50) for k in range(4)]
        image = page(figures)
        for _, (x, y), unit in figures:
            cv2.rectangle(image, (x - 30, y - 30), (x + 4 * unit + 30, y + 4 * unit + 30), BLACK, 2)
        assert vertices(image) == [5] * 4

    @pytest.mark.slow
    @pytest.mark.parametrize("width", [8, 25])
    def test_a_black_border(self, width: int) -> None:
        image = page(ALIGNED)
        cv2.rectangle(image, (0, 0), (699, 699), BLACK, 2 * width)
        assert vertices(image) == [4, 3, 3]

    @pytest.mark.slow
    def test_a_figure_that_touches_a_frame_or_a_border_is_read(self) -> None:
        for low, width in ((0, 40), (60, 2)):
            image = page([(TRIANGLE, (low + 1, 200), 60), (FLAG, (360, 300), 60)])
            cv2.rectangle(image, (low, low), (699 - low, 699 - low), BLACK, width)
            counts, left_out = read_on(image)
            assert len(counts) == 2
            assert left_out

    def test_lines_of_a_grid_at_the_rim_are_no_border(self) -> None:
        image = page([(FLAG, (225, 225), 60)])
        clear = (image > 0).all(axis=2)
        for at in range(0, 701, 70):
            for line in (np.s_[max(0, at - 2) : at + 3], np.s_[:, max(0, at - 2) : at + 3]):
                image[line][clear[line]] = 128
        assert border_around(image) is None

    @pytest.mark.slow
    @pytest.mark.parametrize("is_dark", [False, True])
    def test_figures_of_other_colours_than_the_border(self, is_dark: bool) -> None:
        border, paper = ((255, 255, 255), (40, 60, 40)) if is_dark else (BLACK, (120, 200, 250))
        image = page([(FLAG, (100, 100), 50), (FLAG, (400, 360), 60)], paper=paper, inks=((30, 200, 240), (255, 90, 0)))
        cv2.rectangle(image, (0, 0), (699, 699), border, 30)
        assert read_on(image) == ([5, 5], ("the border around the page",))

    @pytest.mark.slow
    def test_a_figure_with_a_hole_is_framed(self) -> None:
        image = page([(SQUARE, (200, 200), 75)])
        cv2.rectangle(image, (275, 275), (425, 385), WHITE, -1)
        cv2.rectangle(image, (80, 80), (620, 620), BLACK, 2)
        counts, left_out = read_on(image)
        assert counts == [8]
        assert any("frame" in clause for clause in left_out)

    @pytest.mark.slow
    def test_a_small_figure_in_lines_is_no_part_of_a_large_one(self) -> None:
        image = page([], (1000, 1000))
        for unit, at in ((130, (40, 40)), (50, (800, 800))):
            cv2.polylines(image, [HEXAGON * unit + at], True, BLACK, 4)
        assert vertices(image) == [6, 6]

    @pytest.mark.slow
    def test_a_rectangle_with_a_hole_in_lines_is_no_frame(self) -> None:
        image = page([])
        for low, high in (((100, 100), (600, 600)), ((300, 250), (400, 350))):
            cv2.rectangle(image, low, high, BLACK, 3)
        assert vertices(image) == [8]

    @pytest.mark.slow
    def test_what_is_left_out_is_a_refusal(self, tmp_path: Path, heuristan: Run) -> None:
        image = page([(FLAG, (60, 60), 60)])
        cv2.circle(image, (520, 520), 60, BLACK, -1)
        path = tmp_path / "page.png"
        path.write_bytes(pages.encoded(image))
        assert len([one for one in read(path) if isinstance(one, Refusal)]) == 1
        done = heuristan("solve", path, "--no-backtracking")  # the flag is searched for long
        assert done.status == 1
        assert "(520, 520)" in done.out


class TestRims:
    @pytest.mark.part(3)
    @pytest.mark.parametrize("inset", [0, 1, 2])
    def test_lines_may_touch_the_rim(self, inset: int) -> None:
        image = np.full((400, 400, 3), 255, np.uint8)
        low, high = inset, 399 - inset
        spots = np.array([[low, low], [high, low], [high, high], [low, high]])
        cv2.polylines(image, [spots, spots[[0, 2]]], True, BLACK, 3)
        cv2.line(image, (200, 200), (low, high), BLACK, 3)
        assert read_on(image) == ([4], ())

    @pytest.mark.slow
    def test_a_silhouette_may_touch_the_rim(self) -> None:
        assert vertices(page([(FLAG, (0, 0), 75)], (420, 420))) == [5]


def text_page(lines: int = 12, size: float = 0.8, thick: int = 2) -> Array:
    image = np.full((800, 700, 3), 255, np.uint8)
    for line in range(lines):
        words = f"{line + 1}. All seven pieces make it, each once"
        cv2.putText(image, words, (40, 60 + 40 * line), cv2.FONT_HERSHEY_DUPLEX, size, BLACK, thick, cv2.LINE_AA)
    return image


class TestText:
    @pytest.mark.part(3)
    @pytest.mark.parametrize(("size", "thick"), [(0.8, 1), (0.8, 2), (1.0, 3)])
    def test_a_page_of_text_has_no_figure(self, size: float, thick: int) -> None:
        assert figures_on(text_page(size=size, thick=thick)) == []

    def test_a_large_headline_is_text(self) -> None:
        image = np.full((500, 900, 3), 255, np.uint8)
        cv2.putText(image, "Tangrams", (40, 260), cv2.FONT_HERSHEY_DUPLEX, 5, BLACK, 14, cv2.LINE_AA)
        assert figures_on(image) == []

    @pytest.mark.slow
    def test_figures_among_text_are_read(self) -> None:
        image = text_page(lines=4)
        cv2.fillPoly(image, [FLAG * 60 + (80, 300), FLAG * 60 + (400, 300)], BLACK)
        cv2.putText(image, "1. A flag", (90, 600), cv2.FONT_HERSHEY_DUPLEX, 0.8, BLACK, 2, cv2.LINE_AA)
        assert vertices(image) == [5, 5]

    @pytest.mark.slow
    def test_line_drawings_in_a_row_are_no_text(self) -> None:
        image = text_page(lines=3)
        for place in range(4):
            cv2.polylines(image, [FLAG * 30 + (60 + 160 * place, 300)], True, BLACK, 4)
        assert vertices(image) == [5] * 4

    @pytest.mark.slow
    def test_pages_without_a_figure_are_named(self, tmp_path: Path) -> None:
        pytest.importorskip("pypdfium2")
        path = tmp_path / "book.pdf"
        path.write_bytes(pages.pdf([text_page(), page(ALIGNED[:1]), text_page()]))
        (drawing,) = read(path)
        assert isinstance(drawing, Drawing)
        assert drawing.origin.spot is not None
        assert drawing.origin.spot.page == 2
        assert drawing.origin.left_out == ("2 pages that show no figure (1, 3)",)


class TestLoosePieces:
    @pytest.mark.slow
    def test_the_seven_pieces_apart_are_no_seven_puzzles(self) -> None:
        triangle = np.array([[0, 0], [2, 0], [0, 2]])
        slanted = np.array([[0, 0], [1, 0], [2, 1], [1, 1]])
        square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
        forms = [(triangle, 100), (triangle, 100), (triangle, 71), (triangle, 50), (triangle, 50), (square, 100)]
        forms.append((slanted, 100))
        laid = [(form, (60 + 330 * (k % 3), 60 + 330 * (k // 3)), unit) for k, (form, unit) in enumerate(forms)]
        (figure,) = figures_on(page(laid, (1050, 1050)))
        assert "the seven pieces themselves" in figure.fault
        assert len(figure.polygons) == 7
