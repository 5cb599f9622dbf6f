"""Figures drawn on pictures are found again, to a small part of a pixel; files that are not pictures are refused."""

import math
import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared.commands import Run

from heuristan.common.faults import InputError
from heuristan.common.files import folder
from heuristan.pictures.images import read as read_picture
from heuristan.pictures.images import recognises
from heuristan.tangram.lattice.points import xy
from heuristan.tangram.outlines.shape import read_shape
from heuristan.tangram.puzzle.drawing import Drawing, Refusal

np = pytest.importorskip("numpy")
cv2 = pytest.importorskip("cv2")

from heuristan.pictures.images.background import median, quantile  # noqa: E402
from heuristan.pictures.images.recognition import figures_on  # noqa: E402 - it needs OpenCV

SHAPES = ("aeroplane", "arrow", "ballerina", "camel", "cat", "convex-square", "goose", "house", "paradox-bowl", "swan")
FINE = 4
"""Points a pixel when pictures are drawn."""

few = settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

Array = Any


@cache
def rings_of(name: str) -> list[Array]:
    """Return the rings of a shape that ships, y down, its middle at the origin."""
    puzzle = read_shape(folder("shapes") / f"{name}.yaml").puzzle
    rings = [np.array([xy(point) for point in ring]) * [1, -1] * puzzle.unit for ring in puzzle.rings]
    points = np.vstack(rings)
    return [ring - (points.min(0) + points.max(0)) / 2 for ring in rings]


def laid(rings: Sequence[Array], leg: float = 40, turn: float = 0, at: tuple[float, float] = (200, 200)) -> list[Array]:
    """Rings in pixels."""
    c, s = math.cos(turn), math.sin(turn)
    return [ring @ np.array([[c, s], [-s, c]]) * leg + at for ring in rings]


def drawn(
    figures: Sequence[Sequence[Array]],
    size: tuple[int, int] = (400, 400),
    ink: tuple[int, int, int] = (30, 30, 30),
    paper: tuple[int, int, int] = (240, 240, 240),
    stroke: float = 0,
) -> Array:
    """Return a picture of figures: filled, or as strokes of a width in pixels."""
    large = np.full((size[1] * FINE, size[0] * FINE, 3), paper, np.uint8)
    for rings in figures:
        fixed = [np.round(((ring + 0.5) * FINE - 0.5) * 64).astype(np.int32) for ring in rings]
        if stroke:
            cv2.polylines(large, fixed, True, ink, round(stroke * FINE), cv2.LINE_8, 6)
        else:
            cv2.fillPoly(large, fixed, ink, cv2.LINE_8, 6)
    return cv2.resize(large, size, interpolation=cv2.INTER_AREA)


def saved(folder: Path, image: Array, name: str = "page.png") -> Path:
    path = folder / name
    path.write_bytes(cv2.imencode(path.suffix, image)[1].tobytes())
    return path


def read(path: Path) -> list[Drawing]:
    found = list(read_picture(path))
    assert all(isinstance(figure, Drawing) for figure in found)
    return [figure for figure in found if isinstance(figure, Drawing)]


def vertices(drawing: Drawing) -> Array:
    return np.array([vertex for part in drawing.polygons for ring in part for vertex in ring])


def on_its_page(drawing: Drawing) -> Array:
    """Return the vertices in pixels of the page that they were read from."""
    assert drawing.origin.spot is not None
    points = vertices(drawing)
    turned = np.column_stack([points, np.ones(len(points))]) @ np.reshape(drawing.origin.spot.to_pixels, (3, 3)).T
    return turned[:, :2] / turned[:, 2:]


def error(found: Array, wanted: Array) -> float:
    """Return the greatest distance, in pixels, from a vertex of either to the nearest of the other."""
    apart = np.linalg.norm(found[:, None] - wanted[None], axis=2)
    return float(max(apart.min(0).max(), apart.min(1).max()))


def is_alike(found: Array, wanted: Array, off: float) -> bool:
    """Return whether two sets of vertices are similar, to a part of the size of the second."""
    a, b = (points @ np.array([1, 1j]) for points in (found, wanted))
    a, b = a - a.mean(), b - b.mean()
    for turn in np.linspace(0, 2 * math.pi, 360, endpoint=False):
        z = a * np.exp(1j * turn) * math.sqrt(float((abs(b) ** 2).mean() / (abs(a) ** 2).mean()))
        for _ in range(5):
            near = b[abs(z[:, None] - b).argmin(1)]
            z = a * np.vdot(a, near - near.mean()) / np.vdot(a, a).real + near.mean()
        apart = abs(z[:, None] - b)
        if max(apart.min(0).max(), apart.min(1).max()) < off * abs(b).max():
            return True
    return False


def test_opencv_has_its_threads_back_after_a_picture() -> None:
    before = cv2.getNumThreads()
    figures_on(np.full((60, 60, 3), 255, np.uint8))
    assert cv2.getNumThreads() == before


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@given(seed=st.integers(0, 99), count=st.integers(1, 2000), share=st.sampled_from((0.25, 0.9, 0.9995)))
def test_quantiles_are_those_of_numpy(kind: type[np.floating], seed: int, count: int, share: float) -> None:
    values = np.random.default_rng(seed).normal(0, 1, count).astype(kind)
    assert median(values) == float(np.median(values))
    assert quantile(values, share) == float(np.quantile(values, share))


colour = st.tuples(*[st.integers(0, 110)] * 3)
turns = st.floats(0, 2 * math.pi)


class TestLaws:
    @pytest.mark.slow
    @few
    @given(name=st.sampled_from(SHAPES), turn=turns, leg=st.floats(28, 55))
    def test_a_drawn_figure_is_found_at_its_place(self, tmp_path: Path, name: str, turn: float, leg: float) -> None:
        figure = laid(rings_of(name), leg, turn)
        (found,) = read(saved(tmp_path, drawn([figure])))
        assert error(vertices(found), np.vstack(figure)) < 0.75
        assert found.origin.kind == "a picture"
        assert error(on_its_page(found), vertices(found)) < 1e-6

    @pytest.mark.slow
    @few
    @given(name=st.sampled_from(SHAPES), ink=colour, is_dark=st.booleans())
    def test_colours_do_not_matter(self, tmp_path: Path, name: str, ink: tuple[int, int, int], is_dark: bool) -> None:
        figure = laid(rings_of(name), turn=0.3)
        light = (230, 250, 240)
        image = drawn([figure], ink=light if is_dark else ink, paper=ink if is_dark else light)
        (found,) = read(saved(tmp_path, image))
        assert error(vertices(found), np.vstack(figure)) < 0.75

    @pytest.mark.slow
    @few
    @given(name=st.sampled_from(SHAPES), seed=st.integers(0, 99), slope=st.floats(-0.4, 0.4))
    def test_noise_and_uneven_light_do_little(self, tmp_path: Path, name: str, seed: int, slope: float) -> None:
        figure = laid(rings_of(name), turn=0.5)
        light = 0.75 + slope * (np.mgrid[0:400, 0:400][1] / 400 - 0.5)
        image = drawn([figure]) * light[..., None] + np.random.default_rng(seed).normal(0, 5, (400, 400, 3))
        blurred = cv2.GaussianBlur(np.clip(image, 0, 255).astype(np.uint8), (0, 0), 1)
        (found,) = read(saved(tmp_path, blurred, "page.jpg"))
        assert error(vertices(found), np.vstack(figure)) < 1.5

    @pytest.mark.slow
    @few
    @given(name=st.sampled_from(("aeroplane", "arrow", "camel", "cat", "goose", "swan")), turn=turns)
    def test_the_middle_of_strokes_is_the_outline(self, tmp_path: Path, name: str, turn: float) -> None:
        figure = laid(rings_of(name)[:1], turn=turn)
        (found,) = read(saved(tmp_path, drawn([figure], stroke=3)))
        assert error(vertices(found), np.vstack(figure)) < 1.2

    @pytest.mark.slow
    @few
    @given(name=st.sampled_from(("camel", "cat", "goose", "swan")), tilt=st.floats(12, 25), axis=turns)
    def test_a_slanted_picture_is_set_straight(self, tmp_path: Path, name: str, tilt: float, axis: float) -> None:
        figure = laid(rings_of(name), turn=1.0, at=(0, 0))
        seen = [slanted(ring, tilt, axis) for ring in figure]
        (found,) = read(saved(tmp_path, drawn([seen])))
        assert is_alike(vertices(found), np.vstack(figure), 0.012)
        assert not is_alike(np.vstack(seen), np.vstack(figure), 0.012)
        assert found.origin.kind == "a photograph taken at a slant"
        assert error(on_its_page(found), np.vstack(seen)) < 1.2


def slanted(points: Array, tilt: float, axis: float, distance: float = 520) -> Array:
    """Points of a plane, turned about an axis in it, seen from a distance (pixels), about the middle of a picture."""
    along, across = np.array([math.cos(axis), math.sin(axis)]), np.array([-math.sin(axis), math.cos(axis)])
    u, v = points @ along, points @ across
    depth = 1 + v * math.sin(math.radians(tilt)) / distance
    flat = np.outer(u, along) + np.outer(v * math.cos(math.radians(tilt)), across)
    return flat / depth[:, None] + 200


class TestPages:
    def page(self) -> list[list[Array]]:
        names = ("cat", "swan", "camel", "arrow", "goose", "aeroplane")
        places = [(150 + 300 * (i % 3), 150 + 300 * (i // 3)) for i in range(6)]
        return [laid(rings_of(name), 26, 0.2 * i, at) for i, (name, at) in enumerate(zip(names, places, strict=True))]

    @pytest.mark.slow
    def test_figures_come_in_reading_order(self, tmp_path: Path) -> None:
        figures = self.page()
        found = read(saved(tmp_path, drawn(figures, (900, 600))))
        assert [figure.id for figure in found] == [f"page-{number}" for number in range(1, 7)]
        assert all(error(vertices(one), np.vstack(other)) < 0.75 for one, other in zip(found, figures, strict=True))

    @pytest.mark.slow
    def test_numbers_and_dust_are_left_out(self, tmp_path: Path) -> None:
        image = drawn(self.page(), (900, 600))
        for number in range(6):
            place = (20 + 300 * (number % 3), 40 + 300 * (number // 3))
            cv2.putText(image, str(number + 1), place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 1, cv2.LINE_AA)
        for x, y in np.random.default_rng(1).integers(5, 595, (40, 2)).tolist():
            image[y, x] = 60
        assert len(read(saved(tmp_path, image))) == 6

    def test_parts_with_a_gap_are_one_figure(self, tmp_path: Path) -> None:
        triangle = np.array([[0, 0], [80, 0], [0, 80.0]])
        figure = [triangle + 60, np.array([[150, 60], [230, 60], [230, 140], [150, 140.0]])]
        (found,) = read(saved(tmp_path, drawn([figure])))
        assert found.id == "page"
        assert len(found.polygons) == 2

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("gap", "height", "number"),
        [(20, 80, 1), (40, 80, 2), (32, 50, 1), (60, 50, 2)],
        ids=["equal and near", "equal", "unequal", "unequal and far"],
    )
    def test_two_parts_are_one_figure_or_two(self, tmp_path: Path, gap: int, height: int, number: int) -> None:
        boxes = [(60, 80), (140 + gap, height)]
        parts = [np.array([[x, 60], [x + 80, 60], [x + 80, 60 + high], [x, 60.0 + high]]) for x, high in boxes]
        assert len(read(saved(tmp_path, drawn([parts])))) == number

    def test_a_hole_is_a_ring_of_its_part(self, tmp_path: Path) -> None:
        figure = laid(rings_of("paradox-shed-window"))
        (found,) = read(saved(tmp_path, drawn([figure])))
        assert [len(part) for part in found.polygons] == [2]
        assert found.y_down

    def test_a_line_drawing_has_holes_too(self, tmp_path: Path) -> None:
        figure = laid(rings_of("paradox-shed-window"))
        (found,) = read(saved(tmp_path, drawn([figure], stroke=2)))
        assert [len(part) for part in found.polygons] == [2]
        assert error(vertices(found), np.vstack(figure)) < 1.2

    def test_a_hole_that_touches_the_outline_is_not_a_piece(self, tmp_path: Path) -> None:
        outline = np.array([[80, 120], [320, 120], [320, 280], [80, 280.0]])
        hole = np.array([[200, 120], [240, 200], [200, 280], [160, 200.0]])
        (found,) = read(saved(tmp_path, drawn([[outline, hole]], stroke=2)))
        assert [len(ring) for part in found.polygons for ring in part] == [5, 5]
        assert error(vertices(found), np.vstack([outline, hole])) < 2.0

    def test_pieces_drawn_in_are_not_holes(self, tmp_path: Path) -> None:
        outline = np.array([[80, 120], [320, 120], [320, 280], [80, 280.0]])
        pieces = [np.array([[80, 120], [240, 120], [240, 280], [80, 280.0]]), outline * [0.5, 1] + [160, 0]]
        (found,) = read(saved(tmp_path, drawn([[outline, *pieces]], stroke=2)))
        assert [len(ring) for part in found.polygons for ring in part] == [4]
        assert error(vertices(found), outline) < 1.2

    def test_a_part_at_another_angle_is_not_a_slant(self, tmp_path: Path) -> None:
        body = np.array([[80, 120], [320, 120], [320, 240], [80, 240.0]])
        turn = math.radians(30)
        head = np.array([[math.cos(turn + k * math.pi / 2), math.sin(turn + k * math.pi / 2)] for k in range(4)]) * 45
        head = head - head[head[:, 1].argmax()] + (200, 119)
        (found,) = read(saved(tmp_path, drawn([[body, head]])))
        # a gap of 15 degrees closes some pixels before the point where the edges meet
        assert error(vertices(found), np.vstack([body, head])) < 3.5

    def test_a_figure_may_reach_the_edge(self, tmp_path: Path) -> None:
        figure = [np.array([[-0.5, 99.5], [199.5, 99.5], [99.5, -0.5]])]
        (found,) = read(saved(tmp_path, drawn([figure], (200, 150))))
        assert error(vertices(found), figure[0]) < 1.0


class TestFormats:
    @pytest.mark.slow
    @pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp"])
    def test_each_is_read(self, tmp_path: Path, suffix: str) -> None:
        figure = laid(rings_of("cat"))
        path = saved(tmp_path, drawn([figure]), f"cat{suffix}")
        assert recognises(path.read_bytes())
        (found,) = read(path)
        assert found.id == "cat"
        assert error(vertices(found), np.vstack(figure)) < 1.0

    @pytest.mark.slow
    def test_grey_and_transparent_pictures(self, tmp_path: Path) -> None:
        figure = laid(rings_of("cat"))
        image = drawn([figure])
        clear = np.dstack([np.zeros_like(image), 255 - image[:, :, 0]])
        for kind in (image[:, :, 0], image.astype(np.uint16) * 257, clear):
            (found,) = read(saved(tmp_path, kind))
            assert error(vertices(found), np.vstack(figure)) < 0.75

    @pytest.mark.slow
    def test_a_rim_that_is_half_transparent_is_not_ink(self, tmp_path: Path) -> None:
        image = drawn([laid(rings_of("cat"))])
        image = np.pad(image, ((300, 300), (300, 300), (0, 0)), constant_values=255)
        opaque = np.full_like(image[:, :, :1], 255)
        opaque[[0, -1]] = opaque[:, [0, -1]] = 128
        (found,) = read(saved(tmp_path, np.dstack([image, opaque])))
        assert found.origin.suspicions == ()

    @pytest.mark.slow
    def test_pages_of_a_pdf(self, tmp_path: Path) -> None:
        pytest.importorskip("pypdfium2")
        path = tmp_path / "book.pdf"
        path.write_bytes(pdf(["100 100 m 300 100 l 100 300 l f", "100 100 m 300 100 l 300 300 l 100 300 l f"]))
        assert recognises(path.read_bytes())
        found = read(path)
        assert [(figure.id, len(vertices(figure))) for figure in found] == [("book-1", 3), ("book-2", 4)]
        assert [figure.origin.spot.page for figure in found if figure.origin.spot] == [1, 2]

    @pytest.mark.slow
    def test_the_text_of_a_pdf_is_no_figure(self, tmp_path: Path) -> None:
        pytest.importorskip("pypdfium2")
        path = tmp_path / "book.pdf"
        letter, figure = "BT /F 300 Tf 80 100 Td (L) Tj ET", "100 100 m 300 100 l 100 300 l f"
        path.write_bytes(pdf([letter, f"{figure} 1 g {letter.replace('300', '30')}"]))
        (found,) = read(path)
        assert len(vertices(found)) == 3
        assert found.origin.left_out == ("page 1, which shows no figure",)

    @pytest.mark.slow
    def test_a_large_photograph_is_reduced(self, tmp_path: Path) -> None:
        image = np.full((3000, 4000, 3), 250, np.uint8)
        cv2.fillPoly(image, [np.array([[500, 500], [3500, 500], [2000, 2000]])], (20, 20, 20))
        (found,) = read(saved(tmp_path, image, "photo.jpg"))
        assert vertices(found).max() < 2400


def pdf(pages: Sequence[str]) -> bytes:
    """Return a PDF of pages of 400 by 400 points, each with one drawing."""
    numbers = range(len(pages))
    kids = " ".join(f"{3 + 2 * i} 0 R" for i in numbers)
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>"]
    for i in numbers:
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents {4 + 2 * i} 0 R >>")
        objects.append(f"<< /Length {len(pages[i])} >>\nstream\n{pages[i]}\nendstream")
    text, places = "%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(text))
        text += f"{number} 0 obj\n{content}\nendobj\n"
    start = len(text)
    text += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n" + "".join(f"{at:010} 00000 n \n" for at in places)
    text += f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return text.encode()


def png(width: int, height: int, data: bytes, bits: int = 8) -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", width, height, bits, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def bad_files() -> Iterator[tuple[str, bytes, str]]:
    good = drawn([laid(rings_of("cat"))])
    jpeg = cv2.imencode(".jpg", good)[1].tobytes()
    yield "text named as a picture", b"a cat", "not a picture; save it as PNG or JPEG"
    yield "empty", b"", "not a picture"
    yield "gif", b"GIF89a" + bytes(20), "a GIF, which is not read; save it as PNG or JPEG"
    yield "bomb", png(30_000, 30_000, zlib.compress(bytes(1000))), "the picture is too large; 20,000 pixels a side"
    yield "16 bits that are not there", png(7000, 7000, zlib.compress(bytes(1000)), 16), "cannot be decoded"
    yield "one long row", png(30_000, 30, zlib.compress(bytes(1000))), "20,000 pixels a side"
    yield "tiny", png(10, 10, zlib.compress(bytes(310))), "10 by 10 pixels"
    yield "more promised than there", png(4000, 4000, zlib.compress(bytes(1000))), "cannot be decoded"
    yield "cut short", jpeg[: len(jpeg) // 2], "ends in the middle"
    yield "no size", jpeg[:2] + b"\xff\xda" + jpeg[-2:], "cannot be decoded"
    yield "blank", cv2.imencode(".png", np.full((300, 300, 3), 200, np.uint8))[1].tobytes(), "no figure stands out"
    yield "no pages", b"%PDF-1.4\nnothing", "the PDF cannot be opened"


class TestRefusals:
    @pytest.mark.parametrize(("name", "data", "words"), [pytest.param(*bad, id=bad[0]) for bad in bad_files()])
    def test_a_bad_file(self, tmp_path: Path, name: str, data: bytes, words: str) -> None:
        if name == "no pages":
            pytest.importorskip("pypdfium2")
        path = tmp_path / "picture.png"
        path.write_bytes(data)
        with pytest.raises(InputError) as refused:
            read_picture(path)
        assert words in str(refused.value)
        assert str(refused.value).startswith(f"{path}: ")

    @pytest.mark.slow
    def test_a_curve_is_not_a_puzzle(self, tmp_path: Path) -> None:
        image = drawn([])
        cv2.circle(image, (200, 200), 120, (0, 0, 0), -1, cv2.LINE_AA)
        (found,) = read_picture(saved(tmp_path, image))
        assert isinstance(found, Refusal)
        assert "no straight edges" in found.message

    @pytest.mark.slow
    def test_patterns_are_not_puzzles(self, tmp_path: Path) -> None:
        comb = np.full((600, 700), 255, np.uint8)
        comb[50:60, 50:650] = 0
        for x in range(50, 650, 8):
            comb[60:550, x : x + 4] = 0
        dots = np.full((600, 700), 255, np.uint8)
        for y, x in np.ndindex(6, 7):
            dots[60 + 77 * y : 135 + 77 * y, 60 + 77 * x : 135 + 77 * x] = 0
        for image in (comb, dots):
            (found,) = read_picture(saved(tmp_path, image))
            assert isinstance(found, Refusal)
            assert "is a pattern" in found.message

    @pytest.mark.slow
    def test_a_pdf_page_of_too_many_pixels(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("pypdfium2")
        from heuristan.common.images import loading

        monkeypatch.setattr(loading, "MOST_IN_IMAGES", 7)
        image = "q 200 0 0 200 100 100 cm BI /W 2 /H 2 /CS /G /BPC 8 ID abcd EI Q"
        path = tmp_path / "book.pdf"
        path.write_bytes(pdf([image]))
        assert len(read(path)) == 1
        path.write_bytes(pdf([f"{image} {image}"]))
        with pytest.raises(InputError, match="page 1 has images of more than"):
            read_picture(path)

    def test_text_is_not_recognised(self) -> None:
        assert not any(
            map(recognises, (b"", b"name: cat", b'{"type": "Feature"}', b"BMW", b"<svg/>", b"POLYGON((0 0))"))
        )

    @pytest.mark.slow
    @settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(data=st.data(), suffix=st.sampled_from([".png", ".jpg", ".webp"]))
    def test_damage_gives_drawings_or_a_refusal(self, tmp_path: Path, data: st.DataObject, suffix: str) -> None:
        content = bytearray(cv2.imencode(suffix, drawn([laid(rings_of("arrow"), 12, at=(60, 60))], (120, 120)))[1])
        for _ in range(data.draw(st.integers(1, 4))):
            at = data.draw(st.integers(0, len(content) - 1))
            content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=4))
        path = tmp_path / f"damaged{suffix}"
        path.write_bytes(bytes(content))
        try:
            found = list(read_picture(path))
        except InputError:
            return
        assert all(isinstance(figure, Drawing | Refusal) for figure in found)


class TestSheet:
    @pytest.mark.slow
    def test_it_shows_the_outline_over_the_picture(self, tmp_path: Path) -> None:
        from heuristan.pictures.images.picture_reader import read_with_sheet

        figure = laid(rings_of("cat"), 80, at=(400, 400))
        path = saved(tmp_path, drawn([figure], (800, 800)))
        sheet = cv2.imdecode(np.frombuffer(read_with_sheet(path)[0], np.uint8), cv2.IMREAD_COLOR)
        assert sheet.shape == (800, 800, 3)
        middles = [(ring + np.roll(ring, 1, axis=0)) / 2 for ring in figure]
        assert all(
            (sheet[y - 2 : y + 3, x - 2 : x + 3, 2].astype(int) - sheet[y - 2 : y + 3, x - 2 : x + 3, 0]).max() > 50
            for x, y in np.round(np.vstack(middles)).astype(int).tolist()
        )

    @pytest.mark.slow
    def test_all_pages_of_a_pdf_are_on_it(self, tmp_path: Path) -> None:
        pytest.importorskip("pypdfium2")
        from heuristan.pictures.images.overlay import PAGE_OF_MANY
        from heuristan.pictures.images.picture_reader import read_with_sheet

        path = tmp_path / "book.pdf"
        path.write_bytes(pdf(["100 100 m 300 100 l 100 300 l f"] * 2))
        sheet = cv2.imdecode(np.frombuffer(read_with_sheet(path)[0], np.uint8), cv2.IMREAD_COLOR)
        assert sheet.shape == (2 * PAGE_OF_MANY, PAGE_OF_MANY, 3)


class TestCommands:
    """A picture from the command line to a solution, with the sheet of what was recognised."""

    def a_cat(self, tmp_path: Path) -> Path:
        return saved(tmp_path, drawn([laid(rings_of("cat"), 45, 0.4)]), "cat.png")

    @pytest.mark.slow
    def test_solve_writes_the_sheet_of_what_it_solves(self, heuristan: Run, tmp_path: Path) -> None:
        self.a_cat(tmp_path)
        ended = heuristan("solve", "cat.png", "--solver", "exact", "--sheet", "sheet.png", "--output", "solved.json")
        assert (ended.status, ended.err) == (0, "")
        assert cv2.imread("sheet.png").shape == (700, 700, 3)
        assert heuristan("verify", "cat.png", "solved.json").status == 0

    @pytest.mark.slow
    def test_convert_writes_the_sheet_of_what_it_reads_once(
        self, heuristan: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        reading = Mock(side_effect=figures_on)
        monkeypatch.setattr("heuristan.pictures.images.recognition.figures_on", reading)
        self.a_cat(tmp_path)
        assert heuristan("convert", "cat.png", "cat.geojson", "--sheet", "sheet.png").status == 0
        assert cv2.imread("sheet.png").shape == (700, 700, 3)
        assert reading.call_count == 1
        assert heuristan("solve", "cat.geojson", "--solver", "exact").status == 0

    @pytest.mark.slow
    def test_the_sheet_shows_what_is_refused(self, heuristan: Run, tmp_path: Path) -> None:
        image = drawn([])
        cv2.circle(image, (200, 200), 120, (0, 0, 0), -1, cv2.LINE_AA)
        saved(tmp_path, image)
        ended = heuristan("solve", "page.png", "--sheet", "sheet.png")
        assert ended.status == 2
        assert "no straight edges" in ended.err
        assert cv2.imread("sheet.png").shape == (700, 700, 3)

    @pytest.mark.slow
    @pytest.mark.parametrize("command", [("solve",), ("convert", "-", "--format", "wkt")])
    @pytest.mark.parametrize(
        ("source", "sheet", "words"),
        [
            ("cat.png", "cat.png", "the file is read as well and would be lost"),
            ("cat.png", "sheet.jpg", "end its name in .png"),
            ("swan", "sheet.png", "swan: --sheet shows what is recognised on a picture or PDF"),
            ("walk.txt", "sheet.png", "walk.txt: --sheet shows what is recognised on a picture or PDF"),
            ("gone.png", "sheet.png", "check the path"),
        ],
    )
    def test_files_without_a_sheet(
        self, heuristan: Run, tmp_path: Path, command: tuple[str, ...], source: str, sheet: str, words: str
    ) -> None:
        before = self.a_cat(tmp_path).read_bytes()
        (tmp_path / "walk.txt").write_text("E 2, N 2, W 2, S 2")
        ended = heuristan(command[0], source, *command[1:], "--sheet", sheet)
        assert ended.status == 2
        assert words in ended.err
        assert "Traceback" not in ended.err
        assert sorted(path.name for path in tmp_path.iterdir()) == ["cat.png", "walk.txt"]
        assert (tmp_path / "cat.png").read_bytes() == before

    def test_a_sheet_is_of_one_picture_and_in_a_place_of_its_own(self, heuristan: Run, tmp_path: Path) -> None:
        self.a_cat(tmp_path)
        (tmp_path / "cap.png").write_bytes((tmp_path / "cat.png").read_bytes())
        for sources in (("cat.png", "cat.png"), ("ca?.png",)):
            both = heuristan("solve", *sources, "--sheet", "sheet.png")
            assert (both.status, "a sheet is of one picture" in both.err) == (2, True)
        same = heuristan("solve", "cat.png", "--output", "same.png", "--sheet", "same.png")
        assert (same.status, "choose two names" in same.err) == (2, True)


@pytest.mark.slow
@pytest.mark.parametrize("blur", [4, 20])
def test_edges_in_a_shadow_lie_where_they_are(blur: int) -> None:
    places = (("cat", 120, 110), ("goose", 380, 110), ("arrow", 120, 380), ("swan", 380, 380))
    figures = [laid(rings_of(name), 20, 0.1, (x, y)) for name, x, y in places]
    picture = drawn(figures, (500, 500), ink=(30, 30, 120))
    shadow = np.zeros((500, 500), np.float32)
    cv2.fillConvexPoly(shadow, np.array([(40, -50), (460, -50), (420, 550), (70, 550)], np.int32), 0.4)
    shaded = picture * (1 - cv2.GaussianBlur(shadow, (0, 0), blur / 2))[..., None]
    found = figures_on(shaded.astype(np.uint8))
    assert len(found) == len(figures)
    for figure, rings in zip(found, figures, strict=True):
        vertices = np.vstack([ring.vertices for ring in figure.rings])
        assert error(figure.view.back(vertices), np.vstack(rings)) < 1.2
