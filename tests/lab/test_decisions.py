"""Decisions as data: every match of every state of all attempts, right where some solution has it."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from shared.commands import Run
from shared.laboratory import PAPER

pytest.importorskip("duckdb")
pytest.importorskip("pyarrow.parquet")

from heuristan.cli import app
from heuristan.lab.reporting import report
from heuristan.lab.store import connect
from heuristan.tangram.expert.preferences import PREFERENCES


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("decisions") / "lab.duckdb"
    shapes = ("cat", "convex-square")
    run = [
        "lab",
        "run",
        "--rankings",
        PAPER,
        "heuristan",
        "--corpus",
        *shapes,
        "--positions",
        "2",
        "--results",
        str(path),
    ]
    for arguments in (run, ["lab", "decisions", str(path)]):
        done = CliRunner().invoke(app, arguments)
        assert done.exit_code == 0, done.output
    return path


def asked(lab: Path, query: str) -> list[tuple[object, ...]]:
    with connect(lab) as connection:
        return connection.execute(query).fetchall()


@pytest.mark.slow
def test_every_state_can_be_solved_and_what_is_ruled_out_is_never_right(lab: Path) -> None:
    assert asked(lab, "SELECT DISTINCT outline FROM decisions WHERE ruled_out AND is_right") == []
    step = "outline, ranking, position, attempt, step"
    states = f"SELECT {step}, bool_or(is_right), count(*) FILTER (taken) FROM decisions GROUP BY ALL"
    rows = asked(lab, states)
    assert rows
    assert all(is_right and taken <= 1 for *_, is_right, taken in rows)  # type: ignore[operator]
    # a match is right or wrong whichever line accepts it, and a line takes what comes first in its order
    same = f"SELECT 1 FROM decisions GROUP BY {step}, match HAVING count(DISTINCT is_right) > 1"
    assert asked(lab, same) == []
    assert asked(lab, "SELECT 1 FROM decisions WHERE taken AND turn != 1") == []
    assert asked(lab, "SELECT 1 FROM decisions WHERE rule IN ('pieces-direct', 'forced') AND NOT is_right") == []
    run = "outline, ranking, position"
    each = f"SELECT {run}, attempt FROM results, range(1, attempts + 1) AS numbers (attempt)"
    assert asked(lab, f"{each} EXCEPT SELECT {run}, attempt FROM decisions") == []


@pytest.mark.slow
def test_each_attempt_goes_as_it_went_until_its_first_wrong_match(lab: Path) -> None:
    step = "outline, ranking, position, attempt, step, rule, figure"
    went = f"SELECT {step}, verdict = 'right' FROM extractions WHERE verdict <> 'late'"
    assert max(attempt for _, _, _, attempt, *_ in asked(lab, went)) > 1  # type: ignore[type-var]
    assert asked(lab, f"{went} EXCEPT SELECT {step}, is_right FROM decisions WHERE taken") == []


@pytest.mark.slow
def test_nothing_is_computed_twice_and_the_report_has_a_table_of_it(lab: Path, heuristan: Run) -> None:
    (count,) = asked(lab, "SELECT count(*) FROM decisions")[0]
    assert f"{count:,} rows in the table" in heuristan("lab", "decisions", lab).out
    found = report(lab)["precision"]
    assert {row.ranking for row in found} == {PAPER, "heuristan"}
    assert all(row.accepted >= row.taken for row in found)
    assert any(words.startswith("By digest: ") for words in report(lab).remarks)
    assert any("Computed on" in words for words in report(lab).remarks)


def test_each_preference_that_needs_no_lot_is_a_feature() -> None:
    from heuristan.lab.decision_rows import FEATURES

    assert {each.name for each in FEATURES.values()} == set(PREFERENCES) - {"random"}
