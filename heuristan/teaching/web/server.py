"""A running server: its workers, what it remembers, and the lists that it makes itself."""

import asyncio
import os
from collections.abc import Awaitable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from fastapi import Request
from fastapi.responses import Response

from heuristan.common.processes import Message as Reply
from heuristan.teaching.web.accounts import Client
from heuristan.teaching.web.known import Known
from heuristan.teaching.web.lists import LISTS
from heuristan.teaching.web.pool import Limits, Pool
from heuristan.teaching.web.queueing import Job, Pace
from heuristan.teaching.web.replies import JSON

MEMORY = 3 << 30
"""Maximum memory of a worker, in bytes."""
MEMORY_OF_UPLOADS = 1 << 30
"""Maximum memory of the worker that reads files, in bytes."""
GRACE = 5.0
"""Seconds that a worker has beyond the time limit of a run, to begin and to end it."""
OK, GONE = 200, 499

PACES: Mapping[str, Pace] = {
    **dict.fromkeys(("step", "puzzle", "judge", "ranking"), "now"),
    "inspect": "soon",
    **dict.fromkeys(("ask", "run", "hint", "export"), "long"),
}
"""How long each thing that is asked may wait."""
KEPT = frozenset({"step", "inspect", "puzzle", "judge", "ranking"})
"""What always has the same answer, however long it took."""
BREATH = 0.05
"""Seconds after which an answer that is known is given, so that a connection that asks for it again and again does not
keep this process busy."""


@dataclass(frozen=True)
class Settings:
    """How the server runs."""

    host: str = "127.0.0.1"
    workers: int = max(2, os.cpu_count() or 1)
    """Workers for what somebody looks at; half as many do what takes long, besides."""
    limit: float = 10.0
    """Time limit of a run in seconds."""


class Server:
    """The pools of a running server."""

    def __init__(self, settings: Settings) -> None:
        self.host = settings.host
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
        making = {name: loop.run_in_executor(thread, made) for name, made in LISTS.items()}
        thread.shutdown(wait=False)
        self._lists = making
        self.pool.start()
        # nobody drops a file before there is a page
        making["rankings"].add_done_callback(lambda _: self.readers.start())

    async def close(self) -> None:
        """End all workers; whoever waits for one is told so."""
        await asyncio.gather(self.pool.close(), self.readers.close())

    async def listed(self, name: str) -> Response:
        """Return a list that is always the same."""
        return _response(Reply({"status": OK, "media": JSON}, await asyncio.shield(self._lists[name])))

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

    async def _asked(self, pool: Pool, job: Job, request: Request) -> Reply:
        """Return an answer; if whoever asked has gone, nobody works for it any longer."""
        asking, gone = asyncio.create_task(pool.ask(job)), asyncio.create_task(_gone(request))
        try:
            await asyncio.wait((asking, gone), return_when=asyncio.FIRST_COMPLETED)
            return asking.result() if asking.done() else Reply({"status": GONE, "media": JSON}, b"{}")
        finally:
            asking.cancel()
            gone.cancel()


async def _gone(request: Request) -> None:
    """Wait until a client that has sent its request ends the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _response(answer: Reply) -> Response:
    fields = answer.fields
    headers = {"cache-control": "no-store"}
    if fields.get("ending"):
        headers["content-disposition"] = f'attachment; filename="heuristan.{fields["ending"]}"'
    return Response(answer.data, fields["status"], headers, fields["media"])
