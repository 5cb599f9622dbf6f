"""Pieces and several figures from SVG: polygons that are tans are pieces, groups that lie apart are figures."""

from collections.abc import Sequence
from math import cos, hypot, sin
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.places import TOP
from shared.strategies import Assembly, full_sets
from shared.svg_files import CELL, SQUARE, RingOfSpots, drawings, on_files, one, read, shown, svg
from shared.wild import CHANGES, wild_outline

from heuristan.pictures.svg import read as read_svg
from heuristan.tangram.lattice.points import xy
from heuristan.tangram.outlines.piece_sets import read_piece_set
from heuristan.tangram.pieces.sets import UNITS_A_LEG
from heuristan.tangram.puzzle.drawing import Drawing, Refusal


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "figure.svg"


@st.composite
def drawn_pieces(draw: st.DrawFn) -> list[tuple[str, RingOfSpots]]:
    """Return a set of pieces as an author lays them: moved a little, turned and scaled all together."""
    angle, scale = draw(st.floats(0, 6.3)), draw(st.floats(1, 60))
    slips = st.floats(-0.02, 0.02)
    found: list[tuple[str, RingOfSpots]] = []
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
    @on_files
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

    @on_files
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

    def polygons(self, more: str = "") -> str:
        return "".join(f'<polygon points="{points}" {more}/>' for _, points in SQUARE)

    def test_the_square(self, file: Path) -> None:
        drawing = one(file, svg(self.polygons()))
        assert [piece.name for piece in drawing.laid] == [name for name, _ in SQUARE]
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
        assert [piece.name for piece in drawing.laid] == [name for name, _ in SQUARE]

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
        text = "".join(f'<g data-piece="{name}"><polygon points="{points}"/></g>' for name, points in SQUARE)
        drawing = one(file, svg(text))
        assert [piece.name for piece in drawing.laid] == [name for name, _ in SQUARE]

    @pytest.mark.slow
    @on_files
    @given(assembly=full_sets(1, read_piece_set("sei-shonagon")))
    def test_pieces_of_another_set(self, file: Path, assembly: Assembly) -> None:
        polygons = "".join(
            f'<polygon data-piece="{placement.name}" points="{points}"/>'
            for placement in assembly
            for points in [" ".join(f"{x:.9f},{y:.9f}" for x, y in map(xy, placement.ring))]
        )
        drawing = one(file, svg(polygons))
        assert [piece.name for piece in drawing.laid] == [placement.name for placement in assembly]
        assert drawing.pieces == read_piece_set("sei-shonagon")

    @pytest.mark.slow
    def test_solutions_that_heuristan_draws_hold_the_pieces(self) -> None:
        for name, count in (("digit-9", 1), ("lamp-solutions", 6)):
            found = list(read_svg(TOP / "docs" / "images" / f"{name}.svg"))
            assert len(found) == count
            assert all(isinstance(each, Drawing) and len(each.laid) == 7 for each in found)


class TestSeveralFigures:
    def test_groups_that_lie_apart_and_agree_are_figures(self, file: Path) -> None:
        cells = [CELL.format(f'id="tree-{n}"', 50 * n) for n in range(3)]
        found = drawings(file, svg(f'<g fill="navy">{"".join(cells)}</g>'))
        assert [drawing.id for drawing in found] == ["tree-0", "tree-1", "tree-2"]
        assert [shown(drawing).area for drawing in found] == [800] * 3

    def test_names_are_titles_labels_ids_and_captions(self, file: Path) -> None:
        names = ['inkscape:label="hat"', 'id="boat"', "", 'id="kite"', 'id="kite"']
        cells = [CELL.format(name, 50 * n) for n, name in enumerate(names)]
        cells.append('<g id="g1"><title>house</title><path d="M0 99h40l-40 40z"/></g>')
        cells.append('<g><text>swan</text><path d="M99 99h40l-40 40z"/></g>')
        found = drawings(file, svg("".join(cells), 'xmlns:inkscape="urn:x"'))
        assert [d.id for d in found] == ["hat", "boat", "figure-3", "figure-4", "figure-5", "house", "swan"]

    def test_figures_of_several_sets_are_multiples(self, file: Path) -> None:
        large = '<g><path d="M0 99h80v20h-80z"/></g>'
        assert len(read(file, svg(CELL.format("", 0) + CELL.format("", 50) + large))) == 3

    @pytest.mark.parametrize(
        "groups",
        [
            '<g><path d="M0 0h40l-40 40z"/></g><g><path d="M40 0v40h-40z"/></g>',
            '<g><path d="M0 0h40l-40 40z"/></g><g><path d="M50 0h40v40h-9z"/></g>',
            '<path d="M0 0h40l-40 40z"/><path d="M50 0h40l-40 40z"/>',
        ],
        ids=["touching", "of other areas", "two outside of groups, which may be one set"],
    )
    def test_other_groups_are_parts_of_one_drawing(self, file: Path, groups: str) -> None:
        assert one(file, svg(groups)).id == "figure"

    def test_pieces_in_groups_are_one_figure(self, file: Path) -> None:
        groups = "".join(f'<g><polygon points="{points}"/></g>' for _, points in SQUARE)
        assert len(one(file, svg(groups)).laid) == 7
        apart = "".join(
            f'<g transform="translate({99 * n})"><polygon points="{points}"/></g>'
            for n, (_, points) in enumerate(SQUARE)
        )
        assert len(one(file, svg(apart)).laid) == 7

    def test_a_bad_one_is_refused_by_itself(self, file: Path) -> None:
        cells = [CELL.format("", 50 * n) for n in range(2)]
        found = read(file, svg(f'{"".join(cells)}\n<g id="ball"><circle cx="200" r="15.958"/></g>'))
        assert [type(each) for each in found] == [Drawing, Drawing, Refusal]
        assert isinstance(found[2], Refusal)
        assert found[2].id == "ball"
        assert found[2].message.startswith(f"{file}:3: the outline is curved at (")

    def test_the_sheet_of_shapes(self) -> None:
        found = list(read_svg(TOP / "docs" / "images" / "shapes.svg"))
        assert len(found) > 60
        assert {"cat", "two-swans"} <= {each.id for each in found}
