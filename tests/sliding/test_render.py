"""Sliding tiles: the pictures."""

from xml.etree import ElementTree

import pytest

from heuristan.common.svg.png import to_png
from heuristan.sliding.board_films import MAX_MOVES, MOVING, ends_svg, strip_svg
from heuristan.sliding.boards import Board, moved
from heuristan.sliding.files import Puzzle, read_board
from heuristan.sliding.results import Result
from heuristan.sliding.solving import solve

GOAL = Board.goal(3, 3)
PUZZLE = Puzzle("fig & 1a", read_board("358102674"), GOAL)


def elements(drawn: str, kind: str) -> list[ElementTree.Element]:
    return [each for each in ElementTree.fromstring(drawn).iter() if each.get("class") == kind]


def words(drawn: str, kind: str) -> list[str]:
    return ["".join(each.itertext()) for each in elements(drawn, kind)]


class TestStages:
    def test_a_frame_for_each_stage_with_its_moves(self) -> None:
        result = solve(PUZZLE, "plan")
        drawn = strip_svg(result)
        assert len(elements(drawn, "frame")) == 1 + len(result.stages)
        captions = " ".join(words(drawn, "caption"))
        for number, stage in enumerate(result.stages, 1):
            assert f"{number} · {stage.name}" in captions
            assert f"{len(stage.moves)} moves: {stage.moves[:5]}" in captions
        assert words(drawn, "title") == ["fig & 1a"]
        (description,) = (each for each in ElementTree.fromstring(drawn).iter() if each.tag.endswith("desc"))
        assert description.text == (
            "The board 358102674: 22 moves (plan). row 1: 1 2 3, 8 moves. column 1: 4 7, 12 moves. rotation, 2 moves."
        )

    def test_every_tile_is_in_every_frame(self) -> None:
        drawn = strip_svg(solve(PUZZLE, "plan"))
        for frame in elements(drawn, "frame"):
            numbers = ["".join(each.itertext()) for each in frame.iter() if each.get("class") == "number"]
            assert sorted(numbers) == [str(tile) for tile in range(1, 9)]

    def test_the_tiles_of_a_stage_stand_out_by_more_than_their_colour(self) -> None:
        frame = elements(strip_svg(solve(PUZZLE, "plan")), "frame")[1]
        coloured = [each for each in frame.iter() if each.get("fill") == MOVING]
        edged = [each for each in frame.iter() if each.get("class") == "moving"]
        bold = [each for each in frame.iter() if each.get("class") == "number" and each.get("font-weight") == "bold"]
        assert len(coloured) == len(edged) == len(bold) == 3

    def test_a_picture_has_the_board_before_and_after_all_moves(self) -> None:
        assert len(elements(ends_svg(solve(PUZZLE, "plan")), "frame")) == 2

    def test_what_has_no_solution_is_drawn_as_it_is(self) -> None:
        drawn = strip_svg(solve(Puzzle("x", read_board("123456870"), GOAL), "plan"))
        assert len(elements(drawn, "frame")) == 1
        assert words(drawn, "status") == ["unsolvable (plan)"]

    @pytest.mark.slow
    @pytest.mark.parametrize("side", [2, 8, 16, 32])
    def test_any_size_can_be_drawn(self, side: int) -> None:
        goal = Board.goal(side, side)
        drawn = strip_svg(solve(Puzzle("x", moved(goal, "ULDRUL"), goal), "plan"))
        assert to_png(drawn, scale=0.5).startswith(b"\x89PNG")


class TestMoves:
    def test_a_frame_for_each_move_and_the_tile_that_moved(self) -> None:
        result = solve(PUZZLE, "optimal")
        drawn = strip_svg(result)
        assert len(elements(drawn, "frame")) == 23
        assert len(elements(drawn, "moving")) == 22
        assert words(drawn, "caption") == ["0", *(f"{i} · {move}" for i, move in enumerate(result.moves or "", 1))]

    def test_too_many_are_the_first_and_the_last(self) -> None:
        result = Result(PUZZLE, "solved", "optimal", 0.0, "UD" * (MAX_MOVES // 2) + "U")
        assert len(elements(strip_svg(result), "frame")) == 2
