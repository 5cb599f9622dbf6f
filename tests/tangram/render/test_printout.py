"""The printout and the vertex array, in picture points."""

from math import sqrt
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from heuristan.cli import app
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.render.printout import WIDEST, points_of, printout, vertex_table
from heuristan.tangram.render.story import DrawingError
from heuristan.tangram.solving.shortcuts import solve, solve_exactly
from heuristan.tangram.trace.events import PuzzleRead, Trace

SHAPES = ("cat", "swan", "convex-square", "digit-9", "bat")


def trace_of(name: str) -> Trace:
    (puzzle,) = read_outlines(name)
    assert isinstance(puzzle, Puzzle)
    return solve(puzzle, way="published").trace


def matrix(text: str) -> list[str]:
    """The points of a printout, line by line."""
    _, lines, _ = text.split("\n\n")
    return [line[::2] for line in lines.split("\n")]


class TestPoints:
    @pytest.mark.parametrize(
        ("length", "points"), [(1, 7), (sqrt(2), 10), (2, 14), (2 * sqrt(2), 20), (sqrt(0.5), 5), (-1, -7)]
    )
    def test_the_lengths_of_the_paper(self, length: float, points: int) -> None:
        assert points_of(length) == points

    @given(st.integers(-20, 20), st.integers(-20, 20))
    def test_a_length_is_taken_exactly(self, a: int, b: int) -> None:
        assert points_of(a + b / sqrt(2)) == 7 * a + 5 * b

    def test_what_is_off_the_lattice_is_rounded(self) -> None:
        assert points_of(1.3) == 9


class TestPrintout:
    def test_a_solution_covers_every_point_once(self) -> None:
        text = printout(trace_of("swan"))
        assert text.startswith("swan: solved\n")
        points = "".join(matrix(text)).replace(" ", "")
        assert "." not in points
        # eight squares of the small leg, which are 49 points each along the axes and 50 along diagonals
        assert 380 <= len(points) <= 408

    def test_each_character_is_resolved_below(self) -> None:
        text = printout(trace_of("swan"))
        shown = {*"".join(matrix(text))} - {" "}
        assert shown == {line[0] for line in text.split("\n\n")[2].splitlines()[1:]}
        assert "A  3. right-trapezium-1x2 made of 6 square, 4 small-triangle, by composites-2.5-3.5-edges" in text

    def test_what_is_left_is_dots(self) -> None:
        text = printout(trace_of("convex-square"), 1)
        assert text.startswith("convex-square: not solved\n")
        assert any("." in line for line in matrix(text))
        assert text.endswith(".  left\n")

    def test_all_attempts_follow_each_other(self) -> None:
        text = printout(trace_of("digit-9"), "all")
        assert text.count("The small leg is 7 points") > 1

    def test_a_search_is_printed_too(self) -> None:
        (puzzle,) = read_outlines("cat")
        assert isinstance(puzzle, Puzzle)
        text = printout(solve_exactly(puzzle).trace)
        assert {*"".join(matrix(text))} - {" "} == {*"1234567"}

    def test_an_outline_that_is_far_too_large_is_refused(self) -> None:
        read, *others = trace_of("convex-square")
        assert isinstance(read, PuzzleRead)
        far = tuple(tuple((100 * x, y) for x, y in ring) for ring in read.outline)
        with pytest.raises(DrawingError, match=str(WIDEST)):
            printout((PuzzleRead(**{**vars(read), "outline": far}), *others))


class TestVertexArray:
    def test_the_square_at_the_start(self) -> None:
        lines = vertex_table(trace_of("convex-square")).splitlines()
        assert lines[2].startswith("before step 1, ")
        assert " ".join(lines[4].split()) == "1 0 14 convex 1 (2, 14, NE, edge) (4, 14, SE, edge)"

    @pytest.mark.parametrize("name", SHAPES)
    def test_neighbours_know_each_other(self, name: str) -> None:
        for state in vertex_table(trace_of(name)).split("\n\n")[1:]:
            rows = {line.split()[0]: line for line in state.splitlines()[2:]}
            for number, line in rows.items():
                for each in line.split("(")[1:]:
                    assert f"({number}, " in rows[each.split(",")[0]]

    def test_a_search_has_none(self) -> None:
        (puzzle,) = read_outlines("cat")
        assert isinstance(puzzle, Puzzle)
        assert vertex_table(solve_exactly(puzzle).trace).endswith("A search numbers no vertices.\n")


class TestCommand:
    @pytest.mark.parametrize(("ending", "begins"), [("printout", "solved"), ("vertices", "the vertex array")])
    def test_the_ending_of_a_file_is_the_format(self, tmp_path: Path, ending: str, begins: str) -> None:
        path = tmp_path / f"square.{ending}.txt"
        told = CliRunner().invoke(app, ["solve", "convex-square", "--output", str(path)])
        assert told.exit_code == 0, told.output
        assert path.read_text(encoding="utf-8").startswith(f"convex-square: {begins}")
