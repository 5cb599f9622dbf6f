"""``heuristan edgematching`` from end to end."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from shared.edgematching_puzzles import made, swapped

from heuristan.cli import app
from heuristan.edgematching.files import fields_of


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["edgematching", *arguments])


def lines(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


def make(*arguments: str, output: str = "puzzles.jsonl") -> None:
    assert run("generate", *arguments, "--output", output).exit_code == 0


class TestGenerateSolveVerify:
    @pytest.mark.parametrize(
        "how",
        [
            ("-n", "2", "--size", "4x5", "--colours", "4"),
            ("--size", "3x3", "--turned"),
            ("--kind", "cubes", "--size", "2x2x3"),
            ("--frame", "plain", "--size", "4x4"),
        ],
        ids=" ".join,
    )
    @pytest.mark.parametrize("method", ["lp", "backtracking"])
    def test_what_is_generated_is_solved_and_right(self, how: tuple[str, ...], method: str) -> None:
        make(*how, "--solutions", "hidden.jsonl")
        assert run("solve", "puzzles.jsonl", "--method", method, "--output", "results.jsonl").exit_code == 0
        for results in ("results.jsonl", "hidden.jsonl"):
            told = run("verify", "puzzles.jsonl", results)
            assert told.exit_code == 0
            assert f"{len(lines('puzzles.jsonl'))} right, 0 wrong, 0 open" in told.output

    def test_standard_output_is_the_same_file(self) -> None:
        make("-n", "3", "--seed", "9")
        assert run("generate", "-n", "3", "--seed", "9").output == Path("puzzles.jsonl").read_text(encoding="utf-8")

    def test_json_holds_one_puzzle_or_a_list(self) -> None:
        make(output="one.json")
        make("-n", "2", output="two.json")
        assert isinstance(json.loads(Path("one.json").read_text(encoding="utf-8")), dict)
        assert len(json.loads(Path("two.json").read_text(encoding="utf-8"))) == 2
        told = run("solve", "one.json", "--output", "result.json")
        assert told.output.startswith("6x6-c5-1-1: solved")
        assert run("verify", "one.json", "result.json").exit_code == 0

    def test_results_say_what_they_cost(self) -> None:
        make()
        run("solve", "puzzles.jsonl", "--method", "lp", "--output", "r.jsonl")
        (result,) = lines("r.jsonl")
        assert {*result} == {"id", "kind", "status", "method", "seconds", "programs", "restarts", "places"}

    def test_words_show_the_numbers_of_the_pieces(self) -> None:
        Path("p.json").write_text(json.dumps(fields_of(made((2, 2), 9, 3).puzzle)), encoding="utf-8")
        told = run("solve", "p.json").output.splitlines()
        assert told[0] == "2x2-c9-3-1: solved (backtracking)"
        assert sorted(" ".join(told[1:]).split()) == ["1", "2", "3", "4"]


class TestPictures:
    @pytest.mark.parametrize("suffix", ["svg", "png"])
    def test_a_puzzle_its_solution_and_the_stages_are_drawn(self, suffix: str) -> None:
        make(output="p.json")
        make(output=f"p.{suffix}")
        names = (f"s.{suffix}", f"stages.{suffix}")
        told = run("solve", "p.json", "--method", "lp", "--output", names[0], "--stages", names[1])
        assert told.exit_code == 0
        for name in (f"p.{suffix}", *names):
            assert Path(name).read_bytes()[:4] in (b"<svg", b"\x89PNG")

    def test_a_picture_is_of_one_puzzle(self) -> None:
        make("-n", "2")
        told = run("solve", "puzzles.jsonl", "--output", "s.svg")
        assert told.exit_code == 2
        assert "a picture is of one puzzle, and there are 2" in told.output
        assert "a picture is of one puzzle, not of 2" in run("generate", "-n", "2", "--output", "p.svg").output

    def test_stages_are_those_of_lp(self) -> None:
        make()
        assert "add --method lp" in run("solve", "puzzles.jsonl", "--stages", "s.svg").output

    def test_without_a_program_there_is_nothing_to_draw(self) -> None:
        Path("none.json").write_text(json.dumps(fields_of(swapped(made((2, 2), 3).puzzle, 0, 0, 1))), encoding="utf-8")
        told = run("solve", "none.json", "--method", "lp", "--stages", "s.svg")
        assert "heuristan: s.svg: there is nothing to draw; no program was solved" in told.output
        assert not Path("s.svg").exists()


class TestWhatIsNotSolved:
    def test_a_proof_a_surrender_and_a_limit_are_told_apart(self) -> None:
        unsolvable = swapped(made((2, 2), 3).puzzle, 0, 0, 1)
        Path("none.json").write_text(json.dumps(fields_of(unsolvable)), encoding="utf-8")
        told = run("solve", "none.json", "--output", "r.jsonl")
        assert told.exit_code == 1
        assert lines("r.jsonl")[0]["status"] == "unsolvable"
        make("--colours", "2", output="hard.json")
        told = run("solve", "hard.json", "--method", "lp", "--restarts", "0")
        assert (told.exit_code, "not-solved: P stood still 1 times" in told.output) == (1, True)
        told = run("solve", "hard.json", "--method", "lp", "--limit", "0.000001")
        assert (told.exit_code, "limit: 1e-06 seconds are over" in told.output) == (1, True)

    def test_colours_that_cannot_pair_are_counted(self) -> None:
        fields = fields_of(made((2, 2), 3).puzzle)
        fields["pieces"][0] = [7, 7, 7, 6]
        Path("odd.json").write_text(json.dumps(fields), encoding="utf-8")
        told = run("solve", "odd.json")
        assert told.exit_code == 1
        assert "unsolvable: colour" in told.output
        assert "which cannot pair" in told.output


class TestVerify:
    def test_a_wrong_result_is_shown_with_its_spot(self) -> None:
        make("--size", "2x3", "--solutions", "hidden.jsonl")
        (result,) = lines("hidden.jsonl")
        result["places"][0][0], result["places"][0][1] = result["places"][0][1], result["places"][0][0]
        Path("wrong.jsonl").write_text(json.dumps(result), encoding="utf-8")
        told = run("verify", "puzzles.jsonl", "wrong.jsonl")
        assert told.exit_code == 1
        assert "wrong (wrong.jsonl:1)" in told.output
        assert "row 1, column" in told.output
        assert run("verify", "puzzles.jsonl", "wrong.jsonl", "--output", "v.jsonl").exit_code == 1
        assert lines("v.jsonl")[0]["finding"] == "wrong"

    @pytest.mark.parametrize("name", ["6x6-c5-1-2", None, 3, ["x"]])
    def test_a_result_of_no_puzzle_is_wrong(self, name: object) -> None:
        make()
        Path("r.json").write_text(json.dumps({"id": name, "status": "solved"}), encoding="utf-8")
        told = run("verify", "puzzles.jsonl", "r.json")
        assert told.exit_code == 1
        assert "there is no puzzle" in told.output

    @pytest.mark.parametrize("name", ["\ud800", "a\x1b[31m\nb"])
    def test_what_may_not_be_printed_is_escaped(self, name: str) -> None:
        make()
        Path("r.json").write_text(json.dumps({"id": name, "status": "solved"}), encoding="utf-8")
        told = run("verify", "puzzles.jsonl", "r.json")
        assert told.exit_code == 1
        assert told.output.startswith(f"{name!r}: wrong (r.json)\n  there is no puzzle {name!r}; ")


class TestWorker:
    def test_every_seed_is_taken(self) -> None:
        make("--size", "3x3")
        told = run("solve", "puzzles.jsonl", "--method", "cp-sat", "--seed", "99999999999")
        assert (told.exit_code, "solved" in told.output) == (0, True)

    def test_its_failure_is_one_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        make("--size", "3x3")
        from heuristan.edgematching.searching import cp_sat

        monkeypatch.setattr(cp_sat, "WORKER", "heuristan.no_such_module")
        told = run("solve", "puzzles.jsonl", "--method", "cp-sat")
        assert (told.exit_code, told.output.count("\n")) == (2, 1)
        assert told.output.startswith("heuristan: the process of CP-SAT ended with status 1: ")


class TestInterruption:
    @pytest.mark.parametrize("output", ["r.jsonl", "r.json"])
    def test_what_is_done_is_kept(self, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
        make("-n", "3", "--size", "3x3")
        from heuristan.edgematching import solving

        whole, done = solving.solve, []

        def interrupted(*arguments: Any) -> Any:
            if done:
                raise KeyboardInterrupt
            done.append(whole(*arguments))
            return done[0]

        monkeypatch.setattr(solving, "solve", interrupted)
        told = run("solve", "puzzles.jsonl", "--output", output)
        assert told.exit_code == 130
        assert "interrupted after 1 of 3 puzzles" in told.output
        assert run("verify", "puzzles.jsonl", output).output.endswith("1 results: 1 right, 0 wrong, 0 open\n")
        done.clear()
        told = run("compare", "puzzles.jsonl", "--methods", "lp")
        assert told.exit_code == 130
        assert "interrupted after 1 of 3 runs" in told.output


class TestMissingExtra:
    def test_it_is_named_in_one_line_and_auto_does_without(self, monkeypatch: pytest.MonkeyPatch) -> None:
        make("--size", "3x3")
        from heuristan.edgematching import faults

        monkeypatch.setattr(faults, "find_spec", lambda _: None)
        told = run("solve", "puzzles.jsonl", "--method", "lp")
        assert told.exit_code == 2
        assert told.output == (
            "heuristan: this method needs scipy; install it with: pip install 'heuristan[edgematching]'\n"
        )
        assert run("solve", "puzzles.jsonl").exit_code == 0


class TestCompare:
    def test_the_methods_stand_side_by_side(self) -> None:
        make("-n", "2", "--size", "4x4")
        told = run("compare", "puzzles.jsonl", "--output", "runs.csv")
        assert told.exit_code == 0
        assert [line.split()[:3] for line in told.output.splitlines()[1:]] == [
            ["lp", "2", "2"],
            ["backtracking", "2", "2"],
            ["cp-sat", "2", "2"],
        ]
        assert len(Path("runs.csv").read_text(encoding="utf-8").splitlines()) == 7

    @pytest.mark.parametrize("name", ["c.svg", "c.png", "c.jsonl", "c.txt"])
    def test_every_format_is_written(self, name: str) -> None:
        make("--size", "3x3")
        assert run("compare", "puzzles.jsonl", "--methods", "lp,backtracking", "--output", name).exit_code == 0
        assert Path(name).stat().st_size > 50

    def test_an_unknown_method_is_refused(self) -> None:
        make()
        told = run("compare", "puzzles.jsonl", "--methods", "lp,backtrack")
        assert told.exit_code == 2
        assert "there is no 'backtrack'; did you mean 'backtracking'?" in told.output


class TestRefusals:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("generate", "--size", "six"), "'six' is no size of squares; write it like 6x6"),
            (("generate", "--size", "6x6x6"), "is no size of squares"),
            (("generate", "--size", "99x2"), "99x2 is out of reach; each number is from 1 to 32"),
            (("generate", "--kind", "cubes", "--turned"), "cubes are not turned here"),
            (("generate", "--output", "p.gif"), "no format ends in .gif"),
            (("generate", "--output", "nowhere/p.json"), "there is no such folder"),
            (("generate", "--solutions", "s.txt"), "no format ends in .txt"),
            (("generate", "--solutions", "q.jsonl", "--output", "q.jsonl"), "choose two"),
            (("generate", "--pieces", "5"), "--pieces is for polygons; leave it out"),
            (("solve", "missing.json"), "missing.json: cannot be read (No such file or directory)"),
            (("verify", "missing.json", "r.json"), "missing.json: cannot be read"),
            (("compare", "missing.jsonl"), "missing.jsonl: cannot be read"),
        ],
    )
    def test_a_command_that_cannot_be_used_says_why(self, arguments: tuple[str, ...], message: str) -> None:
        told = run(*arguments)
        assert told.exit_code == 2
        assert message in told.output
        assert told.output.count("\n") == 1

    @pytest.mark.parametrize("limit", ["nan", "0", "-1", "inf", "soon"])
    @pytest.mark.parametrize("command", ["solve", "compare"])
    def test_a_limit_is_a_number_of_seconds(self, command: str, limit: str) -> None:
        make()
        told = run(command, "puzzles.jsonl", "--limit", limit)
        assert told.exit_code == 2
        assert "Invalid value for '--limit'" in told.output

    @pytest.mark.parametrize("content", [b"", b"\xff\x00", b"{", b"[]", b"7", b'{"rows": 1e999}', b'{"rows": -1}'])
    @pytest.mark.parametrize("command", ["solve", "verify", "compare"])
    def test_garbage_ends_in_one_line(self, command: str, content: bytes) -> None:
        Path("bad.json").write_bytes(content)
        told = run(command, "bad.json", *(["bad.json"] if command == "verify" else []))
        assert told.exit_code == 2
        assert told.output.startswith("heuristan: bad.json")
        assert told.output.count("\n") == 1

    def test_a_folder_is_no_file(self) -> None:
        Path("folder.json").mkdir()
        assert run("solve", "folder.json").output.startswith("heuristan: folder.json: ")

    def test_an_id_stands_once(self) -> None:
        make()
        assert "the id '6x6-c5-1-1' stands twice" in run("solve", "puzzles.jsonl", "puzzles.jsonl").output

    def test_what_is_read_is_not_written(self) -> None:
        make()
        assert "would be lost" in run("solve", "puzzles.jsonl", "--output", "puzzles.jsonl").output
