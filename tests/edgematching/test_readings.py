"""What the file of a puzzle leaves open, turns and the order of edges; and the texts and lists that people have."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from click.testing import Result as Ran
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.edgematching_puzzles import made, small, solutions, swapped

from heuristan.cli import app
from heuristan.common.faults import InputError
from heuristan.common.json_text import Record
from heuristan.edgematching.files import puzzle_of, read_puzzles
from heuristan.edgematching.judge import verdict_on
from heuristan.edgematching.notation import as_json
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.readings import CLOCKWISE, ORDERS, readings, solve_readings
from heuristan.edgematching.results import Result
from heuristan.edgematching.solving import solve

SQUARES = ((0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4))
"""The pieces of a board of 2 x 2 with a border, in order."""

TURNED_ONLY = ((1, 2, 3, 4), (5, 6, 2, 7))
"""Two pieces that lie side by side only if one is turned."""


def run(*arguments: str) -> Ran:
    return CliRunner().invoke(app, ["edgematching", *arguments])


def by_backtracking(puzzle: Puzzle) -> tuple[Puzzle, Result]:
    result = solve_readings(puzzle, lambda each, limit: solve(each, "backtracking", limit=limit), None)
    assert result.puzzle is not None
    return result.puzzle, result


def read(value: Any, **stated: Any) -> Puzzle:
    found = puzzle_of(Record("here", value), "x", stated)
    assert isinstance(found, Puzzle)
    return found


def read_text(text: str, folder: Path, name: str = "puzzle.txt") -> Puzzle:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    [found] = read_puzzles(path)
    assert isinstance(found, Puzzle)
    return found


class TestTrying:
    @given(small(maximum=4, turns=False, cells=(made().puzzle.board.cell,), free=False), st.data())
    @settings(max_examples=8)
    def test_a_file_is_unsolvable_if_no_reading_has_a_solution(self, one: Any, data: st.DataObject) -> None:
        pieces = one.puzzle.pieces[:3]
        puzzle = replace(one.puzzle, pieces=one.puzzle.pieces)
        face, number = data.draw(st.sampled_from(puzzle.board.faces)), len(puzzle.pieces) - 1
        puzzle = swapped(puzzle, face, 0, number)
        fields = {key: value for key, value in as_json(puzzle).items() if key in ("rows", "columns", "pieces")}
        found = read(fields | {"frame": None} | ({"turns": False} if len(pieces) > 2 else {}))
        chosen, result = by_backtracking(found)
        has_solution = [bool(solutions(each)) for each in (found, *found.readings)]
        assert result.status == ("solved" if any(has_solution) else "unsolvable")
        if result.status == "solved":
            assert chosen.assumed == (found, *found.readings)[has_solution.index(True)].assumed
            assert verdict_on(found, json.loads(json.dumps(result.as_json()))).verdict == "right"

    def test_every_way_to_be_opposite_has_an_order(self) -> None:
        def opposite(order: str) -> tuple[frozenset[int], ...]:
            return tuple(frozenset(map(order.index, pair)) for pair in ("NS", "EW"))

        assert len(set(map(opposite, ORDERS))) == 6
        kinds = {frozenset(opposite(each.order)) for each in readings([True], ORDERS)}
        assert len(kinds) == len(list(readings([True], ORDERS))) == 3

    @given(st.permutations(CLOCKWISE), st.integers(0, 10**6))
    @settings(max_examples=8)
    def test_any_order_of_edges_is_solved(self, letters: list[str], seed: int) -> None:
        one = made((2, 3), 6, seed, frame="none")
        pieces = [[faces[CLOCKWISE.index(letter)] for letter in letters] for faces in one.puzzle.pieces]
        fields = {"rows": 2, "columns": 3, "frame": None, "pieces": pieces}
        assert by_backtracking(read(fields))[1].status == "solved"
        stated = read(fields, edge_order="".join(letters), turns=False)
        assert (stated.pieces, stated.readings, stated.assumed) == (one.puzzle.pieces, (), ())

    def test_what_is_not_said_is_said_in_the_result(self) -> None:
        chosen, result = by_backtracking(read({"rows": 1, "columns": 2, "pieces": [list(p) for p in TURNED_ONLY]}))
        assert result.status == "solved"
        assert dict(chosen.assumed) == result.as_json()["assumed"] == {"turns": True, "edge_order": "NESW"}
        assert [each["status"] for each in result.as_json()["tried"]] == ["unsolvable", "unsolvable"]
        assert "edges as north east south west" in result.message

    def test_a_proof_says_that_pieces_were_not_turned(self) -> None:
        fields = {"rows": 1, "columns": 2, "frame": None, "pieces": [list(p) for p in TURNED_ONLY]}
        _, result = by_backtracking(read(fields, turns=False, edge_order="NESW"))
        assert (result.status, "pieces not turned" in result.message) == ("unsolvable", True)

    def test_the_limit_is_that_of_all_readings(self) -> None:
        puzzle = made((12, 12), 6, frame="none").puzzle
        fields = {key: value for key, value in as_json(puzzle).items() if key not in ("kind", "turns")}
        given_times = list[float | None]()

        def give_up(each: Puzzle, limit: float | None) -> Result:
            given_times.append(limit)
            return Result(each.id, each, "limit", "lp", 0.0)

        result = solve_readings(read(fields), give_up, 10.0)
        assert (result.status, result.as_json()["assumed"]) == ("limit", {"turns": False, "edge_order": "NESW"})
        assert given_times[0] == 6.0
        assert len(given_times) == 9
        assert "not decided in 8 other readings" in result.message


OPEN = {"rows": 1, "columns": 2, "pieces": [list(p) for p in TURNED_ONLY]}


class TestVerifying:
    def test_a_result_is_judged_in_the_reading_that_it_says(self) -> None:
        puzzle = read(OPEN)
        result = by_backtracking(puzzle)[1].as_json()
        assert verdict_on(puzzle, result).verdict == "right"
        assert verdict_on(puzzle, result | {"assumed": {"turns": False, "edge_order": "NESW"}}).verdict == "wrong"

    def test_a_result_that_says_none_may_be_right_in_any(self) -> None:
        puzzle = read(OPEN)
        result = by_backtracking(puzzle)[1].as_json()
        del result["assumed"]
        found = verdict_on(puzzle, result)
        assert found.verdict == "right"
        assert any("pieces turned" in note for note in found.notes)


SAME = (
    "0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4",
    "2x2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4",
    "2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4",
    "4\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4",
    "2\n2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4",
    "[0,1,2,0]\n[0,0,3,1]\n[2,4,0,0]\n[3,0,0,4]",
    "[0, 1, 2, 0],\n[0, 0, 3, 1],\n[2, 4, 0, 0],\n[3, 0, 0, 4],",
    "[[0,1,2,0],[0,0,3,1],[2,4,0,0],[3,0,0,4]]",
    "[[[0,1,2,0],[0,0,3,1]],[[2,4,0,0],[3,0,0,4]]]",
    "1: 0 1 2 0\n2: 0 0 3 1\n3: 2 4 0 0\n4: 3 0 0 4",
    "0 0 1 2 0\n1 0 0 3 1\n2 2 4 0 0\n3 3 0 0 4",
    "4,3,0,0,4\n3,2,4,0,0\n2,0,0,3,1\n1,0,1,2,0",
    "id,left,top,right,bottom\n1,0,0,1,2\n2,1,0,0,3\n3,0,2,4,0\n4,4,3,0,0",
    "abca\naadb\ncdaa\n" + "daad",
    "ABCA\nAADB\nCEAA\nDAAE",
    "a b c a\na a d b\nc e a a\nd a a e",
    "1 abca\n2 aadb\n3 ceaa\n4 daae",
    "abcaaadbceaadaae",
    "board_edges=abcaaadbceaadaae&puzzle_size=2",
    '{"width": 2, "height": 2, "hints": [], "pieces": [[0,1,2,0],[0,0,3,1],[2,4,0,0],[3,0,0,4]]}',
    '{"size": 2, "numColors": 4, "pieces": ["abca", "aadb", "ceaa", "daae"]}',
    '[{"id": 1, "n": 0, "e": 1, "s": 2, "w": 0}, {"id": 2, "top": 0, "right": 0, "bottom": 3, "left": 1},'
    ' {"id": 4, "N": 3, "E": 0, "S": 0, "W": 4}, {"id": 3, "up": 2, "right": 4, "down": 0, "left": 0}]',
)
"""The pieces of a board of 2 x 2 as people write them: the numbers of `SQUARES`, or as many letters."""


@pytest.mark.parametrize("text", SAME, ids=range(len(SAME)))
def test_pieces_are_written_in_many_ways(text: str, tmp_path: Path) -> None:
    found = read_text(text, tmp_path, "four.json" if text.startswith(("{", "[[", "[{")) else "four.txt")
    chosen, result = by_backtracking(found)
    assert result.status == "solved"
    assert (chosen.board.sizes, chosen.turns, {each for wall in chosen.frame for each in wall}) == ((2, 2), True, {0})
    assert [[colour == 0 for colour in piece] for piece in chosen.pieces] == [[c == 0 for c in p] for p in SQUARES]


class TestNotations:
    """What stands before pieces, and between them."""

    def test_a_first_piece_like_a_size_is_a_piece(self, tmp_path: Path) -> None:
        path = tmp_path / "four.txt"
        path.write_text("0 0 3 1\n0 1 2 0\n2 4 0 0\n3 0 0 4\n")  # three pieces would be 1 x 3 without a border
        [found] = read_puzzles(path)
        assert isinstance(found, Puzzle)
        assert (found.board.sizes, solve(found).status) == ((2, 2), "solved")

    def test_a_flower_is_no_size_with_its_pieces(self, tmp_path: Path) -> None:
        path = tmp_path / "seven.txt"
        path.write_text("2 3 4 5 6 1\n" * 7)
        [found] = read_puzzles(path)
        assert isinstance(found, Puzzle)
        assert (found.kind, len(found.pieces)) == ("hexagons", 7)

    @pytest.mark.parametrize(
        "text", ["123456\n" * 7, "1 2 3 4 5 6\n" * 7, "[" + ", ".join(["[1, 2, 3, 4, 5, 6]"] * 7) + "]"]
    )
    def test_seven_of_six_edges_are_a_flower(self, text: str, tmp_path: Path) -> None:
        path = tmp_path / "seven.txt"
        path.write_text(text)
        [found] = read_puzzles(path)
        assert isinstance(found, Puzzle)
        assert (found.kind, len(found.board.places)) == ("hexagons", 7)

    @pytest.mark.parametrize("text", ["A B' A' B\n" * 4, "frog head, fish tail, frog tail, fish head\n" * 4])
    def test_marks_and_words_with_blanks_are_halves(self, text: str, tmp_path: Path) -> None:
        path = tmp_path / "four.txt"
        path.write_text(text)
        [found] = read_puzzles(path)
        assert isinstance(found, Puzzle)
        assert len(found.halves) == 2


class TestFaults:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("2 3 5\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n1 1 1 1\n", "line 1 has 3 numbers"),
            ("0 1 2\n0 0 3 1\n2 4 0 0\n3 0 0 4\n", "line 1 has 3 numbers, but a piece has 4"),
            ("2 3\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n", "line 1: 2 x 3 places need 6 pieces, but there are 4"),
            ("1\n2\n1\n1 0 0 0\n1 2 3 4\n5 6 7 2\n", "line 3 has 3 numbers"),
            ("0 1 2 0\n0 0 3\n2 4 0 0\n", "line 2: write 4 whole numbers, like the other lines; there are 3"),
            (
                "1 2 3 4\n2 4 x 0\n1 1 1 1\n2 2 2 2\n",
                "line 2: write 4 whole numbers, like the other lines; 'x' is not one",
            ),
            ("0 1 2 0\nA puzzle of mine\n", "line 2: write 4 whole numbers, like the other lines; 'A' is not one"),
            ("1 2 3 4 5 6 7 8 9\n", "line 1: there are 9 words; write the 4 edges of a square"),
            ("(1,2,3,4) and (5,6,7,2)\n", "line 1: 'and' stands beside the pieces"),
            ("2 2\n", "line 1 gives the size, but no pieces follow"),
            ("red red blue green\nblue red green green\n1 2 3 4\n", "line 3: write 4 colours"),
            ("2 1\n1 2 1003 4\n1003 2 3 4\n", "piece 1 (N E S W), colour 3 is '1003'; colours are whole numbers"),
            ("abca\naadbb\ncdaa\ndaad\n", "line 2: write 4 colours, like the other lines; 'aadbb' has 5 letters"),
            ("1234\n567\n1234\n5555\n", "line 2: write 4 whole numbers, like the other lines; '567' has 3 digits"),
            ("1 2 3 4 5\n" + "1 1 1 1\n" * 4, "line 1: write 4 whole numbers, like the other lines; there are 5"),
            ("A flower\n" + "1 2 3 4\n" * 4, "line 1: write 4 colours, like the other lines; there are 2"),
            ("abcab\nabcd\n", "line 1"),
            ("ab" * 9 + "\n", "18 letters cannot be divided into pieces of four"),
        ],
    )
    def test_texts(self, text: str, message: str, tmp_path: Path) -> None:
        path = tmp_path / "bad.txt"
        path.write_text(text)
        with pytest.raises(InputError) as fault:
            list(read_puzzles(path))
        assert message in str(fault.value)

    @pytest.mark.parametrize(
        ("fields", "message"),
        [
            ({"widht": 2, "pieces": [[1, 2, 3, 4]]}, "there is no key"),
            ({"width": 2, "columns": 2, "pieces": [[1, 2, 3, 4]]}, "says 'columns' again"),
            ({"hints": [{"piece": 1, "x": 0}], "pieces": [[1, 2, 3, 4]]}, "'hints', entry 1 is"),
            ({"pieces": [{"top": 1, "right": 2, "bottom": 3}]}, "piece 1 needs four edges"),
            ({"pieces": [{"edges": [1, 2, 3, 4], "rotation": 2}]}, "what 'rotation' says is not known"),
            ({"pieces": [[1, 2, 3, 4]], "edge_order": "NNES"}, "'edge_order' is 'NNES'"),
            ({"kind": "hexagons", "edge_order": "NESW", "pieces": [[1] * 6]}, "'edge_order' is for squares"),
            ({"pieces": [[1, 2, 3, 4]], "cells": ["X?"]}, "a map of cells has rows like"),
            ({"pieces": [[1, 2, 3, 4]], "cells": ["XX"]}, "'pieces' has 1 entries"),
            ({"pieces": [[1, 2, 3, 4]], "cells": ["X"], "rows": 3}, "but 'cells' has 1"),
            ({"kind": "squares", "pieces": [[1, 2, 3, -4]]}, "only halves of a picture"),
            ({"pieces": [[1, 2, 3, 4]], "halves": True}, "no two colours are named as halves"),
            ({"pieces": [[1, 2, 3, 4]], "halves": [[1, 2], [2, 3]]}, "'halves' has a colour twice"),
            ({"pieces": [[1, 2, 3, 4]], "halves": [[1]]}, "a list of pairs"),
            ({"foo": 2}, "there is no key 'pieces', a list with the colours of each piece; the keys are 'foo'"),
            ({"widht": 2, "height": 1, "pieces": [[1, 2, 3, 4]] * 2}, "did you mean 'width'?"),
            ({"pieces": [[1, 2, 3, 4, 5, 6]] * 6}, "no hexagon with one in the middle"),
        ],
    )
    def test_objects(self, fields: dict[str, Any], message: str) -> None:
        with pytest.raises(InputError) as fault:
            read(fields)
        assert message in str(fault.value)

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("prose.txt", "Hello there\nwhat is this\n"),
            ("colon.txt", "Pictures: Y, B, W, G\n1: Y, B, W\n"),
            ("broken.json", '{"width": 1, "pieces": [[1, 2, 3, 4]'),
            ("list.json", "[[1, 2, 3, 4], [1, 2"),
            ("foo.json", '{"foo": 1}'),
            ("short.csv", "1,2,3,4\n1,2,3\n"),
        ],
    )
    def test_they_speak_of_this_system(self, name: str, text: str, tmp_path: Path) -> None:
        path = tmp_path / name
        path.write_text(text)
        found = run("solve", str(path))
        assert found.exit_code == 2
        assert not any(word in found.output for word in ("GeoJSON", "WKT", "outline", "degrees"))
        assert name in found.output


class TestCommands:
    def test_options_say_how_a_text_is_read(self, tmp_path: Path) -> None:
        path = tmp_path / "two.txt"
        path.write_text("1 2\n1 2 3 4\n5 6 2 7\n")
        assert run("solve", str(path)).exit_code == 0
        assert "pieces not turned" in (found := run("solve", str(path), "--no-turns", "--edge-order", "NESW")).output
        assert found.exit_code == 1
        assert run("solve", str(path), "--edge-order", "west, north, east, south", "--no-turns").exit_code == 1
        assert "not an order of edges" in run("solve", str(path), "--edge-order", "NNES").output

    def test_a_hint_takes_the_reading_that_has_a_solution(self, tmp_path: Path) -> None:
        path = tmp_path / "two.txt"
        path.write_text("1 2\n1 2 3 4\n5 6 2 7\n")
        found = run("hint", str(path), "--format", "json")
        assert json.loads(found.output)["assumed"] == {"turns": True, "edge_order": "NESW"}
        placed = run("hint", str(path)).output.splitlines()[1].strip()
        assert run("hint", str(path), "--placed", placed).exit_code == 0
        assert run("hint", str(path), "--no-turns", "--edge-order", "NESW").exit_code == 1

    def test_a_picture_says_how_the_puzzle_was_read(self, tmp_path: Path) -> None:
        path = tmp_path / "two.txt"
        path.write_text("1 2\n1 2 3 4\n5 6 2 7\n")
        assert "Read with pieces turned" in run("solve", str(path), "--format", "svg").output
        assert "Read with pieces turned" in run("solve", str(path), "--explain").output


@given(st.sampled_from(SAME), st.data())
@settings(max_examples=10)
def test_a_spoilt_text_is_read_or_refused(text: str, data: st.DataObject) -> None:
    from tempfile import TemporaryDirectory

    spoilt = list(text)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(spoilt)))
        spoilt[at : at + data.draw(st.integers(0, 2))] = data.draw(st.text('09aZ \n,;|[]{}():+-@.X"', max_size=2))
    with TemporaryDirectory() as folder:
        path = Path(folder, "spoilt.txt")
        path.write_text("".join(spoilt), encoding="utf-8")
        try:
            list(read_puzzles(path))
        except InputError as fault:
            assert "spoilt.txt" in str(fault)  # noqa: PT017  what is raised is not known before
