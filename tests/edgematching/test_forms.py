"""Puzzles without a frame, with given pieces, and in the texts in which they are passed around."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.edgematching_puzzles import made

from heuristan.common.faults import InputError
from heuristan.common.json_text import Record
from heuristan.edgematching.files import is_puzzle_file, puzzle_of, read_puzzles
from heuristan.edgematching.judge import verdict_on
from heuristan.edgematching.notation import as_json
from heuristan.edgematching.puzzle import Laid, Puzzle
from heuristan.edgematching.relaxing import Settings
from heuristan.edgematching.results import Result, SolverName
from heuristan.edgematching.solving import solve

SEEDS = st.integers(0, 10**6)


class TestWithoutFrame:
    @given(SEEDS, st.booleans(), st.sampled_from(("lp", "backtracking")))
    @settings(max_examples=8)
    def test_hidden_solutions_are_found(self, seed: int, turns: bool, solver: SolverName) -> None:
        puzzle = made((2, 3), 3, seed, frame="none", turns=turns).puzzle
        assert puzzle_of(Record("here", as_json(puzzle)), "") == puzzle
        result = solve(puzzle, solver)
        assert result.status in (("solved",) if solver == "backtracking" else ("solved", "stuck"))
        if result.arrangement:
            assert verdict_on(puzzle, result.as_json()).verdict == "right"

    def test_any_colour_may_lie_along_the_walls(self) -> None:
        board = made((2, 2)).puzzle.board
        puzzle = Puzzle("lone", board, ((1, 1, 2, 2), (3, 3, 2, 1), (2, 1, 4, 4), (2, 5, 5, 1)), ())
        assert solve(puzzle, "backtracking").status == "solved"


class TestGivenPieces:
    @given(SEEDS, st.booleans(), st.sampled_from(("lp", "backtracking")), st.data())
    @settings(max_examples=8)
    def test_they_lie_where_they_are_given(
        self, seed: int, turns: bool, solver: SolverName, data: st.DataObject
    ) -> None:
        one = made((3, 3), 2, seed, turns=turns)
        places = data.draw(st.sets(st.integers(0, 8), min_size=1, max_size=3))
        puzzle = replace(one.puzzle, given=tuple((place, one.solution[place]) for place in sorted(places)))
        assert puzzle_of(Record("here", as_json(puzzle)), "") == puzzle
        result = solve(puzzle, solver, Settings(restarts=2))
        assert result.status in (("stuck", "solved") if solver == "lp" else ("solved",))
        if result.arrangement:
            assert verdict_on(puzzle, result.as_json()).verdict == "right"

    def test_the_judge_names_one_that_lies_elsewhere(self) -> None:
        one = made((2, 2), 1)
        laid = tuple(reversed(one.solution))
        puzzle = replace(one.puzzle, given=((0, one.solution[0]),))
        result = Result("x", one.puzzle, "solved", "lp", 1.0, arrangement=laid)
        [fault] = verdict_on(puzzle, result.as_json()).faults
        assert fault.kind == "given"
        assert fault.message.startswith("row 1, column 1: piece ")


class TestTurnedCubes:
    @given(SEEDS, st.sampled_from(("coloured", "plain", "none")))
    @settings(max_examples=10)
    def test_hidden_solutions_are_right_and_found(self, seed: int, frame: str) -> None:
        one = made((2, 2, 2), 4, seed, frame=frame, turns=True)
        hidden = Result("x", one.puzzle, "solved", "generator", 0.0, arrangement=one.solution)
        assert verdict_on(one.puzzle, hidden.as_json()).verdict == "right"
        assert puzzle_of(Record("here", as_json(one.puzzle)), "") == one.puzzle
        found = solve(one.puzzle, "backtracking")
        assert verdict_on(one.puzzle, found.as_json()).verdict == "right"


ADDRESS = "https://viewer.example/#puzzle=x&board_w={}&board_h={}&board_edges={}&motifs_order=y"


class TestTexts:
    @given(SEEDS, st.sampled_from(((2, 2), (2, 3), (3, 3))), st.sampled_from(("rows", "numbered", "address")))
    @settings(max_examples=8)
    def test_a_plain_frame_is_read(self, seed: int, sizes: tuple[int, int], form: str) -> None:
        from tempfile import TemporaryDirectory

        puzzle = made(sizes, 4, seed, frame="plain", turns=True).puzzle
        lines = [" ".join(map(str, piece)) for piece in puzzle.pieces]
        text = "\n".join([f"{sizes[0]} {sizes[1]}", *lines])
        if form == "numbered":
            numbered = [f"{number} {line}" for number, line in enumerate(lines, 1)]
            text = "\n".join([f"{sizes[0]} {sizes[1]}", *reversed(numbered)])
        if form == "address":
            edges = "".join(chr(97 + colour) for piece in puzzle.pieces for colour in piece)
            text = ADDRESS.format(sizes[1], sizes[0], edges)
        with TemporaryDirectory() as folder:
            path = Path(folder, f"{puzzle.id}.txt")
            path.write_text(text, encoding="utf-8")
            assert is_puzzle_file(path)
            [found] = read_puzzles(path)
        assert isinstance(found, Puzzle)
        if form == "address":
            assert [[ord(found.name(each)) - 97 for each in piece] for piece in found.pieces] == [
                *map(list, puzzle.pieces)
            ]
            assert (found.board, found.turns, set(found.frame[0])) == (puzzle.board, True, {0})
            assert found.name(0) == "a"
        else:
            assert replace(found, id=puzzle.id) == puzzle

    def test_without_a_border_there_is_no_frame_and_nothing_is_turned(self, tmp_path: Path) -> None:
        path = tmp_path / "four.txt"
        path.write_text("1 2 3 4\n5 6 7 2\n3 1 1 1\n7 1 1 1\n")
        [found] = read_puzzles(path)
        assert isinstance(found, Puzzle)
        assert (found.frame, found.turns, found.board.sizes) == ((), False, (2, 2))

    ROWS = ("0 1 2 0", "0 3 4 1", "0 0 5 3", "2 6 0 0", "4 5 0 6", "5 0 0 5")

    @pytest.mark.parametrize(
        "lines",
        [
            ("2 3", *ROWS),
            ("2,3", *(row.replace(" ", ",") for row in ROWS)),
            ("# two rows", "", *(f"{number} {row}  # a piece" for number, row in enumerate(ROWS, 1))),
            ("0", *ROWS),
            ROWS,
        ],
        ids=["spaces", "commas", "comments", "nought", "bare"],
    )
    @pytest.mark.parametrize("ending", [".txt", ".csv", ".puz", ""])
    def test_they_are_written_in_many_ways(self, lines: tuple[str, ...], ending: str, tmp_path: Path) -> None:
        path = tmp_path / f"six{ending}"
        path.write_text("\n".join(lines))
        assert is_puzzle_file(path)
        [found] = read_puzzles(path)
        assert isinstance(found, Puzzle)
        assert (found.board.sizes, found.frame[0], found.turns) == ((2, 3), (0, 0, 0), True)
        assert found.pieces == tuple(tuple(map(int, row.split())) for row in self.ROWS)

    def test_one_number_is_the_rows_and_the_columns(self, tmp_path: Path) -> None:
        path = tmp_path / "four.tetra"
        path.write_text("2\n1 2 3 4\n5 6 7 2\n3 1 1 1\n7 1 1 1\n")
        [found] = read_puzzles(path)
        assert isinstance(found, Puzzle)
        assert (found.board.sizes, len(found.pieces)) == ((2, 2), 4)

    def test_a_line_gives_a_piece_its_place(self, tmp_path: Path) -> None:
        path = tmp_path / "six.txt"
        path.write_text("\n".join([*self.ROWS, "5s 1,2"]))
        [found] = read_puzzles(path)
        assert isinstance(found, Puzzle)
        assert found.given == ((1, Laid(4, 2)),)

    def test_given_pieces_may_come_first(self, tmp_path: Path) -> None:
        path = tmp_path / "four.txt"
        path.write_text("2 2\n1 1,1\n2 1,2\n1 2 3 4\n5 6 7 2\n3 1 1 1\n7 1 1 1\n")
        assert is_puzzle_file(path)
        [found] = read_puzzles(path)
        assert isinstance(found, Puzzle)
        assert found.given == ((0, Laid(0)), (1, Laid(1)))

    def test_four_digits_are_north_west_east_south(self, tmp_path: Path) -> None:
        path = tmp_path / "four"
        path.write_text("1234\n5362\n4789\n2871\n")
        [found] = read_puzzles(path)
        assert isinstance(found, Puzzle)
        assert (found.pieces[0], found.frame) == ((1, 3, 4, 2), ())
        assert solve(found, "backtracking").status == "solved"

    def test_four_digits_may_have_a_size_above_them(self, tmp_path: Path) -> None:
        path = tmp_path / "five.txt"
        path.write_text("1 5\n1 1234\n2 5362\n3 4789\n4 2871\n5 1111\n")
        assert is_puzzle_file(path)
        [found] = read_puzzles(path)
        assert isinstance(found, Puzzle)
        assert (found.board.sizes, len(found.pieces)) == ((1, 5), 5)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("0 0 1 1\n0 1 0 1\n0 1 1 0\n0 0 2 2\n", "piece 2 has the border on opposite sides"),
            ("1 2 3 4\n5 1,1\n", "line 2: piece 5 does not exist; pieces are numbered 1 to 1"),
            ("0 1,1\n1 2 3 4\n", "line 1: piece 0 does not exist"),
            ("1 2 3 4\n1 1,2\n", "line 2: place 1,2 is outside the board of 1 x 1"),
            ("1 2 3 4\n1 999,1\n", "line 2: place 999,1 is outside the board of 1 x 1"),
            ("0 0 1 1\n0 0 1 1\n0 0 1 1\n0 0 1 1\n1:7 1,1", "line 5: a piece is turned 0 to 3 times, not 7"),
            ("1 2 3 4\n1 2 3\n", "line 2: write 4 whole numbers"),
            ("1 2 3 4\n1 2 3 x\n", "line 2: write 4"),
            ("1 2 3 4\n" * 3, "3 pieces make no square board"),
            ("1 1 2 3 4\n3 1 2 3 4\n", "but the numbers of pieces must be 1 to 2, each once"),
            ("2 2\n1 2 3 4\n", "line 1: 2 x 2 places need 4 pieces, but there are 1"),
            ("2 2\n", "line 1 gives the size, but no pieces follow"),
            ("1234\n" * 5, "write the rows and columns in a first line"),
            ("4 0\n" + "1234\n" * 4, "line 1 has no rows or no columns"),
            (ADDRESS.format(1, "x", "abcd"), "needs numbers in board_w and board_h"),
            (ADDRESS.format(2, 1, "abcd"), "must have 8 letters"),
            (ADDRESS.format(2, 1, "abcdaaaa"), "1 places of the board are empty"),
            (ADDRESS.replace("&board_w={}&board_h={}", "&puzzle_size=2").format("abcd"), "must have 16 letters"),
            ("board_edges=&board_w=1&board_h=1", "must have 4 letters"),
            ("?xboard_edges=abca&board_w=1&board_h=1", "'board_edges' must have 4 letters"),
            ("blah board_edges=", "needs numbers in board_w and board_h"),
        ],
    )
    def test_faults_are_named(self, text: str, message: str, tmp_path: Path) -> None:
        path = tmp_path / "bad.txt"
        path.write_text(text)
        with pytest.raises(InputError, match=message):
            list(read_puzzles(path))

    def test_other_texts_are_not_taken(self, tmp_path: Path) -> None:
        for text in ("0 0\n1 0\n1 1\n", "0,0\n1,0\n1,1\n", "cat: 1 2 3 4", "1234\n5678\n", "4\n", "2\n1 1,1\n"):
            path = tmp_path / "other.txt"
            path.write_text(text)
            assert not is_puzzle_file(path)
