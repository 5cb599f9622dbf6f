"""A ranking as one text: read back as it was written it is the ranking, and changed by hand it runs as it says."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from heuristan.cli import app
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_entries import RankingError, ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.ways import WAYS, Way
from heuristan.tangram.expert.whole_text import lines_as_text, ranking_as_text, ranking_of_text

WRITTEN = pytest.mark.parametrize("written", [ranking_as_text, lines_as_text], ids=["whole", "lines"])
Written = Callable[[Ranking, Way], str]


@pytest.mark.part(4)
@WRITTEN
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ranking_names())
def test_it_is_the_ranking_that_it_was_made_of(name: str, way: Way, written: Written) -> None:
    ranking = read_ranking(name)
    assert ranking_of_text(written(ranking, way), Path("mine.clp")) == ranking


def test_the_rules_of_the_paper_fit_on_two_pages() -> None:
    assert len(lines_as_text(read_ranking("deutsch-hayes-1972"), "published").splitlines()) <= 2 * 60


def test_spaces_and_comments_change_nothing() -> None:
    text = ranking_as_text(read_ranking("heuristan"), "published").replace("\n   (", "\n ; here\n (")
    assert ranking_of_text(text, Path("mine.clp")) == read_ranking("heuristan")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return tmp_path / "mine.clp"


def solve(mine: Path, *more: str, shape: str = "cat") -> str:
    return CliRunner().invoke(app, ["solve", shape, "--ranking", str(mine), *more]).output


@pytest.mark.slow
@pytest.mark.part(3)
@pytest.mark.parametrize("way", [(), ("--no-backtracking",), ("--retry",)], ids=["backtracking", "published", "retry"])
def test_the_command_line_writes_it_and_solves_by_it(mine: Path, way: Sequence[str]) -> None:
    assert CliRunner().invoke(app, ["rankings", "--show", "pieces-first", "--output", str(mine)]).exit_code == 0
    traces = [mine.with_name(name) for name in ("by-text.jsonl", "by-name.jsonl")]
    for ranking, trace in zip((str(mine), "pieces-first"), traces, strict=True):
        CliRunner().invoke(app, ["solve", "cat", "--ranking", ranking, *way, "--trace", str(trace)])
    assert traces[0].read_bytes() == traces[1].read_bytes()


@pytest.mark.slow
@pytest.mark.part(2)
@WRITTEN
def test_what_was_changed_by_hand_is_run_as_it_says(mine: Path, written: Written) -> None:
    text = written(read_ranking("deutsch-hayes-1972"), "published")
    mine.write_text(
        text.replace("(kind piece) (name ?name) (grades EEE|", "(kind piece) (name ?name&square) (grades EEE|")
    )
    ranking = read_ranking(mine)
    assert ranking.name == "mine"
    assert ranking.whole is not None
    assert [rule.own is not None for rule in ranking.rules].count(True) >= 1
    said = solve(mine, "--explain")
    assert "run as published" in said
    assert "what its own text in CLIPS notation chooses" in " ".join(said.split())
    assert "is run in no other way" in solve(mine, "--retry")


@pytest.mark.slow
def test_a_drawing_is_refused_with_what_takes_it(mine: Path) -> None:
    text = ranking_as_text(read_ranking("pieces-first"), "backtracking")
    mine.write_text(text.replace("(salience 9000)", "(salience 9001)"))
    outline = mine.with_name("drawn.wkt")
    outline.write_text("POLYGON ((0 0, 2.83 0.04, 2.79 2.85, 0.02 2.81, 0 0))")
    assert "for a drawing put rules into a line of a ranking" in " ".join(solve(mine, shape=str(outline)).split())


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("(deffacts ranking", "(deffacts other", 1, "does not say which ranking it is"),
        ("(propose 1 ?match)", "(propose 77 ?match)", 1, "a rule proposes for line 77"),
        ("(kind piece)", "(kin piece)", None, "has no slot kin"),
    ],
)
@WRITTEN
def test_a_fault_is_told_with_its_line(
    mine: Path, old: str, new: str, line: int | None, words: str, written: Written
) -> None:
    text = written(read_ranking("pieces-first"), "published").replace(old, new, 1)
    mine.write_text(text)
    with pytest.raises(RankingError) as found:
        read_ranking(mine)
    assert words in str(found.value)
    expected = line or text[: text.index(new)].count("\n") + 1
    assert str(found.value).startswith(f"{mine}:{expected}: ")
