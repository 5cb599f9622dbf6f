"""The report of a results file: fabricated rows, so that every number is known beforehand."""

import csv
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

duckdb = pytest.importorskip("duckdb")

from heuristan.cli import app  # noqa: E402
from heuristan.common.proportions import mcnemar, paired_difference, wilson  # noqa: E402
from heuristan.common.svg.intervals import Estimate, Plot, intervals_svg  # noqa: E402
from heuristan.lab.corpora import ConditionError  # noqa: E402
from heuristan.lab.decision_rows import FEATURES  # noqa: E402
from heuristan.lab.identity import ranking_row  # noqa: E402
from heuristan.lab.reporting import (  # noqa: E402
    Finding,
    Report,
    ReportError,
    comparison,
    comparisons,
    first_wrong,
    rates,
    reliability,
    report,
    rule_tables,
    timing,
    tries,
    undone,
)
from heuristan.lab.reporting.full_report import html, markdown, rankings_in_words  # noqa: E402
from heuristan.lab.reporting.selection import selected  # noqa: E402
from heuristan.lab.schema import TABLES  # noqa: E402
from heuristan.lab.store import Row, Store, StoreError  # noqa: E402

NOW, BEFORE = "0.1.0+now", "0.1.0+before"
SVG = "{http://www.w3.org/2000/svg}"
RANKED = ("z", "y a", "x")
SQUARE = (
    '{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", '
    '"coordinates": [[[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]]]}}'
)


def row(table: str, **fields: Any) -> Row:
    return tuple(fields.get(name) for name in TABLES[table].names)


def outline(number: int, **fields: Any) -> Row:
    usual: dict[str, Any] = {
        "split": "test" if number % 2 else "training",
        "kind": "holes",
        "vertices": 8,
        "sets": 1,
        "exact": False,
    }
    usual |= {"parts": 1, "pieces": "tangram", "area": 8.0, "geojson": SQUARE}
    digest = f"{number:016x}"
    return row("outlines", outline=digest, shape=digest, id=f"o{number}", **{**usual, **fields})


def ranking(digest: str, name: str, rules: Sequence[str] = ("good", "bad")) -> Row:
    return digest, name, "rules:\n" + "".join(f"  - {rule}\n" for rule in rules)


def run(number: int, ranking: str, **fields: Any) -> dict[str, Any]:
    key = {
        "outline": f"{number:016x}",
        "ranking": ranking,
        "way": "published",
        "position": 0,
        "seed": 0,
        "version": NOW,
        "time_limit": 0.0,
    }
    return {**key, **{name: value for name, value in fields.items() if name in key}}


def result(number: int, ranking: str, attempts: int | None, **fields: Any) -> Row:
    """A run that was solved in so many attempts, or that is stuck after three."""
    is_solved = attempts is not None
    usual = {
        "status": "solved" if is_solved else "stuck",
        "solved": is_solved,
        "entry_point": attempts,
        "attempts": attempts or 3,
        "restarts": (attempts or 3) - 1,
        "extractions": 7,
        "undone": 0,
        "composites": 0,
        "seconds": 0.01 * number,
        "stuck_at": None if is_solved else 4,
        "message": "",
        "solutions": 2,
        "session": 1,
    }
    return row("results", **{**usual, **fields, **run(number, ranking, **fields)})


def taken(number: int, ranking: str, *rules: tuple[str, str | None], attempt: int = 1, **fields: Any) -> list[Row]:
    """What was taken in an attempt: rules and verdicts."""
    usual = {"kind": "piece", "figure": "square", "undone": False, "kept": False, "attempt": attempt}
    return [
        row(
            "extractions",
            **{**usual, **fields, **run(number, ranking, **fields)},
            number=10 * attempt + step,
            step=step,
            entry_point=attempt,
            rule=rule,
            verdict=verdict,
        )
        for step, (rule, verdict) in enumerate(rules, 1)
    ]


def filled(path: Path, **rows: list[Row]) -> Path:
    store = Store.open(path)
    store.add(rows)
    store.close()
    return path


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    return filled(tmp_path / "lab.duckdb")


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rankings on ten outlines: A solves 1 to 4 at once and 5 later, B 3 to 8 at once and 9 later."""
    good, wrong = ("good", "right"), ("bad", "wrong")
    return filled(
        tmp_path_factory.mktemp("lab") / "lab.duckdb",
        outlines=[
            outline(i, kind="convex" if i <= 5 else "simple-11+", made="human" if i <= 3 else None, vertices=i + 2)
            for i in range(1, 11)
        ],
        rankings=[ranking("a" * 16, "A"), ranking("b" * 16, "B", ["bad", "good"])],
        results=[
            *(result(i, "a" * 16, 1 if i <= 4 else 2 if i == 5 else None) for i in range(1, 11)),
            *(result(i, "b" * 16, 1 if 3 <= i <= 8 else 3 if i == 9 else None) for i in range(1, 11)),
            *(result(i, "a" * 16, 1, way="backtracking", undone=i - 1) for i in range(1, 11)),
        ],
        extractions=[
            *(each for i in range(1, 5) for each in taken(i, "a" * 16, good, good, ("bad", "right"), kept=True)),
            *(each for i in range(5, 9) for each in taken(i, "a" * 16, good, wrong, ("good", "late"))),
            *taken(5, "a" * 16, good, good, attempt=2, kept=True),
            *taken(9, "a" * 16, wrong, ("bad", "late")),
            *taken(10, "a" * 16, good),
        ],
    )


@pytest.fixture(scope="module")
def whole(lab: Path) -> Report:
    return report(lab)


def by_rule(found: Finding[Any], name: str = "rule") -> dict[str, Any]:
    return {getattr(each, name): each for each in found}


class TestNumbers:
    def test_rates(self, lab: Path) -> None:
        a, b, backtracking = rates(lab)
        assert (a.ranking, a.way, a.outlines) == ("A", "published", 10)
        assert (a.at_once.count, a.solved.count) == (4, 5)
        assert (b.at_once.count, b.solved.count) == (6, 7)
        assert (backtracking.way, backtracking.at_once.count, backtracking.solved.count) == ("backtracking", 1, 10)
        assert (a.solved.low, a.solved.high) == wilson(5, 10)

    def test_rates_by_kind_come_in_the_order_of_kinds(self, lab: Path) -> None:
        found = [(r.part, r.ranking, r.outlines, r.solved.count) for r in rates(lab, "kind", way="published")]
        assert found == [
            ("convex", "A", 5, 5),
            ("convex", "B", 5, 3),
            ("simple-11+", "A", 5, 0),
            ("simple-11+", "B", 5, 4),
        ]

    def test_vertices_are_taken_two_by_two_in_order(self, lab: Path) -> None:
        found = [(each.part, each.outlines) for each in rates(lab, "vertices", rankings="B")]
        assert found == [("3 or 4", 2), ("5 or 6", 2), ("7 or 8", 2), ("9 or 10", 2), ("11 or 12", 2)]

    def test_any_expression_tells_outlines_apart(self, lab: Path) -> None:
        found = rates(lab, "vertices >= 11", rankings="A", way="published")
        assert [(each.part, each.outlines, each.solved.count) for each in found] == [("false", 8, 5), ("true", 2, 0)]

    @pytest.mark.slow
    def test_parts_add_up(self, lab: Path) -> None:
        whole = [(each.ranking, each.way, each.outlines, each.solved.count) for each in rates(lab)]
        for by in ("kind", "vertices", "made", "split", "length(id)"):
            sums: dict[tuple[str, str], list[int]] = {}
            for each in rates(lab, by):
                sums.setdefault((each.ranking, each.way), []).append(each.outlines)
                sums.setdefault((each.ranking, each.way + " solved"), []).append(each.solved.count)
            assert whole == [(r, w, sum(sums[r, w]), sum(sums[r, f"{w} solved"])) for r, w, *_ in whole]

    def test_attempts(self, lab: Path) -> None:
        found = [(each.ranking, each.attempts, each.solved.count) for each in tries(lab)]
        assert found == [("A", 1, 4), ("A", 2, 5), ("A", 3, 5), ("B", 1, 6), ("B", 2, 6), ("B", 3, 7)]

    def test_reliability(self, lab: Path) -> None:
        found = by_rule(reliability(lab, rankings="A"), "part")
        good, bad = found["good"], found["bad"]
        assert (good.right, good.wrong, good.late, good.outlines) == (15, 0, 4, 9)
        assert (bad.right, bad.wrong, bad.late, bad.outlines) == (4, 5, 1, 9)
        assert bad.reliability.share == pytest.approx(4 / 9)
        assert (good.reliability.low, good.reliability.high) == wilson(9, 9)

    def test_reliability_in_first_attempts(self, lab: Path) -> None:
        found = by_rule(reliability(lab, attempts="first"), "part")
        assert (found["good"].right, found["bad"].right, found["bad"].wrong) == (13, 4, 5)

    @pytest.mark.slow
    def test_reliability_by_something_else(self, lab: Path) -> None:
        assert [each.part for each in reliability(lab, "step")] == ["1", "2", "3"]
        with pytest.raises(ReportError, match="'kind'"):
            reliability(lab, "knd")

    def test_what_first_attempts_failed_by(self, lab: Path) -> None:
        found = [
            (each.rule, each.share.count, each.share.of) for each in first_wrong(lab, rankings="A", way="published")
        ]
        assert found == [("bad", 5, 6), ("(none was wrong)", 1, 6)]

    def test_comparison(self, lab: Path) -> None:
        found = comparison(lab, "A", "B")
        assert (found.both, found.only_first, found.only_second, found.neither) == (3, 2, 4, 1)
        assert found.outlines == 10
        assert found.difference == pytest.approx(0.2)
        assert found.p == mcnemar(2, 4)
        assert found.interval == paired_difference(3, 4, 2, 1)
        assert "A 50.0%, B 70.0% of 10 outlines" in found.in_words

    @pytest.mark.slow
    def test_comparing_the_other_way_round_changes_the_sign(self, lab: Path) -> None:
        one, other = comparison(lab, "A", "B", measure="at once"), comparison(lab, "B", "A", measure="at once")
        assert (one.only_first, one.only_second) == (other.only_second, other.only_first)
        assert one.p == other.p
        assert one.interval == pytest.approx((-other.interval.high, -other.interval.low))

    def test_undone_steps(self, lab: Path) -> None:
        _, _, found = undone(lab)
        assert (found.way, found.median, found.p95, found.maximum, found.without.count) == ("backtracking", 4, 9, 9, 1)
        assert found.mean.value == 4.5
        assert found.mean.low < 4.5 < found.mean.high

    def test_time(self, lab: Path) -> None:
        quick, *_ = timing(lab)
        assert (quick.median, quick.p90, quick.p99, quick.longest, quick.total) == pytest.approx(
            (0.05, 0.09, 0.1, 0.1, 0.55)
        )


class TestSelection:
    @pytest.mark.slow
    def test_split_and_conditions(self, lab: Path) -> None:
        assert [each.outlines for each in rates(lab, split="test", rankings="B")] == [5]
        assert [each.outlines for each in rates(lab, where="made=human", rankings="B")] == [3]
        assert [each.outlines for each in rates(lab, where=["made=human", "vertices > 3"], rankings="B")] == [2]

    def test_rankings_come_in_the_order_in_which_they_are_named(self, lab: Path) -> None:
        assert [each.ranking for each in rates(lab, rankings=["B", "a" * 8], way="published")] == ["B", "A"]

    def test_rules_come_in_rank_order(self, lab: Path) -> None:
        assert [each.part for each in reliability(lab, rankings="A")] == ["good", "bad"]

    def test_rules_of_equal_rank_and_rules_that_cannot_be_read_have_their_rows(self, tmp_path: Path) -> None:
        digests = {"several": "a" * 16, "unread": "b" * 16}
        at: dict[str, Any] = {"attempt": 1, "step": 1, "state": "0" * 16, "match": 0, "kind": "piece", "place": "[]"}
        at |= {"figure": "square", "grades": "EEEE", "ruled_out": False, "taken": True, "is_right": True}
        at |= dict.fromkeys(FEATURES, 0)
        path = filled(
            tmp_path / "lab.duckdb",
            outlines=[outline(1)],
            rankings=[
                ranking(digests["several"], "several", ["[z, {rule: 'y  a'}]", "x"]),
                (digests["unread"], "unread", "?"),
            ],
            results=[result(1, digest, 1) for digest in digests.values()],
            extractions=[each for d in digests.values() for each in taken(1, d, *((rule, "right") for rule in RANKED))],
            decisions=[
                row("decisions", **run(1, digest), **at, rule=rule, line=line)
                for digest in digests.values()
                for line, rule in enumerate(RANKED, 1)
            ],
        )
        expected = [("several", rule) for rule in RANKED] + [("unread", rule) for rule in sorted(RANKED)]
        with selected(path) as chosen:
            assert [(each.ranking, each.part) for each in rule_tables.reliability(chosen)] == expected
            assert [(each.ranking, each.rule) for each in rule_tables.precision(chosen) or ()] == expected
            words = dict(rankings_in_words(chosen))
        assert words == {"several": "3 rules, from z to x", "unread": "its rules cannot be read here"}

    @pytest.mark.slow
    def test_a_ranking_can_be_its_file(self, tmp_path: Path) -> None:
        text = "name: mine\nrules:\n  - pieces-direct\n"
        (tmp_path / "mine.yaml").write_text(text)
        digest, name, text = ranking_row(str(tmp_path / "mine.yaml"))
        path = filled(
            tmp_path / "lab.duckdb",
            outlines=[outline(1)],
            rankings=[(digest, name, text), ranking("b" * 16, "mine")],
            results=[result(1, digest, 1), result(1, "b" * 16, None)],
        )
        assert [each.solved.count for each in rates(path, rankings=str(tmp_path / "mine.yaml"))] == [1]
        # of one name the one that was run last
        assert [each.solved.count for each in rates(path, rankings="mine")] == [0]
        assert [each.ranking for each in rates(path)] == [f"mine ({digest[:6]})", "mine (bbbbbb)"]

    @pytest.mark.slow
    def test_the_latest_version_counts(self, tmp_path: Path) -> None:
        path = filled(
            tmp_path / "lab.duckdb",
            outlines=[outline(1), outline(2)],
            rankings=[ranking("a" * 16, "A"), ranking("b" * 16, "B")],
            results=[
                result(1, "a" * 16, None, version=BEFORE),
                result(2, "a" * 16, None, version=BEFORE),
                result(1, "b" * 16, 1, version=BEFORE),
                result(1, "a" * 16, 1, version=NOW),
            ],
        )
        found = report(path)
        assert [(each.ranking, each.outlines, each.solved.count) for each in found["solved"]] == [
            ("A", 1, 1),
            ("B", 1, 1),
        ]
        told = " ".join(found.remarks)
        assert "2 older runs left out" in told
        assert "different versions" in told
        assert not comparison(path, "A", "B").same_version

    @pytest.mark.parametrize(
        ("choice", "words"),
        [
            ({"rankings": "C"}, "no runs of a ranking 'C'"),
            ({"rankings": "B", "way": "backtracking"}, "only published"),
            ({"where": "vertices > 99"}, "none of 30 runs is on all outlines with vertices > 99"),
            ({"where": "vertices > 99", "split": "test"}, "the outlines of the test split with"),
        ],
    )
    def test_what_is_not_there(self, lab: Path, choice: Any, words: str) -> None:
        with pytest.raises(ReportError, match=re.escape(words)):
            rates(lab, **choice)

    @pytest.mark.slow
    def test_what_cannot_be_asked(self, lab: Path, empty: Path, tmp_path: Path) -> None:
        with pytest.raises(ReportError, match="no results yet"):
            report(empty)
        with pytest.raises(StoreError, match="no such file"):
            report(tmp_path / "missing.duckdb")
        with pytest.raises(ConditionError, match="is not a condition"):
            report(lab, where="vertex > 3")
        with pytest.raises(ReportError, match="cannot be answered"):
            rates(lab, "vertex")
        with pytest.raises(ReportError, match="no outline was tried with both"):
            comparison(lab, "A", "B", way="published", measure="other")


class TestWhatIsMissing:
    def test_one_ranking_has_nothing_to_be_compared_with(self, lab: Path) -> None:
        found = comparisons(lab, rankings="A")
        assert not found.rows
        assert not found.has_plot
        assert "nothing to compare" in found.markdown()
        with pytest.raises(ValueError, match="no plot"):
            found.svg()

    @pytest.mark.slow
    def test_without_verdicts(self, tmp_path: Path) -> None:
        path = filled(
            tmp_path / "lab.duckdb",
            outlines=[outline(1, exact=False)],
            rankings=[ranking("a" * 16, "A")],
            results=[result(1, "a" * 16, None, solutions=None)],
            extractions=taken(1, "a" * 16, ("good", None)),
        )
        (found,) = reliability(path)
        assert (found.right, found.wrong, found.not_measured, found.reliability) == (0, 0, 1, None)
        (lost,) = first_wrong(path)
        assert (lost.rule, lost.share.count) == ("(not measured)", 1)
        assert "(not measured)" in html(report(path))

    @pytest.mark.slow
    def test_where_nothing_was_taken_or_solved(self, tmp_path: Path) -> None:
        path = filled(
            tmp_path / "lab.duckdb",
            outlines=[outline(1)],
            rankings=[ranking("a" * 16, "A")],
            results=[result(1, "a" * 16, None, status="failed", seconds=0.0, solutions=0)],
        )
        found = report(path)
        assert "1 run failed because of an error" in " ".join(found.remarks)
        assert [each.rule for each in found["first_wrong"]] == ["(no solution)"]
        for name in ("reliability", "attempts", "undone", "time"):
            assert not found[name].rows
            assert found[name].nothing in html(found)


class Page(HTMLParser):
    """What is in a page; tags must be closed in order."""

    VOID = ("meta", "br", "hr", "img", "link")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.seen)


class TestPages:
    @pytest.mark.slow
    def test_the_page_needs_nothing_from_elsewhere(self, whole: Report) -> None:
        page = Page(html(whole))
        names = {name for _, attributes in page.seen for name in attributes}
        assert not names & {"src", "xlink:href", "onclick", "action"}
        assert all(a["href"].startswith("#") for _, a in page.seen if a.get("href"))  # type: ignore[union-attr]
        assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in page.seen}
        assert not re.search(r"url\(|@import", html(whole))

    def test_each_table_has_its_query_and_each_plot_is_inside(self, whole: Report) -> None:
        found = whole
        page = Page(html(found))
        assert page.count("section") == page.count("details") == page.count("pre") == len(found.findings)
        assert page.count("svg") == sum(each.has_plot for each in found.findings) > 6
        assert page.count("table") == page.count("caption") == sum(bool(each.rows) for each in found.findings)
        assert all(a.get("scope") in ("col", "row") for tag, a in page.seen if tag == "th")
        ids = [a["id"] for _, a in page.seen if "id" in a]
        assert len(ids) == len(set(ids))

    @pytest.mark.slow
    def test_a_name_of_its_plots_that_is_not_utf_8_is_linked_to(self, whole: Report) -> None:
        assert "(a%FF-" in markdown(whole, "a\udcff")

    @pytest.mark.slow
    def test_what_is_named_oddly_is_escaped(self, tmp_path: Path) -> None:
        name = "<b>&\"'|"
        path = filled(
            tmp_path / "lab.duckdb",
            outlines=[outline(1, kind="</table>")],
            rankings=[ranking("a" * 16, name)],
            results=[result(1, "a" * 16, 1)],
            extractions=taken(1, "a" * 16, ("<i>", "right")),
        )
        found = report(path, rankings=name)
        assert not {"b", "i"} & {tag for tag, _ in Page(html(found)).seen}
        assert "\\|" in found["solved"].markdown()

    @pytest.mark.slow
    def test_the_same_file_has_the_same_report(self, lab: Path, whole: Report) -> None:
        assert html(report(lab)) == html(whole)

    @pytest.mark.slow
    def test_the_queries_give_the_tables(self, lab: Path) -> None:
        with duckdb.connect(str(lab), read_only=True) as connection:
            for each in report(lab, where="vertices < 12").findings:
                assert len(connection.execute(each.sql).fetchall()) == len(each.rows)


class TestCharts:
    def bars(self, *values: float) -> tuple[Estimate, ...]:
        return tuple(Estimate(f"line {i}", "series", value, value, value, "words") for i, value in enumerate(values))

    @pytest.mark.parametrize("scale", ["share", "difference", "number", "seconds"])
    @pytest.mark.parametrize("values", [(0.0,), (0.5, 0.25), (1.0, 1.0), (1e-7, 40.0), (0.001,)])
    def test_marks_stand_in_the_order_of_their_values(self, scale: Any, values: tuple[float, ...]) -> None:
        drawn = ElementTree.fromstring(intervals_svg(Plot("title", "words", self.bars(*values), scale)))
        lines = [each for each in drawn.iter(f"{SVG}line") if each.get("class") == "interval"]
        places = [float(each.get("x1", "nan")) for each in lines]
        assert len(places) == len(values)
        assert sorted(places) == [places[i] for i in sorted(range(len(values)), key=values.__getitem__)]
        assert all(0 < place < 920 for place in places)
        assert drawn.get("role") == "img"
        assert drawn.findtext(f"{SVG}title") == "title"

    def test_each_bar_has_a_mark_and_its_words(self, whole: Report) -> None:
        for each in whole.findings:
            if isinstance(each.plot, Plot) and each.has_plot:
                drawn = ElementTree.fromstring(each.svg())
                values = [text.text for text in drawn.iter(f"{SVG}text") if text.get("class") == "value"]
                assert [" ".join((text or "").split()) for text in values] == [
                    " ".join(bar.words.split()) for bar in ordered(each.plot.estimates)
                ]


def ordered(bars: Sequence[Estimate]) -> Iterator[Estimate]:
    for line in dict.fromkeys(bar.line for bar in bars):
        yield from (bar for bar in bars if bar.line == line)


def asked(*words: object) -> Result:
    return CliRunner().invoke(app, ["lab", "report", *map(str, words)])


class TestCommand:
    @pytest.mark.slow
    def test_a_page(self, lab: Path, whole: Report, tmp_path: Path) -> None:
        told = asked(lab, "--output", tmp_path / "all.html")
        assert told.exit_code == 0, told.output
        assert "30 runs on all outlines" in told.output
        assert told.output.splitlines()[-1] == f"written: {tmp_path / 'all.html'}"
        assert (tmp_path / "all.html").read_text(encoding="utf-8") == html(whole)

    @pytest.mark.slow
    def test_without_an_output_it_is_written_beside_the_results(self, tmp_path: Path, lab: Path) -> None:
        copy = tmp_path / "mine.duckdb"
        copy.write_bytes(lab.read_bytes())
        assert asked(copy).exit_code == 0
        assert {each.name for each in tmp_path.iterdir()} == {"mine.duckdb", "mine-report.html"}

    @pytest.mark.slow
    def test_markdown_with_its_plots_beside_it(self, lab: Path, whole: Report, tmp_path: Path) -> None:
        told = asked(lab, "--rankings", "A", "B", "--way", "published", "--output", tmp_path / "all.md")
        assert told.exit_code == 0, told.output
        text = (tmp_path / "all.md").read_text(encoding="utf-8")
        shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
        assert {*shown} == {each.name for each in tmp_path.glob("*.svg")}
        assert len(shown) > 8
        for name in shown:
            ElementTree.parse(tmp_path / name)
        assert text.count("<pre><code>") == len(whole.findings)

    @pytest.mark.slow
    def test_tables_for_machines(self, lab: Path, whole: Report, tmp_path: Path) -> None:
        told = asked(lab, "--output", tmp_path / "csv")
        assert told.exit_code == 0, told.output
        for each in whole.findings:
            with (tmp_path / "csv" / f"{each.name}.csv").open(encoding="utf-8", newline="") as stream:
                assert len(list(csv.DictReader(stream))) == len(each.rows)
        query = f"SELECT solved, solved_low FROM '{tmp_path}/csv/solved.csv' WHERE ranking = 'B'"
        assert duckdb.sql(query).fetchall()[0] == (0.7, wilson(7, 10).low)

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["--rankings", "C"], "there are no runs of a ranking 'C'"),
            (["--where", "vertex > 3"], "'vertex > 3' is not a condition"),
            (["--where", "vertices > 99"], "is on all outlines with vertices > 99"),
            (["--output", "tables.csv"], "a folder of CSV has a name without a dot"),
            (["--output", "missing/all.html"], "no such folder"),
            (["--output", "missing/tables"], "the tables cannot be written there"),
            (["--rankings"], "needs a value"),
        ],
    )
    def test_what_cannot_be_used_is_said_in_a_line(
        self, lab: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
    ) -> None:
        monkeypatch.chdir(tmp_path)
        told = asked(lab, *words)
        assert told.exit_code == 2
        assert said in told.output
        assert not isinstance(told.exception, Exception)
        assert not list(tmp_path.iterdir())

    def test_the_results_are_not_overwritten(self, lab: Path) -> None:
        told = asked(lab, "--output", lab)
        assert told.exit_code == 2
        assert "which format?" in told.output

    @pytest.mark.slow
    def test_an_empty_file(self, empty: Path) -> None:
        told = asked(empty)
        assert told.exit_code == 2
        assert "heuristan lab run --results" in told.output
        assert told.output.count("\n") == 1

    def test_help(self) -> None:
        told = CliRunner().invoke(app, ["lab", "report", "--help"])
        assert told.exit_code == 0
        assert "Usage:" in told.output
        assert "lab report [OPTIONS] FILE" in told.output


class TestSeveralRankings:
    """Three rankings on twenty outlines: the first solves ten at once, the second one more, the third all."""

    @pytest.fixture
    def three(self, tmp_path: Path) -> Path:
        names = {"a" * 16: 10, "b" * 16: 11, "c" * 16: 20}
        return filled(
            tmp_path / "lab.duckdb",
            outlines=[outline(i) for i in range(1, 21)],
            rankings=[ranking(digest, digest[0]) for digest in names],
            results=[
                result(i, digest, 1 if i <= solved else None) for digest, solved in names.items() for i in range(1, 21)
            ],
        )

    @pytest.mark.slow
    def test_p_values_are_adjusted_for_being_several(self, three: Path) -> None:
        found = {(row.second, row.measure): row for row in comparisons(three, rankings=("a", "b", "c"))}
        row = found["c", "solved"]
        assert row.p == mcnemar(0, 10)
        assert row.adjusted == pytest.approx(2 * mcnemar(0, 10))
        assert found["b", "solved"].adjusted == 1

    @pytest.mark.slow
    def test_all_together(self, three: Path) -> None:
        table = report(three)["together"]
        assert [(row.measure, row.rankings, row.outlines) for row in table] == [("at once", 3, 20), ("solved", 3, 20)]
        # ten outlines differ: once (no, yes, yes), nine times (no, no, yes)
        columns, total, spread = (10, 11, 20), 41, 3 * 41 - (10 * 9 + 4 + 9)
        q = 2 * (3 * sum(column**2 for column in columns) - total**2) / spread
        assert all(row.q == pytest.approx(q) for row in table)
        assert all(row.p < 0.001 for row in table)

    @pytest.mark.slow
    def test_two_rankings_are_compared_by_their_pair(self, three: Path) -> None:
        assert not report(three, rankings=("a", "b"))["together"].rows

    @pytest.mark.slow
    def test_a_restart_undoes_what_was_done(self, tmp_path: Path) -> None:
        path = filled(
            tmp_path / "one.duckdb",
            outlines=[outline(1), outline(2)],
            rankings=[ranking("a" * 16, "a")],
            results=[result(1, "a" * 16, 1), result(2, "a" * 16, 2)],
        )
        (row,) = undone(path)
        assert (row.without.count, row.without.of) == (1, 2)
