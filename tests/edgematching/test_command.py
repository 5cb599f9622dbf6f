"""``heuristan edgematching`` from end to end."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from shared.edgematching_puzzles import made, swapped

from heuristan.cli import app
from heuristan.common.faults import installing
from heuristan.edgematching.notation import as_json


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, given: str = "") -> Result:
    return CliRunner().invoke(app, ["edgematching", *arguments], input=given)


def lines(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


def make(*arguments: str, output: str = "puzzles.jsonl") -> None:
    assert run("generate", *arguments, "--output", output).exit_code == 0


def solve_all() -> None:
    """Solve the puzzles that were made."""
    assert run("solve", "puzzles.jsonl", "--output", "solved.jsonl").exit_code == 0


class TestGenerateSolveVerify:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        "how",
        [
            ("-n", "2", "--size", "4x5", "--colours", "4"),
            ("--size", "3x3", "--turned"),
            ("--kind", "cubes", "--size", "2x2x3"),
            ("--frame", "plain", "--size", "4x4"),
            ("--frame", "plain", "--size", "4x4", "--turned"),
            ("--kind", "hexagons", "--size", "3x4"),
            ("--kind", "hexagons", "--size", "3x3", "--turned", "--frame", "plain"),
        ],
        ids=" ".join,
    )
    @pytest.mark.parametrize("solver", ["lp", "backtracking"])
    def test_what_is_generated_is_solved_and_right(self, how: tuple[str, ...], solver: str) -> None:
        make(*how)
        assert run("solve", "puzzles.jsonl", "--solver", solver, "--output", "results.jsonl").exit_code == 0
        found = run("verify", "puzzles.jsonl", "results.jsonl", "--format", "json")
        assert found.exit_code == 0
        verdicts = json.loads(found.stdout)
        assert {each["verdict"] for each in (verdicts if isinstance(verdicts, list) else [verdicts])} == {"right"}

    def test_standard_output_is_the_same_file(self) -> None:
        make("-n", "3", "--seed", "9")
        assert run("generate", "-n", "3", "--seed", "9").output == Path("puzzles.jsonl").read_text(encoding="utf-8")

    def test_json_holds_one_puzzle_or_a_list(self) -> None:
        make(output="one.json")
        make("-n", "2", output="two.json")
        assert isinstance(json.loads(Path("one.json").read_text(encoding="utf-8")), dict)
        assert len(json.loads(Path("two.json").read_text(encoding="utf-8"))) == 2
        assert run("solve", "one.json").output.startswith("6x6-c5-1-1: solved (")
        assert run("solve", "one.json", "--output", "result.json").exit_code == 0
        assert run("verify", "one.json", "result.json").exit_code == 0

    def test_results_say_what_they_cost(self) -> None:
        make()
        run("solve", "puzzles.jsonl", "--solver", "lp", "--output", "r.jsonl")
        (result,) = lines("r.jsonl")
        assert {*result} == {
            *("id", "kind", "status", "solver", "seconds", "processor_seconds", "message"),
            *("programs", "restarts", "places"),
        }

    def test_words_show_the_numbers_of_the_pieces(self) -> None:
        Path("p.json").write_text(json.dumps(as_json(made((2, 2), 9, 3).puzzle)), encoding="utf-8")
        told = run("solve", "p.json").output.splitlines()
        assert told[0] == "2x2-c9-3-1: solved (backtracking); 4 nodes"
        assert sorted(" ".join(told[1:]).split()) == ["1", "2", "3", "4"]


class TestPictures:
    @pytest.mark.slow
    @pytest.mark.parametrize("suffix", ["svg", "png"])
    def test_a_puzzle_its_solution_and_the_iterates_are_drawn(self, suffix: str) -> None:
        make(output="p.json")
        make(output=f"p.{suffix}")
        names = (f"s.{suffix}", f"s.filmstrip.{suffix}")
        told = run("solve", "p.json", "--solver", "lp", "--output", names[0], "--output", names[1])
        assert told.exit_code == 0
        for name in (f"p.{suffix}", *names):
            assert Path(name).read_bytes()[:4] in (b"<svg", b"\x89PNG")

    def test_a_picture_is_of_one_puzzle(self) -> None:
        make("-n", "2")
        told = run("solve", "puzzles.jsonl", "--output", "s.svg")
        assert told.exit_code == 2
        assert "a picture is of one puzzle" in told.output
        assert "a picture is of one puzzle" in run("generate", "-n", "2", "--output", "p.svg").output

    def test_a_film_strip_is_of_lp(self) -> None:
        make()
        told = run("solve", "puzzles.jsonl", "--format", "filmstrip-svg")
        assert (told.exit_code, "a film strip of squares shows what lp does" in told.output) == (2, True)

    def test_without_a_program_there_is_nothing_to_draw(self) -> None:
        Path("none.json").write_text(json.dumps(as_json(swapped(made((2, 2), 3).puzzle, 0, 0, 1))), encoding="utf-8")
        told = run("solve", "none.json", "--solver", "lp", "--output", "s.filmstrip.svg")
        assert "there is nothing to draw; no program was solved" in told.output
        assert not Path("s.filmstrip.svg").exists()


class TestWhatIsNotSolved:
    def test_a_proof_and_a_limit_are_told_apart(self) -> None:
        unsolvable = swapped(made((2, 2), 3).puzzle, 0, 0, 1)
        Path("none.json").write_text(json.dumps(as_json(unsolvable)), encoding="utf-8")
        told = run("solve", "none.json", "--output", "r.jsonl")
        assert told.exit_code == 1
        assert lines("r.jsonl")[0]["status"] == "unsolvable"
        make("--colours", "2", output="hard.json")
        told = run("solve", "hard.json", "--solver", "lp", "--limit", "0.000001")
        assert (told.exit_code, "limit: 1e-06 seconds are over" in told.output) == (1, True)

    def test_colours_that_cannot_pair_are_counted(self) -> None:
        fields = as_json(made((2, 2), 3).puzzle)
        fields["pieces"][0] = [7, 7, 7, 6]
        Path("odd.json").write_text(json.dumps(fields), encoding="utf-8")
        told = run("solve", "odd.json")
        assert told.exit_code == 1
        assert "unsolvable: colour" in told.output
        assert "which cannot pair" in told.output


class TestVerify:
    def test_a_wrong_result_is_shown_with_its_spot(self) -> None:
        make("--size", "2x3")
        solve_all()
        (result,) = lines("solved.jsonl")
        result["places"][0][0], result["places"][0][1] = result["places"][0][1], result["places"][0][0]
        Path("wrong.jsonl").write_text(json.dumps(result), encoding="utf-8")
        told = run("verify", "puzzles.jsonl", "wrong.jsonl")
        assert told.exit_code == 1
        assert ": wrong: " in told.output
        assert "row 1, column" in told.output
        assert run("verify", "puzzles.jsonl", "wrong.jsonl", "--output", "v.jsonl").exit_code == 1
        (verdict,) = lines("v.jsonl")
        assert (verdict["verdict"], verdict["status"], verdict["place"]) == ("wrong", "solved", "wrong.jsonl")
        assert {fault["kind"] for fault in verdict["faults"]} == {"mismatch"}

    def test_one_result_is_not_counted(self) -> None:
        """It once said "1 results: 1 right, 0 wrong, 0 open"."""
        make("--size", "2x3")
        solve_all()
        assert run("verify", "puzzles.jsonl", "solved.jsonl").output == "2x3-c5-1-1: right\n"

    def test_results_come_from_standard_input_too(self) -> None:
        make("--size", "2x3")
        solve_all()
        told = run("verify", "puzzles.jsonl", "-", given=Path("solved.jsonl").read_text(encoding="utf-8"))
        assert (told.exit_code, told.output) == (0, "2x3-c5-1-1: right\n")
        told = run("verify", "puzzles.jsonl", "-", given="\n")
        assert (told.exit_code, told.output) == (2, "heuristan: standard input: there is nothing in it\n")

    def test_several_results_are_counted(self) -> None:
        make("-n", "3", "--size", "2x3")
        solve_all()
        found = lines("solved.jsonl")
        found[1] |= {"status": "unsolvable"}
        Path("r.jsonl").write_text("".join(json.dumps(each) + "\n" for each in [*found, 7]), encoding="utf-8")
        told = run("verify", "puzzles.jsonl", "r.jsonl")
        assert told.exit_code == 1
        assert "2 of 4 right, 1 unchecked, 1 unreadable" in told.output

    @pytest.mark.parametrize("name", ["6x6-c5-1-2", 3, ["x"]])
    def test_a_result_of_no_puzzle_is_unreadable(self, name: object) -> None:
        make()
        Path("r.json").write_text(json.dumps({"id": name, "status": "solved"}), encoding="utf-8")
        told = run("verify", "puzzles.jsonl", "r.json")
        assert told.exit_code == 2
        assert "unreadable: there is no puzzle" in told.output

    @pytest.mark.parametrize("name", ["\u202e", "a\x1b[31m\nb"])
    def test_what_may_not_be_printed_is_escaped(self, name: str) -> None:
        make()
        Path("r.json").write_text(json.dumps({"id": name, "status": "solved"}), encoding="utf-8")
        told = run("verify", "puzzles.jsonl", "r.json")
        assert told.exit_code == 2
        assert told.output.startswith(f"{name!r}: unreadable: there is no puzzle {name!r}; ")

    def test_half_a_surrogate_pair_is_refused_with_its_line(self) -> None:
        make()
        Path("r.json").write_text(json.dumps({"id": "\ud800", "status": "solved"}), encoding="utf-8")
        told = run("verify", "puzzles.jsonl", "r.json")
        assert (told.exit_code, "r.json:1: the text has half a surrogate pair" in told.output) == (2, True)


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
        assert f"interrupted after 1 puzzle; what is done is kept in {output}" in told.output
        assert run("verify", "puzzles.jsonl", output).stdout.endswith(": right\n")


class TestMissingExtra:
    def test_it_is_named_in_one_line_and_auto_does_without(self, monkeypatch: pytest.MonkeyPatch) -> None:
        make("--size", "3x3")
        monkeypatch.setitem(sys.modules, "scipy", None)
        told = run("solve", "puzzles.jsonl", "--solver", "lp")
        assert told.exit_code == 2
        assert told.output.startswith("heuristan: this needs SciPy; install it with: ")
        assert told.output.endswith(f"{installing('edgematching')}\n")
        assert run("solve", "puzzles.jsonl").exit_code == 0


class TestRefusals:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("generate", "--size", "six"), "'six' is not a size of squares; write it like 6x6"),
            (("generate", "--size", "6x6x6"), "is not a size of squares"),
            (("generate", "--size", "99x2"), "99x2 is out of range; each number is from 1 to 32"),
            (("generate", "--output", "p.gif"), "no format ends in .gif"),
            (("generate", "--output", "nowhere/p.json"), "there is no such folder"),
            (("generate", "--output", "nowhere/s.jsonl"), "there is no such folder"),
            (("solve", "missing.json"), "missing.json: there is no such file; check the path"),
            (("verify", "missing.json", "r.json"), "missing.json: there is no such file"),
        ],
    )
    def test_a_command_that_cannot_be_used_says_why(self, arguments: tuple[str, ...], message: str) -> None:
        told = run(*arguments)
        assert told.exit_code == 2
        assert message in told.output
        assert told.output.count("\n") == 1

    @pytest.mark.parametrize("limit", ["nan", "0", "-1", "inf", "soon"])
    @pytest.mark.parametrize("command", ["solve"])
    def test_a_limit_is_a_number_of_seconds(self, command: str, limit: str) -> None:
        make()
        told = run(command, "puzzles.jsonl", "--limit", limit)
        assert told.exit_code == 2
        assert "Invalid value for '--limit'" in told.output

    @pytest.mark.parametrize("content", [b"", b"\xff\x00", b"{", b"[]", b"7", b'{"rows": 1e999}', b'{"rows": -1}'])
    @pytest.mark.parametrize("command", ["solve", "verify"])
    def test_garbage_ends_in_one_line(self, command: str, content: bytes) -> None:
        Path("bad.json").write_bytes(content)
        told = run(command, "bad.json", *(["bad.json"] if command == "verify" else []))
        assert told.exit_code == 2
        assert told.output.startswith("heuristan: bad.json")
        assert told.output.count("\n") == 1

    def test_folders_and_patterns_are_read(self) -> None:
        Path("folder").mkdir()
        told = run("solve", "folder")
        assert (told.exit_code, "this folder has no file of puzzles" in told.output) == (2, True)
        make("--size", "3x3", output="folder/a.json")
        make("--size", "2x2", "-n", "2", output="folder/b.jsonl")
        for sources in (("folder",), ("folder/*",), ("folder/a.json", "folder/b*")):
            told = run("solve", *sources)
            assert (told.exit_code, told.output.count(": solved ")) == (0, 3)

    def test_one_refused_puzzle_does_not_end_the_run(self) -> None:
        make("--size", "3x3")
        good = lines("puzzles.jsonl")[0]
        Path("some.jsonl").write_text(f"{json.dumps(good)}\n{{\n{json.dumps(good | {'rows': 0})}\n", encoding="utf-8")
        told = run("solve", "some.jsonl", "missing.json", "--format", "jsonl")
        statuses = [json.loads(line)["status"] for line in told.stdout.splitlines()]
        assert (told.exit_code, statuses) == (1, ["solved", "refused", "refused", "refused"])

    def test_an_id_occurs_once(self) -> None:
        make()
        told = run("solve", "puzzles.jsonl", "puzzles.jsonl")
        assert told.exit_code == 1
        assert "6x6-c5-1-1: refused: the id '6x6-c5-1-1' occurs twice" in told.output

    def test_what_is_read_is_not_written(self) -> None:
        make()
        assert "would be lost" in run("solve", "puzzles.jsonl", "--output", "puzzles.jsonl").output
