"""The laboratory on a Dask cluster, a local one: the same tables, and workers that die lose nothing."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

pytest.importorskip("duckdb")
distributed = pytest.importorskip("distributed")

from shared.laboratory import PAPER, few, plan_of, ran, tables  # noqa: E402

from heuristan.cli import app  # noqa: E402
from heuristan.lab.executors import Cluster, ExecutorError  # noqa: E402
from heuristan.lab.running import LabRun  # noqa: E402
from heuristan.lab.store import Store, connect  # noqa: E402


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
    ) as found:
        yield found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """The tables of a run without a cluster."""
    return ran(tmp_path_factory.mktemp("whole") / "lab.duckdb", plan_of(PAPER), few())


@pytest.mark.slow
def test_the_tables_are_those_of_a_run_without_it(cluster: Any, whole: dict[str, list[Any]], tmp_path: Path) -> None:
    warned: list[str] = []
    found = ran(tmp_path / "lab.duckdb", plan_of(PAPER), few(), Cluster(cluster.scheduler_address, warned.append))
    assert found == whole
    assert not warned


@pytest.mark.slow
def test_workers_that_die_lose_nothing(
    cluster: Any, whole: dict[str, list[Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heuristan.lab.running.LARGEST_CHUNK", 1)
    store = Store.open(tmp_path / "lab.duckdb")
    team = Cluster(cluster.scheduler_address, lambda _: None)
    for came, _ in enumerate(LabRun(store, plan_of(PAPER), few(), team)):
        if came in (0, 2):  # a nanny starts another worker in its place
            alive = next(nanny.pid for nanny in cluster.workers.values() if nanny.pid)
            os.kill(alive, signal.SIGKILL)
    team.close()
    assert tables(store) == whole
    store.close()


@pytest.mark.slow
def test_the_command_works_on_it(cluster: Any, tmp_path: Path) -> None:
    results = tmp_path / "lab.duckdb"
    arguments = ["--rankings", PAPER, "--corpus", "shapes", "--sample", "3", "--results", str(results)]
    told = CliRunner().invoke(app, ["lab", "run", *arguments, "--dask", cluster.scheduler_address])
    assert told.exit_code == 0
    assert "3 outlines, 3 runs" in told.output
    assert connect(results).execute("SELECT count(*) FROM results").fetchall() == [(3,)]


def test_it_warns_of_threads_that_are_not_used() -> None:
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=":0", silence_logs=50
    ) as cluster:
        warned: list[str] = []
        Cluster(cluster.scheduler_address, warned.append).close()
        assert "--nthreads 1" in warned[0]


@pytest.mark.slow
def test_a_result_counts_though_the_cluster_closes_when_it_has_come(
    cluster: Any, whole: dict[str, list[Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dask's own executor then takes the result for a fault: "cannot unpack non-iterable Done object"."""
    team = Cluster(cluster.scheduler_address, lambda _: None)
    gather = team._client._gather

    async def gathered(futures: list[Any], *args: Any, **settings: Any) -> Any:
        found = await gather(futures, *args, **settings)
        for future in futures:
            future._state.lose()
        return found

    monkeypatch.setattr(team._client, "_gather", gathered)
    assert ran(tmp_path / "lab.duckdb", plan_of(PAPER), few(), team) == whole


@pytest.mark.slow
def test_a_cluster_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heuristan.lab.executors.PATIENCE", 1.0)
    with pytest.raises(ExecutorError, match="no Dask cluster answers at tcp:"):
        Cluster("tcp://127.0.0.1:1", print)
    with pytest.raises(ExecutorError, match="no Dask cluster answers at nonsense:x"):
        Cluster("nonsense:x", print)
    with (
        distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0", silence_logs=50) as cluster,
        pytest.raises(ExecutorError, match="has no workers; start some: dask worker"),
    ):
        Cluster(cluster.scheduler_address, print)


@pytest.mark.slow
def test_a_cluster_that_goes_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heuristan.lab.running.LARGEST_CHUNK", 1)
    store = Store.open(tmp_path / "lab.duckdb")
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0", silence_logs=50
    )
    team = Cluster(cluster.scheduler_address, lambda _: None)
    run = iter(LabRun(store, plan_of(PAPER), few(12), team))
    next(run)
    monkeypatch.setattr("heuristan.lab.executors.PATIENCE", 1.0)
    cluster.close(timeout=5)
    try:
        with pytest.raises(ExecutorError, match="is gone"):
            list(run)
        assert store.rows("SELECT count(*) > 0 FROM results") == [(True,)]
    finally:
        team.close()
        store.close()
