"""Labels of matches: what some solution has is right, what rules rule out is not, and every state could be solved."""

from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("pyarrow.parquet")
pytest.importorskip("duckdb")

from heuristan.cli import app
from heuristan.lab.corpora import Corpus, Outline
from heuristan.lab.labelling import MEANINGS, labels
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
