"""Polygons and tangram outlines on the command line: from generating to judging, and everything that can be wrong."""

import json
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from heuristan.cli import app

SQUARE = [[0, 0], [2, 0], [2, 1], [0, 1]]
HALVES = [
    {"name": "left", "ring": [[5, 5], [6, 5], [6, 6], [5, 6]]},
    {"name": "right", "ring": [[7, 5], [8, 5], [8, 6], [7, 6]]},
]
TWO: dict[str, Any] = {"kind": "polygons", "id": "two", "frame": [SQUARE], "pieces": HALVES}
LEFT_RIGHT = [[-5, -5], [-6, -5]]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["edgematching", *map(str, arguments)])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(folder: Path, name: str, value: Any) -> Path:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


class TestWholeRuns:
    def test_an_outline_is_made_a_puzzle_solved_and_judged(self, folder: Path) -> None:
        assert run("generate", "--from", "cat", "--output", "cat.json").exit_code == 0
        solved = run("solve", "cat.json", "--output", "result.json", "--output", "strip.filmstrip.svg")
        assert solved.exit_code == 0, solved.output
        result = json.loads((folder / "result.json").read_text())
        assert (result["status"], result["solver"], len(result["places"])) == ("solved", "sdp", 7)
        assert result["iterations"] == len(result["steps"])
        judged = run("verify", "cat.json", "result.json")
        assert judged.exit_code == 0
        assert "cat: right: the pieces fill the frame" in judged.output
        assert "exactly on the tangram's lattice" in judged.output
        frames = ET.parse(folder / "strip.filmstrip.svg").getroot().iter("{http://www.w3.org/2000/svg}g")
        assert sum(each.get("class") == "iterate" for each in frames) == result["iterations"] + 1

    def test_an_outline_needs_no_file(self) -> None:
        found = run("solve", "cat", "house")
        assert found.exit_code == 0
        assert [line.split(" by ")[0] for line in found.stdout.splitlines()] == [
            "cat: solved: solved",
            "house: solved: solved",
        ]

    def test_cut_rectangles_by_both_solvers(self, folder: Path) -> None:
        made = run("generate", "--kind", "polygons", "-n", 3, "--pieces", 6, "--colours", 3, "--output", "cut.jsonl")
        assert made.exit_code == 0
        for solver in ("auto", "backtracking"):
            assert run("solve", "cut.jsonl", "--solver", solver, "--output", "results.jsonl").exit_code == 0
            judged = run("verify", "cut.jsonl", "results.jsonl", "--output", "verdicts.jsonl")
            assert judged.exit_code == 0
            verdicts = [json.loads(line) for line in (folder / "verdicts.jsonl").read_text().splitlines()]
            assert [verdict["verdict"] for verdict in verdicts] == ["right"] * 3

    @pytest.mark.slow
    @pytest.mark.parametrize("suffix", ["svg", "png"])
    def test_pictures(self, folder: Path, suffix: str) -> None:
        written(folder, "two.json", TWO)
        assert run("generate", "--from", "house", "--output", f"puzzle.{suffix}").exit_code == 0
        assert run("solve", "two.json", "--output", f"solution.{suffix}").exit_code == 0
        for name in ("puzzle", "solution"):
            head = (folder / f"{name}.{suffix}").read_bytes()[:8]
            assert head.startswith(b"<svg" if suffix == "svg" else b"\x89PNG")

    def test_solvers_side_by_side(self, folder: Path) -> None:
        found = run("compare", "cat")
        assert found.exit_code == 0
        lines = [line.split()[:2] for line in found.stdout.splitlines()]
        assert lines[2:] == [["sdp", "solved"], ["backtracking", "solved"]]
        assert "programs" in found.stdout
        assert run("compare", "cat", "--output", "rows.json").exit_code == 0
        rows = json.loads((folder / "rows.json").read_text())
        assert [(row["id"], row["solver"], row["status"]) for row in rows] == [
            ("cat", "sdp", "solved"),
            ("cat", "backtracking", "solved"),
        ]

    def test_squares_and_polygons_in_one_command(self, folder: Path) -> None:
        written(folder, "two.json", TWO)
        assert run("generate", "--size", "3x3", "--output", "squares.json").exit_code == 0
        assert run("solve", "two.json", "squares.json", "cat", "--output", "results.jsonl").exit_code == 0
        verdicts = run("verify", "two.json", "squares.json", "cat", "results.jsonl")
        assert (verdicts.exit_code, verdicts.output.count(": right")) == (0, 3)
        rows = run("compare", "two.json", "squares.json", "--solvers", "lp", "backtracking", "--format", "jsonl")
        found = [json.loads(line) for line in rows.stdout.splitlines()]
        assert [row["solver"] for row in found] == ["backtracking", "lp", "backtracking"]

    def test_the_same_seed_makes_the_same_puzzles(self) -> None:
        command = ("generate", "--kind", "polygons", "--seed", 5)
        assert run(*command).output == run(*command).output
        assert (
            run("generate", "--from", "cat", "--seed", 1).output != run("generate", "--from", "cat", "--seed", 2).output
        )


class TestJudging:
    @pytest.mark.parametrize(
        ("places", "words"),
        [
            (LEFT_RIGHT, "two: right"),
            ([[-4, -5], [-7, -5]], "two: right"),
            ([[-5, -5], [-6.5, -5]], "piece 1 (left) and piece 2 (right) overlap by an area of 0.5"),
            ([[-5, -5], [-6, -4.5]], "piece 2 (right) reaches out of the frame by an area of 0.5, at ("),
            ([[-5, -5]], "there are 1 places for 2 pieces"),
        ],
    )
    def test_verdicts(self, folder: Path, places: Any, words: str) -> None:
        written(folder, "two.json", TWO)
        written(folder, "result.json", {"id": "two", "status": "solved", "places": places})
        found = run("verify", "two.json", "result.json")
        assert words in found.output
        assert found.exit_code == (0 if "right" in words.split() else 1)

    def test_what_claims_nothing_is_unchecked(self, folder: Path) -> None:
        written(folder, "two.json", TWO)
        written(folder, "result.json", {"id": "two", "status": "stuck"})
        found = run("verify", "two.json", "result.json")
        assert "two: unchecked: a result that is stuck claims nothing" in found.output
        assert found.exit_code == 0

    def test_unsolvable_is_believed_where_lengths_say_so(self, folder: Path) -> None:
        odd = TWO | {"pieces": [HALVES[0] | {"colours": ["a", "", "", ""]}, HALVES[1]]}
        written(folder, "odd.json", odd)
        found = run("solve", "odd.json", "--output", "result.jsonl")
        assert found.exit_code == 1
        told = run("verify", "odd.json", "result.jsonl").output
        assert told.startswith("two: right: sides")
        assert "cannot match" in told

    def test_a_result_of_another_puzzle(self, folder: Path) -> None:
        written(folder, "two.json", TWO)
        written(folder, "result.json", {"id": "three", "status": "solved", "places": []})
        found = run("verify", "two.json", "result.json")
        assert found.exit_code == 2
        assert "three: unreadable: there is no puzzle 'three'" in found.output


BAD_PUZZLES = [
    (TWO | {"frame": []}, 'the key "frame" must be a list that is not empty'),
    (TWO | {"frame": [[[0, 0], [1, 1]]]}, "ring 1 of the frame must be a list of three corners or more"),
    (TWO | {"frame": [[[0, 0], [2, 1], [2, 0], [0, 1]]]}, "ring 1 of the frame crosses itself or has no area"),
    (TWO | {"frame": [SQUARE, [[1, 0], [3, 0], [3, 1]]]}, "the rings 1 and 2 of the frame cross"),
    (TWO | {"frame": [[[0, 0], [0, 0], [2, 1], [0, 1]]]}, "its side 1 has no length"),
    (TWO | {"pieces": "none"}, 'the key "pieces" must be a list'),
    (TWO | {"pieces": [3]}, "piece 1 is an object with the keys name, ring, colours"),
    (TWO | {"pieces": [{"name": "x\n", "ring": SQUARE}]}, "the name of piece 1 must be printable text on one line"),
    (TWO | {"pieces": [{"name": "x", "ring": [[0, 0], [1, "a"], [1, 1]]}]}, "piece 1 (x), corner 2 is"),
    (TWO | {"pieces": [{"name": "x", "ring": [[0, 0], [1, 0], [1, 10**400]]}]}, "piece 1 (x), corner 3 is"),
    (TWO | {"pieces": [{"name": "x", "ring": [[0, 0], [True, 0], [1, 1]]}]}, "write two finite numbers"),
    (TWO | {"pieces": [{"name": "x", "ring": [[0, 0], [2, 2], [2, 0], [0, 2]]}]}, "its sides cross or touch"),
    (TWO | {"pieces": [HALVES[0] | {"colours": ["red"]}]}, "its colours must be a list of 4, one for each side"),
    (TWO | {"frame_colours": [1, 2]}, '"frame_colours" must be a list of 1 lists'),
    (TWO | {"pieces": HALVES * 40}, "there are 80 pieces; more than 40 are not supported"),
    (TWO | {"peices": []}, "has no key 'peices'; did you mean 'pieces'?"),
    (TWO | {"id": 7}, '"id" must be printable text on one line'),
    (TWO | {"frame": [SQUARE, SQUARE]}, "the rings 1 and 2 of the frame are the same; remove one of them"),
    (
        TWO | {"pieces": [{"ring": [[0, 0], [1, 0], [1, 3e-4]]}]},
        "piece 1 (piece-1) is too thin for a frame of this size",
    ),
]


class TestBadInput:
    def test_what_is_not_installed_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "clarabel", None)
        found = run("solve", "cat")
        assert found.exit_code == 2
        assert found.output.startswith("heuristan: this needs Clarabel; install it with: ")
        assert found.output.endswith("pip install 'heuristan[edgematching]'\n")

    @pytest.mark.parametrize("suffix", ["json", "jsonl"])
    def test_what_is_done_is_kept_when_it_is_interrupted(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
    ) -> None:
        from heuristan.edgematching.polygons import semidefinite

        solve = semidefinite.solve

        def interrupted(puzzle: Any, *arguments: Any) -> Any:
            if puzzle.id == "house":
                raise KeyboardInterrupt
            return solve(puzzle, *arguments)

        monkeypatch.setattr(semidefinite, "solve", interrupted)
        found = run("solve", "cat", "house", "--output", f"results.{suffix}")
        assert found.exit_code == 130
        assert "interrupted after 1 puzzle;" in found.output
        results = json.loads((folder / f"results.{suffix}").read_text())
        assert (results[0] if isinstance(results, list) else results)["id"] == "cat"

    def test_rows_are_kept_when_comparing_is_interrupted(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        from heuristan.edgematching.polygons import corner_search

        search = corner_search.search

        def interrupted(puzzle: Any, *arguments: Any) -> Any:
            if puzzle.id == "house":
                raise KeyboardInterrupt
            return search(puzzle, *arguments)

        monkeypatch.setattr(corner_search, "search", interrupted)
        found = run("compare", "cat", "house", "--output", "rows.jsonl")
        assert found.exit_code == 130
        assert "interrupted after 3 of 4 runs" in found.output
        rows = [json.loads(line) for line in (folder / "rows.jsonl").read_text().splitlines()]
        assert [row["id"] for row in rows] == ["cat", "cat", "house"]

    def test_without_a_program_there_is_nothing_to_draw(self, folder: Path) -> None:
        written(folder, "odd.json", TWO | {"pieces": HALVES[:1]})
        found = run("solve", "odd.json", "--output", "s.filmstrip.svg")
        assert "there is nothing to draw; no program was solved" in found.output
        assert not (folder / "s.filmstrip.svg").exists()

    @pytest.mark.parametrize("name", ["\u202e", "a\x1b[31m\nb"])
    def test_what_may_not_be_printed_is_escaped(self, folder: Path, name: str) -> None:
        written(folder, "two.json", TWO)
        written(folder, "result.json", {"id": name, "status": "solved", "places": []})
        found = run("verify", "two.json", "result.json")
        assert found.exit_code == 2
        assert found.output.startswith(f"{name!r}: unreadable: there is no puzzle {name!r}")
        assert run("verify", "two.json", "result.json", "--output", "v.jsonl").exit_code == 2

    @pytest.mark.parametrize(("value", "words"), BAD_PUZZLES, ids=[words for _, words in BAD_PUZZLES])
    def test_a_puzzle_that_is_none(self, folder: Path, value: Any, words: str) -> None:
        written(folder, "bad.json", value)
        found = run("solve", "bad.json")
        assert found.exit_code == 2
        assert found.output.startswith("heuristan: bad.json: ")
        assert words in found.output
        assert found.output.count("\n") == 1

    def test_a_list_is_read_as_it_is_written(self, folder: Path) -> None:
        assert run("generate", "--kind", "polygons", "--pieces", 3, "-n", 2, "--output", "list.json").exit_code == 0
        assert run("solve", "list.json", "--output", "results.json").exit_code == 0
        assert run("verify", "list.json", "results.json").output.count(": right: ") == 2
        written(folder, "some.json", [TWO, TWO | {"frame": 3}])
        found = run("solve", "some.json")
        assert "two: solved" in found.output
        assert "some.json, item 2: " in found.output

    def test_puzzles_without_an_id_have_names_of_their_own(self, folder: Path) -> None:
        nameless = json.dumps({key: value for key, value in TWO.items() if key != "id"})
        written(folder, "some.jsonl", f"{nameless}\n{nameless}\n")
        assert [line.split(":")[0] for line in run("solve", "some.jsonl").stdout.splitlines()] == ["some-1", "some-2"]

    def test_an_id_occurs_once(self, folder: Path) -> None:
        written(folder, "two.json", TWO)
        found = run("solve", "two.json", "two.json")
        assert found.exit_code == 1
        assert "two: refused: the id 'two' occurs twice" in found.output

    def test_squares_are_told_by_their_keys_wherever_they_stand(self, folder: Path) -> None:
        pieces = [[1, 1, 1, 1]] * 900
        late = {"id": "late", "pieces": pieces, "frame": 1, "columns": 30, "rows": 30}
        written(folder, "late.json", late)
        assert run("solve", "late.json", "--solver", "backtracking").output.startswith("late: solved")

    def test_broken_json_is_named_by_its_line(self, folder: Path) -> None:
        written(folder, "bad.json", '{"kind": "polygons",\n "frame": [[0, NaN]]}')
        found = run("solve", "bad.json")
        assert (found.exit_code, found.output.count("\n")) == (2, 1)
        assert "bad.json:2: NaN at column" in found.output

    def test_one_bad_line_among_many_is_refused_alone(self, folder: Path) -> None:
        written(folder, "some.jsonl", f"{json.dumps(TWO)}\n{json.dumps(TWO | {'frame': 3})}\n")
        found = run("solve", "some.jsonl")
        assert found.exit_code == 1
        assert "two: solved" in found.output
        assert "some.jsonl:2: " in found.output

    @pytest.mark.parametrize(
        ("value", "words"),
        [
            ("", "the file is empty"),
            ("[3]", "result.json, item 1: unreadable: this is not the JSON object of a result"),
            ('{"status": "done"}', "'status' is 'done'; it must be one of solved, stuck"),
            ('{"id": "two", "status": "solved", "places": 3}', "'places' must be a list"),
            ('{"id": "two", "status": "solved", "places": [[1]]}', "place 1 is"),
            (f'{{"id": "two", "status": "solved", "places": [[1, 1{"0" * 400}]]}}', "write two finite numbers"),
            ('{"id": "two"\n', "this is not JSON"),
        ],
    )
    def test_a_result_that_is_none(self, folder: Path, value: str, words: str) -> None:
        written(folder, "two.json", TWO)
        written(folder, "result.json", value)
        found = run("verify", "two.json", "result.json")
        assert found.exit_code == 2
        assert words in found.output
        assert found.output.count("\n") == 1

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("solve", "catt"), "there is no shape or file 'catt'; did you mean 'cat'?"),
            (("generate", "--from", "impossible-bowl"), "come from a solution, and the outline is unsolvable"),
            (("generate", "--from", "cat", "--output", "cat.pdf"), "no format ends in .pdf"),
            (("generate", "--from", "cat", "--from", "house", "--output", "x.svg"), "a picture is of one puzzle"),
            (("generate", "--kind", "polygons", "--pieces", 41), "a puzzle has from 2 to 40 pieces, not 41"),
            (("solve", "cat", "--output", "nowhere/x.json"), "cannot be written"),
            (("solve", "cat", "--solver", "lp"), "--solver lp is not for polygons"),
            (("solve", "cat", "--solver", "cp-sat"), "--solver cp-sat is not for polygons"),
            (("solve", "cat", "--solver", "backtracking", "--output", "s.filmstrip.svg"), "shows what sdp does"),
            (("compare", "cat", "--solvers", "lp"), "--solvers has no solver for cat; there are sdp, backtracking"),
            (("generate", "--from", "cat", "--kind", "cubes"), "--kind is polygons with --from"),
            *(
                (("generate", "--from", "cat", name, 3), f"{name} does nothing with --from")
                for name in ("--number", "--pieces", "--colours")
            ),
            *(
                (("generate", "--kind", "polygons", *option), f"{option[0]} does nothing for polygons; leave it out")
                for option in (("--size", 3), ("--frame", "plain"), ("--turned",), ("--solutions", "s.jsonl"))
            ),
        ],
    )
    @pytest.mark.usefixtures("folder")
    def test_commands_that_cannot_be_done(self, arguments: tuple[object, ...], words: str) -> None:
        found = run(*arguments)
        assert found.exit_code in (1, 2)
        assert words in found.output
        assert "Traceback" not in found.output

    @settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(
        st.one_of(
            st.binary(max_size=60),
            st.text(max_size=40).map(lambda text: f'{{"kind": "polygons", {text}'.encode("utf-8", "replace")),
            st.recursive(
                st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
                lambda inner: (
                    st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["ring", "name", "x"]), inner)
                ),
                max_leaves=8,
            ).map(lambda value: json.dumps(TWO | {"pieces": value, "kind": "polygons"}).encode()),
        )
    )
    def test_garbage_ends_in_one_line(self, folder: Path, content: bytes) -> None:
        (folder / "garbage.json").write_bytes(content)
        for arguments in (("solve", "garbage.json"), ("verify", "cat", "garbage.json")):
            found = run(*arguments)
            assert found.exit_code in (1, 2), found.output
            assert found.exception is None or isinstance(found.exception, SystemExit), found.output
            assert "Traceback" not in found.output
