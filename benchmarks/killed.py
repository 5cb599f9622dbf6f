"""Checks that a run of the laboratory that is killed at random moments and resumed has the same tables.

    python benchmarks/killed.py [--times 20] [--sample 40] [--jobs 2] [--seed N] [--corpus SOURCE ...]

One run is not interrupted. Then, the given number of times, a run with another file is ended by SIGKILL at a random
moment and resumed by the same command; all columns but the seconds, and in which session a row was computed, must be
those of the first run.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random, randrange
from tempfile import TemporaryDirectory
from typing import Any

from heuristan.lab.schema import TABLES
from heuristan.lab.store import StoreError, connect

OF_A_RUN = {"seconds", "session"}
"""Columns that differ from run to run; so does all of the table of sessions."""


def command(results: Path, arguments: argparse.Namespace) -> list[str]:
    """Return the command that is killed and resumed."""
    program = [sys.executable, "-m", "heuristan", "lab", "run", "--results", str(results)]
    choice = ["--corpus", *arguments.corpus, "--sample", str(arguments.sample), "--jobs", str(arguments.jobs)]
    return [*program, "--rankings", *arguments.rankings, *choice]


def tables(results: Path) -> dict[str, list[Any]]:
    """Return the sorted rows of a results file, without what differs from run to run."""
    connection = connect(results)
    try:
        return {
            name: sorted(connection.execute(f"SELECT {_columns(table.names)} FROM {name}").fetchall(), key=repr)
            for name, table in TABLES.items()
            if name != "sessions"
        }
    finally:
        connection.close()


def _columns(names: Sequence[str]) -> str:
    return ", ".join(name for name in names if name not in OF_A_RUN)


def killed_after(seconds: float, results: Path, arguments: argparse.Namespace) -> int | None:
    """Begin a run and end it by SIGKILL; return the number of results in the file, or None if it ended before."""
    process = subprocess.Popen(command(results, arguments), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return _written(results)
    return None


def _written(results: Path) -> int:
    try:
        return len(tables(results)["results"])
    except StoreError:
        return 0


def main() -> int:
    """Kill and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--sample", type=int, default=40, help="number of outlines")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=randrange(10**6), help="seed of the moments")
    parser.add_argument("--corpus", nargs="+", default=["shapes"])
    parser.add_argument("--rankings", nargs="+", default=["deutsch-hayes-1972", "pieces-first"])
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    moments = Random(arguments.seed)
    with TemporaryDirectory() as folder:
        start = time.perf_counter()
        whole = Path(folder) / "whole.duckdb"
        subprocess.run(command(whole, arguments), check=True, stdout=subprocess.DEVNULL)
        took, wanted = time.perf_counter() - start, tables(whole)
        print(
            f"uninterrupted: {took:.1f} s, {len(wanted['results'])} results, {len(wanted['extractions'])} extractions"
        )
        differing = 0
        for number in range(1, arguments.times + 1):
            results, moment = Path(folder) / f"{number}.duckdb", moments.uniform(0, took)
            written = killed_after(moment, results, arguments)
            subprocess.run(command(results, arguments), check=True, stdout=subprocess.DEVNULL)
            is_same = tables(results) == wanted
            differing += not is_same
            how = "done before" if written is None else f"killed with {written} results"
            print(f"{number:3}. after {moment:5.1f} s: {how}; resumed to {'the same table' if is_same else 'ANOTHER'}")
    print(f"{arguments.times - differing} of {arguments.times} resumed to the same table")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
