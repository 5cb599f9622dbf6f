"""No traceback reaches a person: an unexpected error is one line, and among many outlines a result of its own."""

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from signal import SIG_IGN, SIGINT, default_int_handler, getsignal, raise_signal, signal
from typing import Any

import click
import pytest
from click.testing import CliRunner
from shared.commands import Run, read_by
from shared.in_processes import cannot_be_sent, ends_at_1

from heuristan.cli.commands import command, lazy_group
from heuristan.cli.sources import read_all
from heuristan.common import faults
from heuristan.common.faults import DEBUG, MissingExtraError, describe_unexpected, is_debugging
from heuristan.common.interrupting import interrupt, note_interrupts
from heuristan.common.workers import done_by_processes
from heuristan.tangram.outlines.kept import KEPT

FAULTS = (
    KeyError("x"),
    ValueError("many\nlines\nof words"),
    AssertionError(),
    RecursionError("maximum recursion depth exceeded"),
    RuntimeError("long " * 1000),
    MemoryError(),
    ZeroDivisionError("division by zero"),
)


@pytest.fixture(autouse=True)
def _without_debugging(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(DEBUG, raising=False)


def raised(fault: BaseException) -> BaseException:
    try:
        raise fault
    except BaseException as found:
        return found


def broken_for(id: str, fault: BaseException) -> Callable[..., Any]:
    """Return a search that has an error with one outline."""
    from heuristan.tangram.exact.search import search

    def broken(puzzle: Any, **how: Any) -> Any:
        if puzzle.id == id:
            raise fault
        return search(puzzle, **how)

    return broken


class TestWords:
    @pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
    def test_they_are_one_short_line(self, fault: Exception) -> None:
        words = describe_unexpected(raised(fault))
        assert "\n" not in words
        assert len(words) < 400

    def test_they_name_the_error_and_its_place(self) -> None:
        with pytest.raises(AttributeError) as caught:
            describe_unexpected(None)  # type: ignore[arg-type]
        words = describe_unexpected(caught.value)
        assert "AttributeError: " in words
        assert ", in common/faults.py line " in words
        assert "please report it" in words
        assert "--debug" in words

    def test_they_say_where_to_report_if_the_package_does(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Installed:
            def get_all(self, _: str) -> list[str]:
                return ["Source, https://example.org", "Issues, https://example.org/issues"]

        monkeypatch.setattr("importlib.metadata.metadata", lambda _: Installed())
        assert "please report it at https://example.org/issues;" in describe_unexpected(KeyError("x"))

    def test_what_is_not_installed_is_no_error_of_heuristan(self) -> None:
        assert "pip install" in describe_unexpected(MissingExtraError("numba", "fast"))
        assert "report" not in describe_unexpected(MissingExtraError("numba", "fast"))


class TestOneCommand:
    @pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
    def test_an_error_is_a_line(self, fault: Exception, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(*_: object, **__: object) -> None:
            raise fault

        read_by(broken, monkeypatch)
        for arguments in (
            ("solve", "cat"),
            ("convert", "cat", "-", "--format", "wkt"),
            ("hint", "cat"),
            ("step", "cat"),
        ):
            outcome = heuristan(*arguments)
            assert outcome.status == 2
            assert outcome.err.startswith("heuristan: ")
            assert len(outcome.err.splitlines()) == 1
            assert "Traceback" not in outcome.out + outcome.err

    def test_debug_lets_it_through(self, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(*_: object, **__: object) -> None:
            raise ZeroDivisionError("by none")

        read_by(broken, monkeypatch)
        for arguments in (("--debug", "solve", "cat"), ("solve", "cat", "--debug")):
            with pytest.raises(ZeroDivisionError):
                heuristan(*arguments)
            assert not is_debugging(), "it is over with the command"
        monkeypatch.setenv(DEBUG, "1")
        with pytest.raises(ZeroDivisionError):
            heuristan("solve", "cat")

    def test_what_was_asked_for_before_stays(self, monkeypatch: pytest.MonkeyPatch) -> None:
        @command(ok="done")
        def tested() -> None:
            assert is_debugging()

        monkeypatch.setenv(DEBUG, "0")
        assert CliRunner().invoke(tested, ["--debug"]).exit_code == 0
        assert os.environ[DEBUG] == "0"
        assert not is_debugging()

    def test_errors_of_click_are_its_own(self) -> None:
        @lazy_group("package", {"wrong": ""}, "")
        def tested() -> None: ...

        @tested.command()
        def wrong() -> None:
            raise click.UsageError("so not")

        tested.get_command = lambda *_: wrong  # type: ignore[method-assign]
        done = CliRunner().invoke(tested, ["wrong"])
        assert done.exit_code == 2
        assert "Error: so not" in done.output


class TestInterrupts:
    @pytest.mark.parametrize("fault", [ImportError("numpy: init failed"), MissingExtraError("numba", "fast")], ids=str)
    def test_one_that_c_code_turned_into_a_failed_import_ends_the_command(
        self, heuristan: Run, monkeypatch: pytest.MonkeyPatch, fault: ImportError
    ) -> None:
        monkeypatch.setattr("heuristan.common.interrupting._has_come", False)

        def broken(*_: object, **__: object) -> None:
            raise fault

        read_by(broken, monkeypatch)
        assert heuristan("solve", "cat").status == 2
        with pytest.raises(KeyboardInterrupt):
            interrupt(SIGINT, None)
        outcome = heuristan("solve", "cat")
        assert (outcome.status, outcome.err) == (130, "heuristan: interrupted\n")

    def test_one_that_a_callback_of_the_compiler_would_lose_comes_later(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("heuristan.common.interrupting._has_come", False)
        engines = pytest.importorskip("llvmlite.binding.executionengine")

        class Engine:
            has_notified = False

            @property
            def _object_cache_notify(self) -> None:
                raise_signal(SIGINT)
                self.has_notified = True

        engine, usual = Engine(), signal(SIGINT, interrupt)
        try:
            engines.ExecutionEngine._raw_object_cache_notify(engine, None)
            began = time.monotonic()
            with pytest.raises(KeyboardInterrupt):
                time.sleep(60)
            # it wakes who sleeps: nobody waits for the end of a long call
            assert time.monotonic() - began < 60
        finally:
            signal(SIGINT, usual)
        assert engine.has_notified

    def test_they_are_noted_unless_they_are_ignored(self) -> None:
        usual = getsignal(SIGINT)
        try:
            for before, after in ((default_int_handler, interrupt), (SIG_IGN, SIG_IGN)):
                signal(SIGINT, before)
                note_interrupts()
                assert getsignal(SIGINT) is after
        finally:
            signal(SIGINT, usual)


class TestOneOfMany:
    def test_a_solver_that_fails_is_a_refusal_and_the_others_go_on(
        self, heuristan: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("heuristan.tangram.solving.exhaustive.search", broken_for("lamp", KeyError("gone")))
        outcome = heuristan("solve", "cat", "lamp", "swan", "--solver", "exact", "--plain", "--format", "jsonl")
        found = [json.loads(line) for line in outcome.out.splitlines()]
        assert [result["status"] for result in found] == ["solved", "refused", "solved"]
        assert "KeyError: 'gone'" in found[1]["message"]
        assert outcome.status == 1
        assert "Traceback" not in outcome.err

    def test_a_reader_that_fails_is_a_refusal_and_the_others_go_on(
        self, heuristan: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from heuristan.tangram.outlines.reading import read_outlines

        def broken(source: str, pieces: Any = None) -> Any:
            if source == "lamp":
                raise KeyError("gone")
            return read_outlines(source, pieces)

        read_by(broken, monkeypatch)
        outcome = heuristan("solve", "cat", "lamp", "swan", "--format", "jsonl")
        found = [json.loads(line) for line in outcome.out.splitlines()]
        assert [result["status"] for result in found] == ["solved", "refused", "solved"]
        assert found[1]["id"] == "lamp"

    @pytest.mark.parametrize("name", ["many.geojsonl", "many.geojson", "many.wkt"])
    def test_an_outline_that_its_reader_fails_at_does_not_end_its_file(
        self, heuristan: Run, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        from heuristan.tangram.outlines import puzzle_of

        exact_ways = puzzle_of.exact_ways

        def broken(drawing: Any, pieces: Any) -> Any:
            if drawing.id == "two":
                raise IndexError("gone")
            return exact_ways(drawing, pieces)

        Path(name).write_text(written(name), encoding="utf-8")
        monkeypatch.setattr(puzzle_of, "exact_ways", broken)
        outcome = heuristan("solve", name, "--format", "jsonl")
        found = [json.loads(line) for line in outcome.out.splitlines()]
        assert [(result["id"], result["status"]) for result in found] == [
            ("one", "solved"),
            ("two", "refused"),
            ("three", "solved"),
        ]
        assert "IndexError: gone" in found[1]["message"]
        assert outcome.status == 1

    def test_the_end_of_a_source_that_breaks_off_is_refused(self) -> None:
        def read(_: str) -> Iterator[str]:
            yield "one"
            raise KeyError("gone")

        first, second = read_all(["source"], read, lambda name, message: f"{name}: {message}")
        assert (first, second[:7]) == ("one", "source:")
        assert "KeyError: 'gone'" in second

    def test_a_result_that_cannot_be_written_is_a_refusal_and_the_others_go_on(
        self, heuristan: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from heuristan.tangram.solving.result import Result

        as_json = Result.as_json

        def broken(self: Result) -> dict[str, Any]:
            if (self.id, self.status) == ("lamp", "solved"):
                raise KeyError("gone")
            return as_json(self)

        monkeypatch.setattr(Result, "as_json", broken)
        outcome = heuristan("solve", "cat", "lamp", "swan", "--output", "out.jsonl", "--output", "out.json")
        for found in (
            [json.loads(line) for line in Path("out.jsonl").read_text(encoding="utf-8").splitlines()],
            json.loads(Path("out.json").read_text(encoding="utf-8")),
        ):
            assert [result["status"] for result in found] == ["solved", "refused", "solved"]
            assert "KeyError: 'gone'" in found[1]["message"]
        assert "outline 2: an error of heuristan itself" in outcome.err
        assert "2 of 3 solved" in outcome.err
        assert outcome.status == 1

    def test_a_trace_that_cannot_be_written_ends_neither_the_trace_nor_the_results(
        self, heuristan: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from heuristan.tangram.trace import lines

        dumps = lines.dumps

        def broken(trace: Any) -> str:
            if trace[0].id == "lamp" and len(trace) > 2:
                raise KeyError("gone")
            return dumps(trace)

        monkeypatch.setattr(lines, "dumps", broken)
        outcome = heuristan("solve", "cat", "lamp", "swan", "--format", "jsonl", "--trace", "t.jsonl")
        assert [json.loads(line)["status"] for line in outcome.out.splitlines()] == ["solved"] * 3
        runs = [json.loads(line) for line in Path("t.jsonl").read_text(encoding="utf-8").splitlines()]
        assert [line["status"] for line in runs if "status" in line] == ["solved", "refused", "solved"]
        assert outcome.status == 1

    def test_other_systems_too(self, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        from heuristan.sliding.results import Result

        as_json, asked = Result.as_json, []

        def broken(self: Result) -> dict[str, Any]:
            asked.append(self)
            if len(asked) == 2:
                raise KeyError("gone")
            return as_json(self)

        monkeypatch.setattr(Result, "as_json", broken)
        outcome = heuristan("sliding", "solve", *BOARDS, "--format", "jsonl")
        statuses = [json.loads(line)["status"] for line in outcome.out.splitlines()]
        assert statuses == ["solved", "refused", "solved"]
        assert outcome.status == 1

    @pytest.mark.slow
    def test_an_item_that_ends_its_process_is_refused_and_the_others_go_on(self) -> None:
        found = done_by_processes(range(4), ends_at_1, lambda item, message: f"{item}: {message}", 2)
        words = [str(each) for each in found]
        assert words[1].startswith("1: the process that worked on it was ended")
        assert [words[0], *words[2:]] == ["0", "2", "3"]

    @pytest.mark.slow
    def test_a_result_that_cannot_be_sent_is_refused(self) -> None:
        found = [*done_by_processes(range(2), cannot_be_sent, lambda item, message: f"{item}: {message}", 2)]
        assert len(found) == 2
        assert all("an error of heuristan itself" in str(each) for each in found)

    def test_a_ranking_that_is_not_there_is_no_error_of_heuristan(self) -> None:
        """Before any figure is solved it is refused, without a request to report it."""
        from heuristan.tangram.expert.ranking_entries import RankingError
        from heuristan.tangram.solving.shortcuts import options_of

        with pytest.raises(RankingError, match="there is no ranking or file 'nosuch'"):
            options_of("expert", "nosuch", "backtracking", None, "first", None)

    @pytest.mark.slow
    def test_in_processes_too(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from heuristan.tangram.solving.options import Options
        from heuristan.tangram.solving.program import solve_all

        outlines = [shape(name) for name in ("cat", "lamp", "swan")]
        outlines[1] = replace(outlines[1], rings=None)
        found = list(solve_all(outlines, Options("exact", by="plain"), 2))
        assert [result.status for result in found] == ["solved", "refused", "solved"]
        assert "an error of heuristan itself (TypeError" in found[1].message
        monkeypatch.setenv(DEBUG, "1")
        with pytest.raises(TypeError):
            list(solve_all(outlines, Options("exact", by="plain"), 2))


BOARDS = ("123456708", "123456078", "123450786")


def written(name: str) -> str:
    """Return three outlines as a file of this name has them; the second is called two."""
    corners = {"one": "0 0, 4 0, 4 2, 0 2", "two": "0 0, 2 0, 2 4, 0 4", "three": "0 0, 4 0, 0 4"}
    if name.endswith("wkt"):
        lines = (f'{KEPT} {{"id": "{id}"}}\nPOLYGON (({ring}, 0 0))\n' for id, ring in corners.items())
        return "".join(lines)
    rings = {id: [[*map(int, spot.split())] for spot in f"{ring}, 0 0".split(", ")] for id, ring in corners.items()}
    features = [
        {"type": "Feature", "id": id, "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
        for id, ring in rings.items()
    ]
    if name.endswith("l"):
        return "".join(json.dumps(each) + "\n" for each in features)
    return json.dumps({"type": "FeatureCollection", "features": features})


def shape(name: str) -> Any:
    from heuristan.tangram.outlines.reading import read_outlines

    return next(read_outlines(name))


def test_the_package_is_named_as_it_is_imported() -> None:
    import heuristan

    assert heuristan.__name__ == faults.PACKAGE


class TestLaboratory:
    @pytest.mark.slow
    def test_an_error_with_one_outline_is_a_row_and_the_others_go_on(
        self, heuristan: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        duckdb = pytest.importorskip("duckdb")
        from heuristan.lab import tasks

        solve = tasks.solve

        def broken(puzzle: Any, *given: Any, **how: Any) -> Any:
            if puzzle.id == "lamp":
                raise KeyError("gone")
            return solve(puzzle, *given, **how)

        monkeypatch.setattr(tasks, "solve", broken)
        monkeypatch.setattr(tasks, "solve_quickly", lambda *_, **__: None)  # the kernels, where they are compiled
        asked = ("lab", "run", "--rankings", "heuristan", "--corpus", "cat", "lamp", "swan", "--results", "r.duckdb")
        outcome = heuristan(*asked)
        assert outcome.status == 1
        assert "1 run failed because of an error in heuristan" in outcome.out
        with duckdb.connect("r.duckdb", read_only=True) as found:
            rows = found.execute("SELECT message FROM results WHERE status = 'failed'").fetchall()
            (others,) = found.execute("SELECT count(*) FROM results WHERE status <> 'failed'").fetchone()
        assert len(rows) == 1
        assert "KeyError: 'gone'" in rows[0][0]
        assert others == 2
        assert "Traceback" not in outcome.out + outcome.err


@pytest.mark.parametrize("words", [("solve", "cat", "--output"), ("convert", "cat")])
@pytest.mark.parametrize("name", ["a.svg", "a.svg/"])
def test_a_circle_of_links_is_no_output(words: tuple[str, ...], name: str, heuristan: Run, tmp_path: Path) -> None:
    (tmp_path / "a.svg").symlink_to("b.svg")
    (tmp_path / "b.svg").symlink_to("a.svg")
    outcome = heuristan(*words, f"{tmp_path}/{name}")
    assert outcome.status == 2
    assert outcome.out == ""
    assert "cannot be written (" in outcome.err
    assert "an error of heuristan itself" not in outcome.err
