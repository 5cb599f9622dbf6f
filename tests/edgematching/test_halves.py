"""The halves of pictures, and boards that are not rectangles: names, files, solvers, pictures, hints."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.edgematching_puzzles import made, small

from heuristan.cli import app
from heuristan.common.json_text import Record
from heuristan.edgematching.files import puzzle_of
from heuristan.edgematching.generating import Generated
from heuristan.edgematching.hinting import advise
from heuristan.edgematching.judge import verdict_on
from heuristan.edgematching.loose import halves_in
from heuristan.edgematching.notation import around, as_json, board_of_map
from heuristan.edgematching.puzzle import HEXAGON, TRIANGLE, Board, Laid, Puzzle, imbalance
from heuristan.edgematching.render.films import film_of
from heuristan.edgematching.render.grids import puzzle_svg
from heuristan.edgematching.solving import solve

FLOWER = (".XX", "XXX", ".XX")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["edgematching", *arguments])


class TestNames:
    @pytest.mark.parametrize(
        ("names", "pairs"),
        [
            ("A a B b", [("A", "a"), ("B", "b")]),
            ("1 -1 2 -2", [("1", "-1"), ("2", "-2")]),
            ("1h 1t 10h 10t 2h 2t", [("1h", "1t"), ("2h", "2t"), ("10h", "10t")]),
            ("h1 t1", [("h1", "t1")]),
            ("frog-head frog-tail", [("frog-head", "frog-tail")]),
            ("1a 1b", [("1a", "1b")]),
            ("A+ A-", [("A+", "A-")]),
            ("A A' 0", [("A", "A'")]),
            ("Frog frog Fly fly", [("Fly", "fly"), ("Frog", "frog")]),
            ("A a B", [("A", "a"), ("B", "other half of B")]),
            ("a b c d", []),
            ("A B", []),
            ("1 2 3", []),
            ("red blue", []),
        ],
    )
    def test_halves_are_known_by_their_names(self, names: str, pairs: list[tuple[str, str]]) -> None:
        assert halves_in(names.split()) == pairs

    @given(small(free=True))
    @settings(max_examples=10)
    def test_what_is_written_is_read_back(self, one: Generated) -> None:
        assert puzzle_of(Record("here", as_json(one.puzzle)), "") == one.puzzle

    @given(small(maximum=4))
    @settings(max_examples=10)
    def test_colours_are_halves_of_themselves_or_of_each_other(self, one: Generated) -> None:
        puzzle = one.puzzle
        assert all(puzzle.mate(puzzle.mate(colour)) == colour for colour in puzzle.colours)
        assert imbalance(puzzle) is None

    def test_a_frame_may_be_all_of_one_half(self) -> None:
        one = made((2, 1), 1, 155, cell=TRIANGLE, halves=True)
        assert len({each for wall in one.puzzle.frame for each in wall}) == 1
        assert puzzle_of(Record("here", as_json(one.puzzle)), "") == one.puzzle

    def test_uneven_halves_are_counted(self) -> None:
        frame = ((0, 0), (0,), (0, 0), (0,))
        pieces = ((1, 1, 2, 0), (1, 0, 0, 0))
        puzzle = Puzzle("x", Board((1, 2)), pieces, frame, True, halves=((1, 2),), names=("0", "A", "a"))
        assert "colour A has 3 edges (3 of pieces, 0 of the frame) but colour a has 1 edges" in str(imbalance(puzzle))

    def test_the_judge_names_halves_that_do_not_meet(self) -> None:
        one = made((1, 2), 2, frame="none", halves=True)
        laid = [[each.piece + 1 for each in one.solution]]
        right = {"status": "solved", "places": laid}
        assert verdict_on(one.puzzle, right).verdict == "right"
        same = replace(one.puzzle, halves=())
        [fault] = verdict_on(same, right).faults
        assert fault.kind == "mismatch"


class TestSolving:
    @pytest.mark.parametrize("solver", ["backtracking", "lp"])
    @given(one=small(maximum=6, cells=(HEXAGON, Board((1, 1)).cell)))
    @settings(max_examples=10)
    def test_hidden_solutions_are_found(self, solver: Any, one: Generated) -> None:
        result = solve(one.puzzle, solver)
        assert result.status == "solved" or (solver == "lp" and result.status == "stuck")
        if result.arrangement is not None:
            assert verdict_on(one.puzzle, json.loads(json.dumps(result.as_json()))).verdict == "right"

    @given(st.integers(0, 10**6))
    @settings(max_examples=5)
    def test_hints_lead_to_a_solution(self, seed: int) -> None:
        one = made((2, 3), 3, seed, turns=True, halves=True, missing=[(0, 1)])
        placed = dict[int, Laid]()
        while len(placed) < len(one.puzzle.pieces):
            advice = advise(replace(one.puzzle, given=tuple(sorted(placed.items()))))
            assert advice.advice == "hint"
            place = one.puzzle.board.index_of[advice.facts["row"] - 1, advice.facts["column"] - 1]
            placed[place] = Laid(advice.facts["piece"] - 1, advice.facts["turn"])
        found = [placed[place] for place in sorted(placed)]
        board = replace(solve(one.puzzle, "backtracking"), arrangement=tuple(found))
        assert verdict_on(one.puzzle, board.as_json()).verdict == "right"


class TestBoards:
    def test_hexagons_lie_around_one(self) -> None:
        assert tuple(around(2)) == FLOWER
        for size in (2, 3, 4, 5):
            board = board_of_map(around(size), HEXAGON)
            assert len(board.places) == 3 * size * (size - 1) + 1
            met = [sum(each is not None for each in row) for row in board.neighbours]
            assert (met.count(6), met.count(3), met.count(4)) == (
                3 * (size - 1) * (size - 2) + 1,
                6,
                6 * (size - 2),
            )

    def test_a_result_has_null_where_there_is_no_place(self) -> None:
        one = made((2, 2), 2, missing=[(0, 1)])
        result = json.loads(json.dumps(solve(one.puzzle, "backtracking").as_json()))
        assert result["places"][0][1] is None
        assert verdict_on(one.puzzle, result).verdict == "right"
        result["places"][0][1] = 1
        [fault] = verdict_on(one.puzzle, result).faults
        assert "row 1, column 2: the board has no place there" in fault.message

    def test_seven_hexagons_are_a_flower(self, tmp_path: Path) -> None:
        path = tmp_path / "seven.txt"
        missing = board_of_map(FLOWER, HEXAGON).missing
        one = made((3, 3), 5, frame="none", turns=True, cell=HEXAGON, missing=missing)
        path.write_text("".join(" ".join(map(str, piece)) + "\n" for piece in one.puzzle.pieces))
        found = run("solve", str(path), "--format", "json")
        result = json.loads(found.output)
        assert (result["status"], result["assumed"]["cells"]) == ("solved", list(FLOWER))
        (tmp_path / "result.json").write_text(found.output)
        assert run("verify", str(path), str(tmp_path / "result.json")).exit_code == 0
        text = run("solve", str(path)).output.splitlines()
        assert text[1].split()[0] == "."

    def test_commands_generate_draw_and_solve_them(self, tmp_path: Path) -> None:
        file, found = str(tmp_path / "p.json"), str(tmp_path / "s.jsonl")
        made_so = ("--kind", "hexagons", "--cells", ".XX/XXX/.XX", "--turned", "--halves")
        assert run("generate", *made_so, "--output", file).exit_code == 0
        assert run("solve", file, "--output", found).exit_code == 0
        assert run("verify", file, found).exit_code == 0
        assert "--cells: a map of cells" in run("generate", "--cells", "X?").output
        assert "is the map's" in run("generate", "--cells", "X.", "--size", "2x2").output


class TestPictures:
    def test_halves_that_meet_have_one_colour_and_make_a_disc(self) -> None:
        one = made((1, 2), 2, frame="none", halves=True)
        drawn = puzzle_svg(one.puzzle, one.solution)
        marks = re.findall('class="marks" d="([^"]+)"', drawn) or re.findall('d="([^"]+)"[^>]*class="marks"', drawn)
        assert sum(path.count("M") for path in marks) == 16
        result = solve(one.puzzle, "backtracking")
        assert any(name in json.dumps(film_of(one.puzzle, result)) for name in ('"-1"', '"-2"'))
