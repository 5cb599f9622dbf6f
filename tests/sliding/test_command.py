"""``heuristan sliding``, from end to end."""

import json
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared.commands import Run

from heuristan.sliding.files import Puzzle, read_puzzles
from heuristan.sliding.notation import text_of
from heuristan.sliding.parity import can_be_solved


class TestGenerate:
    @pytest.mark.parametrize("options", [(), ("--size", "4"), ("--size", "2x5"), ("--size", 8), ("--goal", "first")])
    def test_boards_are_made_solved_and_verified(self, heuristan: Run, options: tuple[object, ...]) -> None:
        made = heuristan("sliding", "generate", "-n", 4, *options, "--output", "boards.txt")
        assert made == (0, "", "")
        assert all(can_be_solved(puzzle.start, puzzle.goal) for puzzle in read_puzzles("boards.txt"))
        solved = heuristan("sliding", "solve", "boards.txt", "--method", "plan", "--output", "results.jsonl")
        assert solved == (0, "", "4 of 4 solved\n")
        status, out, err = heuristan("sliding", "verify", "boards.txt", "results.jsonl")
        assert (status, err) == (0, "4 of 4 right\n")
        assert out.count("moves lead to the goal") == 4

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
            (("--size", "x"), "'x' is no size; write 4 for 4 x 4"),
            (("--size", "1"), "its sides are 2 to 32"),
            (("--size", "99"), "its sides are 2 to 32"),
            (("--goal", "nowhere"), "the goal: "),
            (("--goal", ""), "the goal: '' has 0 tiles"),
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
        status, out, err = heuristan("sliding", "solve", "358102674", "--method", "plan")
        assert (status, err) == (0, "")
        assert out.splitlines() == [
            "board-1: solved in 22 moves (plan)",
            "  row 1: 1 2 3   ULDRRULD",
            "  column 1: 4 7  DLURDRULDLUR",
            "  rotation       DR",
        ]

    def test_the_fewest_moves(self, heuristan: Run) -> None:
        status, out, _ = heuristan("sliding", "solve", "867254301")
        assert status == 0
        assert out.startswith("board-1: solved in 31 moves (a shortest solution)\n")

    def test_searching_without_the_tree(self, heuristan: Run) -> None:
        _, out, _ = heuristan("sliding", "solve", "358102674", "--method", "optimal", "--estimate", "conflicts")
        assert "solved in 22 moves (a shortest solution, " in out
        assert " states searched)" in out

    def test_a_board_that_cannot_be_solved(self, heuristan: Run) -> None:
        status, out, _ = heuristan("sliding", "solve", "123456870")
        assert status == 1
        assert out.startswith("board-1: unsolvable: no moves lead to the goal: the tiles have 1 inversion")
        assert out.endswith("swap two tiles, say 7 and 8: 123456780\n")

    def test_the_printed_strategies(self, heuristan: Run) -> None:
        status, out, _ = heuristan("sliding", "solve", "458706123", "--method", "paper")
        assert (status, "not-solved: two-dimensional bubbling" in out) == (1, True)
        status, out, _ = heuristan("sliding", "solve", "1230", "--method", "paper")
        assert (status, "refused: the paper's strategies are for 3 x 3" in out) == (1, True)
        status, out, _ = heuristan("sliding", "solve", "358102674", "--method", "paper", "--reading", "repaired")
        assert (status, out.split()[1:3]) == (0, ["solved", "in"])

    def test_json(self, heuristan: Run) -> None:
        heuristan("sliding", "generate", "-n", 3, "--output", "boards.txt")
        array = json.loads(heuristan("sliding", "solve", "boards.txt", "--format", "json").out)
        lines = heuristan("sliding", "solve", "boards.txt", "--format", "jsonl").out.splitlines()
        for one, line in zip(array, lines, strict=True):
            other = json.loads(line)
            assert {**one, "seconds": 0} == {**other, "seconds": 0}
            assert (one["status"], one["method"], one["optimal"]) == ("solved", "optimal", True)
            assert len(one["moves"]) == one["length"] == one["bound"]

    @pytest.mark.parametrize("name", ["stages.svg", "stages.png", "moves.svg"])
    def test_pictures(self, heuristan: Run, name: str) -> None:
        options = ("--picture", name.partition(".")[0], "--output", name)
        status, out, _ = heuristan("sliding", "solve", "358102674", "--method", "plan", *options)
        assert status == 0
        assert out.endswith(f"The picture is in {name}.\n")
        assert Path(name).read_bytes()[:4] in (b"<svg", b"\x89PNG")

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("nothing.txt",), "there is no such file, and it is no board"),
            (("12345678",), "the board: '12345678' has 8 tiles, which do not make a square"),
            (("112345678",), "0) is missing, and 1 occurs twice"),
            (("358102674", "--output", "x.pdf"), "nothing is written as .pdf"),
            (("358102674", "--format", "png"), "a PNG picture needs a file"),
            (("korf", "--format", "svg"), "a picture is of one board, and there are 100"),
            (("korf-1000",), "'korf-1000': there is no such file, and it is no board"),
            (("korf-101",), "korf-101: there are korf-1 to korf-100"),
            ((".",), "cannot be read"),
            (("358102674", "--limit", "0"), "--limit"),
            (("358102674", "--limit", "nan"), "nan is no number of seconds"),
            (("358102674", "--goal", "12"), "--goal: '12' has 2 tiles"),
            (("358102674", "--goal", ""), "--goal: '' has 0 tiles"),
            (("358102674", "--reading", "repaired"), "--reading is for the paper's strategies; add --method paper"),
            (("358102674", "--picture", "moves"), "--picture is for pictures; add --output"),
            (("358102674", "--estimate", "conflicts"), "--estimate is for searches, and plan is none; take"),
            (
                (" ".join(map(str, range(81))), "--goal", "last", "--picture", "moves", "--format", "svg"),
                "or use --frames stages",
            ),
        ],
    )
    def test_refusals(self, heuristan: Run, arguments: tuple[str, ...], words: str) -> None:
        status, out, err = heuristan("sliding", "solve", "--method", "plan", *arguments)
        assert (status, out) == (2, "")
        assert words in " ".join(err.split())

    def test_a_file_is_not_written_over(self, heuristan: Run) -> None:
        Path("boards.txt").write_text("358102674\n", encoding="utf-8")
        status, _, err = heuristan("sliding", "solve", "boards.txt", "--output", "boards.txt")
        assert (status, "the file is read as well" in err) == (2, True)

    def test_an_interruption_keeps_what_is_done(self, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        from heuristan.sliding import solving

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
        assert err == "heuristan: interrupted after 2 boards\n2 of 2 solved\n"
        assert len(json.loads(Path("results.json").read_text(encoding="utf-8"))) == 2

    def test_the_limit(self, heuristan: Run, tmp_path: Path) -> None:
        options = ("--method", "optimal", "--estimate", "distances", "--limit", "0.000001", "--cache", tmp_path)
        status, out, _ = heuristan("sliding", "solve", "korf-1", *options)
        assert status == 1
        assert out.startswith("korf-1: limit: no solution of fewer than ")
        assert out.endswith("raise --limit, or take the plan\n")


class TestWithoutNumba:
    """It is in the extra, and all but the long searches must work without."""

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("867254301",), "solved in 31 moves (a shortest solution)"),
            (("korf-79",), "moves (plan)"),
            (("korf-79", "--method", "optimal", "--estimate", "patterns"), "refused: a pattern database needs numba"),
            (("korf-79", "--method", "optimal", "--limit", "0.01"), "limit: no solution of fewer than"),
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

    def test_what_is_wrong_is_told(self, heuristan: Run) -> None:
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
        assert found.out.splitlines()[1:] == ["  note: that no solution is shorter is not checked beyond 9 cells"]
        claim = {"status": "solved", "moves": "LLRRLLRRL", "optimal": True}
        Path("result.json").write_text(json.dumps(claim), encoding="utf-8")
        found = heuristan("sliding", "verify", "boards.txt", "result.json", "--goal", goal)
        assert found.out.splitlines()[1:] == ["  note: that no solution is shorter is not checked beyond 9 cells"]

    def test_an_interruption_keeps_the_verdicts(self, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        from heuristan.sliding import judging

        def interrupted(puzzle: Puzzle, claim: dict[str, str], fewest: None) -> judging.Verdict:
            if claim["moves"]:
                raise KeyboardInterrupt
            return before(puzzle, claim, fewest)

        before = judging.judged
        monkeypatch.setattr(judging, "judged", interrupted)
        lines = [json.dumps({"status": "solved", "moves": moves}) for moves in ("", "L")]
        Path("results.jsonl").write_text("\n".join(lines), encoding="utf-8")
        status, out, err = heuristan("sliding", "verify", "123456780", "results.jsonl")
        assert (status, out) == (130, "board-1: right: 0 moves lead to the goal\n")
        assert err == "heuristan: interrupted after 1 result\n"

    @pytest.mark.parametrize("form", ["json", "jsonl"])
    def test_verdicts_as_json(self, heuristan: Run, form: str) -> None:
        Path("result.json").write_text('{"status": "limit"}', encoding="utf-8")
        status, out, _ = heuristan("sliding", "verify", "358102674", "result.json", "--format", form)
        assert status == 2  # nothing is claimed
        found = json.loads(out)
        verdict = found[0] if form == "json" else found
        assert (verdict["id"], verdict["outcome"], verdict["faults"]) == ("board-1", "unchecked", [])

    def test_boards_without_a_result_are_counted(self, heuristan: Run) -> None:
        Path("boards.txt").write_text("a: 123456780\nb: 358102674\n", encoding="utf-8")
        Path("result.json").write_text('{"id": "a", "status": "solved", "moves": ""}', encoding="utf-8")
        status, _, err = heuristan("sliding", "verify", "boards.txt", "result.json")
        assert (status, err) == (0, "1 of 1 right, 1 board without a result\n")

    @pytest.mark.parametrize(
        ("data", "words"),
        [
            (b"", "there is no result in it"),
            (b"nonsense\n", "result.json:1: this is not JSON"),
            (b'{"id": 1}\n{"id":\n', "result.json:2: this is not JSON"),
            (b"\xff\xfe", "this is no text in UTF-8"),
            (b"[" * 100_000, "this is not JSON"),
            (b'{"length": ' + b"9" * 5000 + b"}", "this is not JSON"),
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
    @settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_any_bytes_end_without_a_traceback(self, heuristan: Run, data: bytes) -> None:
        Path("result.json").write_bytes(data)
        Path("boards.txt").write_bytes(data)
        assert heuristan("sliding", "verify", "358102674", "result.json").status in (1, 2)
        assert heuristan("sliding", "solve", "boards.txt", "--method", "plan").status in (0, 1, 2)


class TestCompare:
    def test_a_table(self, heuristan: Run) -> None:
        heuristan("sliding", "generate", "-n", 6, "--output", "boards.txt")
        status, out, _ = heuristan("sliding", "compare", "boards.txt")
        assert status == 0
        head, plan, optimal, paper = (line.split() for line in out.splitlines())
        assert head[:4] == ["method", "solved", "mean", "moves"]
        assert plan[:4] == ["plan", "6", "of", "6"]
        assert optimal[:4] == ["optimal", "6", "of", "6"]
        assert optimal[5] == "1.000"
        assert float(plan[5]) >= 1
        assert paper[0] == "paper"

    def test_results_as_json(self, heuristan: Run) -> None:
        out = heuristan("sliding", "compare", "358102674", "--methods", "plan", "--format", "json").out
        (row,) = json.loads(out)
        assert (row["method"], row["length"]) == ("plan", 22)
        lines = heuristan("sliding", "compare", "358102674", "--format", "jsonl").out.splitlines()
        assert [json.loads(line)["method"] for line in lines] == ["plan", "optimal", "paper"]

    def test_a_method_that_stands_twice_is_run_once(self, heuristan: Run) -> None:
        methods = ("--methods", "plan", "--methods", "plan")
        lines = heuristan("sliding", "compare", "358102674", *methods).out.splitlines()
        assert [line.split()[:4] for line in lines[1:]] == [["plan", "1", "of", "1"]]

    def test_the_fewest_moves_of_another_goal_do_not_count(self, heuristan: Run) -> None:
        Path("boards.txt").write_text("goal: first\nx: 123456780 -> 2\n", encoding="utf-8")
        methods = ("--methods", "plan", "--goal")
        for goal in ("last", "first"):
            out = heuristan("sliding", "compare", "boards.txt", *methods, goal).out
            assert (out.splitlines()[1].split()[5] == "-") == (goal == "last")

    def test_a_limit_that_is_no_number(self, heuristan: Run) -> None:
        status, _, err = heuristan("sliding", "compare", "358102674", "--limit", "nan")
        assert (status, "nan is no number of seconds" in err) == (2, True)

    def test_the_fewest_moves_of_the_file_count(self, heuristan: Run) -> None:
        out = heuristan("sliding", "compare", "korf-1", "--methods", "plan").out
        assert float(out.splitlines()[1].split()[5]) > 1

    def test_boards_that_cannot_be_solved(self, heuristan: Run) -> None:
        out = heuristan("sliding", "compare", "123456870").out
        assert out.splitlines()[1].split()[:6] == ["plan", "0", "of", "1", "-", "-"]


class TestTree:
    def test_figures(self, heuristan: Run) -> None:
        lines = heuristan("sliding", "tree").out.splitlines()
        assert lines[0] == ("181,440 states, the farthest 31 moves from the goal; mean 21.97, median 22, mode 24.")
        assert lines[-1].split() == ["31", "2"]
        found = json.loads(heuristan("sliding", "tree", "--size", "2x3", "--goal", "first", "--format", "json").out)
        assert (found["states"], sum(found["layers"])) == (360, 360)

    @pytest.mark.parametrize("options", [(), ("--depth", 3)])
    def test_pictures(self, heuristan: Run, options: tuple[object, ...]) -> None:
        for name in ("tree.svg", "tree.png"):
            assert heuristan("sliding", "tree", *options, "--output", name).out == f"The picture is in {name}.\n"
            assert Path(name).stat().st_size > 1000
        assert heuristan("sliding", "tree", *options, "--format", "svg").out.startswith("<svg")

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            (("--size", 4), "up to 10 cells, and this one has 16; search instead"),
            (("--depth", 20, "--format", "svg"), "reduce --depth"),
            (("--format", "png"), "a PNG picture needs a file"),
            (("--depth", 2), "--depth is for pictures; add --output tree.svg"),
            (("--goal", ""), "the goal: '' has 0 tiles"),
            (("--size", 1), "its sides are 2 to 32"),
        ],
    )
    def test_refusals(self, heuristan: Run, options: tuple[object, ...], words: str) -> None:
        status, out, err = heuristan("sliding", "tree", *options)
        assert (status, out) == (2, "")
        assert words in err
