"""Estimates the time of a run of the laboratory over all snug tangrams on 1, 10 and 100 machines.

    python benchmarks/scaling.py OUTLINES... [--rankings A B] [--sample 200] [--snug 5000000] [--cores 2] [--seed 1]

A sample gives the seconds that an outline takes a worker (all rankings, its solutions and verdicts) and the main
process, which alone reads and writes. From these a formula says how long all outlines take. A simulation, event by
event, checks the formula: chunks as they are handed out, times drawn from the sample, machines that fail and come back.
"""

import argparse
import heapq
import pickle
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

import numpy as np

from heuristan.lab.corpora import Choice, Corpus
from heuristan.lab.rankings import trials_of
from heuristan.lab.running import CHUNK_SECONDS, LARGEST_CHUNK
from heuristan.lab.store import Row, Store
from heuristan.lab.tasks import Chunk, Job, Plan, work
from heuristan.tangram.expert.ranking_file import read_ranking

HOUR = 3600.0


class Sample(NamedTuple):
    """Times of outlines, in seconds of a processor."""

    worker: tuple[float, ...]
    """Time of a worker for each outline."""
    main: float
    """Mean time of the main process per outline: reading, looking up, handing out, writing."""

    @property
    def mean(self) -> float:
        """Mean time of a worker per outline. It decides the total, however rare slow outlines are."""
        return sum(self.worker) / len(self.worker)


@dataclass(frozen=True)
class Setting:
    """The setting of an estimate."""

    outlines: int
    machines: int
    cores: int = 2
    between_failures: float = 24 * HOUR
    """Mean time in seconds until a machine fails; infinite if it never does."""
    down: float = 300.0
    """Time in seconds until it is back."""
    handing_out: float = 0.005
    """Time in seconds that a worker waits between two chunks."""

    @property
    def workers(self) -> int:
        return self.machines * self.cores


def chunk_size(sample: Sample) -> int:
    """Return the number of outlines in a chunk, as in `heuristan.lab.running`."""
    return max(1, min(round(CHUNK_SECONDS / sample.mean), LARGEST_CHUNK))


def by_formula(sample: Sample, setting: Setting) -> float:
    """Return the seconds of the whole run by a formula.

    A chunk of k outlines takes a worker t = k s + h: the mean s of an outline, and the handing out h. A machine that
    fails every F seconds loses half a chunk for each worker and is away for D: of F + D seconds, F - t/2 are useful.
    So W workers take N/k t / W (F + D) / (F - t/2), and at least the time N m of the main process.
    """
    size = chunk_size(sample)
    chunk = size * sample.mean + setting.handing_out
    use = 1.0
    if setting.between_failures < np.inf:
        use = (setting.between_failures - chunk / 2) / (setting.between_failures + setting.down)
    return max(setting.outlines / size * chunk / setting.workers / use, setting.outlines * sample.main)


def by_simulation(sample: Sample, setting: Setting, seed: int) -> float:
    """Return the seconds of the whole run, simulated event by event."""
    random = np.random.default_rng(seed)
    size = chunk_size(sample)
    waiting = _chunks(sample, setting, size, random)
    again: list[float] = []
    fails = {machine: _lifetime(setting, random) for machine in range(setting.machines)}
    events = [(0.0, worker) for worker in range(setting.workers)]  # a worker is free
    ready, end, handed = 0.0, 0.0, 0
    while handed < len(waiting) or again:
        now, worker = heapq.heappop(events)
        machine = worker % setting.machines
        if again:
            seconds = again.pop()
        else:
            seconds, handed = waiting[handed], handed + 1
            ready += size * sample.main  # the main process has the next chunk ready
        begun = max(now, ready) + setting.handing_out
        while begun >= fails[machine] + setting.down:  # it failed while there was nothing to lose
            fails[machine] += setting.down + _lifetime(setting, random)
        if begun + seconds <= fails[machine]:
            end = max(end, begun + seconds)
            heapq.heappush(events, (begun + seconds, worker))
        else:
            again.append(seconds)
            heapq.heappush(events, (fails[machine] + setting.down, worker))
    return end


def _chunks(sample: Sample, setting: Setting, size: int, random: np.random.Generator) -> list[float]:
    """Return the seconds of each chunk, with outlines drawn from the sample."""
    count = -(-setting.outlines // size)
    seconds = np.asarray(sample.worker)
    total = np.zeros(count)
    for _ in range(size):
        total += random.choice(seconds, count)
    return [float(each) for each in total]


def _lifetime(setting: Setting, random: np.random.Generator) -> float:
    is_finite = setting.between_failures < np.inf
    return float(random.exponential(setting.between_failures)) if is_finite else np.inf


def measured(sources: Sequence[str], rankings: Sequence[str], sample: int) -> Sample:
    """Run some outlines and measure the times."""
    plan = Plan(trials_of(map(read_ranking, rankings), ["published"]), 0.0)
    data, trials = pickle.dumps(plan), tuple(range(len(plan.trials)))
    work(Chunk(data, ()))  # loads everything
    begun = process_time()
    corpus = Corpus(sources, Choice(sample=sample))
    outlines = list(corpus)
    reading = (process_time() - begun) / corpus.read
    seconds, main = [], 0.0
    rows: dict[str, list[Row]] = {}
    with TemporaryDirectory() as folder:
        store = Store.open(Path(folder) / "lab.duckdb")
        for outline in outlines:
            chunk = Chunk(data, (Job(outline.digest, outline.puzzle, trials),))
            begun = process_time()
            done = work(chunk)
            seconds.append(process_time() - begun)
            begun = process_time()
            pickle.dumps(chunk.jobs)
            pickle.loads(pickle.dumps(done))
            main += process_time() - begun
            for table, found in done.rows.items():
                rows.setdefault(table, []).extend(found)
        begun = process_time()
        store.done([outline.digest for outline in outlines], plan.version, 0.0)
        store.add(rows)
        main += process_time() - begun
        store.close()
    return Sample(tuple(seconds), reading + main / len(outlines))


def main() -> int:
    """Measure, calculate, simulate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outlines", nargs="+")
    parser.add_argument("--rankings", nargs="+", default=["deutsch-hayes-1972", "heuristan"])
    parser.add_argument("--sample", type=int, default=200, help="number of outlines in the sample")
    parser.add_argument("--snug", type=int, default=5_000_000, help="number of all outlines")
    parser.add_argument("--cores", type=int, default=2, help="cores per machine")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    sample = measured(arguments.outlines, arguments.rankings, arguments.sample)
    milliseconds = 1000 * np.asarray(sample.worker)
    quantiles = "; ".join(f"{q} % under {np.quantile(milliseconds, q / 100):.0f}" for q in (50, 90, 99))
    print(f"{len(sample.worker)} outlines x {len(arguments.rankings)} rankings, milliseconds an outline:")
    print(f"a worker {1000 * sample.mean:.0f} on average ({quantiles}; the slowest {milliseconds.max():.0f});")
    print(f"the main process {1000 * sample.main:.1f}; a chunk is {chunk_size(sample)} outlines\n")
    print(f"{arguments.snug:,} outlines, {arguments.cores} cores a machine, hours:\n")
    print("| machines | in theory | simulated | simulated without failures | main process alone |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for machines in (1, 10, 100):
        setting = Setting(arguments.snug, machines, arguments.cores)
        found = [
            by_formula(sample, setting),
            by_simulation(sample, setting, arguments.seed),
            by_simulation(sample, replace(setting, between_failures=np.inf), arguments.seed),
            setting.outlines * sample.main,
        ]
        print(f"| {machines} | " + " | ".join(f"{seconds / HOUR:.2f}" for seconds in found) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
