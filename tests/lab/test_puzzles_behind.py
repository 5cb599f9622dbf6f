"""From a number to its puzzles: outlines picked from a results file, and runs made again."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

pytest.importorskip("duckdb")

from shared.laboratory import PAPER, few, plan_of, ran

from heuristan.cli import app
from heuristan.lab.digests import digest
from heuristan.lab.identity import ranking_row
from heuristan.lab.reporting import ReportError, selected
from heuristan.lab.reporting.picking import again, cautions, most_telling, picked, runs_on, stored_outline
from heuristan.lab.store import Store, StoreError, connect
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle

NAMES = (PAPER, "heuristan")


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lab") / "lab.duckdb"
    ran(path, plan_of(*NAMES, ways=("published", "backtracking")), few(12))
    store = Store.open(path)
    store.add({"rankings": [ranking_row(name) for name in NAMES]})
    store.close()
    return path


def asked(*words: object) -> Result:
    return CliRunner().invoke(app, ["lab", *map(str, words)])


def column(path: Path, query: str) -> set[str]:
    with connect(path) as file:
        return {name for (name,) in file.execute(query).fetchall()}


def read(path: Path) -> Iterator[Puzzle]:
    for each in read_outlines(str(path)):
        assert isinstance(each, Puzzle)
        yield each


@pytest.mark.slow
class TestSelect:
    def test_those_that_one_lost_and_another_solved(self, lab: Path, tmp_path: Path) -> None:
        lost = (
            "SELECT outline FROM results JOIN rankings USING (ranking) WHERE way = 'published' AND NOT solved AND name"
        )
        expected = column(lab, f"{lost} = '{PAPER}'") - column(lab, f"{lost} = 'heuristan'")
        assert expected
        written = tmp_path / "lost.geojsonl"
        told = asked("select", lab, "--lost-by", PAPER, "--solved-by", "heuristan", "--output", written)
        assert told.exit_code == 0, told.output
        assert {digest(each) for each in read(written)} == expected
        assert told.output.startswith(f"{len(expected)} outline")

    def test_properties_of_the_corpus_stay(self, tmp_path: Path) -> None:
        path = tmp_path / "lab.duckdb"
        feature = json.loads(house(tmp_path))
        feature["properties"]["made"] = "human"
        (tmp_path / "one.geojson").write_text(json.dumps(feature), encoding="utf-8")
        told = asked("run", "--rankings", "heuristan", "--corpus", tmp_path / "one.geojson", "--results", path)
        assert told.exit_code == 0, told.output
        told = asked("select", path, "--output", tmp_path / "again.geojsonl")
        assert json.loads((tmp_path / "again.geojsonl").read_text(encoding="utf-8"))["properties"]["made"] == "human"

    def test_conditions_reach_no_file(self, lab: Path, tmp_path: Path) -> None:
        (tmp_path / "secret.txt").write_text("sesame", encoding="utf-8")
        condition = f"EXISTS (FROM read_text('{tmp_path}/secret.txt'))"
        for words in (("select", lab), ("report", lab, "--output", tmp_path / "all.html")):
            told = asked(*words, "--where", condition)
            assert told.exit_code == 2, told.output
            assert "is not a condition" in told.output
            assert "no other file" in told.output

    @pytest.mark.parametrize("share", [0.2, 0.4, 0.6, 0.8])
    def test_a_file_that_is_cut_off_is_damaged(self, lab: Path, tmp_path: Path, share: float) -> None:
        data, cut = lab.read_bytes(), tmp_path / "cut.duckdb"
        cut.write_bytes(data[: int(share * len(data))])
        with pytest.raises(StoreError, match="is damaged"), selected(cut) as selection:
            picked(selection, (), ())

    def test_a_file_with_noise_in_it_is_damaged(
        self, lab: Path, tmp_path: Path, random: Random, part: Callable[[int], int]
    ) -> None:
        data = lab.read_bytes()
        damaged = 0
        for at in range(3 * 4096, len(data), max(4096, len(data) // part(16))):
            spoilt = tmp_path / f"{at}.duckdb"
            spoilt.write_bytes(data[:at] + random.randbytes(512) + data[at + 512 :])
            for words in (("select", spoilt), ("show", spoilt, "goose"), ("sql", spoilt), ("report", spoilt)):
                told = asked(*words)
                assert "an error of heuristan" not in told.output, (at, words, told.output)
                assert told.exception is None or isinstance(told.exception, SystemExit), (at, words, told.exception)
                damaged += "damaged" in told.output or "cannot be used" in told.output
        assert damaged

    def test_nothing_is_like_that(self, lab: Path) -> None:
        told = asked("select", lab, "--lost-by", "heuristan", "--way", "backtracking")
        assert (told.exit_code, "no outline is like that" in told.output) == (1, True)

    @pytest.mark.parametrize(
        ("words", "reason"),
        [
            (("--lost-by", PAPER, "--solved-by", PAPER), "named once"),
            (("--lost-by", "heuristn"), "did you mean 'heuristan'"),
            (("--where", "vertex > 3"), "is not a condition"),
        ],
    )
    def test_what_cannot_be_asked(self, lab: Path, words: tuple[str, ...], reason: str) -> None:
        told = asked("select", lab, *words)
        assert (told.exit_code, reason in told.output) == (2, True), told.output
        assert told.output.count("\n") == 1


def house(folder: Path) -> str:
    told = CliRunner().invoke(app, ["convert", "house", str(folder / "house.geojson")])
    assert told.exit_code == 0, told.output
    return (folder / "house.geojson").read_text(encoding="utf-8")


def film_in(page: Path) -> Any:
    found = re.search(r'<script[^>]* id="data">(.*?)</script>', page.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return json.loads(found[1])


@pytest.mark.slow
class TestShow:
    def test_a_run_made_again_comes_to_the_same(self, lab: Path) -> None:
        with selected(lab) as of:
            for each in few(4):
                outline = stored_outline(of, each.digest)
                runs = runs_on(of, outline)
                assert len(runs) == 4
                for run in runs:
                    assert cautions(run, again(of, outline, run)) == ""

    def test_the_first_wrong_match_is_told(self, lab: Path) -> None:
        (name,) = list(column(lab, "SELECT min(outline) FROM extractions WHERE attempt = 1 AND verdict = 'wrong'"))
        with selected(lab) as of:
            runs = runs_on(of, stored_outline(of, name[:8]))
            wrong = next(run.wrong for run in runs if run.wrong is not None)
        told = asked("show", lab, name)
        assert told.exit_code == 0, told.output
        assert f"first wrong with {wrong.words}" in told.output
        assert f"--rankings {most_telling(runs).ranking} " in told.output

    def test_its_trace_is_drawn_by_show(self, lab: Path, tmp_path: Path) -> None:
        id, file = few(1)[0].puzzle.id, tmp_path / "run.jsonl"
        told = asked("show", lab, id, "--output", file)
        assert told.exit_code == 0, told.output
        assert CliRunner().invoke(app, ["show", str(file)]).exit_code == 0

    def test_its_page_opens_at_the_first_wrong_match(self, lab: Path, tmp_path: Path) -> None:
        wrong = (
            "SELECT min(outline) FROM extractions JOIN rankings USING (ranking) "
            f"WHERE way = 'published' AND attempt = 1 AND verdict = 'wrong' AND name = '{PAPER}'"
        )
        (name,) = column(lab, wrong)
        with selected(lab, PAPER, way="published") as of:
            (run,) = runs_on(of, stored_outline(of, name))
        words = ("--rankings", PAPER, "--way", "published")
        told = asked("show", lab, name, *words, "--output", tmp_path / "run.html")
        assert told.exit_code == 0, told.output
        film = film_in(tmp_path / "run.html")
        taken = [shot for shot in film["shots"] if shot["kind"] == "taken"]
        assert run.wrong is not None
        assert film["shots"][film["opens"] - 1] is taken[run.wrong.number - 1]

    def test_what_is_not_there(self, lab: Path) -> None:
        id = few(1)[0].puzzle.id
        told = asked("show", lab, f"{id}x")
        assert (told.exit_code, f"did you mean '{id}'" in told.output) == (2, True), told.output
        digest = few(1)[0].digest
        with selected(lab, where=f"outline <> '{digest}'") as of, pytest.raises(ReportError, match="was run"):
            most_telling(runs_on(of, stored_outline(of, digest)))
