"""What people meet first in a report: its conclusion, what the rankings are, and pages and terminals of all widths."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("duckdb")

from shared.browser import visit
from shared.laboratory import PAPER, few, plan_of, ran

from heuristan.common.proportions import proportion
from heuristan.common.quoting import as_markup, as_words
from heuristan.lab.commands.lab.decisions import follow
from heuristan.lab.commands.lab.printing import print_table, wrapped
from heuristan.lab.identity import ranking_row
from heuristan.lab.reporting import AskedAgain, Report, report
from heuristan.lab.reporting.comparisons import Comparison
from heuristan.lab.reporting.full_report import conclusions, html, markdown
from heuristan.lab.reporting.queries import BY
from heuristan.lab.reporting.solved import BASELINES, Rate
from heuristan.lab.store import Store
from heuristan.tangram.expert.ranking_entries import shipped_file


def rate(name: str, solved: int, of: int = 100, way: Any = "published") -> Rate:
    return Rate(name, way, "all", of, proportion(solved // 2, of), proportion(solved, of))


def pair(first: str, second: str, only_first: int, only_second: int, both: int, of: int = 100) -> Comparison:
    neither = of - only_first - only_second - both
    return Comparison(first, second, "published", "solved", both, only_first, only_second, neither, True)


class TestConclusion:
    def test_of_several_p_is_adjusted(self) -> None:
        first, second = pair("A", "B", 20, 8, 60), pair("A", "C", 1, 10, 80)
        second = second._replace(adjusted=2 * second.p)
        rates = [rate("A", 60), rate("B", 40), rate("C", 69)]
        (words,) = conclusions(rates, [first, second])
        assert "p = 0.0234, adjusted by Holm's method for 2 comparisons)." in words
        (words,) = conclusions(rates, [first, second._replace(adjusted=0.07)])
        assert words.endswith("which of them is better is open.")

    def test_the_best_is_set_against_the_first(self) -> None:
        (words,) = conclusions([rate("A", 40), rate("B", 80)], [pair("A", "B", 5, 45, 35)])
        assert words.startswith("As published, B solves most: 80.0\xa0% (")
        assert "A 40.0\xa0%" in words
        assert "40.0 points more than A" in words
        assert "open" not in words

    def test_the_best_may_be_the_first(self) -> None:
        rates = [rate("A", 80), rate("B", 20), rate("C", 60)]
        (words,) = conclusions(rates, [pair("A", "B", 60, 0, 20), pair("A", "C", 25, 5, 55)])
        assert "A solves 20.0 points more than C (95 %: " in words

    def test_a_difference_whose_interval_holds_zero_is_open(self) -> None:
        (words,) = conclusions([rate("A", 41), rate("B", 40)], [pair("A", "B", 6, 5, 35)])
        assert "which of them is better is open" in words

    def test_rankings_that_solve_equally_much(self) -> None:
        (words,) = conclusions([rate("A", 100), rate("B", 100)], [pair("A", "B", 0, 0, 100)])
        assert words == "As published, A and B solve equally much: 100.0\xa0% (96.3 to 100.0)."

    def test_one_ranking_in_two_ways(self) -> None:
        found = conclusions([rate("A", 40), rate("A", 100, way="backtracking")], [])
        assert [each.split(",")[0] for each in found] == ["As published", "With backtracking"]
        assert all("A solves" in each for each in found)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lab") / "lab.duckdb"
    names = (PAPER, "heuristan")
    ran(path, plan_of(*names, ways=("published", "backtracking")), few())
    store = Store.open(path)
    store.add({"rankings": [ranking_row(name) for name in names]})
    store.close()
    return path


@pytest.fixture(scope="module")
def whole(lab: Path) -> Report:
    follow(lab, 5)
    return report(lab, AskedAgain(baselines=5))


@pytest.mark.slow
def test_a_report_says_what_each_ranking_is(whole: Report) -> None:
    told = dict(whole.rankings)
    assert set(told) == {PAPER, "heuristan"}
    file = shipped_file(PAPER)
    assert file is not None
    title = next(line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("title: "))
    assert told[PAPER].startswith(title.removeprefix("title: "))
    for page, written in ((html(whole), as_markup), (markdown(whole, "plots"), as_words)):
        assert page.index(written(whole.conclusions[0])) < page.index(written(told[PAPER])) < page.index("Solved")


@pytest.mark.slow
def test_nothing_is_cut_off_on_a_screen_of_1300_pixels_or_on_paper(
    whole: Report, tmp_path: Path, chromium: Any
) -> None:
    (tmp_path / "report.html").write_text(html(whole), encoding="utf-8")
    cut = "() => [...document.querySelectorAll('div.table')].filter(d => d.scrollWidth > d.clientWidth + 1).length"
    with visit(chromium, tmp_path / "report.html") as page:
        for width, media in ((1300, "screen"), (703, "print")):
            page.set_viewport_size({"width": width, "height": 1000})
            page.emulate_media(media=media)
            assert page.evaluate(cut) == 0, media
            assert page.evaluate("document.documentElement.scrollWidth") <= width, media


@pytest.mark.slow
def test_baselines_are_rows_of_each_table_of_rates(lab: Path, whole: Report) -> None:
    for name in ("solved", *(f"solved_by_{by}" for by in BY)):
        rows = list(whole[name])
        baselines = [row for row in rows if row.way == "baseline"]
        assert {row.ranking for row in baselines} == set(BASELINES)
        assert sum(row.outlines for row in baselines) == 5 * len(BASELINES)
        assert [row for row in rows if row.way != "baseline"] == list(report(lab)[name])
        # they are below the rankings, part by part
        parts = list(dict.fromkeys(row.part for row in rows))
        assert rows == sorted(rows, key=lambda row: (parts.index(row.part), row.way == "baseline"))
    assert not [words for words in whole.conclusions if "random" in words]


@pytest.mark.slow
def test_the_precision_of_rules_stands_beside_what_was_taken(whole: Report) -> None:
    found = whole["precision"]
    assert {row.ranking for row in found} == {PAPER, "heuristan"}
    assert all(row.accepted >= row.taken for row in found)
    forced = next(row for row in found if row.rule == "forced")
    assert forced.of_accepted.share == 1.0
    assert found.has_plot


class TestTerminal:
    HEAD = ("Ranking", "Way", "Number of outlines", "Solved, %")
    ROWS = (
        ("deutsch-hayes-1972", "as published", "123", "55.3\xa0% (46.5 to 63.8)"),
        ("deutsch-hayes-1972", "with backtracking", "123", "100.0\xa0% (97.0 to 100.0)"),
    )

    def lines(self, columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        print_table(self.HEAD, self.ROWS, (False, False, True, True))
        return re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).splitlines()

    def test_a_narrow_one_loses_nothing(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        lines = self.lines(60, monkeypatch, capsys)
        assert all(len(line) <= 60 for line in lines)
        told = "\n".join(lines)
        assert all(word in told for row in self.ROWS for word in row[-1].split())

    def test_a_wide_one_has_a_line_for_each_row(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        told = "\n".join(self.lines(120, monkeypatch, capsys))
        assert "deutsch-hayes-1972" in next(line for line in told.splitlines() if "with backtracking" in line)

    def test_paragraphs_are_wrapped(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        assert max(map(len, wrapped("word " * 100).splitlines())) < 80
        monkeypatch.setattr(sys.stdout, "isatty", lambda: False, raising=False)
        assert wrapped("word " * 100) == "word " * 100
