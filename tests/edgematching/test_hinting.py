"""Hints for edge-matching: whoever follows them solves the puzzle, and what they say of other pieces holds."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from shared.commands import Run
from shared.edgematching_puzzles import made

from heuristan.edgematching.candidates import options_of
from heuristan.edgematching.hinting import advise
from heuristan.edgematching.judge import mismatches
from heuristan.edgematching.placing import placed_in, written
from heuristan.edgematching.puzzle import Laid, Puzzle
from heuristan.edgematching.solving import solve

PUZZLES = [((3, 3), 3, 1), ((4, 4), 4, 2), ((4, 3), 2, 3), ((2, 2, 2), 3, 4)]


def has_only(puzzle: Puzzle, place: int, laid: Laid) -> bool:
    """Whether no other way to fill a place leads to a solution: tried one by one."""
    used = {each.piece for _, each in puzzle.given}
    for number in set(range(len(puzzle.pieces))) - used:
        for turn in puzzle.ways:
            other = Laid(number, turn)
            if puzzle.faces_of(other) != puzzle.faces_of(laid):
                given = (*puzzle.given, (place, other))
                if solve(replace(puzzle, given=given), "backtracking").status == "solved":
                    return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize(("sizes", "colours", "seed"), PUZZLES)
def test_who_follows_hints_solves_the_puzzle(sizes: tuple[int, ...], colours: int, seed: int) -> None:
    puzzle = made(sizes, colours, seed).puzzle
    lying: list[tuple[int, Laid]] = []
    seen = set()
    while (advice := advise(puzzle, lying)).advice == "hint":
        seen.add(advice.certainty)
        assert advice.is_checked
        ((place, laid),) = placed_in(puzzle, [advice.placed], "hint")
        if advice.certainty in ("only-fit", "others-fail", "every-solution"):
            assert has_only(replace(puzzle, given=tuple(sorted(lying))), place, laid)
        lying.append((place, laid))
    assert advice.advice == "solved"
    assert not list(mismatches(puzzle, tuple(laid for _, laid in sorted(lying))))
    assert "only-fit" in seen


def test_of_turned_pieces_the_turn_is_said() -> None:
    puzzle = made((3, 3), 4, 5, turns=True).puzzle
    advice = advise(puzzle)
    assert advice.advice == "hint"
    ((_, laid),) = placed_in(puzzle, [advice.placed], "hint")
    assert (advice.facts["piece"], advice.facts["turn"]) == (laid.piece + 1, laid.turn)


def test_a_wrong_piece_is_to_be_taken_back() -> None:
    puzzle = made((3, 3), 6, 1).puzzle
    right = solve(puzzle, "backtracking").arrangement
    assert right is not None
    wrong = next(laid for laid in right if puzzle.faces_of(laid) != puzzle.faces_of(right[0]) and laid not in right[:2])
    advice = advise(puzzle, [(1, right[1]), (0, wrong)])
    assert advice.advice == "take-back"
    assert advice.as_json()["take_back"] == [2]
    assert f"Take back piece {wrong.piece + 1}; then it can be solved." in advice.more


def test_a_puzzle_without_a_solution_is_no_fault_of_what_is_placed() -> None:
    puzzle = made((3, 3), 6, 1).puzzle
    broken = replace(puzzle, pieces=(*puzzle.pieces[:-1], (1, 1, 1, 1)))
    assert advise(broken, [(0, Laid(0))]).advice == "unsolvable"


@pytest.mark.parametrize("sizes", [(3, 3), (2, 2, 2)])
def test_placed_pieces_are_read_as_they_are_written(sizes: tuple[int, ...]) -> None:
    puzzle = made(sizes, 3, 1, turns=True).puzzle
    for place in range(len(puzzle.pieces)):
        for turn in puzzle.ways:
            text = written(puzzle, place, Laid(place, turn))
            assert placed_in(puzzle, [f"{text}  # a remark", ""], "file") == [(place, Laid(place, turn))]


def test_equal_pieces_are_one_way() -> None:
    puzzle = made((3, 3), 1, 1).puzzle
    assert len(options_of(puzzle).faces) == 1
    assert advise(puzzle).certainty == "only-fit"


class TestCommand:
    def test_hint(self, heuristan: Run) -> None:
        heuristan("edgematching", "generate", "-n", 1, "--size", "3x3", "--colours", 4, "--output", "puzzle.json")
        status, out, err = heuristan("edgematching", "hint", "puzzle.json")
        assert (status, err) == (0, "")
        line = out.splitlines()[1].strip()
        found = json.loads(heuristan("edgematching", "hint", "puzzle.json", "--format", "json").out)
        assert line == f"{found['piece']} {found['row']},{found['column']}"
        assert list(found)[:2] == ["id", "advice"]
        Path("placed.txt").write_text(f"{line}\n", encoding="utf-8")
        both = [heuristan("edgematching", "hint", "puzzle.json", "--placed", each) for each in (line, "placed.txt")]
        assert both[0] == both[1] != (status, out, err)

    @pytest.mark.parametrize(
        ("placed", "words"),
        [
            ("99 1,1", "piece 99 does not exist; pieces are numbered 1 to 9"),
            ("1 4,1", "place 4,1 is outside the board of 3 x 3"),
            ("1r 1,1", "turned 1 times, which this puzzle does not allow"),
            ("1 x", "is not a placed piece; write one like '1 3,3'"),
            ("missing.txt", "missing.txt"),
        ],
    )
    def test_what_cannot_be_placed_is_said(self, heuristan: Run, placed: str, words: str) -> None:
        heuristan("edgematching", "generate", "-n", 1, "--size", "3x3", "--colours", 4, "--output", "puzzle.json")
        status, out, err = heuristan("edgematching", "hint", "puzzle.json", "--placed", placed)
        assert (status, out) == (2, "")
        assert words in err

    def test_twice_is_said(self, heuristan: Run) -> None:
        heuristan("edgematching", "generate", "-n", 1, "--size", "3x3", "--colours", 4, "--output", "puzzle.json")
        both = ("--placed", "1 1,1", "--placed", "2 1,1")
        assert "row 1, column 1 is there twice" in heuristan("edgematching", "hint", "puzzle.json", *both).err

    def test_a_run_is_explained(self, heuristan: Run) -> None:
        heuristan("edgematching", "generate", "-n", 1, "--size", "3x3", "--colours", 4, "--output", "puzzle.json")
        how = ("--solver", "backtracking", "--explain")
        solved = heuristan("edgematching", "solve", "puzzle.json", *how)
        assert solved.status == 0
        assert solved.out.count("It shows colour") == 9
