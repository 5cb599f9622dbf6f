"""Pieces that lie together on a picture, each of its own colour or with gaps or lines between, are the author's."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from shared.commands import Run

from heuristan.pictures.images import read
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.solving.shortcuts import solve_exactly
from heuristan.tangram.verification.judging.judge import judge_author

np = pytest.importorskip("numpy")
cv2 = pytest.importorskip("cv2")

from photographs.pieces import Figure, figure_of  # noqa: E402 - it needs OpenCV
from photographs.samples import Array, lie_alike  # noqa: E402
from photographs.scenes import grained, turned  # noqa: E402

from heuristan.pictures.images.painted import CHANGES, FEWEST, LEAST, _insides, _is_of_few  # noqa: E402

few = settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

WHITE = (255, 255, 255)
SEVEN = ((40, 40, 220), (30, 140, 240), (60, 160, 60), (200, 110, 30), (160, 60, 110), (30, 30, 30), (150, 90, 240))
YELLOW = (140, 240, 250)
LEG = 55
FINE = 4
"""Points drawn for a pixel, each way."""


def painted(
    figure: Figure,
    colours: Sequence[tuple[int, ...]] = SEVEN,
    turn: float = 0.3,
    gap: float = 0.0,
    line: int = 0,
) -> Array:
    """Return a picture of a figure, its pieces painted in colours, with gaps or black lines of some pixels between."""
    points = [turned(piece, turn) * [1, -1] * LEG for piece in figure.pieces]
    low = np.vstack(points).min(0) - 40
    size = np.ceil(np.ptp(np.vstack(points), axis=0) + 80).astype(int)
    image = np.full((size[1] * FINE, size[0] * FINE, 3), 255, np.uint8)
    fixed = [np.round((ring - low) * FINE).astype(np.int32) for ring in points]
    for ring, colour in zip(fixed, colours, strict=False):
        cv2.fillPoly(image, [ring], colour)
    for ring in fixed:
        if gap or line:
            cv2.polylines(image, [ring], True, (0, 0, 0) if line else WHITE, round((gap or line) * FINE))
    return cv2.resize(image, tuple(size.tolist()), interpolation=cv2.INTER_AREA)


def drawing_on(folder: Path, image: Array) -> Drawing:
    path = folder / "pieces.png"
    path.write_bytes(cv2.imencode(".png", image)[1].tobytes())
    (found,) = read(path)
    assert isinstance(found, Drawing)
    return found


def assert_as_painted(drawing: Drawing, figure: Figure) -> None:
    assert not drawing.polygons
    assert drawing.origin.kind.startswith("the author's pieces on a p")
    assert lie_alike([np.array(piece.vertices) for piece in drawing.laid], figure.pieces, y_down=True)
    puzzle = puzzle_of(drawing)
    assert judge_author(puzzle).verdict == "right"
    assert solve_exactly(puzzle, limit=20).status == "solved"


@pytest.mark.slow
@given(st.sampled_from(["cat", "swan", "convex-square", "paradox-bowl"]), st.floats(0, 6), st.permutations(SEVEN))
@few
def test_pieces_in_colours_lie_as_they_were_painted(tmp_path, name, turn, colours):
    figure = figure_of(name)
    assert_as_painted(drawing_on(tmp_path, painted(figure, colours, turn)), figure)


@pytest.mark.slow
@pytest.mark.part(3)
@pytest.mark.parametrize("form", [{"gap": 2}, {"line": 4}, {"gap": 2, "colours": [(90, 140, 190)] * 7}])
def test_pieces_with_gaps_or_lines_between_them_are_read(tmp_path, form):
    figure = figure_of("cat")
    assert_as_painted(drawing_on(tmp_path, painted(figure, **form)), figure)


@pytest.mark.slow
def test_a_photographed_figure_with_a_hole_and_a_pale_piece_is_read(tmp_path):
    figure = figure_of("paradox-shed-window")
    image = painted(figure, (*SEVEN[:4], YELLOW, *SEVEN[5:]))
    assert_as_painted(drawing_on(tmp_path, grained(image, np.random.default_rng(35))), figure)


@pytest.mark.slow
def test_what_is_not_painted_as_seven_pieces_is_a_silhouette(tmp_path):
    figure = figure_of("cat")
    for colours in (SEVEN[:1] * 7, (*SEVEN[:1] * 4, *SEVEN[4:])):
        drawing = drawing_on(tmp_path, painted(figure, colours))
        assert not drawing.laid
        assert drawing.polygons
        assert drawing.origin.kind == "a picture"
        assert not drawing.origin.remarks


@pytest.mark.slow
def test_verify_judges_them(tmp_path: Path, heuristan: Run) -> None:
    drawing_on(tmp_path, painted(figure_of("rocket"), gap=2))
    result = heuristan("verify", str(tmp_path / "pieces.png"))
    assert result.status == 0
    assert "the author's pieces are a solution" in result.out


@given(st.integers(0, 2**32 - 1), st.floats(0.5, 6.0), st.floats(1.0, 40.0))
def test_a_figure_of_few_regions_has_few_by_every_change(seed: int, blur: float, contrast: float) -> None:
    draw = np.random.default_rng(seed)
    patches = cv2.resize(draw.random((5, 5)), (60, 60), interpolation=cv2.INTER_NEAREST)
    noise = draw.random((60, 60)) * draw.choice([0.0, 0.3])
    change = cv2.GaussianBlur(abs(cv2.Laplacian(patches + noise, cv2.CV_64F)), (0, 0), blur) * contrast
    usual = max(LEAST / 100, float(np.median(change)))
    flats = [change < factor * usual for factor in CHANGES]
    if _is_of_few(flats[0], flats[-1]):
        assert all(len(_insides(flat, 0.0)[1]) < FEWEST for flat in flats)
    event(f"few: {_is_of_few(flats[0], flats[-1])}")
