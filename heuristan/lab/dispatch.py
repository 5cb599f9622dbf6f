"""A run of the laboratory: work is handed out in chunks, and results are written as they come.

Only the main process writes, in transactions of about a second's work. So however a run ends, the file is consistent:
an outline, a result and its extractions are stored together or not at all. Stored runs are not computed again.
"""

import pickle
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, product
from time import monotonic

from heuristan.common.interrupting import undisturbed
from heuristan.lab.corpora import Outline
from heuristan.lab.executors import Executor, Pending, WorkersLostError
from heuristan.lab.positions import positions_of
from heuristan.lab.schema import TABLES
from heuristan.lab.store import Row, Rows, Store
from heuristan.lab.tasks import Chunk, Done, Job, Plan

LOOKED_UP = 64
"""Number of outlines that are looked up in the file together."""

CHUNK_SECONDS = 0.5
"""Time that a worker should need for a chunk: far longer than handing it out takes, but short."""

LARGEST_CHUNK = 64
"""Maximum number of outlines in a chunk."""

MAX_ROWS = 2000
"""Maximum number of rows that wait to be written."""

LONGEST_WAIT = 1.0
"""Maximum number of seconds that they wait."""

MAX_TRIES = 5
"""Number of times that a chunk is handed out again after its worker was lost."""


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
    work: float = 0.0
    """Time that workers were busy, in seconds."""

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
        self, store: Store, plan: Plan, outlines: Iterable[Outline], executor: Executor, tally: Tally | None = None
    ) -> None:
        self.tally = tally or Tally()
        self._store = store
        self._plan = plan
        self._pickled = pickle.dumps(plan)
        self._outlines = iter(outlines)
        self._jobs = self._wanted()
        self._pending: Pending[Chunk, Done] = Pending(executor, self._next_chunk, self._again)
        self._rows: dict[str, list[Row]] = {}
        self._written = monotonic()
        self._pace = 0.0
        """Recent time per outline, in seconds."""

    def __iter__(self) -> Iterator[Done]:
        """Work until all is done, and yield the rows of each chunk when they come.

        Raises:
            ExecutorError: if workers are lost again and again.
        """
        try:
            while self._pending.hand_out():
                for _, done in self._pending.come(LONGEST_WAIT):
                    self._keep(done)
                    yield done
                self._write_if_due()
        finally:
            for done in self._pending.rest():
                self._keep(done)
            self.write()

    def write(self) -> None:
        """Write the rows that have come."""
        with undisturbed():
            rows, self._rows = self._rows, {}
            if rows:
                self._store.add(rows)
            self._written = monotonic()

    def _write_if_due(self) -> None:
        is_much = sum(map(len, self._rows.values())) >= MAX_ROWS
        if is_much or monotonic() - self._written > LONGEST_WAIT:
            self.write()

    def _next_chunk(self) -> Chunk | None:
        size = round(CHUNK_SECONDS / self._pace) if self._pace else 1
        jobs = tuple(islice(self._jobs, max(1, min(size, LARGEST_CHUNK))))
        return Chunk(self._pickled, jobs) if jobs else None

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

    def _keep(self, done: Done) -> None:
        with undisturbed():  # a result must not be written without its extractions
            _join(self._rows, done.rows)
            self.tally.add(done.rows["results"])
            self.tally.work += done.seconds
        pace = done.seconds / done.outlines
        self._pace = 0.8 * self._pace + 0.2 * pace if self._pace else pace

    def _again(self, chunk: Chunk) -> list[Chunk]:
        """Return the work of a chunk that was lost, outline by outline: one that ends its worker affects no others."""
        if chunk.tries >= MAX_TRIES:
            ids = ", ".join(job.puzzle.id for job in chunk.jobs[:3])
            raise WorkersLostError(
                f"workers ended {chunk.tries + 1} times while they worked on {ids}, perhaps because of too little "
                "memory; use fewer --jobs"
            )
        return [replace(chunk, jobs=(job,), tries=chunk.tries + 1) for job in chunk.jobs]


def _join(rows: dict[str, list[Row]], more: Rows) -> None:
    for table, found in more.items():
        rows.setdefault(table, []).extend(found)
