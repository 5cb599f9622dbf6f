"""``--attempt`` of ``heuristan show`` and ``heuristan solve`` from end to end."""

from pathlib import Path
from typing import Literal

import pytest
from shared.attempts import published
from shared.commands import Run

from heuristan.tangram.explain import explain, in_brief
from heuristan.tangram.render.filmstrip import filmstrip_svg
from heuristan.tangram.render.solution import attempts_svg, solution_svg
from heuristan.tangram.trace.lines import dumps, loads

STUCK = published(2, 2, 0, 3, 2)
AS_PUBLISHED = ("solve", "digit-9", "--no-backtracking", "--engine", "compiled")


@pytest.fixture
def recorded() -> str:
    Path("run.jsonl").write_text(dumps(STUCK), encoding="utf-8")
    return "run.jsonl"


class TestShow:
    @pytest.mark.parametrize("asked", ["1", "4", "all"])
    def test_words(self, asked: str, heuristan: Run, recorded: str) -> None:
        outcome = heuristan("show", recorded, "--attempt", asked)
        assert outcome.status == 0
        number: Literal["all"] | int = "all" if asked == "all" else int(asked)
        assert outcome.out == in_brief(STUCK, number) + "\n"
        assert heuristan("show", recorded, "--attempt", asked, "--explain").out == explain(STUCK, number) + "\n"

    def test_pictures(self, heuristan: Run, recorded: str) -> None:
        wanted = {
            ("svg", "3"): solution_svg(STUCK, attempt=3),
            ("svg", "all"): attempts_svg(STUCK),
            ("filmstrip-svg", "3"): filmstrip_svg(STUCK, attempt=3),
            ("filmstrip-svg", "all"): filmstrip_svg(STUCK, attempt="all"),
        }
        for (form, asked), drawn in wanted.items():
            assert heuristan("show", recorded, "--attempt", asked, "--format", form).out == drawn

    @pytest.mark.slow
    @pytest.mark.parametrize("name", ["run.png", "run.filmstrip.png"])
    @pytest.mark.parametrize("asked", ["3", "all"])
    def test_png(self, name: str, asked: str, heuristan: Run, recorded: str) -> None:
        assert heuristan("show", recorded, "--attempt", asked, "--output", name).status == 0
        assert Path(name).read_bytes().startswith(b"\x89PNG")

    def test_without_the_option_nothing_changes(self, heuristan: Run, recorded: str) -> None:
        assert heuristan("show", recorded).out == in_brief(STUCK) + "\n"
        assert heuristan("show", recorded, "--explain").out == explain(STUCK) + "\n"

    @pytest.mark.parametrize("asked", ["0", "-1", "x", "", "1.5", "٣", "9" * 5000, "ALL"])
    def test_what_is_not_a_number_is_refused(self, asked: str, heuristan: Run, recorded: str) -> None:
        outcome = heuristan("show", recorded, "--attempt", asked)
        assert (outcome.status, outcome.out) == (2, "")
        assert "is not the number of an attempt" in outcome.err

    @pytest.mark.parametrize("form", ["text", "svg", "filmstrip-svg"])
    def test_one_too_many_is_refused_with_how_many_there_are(self, form: str, heuristan: Run, recorded: str) -> None:
        outcome = heuristan("show", recorded, "--attempt", "6", "--format", form)
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err.strip() == (
            "heuristan: run.jsonl: there is no attempt 6: the run has 5 attempts; give a number from 1 to 5, or all"
        )

    @pytest.mark.parametrize("solver", ["exact", "ford"])
    @pytest.mark.parametrize("asked", ["1", "all"])
    def test_a_search_has_none(self, solver: str, asked: str, heuristan: Run) -> None:
        heuristan("solve", "lamp", "--solver", solver, "--trace", "search.jsonl")
        outcome = heuristan("show", "search.jsonl", "--attempt", asked)
        assert (outcome.status, outcome.out) == (2, "")
        assert "a search makes none" in outcome.err


class TestSolve:
    @pytest.mark.parametrize("asked", ["1", "all"])
    @pytest.mark.parametrize("form", ["text", "svg", "filmstrip-svg"])
    def test_show_gives_what_solve_gave(self, asked: str, form: str, heuristan: Run) -> None:
        words = heuristan(*AS_PUBLISHED, "--trace", "run.jsonl", "--attempt", asked, "--format", form).out
        assert words == heuristan("show", "run.jsonl", "--attempt", asked, "--format", form).out

    def test_one_too_many_is_refused_and_the_trace_is_kept(self, heuristan: Run) -> None:
        outcome = heuristan(*AS_PUBLISHED, "--trace", "run.jsonl", "--attempt", "99")
        assert (outcome.status, outcome.out) == (2, "")
        assert "there is no attempt 99: the run has" in outcome.err
        assert loads(Path("run.jsonl").read_text(encoding="utf-8"))

    def test_with_backtracking_there_is_one(self, heuristan: Run) -> None:
        assert "the run has one attempt" in heuristan("solve", "digit-9", "--attempt", "2").err
        assert heuristan("solve", "digit-9", "--attempt", "1").status == 0

    @pytest.mark.parametrize(
        ("more", "words"),
        [
            (("cat",), "--attempt is for one outline"),
            (("--format", "json"), "only JSON is written"),
            (("--solver", "exact"), "has no meaning for --solver exact"),
        ],
    )
    def test_where_it_means_nothing_it_is_refused(self, more: tuple[str, ...], words: str, heuristan: Run) -> None:
        outcome = heuristan("solve", "lamp", "--attempt", "1", *more)
        assert (outcome.status, outcome.out) == (2, "")
        assert words in outcome.err
