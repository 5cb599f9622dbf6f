"""Matches judged by all solutions: right where some solution has them, in states that can all be solved."""

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("pyarrow.parquet")
pytest.importorskip("duckdb")

from heuristan.cli import app
from heuristan.lab.corpora import Corpus, Outline
from heuristan.lab.labelling import MEANINGS, accepted_by_rules, labels
from heuristan.tangram.expert.preferences import PREFERENCES
from heuristan.tangram.expert.ranking_file import read_ranking


def outline(name: str) -> Outline:
    return next(iter(Corpus([name])))


@pytest.mark.slow
def test_what_is_ruled_out_is_never_right_and_every_state_can_be_solved() -> None:
    rows = labels(outline("convex-square"), read_ranking("heuristan"))
    assert rows
    assert not [row for row in rows if row["ruled_out"] and row["is_right"]]
    steps = {row["step"] for row in rows}
    assert steps == {row["step"] for row in rows if row["is_right"]} == set(range(1, 8))
    assert all(set(row) == set(MEANINGS) for row in rows)


@pytest.mark.slow
def test_the_command_writes_a_row_for_each_match(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    file = tmp_path / "labels.parquet"
    done = CliRunner().invoke(app, ["lab", "label", "--corpus", "convex-square", "--output", str(file)])
    assert done.exit_code == 0, done.output
    table = pq.read_table(file)
    assert table.column_names == list(MEANINGS)
    assert {name.replace("-", "_") for name in PREFERENCES} <= set(table.column_names)
    assert table.num_rows == len(labels(outline("convex-square"), read_ranking("heuristan")) or ())
    assert [each.name for each in tmp_path.iterdir()] == ["labels.parquet"]


@pytest.mark.parametrize("output", ["-", "/dev/null", "labels.csv"])
def test_labels_are_no_other_file_than_parquet(output: str) -> None:
    done = CliRunner().invoke(app, ["lab", "label", "--corpus", "convex-square", "--output", output])
    assert (done.exit_code, "end the name in .parquet" in done.output) == (2, True)


def test_an_outline_that_is_drawn_has_no_labels(tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.wkt"
    drawn.write_text("POLYGON ((0 0, 2.83 0.01, 2.82 2.83, 0 2.82, 0 0))")
    file = tmp_path / "labels.parquet"
    done = CliRunner().invoke(app, ["lab", "label", "--corpus", str(drawn), "--output", str(file)])
    assert done.exit_code == 2
    assert not file.exists()


@pytest.mark.slow
def test_what_is_taken_and_accepted_agrees_with_labels() -> None:
    ranking = read_ranking("heuristan")
    house = outline("house")
    rows, found = labels(house, ranking) or [], accepted_by_rules(house.puzzle, ranking) or {}
    taken = Counter((row["rule"], row["is_right"]) for row in rows if row["taken"])
    for rule, judged in found.items():
        assert judged.taken == taken[rule, True] + taken[rule, False]
        assert judged.taken_right == taken[rule, True]
    # a line that takes every piece of a kind accepts all that fit; evidence that is checked when a match is about to be
    # taken rules out only wrong ones of them
    fits = [row for row in rows if row["piece"] == "square" and not row["ruled_out"]]
    assert found["squares"].accepted >= len(fits)
    assert found["squares"].right == sum(bool(row["is_right"]) for row in fits)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cat", "house", "convex-square"])
def test_certain_rules_are_right_and_no_more_is_taken_than_accepted(name: str) -> None:
    puzzle = outline(name).puzzle
    for each in ("deutsch-hayes-1972", "heuristan"):
        found = accepted_by_rules(puzzle, read_ranking(each)) or {}
        assert sum(judged.accepted for judged in found.values()) > 0
        for judged in found.values():
            assert judged.accepted >= judged.right >= judged.taken_right
            assert judged.accepted >= judged.taken >= judged.taken_right
        if "forced" in found:
            assert found["forced"].accepted == found["forced"].right > 0
        else:
            # a composite is right where its region is filled by one of its sets
            assert any(judged.right for rule, judged in found.items() if rule.startswith("composites"))
