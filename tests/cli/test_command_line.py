"""The command line from end to end: what it prints, what it writes, how it ends."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest
from shared.commands import Outcome, Run, every_command, read_by
from shared.places import TOP

from heuristan.common.files import folder
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_entries import ranking_names
from heuristan.tangram.outlines.reading import shape_names
from heuristan.tangram.pieces.sets import TANGRAM

RESULT_KEYS = [
    *["id", "status", "solver", "ranking", "seconds", "entry_point", "extractions", "backtracks", "message", "pieces"]
]
PNG = b"\x89PNG\r\n\x1a\n"


def in_a_process(folder: Path, *arguments: object) -> "subprocess.Popen[str]":
    path = os.pathsep.join([str(TOP), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen(
        [sys.executable, "-m", "heuristan", *map(str, arguments)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def finished(process: "subprocess.Popen[str]") -> Outcome:
    out, err = process.communicate(timeout=120)
    return Outcome(process.returncode, out, err)


def feature(name: str, *vertices: tuple[float, float]) -> str:
    ring = [list(vertex) for vertex in (*vertices, vertices[0])]
    geometry = {"type": "Polygon", "coordinates": [ring]}
    return json.dumps({"type": "Feature", "properties": {"id": name}, "geometry": geometry}) + "\n"


HOUSE = feature("house", (0, 0), (4, 0), (4, 1), (2, 3), (0, 1))
SLAB = feature("slab", (0, 0), (4, 0), (4, 2), (0, 2))
STRIP = feature("strip", (0, 0), (8, 0), (8, 1), (0, 1))
TRIANGLE = feature("triangle", (0, 0), (4, 0), (0, 4))
OFF = feature("off", (0, 0), (4, 0), (4, 2), (0, 2.5))


def written(text: str, name: str = "outlines.geojsonl") -> Path:
    Path(name).write_text(text, encoding="utf-8")
    return Path(name)


def results(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def is_plain(message: str) -> bool:
    """Return whether a message is for people: one paragraph without a traceback."""
    return "Traceback" not in message and len(message.strip().splitlines()) <= 4


class TestSolve:
    def test_a_shape_by_its_name_is_told_in_words(self, heuristan: Run) -> None:
        outcome = heuristan("solve", "cat")
        assert (outcome.status, outcome.err) == (0, "")
        assert "cat" in outcome.out
        assert "1.  Parallelogram" in outcome.out
        assert "Solved" in outcome.out
        assert len(outcome.out.splitlines()) <= 20

    def test_it_is_explained_if_asked_for(self, heuristan: Run) -> None:
        outcome = heuristan("solve", "cat", "--explain")
        assert (outcome.status, outcome.err) == (0, "")
        assert "Step 1" in outcome.out
        assert "Composite: a figure" in outcome.out
        assert heuristan("solve", "cat", "lamp", "--explain").status == 2

    def test_of_a_drawing_it_is_said_how_it_was_read(self, heuristan: Run) -> None:
        drawn = [(0.003, 0), (4, 0.002), (3.996, 2), (0, 2.004)]
        Path("drawn.geojsonl").write_text(feature("drawn", *drawn), encoding="utf-8")
        for wanted in ([], ["--solver", "exact"], ["--explain"]):
            out = heuristan("solve", "drawn.geojsonl", *wanted).out
            assert out.splitlines()[-1].startswith("Read from coordinates to within ")
        assert len(heuristan("solve", "drawn.geojsonl").out.splitlines()) <= 20

    def test_a_line_if_asked_for(self, heuristan: Run) -> None:
        assert heuristan("solve", "cat", "--brief").out == "cat: solved with 6 extractions, 0 undone\n"
        assert heuristan("solve", "cat", "--brief", "--explain").status == 2

    @pytest.mark.slow
    def test_the_line_of_a_stuck_drawing_is_short(self, heuristan: Run) -> None:
        Path("kite.csv").write_text("0,0\n7,0\n7,1\n0,1.3\n", encoding="utf-8")
        (line,) = heuristan("solve", "kite.csv", "--brief").out.splitlines()
        assert line.startswith("kite: stuck: no solution as read")
        assert len(line) < 100
        assert "sets were tried" in " ".join(heuristan("solve", "kite.csv", "--explain").out.split())

    @pytest.mark.parametrize(
        ("words", "advice"),
        [
            (("help",), "write: heuristan --help"),
            (("lab", "help"), "write: heuristan lab --help"),
            (("convert", "cat"), "heuristan convert cat outline.svg"),
            (("show", "cat.csv"), "record one with --trace"),
        ],
    )
    def test_a_newcomer_is_told_what_to_write(self, words: tuple[str, ...], advice: str, heuristan: Run) -> None:
        Path("cat.csv").write_text("x,y\n", encoding="utf-8")
        outcome = heuristan(*words)
        assert outcome.status == 2
        assert advice in outcome.err

    def test_quiet_leaves_out_what_is_no_result(self, heuristan: Run) -> None:
        for before, after in (((), ("--quiet",)), (("--quiet",), ())):
            outcome = heuristan(*before, "solve", "cat", "lamp", *after)
            assert (outcome.status, outcome.err, len(outcome.out.splitlines())) == (0, "", 2)
            assert heuristan(*before, "solve", "cat", "--output", "cat.svg", *after)[1:] == ("", "")
            assert Path("cat.svg").read_text(encoding="utf-8").startswith("<svg")
        outcome = heuristan("solve", "cat", "gone.svg", "--quiet")
        assert "there is no file" in outcome.out

    @pytest.mark.slow
    def test_the_limit_says_how_it_is_lifted(self, heuristan: Run) -> None:
        assert "--limit none lifts it" in heuristan("solve", "cat", "--limit", "0.000001").err
        assert "1 outline reached the time limit" in heuristan("solve", "cat", "gone", "--limit", "0.000001").err
        for lifted in ("none", "NONE"):
            assert heuristan("solve", "cat", "--limit", lifted).status == 0

    def test_a_file_of_ones_own(self, heuristan: Run) -> None:
        Path("mine.yaml").write_text("vertices: [[0, 0], [4, 0], [4, 2], [0, 2]]\n", encoding="utf-8")
        outcome = heuristan("solve", "mine.yaml", "--format", "jsonl")
        assert outcome.status == 0
        assert [(r["id"], r["status"]) for r in results(outcome.out)] == [("mine", "solved")]

    def test_a_bad_line_among_good_ones_is_refused_and_the_others_are_solved(self, heuristan: Run) -> None:
        outcome = heuristan("solve", written(HOUSE + OFF + "{oops\n" + SLAB), "--format", "jsonl")
        assert outcome.status == 1
        found = results(outcome.out)
        assert [r["status"] for r in found] == ["solved", "refused", "refused", "solved"]
        assert [r["id"] for r in found if r["status"] == "solved"] == ["house", "slab"]
        assert "outlines.geojsonl:2: " in found[1]["message"]
        assert "outlines.geojsonl:3: " in found[2]["message"]
        assert "2 of 4 solved" in outcome.err

    def test_a_result_has_the_fields_of_the_contract(self, heuristan: Run) -> None:
        (result,) = results(heuristan("solve", "cat", "--format", "jsonl").out)
        assert list(result) == RESULT_KEYS
        assert (result["id"], result["solver"], result["ranking"]) == ("cat", "expert", DEFAULT)
        assert result["seconds"] > 0
        names = [piece["piece"] for piece in result["pieces"]]
        assert {name: names.count(name) for name in names} == TANGRAM.stock(1)
        for piece in result["pieces"]:
            assert set(piece) == {"piece", "step", "rule", "vertices"}
            assert all(len(vertex) == 2 for vertex in piece["vertices"])

    @pytest.mark.parametrize(("sources", "kind"), [(["cat"], dict), (["cat", "lamp"], list)])
    def test_json_is_one_document(self, sources: list[str], kind: type, heuristan: Run) -> None:
        document = json.loads(heuristan("solve", *sources, "--format", "json").out)
        assert isinstance(document, kind)
        assert len(document if isinstance(document, list) else [document]) == len(sources)

    @pytest.mark.slow
    @pytest.mark.parametrize("suffix", ["json", "jsonl", "txt", "svg", "png"])
    def test_the_ending_of_the_output_says_what_is_written(self, suffix: str, heuristan: Run) -> None:
        output = Path(f"out.{suffix}")
        assert heuristan("solve", "cat", "--output", output).status == 0
        content = output.read_bytes()
        if suffix == "png":
            assert content.startswith(PNG)
        elif suffix == "svg":
            assert b"<svg" in content[:200]
        elif suffix == "txt":
            assert "Solved" in content.decode()
        else:
            assert json.loads(content)["status"] == "solved"

    @pytest.mark.slow
    @pytest.mark.parametrize("form", ["filmstrip-svg", "filmstrip-png"])
    def test_a_film_strip(self, form: str, heuristan: Run) -> None:
        assert heuristan("solve", "lamp", "--format", form, "--output", "strip").status == 0
        content = Path("strip").read_bytes()
        assert content.startswith(PNG) if form.endswith("png") else b"<svg" in content[:200]

    def test_a_picture_on_standard_output_stands_alone(self, heuristan: Run) -> None:
        outcome = heuristan("solve", "lamp", "--format", "svg")
        assert outcome.out.lstrip().startswith("<")
        assert outcome.out.rstrip().endswith("</svg>")

    @pytest.mark.parametrize(
        ("arguments", "status", "word"),
        [
            (["solve", "cat"], 0, "solved"),
            (["solve", "convex-square", "--no-backtracking"], 1, "stuck"),
            (["solve", "convex-square", "--retry"], 1, "stuck"),
            (["solve", "squirrel", "--retry"], 0, "solved"),
            (["solve", "cat", "--retry", "--no-backtracking"], 2, "give one of them"),
            (["solve", "cat", "--retry", "--solver", "exact"], 2, "--retry has no meaning for --solver exact"),
            (["solve", "cat", "--limit", "0.000001"], 1, "limit"),
            (["solve", "strip.geojson"], 1, "unsolvable"),
            (["solve", "off.geojson"], 2, "heuristan: off.geojson:1: "),
            (["solve", "off.geojsonl"], 1, "refused"),
        ],
    )
    def test_the_exit_status_says_whether_all_was_solved(
        self, arguments: list[str], status: int, word: str, heuristan: Run
    ) -> None:
        written(STRIP, "strip.geojson")
        written(OFF, "off.geojson")
        written(OFF, "off.geojsonl")
        outcome = heuristan(*arguments, "--format", "jsonl")
        assert outcome.status == status
        assert word in outcome.out + outcome.err

    @pytest.mark.parametrize("name", ranking_names())
    def test_any_ranking(self, name: str, heuristan: Run) -> None:
        (result,) = results(heuristan("solve", "lamp", "--ranking", name, "--format", "jsonl").out)
        assert (result["ranking"], result["status"]) == (name, "solved")

    @pytest.mark.slow
    def test_a_ranking_of_ones_own(self, heuristan: Run) -> None:
        written("rules: [pieces-direct, {rule: anything, of: pieces, three-sided: OOO, four-sided: OOOO}]", "own.yaml")
        (result,) = results(heuristan("solve", "lamp", "--ranking", "own.yaml", "--format", "jsonl").out)
        assert {piece["rule"] for piece in result["pieces"]} <= {"pieces-direct", "anything", "vertex-fit"}

    @pytest.mark.slow
    def test_two_processes_come_to_the_same_as_one(self, tmp_path: Path, heuristan: Run) -> None:
        (tmp_path / "many.geojsonl").write_text(HOUSE + SLAB + OFF + TRIANGLE + HOUSE + SLAB, encoding="utf-8")
        asked = ("solve", "many.geojsonl", "--output")
        outcomes = heuristan(*asked, "1.jsonl"), finished(in_a_process(tmp_path, *asked, "2.jsonl", "--jobs", "2"))
        assert [outcome.status for outcome in outcomes] == [1, 1]
        one, two = (
            [result | {"seconds": 0} for result in results((tmp_path / name).read_text(encoding="utf-8"))]
            for name in ("1.jsonl", "2.jsonl")
        )
        assert one == two
        assert len(one) == 6


class TestTraces:
    @pytest.mark.parametrize("asked", [[], ["--no-backtracking"], ["--retry"]])
    def test_show_tells_what_solve_told(self, asked: list[str], heuristan: Run) -> None:
        words = heuristan("solve", "convex-square", "--trace", "run.jsonl", *asked).out
        assert heuristan("show", "run.jsonl").out == words

    @pytest.mark.parametrize("form", ["svg", "filmstrip-svg"])
    def test_show_draws_what_solve_drew(self, form: str, heuristan: Run) -> None:
        drawn = heuristan("solve", "lamp", "--trace", "run.jsonl", "--format", form).out
        assert heuristan("show", "run.jsonl", "--format", form).out == drawn
        assert heuristan("show", "run.jsonl", "--format", form, "--output", "again.svg").status == 0
        assert Path("again.svg").read_text(encoding="utf-8").strip() == drawn.strip()

    def test_every_line_of_a_trace_is_an_event(self, heuristan: Run) -> None:
        heuristan("solve", "lamp", "--trace", "run.jsonl")
        events = results(Path("run.jsonl").read_text(encoding="utf-8"))
        assert (events[0]["event"], events[-1]["event"]) == ("PuzzleRead", "Ended")

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (None, "run.jsonl: "),
            (b"", "run.jsonl: the trace is empty"),
            (b"\xff\xfe\x00", "run.jsonl: the file is UTF-16 text; save it as UTF-8"),
            (b"{oops\n", "run.jsonl"),
            (b'{"event": "Ended"}\n', "run.jsonl"),
            (b'[{"event": 1}]\n' * 3, "run.jsonl"),
            (b"[" * 100_000, "run.jsonl"),
        ],
    )
    def test_what_is_no_trace_is_refused(self, content: bytes | None, words: str, heuristan: Run) -> None:
        if content is not None:
            Path("run.jsonl").write_bytes(content)
        outcome = heuristan("show", "run.jsonl")
        assert (outcome.status, outcome.out) == (2, "")
        assert words in outcome.err
        assert is_plain(outcome.err)

    def test_a_trace_without_an_outline_cannot_be_drawn(self, heuristan: Run) -> None:
        heuristan("solve", "lamp", "--trace", "run.jsonl")
        last = Path("run.jsonl").read_text(encoding="utf-8").splitlines()[-1]
        written(last, "end.jsonl")
        outcome = heuristan("show", "end.jsonl", "--format", "svg")
        assert (outcome.status, outcome.out) == (2, "")
        assert "must begin with PuzzleRead" in outcome.err


class TestFailures:
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["solve", "cta"], "did you mean 'cat'?"),
            (["solve", "cat", "--ranking", "composite-first"], "did you mean 'composites-first'?"),
            (["solve", "no/such/file.yaml"], "'no/such/file.yaml'"),
            (["solve", "binary"], "binary"),
            (["solve", "cat", "--ranking", "wrong.yaml"], "wrong.yaml:2: "),
            (["solve", "cat", "lamp", "--format", "svg"], "one outline"),
            (["solve", "cat", "--format", "png"], "--output"),
            (["solve", "cat", "--format", "jpg"], "'jpg'"),
            (["solve", "cat", "--limit", "-0"], "--limit"),
            (["solve", "cat", "--limit", "nan"], "--limit"),
            (["convert", "cat", "-", "--format", "wkt", "--scale", "nan"], "--scale"),
            (["lab", "report", ""], "there is no such file"),
            (["solve", "cat", "--jobs", "0"], "--jobs"),
            (["solve", "cat", "--jbos", "2"], "--jobs"),
            (["slove", "cat"], "did you mean 'solve'?"),
            (["solve"], "OUTLINE"),
            (["shapes", "--output", "sheet.jpg"], ".svg, .png"),
            *[
                ([*command, option, place], place)
                for command, option, place in (
                    (["solve", "lamp"], "--output", "no/such/folder/out.svg"),
                    (["solve", "lamp"], "--output", "no/such/folder/out.jsonl"),
                    (["solve", "lamp"], "--trace", "no/such/folder/run.jsonl"),
                    (["shapes"], "--output", "."),
                    (["shapes"], "--output", "no/such/folder/sheet.svg"),
                )
            ],
        ],
    )
    def test_what_cannot_be_used_is_named_without_a_traceback(
        self, arguments: list[str], words: str, heuristan: Run
    ) -> None:
        Path("binary").write_bytes(bytes(range(256)))
        written("rules:\n  - pieces-driect\n", "wrong.yaml")
        outcome = heuristan(*arguments)
        assert outcome.status == 2
        assert words in outcome.err
        assert is_plain(outcome.err)

    def test_nothing_is_left_of_a_full_disk_but_a_message(self, heuristan: Run) -> None:
        if not Path("/dev/full").exists():
            pytest.skip("no device that is always full here")
        for output in ("--format=json", "--format=svg"):
            outcome = heuristan("solve", "lamp", output, "--output", "/dev/full")
            assert outcome.status == 2
            assert "/dev/full" in outcome.err
            assert is_plain(outcome.err)

    @pytest.mark.slow
    @pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX")
    def test_a_stream_that_was_closed_is_told(self) -> None:
        command = ["sh", "-c", '"$0" -m heuristan shapes >&-', sys.executable]
        usual = {**os.environ, "HEURISTAN_DEBUG": ""}
        done = subprocess.run(command, env=usual, stderr=subprocess.PIPE, text=True, check=False)
        assert (done.returncode, "cannot be written (it is closed)" in done.stderr) == (2, True), done.stderr

    @pytest.mark.slow
    @pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
    def test_json_is_written_whole(self, tmp_path: Path) -> None:
        (tmp_path / "many.geojsonl").write_text((HOUSE + SLAB) * 4000, encoding="utf-8")
        output, lines = tmp_path / "out.json", tmp_path / "out.jsonl"
        output.write_text("[]\n", encoding="utf-8")
        process = in_a_process(tmp_path, "solve", "many.geojsonl", "--output", output, "--output", lines)
        deadline = time.monotonic() + 60
        while not (lines.exists() and lines.read_bytes().count(b"\n") > 2) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.kill()
        finished(process)
        assert json.loads(output.read_text(encoding="utf-8")) == []

    @pytest.mark.slow
    @pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
    @pytest.mark.parametrize("jobs", [1, 2])
    def test_an_interruption_keeps_what_is_done(self, jobs: int, tmp_path: Path) -> None:
        (tmp_path / "many.geojsonl").write_text((HOUSE + SLAB) * 4000, encoding="utf-8")
        output, whole = tmp_path / "out.jsonl", tmp_path / "out.json"
        asked = ("--output", output, "--output", whole, "--jobs", jobs)
        process = in_a_process(tmp_path, "solve", "many.geojsonl", *asked)
        deadline = time.monotonic() + 60
        while not (output.exists() and output.read_bytes().count(b"\n") > 2) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        outcome = finished(process)
        assert outcome.status == 130
        kept = results(output.read_text(encoding="utf-8"))
        assert 2 < len(kept) < 8000
        assert json.loads(whole.read_text(encoding="utf-8")) == kept
        assert f"interrupted after {len(kept)} outlines" in outcome.err
        assert is_plain(outcome.err)

    @pytest.mark.slow
    @pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
    def test_an_interruption_does_not_wait_for_a_hard_outline(self, tmp_path: Path) -> None:
        """A long strip of four sets keeps a process busy for ever; the others must not wait for it."""
        strip = '{"type":"Polygon","coordinates":[[[0,0],[16,0],[16,2],[0,2],[0,0]]]}'
        hard = f'{{"type":"Feature","id":"strip","properties":{{"sets":4}},"geometry":{strip}}}\n'
        (tmp_path / "many.geojsonl").write_text(HOUSE * 3 + hard * 200, encoding="utf-8")
        output = tmp_path / "out.jsonl"
        process = in_a_process(tmp_path, "solve", "many.geojsonl", "--output", output, "--jobs", 2)
        deadline = time.monotonic() + 60
        while not (output.exists() and output.read_bytes().count(b"\n") > 2) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert finished(process).status == 130

    def test_an_interruption_is_no_answer(self, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """Status 1 of `verify` and `hint` says that something is wrong with a result or the pieces placed."""

        def interrupted(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        read_by(interrupted, monkeypatch)
        for arguments in (("hint", "cat"), ("verify", "cat", "-"), ("solve", "cat"), ("compare", "cat")):
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"[[[0, 0], [1, 0], [0, 1]]]")))
            assert heuristan(*arguments) == Outcome(130, "", "heuristan: interrupted\n")

    def test_nothing_that_is_read_is_overwritten(self, heuristan: Run) -> None:
        Path("cat.yaml").write_bytes((folder("shapes") / "cat.yaml").read_bytes())
        assert heuristan("solve", "./cat.yaml", "--trace", "run.jsonl").status == 0
        before = {path: path.read_bytes() for path in (Path("cat.yaml"), Path("run.jsonl"))}
        for arguments in (
            ("solve", "./cat.yaml", "--format", "json", "--output", "cat.yaml"),
            ("solve", "./cat.yaml", "--trace", "cat.yaml"),
            ("solve", "./cat.yaml", "--format", "json", "--output", "new", "--trace", "new"),
            ("show", "run.jsonl", "--format", "text", "--output", "run.jsonl"),
        ):
            outcome = heuristan(*arguments)
            assert outcome.status == 2
            assert "choose" in outcome.err
        assert before == {path: path.read_bytes() for path in before}

    def test_an_ending_that_says_nothing_is_refused(self, heuristan: Run) -> None:
        outcome = heuristan("solve", "cat", "--output", "cat.pdf")
        assert outcome.status == 2
        assert "no format ends in .pdf" in outcome.err

    def test_a_trace_out_of_order_is_refused(self, heuristan: Run) -> None:
        assert heuristan("solve", "cat", "--trace", "run.jsonl").status == 0
        lines = Path("run.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
        for wrong, place in ((lines[::-1], 1), (lines[1:], 1), ([*lines, lines[-1]], len(lines) + 1)):
            Path("wrong.jsonl").write_text("".join(wrong), encoding="utf-8")
            outcome = heuristan("show", "wrong.jsonl")
            assert outcome.status == 2
            assert f"wrong.jsonl: line {place}, " in outcome.err


class TestLists:
    def test_rankings(self, heuristan: Run) -> None:
        outcome = heuristan("rankings")
        assert outcome.status == 0
        assert outcome.out.startswith(f"{DEFAULT}  (default)")
        words = [line.split()[0] for line in outcome.out.splitlines() if line and not line.startswith(" ")]
        assert words == ranking_names()

    def test_shapes(self, heuristan: Run) -> None:
        outcome = heuristan("shapes")
        assert outcome.status == 0
        assert set(shape_names()) <= set(outcome.out.split())

    @pytest.mark.slow
    @pytest.mark.parametrize("name", ["sheet.svg", "sheet.png"])
    def test_a_contact_sheet(self, name: str, heuristan: Run) -> None:
        assert heuristan("shapes", "--output", name).status == 0
        content = Path(name).read_bytes()
        assert content.startswith(PNG) if name.endswith("png") else b"<svg" in content[:200]


class TestHelp:
    def test_there_are_commands(self) -> None:
        assert set(every_command()) >= {"solve", "show", "rankings", "shapes", "lab run"}

    @pytest.mark.parametrize("name", every_command())
    def test_every_command_has_help_and_so_has_every_option(self, name: str) -> None:
        command = every_command()[name]
        assert command.help
        options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
        assert [option.name for option in options if not option.help] == []

    @pytest.mark.parametrize("name", ["", "lab", *every_command()])
    @pytest.mark.parametrize("asked", ["-h", "--help"])
    def test_help_is_given(self, name: str, asked: str, heuristan: Run) -> None:
        outcome = heuristan(*name.split(), asked)
        assert outcome.status == 0
        assert "Usage: heuristan" in outcome.out

    @pytest.mark.parametrize("name", every_command())
    def test_every_command_stands_in_the_readme_or_the_docs(self, name: str) -> None:
        pages = [TOP / "README.md", *sorted((TOP / "docs").rglob("*.md"))]
        text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
        assert f"heuristan {name}" in text

    def test_the_version(self, tmp_path: Path) -> None:
        outcome = finished(in_a_process(tmp_path, "--version"))
        assert outcome.status == 0
        assert re.fullmatch(r"heuristan, version \d+\.\d+\S*\n", outcome.out)


HEAVY = ("numpy", "shapely", "experta", "svg", "resvg_py", "rich", "yaml")


@pytest.mark.parametrize(
    "statement",
    ["import heuristan", "import heuristan.cli; heuristan.cli.app(['--help'], standalone_mode=False)"],
)
def test_what_must_be_quick_imports_nothing_heavy(statement: str) -> None:
    script = f"import sys; {statement}; print([name for name in {HEAVY!r} if name in sys.modules])"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(TOP), *filter(None, sys.path)])}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
