"""The line that moves while one piece of work takes long."""

import io
import re
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout

import pytest
from shared.commands import Run

from heuristan.cli import progress as progress_module
from heuristan.cli.progress import track
from heuristan.common.progress import announced, progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal, and short patience."""
    stream = Terminal()
    monkeypatch.setattr(progress_module, "PATIENCE", 0.05)
    monkeypatch.setenv("TERM", "xterm")
    return stream


def work(seconds: float) -> Iterator[str]:
    with announced(lambda: "7 states, 3 deep"):
        time.sleep(seconds)
    yield "done"


def tracked(items: Iterator[str], terminal: Terminal) -> list[str]:
    with redirect_stderr(terminal):
        return list(track(items, "outlines", shown=False))


class TestAsking:
    def test_all_that_run_are_asked_the_outer_ones_first(self) -> None:
        assert progress() == ""
        with announced(lambda: "reading 2"), announced(lambda: "9 states"):
            assert progress() == "reading 2, 9 states"
        assert progress() == ""

    def test_one_that_fails_is_asked_no_more(self) -> None:
        with pytest.raises(ZeroDivisionError), announced(lambda: "here"):
            raise ZeroDivisionError
        assert progress() == ""


class TestLine:
    @pytest.mark.slow
    def test_it_says_how_far_the_work_is(self, terminal: Terminal) -> None:
        assert tracked(work(0.5), terminal) == ["done"]
        assert "7 states, 3 deep, 0:00" in terminal.getvalue()
        assert "\x1b[2K" in terminal.getvalue(), "it is taken away"

    def test_quick_work_has_none(self, terminal: Terminal) -> None:
        assert tracked(work(0.0), terminal) == ["done"]
        time.sleep(0.1)
        assert terminal.getvalue() == ""

    def test_elsewhere_than_on_a_terminal_there_is_none(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(progress_module, "PATIENCE", 0.01)
        assert list(track(work(0.05), "outlines", shown=False)) == ["done"]
        assert capsys.readouterr().err == ""

    @pytest.mark.slow
    def test_errors_and_ctrl_c_take_it_away(self, terminal: Terminal) -> None:
        def interrupted() -> Iterator[str]:
            time.sleep(0.3)
            raise KeyboardInterrupt
            yield

        with pytest.raises(KeyboardInterrupt):
            tracked(interrupted(), terminal)
        shown = terminal.getvalue()
        assert "working, 0:00" in shown
        time.sleep(0.3)
        assert terminal.getvalue() == shown

    def test_results_on_a_terminal_have_lines_of_their_own(
        self, terminal: Terminal, heuristan: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(progress_module, "PATIENCE", 60)
        with redirect_stderr(terminal), redirect_stdout(terminal):
            assert heuristan("solve", "cat", "lamp").status == 0
        assert re.findall("^(cat|lamp): solved", terminal.getvalue(), re.MULTILINE) == ["cat", "lamp"]
        with redirect_stderr(terminal), redirect_stdout(terminal):
            assert heuristan("solve", "cat", "lamp", "--output", "out.jsonl").status == 0
        assert "2 outlines, 2 solved" in terminal.getvalue()

    def test_quiet_work_has_none(self, terminal: Terminal, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(progress_module, "PATIENCE", 0.0)
        with redirect_stderr(terminal):
            assert heuristan("solve", "cat", "--quiet").status == 0
        assert terminal.getvalue() == ""


@pytest.mark.slow
def test_searches_say_how_far_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    from heuristan.common.clock import Clock
    from heuristan.lab.ford import search as search_as_ford
    from heuristan.tangram.exact.search import search
    from heuristan.tangram.outlines.reading import read_outlines
    from heuristan.tangram.puzzle.puzzle import Puzzle
    from heuristan.tangram.solving.shortcuts import solve

    said: list[str] = []
    swans = next(read_outlines("two-swans"))
    assert isinstance(swans, Puzzle)
    monkeypatch.setattr(Clock, "check", lambda _: said.append(progress()))
    solve(swans)
    assert said[0] == "2 sets, 0 extractions, 0 undone, 0 deep"
    assert any(", 2 undone, " in words for words in said)
    search(swans, every=False, accepts=lambda _: bool(said.append(progress())) or True)
    assert "states, 14 deep" in said[-1]
    cat = next(read_outlines("cat"))
    assert isinstance(cat, Puzzle)
    monkeypatch.setattr("heuristan.tangram.boundary.loops.Part.covers", lambda *_: bool(said.append(progress())))
    search_as_ford(cat)
    assert "placements tried" in said[-1]
