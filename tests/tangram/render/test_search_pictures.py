"""Pictures of searches: pieces and choices, every step, and all solutions on one sheet."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from shared.drawn import PICTURES, SVG, Draw, drawn_pieces, inside, marked, numbers, ring_of, size_of_png, words_of
from shared.searches import SOLVABLE, of_kind, searched, searched_as_ford

from heuristan.cli import app
from heuristan.common.plane import signed_area
from heuristan.common.svg.png import to_png
from heuristan.tangram.render.filmstrip import filmstrip_svg
from heuristan.tangram.render.solution import MOST, solution_svg, solutions_svg
from heuristan.tangram.trace.events import PiecePlaced, PuzzleRead, SolutionFound, Trace
from heuristan.tangram.trace.lines import dumps, loads

both = pytest.mark.parametrize("draw", PICTURES)
SEARCHED = ("square", "ring", "cat", "two sets", "shonagon-window")


@pytest.mark.parametrize("name", SEARCHED)
class TestOneSolution:
    def test_every_piece_is_drawn_with_its_number_inside(self, name: str) -> None:
        trace = searched(name).trace
        (solution,) = marked(solution_svg(trace), "solution")
        pieces, found = drawn_pieces(solution), numbers(solution)
        assert [label for label, _ in pieces] == [str(piece.step) for piece in of_kind(PiecePlaced, trace)]
        for label, ring in pieces:
            x, y, size = (float(found[label].get(key, "")) for key in ("x", "y", "font-size"))
            assert inside((x, y - 0.365 * size), ring)

    def test_the_legend_says_what_fitted_and_names_no_ranking(self, name: str) -> None:
        trace = searched(name).trace
        words = words_of(solution_svg(trace))
        for piece in of_kind(PiecePlaced, trace):
            assert ("the only piece that fits" if piece.fits == 1 else f"one of {piece.fits} that fit") in words
        assert "Searched exhaustively" in words
        assert "Ranking" not in words

    def test_the_film_strip_has_a_frame_for_each_piece_and_two_more(self, name: str) -> None:
        trace = searched(name).trace
        picture = filmstrip_svg(trace)
        assert len(marked(picture, "frame")) == len(of_kind(PiecePlaced, trace)) + 2
        assert "placed already" in words_of(picture)

    def test_each_step_shows_what_is_left(self, name: str) -> None:
        trace = searched(name).trace
        (puzzle,) = of_kind(PuzzleRead, trace)
        areas = []
        for step in marked(filmstrip_svg(trace), "step"):
            (before,) = (path for path in step.iter(f"{SVG}path") if path.get("class") == "before")
            rings = [replaced for part in before.get("d", "").split("Z") if (replaced := part.strip())]
            areas.append(abs(sum(signed_area(ring_of(ElementTree.Element("path", d=ring))) for ring in rings)))
        left = [puzzle.outline, *(piece.remaining for piece in of_kind(PiecePlaced, trace))][: len(areas)]
        wanted = [abs(sum(map(signed_area, rings))) for rings in left]
        assert [area / areas[0] for area in areas] == pytest.approx([area / wanted[0] for area in wanted], abs=0.01)

    @both
    def test_readers_who_see_nothing_are_told_the_pieces_and_choices(self, draw: Draw, name: str) -> None:
        trace = searched(name).trace
        told = ElementTree.fromstring(draw(trace)).findtext(f"{SVG}desc") or ""
        for piece in of_kind(PiecePlaced, trace):
            assert f"{piece.step}: {piece.name.replace('-', ' ')}, {piece.rule}." in f"{told}."
        assert ", by" not in told

    @pytest.mark.slow
    @both
    def test_a_trace_that_was_written_and_read_is_drawn_alike(self, draw: Draw, name: str) -> None:
        trace = searched(name).trace
        assert draw(loads(dumps(trace))) == draw(trace)


@both
def test_words_of_rankings_are_left_out(draw: Draw) -> None:
    words = words_of(draw(searched("cat").trace))
    assert not re.search("extension line|extract|rule|Rule|E: side|sides:|entry point", words)


@both
def test_an_outline_without_a_solution_is_drawn_with_the_reason(draw: Draw) -> None:
    picture = draw(searched("strip").trace)
    assert "Unsolvable: there is no solution;" in words_of(picture)
    assert marked(picture, "left")
    assert "extracted" not in words_of(picture)


@both
def test_where_nothing_is_known_of_other_fits_no_column_is_for_them(draw: Draw) -> None:
    picture = draw(searched_as_ford("cat").trace)
    words = words_of(picture)
    assert "Searched as Ford does it" in words
    assert "At its corner" not in words
    assert "that fit" not in words
    assert all("".join(text.itertext()) for text in ElementTree.fromstring(picture).iter(f"{SVG}text"))


def test_the_status_says_how_many_solutions_there_are() -> None:
    assert "Solved: 8 solutions (1 up to symmetry), so it is unique;" in words_of(
        solution_svg(searched("square", "count").trace)
    )
    assert "Solved: 2 solutions;" in words_of(solution_svg(searched("cat", "count").trace))


@pytest.mark.parametrize("name", SOLVABLE)
class TestSheet:
    @pytest.mark.slow
    def test_every_solution_is_drawn_once_and_whole(self, name: str) -> None:
        trace = searched(name, "all").trace
        found = of_kind(SolutionFound, trace)
        drawn = marked(solutions_svg(trace), "one-solution")
        assert len(drawn) == min(len(found), MOST)
        areas = [sum(abs(signed_area(ring)) for _, ring in drawn_pieces(one)) for one in drawn]
        assert areas == pytest.approx([areas[0]] * len(areas), rel=0.01)
        (stock,) = {Counter(one.piece for one in solution.pieces).total() for solution in found}
        assert {len(drawn_pieces(one)) for one in drawn} == {stock}

    @pytest.mark.slow
    def test_those_that_differ_come_first(self, name: str) -> None:
        trace = searched(name, "all").trace
        captions = ["".join(words.itertext()) for words in marked(solutions_svg(trace), "caption")]
        firsts = [str(found.number) for found in of_kind(SolutionFound, trace) if found.like == found.number]
        assert captions[: len(firsts)] == firsts
        assert all(", like" in caption for caption in captions[len(firsts) :])

    @pytest.mark.slow
    @pytest.mark.parametrize("columns", [None, 1, 3])
    def test_solutions_lie_apart_on_the_page(self, name: str, columns: int | None) -> None:
        picture = solutions_svg(searched(name, "all").trace, columns=columns)
        _, _, wide, high = map(float, ElementTree.fromstring(picture).get("viewBox", "").split())
        boxes = []
        for one in marked(picture, "one-solution"):
            xs, ys = zip(*(spot for _, ring in drawn_pieces(one) for spot in ring), strict=True)
            boxes.append((min(xs), min(ys), max(xs), max(ys)))
        assert all(x0 >= 0 and y0 >= 0 and x1 <= wide and y1 <= high for x0, y0, x1, y1 in boxes)
        for i, (x0, y0, x1, y1) in enumerate(boxes):
            assert all(x1 <= u0 or u1 <= x0 or y1 <= v0 or v1 <= y0 for u0, v0, u1, v1 in boxes[:i])


@pytest.mark.slow
def test_a_sheet_that_cannot_hold_all_says_so() -> None:
    trace = searched("cat", "all").trace
    solution = of_kind(SolutionFound, trace)[0]
    many = [replace(solution, number=n, like=n) for n in range(1, MOST + 2)]
    full: Trace = (*trace[:-1], *many[2:MOST], trace[-1])
    over: Trace = (*trace[:-1], *many[2:], trace[-1])
    assert f"Shown are {MOST}" not in words_of(solutions_svg(full))
    picture = solutions_svg(over)
    assert f"Shown are {MOST} of {MOST + 1}" in words_of(picture)
    assert len(marked(picture, "one-solution")) == MOST


@pytest.mark.parametrize(("name", "columns"), [("cat", 0), ("strip", None)])
def test_a_sheet_of_nothing_is_refused(name: str, columns: int | None) -> None:
    with pytest.raises(ValueError, match="at least one column and one solution"):
        solutions_svg(searched(name, "all").trace, columns=columns)


def test_a_sheet_as_png_is_as_wide_as_the_page() -> None:
    picture = solutions_svg(searched("square", "all").trace)
    wide = float(ElementTree.fromstring(picture).get("width", ""))
    assert size_of_png(to_png(picture, scale=1))[0] == pytest.approx(wide, abs=1)


class TestCommandLine:
    @pytest.fixture(autouse=True)
    def _in_a_folder_of_its_own(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)

    def drawn(self, *arguments: str) -> str:
        done = CliRunner().invoke(app, ["solve", "cat", *arguments, "--trace", "run.jsonl", "--output", "out.svg"])
        assert done.exit_code == 0, done.output
        assert done.output.endswith("The picture is in out.svg.\n")
        picture = Path("out.svg").read_text(encoding="utf-8")
        form = arguments[arguments.index("--format") + 1] if "--format" in arguments else "svg"
        again = CliRunner().invoke(app, ["show", "run.jsonl", "--format", form])
        assert again.output == picture
        return picture

    def test_one_solution(self) -> None:
        for wanted in ([], ["--count"]):
            assert marked(self.drawn("--solver", "exact", "--plain", *wanted), "solution-picture")

    def test_all_solutions(self) -> None:
        assert len(marked(self.drawn("--solver", "exact", "--plain", "--all"), "one-solution")) == 2

    def test_a_film_strip_is_of_the_first_solution(self) -> None:
        picture = self.drawn("--solver", "exact", "--plain", "--all", "--format", "filmstrip-svg")
        assert len(marked(picture, "frame")) == 9

    def test_ford(self) -> None:
        assert marked(self.drawn("--solver", "ford"), "solution-picture")

    @pytest.mark.slow
    @pytest.mark.parametrize("wanted", [[], ["--all"]])
    def test_png(self, wanted: list[str]) -> None:
        arguments = ["solve", "cat", "--solver", "exact", "--plain", *wanted, "--output", "out.png"]
        assert CliRunner().invoke(app, arguments).exit_code == 0
        assert Path("out.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
