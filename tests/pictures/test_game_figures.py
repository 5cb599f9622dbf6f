"""Figures of gTans and Peces: what a file lays down is what is read, and bad figures are refused alone."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from math import cos, dist, pi, sin, sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import pytest
import shapely
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shared.strategies import Assembly, full_sets

from heuristan.common.faults import InputError
from heuristan.common.overlay import union
from heuristan.pictures.games.figure_files import LOOKED_AT
from heuristan.pictures.games.figure_files import read as read_gtans
from heuristan.pictures.games.figure_files import read as read_peces
from heuristan.pictures.games.figure_files import recognises as is_gtans
from heuristan.pictures.games.figure_files import recognises as is_peces
from heuristan.tangram.lattice.points import xy
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece, Refusal, Vector

Found: TypeAlias = list[Drawing | Refusal]

ROOT, HALF = sqrt(2), sqrt(0.5)
GTANS_FORMS: dict[str, tuple[int, list[Vector], Vector]] = {
    "large-triangle": (0, [(0, 0), (2, 0), (0, 2)], (2 / 3, 2 / 3)),
    "medium-triangle": (1, [(0, 0), (ROOT, 0), (0, ROOT)], (ROOT / 3, ROOT / 3)),
    "square": (2, [(0, 0), (1, 0), (1, 1), (0, 1)], (0.5, 0.5)),
    "parallelogram": (3, [(0, HALF), (HALF, 0), (HALF, ROOT), (0, HALF + ROOT)], (HALF / 2, (HALF + ROOT) / 2)),
    "small-triangle": (4, [(0, 0), (1, 0), (0, 1)], (1 / 3, 1 / 3)),
}
TRIANGLE: list[Vector] = [(2 / 3, 1 / 3), (-1 / 3, 1 / 3), (-1 / 3, -2 / 3)]
PECES_FORMS: dict[str, tuple[int, list[Vector]]] = {
    "square": (1, [(0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5)]),
    "small-triangle": (2, TRIANGLE),
    "medium-triangle": (3, [(u * ROOT, v * ROOT) for u, v in TRIANGLE]),
    "large-triangle": (4, [(u * 2, v * 2) for u, v in TRIANGLE]),
    "parallelogram": (5, [(0, 0.5), (-1, 0.5), (0, -0.5), (1, -0.5)]),
}


def as_gtans(name: str, ring: Sequence[Vector]) -> str:
    """Return the line of gTans for a piece in legs, y down: found by trying every turn, mirrored and not."""
    number, vertices, (hx, hy) = GTANS_FORMS[name]
    for flip, eighth in product((0, 1), range(8)):
        c, s = cos(eighth * pi / 4), sin(eighth * pi / 4)
        local = [((hx - u if flip else u - hx), v - hy) for u, v in vertices]
        place = place_of([(u * c + v * s, v * c - u * s) for u, v in local], ring)
        if place:
            return f"p {number} {flip} {place[0]:e} {place[1]:e} {eighth * 8192}"
    raise AssertionError(f"gTans has no such {name}")


def as_peces(name: str, ring: Sequence[Vector], scale: int) -> str:
    """Return the five numbers of Peces for a piece in legs, y down."""
    number, vertices = PECES_FORMS[name]
    for mirrored, eighth in product((0, 1), range(8)):
        c, s = cos(eighth * pi / 4), sin(eighth * pi / 4)
        local = [(-u if mirrored else u, v) for u, v in vertices]
        place = place_of([(u * c - v * s, u * s + v * c) for u, v in local], ring)
        if place:
            return f"{number} {place[0] * scale:.5f} {place[1] * scale:.5f} {eighth * pi / 4} {mirrored}"
    raise AssertionError(f"Peces has no such {name}")


def place_of(form: Sequence[Vector], ring: Sequence[Vector]) -> Vector | None:
    """Where a form must be moved so that it is the ring."""
    for u, v in form:
        x, y = ring[0][0] - u, ring[0][1] - v
        if all(min(dist((a + x, b + y), p) for a, b in form) < 1e-9 for p in ring):
            return x, y
    return None


def in_legs(assembly: Assembly) -> list[LaidPiece]:
    """Return the pieces in legs, y down."""
    return [LaidPiece(piece.name, tuple((x / 2, -y / 2) for x, y in map(xy, piece.ring))) for piece in assembly]


def gtans_text(*figures: Sequence[LaidPiece]) -> str:
    lines = [["1 1 1024", *(as_gtans(str(name), ring) for name, ring in pieces)] for pieces in figures]
    return "\n".join([f"gTans v1.0 {len(figures)}", *(line for figure in lines for line in figure)]) + "\n"


def peces_text(*figures: Sequence[LaidPiece], scale: int = 58) -> str:
    pieces = [" ".join(as_peces(str(name), ring, scale) for name, ring in figure) for figure in figures]
    return "".join(f"Own.{number:03}\n{scale} {line}\n1 2 0\n" for number, line in enumerate(pieces, 1))


def read(reader: Callable[[Path], Iterator[Drawing | Refusal]], text: str | bytes, name: str = "own.fig") -> Found:
    with TemporaryDirectory() as place:
        path = Path(place) / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return list(reader(path))


def differs(laid: Sequence[LaidPiece], wanted: Sequence[LaidPiece], leg: float) -> float:
    """Return how far, in legs, vertices are from the vertices of the same piece that they should be on."""
    assert [piece.name for piece in laid] == [piece.name for piece in wanted]
    return max(
        min(dist((x / leg, y / leg), vertex) for vertex in right.vertices)
        for piece, right in zip(laid, wanted, strict=True)
        for x, y in piece.vertices
    )


@given(full_sets())
def test_gtans_gives_back_what_was_laid(assembly: Assembly) -> None:
    wanted = in_legs(assembly)
    text = gtans_text(wanted, wanted[::-1])
    assert is_gtans(text.encode())
    first, second = read(read_gtans, text)
    assert isinstance(first, Drawing)
    assert isinstance(second, Drawing)
    assert (first.id, second.id) == ("own-001", "own-002")
    assert (first.polygons, first.y_down, first.sets, first.leg) == ((), True, 1, 1.0)
    assert differs(first.laid, wanted, 1) < 1e-5
    assert differs(second.laid, wanted[::-1], 1) < 1e-5


@pytest.mark.slow
@settings(max_examples=8)
@given(full_sets(2), st.sampled_from([58, 55, 45]))
def test_peces_gives_back_what_was_laid(assembly: Assembly, scale: int) -> None:
    wanted = in_legs(assembly)
    text = peces_text(wanted, wanted, scale=scale)
    assert is_peces(text.encode())
    for number, found in enumerate(read(read_peces, text), 1):
        assert isinstance(found, Drawing)
        assert found.id == f"own-{number:04}-Own.{number:03}"
        assert (found.polygons, found.y_down, found.sets, found.leg) == ((), True, 2, scale)
        assert differs(found.laid, wanted, scale) < 1e-5


SQUARE = "p 0 0 1 1 0\np 0 0 3 1 16384\np 1 0 1 3 0\np 2 0 5 5 8192\np 3 1 6 6 0\np 4 0 7 7 0\np 4 0 8 8 0\n"
"""Seven pieces, lying anywhere."""
PIECES = "58 1 9 9 0 0 2 99 9 1.57 0 2 199 9 0 1 3 9 99 0 0 4 9 199 0 0 4 9 299 0 0 5 99 299 -0.785 1"


def test_turns_and_flips_of_gtans() -> None:
    (found,) = read(read_gtans, f"gTans v1.0 1 \n1 1 1024 \n{SQUARE}")
    assert isinstance(found, Drawing)
    assert [piece.name for piece in found.laid][::5] == ["large-triangle", "small-triangle"]
    # not turned, the vertex with the right angle is at the upper left; a quarter turn brings it to the lower left
    assert dist(found.laid[0].vertices[0], (1 / 3, 1 / 3)) < 1e-9
    assert dist(found.laid[1].vertices[0], (3 - 2 / 3, 1 + 2 / 3)) < 1e-9
    # flipped, the upper vertex of the parallelogram's left side is that of its right side
    assert dist(found.laid[4].vertices[0], (6 + HALF / 2, 6 - HALF / 2)) < 1e-9


def test_a_file_that_is_cut_off_loses_its_last_figure_alone() -> None:
    text = f"gTans v1.0 2\n1 1 1024\n{SQUARE}1 1 1024\n{SQUARE}"
    found = read(read_gtans, text[:-5])
    assert [isinstance(one, Drawing) for one in found] == [True, False]
    found = read(read_peces, f"A.1\n{PIECES}\n1 1\nB.1\n{PIECES[:-9]}")
    assert [isinstance(one, Drawing) for one in found] == [True, False]


@pytest.mark.parametrize(
    ("figure", "message"),
    [
        ("1 1\n" + SQUARE, "figure 2: the figure should start with three numbers, like '1 1 1024'"),
        ("1 1 1024\n" + SQUARE.replace("p 4 0 8 8 0\n", ""), "figure 2: these are not the seven tans"),
        ("1 1 1024\n" + SQUARE.replace("p 1 0 1 3 0", "p 7 0 1 3 0"), "the type '7'; the types are 0 to 4 (line 13)"),
        ("1 1 1024\n" + SQUARE.replace("p 1 0 1 3 0", "p 1 2 1 3 0"), "flip of a piece is '2'; write 0 or 1 (line 13)"),
        ("1 1 1024\n" + SQUARE.replace("p 1 0 1 3 0", "p 1 0 nan 3 0"), "the x of a piece is 'nan'; write a number"),
        ("1 1 1024\n" + SQUARE.replace("p 1 0 1 3 0", "p 1 0 1 1e99 0"), "is '1e99'; write a number below 1e+09"),
        ("1 1 1024\n" + SQUARE.replace("p 1 0 1 3 0", "p 1 0 1 3"), "a piece has 4 numbers; write type, flip"),
        ("1 1 1024\n" + SQUARE * 3, "figure 2: these are not the seven tans"),
    ],
    ids=range(8),
)  # fmt: skip
def test_a_bad_figure_of_gtans_is_refused_alone(figure: str, message: str) -> None:
    found = read(read_gtans, f"gTans v1.0 3\n1 1 1024\n{SQUARE}{figure}1 1 1024\n{SQUARE}", "own.figures")
    assert [isinstance(one, Drawing) for one in found] == [True, False, True]
    assert found[1].id == "own-002"
    assert isinstance(found[1], Refusal)
    assert "own.figures:10: " in found[1].message
    assert message in found[1].message


@pytest.mark.parametrize("text", ["gTans", "gTans v2.0 3\n", "gTans v1.0 many\n1 1 1024\n"])
def test_files_that_are_not_of_gtans(text: str) -> None:
    with pytest.raises(InputError, match="a file of gTans starts like"):
        read(read_gtans, text)


def test_the_names_of_peces() -> None:
    text = f"Casa.1\n{PIECES}\n1 1\n\nBart Simpson\n{PIECES}\n1 2 1\n\x07\n{PIECES}\n" + f"Ca\xf1a\n{PIECES}\n3 1 0\n"
    found = read(read_peces, text.encode("latin-1"))
    assert [one.id for one in found] == ["own-0001-Casa.1", "own-0002-Bart Simpson", "own-0003", "own-0004-Caña"]
    assert all(isinstance(one, Drawing) for one in found)


@pytest.mark.parametrize(
    ("figure", "message"),
    [
        ("Bad.1\n", "4: the figure has a name but no pieces"),
        (f"Bad.1\n{PIECES} 7\n1 1\n", "5: the line has 37 numbers; it should have the scale, and five for each piece"),
        (f"Bad.1\n{PIECES.replace('58 1', '58 31')}\n1 1\n", "5: these are not the seven tans but pieces of another"),
        (f"Bad.1\n{PIECES} 1 9 9 0 0\n1 1\n", "5: these are not the seven tans but pieces of"),
        (f"Bad.1\n{PIECES.replace('58', '0', 1)}\n1 1\n", "5: the scale is not above zero"),
        (f"Bad.1\n{PIECES.replace('1.57', '1e10')}\n1 1\n", "5: the turn of a piece is '1e10'; write a number below"),
        (f"Bad.1\n{PIECES.replace('1.57', 'x' * 99)}\n1 1\n", "5: the turn of a piece is 'xxxxxx"),
        (f"Bad.1\n{PIECES[:-1]}3\n1 1\n", "5: the mirroring of a piece is '3'; write 0 or 1"),
    ],
    ids=range(8),
)  # fmt: skip
def test_a_bad_figure_of_peces_is_refused_alone(figure: str, message: str) -> None:
    found = read(read_peces, f"Good.1\n{PIECES}\n1 1\n{figure}Good.2\n{PIECES}\n1 1\n")
    assert [isinstance(one, Drawing) for one in found] == [True, False, True]
    assert isinstance(found[1], Refusal)
    assert found[1].id == "own-0002-Bad.1"
    assert f"own.fig:{message}" in found[1].message


def test_figures_of_another_puzzle_are_refused_as_a_file() -> None:
    other = f"Other.1\n{PIECES.replace('58 1', '58 31')}\n1 1\n"
    with pytest.raises(InputError, match=r"own.fig:2: these are not the seven tans but pieces of another puzzle"):
        read(read_peces, other * 3)
    # a file of tans may have a few among them
    found = read(read_peces, other * (LOOKED_AT - 1) + f"Good.1\n{PIECES}\n1 1\n")
    assert [isinstance(one, Drawing) for one in found] == [False] * (LOOKED_AT - 1) + [True]


def test_figures_are_read_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "long.figures"
    path.write_text("gTans v1.0 5000\n" + f"1 1 1024\n{SQUARE}" * 5000)
    found = read_gtans(path)
    assert isinstance(next(found), Drawing)
    path.write_text("")
    assert len(list(found)) < 4999


@pytest.mark.parametrize("reader", [read_gtans, read_peces], ids=["gtans", "peces"])
def test_lines_without_end(reader: Callable[[Path], Iterator[Drawing | Refusal]]) -> None:
    with pytest.raises(InputError, match="the line is longer than 64 KiB"):
        read(reader, "gTans " + "1 " * 100_000)


SCRAPS = (
    "p",
    "p ",
    "\n",
    " ",
    "-",
    ".",
    "e9",
    "nan",
    "0",
    "1e999",
    "99999999999999999999",
    "\0",
    "\xff",
    "gTans",
    "1 1 0\n",
)


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Return a good text with a few stretches cut out, doubled, or replaced."""
    text = draw(st.sampled_from([f"gTans v1.0 2\n1 1 1024\n{SQUARE}1 1 1024\n{SQUARE}", f"A.1\n{PIECES}\n1 1\n" * 2]))
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 30)))
        scrap = draw(st.sampled_from(SCRAPS) | st.just(text[start:end] * 2) | st.just("") | st.text(max_size=4))
        text = text[:start] + scrap + text[end:]
    return text.encode(errors="surrogatepass")


@pytest.mark.slow
@settings(max_examples=100)
@given(mutated(), st.sampled_from([read_gtans, read_peces]))
@example(b"gTans v1.0 1 " + b"p " * 30_000, read_gtans)
@example(b"gTans v1.0 1 " + b"1 " * 30_000, read_gtans)
def test_whatever_stands_in_a_file_is_answered(
    text: bytes, reader: Callable[[Path], Iterator[Drawing | Refusal]]
) -> None:
    with suppress(InputError):
        for one in read(reader, text):
            assert one.id.isprintable()
            if isinstance(one, Drawing):
                assert len(one.laid) in (7, 14)
            else:
                assert one.message.isprintable()
                assert len(one.message) < 500


GAMES = Path("/usr/share/games")
INSTALLED = [
    *((path, read_gtans, 1) for path in sorted((GAMES / "gtans/figures").glob("*.figures"))),
    (GAMES / "glpeces/figures/t7.fig", read_peces, 1),
    (GAMES / "glpeces/figures/t14.fig", read_peces, 2),
]


@pytest.mark.parametrize(("path", "reader", "sets"), INSTALLED, ids=[path.name for path, _, _ in INSTALLED])
def test_every_installed_figure_is_read(
    path: Path, reader: Callable[[Path], Iterator[Drawing | Refusal]], sets: int
) -> None:
    """The figures of the Debian packages gtans and glpeces-data, where they are installed."""
    if not path.exists():
        pytest.skip(f"{path} is not installed")
    found = list(reader(path))
    assert len(found) > 30
    for number, drawing in enumerate(found):
        assert isinstance(drawing, Drawing)
        assert drawing.leg is not None
        if number % 40 == 0:
            covered = union([shapely.Polygon(piece.vertices) for piece in drawing.laid])
            assert covered.area / drawing.leg**2 == pytest.approx(8 * sets, rel=0.03)


def test_installed_figures_of_other_puzzles_are_refused() -> None:
    others = [path for path in (GAMES / "glpeces/figures").glob("*.fig") if path.stem not in ("t7", "t14")]
    if not others:
        pytest.skip("glpeces-data is not installed")
    for path in others:
        with pytest.raises(InputError, match="not the seven tans"):
            next(read_peces(path))
