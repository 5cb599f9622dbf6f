"""The right figure of an SVG drawing: pieces and silhouettes on squared paper, in frames, and two that may be meant."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from heuristan.common.plane import signed_area
from heuristan.pictures.svg import read as read_svg
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import Puzzle

PIECES = (
    *("0,0 20,20 0,40", "0,0 20,20 40,0", "40,40 40,20 20,40", "40,0 40,20 30,10"),
    *("20,20 10,30 30,30", "20,20 30,10 40,20 30,30", "0,40 10,30 30,30 20,40"),
)
"""A square of 1600, made of the seven tans."""

HEXAGON = '<polygon points="0,0 20,0 40,20 20,40 0,40 -20,20" fill="#222"/>'
LOW, HIGH = -60, 120


def svg(*content: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-70 -70 200 200">{"".join(content)}</svg>'


def drawings(text: str, tmp_path: Path) -> list[Drawing]:
    path = tmp_path / "own.svg"
    path.write_text(text)
    found = list(read_svg(path))
    assert all(isinstance(one, Drawing) for one in found)
    return [one for one in found if isinstance(one, Drawing)]


def polygons(points: Iterable[str], paint: str = 'fill="#c33"') -> str:
    return "".join(f'<polygon points="{each}" {paint}/>' for each in points)


def lines(step: int) -> str:
    level = (f'<line x1="{LOW}" x2="{HIGH}" y1="{k}" y2="{k}" stroke="#aac"/>' for k in range(LOW, HIGH + 1, step))
    upright = (f'<line y1="{LOW}" y2="{HIGH}" x1="{k}" x2="{k}" stroke="#aac"/>' for k in range(LOW, HIGH + 1, step))
    return "".join((*level, *upright))


def path(step: int) -> str:
    way = "".join(f"M{LOW} {k}H{HIGH}M{k} {HIGH}V{LOW}" for k in range(LOW, HIGH + 1, step))
    return f'<path d="{way}" fill="none" stroke="#aac"/>'


def cells(step: int) -> str:
    corners = [(x, y) for x in range(LOW, HIGH, step) for y in range(LOW, HIGH, step)]
    return "".join(
        f'<rect x="{x}" y="{y}" width="{step}" height="{step}" fill="none" stroke="#aac"/>' for x, y in corners
    )


GRIDS = {
    "lines": lines(10),
    "a path": path(10),
    "cells": cells(20),
    "turned": f'<g transform="rotate(30)">{lines(20)}</g>',
    "every fifth line twice": lines(10) + lines(50 - 20),
}


class TestSquaredPaper:
    @pytest.mark.parametrize("grid", GRIDS)
    def test_pieces_lie_on_it(self, grid: str, tmp_path: Path) -> None:
        (one,) = drawings(svg(GRIDS[grid], polygons(PIECES)), tmp_path)
        assert len(one.laid) == 7

    @pytest.mark.parametrize("grid", GRIDS)
    def test_a_silhouette_lies_on_it(self, grid: str, tmp_path: Path) -> None:
        (one,) = drawings(svg(GRIDS[grid], HEXAGON), tmp_path)
        assert [len(ring) for polygon in one.polygons for ring in polygon] == [6]
        assert one.origin.kind == "an SVG drawing"
        assert not one.origin.suspicions

    def test_an_outline_is_drawn_on_it(self, tmp_path: Path) -> None:
        (one,) = drawings(svg(lines(10), polygons(["0,0 40,0 40,20 0,20"], 'fill="none" stroke="#000"')), tmp_path)
        assert [len(ring) for polygon in one.polygons for ring in polygon] == [4]

    def test_a_few_lines_are_no_grid(self, tmp_path: Path) -> None:
        text = svg(*(f'<path d="M0 {k}H40M{k} 0V40" stroke="#000"/>' for k in (0, 20, 40)))
        (one,) = drawings(text, tmp_path)
        assert abs(signed_area(one.polygons[0][0])) == 1600

    @pytest.mark.slow
    def test_squared_paper_alone_is_what_is_there(self, tmp_path: Path) -> None:
        (one,) = drawings(svg(lines(10)), tmp_path)
        assert one.polygons


FRAME = '<rect x="-60" y="-50" width="{}" height="{}" fill="none" stroke="#000"/>'


class TestTwoFigures:
    def test_pieces_win_over_any_frame(self, tmp_path: Path) -> None:
        (one,) = drawings(svg(FRAME.format(180, 180), polygons(PIECES)), tmp_path)
        assert len(one.laid) == 7

    def test_a_frame_is_no_figure(self, tmp_path: Path) -> None:
        (one,) = drawings(svg(FRAME.format(180, 130), HEXAGON), tmp_path)
        assert [len(ring) for polygon in one.polygons for ring in polygon] == [6]

    def test_a_square_around_a_small_figure_may_be_one(self, tmp_path: Path) -> None:
        first, second = drawings(svg(FRAME.format(160, 160), HEXAGON), tmp_path)
        assert (first.id, second.id) == ("own-1", "own-2")
        assert [len(ring) for polygon in first.polygons for ring in polygon] == [6]
        assert first.origin.suspicions == ("the lines around it may be the figure: they are read as another one",)
        assert [len(ring) for polygon in second.polygons for ring in polygon] == [4]
        assert second.origin.suspicions == (
            "the filled shapes within it may be the figure: they are read as another one",
        )

    def test_an_outline_with_a_piece_in_it_may_be_either(self, tmp_path: Path) -> None:
        outline = polygons(["0,0 40,0 60,20 20,60 0,40"], 'fill="none" stroke="#000"')
        first, second = drawings(svg(outline, polygons(["0,0 10,10 0,20"])), tmp_path)
        assert [len(ring) for polygon in first.polygons for ring in polygon] == [5]
        assert [len(ring) for polygon in second.polygons for ring in polygon] == [3]

    def test_marks_on_a_figure_and_on_an_outline_are_none(self, tmp_path: Path) -> None:
        eye = polygons(["10,10 14,10 14,14 10,14"], 'fill="none" stroke="#fff" stroke-width="1"')
        assert len(drawings(svg(HEXAGON, eye), tmp_path)) == 1
        dots = '<circle cx="0" cy="0" r="1"/><circle cx="40" cy="0" r="1"/>'
        assert len(drawings(svg(polygons(["0,0 40,0 40,20 0,20"], 'fill="none" stroke="#000"'), dots), tmp_path)) == 1

    def test_a_legend_beside_a_figure_is_none(self, tmp_path: Path) -> None:
        legend = '<rect x="70" y="0" width="8" height="8" fill="none" stroke="#000"/>'
        (one,) = drawings(svg(HEXAGON, legend), tmp_path)
        assert one.origin.left_out == ("1 small shape (line 1)",)

    def test_the_front_door_reads_both(self, tmp_path: Path) -> None:
        path = tmp_path / "own.svg"
        path.write_text(svg(FRAME.format(160, 160), HEXAGON))
        assert [one.id for one in read_outlines(path)] == ["own-1", "own-2"]


class TestSevenPolygons:
    """A drawing of seven polygons is one set, whatever its area, even if they are too bent to be the tans."""

    @pytest.mark.parametrize("scale", [0.05, 0.0707, 0.1, 1.0])
    def test_they_are_one_set(self, scale: float, tmp_path: Path) -> None:
        bent = [*PIECES[:4], "20,20 10,30 30,33", "20,20 30,10 40,20 30,33", "0,40 10,30 30,33 20,40"]
        points = [
            " ".join(",".join(str(scale * float(n)) for n in p.split(",")) for p in each.split()) for each in bent
        ]
        (one,) = drawings(svg(polygons(points)), tmp_path)
        assert (one.sets or len(one.laid) / 7) == 1

    def test_a_silhouette_of_fewer_is_free(self, tmp_path: Path) -> None:
        (one,) = drawings(svg(HEXAGON), tmp_path)
        assert one.sets is None


def test_games_have_the_authors_pieces(tmp_path: Path) -> None:
    path = tmp_path / "a.figures"
    path.write_text(
        "gTans v1.0 1\n1 1 1024\n" + "".join(f"p {kind} 0 {9 * n} 0 0\n" for n, kind in enumerate("0012344"))
    )
    (found,) = read_outlines(path)
    assert isinstance(found, Puzzle)
    assert found.drawing is not None
    assert found.drawing.origin.kind == "the author's pieces"


@pytest.mark.parametrize(
    ("beside", "is_said"),
    [
        ('<rect x="60" width="40" height="40"/>', True),
        ('<rect x="60" width="20" height="20"/>', True),
        ('<rect x="60" width="10" height="10"/>', False),
    ],
)
def test_shapes_apart_that_may_be_figures_are_said_to_be_read_as_one(
    beside: str, is_said: bool, tmp_path: Path
) -> None:
    (drawing,) = drawings(svg('<rect width="40" height="40"/>', beside), tmp_path)
    assert len(drawing.polygons) == 2
    assert any("read as one figure" in doubt for doubt in drawing.origin.suspicions) == is_said
