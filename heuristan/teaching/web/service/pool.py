"""Worker processes, each with a time limit and a memory limit; one that exceeds them is replaced."""

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from threading import Lock
from time import monotonic
from typing import Any

from heuristan.common.processes import Helper, Message
from heuristan.common.scratch import scratch_folder
from heuristan.teaching.web.messages import JSON, in_words
from heuristan.teaching.web.service.fair_queue import CLICK, FairQueue, Job

WORKER = "heuristan.teaching.web.service.worker"
STARTING = 60.0
"""Maximum number of seconds for a worker to start."""
MOMENT = 0.1
"""Seconds between two looks at whether somebody waits."""
PATIENCE = 2.0
"""Seconds that a worker goes on with a job that nobody waits for any more. Then it is replaced, which takes as long: so
no worker is lost for twice the time that was needed."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limits:
    """Limits of a worker."""

    seconds: float
    """Time for a request, after which the worker is killed."""
    memory: int
    """Bytes."""
    run: float
    """Time that a run, or a search for a hint, gives itself."""


class Pool:
    """Workers, and the queue of those who wait for them."""

    def __init__(self, clicks: int, long: int, limits: Limits, warm: tuple[str, ...] = ()) -> None:
        """Prepare a pool; `start` starts it.

        Args:
            clicks: the number of workers for what somebody looks at; there is one more, because one may be replaced.
            long: the number of workers for what may take long.
            limits: what each may use.
            warm: what each answers once when it starts, so that what it needs is loaded.
        """
        self.queue = FairQueue(clicks, long)
        size = clicks + long + bool(clicks)
        self._slots = [_Slot(limits, warm) for _ in range(size)]
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="worker")
        self._tasks: list[asyncio.Task[None]] = []
        self._asked: set[Job] = set()
        self._is_ending = False
        self._is_ready = asyncio.Event()
        """Whether one worker answers."""

    def start(self) -> None:
        """Start the workers, unless the pool was closed before."""
        if self._is_ending:
            return
        self._tasks = [asyncio.create_task(self._serve(number)) for number in range(len(self._slots))]

    async def ask(self, job: Job) -> Message:
        """Return the answer to a job, or a message that it took too much of something, or that the server ends.

        Raises:
            BusyError: if there is no room for it.
        """
        if self._is_ending:
            return ENDED
        self.queue.put(job)
        self._asked.add(job)
        try:
            answer: Message = await job.done
            return answer
        except asyncio.CancelledError:
            self.queue.drop(job)
            raise
        finally:
            self._asked.discard(job)

    async def _serve(self, number: int) -> None:
        """Do jobs with one worker, one after another."""
        slot, loop = self._slots[number], asyncio.get_running_loop()
        if number:
            await self._is_ready.wait()  # the first one is there sooner if it has a processor for itself
        await loop.run_in_executor(self._threads, slot.prepare)
        self._is_ready.set()
        while True:
            job = await self.queue.take(number)
            doing = loop.run_in_executor(self._threads, slot.answer, job.fields, job.data)
            job.done.add_done_callback(partial(_give_up, doing, slot))
            spent = await self._spent_too_much(job, doing, slot)
            if spent and not self.queue.slow_down(job, spent):
                slot.kill()
                await doing
            else:
                await self._finish(job, doing, slot, spent)
            # a worker that was killed is replaced before it takes the next job
            await loop.run_in_executor(self._threads, slot.prepare)

    async def _spent_too_much(self, job: Job, doing: "asyncio.Future[Message]", slot: "_Slot") -> float:
        """Return the seconds of a processor after which a worker is to leave a click alone; 0 if it is done before."""
        begun, spent = slot.spent, 0.0
        while not job.is_long:
            await asyncio.wait((doing,), timeout=MOMENT if spent else CLICK)
            if doing.done():
                break
            spent = slot.spent - begun
            if spent >= CLICK or self.queue.is_wanted(job):
                return max(spent, MOMENT)
        return 0.0

    async def _finish(self, job: Job, doing: "asyncio.Future[Message]", slot: "_Slot", charged: float) -> None:
        """Give the answer out, and charge for what was not charged for yet."""
        try:
            answer = await doing
            if not job.done.done():
                job.done.set_result(answer)
        finally:
            self.queue.finish(job, max(0.0, slot.took - charged))

    async def close(self) -> None:
        """End all workers at once, and answer whoever waits for one."""
        self._is_ending = True
        for job in self._asked:
            self.queue.drop(job)  # otherwise it would go to an idle worker
            if not job.done.done():
                job.done.set_result(ENDED)
        for slot in self._slots:
            slot.close()
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        self._threads.shutdown(wait=True)

    @property
    def pids(self) -> list[int]:
        """The numbers of the worker processes that run."""
        return [slot.helper.pid for slot in self._slots if slot.helper is not None]


def _give_up(doing: "asyncio.Future[Message]", slot: "_Slot", asked: "asyncio.Future[Message]") -> None:
    """End a worker if nobody waits for its answer, and it is still at it after a while."""

    def end_if_at_it() -> None:
        if not doing.done():
            slot.kill()

    if asked.cancelled():
        asyncio.get_running_loop().call_later(PATIENCE, end_if_at_it)


class _Slot:
    """The place of a worker: the process that works there now, and a folder for its files."""

    def __init__(self, limits: Limits, warm: tuple[str, ...]) -> None:
        self._limits = limits
        self._warm = warm
        self._is_closed = False
        self._changing = Lock()
        self._folder = ExitStack()
        self.helper: Helper | None = None
        self.took = 0.0
        """What the last job took, in seconds of a processor."""

    def prepare(self) -> None:
        """Start a worker if there is none; one that was killed is none."""
        if self.helper is not None and self.helper.is_killed:
            self._end()
        with self._changing:
            if self.helper is not None or self._is_closed:
                return
            # a worker that is killed leaves its files, so they lie in a folder that ends with it
            folder, limits = str(self._folder.enter_context(scratch_folder())), self._limits
            told = {"memory": limits.memory, "seconds": limits.run, "warm": self._warm, "folder": folder}
            ours = {"TMPDIR": folder, "COLUMNS": ""}  # lines of answers do not depend on the terminal of the server
            helper = self.helper = Helper(WORKER, told, environment=ours, has_children=True)
        if helper.received(STARTING) is None:
            if not self._is_closed:
                log.error("a worker process did not start")
            self._end()

    def answer(self, fields: Mapping[str, Any], data: bytes) -> Message:
        """Return the answer of the worker, or why there is none."""
        self.prepare()
        helper = self.helper
        if helper is None:
            return _message(503, "the server cannot compute just now; try again in a moment")
        start, spent = monotonic(), helper.spent
        helper.send(fields, data, self._limits.seconds)
        answer = helper.received(self._limits.seconds)
        # what a killed worker has spent is unknown
        self.took = helper.spent - spent if answer is not None else monotonic() - start
        if answer is None:
            late = helper.is_late
            self._end()
            taken = f"longer than {self._limits.seconds:g} seconds" if late else "more memory than there is for it"
            return _message(422, f"this takes {taken}; give something smaller")
        return answer

    @property
    def spent(self) -> float:
        """Seconds of a processor that the worker used."""
        helper = self.helper
        return helper.spent if helper is not None else 0.0

    def kill(self) -> None:
        """End the worker, whatever it does; another starts."""
        with self._changing:
            if self.helper is not None:
                self.helper.kill()

    def close(self) -> None:
        """End the worker; no other starts."""
        self._is_closed = True
        self._end()

    def _end(self) -> None:
        with self._changing:
            if self.helper is not None:
                self.helper.end()
                self.helper = None
            self._folder.close()


def _message(status: int, words: str) -> Message:
    return Message({"status": status, "media": JSON}, in_words(words))


ENDED = _message(503, "the server has ended")
"""Answer to the clients that wait when the server ends."""
