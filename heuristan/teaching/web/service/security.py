"""What stands before the server: whose requests are answered, how large they may be, and what its page may do."""

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from heuristan.teaching.web.service.addresses import is_number

MOST_JSON = 512 * 1024
"""Maximum size of a request in bytes."""
MOST_UPLOAD = 16 * 1024 * 1024
"""Maximum size of a file in bytes."""
MOST_REQUESTS = 400
"""Maximum number of requests that have arrived, or are arriving, and are not answered yet."""
MOST_HELD = 256 * 1024 * 1024
"""Total size of these requests in bytes above which no file is taken; other requests are bounded by their number."""
SECONDS_TO_SEND = 20.0
"""Time within which a request must have arrived."""
MOST_DRAINED = 64 * 1024 * 1024
"""Maximum number of bytes of a refused request that are read and thrown away."""
SECONDS_TO_DRAIN = 3.0
UPLOADS = ("/api/read",)

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""The content security policy: scripts and styles are files of this server, and nothing is from elsewhere."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Refusal(Exception):
    """A request that is not answered."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


class Held:
    """The requests that are held in memory: their number and their bytes."""

    def __init__(self) -> None:
        self.number = 0
        self.size = 0

    @contextmanager
    def share(self) -> Iterator[Callable[[int], None]]:
        """Yield a function that counts further bytes of a request, or refuses them; all go when the block ends."""
        mine = 0

        def add(size: int) -> None:
            nonlocal mine
            mine += size
            self.size += size
            if (self.size > MOST_HELD and mine > MOST_JSON) or self.number > MOST_REQUESTS:
                raise Refusal(503, "too much is asked of the server at once; try again in a moment")

        self.number += 1
        try:
            yield add
        finally:
            self.number -= 1
            self.size -= mine


class Guard:
    """Refuses requests that are not meant for this server, are too large, or do not arrive."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        """Stand before an application.

        Args:
            app: the application.
            names: the names of this computer that pages may be opened under, besides its addresses.
        """
        self._app = app
        self._names = frozenset(name.lower() for name in names)
        self._held = Held()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    added.setdefault(name, value)
            await send(message)

        with self._held.share() as add:
            try:
                asked = _headers_of(scope)
                self._check_host(asked)
                _check_origin(scope, asked)
                body = await _body(scope, asked, receive, add)
            except Refusal as fault:
                refusal = fault
            else:
                await self._app(scope, _replayed(body, receive), send_guarded)
                return
        await _drained(receive)
        # what is still on its way is not read
        headers = {"connection": "close"} | ({"retry-after": "2"} if refusal.status == 503 else {})
        await JSONResponse({"message": str(refusal)}, refusal.status, headers)(scope, receive, send_guarded)

    def _check_host(self, headers: Headers) -> None:
        """Refuse a name that is not ours: a page from elsewhere may have let its own name lead here."""
        name = _without_port(headers.get("host", ""))
        if not is_number(name) and name not in self._names:
            raise Refusal(421, "this server is not known under that name; open the address that it printed")


_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^:\[\]]+))(?::[0-9]{1,5})?")


def _without_port(host: str) -> str:
    """Return the name or address in a header; nothing if it cannot be read."""
    found = _HOST.fullmatch(host.lower())
    return (found[1] or found[2]) if found else ""


def _headers_of(scope: Scope) -> Headers:
    headers = Headers(scope=scope)
    for name in ("host", "origin", "content-length"):
        if len(headers.getlist(name)) > 1:
            raise Refusal(400, f"the header {name} is there twice")
    return headers


def _check_origin(scope: Scope, headers: Headers) -> None:
    """Refuse what a page from elsewhere asks for."""
    path = scope["path"]
    if not path.startswith("/api/") and scope["method"] in ("GET", "HEAD"):
        return
    origin = headers.get("origin")
    if origin is not None and origin.lower() != f"{scope.get('scheme', 'http')}://{headers.get('host', '')}".lower():
        raise Refusal(403, "this server answers its own page alone")
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refusal(403, "this server answers its own page alone")


async def _body(scope: Scope, headers: Headers, receive: Receive, add: Callable[[int], None]) -> bytes:
    """Read the whole body of a request, within its bound; `add` counts its bytes."""
    most = MOST_UPLOAD if scope["path"] in UPLOADS else MOST_JSON
    told = headers.get("content-length", "0")
    if not told.isascii() or not told.isdecimal() or len(told) > 18:
        raise Refusal(400, "the size of the request cannot be read")
    if int(told) > most:
        raise Refusal(413, _too_large(most))
    try:
        async with asyncio.timeout(SECONDS_TO_SEND):
            return await _received(most, receive, add)
    except TimeoutError:
        raise Refusal(408, "the request did not arrive in time") from None


async def _received(most: int, receive: Receive, add: Callable[[int], None]) -> bytes:
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Refusal(400, "the request broke off")
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        add(len(parts[-1]))
        if size > most:
            raise Refusal(413, _too_large(most))
        if not message.get("more_body"):
            return b"".join(parts)


async def _drained(receive: Receive) -> None:
    """Read the rest of a refused request, within bounds: a browser that is still sending does not see the answer."""
    passed = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(SECONDS_TO_DRAIN):
            while passed <= MOST_DRAINED:
                message = await receive()
                passed += len(message.get("body", b""))
                if not message.get("more_body"):
                    return


def _too_large(most: int) -> str:
    return f"this is larger than {most // 1024} KiB; give something smaller"


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a function that receives a body that was read already, and then what comes after it."""
    is_given = False

    async def again() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
