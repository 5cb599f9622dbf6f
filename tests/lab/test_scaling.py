"""What a run on many machines takes: the formula, and the simulation that is its plain twin."""

from dataclasses import replace
from math import inf
from typing import Any

import pytest
from shared.places import TOP

pytest.importorskip("duckdb")


@pytest.fixture
def scaling(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(TOP / "benchmarks"))
    import scaling

    return scaling


def sample_of(scaling: Any, main: float = 0.0) -> Any:
    """One outline of twenty takes a hundred times as long as the others."""
    return scaling.Sample((0.05,) * 19 + (5.0,), main)


@pytest.mark.slow
@pytest.mark.parametrize("machines", [1, 10, 40])
@pytest.mark.parametrize("between_failures", [inf, 86400.0, 3600.0])
def test_the_simulation_is_what_the_formula_says(scaling: Any, machines: int, between_failures: float) -> None:
    setting = scaling.Setting(200_000, machines, between_failures=between_failures)
    on_paper = scaling.by_formula(sample_of(scaling), setting)
    simulated = scaling.by_simulation(sample_of(scaling), setting, seed=1)
    assert simulated == pytest.approx(on_paper, rel=0.05)


def test_failing_machines_cost_time(scaling: Any) -> None:
    sure = scaling.Setting(200_000, 10, between_failures=inf)
    failing = replace(sure, between_failures=1800.0)
    for how in (scaling.by_formula, lambda *about: scaling.by_simulation(*about, seed=2)):
        assert how(sample_of(scaling), failing) > 1.1 * how(sample_of(scaling), sure)


def test_no_number_of_machines_is_faster_than_the_main_process(scaling: Any) -> None:
    setting = scaling.Setting(200_000, 1000)
    slow = sample_of(scaling, main=0.002)
    assert scaling.by_formula(slow, setting) == 400.0
    assert scaling.by_simulation(slow, setting, seed=1) == pytest.approx(400.0, rel=0.05)
