"""``heuristan jigsaw solve`` and ``verify``, and the pictures that they write."""

import json
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from jigsaw_photographer import Recipe, cut_sheet, write_sheet
from shared.jigsaw_puzzles import made, picture

from heuristan.cli import app
from heuristan.jigsaw import solving
from heuristan.jigsaw.assembled import assembled_svg, painted, patch_of, projection, warped
from heuristan.jigsaw.commands.options import MEASURES, SOLVERS
from heuristan.jigsaw.cutting import cut, write_folder
from heuristan.jigsaw.measures import costs
from heuristan.jigsaw.piece import png_of
from heuristan.jigsaw.results import Placed, read_result


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["jigsaw", *map(str, arguments)])


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with a puzzle of 3 x 4, as folder and as sheet, and its assembly."""
    folder = tmp_path_factory.mktemp("jigsaw")
    recipe = Recipe(3, 4, size=60, seed=1)
    write_folder(cut(picture(1), recipe), folder / "puzzle")
    write_sheet(cut_sheet(picture(1), recipe, "sheet"), folder / "sheet.png")
    found = run("solve", folder / "puzzle", "--output", folder / "result.json")
    assert found.output == ""
    assert found.exit_code == 0
    return folder


class TestSolve:
    def test_the_result_is_right(self, home: Path) -> None:
        found = run("verify", home / "puzzle", home / "result.json", "--truth", home / "puzzle" / "truth.json")
        words = "the pieces fit, 12 of 12 pieces and 17 of 17 neighbours as in the truth"
        assert found.output == f"puzzle: right: {words}\n"
        assert found.exit_code == 0

    def test_a_sheet_is_solved_too(self, home: Path, tmp_path: Path) -> None:
        result = tmp_path / "result.json"
        assert run("solve", home / "sheet.png", "--output", result).exit_code == 0
        found = run("verify", home / "sheet.png", result, "--truth", home / "sheet.truth.json")
        assert "12 of 12 pieces and" in found.output

    def test_what_stands_in_the_file(self, home: Path) -> None:
        fields = json.loads((home / "result.json").read_text(encoding="utf-8"))
        assert [*fields][:6] == ["id", "status", "solver", "seconds", "reading_seconds", "message"]
        assert (fields["id"], fields["status"], fields["solver"]) == ("puzzle", "solved", "repair/learned")
        assert fields["seconds"] > 0 < fields["reading_seconds"]
        assert (fields["rows"], fields["columns"], len(fields["pieces"])) == (3, 4, 12)
        assert all(0 <= one["confidence"] <= 1 for one in fields["pieces"])
        assert [*fields["pieces"][0]] == ["piece", "row", "column", "turn", "confidence", "step"]

    def test_all_kinds_of_files_are_written(self, home: Path, tmp_path: Path) -> None:
        paths = [tmp_path / f"whole{suffix}" for suffix in (".json", ".jsonl", ".png", ".svg")]
        options = [word for path in paths for word in ("--output", path)]
        assert run("solve", home / "puzzle", "--solver", "paper", "--measure", "term", *options).exit_code == 0
        assert read_result(paths[0]).pieces == read_result(paths[1]).pieces
        assert paths[2].read_bytes().startswith(b"\x89PNG")
        ElementTree.fromstring(paths[3].read_text(encoding="utf-8"))

    def test_the_text_says_how_it_ended(self, home: Path) -> None:
        assert run("solve", home / "puzzle").output == "puzzle: solved; 3 x 4, 12 pieces, none of them doubtful\n"

    @pytest.mark.slow
    def test_a_folder_of_puzzles_and_a_pattern_are_their_puzzles(self, home: Path, tmp_path: Path) -> None:
        for name in ("one", "two"):
            copytree(home / "puzzle", tmp_path / "all" / name)
        for source in (tmp_path / "all", tmp_path / "all" / "*"):
            lines = run("solve", source, "--format", "jsonl").stdout.splitlines()
            assert [json.loads(line)["id"] for line in lines] == ["one", "two"]
        found = run("solve", tmp_path / "all" / "three*")
        assert found.exit_code == 2
        assert "no file fits this pattern" in found.output

    def test_an_interruption_keeps_what_is_done(
        self, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        import heuristan.jigsaw.solving as solving

        plain, lines = solving.solve, tmp_path / "results.jsonl"

        def solve_one(name: str, *arguments: Any, **options: Any) -> Any:
            if name == "sheet":
                raise KeyboardInterrupt
            return plain(name, *arguments, **options)

        monkeypatch.setattr(solving, "solve", solve_one)
        found = run("solve", home / "puzzle", home / "sheet.png", "--output", lines)
        assert found.exit_code == 130
        assert f"interrupted after 1 puzzle; what is done is kept in {lines}" in found.output
        assert len(lines.read_text(encoding="utf-8").splitlines()) == 1

    def test_several_puzzles_are_lines(self, home: Path, tmp_path: Path) -> None:
        lines = tmp_path / "results.jsonl"
        found = run("solve", home / "puzzle", home / "nowhere", home / "sheet.png", "--output", lines)
        assert found.exit_code == 1
        assert found.output == "2 of 3 solved\n"
        assert [json.loads(line)["status"] for line in lines.read_text(encoding="utf-8").splitlines()] == [
            "solved",
            "refused",
            "solved",
        ]

    def test_a_wrong_orientation_is_reported(self, home: Path) -> None:
        found = run("solve", home / "puzzle", "--orientation", "known")
        assert found.exit_code == 2
        assert "--orientation unknown" in found.output

    def test_a_missing_piece_is_reported(self, home: Path, tmp_path: Path) -> None:
        for path in sorted((home / "puzzle").glob("piece-*.png"))[:-1]:
            (tmp_path / path.name).write_bytes(path.read_bytes())
        found = run("solve", tmp_path, "--format", "json")
        assert found.exit_code == 1
        result = json.loads(found.stdout)
        (missing,) = result["missing"]
        assert (result["status"], len(result["pieces"])) == ("stuck", 11)
        assert result["message"] == f"missing at row {missing['row']} column {missing['column']}"

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (("--output", "x.pdf"), "no format ends in .pdf"),
            (("--output", "no/such/x.json"), "there is no such folder"),
            (("--measure", "best"), "Invalid value for '--measure'"),
            (("--limit", "0"), "Invalid value for '--limit'"),
            (("--limit", "nan"), "Invalid value for '--limit'"),
            (("--limit", "inf"), "Invalid value for '--limit'"),
        ],
    )
    def test_what_cannot_be_done_is_reported_first(self, options: tuple[str, ...], message: str, home: Path) -> None:
        found = run("solve", home / "puzzle", *options)
        assert found.exit_code == 2
        assert message in found.output

    def test_several_puzzles_have_no_one_picture(self, home: Path, tmp_path: Path) -> None:
        found = run("solve", home / "puzzle", home / "sheet.png", "--output", tmp_path / "x.png")
        assert found.exit_code == 2
        assert "a picture is of one puzzle" in found.output

    @pytest.mark.parametrize("command", ["solve", "verify"])
    @pytest.mark.parametrize("name", ["puzzle/truth.json", "puzzle/puzzle.json", "sheet.truth.json"])
    def test_nothing_of_a_puzzle_is_overwritten(self, command: str, name: str, home: Path) -> None:
        puzzle, before = home / ("puzzle" if "/" in name else "sheet.png"), (home / name).read_bytes()
        result = [home / "result.json"] if command == "verify" else []
        found = run(command, puzzle, *result, "--output", home / name)
        assert found.exit_code == 2
        assert "the file is read as well and would be lost" in found.output
        assert (home / name).read_bytes() == before

    def test_no_picture_of_a_piece_is_overwritten(self, home: Path) -> None:
        one = sorted((home / "puzzle").glob("piece-*.png"))[0]
        for arguments in ((home / "puzzle",), (home / "puzzle" / "puzzle.json",)):
            found = run("solve", *arguments, "--output", one)
            assert found.exit_code == 2
            assert "would be lost" in found.output

    def test_a_result_beside_the_pieces_may_be_written_again(self, home: Path, tmp_path: Path) -> None:
        folder = tmp_path / "out-0.3"
        copytree(home / "puzzle", folder)
        for _ in range(2):
            assert run("solve", folder, "--output", folder / "result.json").exit_code == 0
        # a folder's name has no ending
        assert read_result(folder / "result.json").id == "out-0.3"

    def test_one_that_is_a_line_does_not_end_the_batch(self, home: Path, tmp_path: Path) -> None:
        thin = np.zeros((20, 700, 4), np.uint8)
        thin[10, 10:691] = 255
        (tmp_path / "thin.png").write_bytes(png_of(thin))
        lines = tmp_path / "results.jsonl"
        found = run("solve", tmp_path / "thin.png", home / "puzzle", "--output", lines)
        assert found.exit_code == 1
        written = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
        assert [one["status"] for one in written] == ["refused", "solved"]
        assert "does not have four corners" in written[0]["message"]


class TestVerify:
    def test_a_truth_that_is_none_of_this_puzzle_is_refused(self, home: Path, tmp_path: Path) -> None:
        empty = tmp_path / "empty.json"
        empty.write_text('{"rows": 0, "columns": 0, "pieces": []}', encoding="utf-8")
        for truth in (empty, home / "sheet.truth.json"):
            found = run("verify", home / "puzzle", home / "result.json", "--truth", truth)
            assert found.exit_code == 2
            assert found.output.startswith(f"heuristan: {truth}: the truth has other pieces")

    def test_pieces_that_stand_upright_are_not_turned(self, tmp_path: Path) -> None:
        write_folder(cut(picture(1), Recipe(3, 4, size=60, is_upright=True)), tmp_path / "known")
        truth, result = tmp_path / "known" / "truth.json", tmp_path / "turned.json"
        assert run("verify", tmp_path / "known", truth, "--truth", truth).exit_code == 0
        right = read_result(truth)
        pieces = (p._replace(row=2 - p.row, column=3 - p.column, turn=(p.turn + 2) % 4) for p in right.pieces)
        result.write_text(json.dumps(replace(right, pieces=tuple(pieces)).as_json()), encoding="utf-8")
        found = run("verify", tmp_path / "known", result, "--truth", truth)
        assert found.exit_code == 1
        assert "known: wrong: 13 faults" in found.output
        assert "only 0 of 12 pieces" in found.output

    @pytest.mark.slow
    def test_of_several_results_the_puzzle_s_own_is_judged(self, home: Path, tmp_path: Path) -> None:
        lines = tmp_path / "results.jsonl"
        assert run("solve", home / "sheet.png", home / "puzzle", "--output", lines).exit_code == 0
        for puzzle in ("puzzle", "sheet.png"):
            assert run("verify", home / puzzle, lines).stdout == f"{Path(puzzle).stem}: right: the pieces fit\n"
        sheet, own = lines.read_text(encoding="utf-8").splitlines()
        for text, status, words in (
            (f"{own}\n{own}\n", 0, "2 of 2 right"),
            (f"{sheet}\n{sheet}", 2, "none of the 2 results has the id 'puzzle'"),
            ("\n", 2, "the file is empty"),
            (f"{own}\n\n{{\n", 0, "right: the pieces fit"),
            (f"{sheet}\n", 1, "the puzzle has no such piece"),
        ):
            lines.write_text(text, encoding="utf-8")
            found = run("verify", home / "puzzle", lines)
            assert found.exit_code == status, found.output
            assert words in found.output

    @pytest.mark.slow
    def test_several_results_are_judged_each_against_its_puzzle(self, home: Path, tmp_path: Path) -> None:
        lines, verdicts = tmp_path / "results.jsonl", tmp_path / "verdicts.jsonl"
        assert run("solve", home / "sheet.png", home / "puzzle", "--output", lines).exit_code == 0
        sheet, own = map(json.loads, lines.read_text(encoding="utf-8").splitlines())
        refused = {**own, "status": "refused", "rows": 0, "columns": 0, "pieces": []}
        texts = map(json.dumps, [own, sheet, refused, {**own, "id": "another"}, {"id": "sheet", "rows": 1.5}])
        lines.write_text("\n".join([*texts, "{"]), encoding="utf-8")
        found = run("verify", home / "puzzle", home / "sheet.png", lines, "--output", verdicts)
        assert found.exit_code == 1
        assert found.output == "2 of 6 right, 1 unchecked, 3 unreadable\n"
        read = [json.loads(line) for line in verdicts.read_text(encoding="utf-8").splitlines()]
        assert all([*one] == ["id", "verdict", "status", "faults", "notes", "place"] for one in read)
        assert [(one["id"].rpartition("/")[2], one["verdict"]) for one in read] == [
            ("puzzle", "right"),
            ("sheet", "right"),
            ("puzzle", "unchecked"),
            ("another", "unreadable"),
            ("sheet", "unreadable"),
            ("results.jsonl:6", "unreadable"),
        ]

    def test_a_list_and_standard_input_are_read_too(self, home: Path) -> None:
        found = run("solve", home / "puzzle", home / "sheet.png", "--format", "json")
        piped = CliRunner().invoke(app, ["jigsaw", "verify", str(home / "puzzle"), "-"], input=found.stdout)
        assert piped.output == "puzzle: right: the pieces fit\n"

    def test_one_that_gave_up_does_not_claim_to_be_right(self, home: Path, tmp_path: Path) -> None:
        fields = json.loads((home / "result.json").read_text(encoding="utf-8"))
        path = tmp_path / "stuck.json"
        path.write_text(json.dumps({**fields, "status": "stuck", "pieces": fields["pieces"][1:]}), encoding="utf-8")
        found = run("verify", home / "puzzle", path)
        assert found.exit_code == 0
        assert "unchecked: a result that is stuck does not claim to be right, and it has 2 faults" in found.output

    def test_every_fault_has_its_place(self, home: Path, tmp_path: Path) -> None:
        result = read_result(home / "result.json")
        first, *rest = result.pieces
        wrong = replace(result, pieces=(first._replace(turn=(first.turn + 2) % 4), *rest))
        path, verdict = tmp_path / "wrong.json", tmp_path / "verdict.json"
        path.write_text(json.dumps(wrong.as_json()), encoding="utf-8")
        truth = home / "puzzle" / "truth.json"
        found = run("verify", home / "puzzle", path, "--truth", truth)
        assert found.exit_code == 1
        assert f"row 0, column 0: the side above of {first.piece!r}" in found.output
        assert "only 11 of 12 pieces and 15 of 17 neighbours are as in the truth" in found.output
        assert run("verify", home / "puzzle", path, "--truth", truth, "--output", verdict).exit_code == 1
        fields = json.loads(verdict.read_text(encoding="utf-8"))
        assert (fields["verdict"], fields["truth"]["pieces"]) == ("wrong", 11)
        assert len(fields["faults"]) == found.output.count("\n") - 1
        assert {fault["kind"] for fault in fields["faults"]} == {"border", "truth"}
        assert fields["faults"][0]["row"] == fields["faults"][0]["column"] == 0

    @given(st.binary(max_size=200))
    @settings(max_examples=8, deadline=None)
    def test_garbage_ends_in_a_line(self, garbage: bytes) -> None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "result.json"
            path.write_bytes(garbage)
            found = run("verify", folder, path)
        assert found.exit_code == 2
        assert found.output.count("\n") == 1
        assert found.output.startswith("heuristan: ")

    def test_a_result_of_another_puzzle_is_all_wrong(self, home: Path, tmp_path: Path) -> None:
        path = tmp_path / "other.json"
        assert run("solve", home / "sheet.png", "--output", path).exit_code == 0
        found = run("verify", home / "puzzle", path)
        assert found.exit_code == 1
        assert "piece 'sheet-01': the puzzle has no such piece" in found.output
        assert "piece 'piece-01': it is not laid anywhere" in found.output
        assert "24 faults" in found.output

    def test_nothing_laid_is_nothing_right(self, home: Path, tmp_path: Path) -> None:
        path = tmp_path / "none.json"
        path.write_text('{"rows": 1, "columns": 1, "pieces": []}', encoding="utf-8")
        found = run("verify", home / "puzzle", path)
        assert found.exit_code == 1
        assert "13 faults" in found.output


def test_the_options_name_what_there_is() -> None:
    assert set(MEASURES) == set(costs.MEASURES)
    assert set(SOLVERS) == set(solving.USUAL)


class TestPictures:
    @pytest.mark.slow
    def test_the_whole_looks_as_the_picture_did(self) -> None:
        puzzle = made(4, 6)
        whole = painted([*map(patch_of, warped(puzzle.pieces, puzzle.truth, 3000))])
        inside = whole[40:200, 40:320]
        assert (inside[..., 3] > 250).mean() > 0.995
        # the picture was scaled and cropped: what is left is how smooth it is across joints
        steps = np.abs(np.diff(inside[..., :3].astype(int), axis=1)).max(axis=2)
        assert np.quantile(steps, 0.99) < 40

    def test_a_long_whole_is_shrunk(self) -> None:
        puzzle = made(4, 6)
        assert max(painted([*map(patch_of, warped(puzzle.pieces, puzzle.truth, 150))]).shape) < 150 + 40

    @given(st.lists(st.floats(-3, 3), min_size=8, max_size=8))
    def test_four_points_go_to_four_points(self, shifts: list[float]) -> None:
        square = np.array([(0, 0), (10, 0), (10, 10), (0, 10)], dtype=float)
        target = square + np.reshape(shifts, (4, 2))
        lifted = np.column_stack([square, np.ones(4)]) @ projection(square, target).T
        assert np.allclose(lifted[:, :2] / lifted[:, 2:], target, atol=1e-6)

    def test_doubtful_pieces_are_hatched_and_counted(self) -> None:
        puzzle = made(3, 3)
        placed = [one._replace(confidence=0.9, step=i) for i, one in enumerate(puzzle.truth.pieces, start=1)]
        sure = assembled_svg(puzzle.pieces, replace(puzzle.truth, pieces=tuple(placed)))
        placed[4] = placed[4]._replace(doubtful=True)
        doubtful = assembled_svg(puzzle.pieces, replace(puzzle.truth, pieces=tuple(placed)))
        assert "none of them doubtful" in sure
        assert "1 of them doubtful" in doubtful
        assert (sure.count('class="hatch"'), doubtful.count('class="hatch"')) == (0, 2)

    def test_nothing_laid_is_still_a_picture(self) -> None:
        nothing = replace(made(3, 3).truth, pieces=())
        assert "<svg" in assembled_svg(made(3, 3).pieces, nothing)

    def test_a_png_holds_its_pixels(self) -> None:
        import cv2

        pixels = np.random.default_rng(1).integers(0, 256, (7, 5, 4)).astype(np.uint8)
        found = cv2.imdecode(np.frombuffer(png_of(pixels), np.uint8), cv2.IMREAD_UNCHANGED)
        assert np.array_equal(found[..., [2, 1, 0, 3]], pixels)


def test_a_placed_piece_says_what_is_known() -> None:
    truth = replace(made(3, 3).truth, pieces=(Placed("a", 0, 0, 1),)).as_json()
    assert truth["pieces"] == [{"piece": "a", "row": 0, "column": 0, "turn": 1}]
