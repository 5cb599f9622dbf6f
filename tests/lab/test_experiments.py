"""The experiments of the paper: their scripts work, and their page is whole."""

import re
import sys
from argparse import Namespace
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from shutil import copy
from types import ModuleType
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.commands import Run
from shared.places import TOP

from heuristan.tangram.expert.ranking_entries import ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking

pytest.importorskip("duckdb")

PLACE = TOP / "docs" / "experiments"
sys.path.insert(0, str(PLACE))  # the scripts import each other by their bare names

import all as everything  # noqa: E402
import experiment  # noqa: E402
import from_nothing  # noqa: E402
import worth_of_differences  # noqa: E402
from leaving_out import WHOLE  # noqa: E402

from heuristan.common.proportions import Interval  # noqa: E402
from heuristan.lab.scoring import sentences as verdicts  # noqa: E402
from heuristan.lab.scoring.scoreboard import source_of  # noqa: E402

NAMES = everything.NAMES
MADE = re.compile(r"<!-- verdict, made by (\w+)\.py -->\n\n(.*?)\n<!-- end of verdict -->", re.DOTALL)
"""What a script wrote into the page: which script, and the words."""
OUTCOME = re.compile(r"\*\*(holds|does not hold|too few to say|occurs|not seen):?\*\*", re.IGNORECASE)
LINK = re.compile(r"\]\(([^()\s#]+)[^()\s]*\)")
TAKEN = re.compile(r"On [\d,]+ outlines \([0-9a-f]{16}\) of corpus [0-9a-f]{16}[;:] ")
"""The beginning of each table: its outlines and their corpus, by digest."""
SAMPLE = "4"
"""Number of outlines that the scripts take."""


def text_of(name: str, place: Path = PLACE) -> str:
    return (place / name).read_text(encoding="utf-8")


def section(name: str, place: Path = PLACE) -> str:
    """What stands under the heading of an experiment."""
    _, *rest = re.split(r"^## (.*)$", text_of(experiment.PAGE, place), flags=re.MULTILINE)
    return dict(zip(rest[::2], rest[1::2], strict=True))[name.replace("_", " ").capitalize()]


def verdict(name: str, place: Path = PLACE) -> str:
    """What the script of an experiment wrote into the page."""
    ((script, words),) = MADE.findall(section(name, place))
    assert script == name
    return str(words)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page and its tables after all experiments on a few outlines, and the runs that were needed."""
    place = tmp_path_factory.mktemp("experiments")
    copy(PLACE / experiment.PAGE, place)
    arguments = ["--sample", SAMPLE, "--write", "--into", str(place), "--results", str(place / "runs.duckdb")]
    experiment.run(everything.experiments(), None, arguments)
    return place


def outcomes(words: str) -> list[str]:
    found = [outcome.lower() for outcome in OUTCOME.findall(words)]
    assert found
    return found


class TestScripts:
    @pytest.mark.slow
    @pytest.mark.parametrize("name", NAMES)
    def test_each_writes_its_tables_and_its_verdict(self, written: Path, name: str) -> None:
        tables = text_of(f"{name}.txt", written)
        assert TAKEN.match(tables)
        assert tables.startswith(f"On {SAMPLE} ")
        assert experiment.OWN in tables
        assert "\n| --- |" in tables
        assert outcomes(tables) == outcomes(verdict(name, written))

    @pytest.mark.slow
    @pytest.mark.parametrize("name", NAMES)
    def test_each_leaves_what_people_wrote(self, written: Path, name: str) -> None:
        before, after = (MADE.sub("", section(name, place)) for place in (PLACE, written))
        assert before == after

    @pytest.mark.slow
    def test_one_alone_takes_the_runs_that_are_there(self, written: Path, capfd: pytest.CaptureFixture[str]) -> None:
        found = module("worth_of_restarts").EXPERIMENT
        experiment.main(found, None, ["--sample", SAMPLE, "--results", str(written / "runs.duckdb")])
        printed = capfd.readouterr().out
        assert f"{SAMPLE} of them in the file already" in printed
        assert experiment.OWN in printed
        assert OUTCOME.search(printed)

    def test_bad_input_is_reported_in_a_line(self, capfd: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as end:
            experiment.main(module("eleven_vertices").EXPERIMENT, None, ["nowhere.geojsonl"])
        assert end.value.code == 2
        assert "nowhere.geojsonl" in capfd.readouterr().err


class TestPage:
    @pytest.mark.parametrize("name", NAMES)
    def test_each_is_whole(self, name: str) -> None:
        text, tables = section(name), text_of(f"{name}.txt")
        assert "?\n\n**The paper's claim.** " in text
        assert f"\n**How it is measured** ([{name}.py]({name}.py), [tables]({name}.txt))." in text
        assert f"({name}.svg)" in text
        assert "\n| --- |" in tables
        assert outcomes(verdict(name)) == outcomes(tables)

    @pytest.mark.parametrize("name", NAMES)
    def test_each_plot_is_there(self, name: str) -> None:
        plot = ElementTree.fromstring(text_of(f"{name}.svg"))
        assert plot.tag == "{http://www.w3.org/2000/svg}svg"
        assert any("mark" in each.get("class", "").split() for each in plot.iter())

    def test_links_lead_somewhere(self) -> None:
        assert [link for link in LINK.findall(text_of(experiment.PAGE)) if not (PLACE / link).exists()] == []

    def test_no_experiment_is_left_out(self) -> None:
        assert [script for script, _ in MADE.findall(text_of(experiment.PAGE))] == [*NAMES]


class TestTables:
    def test_columns_that_repeat_what_the_page_says_are_left_out(self) -> None:
        said = "| Ranking | Way | Solved |\n| --- | --- | --: |\n| a | as published | 1 |\n| b | as published | 1 |\n"
        assert experiment.without_repetition(said) == "| Ranking | Solved |\n| --- | --: |\n| a | 1 |\n| b | 1 |\n"

    @pytest.mark.parametrize("same", ["no", "yes"])
    def test_what_would_be_news_stays(self, same: str) -> None:
        told = f"| Outlines | Same version |\n| --: | --- |\n| 7 | {same} |\n| 8 | {same} |\n"
        assert ("Same version" in experiment.without_repetition(told)) == (same == "no")
        assert "Outlines" in experiment.without_repetition(told)

    @pytest.mark.parametrize("text", ["On 8 outlines.\n", "| Way |\n| --- |\n| as published |\n"])
    def test_a_sentence_and_a_single_row_stay_as_they_are(self, text: str) -> None:
        assert experiment.without_repetition(text) == text


class TestRankings:
    def test_what_is_left_out_is_all_that_differs(self) -> None:
        whole = read_ranking(WHOLE)
        for name in ("without-extension-lines", "without-composites"):
            other = read_ranking(source_of(name))
            assert [rule.name for rule in other.rules] == [rule.name for rule in whole.rules]
            assert [rule.repeat for rule in other.rules] == [rule.repeat for rule in whole.rules]

    def test_no_rule_takes_an_extension_line_where_there_are_none(self) -> None:
        rules = read_ranking(source_of("without-extension-lines")).rules
        assert not {"M", "X"} & {*"".join(f"{rule.three_sided}{rule.four_sided}" for rule in rules)}

    def test_there_are_no_composites_where_they_are_left_out(self) -> None:
        assert read_ranking(source_of("without-composites")).composites == "none"


COUNTS = st.integers(1, 50).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))
"""A number of successes, and the number of tries."""


class TestVerdicts:
    @given(COUNTS, COUNTS)
    def test_an_unpaired_difference_lies_in_its_interval(self, one: tuple[int, int], other: tuple[int, int]) -> None:
        first, second = verdicts.share(*one), verdicts.share(*other)
        assert first is not None
        assert second is not None
        low, high = verdicts.unpaired_difference(first, second)
        assert -1 <= low <= first.share - second.share + 1e-12
        assert first.share - second.share - 1e-12 <= high <= 1
        assert verdicts.unpaired_difference(second, first) == pytest.approx((-high, -low))

    def test_newcombes_example(self) -> None:
        first, second = verdicts.share(56, 70), verdicts.share(48, 80)
        assert first is not None
        assert second is not None
        assert verdicts.unpaired_difference(first, second) == pytest.approx((0.0524, 0.3339), abs=5e-5)

    @pytest.mark.parametrize(
        ("interval", "outcome"),
        [((0.01, 0.2), "holds"), ((-0.2, -0.01), "does not hold"), ((-0.1, 0.1), "too few to say")],
    )
    def test_an_interval_decides(self, interval: tuple[float, float], outcome: str) -> None:
        assert verdicts.outcome_of(Interval(*interval)) == outcome

    def test_nothing_says_nothing(self) -> None:
        assert verdicts.different("", "", None, verdicts.share(1, 2)).outcome == "too few to say"
        assert verdicts.mostly("", "", None, "outlines").outcome == "too few to say"
        assert verdicts.found_among("", "", None, "outlines").outcome == "too few to say"
        assert verdicts.more("", "", verdicts.paired({})).outcome == "too few to say"

    @given(st.dictionaries(st.integers(-9, 9), st.integers(1, 40), min_size=1))
    def test_pairs_are_counted_by_which_has_more(self, differences: dict[int, int]) -> None:
        found = verdicts.paired(differences)
        assert found is not None
        assert found.pairs - found.more - found.fewer == differences.get(0, 0)
        turned = verdicts.paired({-difference: count for difference, count in differences.items()})
        assert turned is not None
        assert (turned.more, turned.fewer) == (found.fewer, found.more)
        assert turned.ranks.p == pytest.approx(found.ranks.p)
        assert (turned.ranks.above, turned.ranks.below) == (found.ranks.below, found.ranks.above)

    def test_a_run_that_gives_up_counts_as_more_than_any_other(self) -> None:
        found = verdicts.paired({verdicts.CENSORED: 12, -1: 10, 0: 40})
        assert found is not None
        assert found.mean is None
        assert found.outcome == "holds"
        assert verdicts.more("", "", found).figures == "more on 12, fewer on 10 of 62"

    def test_the_verdict_agrees_with_the_table(self) -> None:
        # the figures of pieces-first of November 2026: the mean left open what the signs did not
        found = verdicts.paired({1: 59, -1: 92, 0: 437})
        assert found is not None
        assert found.outcome == "does not hold"

    def test_what_cannot_fail_does_not_hold(self) -> None:
        assert verdicts.found_among("", "", verdicts.share(3, 5), "outlines").outcome == "occurs"
        assert verdicts.found_among("", "", verdicts.share(0, 5), "outlines").outcome == "not seen"


def module(name: str) -> ModuleType:
    return import_module(name)


@pytest.mark.parametrize("tables", [tuple(from_nothing.TABLES), *((name,) for name in from_nothing.TABLES)])
@pytest.mark.parametrize("is_own", [True, False])
def test_each_command_of_the_way_from_nothing_is_one_of_heuristan(is_own: bool, tables: tuple[str, ...]) -> None:
    import click

    from heuristan.cli import app

    made = set()
    for words in from_nothing.commands(is_own, ("--sample", "5"), ("--jobs", "1"), tables):
        if words[0] == from_nothing.DIFFERENCES:
            assert worth_of_differences.main.make_context(words[0], list(words[1:])).params["second"] == "heuristan"
            continue
        context = click.Context(app, **app.context_settings)
        group = app.get_command(context, words[0])
        assert isinstance(group, click.Group)
        command = group.get_command(context, words[1])
        assert command is not None
        parameters = command.make_context(words[1], list(words[2:]), parent=context).params
        if words[1] == "corpus":
            made.add(f"{parameters['name']}.geojsonl")
        assert made >= set(parameters.get("corpus", ()))
    assert made


def test_all_tables_name_the_corpus_that_they_are_of() -> None:
    for path in PLACE.glob("*.txt"):
        assert TAKEN.match(path.read_text(encoding="utf-8")), path.name


def test_a_folder_has_tables_of_one_choice_of_outlines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    ran: list[list[str]] = []
    monkeypatch.setattr(from_nothing, "TABLES", {"worth": lambda _: ["| a table |"]})

    def run(words: list[str], **_: object) -> Namespace:
        ran.append(words)
        return Namespace(returncode=0)

    monkeypatch.setattr("subprocess.run", run)
    sample = ("--sample", "20")
    for other, status in ((sample, 0), (("--sample", "5"), 2), ((), 2), ((*sample, "--corpus", "own"), 2), (sample, 0)):
        done = CliRunner().invoke(from_nothing.make, [str(tmp_path), *other])
        assert (done.exit_code, "| a table |" in done.output) == (status, status == 0), done.output
        assert status == 0 or "--corpus public --sample 20" in " ".join(done.output.split())
    script = ran[1][1]
    assert Path(script).is_absolute()
    assert f"$ python {script} " in done.output
    assert len(ran) == 4


@pytest.mark.slow
def test_the_tables_of_positions_have_shares_in_their_order(
    heuristan: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def numbers(rows: Iterable[str]) -> list[list[float]]:
        return [[float(share) for share in re.findall(r"\d+\.\d", row)] for row in rows]

    def tables(name: str) -> list[list[str]]:
        made = "\n".join(from_nothing.TABLES[name](tmp_path)).strip()
        return [table.splitlines()[2:] for table in made.split("\n\n")]

    path = tmp_path / "people.duckdb"
    outlines = "--corpus", "house", "--positions", 2, "--results"
    heuristan("lab", "run", "--rankings", *ranking_names(), *outlines, path)
    heuristan("lab", "decisions", path, "--rankings", from_nothing.PAPER)
    monkeypatch.setattr(from_nothing, "LEAST", 1)
    copy(path, tmp_path / "census.duckdb")
    rankings, baselines, kinds = map(numbers, tables("positions"))
    placed, alone, *parts = map(numbers, tables("atlas"))
    assert (len(rankings), len(baselines), len(kinds)) == (2 * 6, 4, 1)
    assert (len(placed), len(alone), *map(len, parts)) == (9 + 1, 5, 1, 1, 1)
    for mean, *interval, least, most, in_all, in_some in (*rankings, *alone):
        assert in_all <= least <= mean <= most <= in_some
        assert sorted([mean, *interval])[len(interval) // 2] == mean
    for mean, low, high, in_all, in_some in (
        *baselines,
        *(each[i : i + 5] for each in (*kinds, *placed) for i in (0, 5)),
    ):
        assert low <= mean <= high
        assert in_all <= mean <= in_some
    assert sum(mean for mean, *_ in alone) <= 100
    for ((paper, *_),) in parts:
        assert paper == placed[ranking_names().index(from_nothing.PAPER)][0]
    papers, ours = tables("reliability")
    assert {len(row.split(" | ")) for row in papers} == {5}
    assert {len(row.split(" | ")) for row in ours} == {4}
    undoing = "--rankings", from_nothing.PAPER, from_nothing.OURS, "--backtracking"
    heuristan("lab", "run", *undoing, *outlines, tmp_path / "backtracking.duckdb")
    for row in tables("backtracking")[0]:
        assert " | 1 of 1 | " in row
