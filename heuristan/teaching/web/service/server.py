"""A running server: its pools of workers, the answers that it remembers, and the lists that it makes itself."""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Awaitable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

from heuristan.common.processes import Message
from heuristan.teaching.web.messages import JSON, as_json
from heuristan.teaching.web.service.classroom import Classroom
from heuristan.teaching.web.service.fair_queue import Client, Job, Pace
from heuristan.teaching.web.service.pool import Limits, Pool

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


@dataclass(frozen=True)
class Settings:
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
