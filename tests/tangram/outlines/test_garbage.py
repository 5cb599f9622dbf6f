"""Files that are not tangrams: each is answered soon, clearly and in little memory, and nothing is fetched.

The garbage itself is made by `benchmarks/adversary/garbage.py`, which feeds the readers a hundred thousand such files.
"""

import gzip
import socket
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import cos, inf, nan, pi, sin
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from types import ModuleType

import pytest
from adversary.bombs import LAUGHS, URL, png
from adversary.nesting import SVG
from hypothesis import given, settings
from hypothesis import strategies as st

from heuristan.common.faults import InputError
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.outlines.tolerant.edge_loops import WIDEST
from heuristan.tangram.outlines.tolerant.readings import readings_of
from heuristan.tangram.outlines.tolerant.silhouette import MAX_CROSSINGS, MAX_LAID
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece, Vector
from heuristan.tangram.puzzle.puzzle import OutlineError

SOON = 10.0
"""Seconds of processor time; all of these take less than two."""

Ring = list[Vector]


@pytest.fixture(scope="module")
def garbage() -> ModuleType:
    """Return the benchmark that makes garbage."""
    pytest.importorskip("cv2")
    pytest.importorskip("pypdfium2")
    from adversary import garbage as found
    from adversary.seeds import seeds

    vars(found)["GOOD"] = seeds()
    return found


TEXTS = ("yaml", "geojson", "geojsonl", "wkt", "walk", "points", "gtans", "peces", "svg", "svgz", "nonsense", "outline")
PICTURES = ("png", "jpeg", "webp", "pdf")


def answer(garbage: ModuleType, form: str, seed: int) -> str:
    with TemporaryDirectory() as place, warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        path = Path(place) / "garbage"
        path.write_bytes(garbage.contents(form, garbage.GOOD, Random(seed)))
        found: str = garbage.answer_to(path)
        return found


class TestMutatedFiles:
    @pytest.mark.slow
    @settings(max_examples=24)
    @given(form=st.sampled_from(TEXTS), seed=st.integers(0, 2**32))
    def test_texts_get_an_answer(self, garbage: ModuleType, form: str, seed: int) -> None:
        assert answer(garbage, form, seed) in ("read", "read in part", "refused")

    @pytest.mark.slow
    @settings(max_examples=8)
    @given(form=st.sampled_from(PICTURES), seed=st.integers(0, 2**32))
    def test_pictures_get_an_answer(self, garbage: ModuleType, form: str, seed: int) -> None:
        assert answer(garbage, form, seed) in ("read", "read in part", "refused")

    @pytest.mark.slow
    @pytest.mark.parametrize("form", [*TEXTS[:-2], *PICTURES])
    def test_what_is_mutated_is_good(self, garbage: ModuleType, form: str, tmp_path: Path) -> None:
        path = tmp_path / "good"
        path.write_bytes(garbage.GOOD[form][0])
        assert garbage.answer_to(path) == "read"


def square(x: float, y: float, side: float = 1.0, turn: float = 0.0) -> Ring:
    c, s = cos(turn) * side, sin(turn) * side
    return [(x + c * u - s * v, y + s * u + c * v) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))]


def star(count: int, inner: float) -> Ring:
    radii = [3 * (inner if i % 2 else 1.0) for i in range(count)]
    return [(r * cos(2 * pi * i / count), r * sin(2 * pi * i / count)) for i, r in enumerate(radii)]


def scatter(count: int) -> Ring:
    dice = Random(1)
    return [(dice.random(), dice.random()) for _ in range(count)]


def stairs(count: int, off: float) -> Ring:
    dice = Random(1)
    steps = [(i // 2 + dice.gauss(0, off), (i + 1) // 2 + dice.gauss(0, off)) for i in range(count - 2)]
    return [*steps, (count / 2, -1.0), (0.0, -1.0)]


def outlined(*rings: Ring, sets: int | None = None, leg: float | None = None) -> Drawing:
    return Drawing("outline", tuple([ring] for ring in rings), sets=sets, leg=leg)


def laid(*rings: Ring, sets: int | None = None, leg: float | None = None) -> Drawing:
    return Drawing("pieces", (), tuple(LaidPiece(None, tuple(ring)) for ring in rings), sets=sets, leg=leg)


OFF = [(0.0, 0.0), (1.0, 0.03), (1.02, 1.0), (0.0, 1.1)]
TURNED = [square(2 * (i % 14), 2 * (i // 14), 1, i) for i in range(196)]
NO_UNION = "no union of pieces|multiples of 45 degrees"
REFUSED: Mapping[str, tuple[Callable[[], Drawing], str]] = {
    "no number": (lambda: laid([(nan, 0.0), (1.0, 0.0), (1.0, 1.0)]), "must be finite numbers"),
    "infinite": (lambda: laid([(inf, 0.0), (1.0, 0.0), (1.0, 1.0)]), "must be finite numbers"),
    "huge": (lambda: laid([(1e200, 0.0), (0.0, 0.0), (1.0, 1e200)]), "such numbers have no digits left"),
    "tiny": (lambda: laid([(1e-200, 0.0), (0.0, 0.0), (1e-200, 1e-200)]), "encloses no area"),
    "nothing": (lambda: Drawing("nothing", ()), "is empty"),
    "two vertices": (lambda: laid([(0.0, 0.0), (1.0, 0.0)]), "has 2 vertices"),
    "no vertices": (lambda: laid([]), "has 0 vertices"),
    "a point": (lambda: laid([(1.0, 1.0)] * 4), "encloses no area"),
    "a leg of nothing": (lambda: laid(OFF, leg=0.0), "the small leg is 0 long"),
    "a leg of no number": (lambda: laid(OFF, leg=nan), "the small leg is nan long"),
    "a leg that is huge": (lambda: laid(OFF, leg=1e300), "the small leg is 1e\\+300 long"),
    "a leg that is infinite": (lambda: laid(OFF, leg=inf), "the small leg is inf long"),
    "too many sets": (lambda: outlined(OFF, sets=10**30), "1 to 100 are read"),
    "too many pieces": (lambda: laid(*[square(i, i, 2, i) for i in range(5000)]), f"more than {MAX_LAID} are not read"),
    "pieces over each other": (
        lambda: laid(*[square(i % 9, i % 7, 2, i) for i in range(250)]),
        "cross each other more than 3000 times",
    ),
    "pieces apart": (lambda: laid(*[square(2 * i, 0, 1, i) for i in range(280)], sets=40), "more vertices than"),
    "parts at any angle": (lambda: outlined(*TURNED), NO_UNION),
    "too wide": (lambda: outlined([(0, 0), (80, 0), (80, 1.02), (0, 1)], sets=10), f"than {WIDEST} "),
    "stairs": (lambda: outlined(stairs(100, 0.1)), "degrees off the directions"),
    "many side by side": (
        lambda: outlined(*[square(1.1 * i, i % 3 / 7) for i in range(100)], sets=12),
        "more vertices than the pieces have",
    ),
    "a circle": (lambda: outlined(star(2000, 1)), NO_UNION),
    "a star": (lambda: outlined(star(2000, 0.9)), NO_UNION),
    "the same again and again": (lambda: outlined([(0, 0), (2, 0), (1, 1811865)] * 600), "."),
    "hairs": (lambda: outlined(*[star(200, 1e-3) for _ in range(2)]), f"{NO_UNION}|cross each other"),
    "a tangle": (lambda: outlined(scatter(2000)), f"cross each other more than {MAX_CROSSINGS} times"),
    "a smaller tangle": (lambda: outlined(scatter(100)), f"{NO_UNION}|cross each other"),
}


class TestDrawings:
    @pytest.mark.slow
    @pytest.mark.part(5)
    @pytest.mark.filterwarnings("error")
    @pytest.mark.parametrize("name", REFUSED)
    def test_they_are_refused_soon(self, name: str) -> None:
        made, message = REFUSED[name]
        drawing = made()
        start = process_time()
        with pytest.raises(OutlineError, match=message):
            puzzle_of(drawing)
        with pytest.raises(OutlineError):
            list(readings_of(drawing, TANGRAM))
        assert process_time() - start < SOON

    @pytest.mark.filterwarnings("error")
    @settings(max_examples=8)
    @given(st.integers(0, 2**32), st.sampled_from([1e-90, 1e-9, 1.0, 1e9, 1e90]))
    def test_what_shapely_warns_of_is_not_heard(self, seed: int, scale: float) -> None:
        dice = Random(seed)
        spots = [(dice.randint(-3, 3) * scale, dice.randint(-3, 3) * scale) for _ in range(dice.randint(3, 30))]
        with suppress(OutlineError):
            assert list(readings_of(outlined(spots), TANGRAM))


def test_a_blot_of_few_pixels_is_not_a_part() -> None:
    pytest.importorskip("cv2")
    import numpy as np

    from heuristan.pictures.images.curves import STRAIGHT, Contour
    from heuristan.pictures.images.figure import Figure
    from heuristan.pictures.images.polygonal import Ring

    def ring(part: int, spots: list[Vector], *, is_hole: bool = False) -> Ring:
        vertices = np.array(spots, float).reshape(-1, 2)
        return Ring(Contour(vertices, is_hole, part, 0.0), (), vertices, 0.0)

    good, few = square(0, 0, 100), [(40.0, 40.0), (41.0, 40.0)]
    rings = (ring(0, good), ring(0, few, is_hole=True), ring(1, few), ring(1, square(300, 0, 9), is_hole=True))
    assert Figure(rings, STRAIGHT).polygons == ((tuple(good),),)


def test_what_the_geometry_library_cannot_do_is_a_fault_of_the_outline(monkeypatch: pytest.MonkeyPatch) -> None:
    import shapely

    from heuristan.tangram.outlines.tolerant import readings

    def raising(*_: object) -> None:
        raise shapely.errors.GEOSException("a side location conflict")

    monkeypatch.setattr(readings, "parts_of", raising)
    drawing = Drawing("x", (([(0.0, 0.0), (4.0, 0.1), (4.0, 2.0), (0.1, 2.0)],),))
    with pytest.raises(OutlineError, match="too tangled"):
        next(readings_of(drawing, TANGRAM))


BOMBS = {
    "a billion laughs": (lambda: f'<!DOCTYPE svg [<!ENTITY l0 "ha">{LAUGHS}]>{SVG}<path d="&l9;"/></svg>', "DOCTYPE"),
    "a file as entity": (
        lambda: f'<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]>{SVG}<text>&a;</text></svg>',
        "DOCTYPE",
    ),
    "a page as entity": (lambda: f'<!DOCTYPE svg [<!ENTITY % a SYSTEM "{URL}"> %a;]>{SVG}</svg>', "DOCTYPE"),
    "a style sheet elsewhere": (
        lambda: f'<?xml-stylesheet href="{URL}"?>{SVG}<rect width="9" height="9"/></svg>',
        "fetched",
    ),
    "a picture elsewhere": (lambda: f'{SVG}<image href="{URL}" width="9" height="9"/></svg>', "picture|image"),
    "a drawing elsewhere": (lambda: f'{SVG}<use xlink:href="{URL}#a"/></svg>', "another file|fetched|elsewhere"),
    "a packed bomb": (lambda: gzip.compress(SVG.encode() + bytes(1 << 28), 1), "larger than"),
    "a bomb in a bomb": (
        lambda: gzip.compress(gzip.compress(SVG.encode() + bytes(1 << 24))),
        "nothing that is known|binary",
    ),
    "groups in groups": (lambda: SVG + "<g>" * 100_000, "nest deeper"),
    "a picture of 30,000 pixels": (lambda: png(30_000, 30_000), "the picture is too large; 20,000 pixels a side"),
}
"""What makes each, and what is said of it."""


class TestBombs:
    @pytest.mark.parametrize("name", BOMBS)
    def test_they_are_refused_and_nothing_is_fetched(
        self, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made, message = BOMBS[name]
        content = made()
        if isinstance(content, bytes) and content.startswith(b"\x89PNG"):
            pytest.importorskip("cv2")
        path = tmp_path / "bomb"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        monkeypatch.setattr(socket, "socket", _unwanted)
        monkeypatch.setattr(socket, "create_connection", _unwanted)
        start = process_time()
        with pytest.raises(InputError, match=message):
            list(read_outlines(path))
        assert process_time() - start < SOON


def _unwanted(*_what: object, **_more: object) -> None:
    raise AssertionError("something is fetched")
