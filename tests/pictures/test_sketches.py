"""Sketches by hand are read as the outlines that were meant; what cannot be read is named with its place."""

import tracemalloc
from functools import cache
from pathlib import Path

import pytest

from heuristan.pictures.images import read as read_picture
from heuristan.tangram.puzzle.drawing import Drawing, Refusal

np = pytest.importorskip("numpy")
cv2 = pytest.importorskip("cv2")

from photographs.samples import Array, covers  # noqa: E402 - it needs numpy
from photographs.sketch import HANDS, Figure, Hand, figure_of, sketched, strokes_of  # noqa: E402 - it needs OpenCV

from heuristan.tangram.outlines.reading import read_outlines  # noqa: E402
from heuristan.tangram.puzzle.puzzle import Puzzle  # noqa: E402

SEED = 14


@cache
def figure(name: str) -> Figure:
    puzzle = next(iter(read_outlines(name)))
    assert isinstance(puzzle, Puzzle)
    found = figure_of(puzzle)
    assert found is not None
    return found


def read(folder: Path, image: Array) -> Drawing | Refusal:
    path = folder / "sketch.png"
    path.write_bytes(cv2.imencode(".png", image)[1].tobytes())
    (found,) = read_picture(path)
    return found


def penned(rings: list[Array], leg: float = 80, width: int = 3) -> Array:
    """Return a picture of lines, in legs, drawn with a pen."""
    points = np.vstack(rings)
    low = points.min(0) - 1
    size = np.ceil((points.max(0) + 1 - low) * leg).astype(int)
    image = np.full((size[1], size[0], 3), 245, np.uint8)
    for ring in rings:
        cv2.polylines(image, [np.round((ring - low) * leg * 16).astype(np.int32)], False, (40, 30, 30), width, 16, 4)
    return image


@pytest.mark.slow
@pytest.mark.part(6)
@pytest.mark.parametrize(
    ("name", "manner"),
    [*(("cat", manner) for manner in HANDS), ("rocket", "gaps"), ("rocket", "squared"), ("rocket", "off")],
)
def test_a_sketch_of_each_manner_is_read(tmp_path: Path, name: str, manner: str) -> None:
    random = np.random.default_rng([SEED, list(HANDS).index(manner)])
    found = read(tmp_path, sketched(figure(name), HANDS[manner], random))
    assert isinstance(found, Drawing)
    assert found.origin.kind == "a sketch"
    outer = [np.array(part[0]) for part in found.polygons]
    assert covers(outer, figure(name).truth, y_down=True) > 0.93


@pytest.mark.slow
def test_what_is_not_closed_is_named_with_its_place(tmp_path: Path) -> None:
    strokes = strokes_of(figure("house"), Hand(), np.random.default_rng(SEED))
    open_at = strokes[0][[0, -1]]
    shown = penned(strokes[1:])
    found = read(tmp_path, shown)
    assert isinstance(found, Refusal)
    low = np.vstack(strokes[1:]).min(0) - 1
    assert "is not closed: strokes end about" in found.message
    assert "; join them there" in found.message
    numbers = [
        float(word.strip("(),;"))
        for word in found.message.split("end about ")[1].split(";")[0].split()
        if word != "and"
    ]
    ends = np.reshape(numbers, (2, 2)) / 80 + low
    assert max(np.linalg.norm(ends - place, axis=1).min() for place in open_at) < 0.15


@pytest.mark.slow
def test_a_wide_gap_that_was_closed_is_told(tmp_path: Path) -> None:
    square = np.array([[0.2, 0], [2.83, 0], [2.83, 2.83], [0, 2.83], [0, 0]])
    found = read(tmp_path, penned([square]))
    assert isinstance(found, Drawing)
    assert [clause.split(" about ")[0] for clause in found.origin.suspicions] == ["a gap of 13 pixels"]


@pytest.mark.slow
def test_a_curve_is_no_sketch(tmp_path: Path) -> None:
    turn = np.linspace(0, 2 * np.pi, 200)
    found = read(tmp_path, penned([np.column_stack([2 * np.cos(turn), 1.2 * np.sin(turn)])]))
    assert isinstance(found, Refusal)
    assert "has no straight edges" in found.message


def test_strokes_along_printed_squares_are_ink() -> None:
    from heuristan.pictures.images.background import normalised
    from heuristan.pictures.images.sketching.ruling import strokes_on

    paper = np.full((300, 400, 3), 245, np.uint8)
    paper[::20] = paper[:, ::20] = (225, 205, 185)
    paper[100:102, 60:340] = paper[100:260, 60:62] = 60
    strokes = strokes_on(normalised(paper))
    assert strokes.has_print
    wanted = np.zeros((300, 400), bool)
    wanted[100:102, 60:340] = wanted[100:260, 60:62] = True
    assert strokes.ink[wanted].mean() > 0.98
    near = cv2.dilate(wanted.astype(np.uint8), np.ones((5, 5), np.uint8))
    assert not strokes.ink[near == 0].any()


def test_long_edges_along_one_direction_are_no_print() -> None:
    from heuristan.pictures.images.background import normalised
    from heuristan.pictures.images.sketching.ruling import strokes_on

    rectangle = np.array([[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]])
    strokes = strokes_on(normalised(penned([rectangle])))
    assert not strokes.has_print
    assert strokes.ink[80:84, 100:380].any(axis=0).all()


@pytest.mark.slow
def test_of_the_faces_of_a_sketch_with_pieces_one_is_the_hole(tmp_path: Path) -> None:
    """The hole of the key has the form of a small triangle, but no stroke of it is on the outside."""
    found = read(tmp_path, sketched(figure("key"), HANDS["pieces"], np.random.default_rng(SEED)))
    assert isinstance(found, Drawing)
    assert len(found.laid) == 7
    assert [len(part) for part in found.polygons] == [2]
    assert covers([np.array(piece.vertices) for piece in found.laid], figure("key").truth, y_down=True) > 0.9


@pytest.mark.parametrize("width", [8, 30])
def test_many_faces_of_a_sketch_need_no_picture_each(width: int) -> None:
    """A scribble of 150 strokes once needed four gigabytes."""
    from heuristan.pictures.images.sketching.closing import Enclosure, inside_of

    ink = np.zeros((400, 100 * width), np.uint8)
    ink[:, ::width] = 1
    away = cv2.distanceTransform(1 - ink, cv2.DIST_L2, 5)
    tracemalloc.start()
    try:
        inside_of(Enclosure(np.ones(ink.shape, bool), away, 0.0, 1.0, 80.0))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 40 * ink.nbytes
