"""Silhouettes from SVG: every way to write a figure is read."""

from collections.abc import Sequence
from itertools import pairwise
from math import cos, radians, sin
from pathlib import Path

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shared.strategies import puzzles
from shared.svg_files import RingOfSpots, Spot, is_same, on_files, one, region_of, rings_of, shown, svg

from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.writing.svg import text as svg_text
from heuristan.tangram.puzzle.puzzle import Puzzle


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "figure.svg"


def absolute(rings: Sequence[RingOfSpots]) -> str:
    return " ".join("M" + " L".join(f"{x:.9f},{y:.9f}" for x, y in ring) + " Z" for ring in rings)


def relative(rings: Sequence[RingOfSpots]) -> str:
    """Relative commands without blanks where none is needed; a ring starts from where the one before was closed."""
    words, here = [], (0.0, 0.0)
    for ring in rings:
        words.append(f"m{ring[0][0] - here[0]:.9f} {ring[0][1] - here[1]:.9f}")
        words += [f"l{x - u:.9f},{y - v:.9f}" for (u, v), (x, y) in pairwise(ring)]
        words.append("z")
        here = ring[0]
    return "".join(words)


def axial(rings: Sequence[RingOfSpots]) -> str:
    """Level and upright edges by h, H, v and V, others as straight curves."""
    words = []
    for ring in rings:
        words.append(f"M{ring[0][0]:.9f},{ring[0][1]:.9f}")
        for number, ((u, v), (x, y)) in enumerate(pairwise([*ring, ring[0]])):
            if abs(v - y) < 1e-9:
                words.append(f"H{x:.9f}" if number % 2 else f"h{x - u:.9f}")
            elif abs(u - x) < 1e-9:
                words.append(f"V{y:.9f}" if number % 2 else f"v{y - v:.9f}")
            else:
                middle = f"{(2 * u + x) / 3:.9f},{(2 * v + y) / 3:.9f} {(u + 2 * x) / 3:.9f},{(v + 2 * y) / 3:.9f}"
                words.append(f"C{middle} {x:.9f},{y:.9f}")
        words.append("Z")
    return " ".join(words)


ways = st.sampled_from([absolute, relative, axial])


class TestSilhouettes:
    @on_files
    @given(puzzle=puzzles(), way=ways, rule=st.sampled_from(["evenodd", "nonzero"]))
    def test_a_path_is_read_however_it_is_written(self, file: Path, puzzle: Puzzle, way, rule: str) -> None:  # type: ignore[no-untyped-def]
        rings = rings_of(puzzle)
        drawing = one(file, svg(f'<path fill-rule="{rule}" d="{way(rings)}"/>'))
        assert is_same(shown(drawing), region_of(rings))
        assert drawing.y_down
        assert not drawing.laid or len(puzzle.rings) > 1 or len(puzzle.rings[0]) < 5

    @on_files
    @given(puzzle=puzzles())
    def test_the_puzzle_behind_it_is_the_same(self, file: Path, puzzle: Puzzle) -> None:
        drawing = one(file, svg(f'<path fill-rule="evenodd" d="{absolute(rings_of(puzzle))}"/>'))
        found = puzzle_of(drawing)
        assert found.sets == puzzle.sets
        assert sorted(map(len, found.rings)) == sorted(map(len, puzzle.rings))

    @on_files
    @given(
        puzzle=puzzles(),
        angle=st.floats(-180, 180),
        scale=st.floats(0.1, 5),
        move=st.tuples(st.floats(-99, 99), st.floats(-99, 99)),
        mirrors=st.booleans(),
    )
    def test_transforms_nest(
        self, file: Path, puzzle: Puzzle, angle: float, scale: float, move: Spot, mirrors: bool
    ) -> None:
        rings = rings_of(puzzle)
        path = f'<path fill-rule="evenodd" d="{absolute(rings)}"/>'
        groups = [
            f"translate({move[0]!r} {move[1]!r})",
            f"rotate({angle!r})",
            f"scale({scale!r},{-scale if mirrors else scale!r})",
        ]
        nested = path
        for transform in reversed(groups):
            nested = f'<g transform="{transform}">{nested}</g>'
        c, s, sign = cos(radians(angle)), sin(radians(angle)), -1 if mirrors else 1
        expected = [
            [
                (
                    scale * (c * x - s * sign * y) + move[0],
                    scale * (s * x + c * sign * y) + move[1],
                )
                for x, y in ring
            ]
            for ring in rings
        ]
        for text in (nested, f'<g style="transform: {" ".join(groups)}">{path}</g>'):
            assert is_same(shown(one(file, svg(text))), region_of(expected))

    @pytest.mark.slow
    @on_files
    @given(puzzle=puzzles(2))
    def test_what_heuristan_writes_is_read(self, file: Path, puzzle: Puzzle) -> None:
        drawing = one(file, svg_text(puzzle))
        assert drawing.id == puzzle.id
        assert shown(drawing).area == pytest.approx(16 * 100.0**2)

    def test_units(self, file: Path) -> None:
        squares = [
            list(one(file, svg(f'<rect x="{one_inch}" width="{one_inch}" height="{one_inch}"/>')).polygons[0][0])
            for one_inch in ("1in", "25.4mm", "2.54cm", "72pt", "6pc", "96px", "96", "12%", "6em")
        ]
        for square in squares:
            assert square == [pytest.approx(vertex, abs=1e-3) for vertex in squares[6]]

    def test_coordinates_are_those_of_the_view_box(self, file: Path) -> None:
        text = '<polygon points="10,10 30,10 10,30"/>'
        for attributes in ('viewBox="0 0 40 40" width="8cm" height="8cm"', 'width="100" height="100"', ""):
            drawing = one(file, svg(text, attributes))
            assert shown(drawing).bounds == (10, 10, 30, 30)

    def test_fill_rules(self, file: Path) -> None:
        path = '<path fill-rule="{}" d="M0 0H40V40H0Z M10 10{}Z"/>'
        same_way, other_way = "H30V30H10", "V30H30V10"
        assert shown(one(file, svg(path.format("evenodd", same_way)))).area == 1200
        assert shown(one(file, svg(path.format("nonzero", same_way)))).area == 1600
        assert shown(one(file, svg(path.format("nonzero", other_way)))).area == 1200

    @pytest.mark.parametrize(
        "paint", ['fill="white"', 'fill="#fff"', 'style="fill:rgb(255,255,255)"', 'class="paper"', 'id="hole"']
    )
    def test_white_on_the_figure_is_a_hole(self, file: Path, paint: str) -> None:
        styles = "<style>/* the paper */ .paper, #hole { fill: WHITE !important; }</style>"
        text = f'{styles}<rect width="40" height="40"/><rect x="10" y="10" width="20" height="20" {paint}/>'
        assert shown(one(file, svg(text))).area == 1200

    @pytest.mark.parametrize(
        ("paper", "ink"), [("white", "black"), ("black", "white"), ("#eee", "#c60"), ("red", "#fff")]
    )
    def test_the_background_is_not_a_figure(self, file: Path, paper: str, ink: str) -> None:
        text = f'<rect width="100%" height="100%" fill="{paper}"/><g fill="{ink}"><path d="M10 10h40l-40 40z"/></g>'
        assert shown(one(file, svg(text, 'viewBox="0 0 100 100"'))).area == 800

    def test_a_square_that_fills_the_canvas_is_the_figure_if_nothing_else_is(self, file: Path) -> None:
        assert shown(one(file, svg('<rect width="9" height="9"/>', 'viewBox="0 0 9 9"'))).area == 81

    def test_closed_lines_are_an_outline(self, file: Path) -> None:
        line = 'fill="none" stroke="black"'
        for text in (
            f'<path d="M0 0H40V40H0Z" {line}/><circle r="2" fill="none"/>',
            f'<polyline points="0,0 40,0 40,40 0,40 0,0" {line}/>',
            f'<path d="M0 0H40V40H0V.1" {line}/>',
            '<path d="M0 0H40V40H0Z" fill="white" stroke="black"/>',
        ):
            assert shown(one(file, svg(text))).area == pytest.approx(1600, rel=0.01)

    def test_lines_drawn_one_by_one_are_an_outline(self, file: Path) -> None:
        vertices = [(0, 0), (40, 0), (40, 40), (0, 40), (0, 0)]
        lines = "".join(
            f'<line x1="{u}" y1="{v}" x2="{x}" y2="{y}" stroke="black"/>' for (u, v), (x, y) in pairwise(vertices)
        )
        assert shown(one(file, svg(lines))).area == 1600

    def test_a_line_within_a_line_is_a_hole(self, file: Path) -> None:
        text = '<g fill="none" stroke="black"><path d="M0 0H40V40H0Z"/><path d="M10 10H30V30H10Z"/></g>'
        assert shown(one(file, svg(text))).area == 1200

    def test_hidden_shapes_are_ignored(self, file: Path) -> None:
        hidden = ('display="none"', 'visibility="hidden"', 'opacity="0"', 'fill-opacity="0"', 'fill="none"')
        texts = [f'<g {how}><rect width="90" height="90"/></g>' for how in hidden]
        text = f'{"".join(texts)}<defs><rect width="9" height="90"/></defs><text>9</text><path d="M0 0H40V40Z"/>'
        assert shown(one(file, svg(text))).area == 800

    def test_definitions_are_drawn_where_they_are_used(self, file: Path) -> None:
        text = (
            '<defs><symbol id="s" viewBox="0 0 2 2"><path d="M0 0H2V2Z"/></symbol><g id="g"><use href="#s" width="20" '
            'height="20"/></g></defs><use xlink:href="#g" x="5" transform="scale(2)"/>'
        )
        assert shown(one(file, svg(text))).bounds == (10, 0, 50, 40)

    def test_rounded_vertices_are_vertices(self, file: Path) -> None:
        for text in ('<rect width="40" height="40" rx="1"/>', '<path d="M0 0H39.9Q40 0 40 .1V40H0Z"/>'):
            (ring,) = one(file, svg(text)).polygons[0]
            assert {(round(x, 9), round(y, 9)) for x, y in ring} >= {(0, 0), (40, 0), (40, 40), (0, 40)}
            assert shapely.Polygon(ring).area == pytest.approx(1600)

    def test_letters_of_a_caption_are_specks(self, file: Path) -> None:
        text = '<rect width="40" height="40"/><path d="M0 50 h2 v2 q 1 1 -2 0 z"/>'
        assert shown(one(file, svg(text))).area == 1600

    def test_numbers_as_numpy_prints_them(self, file: Path) -> None:
        assert shown(one(file, svg('<path d="M0. 0.L4.e1 0.-0.40.e0z"/>'.replace("-0.40", " 0.,40")))).area == 800
