"""Nothing of an SVG is lost: each element is read, refused or said, wherever its figure lies in groups and frames."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.commands import Run
from shared.svg_files import SQUARE, drawings, on_files, one, read, svg
from shared.svg_pages import BESIDES, GROUPINGS, outcome, page

from heuristan.common.faults import InputError
from heuristan.pictures.svg import document_figures
from heuristan.pictures.svg import read as read_svg
from heuristan.pictures.svg.account import DrawingAccount, account_of
from heuristan.pictures.svg.cells import Cell, Cutter
from heuristan.pictures.svg.document import Element
from heuristan.pictures.svg.painting import SHAPES, Group
from heuristan.tangram.puzzle.drawing import Drawing, Refusal

PIECES = "".join(f'<polygon points="{points}"/>' for _, points in SQUARE)
"""A figure of seven pieces, 40 by 40."""

HEXAGON = '<path d="M0 0h20l20 20-20 20h-20l-20-20z"/>'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "figure.svg"


def moved(content: str, x: float, y: float = 0, scale: float = 1) -> str:
    return f'<g transform="translate({x} {y}) scale({scale})">{content}</g>'


@pytest.mark.slow
@settings(on_files, max_examples=12)
@given(seed=st.integers(0, 10**6))
def test_no_figure_of_a_page_is_lost(file: Path, seed: int) -> None:
    assert outcome(page(seed), file) != "silent"


def checked(root: Element, page: Group, cutter: Cutter, found: Sequence[tuple[Cell, Drawing | None]]) -> DrawingAccount:
    """Return an account in which each shape that is painted and each element that is not has one entry."""
    account = account_of(root, page, cutter, found)
    entries = Counter(id(entry.element) for entry in account.entries)
    painted = Counter(id(shape.element) for shape in page.shapes)
    shown = {id(element) for element in root.walk() if element.name in (*SHAPES, "text", "image", "foreignObject")}
    assert entries == painted + Counter(shown - painted.keys())
    return account


@pytest.mark.slow
@settings(on_files, max_examples=12)
@given(seed=st.integers(0, 10**6), changes=st.lists(st.tuples(st.integers(0, 99), st.integers(0, 4)), max_size=4))
def test_each_element_has_one_fate(file: Path, seed: int, changes: list[tuple[int, int]]) -> None:
    lines = page(seed).text.splitlines()
    for place, change in changes:
        alone = [i for i, line in enumerate(lines) if line.startswith("<") and line.endswith("/>")]
        i = alone[place % len(alone)] if alone else 0
        line = lines[i]
        hidden = line.replace("<path ", '<path display="none" ').replace("<rect ", '<rect opacity="0" ')
        lines[i] = (f"<g>{line}</g>", f"{line}{line}", hidden, f'<a transform="scale(2)">{line}</a>', "<g/>")[change]
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document_figures, "account_of", checked)
        try:
            found = list(read_svg(file))
        except InputError:
            return
    assert found


class TestGroups:
    """Three figures are three, in whatever groups they lie."""

    @pytest.mark.parametrize("grouping", GROUPINGS)
    @pytest.mark.parametrize("content", [PIECES, HEXAGON], ids=["pieces", "a silhouette"])
    def test_three_figures(self, grouping: str, content: str, file: Path) -> None:
        text = GROUPINGS[grouping]([content] * 3, [(0, 0), (99, 0), (198, 50)])
        assert len(drawings(file, svg(text))) == 3

    def test_one_within_the_group_of_another(self, file: Path) -> None:
        text = f"<g>{PIECES}</g><g>{moved(PIECES, 80)}{moved(PIECES, 160, scale=0.5)}</g>"
        assert [len(each.laid) for each in drawings(file, svg(text))] == [7, 7, 7]

    def test_a_picture_of_its_own_size_beside_it(self, file: Path) -> None:
        assert len(drawings(file, svg(PIECES + moved(PIECES, 60, scale=0.1)))) == 2

    def test_a_puzzle_beside_its_solution(self, file: Path) -> None:
        silhouette, solution = drawings(file, svg(HEXAGON + moved(PIECES, 99)))
        assert (len(silhouette.laid), len(solution.laid)) == (0, 7)

    def test_two_parts_of_one_area_may_be_one_set(self, file: Path) -> None:
        halves = (f'<path d="M{x} 0h20l10 10-10 10h-20l-10-10z"/>' for x in (0, 60))
        assert len(one(file, svg("".join(halves))).polygons) == 2

    def test_two_in_frames_are_two(self, file: Path) -> None:
        cell = f'<rect x="-30" y="-20" width="90" height="80" fill="none" stroke="#000"/>{HEXAGON}'
        assert len(drawings(file, svg(moved(cell, 0) + moved(cell, 99)))) == 2

    def test_a_prefix_for_svg_itself(self, file: Path) -> None:
        text = svg(PIECES + f'<v:g transform="translate(99)">{PIECES.replace("<", "<v:")}</v:g>')
        found = drawings(file, text.replace("<svg ", '<svg xmlns:v="http://www.w3.org/2000/svg" '))
        assert len(found) == 2

    def test_one_choice_of_a_switch(self, file: Path) -> None:
        switch = (
            f'<switch><g requiredExtensions="x">{moved(PIECES, 99)}</g><g>{PIECES}</g>{moved(PIECES, 198)}</switch>'
        )
        assert len(drawings(file, svg(switch))) == 1


class TestWhatIsBesides:
    @pytest.mark.parametrize("besides", BESIDES)
    @pytest.mark.parametrize("content", [PIECES, HEXAGON], ids=["pieces", "a silhouette"])
    def test_it_is_said(self, besides: str, content: str, file: Path) -> None:
        places = [(40.0, 40.0), (240.0, 40.0), (440.0, 40.0)]
        more = BESIDES[besides](Random(1), 660, 310, places)
        figures = "".join(moved(content, x, y) for x, y in places)
        text = svg(
            more + figures if besides in ("paper", "a grid", "frames") else figures + more, 'viewBox="0 0 660 310"'
        )
        found = drawings(file, text)
        assert len(found) == 3
        assert found[0].origin.left_out
        assert not any(each.origin.left_out for each in found[1:])

    def test_lines_and_numbers_are_named(self, file: Path) -> None:
        text = svg(f'{PIECES}\n<text>a</text>\n<text>b</text>\n<rect x="60" width="3" height="3"/>')
        assert one(file, text).origin.left_out == ("1 small shape (line 5)", "2 texts (lines 3 and 4)")

    def test_a_speck_may_reach_beyond_the_paper(self, file: Path) -> None:
        paper = '<rect x="-30" y="-30" width="200" height="100" fill="#ffe"/>'
        figures = "".join(moved(HEXAGON, x) for x in (0, 99))
        first, _ = drawings(file, svg(f'{paper}{figures}\n<rect x="169" width="2" height="2"/>'))
        assert "1 small shape (line 3)" in first.origin.left_out

    def test_a_small_figure_in_a_frame_is_read(self, file: Path) -> None:
        frame = '<rect x="-100" y="-100" width="300" height="310" fill="none" stroke="#000"/>'
        assert [len(found.polygons[0][0]) for found in drawings(file, svg(HEXAGON + frame))] == [6]

    def test_a_hole_stays_one_beside_rings_that_share_boundary(self, file: Path) -> None:
        hole, shared = "M0 0h40v40h-40zM10 10h10v10h-10z", "M99 0h40v40h-40zM99 10h10v10h-10z"
        found = drawings(file, svg(f'<path d="{hole}{shared}" fill="none" stroke="#000"/>'))
        assert sorted(len(polygon) for one in found for polygon in one.polygons) == [1, 2]

    @pytest.mark.parametrize(
        "more",
        [
            '\n<rect x="99" width="40" height="20" fill="none" stroke="#000"/>',
            '\n<path d="M99 0h40M139 0v20M139 20h-40M99 20v-20" fill="none" stroke="#000"/>',
        ],
        ids=["closed", "of lines"],
    )
    def test_an_outline_beside_filled_figures_is_refused(self, more: str, file: Path) -> None:
        figure, refusal = read(file, svg(PIECES + more))
        assert isinstance(figure, Drawing)
        assert isinstance(refusal, Refusal)
        assert refusal.message.startswith(f"{file}:3: what is drawn here with lines is not read")

    def test_what_is_filled_is_read_as_another(self, file: Path) -> None:
        found = drawings(file, svg(f'<g>{PIECES}</g><g><path d="M99 0h30v20h-30z"/></g>'))
        assert [len(each.laid) for each in found] == [7, 0]

    def test_a_picture_of_pixels_is_refused(self, file: Path) -> None:
        _, refusal = read(file, svg(f'{PIECES}\n<image href="data:image/png;base64,"/>'))
        assert isinstance(refusal, Refusal)
        assert refusal.message.startswith(f"{file}:3: this picture of pixels is not read")

    def test_a_card_under_an_outline_is_paper(self, file: Path) -> None:
        line = HEXAGON.replace("/>", ' fill="none" stroke="#000"/>')
        found = drawings(file, svg(f'<rect x="-60" y="-20" width="150" height="80" fill="#def"/>{line}'))
        assert [len(each.polygons[0][0]) for each in found] == [6]


class TestWithoutPaint:
    @pytest.mark.parametrize("paint", ['fill="none"', 'fill="white"', 'opacity="0"', 'visibility="hidden"'])
    def test_it_is_read_where_nothing_else_is_there(self, paint: str, file: Path) -> None:
        found = one(file, svg(HEXAGON.replace("/>", f" {paint}/>")))
        assert [len(ring) for ring in found.polygons[0]] == [6]
        assert "nothing in the file has paint that shows" in found.origin.suspicions[0]

    def test_beside_a_figure_it_is_said(self, file: Path) -> None:
        found = one(file, svg(PIECES + moved(HEXAGON.replace("/>", ' fill="none"/>'), 99)))
        assert found.origin.left_out == ("1 shape that cannot be seen (line 2)",)


class TestTheCommand:
    def test_words_json_and_exit_status(self, heuristan: Run, file: Path) -> None:
        file.write_text(svg(f"{PIECES}\n<text>a</text>"))
        done = heuristan("solve", str(file))
        assert done.status == 0
        assert "left out: 1 text (line 3)" in " ".join(done.out.split())
        result = json.loads(heuristan("solve", str(file), "--format", "json").out)
        assert result["reading"]["left_out"] == ["1 text (line 3)"]
        file.write_text(svg(f'{PIECES}\n<rect x="99" width="40" height="20" fill="none" stroke="#000"/>'))
        done = heuristan("solve", str(file), "--format", "jsonl")
        assert done.status == 1
        assert [json.loads(line)["status"] for line in done.out.splitlines()] == ["solved", "refused"]
