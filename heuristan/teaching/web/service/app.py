"""The application: it checks requests, hands them to workers in turn, and gives out the front end."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from heuristan.common.faults import LineError
from heuristan.common.quoting import as_markup
from heuristan.teaching.texts.translating import modules
from heuristan.teaching.web.messages import JSON, REQUESTS, ReadRequest, as_json, in_words, misread_in_words
from heuristan.teaching.web.service import classroom
from heuristan.teaching.web.service.addresses import code_as_svg
from heuristan.teaching.web.service.classroom import ClassError, Classroom, StrangerError
from heuristan.teaching.web.service.fair_queue import BusyError, Client
from heuristan.teaching.web.service.security import Guard
from heuristan.teaching.web.service.server import BREATH, Server, Settings

RETRY = 2
"""Seconds after which a page may try again."""
AFTER_A_GUESS = 0.5
"""Seconds after which a refused request to a class is answered, so that guesses are slow."""
LONGEST_KEY = 64
"""Maximum number of letters of the key that a page makes for itself."""

MEDIA = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml"}
"""Media types of the files of the front end, by their endings; others are not given out."""

_FOLDER = files("heuristan.teaching.web").joinpath("page")
"""The modules of the page alone; those of the player are shared by all systems."""


def make_app(server: Server) -> ASGIApp:
    """Return a server as an application, which starts and ends it."""

    @asynccontextmanager
    async def running(_: Starlette) -> AsyncIterator[None]:
        server.start()
        yield
        await server.close()

    settings = server.settings
    routes = [*_routes(server), *_page_routes(settings), *(_class_routes(settings.room) if settings.room else ())]
    faults = {HTTPException: _refused, ValidationError: _misread, BusyError: _busy}
    app = Starlette(routes=routes, exception_handlers=faults, lifespan=running)  # type: ignore[arg-type]
    return Guard(app, settings.names)


def _client_of(request: Request) -> Client:
    """Return who asks: an address, and the key that a page made for itself."""
    key = request.headers.get("x-client", "")
    if len(key) > LONGEST_KEY:
        raise HTTPException(422, f"the key in X-Client is too long; use at most {LONGEST_KEY} letters")
    return Client.at(request.client.host if request.client else "unknown", key)


def _check_json(request: Request) -> None:
    """Refuse what a form of another page could send."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise HTTPException(422, f"the request is no JSON; send it as {JSON}")


def _routes(server: Server) -> list[Route]:
    async def shapes(_: Request) -> Response:
        return await server.listed("shapes")

    async def rankings(_: Request) -> Response:
        return await server.listed("rankings")

    def answer(name: str) -> Callable[[Request], Awaitable[Response]]:
        async def answered(request: Request) -> Response:
            _check_json(request)
            return await server.answer(request, _client_of(request), name, await request.body())

        return answered

    async def read(request: Request) -> Response:
        """Read a file of outlines or a picture, which is the body; return the puzzles and what was recognised."""
        asked = ReadRequest.model_validate(dict(request.query_params))
        return await server.read(request, _client_of(request), asked.name, asked.pieces)

    return [
        Route("/api/shapes", shapes),
        Route("/api/rankings", rankings),
        *(Route(f"/api/{name}", answer(name), methods=["POST"]) for name in REQUESTS),
        Route("/api/read", read, methods=["POST"]),
    ]


def _page_routes(settings: Settings) -> list[Route]:
    page = _asset(_told(settings), "text/html; charset=utf-8")
    routes = [Route("/", _giving(page)), Route("/web/{name}", _file)]
    if settings.room is not None:
        code = _asset(code_as_svg(settings.links[0]), MEDIA["svg"])
        routes.append(Route("/class.svg", _giving(code)))
    return routes


def _class_routes(room: Classroom) -> list[Route]:
    async def asked(request: Request) -> Response:
        _check_json(request)
        data = await request.body()
        if len(data) > classroom.LARGEST:
            raise HTTPException(413, f"this is larger than {classroom.LARGEST // 1024} KiB; say less")
        await asyncio.sleep(BREATH)
        try:
            found = classroom.answer(room, data, _client_of(request).address)
        except (ClassError, LineError, ValidationError) as fault:
            await asyncio.sleep(AFTER_A_GUESS)
            if isinstance(fault, ValidationError):
                raise
            status = 403 if isinstance(fault, StrangerError) else 422
            return Response(in_words(str(fault)), status, media_type=JSON)
        return Response(as_json(found), headers={"cache-control": "no-store"}, media_type=JSON)

    return [Route("/api/class", asked, methods=["POST"])]


class Asset(NamedTuple):
    """A file of the front end."""

    data: bytes
    media: str
    tag: str
    """Changes when the file does."""


@cache
def assets() -> dict[str, Asset]:
    """Return every file of the front end by its name."""
    found = {}
    for file in (*files("heuristan.common.web").iterdir(), *_FOLDER.iterdir()):
        ending = file.name.rpartition(".")[2]
        if file.is_file() and ending in MEDIA:
            found[file.name] = _asset(file.read_bytes(), MEDIA[ending])
    return found | {name: _asset(data, MEDIA["js"]) for name, data in modules().items()}


def _told(settings: Settings) -> bytes:
    """Return the page itself, which is told where others open it, and whether there is a class."""
    page = _FOLDER.joinpath("index.html").read_text(encoding="utf-8")
    links = f' data-address="{as_markup(settings.links[0])}"' if settings.links else ""
    return page.replace("<body>", f"<body{links}{' data-class' if settings.room else ''}>").encode()


def _asset(data: bytes, media: str) -> Asset:
    return Asset(data, media, f'"{sha256(data).hexdigest()[:20]}"')


def _giving(asset: Asset) -> Callable[[Request], Awaitable[Response]]:
    async def given(request: Request) -> Response:
        return _given(asset, request)

    return given


async def _file(request: Request) -> Response:
    asset = assets().get(request.path_params["name"])
    if asset is None:
        raise HTTPException(404, "there is no such file")
    return _given(asset, request)


def _given(asset: Asset, request: Request) -> Response:
    headers = {"etag": asset.tag, "cache-control": "no-cache"}
    if asset.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(asset.data, 200, headers, asset.media)


async def _refused(_: Request, fault: HTTPException) -> JSONResponse:
    return JSONResponse({"message": str(fault.detail)}, fault.status_code, fault.headers)


async def _misread(_: Request, fault: ValidationError) -> Response:
    return Response(misread_in_words(fault.errors()), 422, media_type=JSON)


async def _busy(_: Request, fault: BusyError) -> JSONResponse:
    return JSONResponse({"message": str(fault)}, 429 if fault.is_own_fault else 503, {"retry-after": str(RETRY)})
