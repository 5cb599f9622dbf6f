"""A run of the laboratory: work is handed out in chunks, and results are written as they come.

Only the main process writes, in transactions of about a second's work. So however a run ends, the file is consistent:
an outline, a result and its extractions are stored together or not at all. Stored runs are not computed again.
"""

import pickle
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice, product
from time import monotonic

from heuristan.common.faults import InputError
from heuristan.common.interrupting import undisturbed
from heuristan.common.workers import done_by_processes
from heuristan.lab.columns import positions_of
from heuristan.lab.corpora import Outline
from heuristan.lab.schema import TABLES
from heuristan.lab.store import Row, Rows, Store
from heuristan.lab.tasks import Chunk, Job, Plan, work

LOOKED_UP = 64
"""Number of outlines that are looked up in the file together."""

CHUNK = 4
"""Number of outlines that are handed out together: handing them out takes far less time than running them."""

AHEAD = 16
"""Number of chunks that each process has ahead."""

LONGEST_WAIT = 1.0
"""Maximum number of seconds that rows which have come wait to be written."""


class LostError(InputError):
    """A process ended, or failed, while it worked."""


@dataclass
class Tally:
    """Counts of runs so far; a run is one outline by one ranking in one way."""

    there: int = 0
    """Number of runs that were in the file already."""
    all: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Number of runs in the file and computed now, by ranking and way."""
    solved: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Number of all runs that solved, by ranking and way."""
    failed: int = 0
    """Number of runs that failed because of an error in heuristan."""

    def add(self, results: Iterable[Row]) -> None:
        names = TABLES["results"].names
        for row in results:
            fields = dict(zip(names, row, strict=True))
            self._count((fields["ranking"], fields["way"]), fields["solved"])
            self.failed += fields["status"] == "failed"

    def find(self, trial: tuple[str, str], is_solved: bool) -> None:
        """Count a run that was in the file."""
        self.there += 1
        self._count(trial, is_solved)

    def _count(self, trial: tuple[str, str], is_solved: bool) -> None:
        self.all[trial] += 1
        self.solved[trial] += is_solved


class LabRun:
    """One run over the outlines of a corpus by the trials of a plan."""

    def __init__(
        self, store: Store, plan: Plan, outlines: Iterable[Outline], jobs: int = 1, tally: Tally | None = None
    ) -> None:
        self.tally = tally or Tally()
        self._store = store
        self._plan = plan
        self._outlines = iter(outlines)
        self._jobs = jobs
        self._rows: dict[str, list[Row]] = {}
        self._written = monotonic()

    def __iter__(self) -> Iterator[Rows]:
        """Work until all is done, and yield the rows of each chunk when they come.

        Raises:
            LostError: if a process ends while it works, again when it has the chunk alone, or fails.
        """
        chunks = self._chunks()
        several = done_by_processes(chunks, work, _lost, self._jobs, AHEAD)
        try:
            for done in several if self._jobs > 1 else map(work, chunks):
                self._keep(done)
                yield done
                if monotonic() - self._written > LONGEST_WAIT:
                    self.write()
        finally:
            self.write()

    def write(self) -> None:
        """Write the rows that have come."""
        with undisturbed():
            rows, self._rows = self._rows, {}
            if rows:
                self._store.add(rows)
            self._written = monotonic()

    def _chunks(self) -> Iterator[Chunk]:
        pickled, jobs = pickle.dumps(self._plan), self._wanted()
        while chunk := tuple(islice(jobs, CHUNK)):
            yield Chunk(pickled, chunk)

    def _wanted(self) -> Iterator[Job]:
        """Yield the jobs that are not in the file yet."""
        plan = self._plan
        while batch := list(islice(self._outlines, LOOKED_UP)):
            done = self._store.done([outline.digest for outline in batch], plan.version, plan.time_limit)
            for name, puzzle in batch:
                missing: list[tuple[int, int]] = []
                for position, (number, trial) in product(positions_of(puzzle, plan.positions), enumerate(plan.trials)):
                    run = name, trial.digest, trial.way, position, trial.seed
                    if run in done:
                        self.tally.find((trial.digest, trial.way), done[run])
                    else:
                        missing.append((position, number))
                if missing:
                    yield Job(name, puzzle, tuple(missing))

    def _keep(self, done: Rows) -> None:
        with undisturbed():  # a result must not be written without its extractions
            for table, found in done.items():
                self._rows.setdefault(table, []).extend(found)
            self.tally.add(done["results"])


def _lost(chunk: Chunk, reason: str) -> Rows:
    raise LostError(f"{', '.join(job.puzzle.id for job in chunk.jobs)}: {reason}")
