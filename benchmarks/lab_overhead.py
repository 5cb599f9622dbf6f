"""How long a run of the laboratory takes on two processes, and on a local Dask cluster of two workers.

    python benchmarks/lab_overhead.py OUTLINES... [--rankings A B] [--most N] [--workers 2] [--rounds 1]

The same work is done in turn: by processes, by the cluster. Told are the wall time, the seconds that workers were busy,
and the share of the workers' time that was not work: the time to start included, and without it.
"""

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from heuristan.expert.ranking_file import read_ranking
from heuristan.lab.corpora import Choice, Corpus, Outline
from heuristan.lab.executors import Cluster, Processes, Team
from heuristan.lab.rankings import trials_of
from heuristan.lab.running import LabRun
from heuristan.lab.store import Store
from heuristan.lab.tasks import Plan
from heuristan.lab.versions import version


class Measured(NamedTuple):
    """What a run took, in seconds."""

    wall: float
    start: float
    """Until the first chunk came back."""
    busy: float
    """All workers together."""


def run(make: Callable[[ExitStack], Team], plan: Plan, outlines: list[Outline]) -> Measured:
    """Do the work with a team that is made for it."""
    with ExitStack() as stack:
        store = Store.open(Path(stack.enter_context(TemporaryDirectory())) / "lab.duckdb")
        stack.callback(store.close)
        begun = perf_counter()
        team = make(stack)
        stack.callback(team.close)
        work = LabRun(store, plan, outlines, team)
        first = 0.0
        for _ in work:
            first = first or perf_counter() - begun
        return Measured(perf_counter() - begun, first, work.tally.work)


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
    parser.add_argument("--most", type=int)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=1)
    arguments = parser.parse_args()
    plan = Plan(trials_of(map(read_ranking, arguments.rankings), ["published"]), version(), 0.0)
    outlines = list(Corpus(arguments.outlines, Choice(most=arguments.most)))
    print(f"{len(outlines)} outlines x {len(plan.trials)} rankings, {arguments.workers} workers")
    for _ in range(arguments.rounds):
        walls = []
        for name, make in (("processes", processes), ("cluster", cluster)):
            wall, start, busy = run(make(arguments.workers), plan, outlines)
            idle = 1 - busy / arguments.workers / wall
            later = 1 - busy / arguments.workers / (wall - start)
            walls.append(wall)
            print(f"{name:10} {wall:7.1f} s, busy {busy:7.1f} s, not work {idle:6.1%}; after the start {later:6.1%}")
        print(f"the cluster takes {walls[1] / walls[0] - 1:+.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
