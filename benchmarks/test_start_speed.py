"""The time to start, in a separate process."""

import subprocess
import sys

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

WAYS = {
    "import": ["-c", "import heuristan"],
    "help": ["-m", "heuristan", "--help"],
    "compiled-search": [
        "-c",
        (
            "from heuristan.tangram.exact.search import warm_up; "
            "from heuristan.tangram.exact.backends import fastest; warm_up(fastest())"
        ),
    ],
}


@pytest.mark.parametrize("words", WAYS.values(), ids=WAYS)
def test_start(benchmark: BenchmarkFixture, words: list[str]) -> None:
    benchmark.pedantic(
        lambda: subprocess.run([sys.executable, *words], check=True, capture_output=True), rounds=3, warmup_rounds=1
    )
