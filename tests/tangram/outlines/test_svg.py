"""Outlines from SVG: every way to write a figure is read; a file that is unsafe or has no figure is refused."""

import gzip
import re
from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import TypeAlias

import pytest
import shapely
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared.places import TOP
from shared.strategies import Assembly, full_sets, puzzles
from shared.wild import CHANGES, wild_outline

from heuristan.common.faults import InputError
from heuristan.tangram.lattice.points import xy
from heuristan.tangram.outlines.piece_sets import read_piece_set
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.outlines.svg import read as read_svg
from heuristan.tangram.outlines.svg import recognises
from heuristan.tangram.outlines.writing.svg import text as svg_text
from heuristan.tangram.pieces.sets import UNITS_A_LEG
from heuristan.tangram.puzzle.drawing import Drawing, Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle

Spot: TypeAlias = tuple[float, float]
RingOfSpots: TypeAlias = Sequence[Spot]

shared = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "figure.svg"


def svg(content: str, attributes: str = 'viewBox="-400 -400 800 800"') -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>\n{content}\n</svg>\n'


def read(file: Path, text: str | bytes) -> list[Drawing | Refusal]:
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(read_svg(file))


def one(file: Path, text: str | bytes) -> Drawing:
    (drawing,) = read(file, text)
    assert isinstance(drawing, Drawing)
    return drawing


def drawings(file: Path, text: str) -> list[Drawing]:
    found = read(file, text)
    assert all(isinstance(each, Drawing) for each in found)
    return [each for each in found if isinstance(each, Drawing)]


def refusal(file: Path, text: str | bytes) -> str:
    with pytest.raises(InputError) as fault:
        read(file, text)
    message = str(fault.value)
    assert message.startswith(f"{file}:")
    return message.removeprefix(f"{file}:")


def rings_of(puzzle: Puzzle, scale: float = 20.0) -> list[RingOfSpots]:
    """Return the rings of a puzzle in a picture with y down."""
    return [[(scale * x / UNITS_A_LEG, -scale * y / UNITS_A_LEG) for x, y in map(xy, ring)] for ring in puzzle.rings]


def region_of(rings: Sequence[RingOfSpots]) -> shapely.Geometry:
    """Return the region that rings enclose by the even-odd rule."""
    region = shapely.Polygon()
    for ring in rings:
        region = region.symmetric_difference(shapely.Polygon(ring))
    return region


def shown(drawing: Drawing) -> shapely.Geometry:
    """Return the region that a drawing covers."""
    if drawing.laid:
        return shapely.unary_union([shapely.Polygon(piece.vertices) for piece in drawing.laid])
    return shapely.unary_union([shapely.Polygon(part[0], part[1:]) for part in drawing.polygons])


def is_same(region: shapely.Geometry, other: shapely.Geometry) -> bool:
    return bool(region.symmetric_difference(other).area < 1e-4 * region.area)


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
    @shared
    @given(puzzle=puzzles(), way=ways, rule=st.sampled_from(["evenodd", "nonzero"]))
    def test_a_path_is_read_however_it_is_written(self, file: Path, puzzle: Puzzle, way, rule: str) -> None:  # type: ignore[no-untyped-def]
        rings = rings_of(puzzle)
        drawing = one(file, svg(f'<path fill-rule="{rule}" d="{way(rings)}"/>'))
        assert is_same(shown(drawing), region_of(rings))
        assert drawing.y_down
        assert not drawing.laid or len(puzzle.rings) > 1 or len(puzzle.rings[0]) < 5

    @shared
    @given(puzzle=puzzles())
    def test_the_puzzle_behind_it_is_the_same(self, file: Path, puzzle: Puzzle) -> None:
        drawing = one(file, svg(f'<path fill-rule="evenodd" d="{absolute(rings_of(puzzle))}"/>'))
        found = puzzle_of(drawing)
        assert found.sets == puzzle.sets
        assert sorted(map(len, found.rings)) == sorted(map(len, puzzle.rings))

    @shared
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
    @shared
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


@st.composite
def drawn_pieces(draw: st.DrawFn) -> list[tuple[str, RingOfSpots]]:
    """Return a set of pieces as an author lays them: moved a little, turned and scaled all together."""
    angle, scale = draw(st.floats(0, 6.3)), draw(st.floats(1, 60))
    slips = st.floats(-0.02, 0.02)
    found = []
    for placement in draw(full_sets()):
        dx, dy = draw(slips), draw(slips)
        spots = [(x / UNITS_A_LEG + dx, y / UNITS_A_LEG + dy) for x, y in map(xy, placement.ring)]
        c, s = scale * cos(angle), scale * sin(angle)
        found.append((placement.name, [(c * x - s * y, s * x + c * y) for x, y in spots]))
    return found


def assert_laid(drawing: Drawing, pieces: Sequence[tuple[str, RingOfSpots]]) -> None:
    assert [piece.name for piece in drawing.laid] == [name for name, _ in pieces]
    for piece, (_, ring) in zip(drawing.laid, pieces, strict=True):
        assert piece.vertices == tuple(pytest.approx(vertex, abs=1e-5) for vertex in ring)


class TestPieces:
    @shared
    @given(pieces=drawn_pieces(), stroke=st.sampled_from(['fill="#ccc" stroke="white"', 'fill="none" stroke="black"']))
    def test_polygons_that_are_tans_are_pieces(
        self, file: Path, pieces: list[tuple[str, RingOfSpots]], stroke: str
    ) -> None:
        polygons = "".join(
            f'<polygon id="{number}" points="{" ".join(f"{x:.6f},{y:.6f}" for x, y in ring)}" {stroke}/>\n'
            for number, (_, ring) in enumerate(pieces, 1)
        )
        drawing = one(file, svg(polygons))
        assert drawing.polygons == ()
        assert_laid(drawing, pieces)

    @shared
    @given(pieces=drawn_pieces())
    def test_each_may_have_its_own_transform(self, file: Path, pieces: list[tuple[str, RingOfSpots]]) -> None:
        polygons = []
        for _, ring in pieces:
            (x0, y0), (x1, y1) = ring[0], ring[1]
            c, s = (x1 - x0) / hypot(x1 - x0, y1 - y0), (y1 - y0) / hypot(x1 - x0, y1 - y0)
            local = [(c * (x - x0) + s * (y - y0), -s * (x - x0) + c * (y - y0)) for x, y in ring]
            points = " ".join(f"{x:.9f} {y:.9f}" for x, y in local)
            matrix = f"matrix({c:.12f} {s:.12f} {-s:.12f} {c:.12f} {x0:.9f} {y0:.9f})"
            polygons.append(f'<polygon transform="{matrix}" points="{points}"/>')
        drawing = one(file, svg("".join(polygons)))
        assert_laid(drawing, pieces)

    SQUARE = (
        ("large-triangle", "0,0 20,20 0,40"),
        ("large-triangle", "0,0 20,20 40,0"),
        ("medium-triangle", "40,40 40,20 20,40"),
        ("small-triangle", "40,0 40,20 30,10"),
        ("small-triangle", "20,20 10,30 30,30"),
        ("square", "20,20 30,10 40,20 30,30"),
        ("parallelogram", "0,40 10,30 30,30 20,40"),
    )

    def polygons(self, more: str = "") -> str:
        return "".join(f'<polygon points="{points}" {more}/>' for _, points in self.SQUARE)

    def test_the_square(self, file: Path) -> None:
        drawing = one(file, svg(self.polygons()))
        assert [piece.name for piece in drawing.laid] == [name for name, _ in self.SQUARE]
        assert drawing.sets is None
        assert drawing.pieces is None

    @pytest.mark.parametrize(
        "besides",
        [
            '<path d="M0 0H40V40H0Z"/>{}',
            '{0}<g fill="none" stroke="red">{0}</g>',
            '<rect x="-9" y="-9" width="60" height="60" fill="yellow"/>{}',
            "{}<text>1</text>",
            '<g id="pieces">{}</g><g id="legend"><rect x="50" width="4" height="3"/></g>',
        ],
    )
    def test_other_content_is_ignored(self, file: Path, besides: str) -> None:
        assert len(one(file, svg(besides.format(self.polygons('fill="teal"')))).laid) == 7

    def test_badly_bent_pieces_are_a_silhouette(self, file: Path) -> None:
        drawing = one(file, svg(self.polygons().replace("0,0 20,20 0,40", "0,0 14,27 0,40", 1)))
        assert not drawing.laid
        assert drawing.polygons

    @pytest.mark.parametrize("off", [1, 2, 3])
    def test_bent_pieces_are_pieces(self, file: Path, off: int) -> None:
        # a leg is 14 pixels
        bent = self.polygons().replace("0,0 20,20 0,40", f"0,0 {20 - off},{20 + off} 0,40", 1)
        drawing = one(file, svg(bent.replace("20,20 30,10 40,20 30,30", f"20,20 {30 - off},10 40,20 30,{30 + off}", 1)))
        assert [piece.name for piece in drawing.laid] == [name for name, _ in self.SQUARE]

    @pytest.mark.parametrize("seed", [79, 361, 1325, 1345])
    def test_no_piece_is_lost_where_the_last_digits_differ(self, file: Path, seed: int) -> None:
        # shapely's plain union of these loses a piece or two
        tiling = CHANGES["scaled by 1e-6 to 1e6"].write(wild_outline(seed, 1)).tiling
        points = (" ".join(f"{x!r},{y!r}" for x, y in ring) for _, ring in tiling)
        drawing = one(file, svg("".join(f'<polygon points="{text}"/>' for text in points)))
        assert len(drawing.laid) == 7

    def test_the_wrong_pieces_are_a_silhouette(self, file: Path) -> None:
        halves = "".join(f'<polygon points="{x},0 {x + 10},0 {x},10"/>' for x in range(0, 98, 14))
        assert len(one(file, svg(halves)).polygons) == 7

    def test_names_in_the_file_count(self, file: Path) -> None:
        text = "".join(f'<g data-piece="{name}"><polygon points="{points}"/></g>' for name, points in self.SQUARE)
        drawing = one(file, svg(text, 'data-sets="1"'))
        assert [piece.name for piece in drawing.laid] == [name for name, _ in self.SQUARE]
        assert drawing.sets == 1

    @pytest.mark.slow
    @shared
    @given(assembly=full_sets(1, read_piece_set("sei-shonagon")), is_named=st.booleans())
    def test_pieces_of_another_set(self, file: Path, assembly: Assembly, is_named: bool) -> None:
        polygons = "".join(
            f'<polygon data-piece="{placement.name}" points="{points}"/>'
            for placement in assembly
            for points in [" ".join(f"{x:.9f},{y:.9f}" for x, y in map(xy, placement.ring))]
        )
        drawing = one(file, svg(polygons, 'data-set="sei-shonagon"' if is_named else ""))
        assert [piece.name for piece in drawing.laid] == [placement.name for placement in assembly]
        assert drawing.pieces == read_piece_set("sei-shonagon")

    def test_solutions_that_heuristan_draws_hold_the_pieces(self) -> None:
        for name, count in (("digit-9", 1), ("lamp-solutions", 6)):
            found = list(read_svg(TOP / "docs" / "images" / f"{name}.svg"))
            assert len(found) == count
            assert all(isinstance(each, Drawing) and len(each.laid) == 7 for each in found)


class TestSeveralFigures:
    CELL = '<g {}><path transform="translate({} 0)" d="M0 0h40l-40 40z"/></g>'

    def test_groups_that_lie_apart_and_agree_are_figures(self, file: Path) -> None:
        cells = [self.CELL.format(f'id="tree-{n}"', 50 * n) for n in range(3)]
        found = drawings(file, svg(f'<g fill="navy">{"".join(cells)}</g>'))
        assert [drawing.id for drawing in found] == ["tree-0", "tree-1", "tree-2"]
        assert [shown(drawing).area for drawing in found] == [800] * 3

    def test_names_are_titles_labels_ids_and_captions(self, file: Path) -> None:
        names = ['inkscape:label="hat"', 'id="boat"', "", 'id="kite"', 'id="kite"']
        cells = [self.CELL.format(name, 50 * n) for n, name in enumerate(names)]
        cells.append('<g id="g1"><title>house</title><path d="M0 99h40l-40 40z"/></g>')
        cells.append('<g><text>swan</text><path d="M99 99h40l-40 40z"/></g>')
        found = drawings(file, svg("".join(cells), 'xmlns:inkscape="urn:x"'))
        assert [d.id for d in found] == ["hat", "boat", "figure-3", "figure-4", "figure-5", "house", "swan"]

    def test_figures_of_several_sets_are_multiples(self, file: Path) -> None:
        large = '<g><path d="M0 99h80v20h-80z"/></g>'
        assert len(read(file, svg(self.CELL.format("", 0) + self.CELL.format("", 50) + large))) == 3

    @pytest.mark.parametrize(
        "groups",
        [
            '<g><path d="M0 0h40l-40 40z"/></g><g><path d="M40 0v40h-40z"/></g>',
            '<g><path d="M0 0h40l-40 40z"/></g><g><path d="M50 0h40v40h-9z"/></g>',
            '<g><path d="M0 0h40l-40 40z"/></g><g><path d="M50 0h40l-40 40z"/></g><path d="M100 0h40l-40 40z"/>',
        ],
        ids=["touching", "of other areas", "with a shape outside"],
    )
    def test_other_groups_are_parts_of_one_drawing(self, file: Path, groups: str) -> None:
        assert one(file, svg(groups)).id == "figure"

    def test_pieces_in_groups_are_one_figure(self, file: Path) -> None:
        groups = "".join(f'<g><polygon points="{points}"/></g>' for _, points in TestPieces.SQUARE)
        assert len(one(file, svg(groups)).laid) == 7
        apart = "".join(
            f'<g transform="translate({99 * n})"><polygon points="{points}"/></g>'
            for n, (_, points) in enumerate(TestPieces.SQUARE)
        )
        assert len(one(file, svg(apart)).laid) == 7

    def test_a_bad_one_is_refused_by_itself(self, file: Path) -> None:
        cells = [self.CELL.format("", 50 * n) for n in range(2)]
        found = read(file, svg(f'{"".join(cells)}\n<g id="ball"><circle cx="200" r="15.958"/></g>'))
        assert [type(each) for each in found] == [Drawing, Drawing, Refusal]
        assert isinstance(found[2], Refusal)
        assert found[2].id == "ball"
        assert found[2].message.startswith(f"{file}:3: the outline is curved at (")

    def test_the_sheet_of_shapes(self) -> None:
        found = list(read_svg(TOP / "docs" / "images" / "shapes.svg"))
        assert len(found) > 60
        assert {"cat", "two-swans"} <= {each.id for each in found}


BOMB = """<?xml version="1.0"?>
<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>
<svg><desc>&c;</desc><rect width="4" height="4"/></svg>"""


class TestRefusals:
    @pytest.mark.parametrize(
        ("content", "message"),
        [
            ("", "1: the drawing holds no shape; draw the outline"),
            ("<text>cat</text>", "1: the drawing holds text and no shape"),
            ('<image href="https://example.org/cat.png"/>', "1: the drawing holds a picture of pixels and no shape"),
            ('<path fill="white" d="M0 0h4v4z"/>', "1: no shape in the drawing shows on the paper"),
            ('<path fill="none" d="M0 0h4v4z"/>', "1: no shape in the drawing shows on the paper"),
            ('<path d="M0 0L4 4"/>', "1: no shape in the drawing shows on the paper"),
            ('<circle r="4"/>', "2: the outline is curved at ("),
            ('\n<path d="M0 0h40q9 20 0 40h-40z"/>', "3: the outline is curved at (44.5, 20); the edges of a tangram"),
            ('<path d="M0 0 4 four"/>', "2: 'd' of this path cannot be read near 'M0 0 4 four'; correct it"),
            ('<path d="L0 0 4 4"/>', "2: the path does not start with M"),
            ('<path d="M0 0L4"/>', "2: 'd' of this path cannot be read"),
            ('<polygon points="0,0 4,4 5"/>', "2: 'points' has 5 numbers"),
            ('<rect width="4 cm" height="1"/>', "2: 'width' is '4 cm'; write a length like"),
            ('<rect width="4" height="1" transform="turn(4)"/>', "2: the transform 'turn(4)' cannot be read"),
            ('<rect width="4" height="1" transform="matrix(1 2)"/>', "2: the transform 'matrix(1 2)' cannot be read"),
            ('<rect width="1e99" height="1"/>', "2: a point near (0, 0) lies beyond 1e+09"),
            ('<g id="a">\n<use href="#a"/></g>', "3: this refers to '#a', which holds itself"),
            ('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', "which holds itself"),
            ('<use href="#a"/>', "2: this refers to '#a', which is not there"),
            ('<use href="other.svg#a"/>', "2: this refers to another file, 'other.svg#a', and nothing is fetched"),
            ("<style>@import url(http://example.org/a.css);</style>", "2: the style sheet imports another file"),
            ("<g>" * 120 + "</g>" * 120, "2: elements nest deeper than 100 levels"),
            ('<rect data-piece="x"', "3: this is not XML: "),
            ("&cat;", "2: this is not XML: undefined entity"),
        ],
    )
    def test_they_name_line_fault_and_fix(self, file: Path, content: str, message: str) -> None:
        assert message in refusal(file, svg(content))

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (BOMB, "2: the DOCTYPE holds declarations (entities) other than"),
            ('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>', "1: the DOCTYPE holds"),
            ('<!DOCTYPE svg [<!ENTITY % a SYSTEM "http://example.org/">%a;]><svg/>', "1: the DOCTYPE holds"),
            ('<?xml-stylesheet href="a.css"?><svg/>', "1: the drawing names a style sheet in another file"),
            ("<html><svg/></html>", "1: the root of the document is 'html', not 'svg'"),
            ("", " the file is empty"),
            (b'<?xml version="1.0" encoding="klingon"?><svg/>', "1: the encoding of the text is not known here"),
            (b"\x1f\x8b" + b"svg", " the compressed file is damaged"),
            (gzip.compress(b" " * 20_000_000), " the drawing is larger than 16384 KiB"),
            (svg('<rect width="1" height="1"/>', 'data-sets="many"'), "1: 'data-sets' is 'many'"),
            (svg('<rect width="1" height="1"/>', 'data-set="tangrams"'), "1: 'data-set' is 'tangrams'"),
        ],
    )
    def test_documents(self, file: Path, text: str | bytes, message: str) -> None:
        assert refusal(file, text).startswith(message)

    @pytest.mark.slow
    def test_uses_of_uses_end(self, file: Path) -> None:
        chain = "".join(f'<g id="a{n}">{f"<use href=&quot;#a{n + 1}&quot;/>" * 10}</g>' for n in range(20))
        chain = chain.replace("&quot;", '"')
        message = refusal(file, svg(f'<defs>{chain}<path id="a20" d="M0 0h1v1z"/></defs><use href="#a0"/>'))
        assert "the drawing paints more than 10000 elements" in message
        line = "".join(f'<g id="a{n}"><use href="#a{n + 1}"/></g>' for n in range(400))
        assert "references nest deeper than" in refusal(file, svg(f'<defs>{line}</defs><use href="#a0"/>'))

    @pytest.mark.slow
    def test_tangles_end(self, file: Path) -> None:
        star = " ".join(f"{(n * 7919) % 1000},{(n * 104729) % 1000}" for n in range(900))
        assert "lines of the drawing cross more than 3000 times" in refusal(file, svg(f'<polygon points="{star}"/>'))
        saw = " ".join(f"{n},{n % 2}" for n in range(5000))
        assert "the figure has 5000 edges" in refusal(file, svg(f'<polygon points="{saw}"/>'))
        steps = "l1 1" * 120_000
        assert "the drawing has more than 200000 coordinates" in refusal(file, svg(f'<path d="M0 0{steps}"/>'))


class TestDocuments:
    TEXT = svg('<path d="M0 0h40l-40 40z"/>')
    DOCTYPE = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'

    @pytest.mark.parametrize(
        "data",
        [
            TEXT.encode(),
            b"\xef\xbb\xbf" + TEXT.encode(),
            gzip.compress(TEXT.encode()),
            f'<?xml version="1.0" encoding="UTF-8"?>\n<!-- a drawing -->\n{DOCTYPE}\n{TEXT}'.encode(),
            ('<?xml version="1.0" encoding="UTF-16"?>' + TEXT).encode("utf-16"),
            ('<?xml version="1.0" encoding="windows-1252"?>' + TEXT.replace("<path", "<title>é</title><path")).encode(
                "cp1252"
            ),
            b'<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:path d="M0 0h40l-40 40z"/></s:svg>',
            b'<svg><path d="M0 0h40l-40 40z"/></svg>',
        ],
        ids=["plain", "marked", "packed", "doctype", "UTF-16", "windows-1252", "prefixed", "no namespace"],
    )
    def test_they_are_recognised_and_read(self, file: Path, data: bytes) -> None:
        assert recognises(data)
        assert shown(one(file, data)).area == 800

    @pytest.mark.parametrize(
        "head", [b"", b"vertices: [[0, 0]]", b'{"type": "Polygon"}', b"\x89PNG", b"<html></html>", b"\x1f\x8bno", b"\0"]
    )
    def test_others_are_not_recognised(self, head: bytes) -> None:
        assert not recognises(head)

    def test_the_title_is_the_name(self, file: Path) -> None:
        assert one(file, self.TEXT).id == "figure"
        assert one(file, self.TEXT.replace("<path", "<title> a\n cat </title><path")).id == "a cat"

    def test_the_front_door_reads_them(self, file: Path) -> None:
        file.write_text(self.TEXT, encoding="utf-8")
        (puzzle,) = read_outlines(file)
        assert isinstance(puzzle, Puzzle)
        assert puzzle.sets == 1


class TestThePage:
    PAGE = (TOP / "docs" / "formats" / "svg.md").read_text(encoding="utf-8")
    FAULTS = (
        '<path d="M0 0h40q9 20 0 40h-40z"/>',
        '<image href="cat.png"/>',
        "<text>cat</text>",
        '<path fill="white" d="M0 0h4v4z"/>',
        '<use href="other.svg#a"/>',
        "<style>@import 'a.css';</style>",
        '<g id="a"><use href="#a"/></g>',
        BOMB,
    )

    def test_its_example_is_read(self, file: Path) -> None:
        (example,) = re.findall(r"^```xml\n(.*?)^```$", self.PAGE, re.DOTALL | re.MULTILINE)
        drawing = one(file, example)
        assert drawing.id == "square"
        assert len(drawing.laid) == 7

    def test_its_messages_are_those_that_are_given(self, file: Path) -> None:
        rows = re.findall(r"^\| [^|]* \| `([^|]*)` \|$", self.PAGE, re.MULTILINE)
        given = [refusal(file, text if "DOCTYPE" in text else svg(text)) for text in self.FAULTS]
        assert [message.partition(": ")[2] for message in given] == rows

    def test_its_limits_are_those_of_the_reader(self) -> None:
        from heuristan.tangram.outlines.svg import choosing, document, geometry, painting, regions

        limits = (
            document.MAX_ELEMENTS,
            painting.MAX_SHAPES,
            geometry.Tally.MOST,
            choosing.MAX_SHAPES,
            regions.MAX_EDGES,
            regions.MAX_CROSSINGS,
        )
        assert all(f"{limit:,}" in self.PAGE for limit in limits)
        assert f"{document.LONGEST // 1024**2} MiB" in self.PAGE


SEEDS = [
    svg("".join(f'<polygon id="{n}" points="{points}"/>' for n, (_, points) in enumerate(TestPieces.SQUARE))),
    svg("".join(TestSeveralFigures.CELL.format(f'id="a{n}"', 50 * n) for n in range(3))),
    svg(
        '<style>.a{fill:red}#b{fill:none;stroke:rgb(1,2,3)}</style><defs><symbol id="s" viewBox="0 0 5 5">'
        '<path d="M0 0h4v4h-4zM1,1c1 0 2 0 2 0 a 1 2 3 0 1 5 5 q 1 1 2 2 t 3 3 s 1 1 1 1z"/></symbol>'
        '<g id="u"><use href="#s" x="1" y="2" width="30" height="20"/></g></defs>'
        '<use href="#u" transform="rotate(30) scale(2,3) matrix(1 0 0 1 2 3) skewX(4)"/>'
        '<rect class="a" x="1mm" y="2" width="50%" height="4" rx="1" style="fill:white;stroke:#000"/>'
        '<circle cx="3" cy="4" r="5" opacity=".5"/><ellipse rx="3" ry="2"/><polygon id="b" points="0,0 1,1 2,0"/>'
        '<line x1="1" x2="2" stroke="red"/><svg x="1" width="5" height="5" viewBox="0 0 1 1"><path d="M 0 0z"/></svg>'
    ),
]
WORDS = [
    "1e308", "-1e308", "nan", "inf", "1e-320", "0", "1.", "<g>", "</g>", "#s", "#u", "M", "a", "Z", "c", "%", "mm",
    '"', "<", "&#0;", "&a;", "9" * 99, " ", ",", "-", "(", "evenodd", "white", "none", "\0", "é", "<use href='#u'/>",
]  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Return a drawing in which something is put in, taken out, doubled or changed, a few times."""
    data = draw(st.sampled_from(SEEDS)).encode()
    for _ in range(draw(st.integers(1, 6))):
        i = draw(st.integers(0, len(data)))
        j = min(len(data), i + draw(st.integers(0, 40)))
        put = draw(st.sampled_from(WORDS).map(str.encode) | st.binary(max_size=3) | st.just(data[i:j] * 2))
        data = data[:i] + put + data[draw(st.sampled_from([i, j])) :]
    return data


@pytest.mark.slow
@settings(max_examples=400, deadline=5000, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=mutated())
def test_garbage_is_read_or_refused(file: Path, data: bytes) -> None:
    recognises(data)
    file.write_bytes(data)
    found: list[Drawing | Refusal] | str
    try:
        found = list(read_svg(file))
    except InputError as fault:
        found = str(fault)
    assert found
    if isinstance(found, str):
        assert found.startswith(f"{file}:")
    else:
        assert all(isinstance(each, Refusal) or each.polygons or each.laid for each in found)
