"""``heuristan sliding``, from end to end."""

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared.commands import Run

from heuristan.common.results import Verdict
from heuristan.sliding import solving
from heuristan.sliding.boards import can_be_solved, text_of
from heuristan.sliding.files import Puzzle, read_puzzles


class TestGenerate:
    @pytest.mark.slow
    @pytest.mark.part(5)
    @pytest.mark.parametrize("options", [(), ("--size", "4"), ("--size", "2x5"), ("--size", 6), ("--goal", "first")])
    def test_boards_are_made_solved_and_verified(self, heuristan: Run, options: tuple[object, ...]) -> None:
        made = heuristan("sliding", "generate", "-n", 4, *options, "--output", "boards.txt")
        assert made == (0, "", "")
        assert all(can_be_solved(puzzle.start, puzzle.goal) for puzzle in read_puzzles("boards.txt"))
        solved = heuristan("sliding", "solve", "boards.txt", "--solver", "plan", "--output", "results.jsonl")
        assert solved == (0, "", "4 of 4 solved\n")
        status, out, err = heuristan("sliding", "verify", "boards.txt", "results.jsonl")
        assert (status, err) == (0, "4 of 4 right\n")
        assert out.count("moves lead to the goal") == 4

    @pytest.mark.parametrize("name", ["b.xyz", "b.json", "b.txt.svg"])
    def test_endings_of_other_formats_are_refused(self, heuristan: Run, name: str) -> None:
        status, out, err = heuristan("sliding", "generate", "-n", 2, "--output", name)
        assert (status, out) == (2, "")
        assert err == f"heuristan: {name}: boards are written as text, one a line; end the name in .txt\n"
        assert not Path(name).exists()

    @pytest.mark.parametrize("name", ["boards", "b.TXT", "/dev/null"])
    def test_no_ending_is_text(self, heuristan: Run, name: str) -> None:
        assert heuristan("sliding", "generate", "-n", 2, "--output", name) == (0, "", "")

    def test_a_goal_on_several_lines_can_be_read_back(self, heuristan: Run) -> None:
        heuristan("sliding", "generate", "-n", 2, "--goal", "1 2 3\n8 0 4\n7 6 5", "--output", "boards.txt")
        assert [text_of(puzzle.goal) for puzzle in read_puzzles("boards.txt")] == ["123804765"] * 2

    def test_a_seed_makes_one_file(self, heuristan: Run) -> None:
        first = heuristan("sliding", "generate", "-n", 3).out
        assert heuristan("sliding", "generate", "-n", 5).out.startswith(first)
        assert heuristan("sliding", "generate", "-n", 3, "--seed", 2).out != first
        assert first.startswith("goal: last\n3x3-1-1: ")

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            (("--size", "x"), "'x' is not a size; write 4 for 4 x 4"),
            (("--size", "1"), "its sides are 2 to 32"),
            (("--size", "99"), "its sides are 2 to 32"),
            (("--goal", "nowhere"), "--goal: "),
            (("--goal", ""), "--goal: '' has 0 tiles"),
            (("--goal", "1230"), "the goal has 2 x 2 cells and the board 3 x 3"),
            (("--output", "no/such/folder.txt"), "cannot be written"),
        ],
    )
    def test_refusals(self, heuristan: Run, options: tuple[str, ...], words: str) -> None:
        status, out, err = heuristan("sliding", "generate", *options)
        assert (status, out) == (2, "")
        assert words in " ".join(err.split())


class TestSolve:
    def test_a_plan_in_words(self, heuristan: Run) -> None:
        status, out, err = heuristan("sliding", "solve", "358102674", "--solver", "plan")
        assert (status, err) == (0, "")
        assert out.splitlines() == [
            "board-1: solved in 22 moves, the blank last (plan)",
            "  row 1: 1 2 3   ULDRRULD",
            "  column 1: 4 7  DLURDRULDLUR",
            "  rotation       DR",
        ]

    def test_the_fewest_moves(self, heuristan: Run) -> None:
        status, out, _ = heuristan("sliding", "solve", "867254301")
        assert status == 0
        assert out.startswith("board-1: solved in 31 moves, the blank last (a shortest solution)\n")

    def test_searching_without_the_tree(self, heuristan: Run) -> None:
        _, out, _ = heuristan("sliding", "solve", "358102674", "--solver", "optimal", "--estimate", "conflicts")
        assert "solved in 22 moves, the blank last (a shortest solution, " in out
        assert " states searched)" in out

    def test_a_board_that_cannot_be_solved(self, heuristan: Run) -> None:
        status, out, _ = heuristan("sliding", "solve", "123456870")
        assert status == 1
        assert out.startswith(
            "board-1: unsolvable: no moves lead to the goal with the blank last: the tiles have 1 inversion"
        )
        assert out.endswith("swap two tiles, say 7 and 8: 123456780\n")

    def test_json(self, heuristan: Run) -> None:
        heuristan("sliding", "generate", "-n", 3, "--output", "boards.txt")
        array = json.loads(heuristan("sliding", "solve", "boards.txt", "--format", "json").out)
        lines = heuristan("sliding", "solve", "boards.txt", "--format", "jsonl").out.splitlines()
        for one, line in zip(array, lines, strict=True):
            other = json.loads(line)
            assert {**one, "seconds": 0} == {**other, "seconds": 0}
            assert (one["status"], one["solver"], one["optimal"]) == ("solved", "optimal", True)
            assert len(one["moves"]) == one["length"] == one["bound"]

    def test_json_of_one_board_is_an_object(self, heuristan: Run) -> None:
        assert json.loads(heuristan("sliding", "solve", "358102674", "--format", "json").out)["status"] == "solved"

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("name", "solver", "frames"),
        [
            ("board.svg", "plan", 2),
            ("board.png", "plan", None),
            ("stages.filmstrip.svg", "plan", 4),
            ("moves.filmstrip.svg", "optimal", 23),
            ("moves.filmstrip.png", "optimal", None),
        ],
    )
    def test_pictures(self, heuristan: Run, name: str, solver: str, frames: int | None) -> None:
        status, out, _ = heuristan("sliding", "solve", "358102674", "--solver", solver, "--output", name)
        assert status == 0
        assert out.startswith("board-1: solved in 22 moves, the blank last (")
        assert out.endswith(f"The picture is in {name}.\n")
        drawn = Path(name).read_bytes()
        assert drawn[:4] in (b"<svg", b"\x89PNG")
        assert frames in (None, drawn.count(b'class="frame"'))

    def test_many_sources(self, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """Boards, files, folders, patterns and standard input; boards without an id are numbered through all."""
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"last: 123456780\n")))
        Path("folder").mkdir()
        Path("folder/one.txt").write_text("a: 1230\n123/450\n", encoding="utf-8")
        Path("two.txt").write_text("b: 358102674\n", encoding="utf-8")
        status, out, err = heuristan("sliding", "solve", "123450786", "folder", "t*.txt", "-", "--format", "jsonl")
        assert [json.loads(line)["id"] for line in out.splitlines()] == ["board-1", "a", "board-3", "b", "last"]
        assert (status, err) == (0, "5 of 5 solved\n")

    def test_a_source_that_cannot_be_used_is_refused_among_several(self, heuristan: Run) -> None:
        Path("a.txt").write_text("x: 358102674\n", encoding="utf-8")
        Path("b.txt").write_text("x: 123456780\n", encoding="utf-8")
        Path("folder").mkdir()
        sources = ("nothing.txt", "a.txt", "b.txt", "12345", "*.gif", "folder")
        status, out, err = heuristan("sliding", "solve", *sources, "--format", "jsonl")
        assert (status, err) == (1, "1 of 6 solved\n")
        found = [json.loads(line) for line in out.splitlines()]
        assert [result["status"] for result in found] == ["refused", "solved", *["refused"] * 4]
        reasons = ["there is no such file", "", "'x' is in a.txt too", "has 5 tiles", "no file fits", "no .txt file"]
        assert all(reason in result["message"] for reason, result in zip(reasons, found, strict=True))
        assert {key: found[0][key] for key in ("id", "solver", "seconds")} == {
            "id": "nothing",
            "solver": "auto",
            "seconds": 0,
        }

    def test_several_outputs(self, heuristan: Run) -> None:
        heuristan("sliding", "solve", "358102674", "--output", "a.json", "--output", "a.svg", "--output", "a.txt")
        assert json.loads(Path("a.json").read_text(encoding="utf-8"))["length"] == 22
        assert Path("a.txt").read_text(encoding="utf-8").startswith("board-1: solved in 22 moves")
        assert Path("a.svg").exists()

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("nothing.txt",), "there is no such file, and it is not a board"),
            (("",), "the board: it has no board"),
            (("12345678",), "the board: '12345678' has 8 tiles, which do not make a square"),
            (("112345678",), "0) is missing, and 1 occurs twice"),
            (("358102674", "--output", "x.pdf"), "no format ends in .pdf"),
            (("358102674", "--format", "png"), "a PNG picture needs a file"),
            (("korf", "--format", "svg"), "a picture is of one board"),
            (("korf-1000",), "'korf-1000': there is no such file, and it is not a board"),
            (("korf-101",), "korf-101: there are korf-1 to korf-100"),
            ((".",), "there is no .txt file in this folder"),
            (("358102674", "--limit", "0"), "--limit"),
            (("358102674", "--limit", "nan"), "'nan' is not a time limit"),
            (("358102674", "--goal", "12"), "--goal: '12' has 2 tiles"),
            (("358102674", "--goal", ""), "--goal: '' has 0 tiles"),
            (("358102674", "--estimate", "conflicts"), "--estimate is for searches, and plan does not search; leave"),
        ],
    )
    def test_refusals(self, heuristan: Run, arguments: tuple[str, ...], words: str) -> None:
        status, out, err = heuristan("sliding", "solve", "--solver", "plan", *arguments)
        assert (status, out) == (2, "")
        assert words in " ".join(err.split())

    def test_a_file_is_not_written_over(self, heuristan: Run) -> None:
        Path("boards.txt").write_text("358102674\n", encoding="utf-8")
        status, _, err = heuristan("sliding", "solve", "boards.txt", "--output", "boards.txt")
        assert (status, "the file is read as well" in err) == (2, True)

    def test_an_interruption_keeps_what_is_done(self, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        heuristan("sliding", "generate", "-n", 5, "--output", "boards.txt")
        calls = []

        def interrupted(puzzle: object, *options: object) -> object:
            calls.append(puzzle)
            if len(calls) == 3:
                raise KeyboardInterrupt
            return before(puzzle, *options)  # type: ignore[arg-type]

        before = solving.solve
        monkeypatch.setattr(solving, "solve", interrupted)
        status, _, err = heuristan("sliding", "solve", "boards.txt", "--output", "results.json")
        assert status == 130
        assert err == "heuristan: interrupted after 2 boards; what is done is kept in results.json\n"
        assert len(json.loads(Path("results.json").read_text(encoding="utf-8"))) == 2

    def test_the_limit(self, heuristan: Run) -> None:
        options = ("--solver", "optimal", "--estimate", "distances", "--limit", "0.000001")
        status, out, _ = heuristan("sliding", "solve", "korf-1", *options)
        assert status == 1
        assert out.startswith("korf-1: limit: no solution of fewer than ")
        assert out.endswith("raise --limit, or take the plan\n")

    @pytest.mark.parametrize("side", [6, 17])
    def test_a_refused_board_announces_nothing(self, heuristan: Run, tmp_path: Path, side: int) -> None:
        heuristan("sliding", "generate", "-n", 1, "--size", side, "--output", "board.txt")
        options = ("--solver", "optimal", "--estimate", "patterns", "--cache", tmp_path / "empty")
        status, out, err = heuristan("sliding", "solve", "board.txt", *options)
        assert (status, "refused: " in out, err) == (1, True, "")


class TestWithoutNumba:
    """It is in the extra, and all but the long searches must work without."""

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("867254301",), "solved in 31 moves, the blank last (a shortest solution)"),
            (("korf-79", "--limit", "0.01"), "moves, the blank first (plan"),
            (("korf-79", "--solver", "optimal", "--estimate", "patterns"), "refused: a pattern database needs numba"),
            (("korf-79", "--solver", "optimal", "--limit", "0.01"), "limit: no solution of fewer than"),
        ],
    )
    def test_solving(
        self, heuristan: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
    ) -> None:
        monkeypatch.setitem(sys.modules, "numba", None)
        _, out, err = heuristan("sliding", "solve", *arguments)
        assert words in out
        assert ("numba is not installed" in err) == ("optimal" in arguments)


class TestVerify:
    def test_one_result_from_standard_input(self, heuristan: Run) -> None:
        result = heuristan("sliding", "solve", "358102674", "--format", "json").out
        Path("result.json").write_text(result, encoding="utf-8")
        assert heuristan("sliding", "verify", "358102674", "result.json") == (
            0,
            "board-1: right: 22 moves lead to the goal\n",
            "",
        )

    def test_what_is_wrong_is_described(self, heuristan: Run) -> None:
        Path("result.json").write_text('{"status": "solved", "moves": "LLL"}', encoding="utf-8")
        status, out, _ = heuristan("sliding", "verify", "358102674", "result.json")
        assert status == 1
        assert out == "board-1: wrong: 1 fault\n  move 2: L leads off the board from row 2, column 1\n"

    def test_the_fewest_moves_of_another_goal_prove_nothing(self, heuristan: Run) -> None:
        Path("boards.txt").write_text("x: 1 2 3 4 / 5 6 7 8 / 9 a b c / d e 0 f -> 9\n", encoding="utf-8")
        goal = "123456789abcd0ef"
        claim = {"status": "solved", "moves": "L", "optimal": True}
        Path("result.json").write_text(json.dumps(claim), encoding="utf-8")
        found = heuristan("sliding", "verify", "boards.txt", "result.json", "--goal", goal)
        assert found.status == 0
        assert found.out.splitlines()[1:] == ["  note: beyond 9 cells it is not checked that no solution is shorter"]
        claim = {"status": "solved", "moves": "LLRRLLRRL", "optimal": True}
        Path("result.json").write_text(json.dumps(claim), encoding="utf-8")
        found = heuristan("sliding", "verify", "boards.txt", "result.json", "--goal", goal)
        assert found.out.splitlines()[1:] == ["  note: beyond 9 cells it is not checked that no solution is shorter"]

    def test_an_interruption_keeps_the_verdicts(self, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        from heuristan.sliding import judge

        def interrupted(puzzle: Puzzle, claim: dict[str, str]) -> Verdict:
            if claim["moves"]:
                raise KeyboardInterrupt
            return before(puzzle, claim)

        before = judge.verify
        monkeypatch.setattr(judge, "verify", interrupted)
        lines = [json.dumps({"status": "solved", "moves": moves}) for moves in ("", "L")]
        Path("results.jsonl").write_text("\n".join(lines), encoding="utf-8")
        status, out, err = heuristan("sliding", "verify", "123456780", "results.jsonl")
        assert (status, out) == (130, "board-1: right: 0 moves lead to the goal\n")
        assert err == "heuristan: interrupted after 1 result\n"

    @pytest.mark.parametrize("form", ["json", "jsonl"])
    def test_verdicts_as_json(self, heuristan: Run, form: str) -> None:
        Path("result.json").write_text('{"status": "limit"}', encoding="utf-8")
        status, out, _ = heuristan("sliding", "verify", "358102674", "result.json", "--format", form)
        assert status == 0  # nothing is wrong
        assert json.loads(out) == {
            "id": "board-1",
            "verdict": "unchecked",
            "status": "limit",
            "faults": [],
            "notes": ["limit: nothing is claimed"],
            "place": "result.json",
        }

    def test_faults_as_json(self, heuristan: Run) -> None:
        Path("result.json").write_text('{"status": "solved", "moves": "LLL"}', encoding="utf-8")
        status, out, _ = heuristan("sliding", "verify", "358102674", "result.json", "--format", "json")
        message = "move 2: L leads off the board from row 2, column 1"
        assert (status, json.loads(out)["faults"]) == (1, [{"kind": "moves", "message": message}])

    def test_a_line_that_is_not_json_is_unreadable_among_others(self, heuristan: Run) -> None:
        Path("results.jsonl").write_text(
            '{"id": "board-1", "status": "solved", "moves": ""}\n{"id":\n', encoding="utf-8"
        )
        status, out, err = heuristan("sliding", "verify", "123456780", "results.jsonl")
        assert (status, err) == (1, "1 of 2 right, 1 unreadable\n")
        assert out.splitlines()[1].startswith("results.jsonl:2: unreadable: this is not JSON")

    def test_many_sources_and_one_that_cannot_be_used(self, heuristan: Run) -> None:
        heuristan("sliding", "solve", "358102674", "123/450", "--output", "results.jsonl")
        assert heuristan("sliding", "verify", "358102674", "123/450", "results.jsonl").status == 0
        status, out, err = heuristan("sliding", "verify", "358102674", "123/450", "nothing.txt", "results.jsonl")
        assert (status, out.count(": right: ")) == (1, 2)
        assert "'nothing.txt': there is no such file" in err

    def test_boards_without_a_result_are_counted(self, heuristan: Run) -> None:
        Path("boards.txt").write_text("a: 123456780\nb: 358102674\n", encoding="utf-8")
        Path("result.json").write_text('{"id": "a", "status": "solved", "moves": ""}', encoding="utf-8")
        status, _, err = heuristan("sliding", "verify", "boards.txt", "result.json")
        assert (status, err) == (0, "heuristan: 1 board without a result\n")

    @pytest.mark.parametrize(
        ("data", "words"),
        [
            (b"", "the file is empty"),
            (b"nonsense\n", "result.json:1: this is not JSON"),
            (b"\xff\xfe", "the file is UTF-16 text"),
            (b"[" * 100_000, "nest too deep"),
            (b'{"length": ' + b"9" * 5000 + b"}", "too many digits"),
        ],
    )
    def test_refusals(self, heuristan: Run, data: bytes, words: str) -> None:
        Path("result.json").write_bytes(data)
        status, out, err = heuristan("sliding", "verify", "358102674", "result.json")
        assert (status, out) == (2, "")
        assert words in err
        assert err.count("\n") == 1

    def test_no_file(self, heuristan: Run) -> None:
        assert heuristan("sliding", "verify", "358102674", "nothing.json").status == 2
        assert heuristan("sliding", "verify", "358102674", ".").status == 2
        assert heuristan("sliding", "verify", "nothing.txt", "nothing.json").status == 2

    @given(st.binary(max_size=120))
    @settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_any_bytes_end_without_a_traceback(self, heuristan: Run, data: bytes) -> None:
        Path("result.json").write_bytes(data)
        Path("boards.txt").write_bytes(data)
        assert heuristan("sliding", "verify", "358102674", "result.json").status in (1, 2)
        assert heuristan("sliding", "solve", "boards.txt", "--solver", "plan").status in (0, 1, 2)
