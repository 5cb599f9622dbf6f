"""What solving took: shares that rise, and their plot."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytest.importorskip("duckdb")
pytest.importorskip("joblib")

from hypothesis import given
from hypothesis import strategies as st
from shared.laboratory import PAPER, few, plan_of, ran

from heuristan.common.plots.curves import Curve, Curves
from heuristan.lab import reporting
from heuristan.lab.reporting import selected
from heuristan.lab.reporting.effort_tables import within_matches
from heuristan.lab.store import Store, connect

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lab") / "lab.duckdb"
    plan = plan_of(PAPER, "heuristan")
    ran(path, plan, few())
    store = Store.open(path)
    store.add({"rankings": [(trial.digest, trial.ranking.name, "rules: []") for trial in plan.trials]})
    store.close()
    return path


@pytest.mark.slow
def test_shares_rise_to_what_was_solved(lab: Path) -> None:
    with selected(lab) as of, connect(lab) as file:
        found = within_matches(of)
        assert [row.ranking for row in found] == [PAPER, "heuristan"]
        for row in found:
            query = "SELECT solved, extractions FROM results JOIN rankings USING (ranking) WHERE name = $1"
            runs = file.execute(query, [row.ranking]).fetchall()
            needed = sorted(value for solved, value in runs if solved)
            assert (row.solved.count, row.solved.of) == (len(needed), len(runs))
            assert row.points[-1] == (needed[-1], pytest.approx(len(needed) / len(runs)))
            assert list(row.points) == sorted(row.points, key=lambda point: point[1])
            enough = len(runs) / 2 <= len(needed)
            assert row.half == (needed[-(-len(runs) // 2) - 1] if enough else None)


@pytest.mark.slow
def test_it_can_be_asked_in_one_line(lab: Path) -> None:
    found = reporting.within_matches(lab)
    assert found.rows == reporting.report(lab)[found.name].rows
    assert found.records()


points = st.tuples(st.floats(1e-4, 1e4), st.floats(0, 1))


@given(
    st.lists(st.lists(points, min_size=1, max_size=5), min_size=1, max_size=4), st.sampled_from(["number", "seconds"])
)
def test_curves_keep_within_their_field(curves: list[list[tuple[float, float]]], scale: str) -> None:
    drawn = Curves("title", "words", "axis", tuple(Curve("c", tuple(sorted(each))) for each in curves), scale)  # type: ignore[arg-type]
    picture = ElementTree.fromstring(drawn.svg())
    width, height = (float(picture.get(name, "nan")) for name in ("width", "height"))
    paths = [each.get("d", "") for each in picture.iter(f"{SVG}path") if each.get("class") == "curve"]
    assert len(paths) == len(curves)
    for path in paths:
        numbers = list(map(float, re.findall(r"-?[0-9.]+", path)))
        assert 0 < min(numbers) <= max(numbers[::2]) < width
        assert max(numbers[1::2]) < height
        across = numbers[::2]
        assert across == sorted(across)


def test_nothing_to_show_is_said() -> None:
    empty = Curves("t", "s", "x", (Curve("a", ()),))
    assert empty.is_empty
    with pytest.raises(ValueError, match="nothing to show"):
        empty.svg()
