"""Preferences learned from labels: what tells right from wrong is found, and nothing but `prefer` changes."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("pyarrow.parquet")
pytest.importorskip("duckdb")

from heuristan.cli import app
from heuristan.common import faults
from heuristan.lab.labelling import MEANINGS, TEXTS, Row, write_labels
from heuristan.lab.learning import LEARNABLE, _beam, is_held_out, rights
from heuristan.tangram.expert.ranking_file import read_ranking


def made(outlines: int = 60, split: str = "training") -> list[Row]:
    """Return labels in which the match with the most edge is right, and the start's preferences say the contrary."""
    return [
        {
            **dict.fromkeys(MEANINGS, 0),
            **dict.fromkeys(TEXTS, ""),
            "outline": f"outline {number}",
            "split": split,
            "piece": "square",
            "grades": "EEMO",
            "rule": "squares",
            "step": 1,
            "match": match,
            "fewest_vertices": match,
            "most_edge": -match,
            "is_right": match == 2,
            "ruled_out": match == 3,
            "taken": match == 0,
        }
        for number in range(outlines)
        for match in range(4)
    ]


def run(folder: Path, rows: Sequence[Row], *more: str) -> tuple[int, str]:
    write_labels(folder / "labels.parquet", [rows])
    words = ["lab", "learn", str(folder / "labels.parquet"), "--output", str(folder / "learned.yaml"), *more]
    done = CliRunner().invoke(app, words)
    return done.exit_code, done.output


@pytest.mark.slow
def test_what_tells_right_from_wrong_is_preferred_and_nothing_else_changes(tmp_path: Path) -> None:
    status, words = run(tmp_path, made())
    assert status == 0, words
    start, learned = read_ranking("heuristan"), read_ranking(tmp_path / "learned.yaml")
    assert {rule.name: rule.prefer for rule in learned.rules}["squares"] == ("most-edge",)
    kept = [replace(rule, prefer=()) for rule in learned.rules]
    assert kept == [replace(rule, prefer=()) for rule in start.rules]
    assert replace(learned, name="", title="", note="", rules=()) == replace(
        start, name="", title="", note="", rules=()
    )
    held_out = sum(is_held_out(f"outline {number}") for number in range(60))
    line = next(line.split() for line in words.splitlines() if line.startswith("squares"))
    assert line[1:4] == [str(held_out), "0", str(held_out)]


@given(st.randoms(use_true_random=False))
@settings(max_examples=12)
def test_the_beam_finds_the_best_single_preference(random: Random) -> None:
    rows = [{**row, **{name.replace("-", "_"): random.randrange(3) for name in LEARNABLE}} for row in made(8)]
    choices = [rows[i : i + 4] for i in range(0, len(rows), 4)]
    none, one, two, _ = _beam(choices)
    assert rights(choices, one) == max(rights(choices, (name,)) for name in LEARNABLE)
    assert rights(choices, two) == max(rights(choices, (*one, name)) for name in LEARNABLE if name not in one) or (
        two[:1] != one
    )
    assert none == ()


def test_without_scikit_learn_the_ranking_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = faults.import_module

    def without(name: str) -> object:
        if name.startswith("sklearn"):
            raise ImportError(name)
        return found(name)

    monkeypatch.setattr(faults, "import_module", without)
    status, words = run(tmp_path, made())
    assert status == 0
    assert "this needs scikit-learn" in words
    assert (tmp_path / "learned.yaml").is_file()


@pytest.mark.parametrize("rows", [made(split="test"), made(1), [{**row, "rule": "mine"} for row in made()]])
def test_labels_from_which_nothing_can_be_learned_are_refused(tmp_path: Path, rows: list[Row]) -> None:
    status, words = run(tmp_path, rows)
    assert status == 2, words
    assert "label" in words
    assert not (tmp_path / "learned.yaml").exists()


def test_other_files_are_refused(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    other, text = tmp_path / "other.parquet", tmp_path / "text.parquet"
    pq.write_table(pa.table({"outline": ["a"]}), other)
    text.write_text("no table")
    for file in (other, text, tmp_path / "missing.parquet"):
        words = ["lab", "learn", str(file), "--output", str(tmp_path / "learned.yaml")]
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 2, done.output
        assert file.name in done.output
