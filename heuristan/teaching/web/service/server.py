"""A running server: worker processes with limits, the answers that it remembers, and the lists that it makes itself."""

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import Awaitable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from hashlib import sha256
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from heuristan.common.processes import Helper, Message
from heuristan.common.scratch import scratch_folder
from heuristan.teaching.web.messages import JSON, as_json, in_words
from heuristan.teaching.web.service.classroom import Classroom
from heuristan.teaching.web.service.fair_queue import CLICK, Client, FairQueue, Job, Pace

WORKER = "heuristan.teaching.web.service.worker"
STARTING = 60.0
"""Maximum number of seconds for a worker to start."""
MOMENT = 0.1
"""Seconds between two looks at whether somebody waits."""
PATIENCE = 2.0
"""Seconds that a worker goes on with a job that nobody waits for any more. Then it is replaced, which takes as long: so
no worker is lost for twice the time that was needed."""

log = logging.getLogger(__name__)


class Limits(NamedTuple):
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


MEMORY = 3 << 30
"""Maximum memory of a worker, in bytes."""
MEMORY_OF_UPLOADS = 1 << 30
"""Maximum memory of the worker that reads files, in bytes."""
GRACE = 5.0
"""Seconds that a worker has beyond the time limit of a run, to begin and to end it."""
MOST = 32 << 20
"""Maximum total size of the answers that are kept, in bytes."""
LARGEST = 1 << 20
"""Maximum size of an answer that is kept."""
OK, GONE = 200, 499

PACES: Mapping[str, Pace] = {
    **dict.fromkeys(("step", "puzzle", "judge", "ranking", "difference"), "now"),
    "inspect": "soon",
    **dict.fromkeys(("ask", "run", "hint", "export", "worksheet", "attempts"), "long"),
}
"""Urgency of each request."""
KEPT = frozenset({"step", "inspect", "puzzle", "judge", "ranking"})
"""Requests whose answer is always the same."""
BREATH = 0.05
"""Seconds after which an answer that is known is given, so that a connection that asks for it again and again does not
keep this process busy."""


class Settings(NamedTuple):
    """Settings of the server."""

    workers: int = max(2, os.cpu_count() or 1)
    """Workers for what somebody looks at; half as many do what takes long, besides."""
    limit: float = 10.0
    """Time limit of a run in seconds."""
    links: tuple[str, ...] = ()
    """Where other computers open the page, if they can: the best link first."""
    names: tuple[str, ...] = ("localhost",)
    """Names that the page may be opened under, besides addresses."""
    room: Classroom | None = None
    """The class, if there is one."""


class Known:
    """Keeps answers, those that were asked for last."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._size = 0
        self._answers: OrderedDict[bytes, Message] = OrderedDict()

    def get(self, do: str, data: bytes) -> Message | None:
        """Return the answer to a request, if it is kept."""
        key = _key(do, data)
        if key in self._answers:
            self._answers.move_to_end(key)
        return self._answers.get(key)

    def keep(self, do: str, data: bytes, answer: Message) -> None:
        """Keep an answer, and forget others if there are too many."""
        key = _key(do, data)
        if len(answer.data) > LARGEST or key in self._answers:
            return
        self._answers[key] = answer
        self._size += len(answer.data)
        while self._size > self._most:
            _, gone = self._answers.popitem(last=False)
            self._size -= len(gone.data)


def _key(do: str, data: bytes) -> bytes:
    return sha256(do.encode() + b" " + data).digest()


class Server:
    """The pools of a running server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        seconds = settings.limit + GRACE
        long, limits = max(1, settings.workers // 2), Limits(seconds, MEMORY, settings.limit)
        self.pool = Pool(settings.workers, long, limits, ("step", "inspect"))
        # files of strangers are read by a worker of their own, with less memory
        self.readers = Pool(0, 1, Limits(seconds, MEMORY_OF_UPLOADS, settings.limit))
        self._known = Known()
        self._lists: Mapping[str, Awaitable[bytes]] = {}

    def start(self) -> None:
        """Start the workers; the lists are made meanwhile, so that the first page need not wait for a worker."""
        loop, thread = asyncio.get_running_loop(), ThreadPoolExecutor(1, thread_name_prefix="lists")
        making = {name: loop.run_in_executor(thread, _list_of, name) for name in ("shapes", "rankings")}
        thread.shutdown(wait=False)
        self._lists = making
        self.pool.start()
        # no file arrives before the page is shown
        making["rankings"].add_done_callback(lambda _: self.readers.start())

    async def close(self) -> None:
        """End all workers, and tell the clients that wait for one."""
        await asyncio.gather(self.pool.close(), self.readers.close())

    async def listed(self, name: str) -> Response:
        """Return a list that is always the same."""
        return _response(Message({"status": OK, "media": JSON}, await asyncio.shield(self._lists[name])))

    async def answer(self, request: Request, client: Client, do: str, data: bytes = b"") -> Response:
        """Return the answer of a worker to a request; a class that begins together asks the same many times."""
        known = self._known.get(do, data)
        if known is not None:
            await asyncio.sleep(BREATH)
            return _response(known)
        found = await self._asked(self.pool, Job(client, {"do": do}, data, PACES[do]), request)
        if do in KEPT and found.fields["status"] == OK:
            self._known.keep(do, data, found)
        return _response(found)

    async def read(self, request: Request, client: Client, name: str, pieces: str | None) -> Response:
        """Return what a worker reads in a file."""
        job = Job(client, {"do": "read", "name": name, "pieces": pieces}, await request.body(), "long")
        return _response(await self._asked(self.readers, job, request))

    async def _asked(self, pool: Pool, job: Job, request: Request) -> Message:
        """Return an answer; stop working on it if the client has gone."""
        asking, gone = asyncio.create_task(pool.ask(job)), asyncio.create_task(_gone(request))
        try:
            await asyncio.wait((asking, gone), return_when=asyncio.FIRST_COMPLETED)
            return asking.result() if asking.done() else Message({"status": GONE, "media": JSON}, b"{}")
        finally:
            asking.cancel()
            gone.cancel()


def _list_of(name: str) -> bytes:
    """Return a list that every page asks for first, as an answer."""
    from heuristan.teaching.web import requested  # imported when the server answers already

    return as_json(requested.gallery() if name == "shapes" else requested.all_rankings())


async def _gone(request: Request) -> None:
    """Wait until a client that has sent its request ends the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _response(answer: Message) -> Response:
    fields = answer.fields
    headers = {"cache-control": "no-store"}
    if fields.get("ending"):
        headers["content-disposition"] = f'attachment; filename="heuristan.{fields["ending"]}"'
    return Response(answer.data, fields["status"], headers, fields["media"])
