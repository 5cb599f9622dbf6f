"""What the laboratory trusts: a cluster that shows a certificate, and no object that lies in a file."""

import pickle
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from shutil import which
from typing import Any

import pytest

pytest.importorskip("duckdb")
dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

from shared.commands import Run  # noqa: E402
from shared.laboratory import PAPER, few, plan_of, ran  # noqa: E402
from shared.places import TOP  # noqa: E402

from heuristan.lab import executors  # noqa: E402
from heuristan.lab.executors import Cluster, ExecutorError  # noqa: E402


@pytest.fixture(scope="module")
def trusted(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Dask's settings for a certificate that this computer has made for itself."""
    if not which("openssl"):
        pytest.skip("openssl makes the certificate, and is missing")
    folder = tmp_path_factory.mktemp("tls")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    kind = ("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1")
    about = ("-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1")
    subprocess.run(["openssl", *kind, *about, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    names = {
        f"distributed.comm.tls.{role}.{what}": str(file)
        for role in ("client", "scheduler", "worker")
        for what, file in (("key", key), ("cert", certificate))
    }
    return {"distributed.comm.tls.ca-file": str(certificate), **names}


@pytest.fixture(scope="module")
def address(trusted: Mapping[str, str]) -> Iterator[str]:
    """A cluster on this computer that speaks TLS alone."""
    with dask.config.set(trusted):  # while it starts, so that nobody who connects later has them
        cluster = distributed.LocalCluster(
            n_workers=1,
            threads_per_worker=1,
            processes=False,
            protocol="tls://",
            host="127.0.0.1",
            dashboard_address=None,
            security=distributed.Security(),
            silence_logs=50,
        )
    with cluster as found:
        assert found.scheduler_address.startswith("tls://127.0.0.1:")
        yield found.scheduler_address


@pytest.mark.slow
def test_a_cluster_with_tls_is_reached_with_the_settings_of_dask(
    address: str, trusted: Mapping[str, str], tmp_path: Path
) -> None:
    with dask.config.set(trusted):
        found = ran(tmp_path / "lab.duckdb", plan_of(PAPER), few()[:2], Cluster(address, lambda _: None))
    assert found == ran(tmp_path / "alone.duckdb", plan_of(PAPER), few()[:2])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changed", "settings"),
    [
        (lambda address: address, {}),
        (lambda address: address.replace("tls://", "tcp://"), {}),
        (lambda address: address.replace("tls://", "tcp://"), {"distributed.comm.require-encryption": True}),
    ],
    ids=["no certificate", "no encryption", "encryption is a must"],
)
def test_a_cluster_with_tls_lets_nobody_else_in(
    address: str, changed: Callable[[str], str], settings: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "PATIENCE", 1.0)
    with dask.config.set(settings), pytest.raises(ExecutorError, match="no Dask cluster answers at"):
        Cluster(changed(address), lambda _: None)


class _Armed:
    """An object that does something when it is read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("lab", "report", "{file}"),
        ("lab", "show", "{file}", "cat"),
        ("lab", "learn", "{file}", "--output", "o.yaml"),
        ("lab", "run", "--rankings", "pieces-first", "--sample", "1", "--results", "{file}"),
        (
            "lab",
            "search",
            "--start",
            "pieces-first",
            "--corpus",
            "shapes",
            "--trials",
            "1",
            "--sample",
            "6",
            "--output",
            "o.yaml",
            "--results",
            "{file}",
        ),
        ("lab", "survey", "--census", "{file}", "--rankings", "pieces-first"),
        ("generate", "--uniform", "--census", "{file}"),
        ("solve", "{file}"),
        ("show", "{file}"),
        ("jigsaw", "solve", "{file}"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_no_object_in_a_file_comes_to_life(words: tuple[str, ...], tmp_path: Path, heuristan: Run) -> None:
    armed, hit = tmp_path / "armed", tmp_path / "hit"
    armed.write_bytes(pickle.dumps(_Armed(hit)))
    told = heuristan(*(word.replace("{file}", str(armed)) for word in words))
    assert told.status == 2, told.err
    assert not hit.exists()


def test_objects_are_read_from_processes_alone() -> None:
    """What is unpickled came over a pipe from this program, or from the cluster; no file is read so."""
    reads = re.compile(
        r"\b(pickle\.load\b|joblib\.(load|Memory)|np\.load\((?!.*allow_pickle=False)|shelve|marshal|dill)"
    )
    found = [
        f"{path.name}: {line}"
        for path in sorted((TOP / "heuristan").rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if reads.search(line)
    ]
    assert not found
