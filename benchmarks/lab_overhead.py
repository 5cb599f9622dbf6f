"""Compares the time of a run of the laboratory on two processes with a local Dask cluster of two workers.

    python benchmarks/lab_overhead.py OUTLINES... [--rankings A B] [--sample N] [--workers 2] [--blocks 10]

Both do the same work, block of outlines by block, the first and the second in turn: a machine that gets slower or
faster while it is measured does so for both. Told are the wall time, the start of the processes included, the seconds
that workers were busy, and the share of the workers' time that was not work.
"""

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from heuristan.lab.corpora import Choice, Corpus, Outline
from heuristan.lab.executors import Cluster, Processes, Team
from heuristan.lab.rankings import trials_of
from heuristan.lab.running import LabRun
from heuristan.lab.store import Store
from heuristan.lab.tasks import Plan
from heuristan.tangram.expert.ranking_file import read_ranking


@dataclass
class Measured:
    """Times of a team so far, in seconds."""

    team: Team
    wall: float
    busy: float = 0.0
    """All workers together."""

    def work(self, plan: Plan, outlines: list[Outline]) -> None:
        """Do a block of the work, into a file of its own."""
        with TemporaryDirectory() as folder, closing(Store.open(Path(folder) / "lab.duckdb")) as store:
            begun = perf_counter()
            run = LabRun(store, plan, outlines, self.team)
            for _ in run:
                pass
            self.wall += perf_counter() - begun
            self.busy += run.tally.work


def started(make: Callable[[ExitStack], Team], stack: ExitStack) -> Measured:
    """A team that stands ready."""
    begun = perf_counter()
    team = make(stack)
    stack.callback(team.close)
    return Measured(team, perf_counter() - begun)


def processes(count: int) -> Callable[[ExitStack], Team]:
    """A team of processes."""
    return lambda _: Processes(count)


def cluster(count: int) -> Callable[[ExitStack], Team]:
    """A local cluster, which is started with the run."""

    def make(stack: ExitStack) -> Team:
        import distributed

        make_cluster: Any = distributed.LocalCluster
        local = make_cluster(n_workers=count, threads_per_worker=1, dashboard_address=":0")
        stack.callback(local.close)
        return Cluster(local.scheduler_address, print)

    return make


def main() -> int:
    """Measure both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outlines", nargs="+")
    parser.add_argument("--rankings", nargs="+", default=["deutsch-hayes-1972", "heuristan"])
    parser.add_argument("--sample", type=int)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--blocks", type=int, default=10)
    arguments = parser.parse_args()
    plan = Plan(trials_of(map(read_ranking, arguments.rankings), ["published"]), 0.0)
    outlines = list(Corpus(arguments.outlines, Choice(sample=arguments.sample)))
    print(f"{len(outlines)} outlines x {len(plan.trials)} rankings, {arguments.workers} workers")
    with ExitStack() as stack:
        teams = {
            "processes": started(processes(arguments.workers), stack),
            "cluster": started(cluster(arguments.workers), stack),
        }
        for number in range(arguments.blocks):
            block = outlines[number :: arguments.blocks]
            for measured in list(teams.values())[:: 1 - 2 * (number % 2)]:
                measured.work(plan, block)
            report(teams, arguments.workers)
    return 0


def report(teams: dict[str, Measured], workers: int) -> None:
    """Say how things stand."""
    for name, done in teams.items():
        idle = 1 - done.busy / workers / done.wall
        print(f"{name:10} {done.wall:7.1f} s, busy {done.busy:7.1f} s, not work {idle:6.1%}")
    first, second = (done.wall for done in teams.values())
    print(f"the cluster takes {second / first - 1:+.1%}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
