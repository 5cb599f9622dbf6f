"""A run of the laboratory that is killed at a random moment and resumed comes to the same table."""

import subprocess
import sys

import pytest
from shared.places import TOP

pytest.importorskip("duckdb")

SCRIPT = TOP / "benchmarks" / "killed.py"


@pytest.mark.night(is_short=True)
@pytest.mark.slow
def test_a_killed_run_is_resumed_to_the_same_table() -> None:
    # the script tells its seed; 20 times, and several processes, are for running it by hand
    few = ["--times", "1", "--sample", "3", "--jobs", "1"]
    told = subprocess.run([sys.executable, SCRIPT, *few], capture_output=True, text=True, check=False)
    print(told.stdout, told.stderr)  # noqa: T201 - with the seed, where it fails
    assert told.returncode == 0
    assert "1 of 1 resumed to the same table" in told.stdout
