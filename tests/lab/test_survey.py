"""`heuristan lab survey` from end to end, on a few shapes of a census."""

from errno import ENOSPC
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from shared.commands import Run

pytest.importorskip("pyarrow", reason="a census is a Parquet file, which needs pyarrow")

from shared.censuses import Narrow, write_few

from heuristan.common.faults import InputError
from heuristan.common.kernels import PLAIN
from heuristan.lab.census import census_file, census_runs
from heuristan.lab.census.census_runs import Survey, puzzle_of
from heuristan.lab.census.described import Descriptions
from heuristan.lab.census.levels import pieces_of
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.solving.shortcuts import solve

pytestmark = pytest.mark.slow

RANKINGS = ("deutsch-hayes-1972", "pieces-first")
BLOCK = census_runs.AT_ONCE


@pytest.fixture(scope="module")
def census(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("census") / "few.parquet"
    write_few(path)
    return path


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(census_runs, "AT_ONCE", 8)


def test_a_survey_is_what_each_run_comes_to(census: Path, tmp_path: Path) -> None:
    survey = Survey(census, read_ranking(RANKINGS[0]), tmp_path)
    told = list(survey.run())
    assert told[-1] == 24
    assert survey.is_done
    found = rows_of(survey.result)
    (shapes,) = census_file.rows(census)
    assert [row["digest"] for row in found] == [shape["digest"] for shape in shapes]
    for shape, row in zip(shapes, found, strict=True):
        result = solve(puzzle_of(shape["outline"]), RANKINGS[0], way="published")
        assert row["solved"] == (result.status == "solved")
        assert row["entry_point"] == (result.entry_point or 0)
        assert row["extractions"] == result.extractions


def test_an_interrupted_survey_goes_on_to_the_same_file(census: Path, tmp_path: Path) -> None:
    ranking = read_ranking(RANKINGS[0])
    whole = Survey(census, ranking, tmp_path / "whole")
    for _ in whole.run():
        pass
    halves = Survey(census, ranking, tmp_path / "halves")
    assert not halves.is_done
    begun = halves.run()
    next(begun)
    begun.close()  # as Ctrl-C would
    assert not halves.result.exists()
    again = Survey(census, ranking, tmp_path / "halves")
    assert len(list(again.run())) == 2  # the block that was there is not run again
    assert again.result.read_bytes() == whole.result.read_bytes()
    assert [path.name for path in (tmp_path / "halves").rglob("*.parquet")] == [again.result.name]


def test_a_part_of_a_survey_is_kept_for_the_whole(census: Path, tmp_path: Path) -> None:
    ranking = read_ranking(RANKINGS[0])
    part = Survey(census, ranking, tmp_path, number=5)
    assert list(part.run()) == [8]
    first = rows_of(part.result)
    whole = Survey(census, ranking, tmp_path)
    assert not whole.is_done
    assert len(list(whole.run())) == 2
    assert rows_of(whole.result)[: len(first)] == first


def test_a_part_without_its_end_is_made_again(census: Path, tmp_path: Path) -> None:
    whole = Survey(census, read_ranking(RANKINGS[0]), tmp_path / "whole")
    for _ in whole.run():
        pass
    survey = Survey(census, read_ranking(RANKINGS[0]), tmp_path / "cut")
    begun = survey.run()
    next(begun)
    begun.close()
    (part,) = (tmp_path / "cut").rglob("*.parquet")
    part.write_bytes(part.read_bytes()[:-9])
    part.with_name("foreign").touch()
    assert len(list(Survey(census, read_ranking(RANKINGS[0]), tmp_path / "cut").run())) == 3
    assert survey.result.read_bytes() == whole.result.read_bytes()
    survey.result.write_bytes(b"PAR1")
    with pytest.raises(InputError, match="no result of a survey"):
        assert survey.is_done


def test_a_full_disk_leaves_no_part(census: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: object, place: Path, **how: object) -> None:  # noqa: ARG001
        place.write_bytes(b"PAR1")
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("pyarrow.parquet.write_table", full)
    with pytest.raises(OSError, match="No space left"):
        list(Survey(census, read_ranking(RANKINGS[0]), tmp_path).run())
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_part_damaged_inside_is_named(census: Path, tmp_path: Path) -> None:
    survey = Survey(census, read_ranking(RANKINGS[0]), tmp_path)
    begun = survey.run()
    next(begun)
    begun.close()
    (part,) = tmp_path.rglob("*.parquet")
    data = bytearray(part.read_bytes())
    data[4:40] = bytes(36)
    part.write_bytes(data)
    with pytest.raises(InputError, match=r"000000\.parquet: this part is damaged"):
        list(survey.run())


def test_a_process_that_is_lost_loses_nothing(census: Path, tmp_path: Path) -> None:
    survey, is_killed = Survey(census, read_ranking(RANKINGS[0]), tmp_path), False
    for _ in survey.run(jobs=2):
        if not is_killed:
            active_children()[0].kill()
            is_killed = True
    assert len(rows_of(survey.result)) == len({row["digest"] for row in rows_of(survey.result)}) == 24


def test_surveys_are_told_by_what_shapes_are(heuristan: Run, census: Path, tmp_path: Path) -> None:
    arguments = (
        "lab",
        "survey",
        "--census",
        str(census),
        "--rankings",
        *RANKINGS,
        "--results",
        str(tmp_path / "survey"),
    )
    told = heuristan(*arguments)
    assert told.status == 0, told.err
    assert told.out.startswith("deutsch-hayes-1972: of ")
    assert "By vertices, in the first attempt and in any:" in told.out
    assert "Solved by one ranking alone: deutsch-hayes-1972 " in told.out
    assert heuristan(*arguments).out == told.out  # from what is there


def test_help_says_what_numbers_are_rounded_up_to(heuristan: Run) -> None:
    assert f"blocks of {BLOCK:,}." in " ".join(heuristan("lab", "survey", "--help").out.split())


def test_two_rankings_of_one_name_are_refused(heuristan: Run, census: Path, tmp_path: Path) -> None:
    for folder, rule in (("a", "pieces-direct"), ("b", "forced")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.yaml").write_text(f"rules: [{rule}]\n")
    both = (str(tmp_path / "a" / "mine.yaml"), str(tmp_path / "b" / "mine.yaml"))
    told = heuristan("lab", "survey", "--census", str(census), "--rankings", *both, "--results", str(tmp_path))
    assert (told.status, "two different rankings have the name 'mine'" in told.err) == (2, True)


def test_another_census_is_refused(heuristan: Run, tmp_path: Path) -> None:
    other = tmp_path / "other.parquet"
    growth = Narrow(pieces_of(TANGRAM)[0], (0, 0, 2, 1, 0), PLAIN)
    census_file.write(other, Descriptions(growth).batches(growth.run()), growth.made_of)
    told = heuristan("lab", "survey", "--census", str(other), "--rankings", RANKINGS[0], "--results", str(tmp_path))
    assert (told.status, "a census of other pieces" in told.err) == (2, True)
    told = heuristan("lab", "survey", "--census", str(tmp_path / "none.parquet"), "--rankings", RANKINGS[0])
    assert (told.status, "there is no such file" in told.err) == (2, True)


def rows_of(path: Path) -> list[dict[str, Any]]:
    from pyarrow.parquet import ParquetFile

    found: list[dict[str, Any]] = ParquetFile(path).read().to_pylist()
    return found


def test_two_at_once_come_to_one_result(census: Path, tmp_path: Path) -> None:
    first, second = (Survey(census, read_ranking(RANKINGS[0]), tmp_path) for _ in range(2))
    late = second.run()
    next(late)
    assert [*first.run()][-1] == 24
    assert [*late][-1] == 24
    assert first.is_done
    assert [each.name for each in tmp_path.rglob(".*.part")] == []
