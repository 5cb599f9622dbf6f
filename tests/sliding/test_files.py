"""Sliding tiles: files of boards, and what is refused."""

import io
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from heuristan.common.faults import InputError
from heuristan.sliding.boards import Board, can_be_solved, text_of
from heuristan.sliding.files import lines_of, read_board, read_puzzles

FILE = """# boards

first: 358102674   # Figure 1 (a)
123456780 -> 0
goal: first
wide: 1 0 2 / 3 4 5 -> 1
goal: 87/65 43/21 0
"""


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path / "boards.txt"


class TestReading:
    def test_a_file(self, written: Path) -> None:
        written.write_text(FILE.rpartition("goal")[0], encoding="utf-8")
        first, second, third = read_puzzles(str(written))
        assert (first.id, text_of(first.start), first.goal, first.fewest) == (
            "first",
            "358102674",
            Board.goal(3, 3),
            None,
        )
        assert (second.id, second.fewest) == ("board-2", 0)
        assert (third.id, third.goal, third.fewest) == ("wide", read_board("012/345"), 1)

    def test_a_goal_for_all(self, written: Path) -> None:
        written.write_text("goal: first\n358102674\n", encoding="utf-8")
        assert read_puzzles(str(written), "876543210")[0].goal == read_board("876543210")

    @pytest.mark.parametrize(
        ("goal", "fewest"),
        [
            (None, [22, 3, 4]),
            ("last", [22, None, None]),
            ("123/456/780", [22, None, None]),
            ("first", [None, 3, None]),
            ("1 2 3 / 8 0 4 / 7 6 5", [None, None, 4]),
            ("876543210", [None, None, None]),
        ],
    )
    def test_the_fewest_moves_belong_to_the_goal_of_the_file(
        self, written: Path, goal: str | None, fewest: list[int | None]
    ) -> None:
        text = "358102674 -> 22\ngoal: first\n123045678 -> 3\ngoal: 123804765\n123845760 -> 4\n"
        written.write_text(text, encoding="utf-8")
        assert [puzzle.fewest for puzzle in read_puzzles(str(written), goal)] == fewest

    def test_a_goal_of_another_size_may_be_replaced(self, written: Path) -> None:
        written.write_text("goal: 1230\n358102674 -> 22\n", encoding="utf-8")
        (puzzle,) = read_puzzles(str(written), "last")
        assert (puzzle.goal, puzzle.fewest) == (Board.goal(3, 3), None)

    def test_windows_wrote_it(self, written: Path) -> None:
        written.write_bytes(b"\xef\xbb\xbfa: 123456780\r\ngoal: first\r\nb: 012345678\r\n")
        assert [puzzle.id for puzzle in read_puzzles(str(written))] == ["a", "b"]

    def test_a_board_itself(self) -> None:
        (puzzle,) = read_puzzles("123/450", "first")
        assert (puzzle.id, puzzle.goal) == ("board-1", read_board("012/345"))

    def test_boards_without_an_id_are_numbered_from_any_number(self) -> None:
        assert read_puzzles("358102674", first=7)[0].id == "board-7"

    def test_standard_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"x: 358102674\n")))
        assert read_puzzles("-")[0].id == "x"

    def test_what_generate_writes(self, written: Path) -> None:
        written.write_text("\n".join(lines_of([("a", "0123"), ("b", "1023")], "first")), encoding="utf-8")
        assert [text_of(puzzle.goal) for puzzle in read_puzzles(str(written))] == ["0123", "0123"]


class TestKorf:
    def test_all_hundred(self) -> None:
        puzzles = read_puzzles("korf")
        assert [puzzle.id for puzzle in puzzles] == [f"korf-{number}" for number in range(1, 101)]
        assert sum(puzzle.fewest or 0 for puzzle in puzzles) == 5305
        assert all(can_be_solved(puzzle.start, puzzle.goal) for puzzle in puzzles)
        assert {puzzle.goal for puzzle in puzzles} == {Board.goal(4, 4, "first")}

    def test_one(self) -> None:
        (puzzle,) = read_puzzles("korf-1")
        assert puzzle.start.tiles == (14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)
        assert puzzle.fewest == 57

    def test_there_is_no_101st(self) -> None:
        with pytest.raises(InputError, match="korf-101: there are korf-1 to korf-100"):
            read_puzzles("korf-101")


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("358102674\n12345678\n", ":2: '12345678' has 8 tiles, which do not make a square"),
            ("a: 358102674\na: 123456780\n", ":2: the id 'a' occurs twice; choose another"),
            ("358102674 -> many\n", ":1: 'many' is not a number of moves"),
            ("a: b: 358102674\n", ":1: there is more than one ':'"),
            (": 358102674\n", ":1: '' is not an id"),
            ("goal: middle\n358102674\n", ":1: the goal: .* [(]or write last, first or spiral[)]"),
            ("358102674\ngoal:\n", ":2: the goal: '' has 0 tiles"),
            ("goal: 1230\n358102674\n", ":2: the goal has 2 x 2 cells and the board 3 x 3"),
            ("# nothing\n\n", ": it has no board"),
            ("", ": it has no board"),
            ("358102674\nhello world\n", ":2: 'hello' is not the number of a tile"),
            ("1 2 3 4 5 6 7 8 8\n", ":1: the blank [(]0[)] is missing, and 8 occurs twice"),
        ],
    )
    def test_the_line_and_the_fault_are_named(self, written: Path, text: str, words: str) -> None:
        written.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=f"^.*boards.txt{words}"):
            read_puzzles(str(written))

    @pytest.mark.parametrize("goal", ["", "middle", "12"])
    def test_a_goal_for_no_board_is_the_option_s_fault(self, written: Path, goal: str) -> None:
        written.write_text("goal: first\n358102674\n", encoding="utf-8")
        for source in (str(written), "358102674"):
            with pytest.raises(InputError, match=r"^--goal: '.*' .*\(or write last, first or spiral\)$"):
                read_puzzles(source, goal)

    def test_no_utf_8(self, written: Path) -> None:
        written.write_bytes(b"358102674\n\xff\xfe\n")
        with pytest.raises(InputError, match=r"boards\.txt:2: the file is not UTF-8 text"):
            read_puzzles(str(written))

    def test_a_folder(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="cannot be read"):
            read_puzzles(str(tmp_path))

    @pytest.mark.parametrize("source", ["nothing.txt", "no\0file", "x" * 5000])
    def test_no_file(self, source: str) -> None:
        with pytest.raises(InputError, match="there is no such file, and it is not a board"):
            read_puzzles(source)

    @given(st.binary(max_size=200))
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_any_bytes_are_boards_or_refused_on_one_line(self, written: Path, data: bytes) -> None:
        written.write_bytes(data)
        words = ""
        try:
            assert read_puzzles(str(written))
        except InputError as refusal:
            words = str(refusal)
        assert "\n" not in words
