"""The application: it checks requests, hands them to workers in turn, and gives out the front end."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Annotated, Any, NamedTuple

from fastapi import Depends, FastAPI, Header, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic.json_schema import models_json_schema
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from heuristan.teaching.web.messages import JSON, REQUESTS, Model, Word, misread_in_words
from heuristan.teaching.web.service.fair_queue import BusyError, Client
from heuristan.teaching.web.service.security import Guard, names_for
from heuristan.teaching.web.service.server import Server
from heuristan.version import __version__

RETRY = 2
"""Seconds after which a page may try again."""
FILES = (
    JSON,
    "application/geo+json",
    "application/x-ndjson",
    "application/yaml",
    "image/svg+xml",
    "text/html",
    "text/plain",
)
"""Media types of exported files."""
FILE = {"required": True, "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}
"""An uploaded file in the OpenAPI description."""
REFERENCE = "#/components/schemas/{model}"
"""The place of a request's form in the OpenAPI description."""


MEDIA = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml"}
"""Media types of the files of the front end, by their endings; others are not given out."""

_PAGE = files("heuristan.teaching.web").joinpath("page")
"""The modules of the page alone; those of the player are shared by all systems."""


class Described(FastAPI):
    """An application whose OpenAPI description has the forms of requests, though only workers read these."""

    def openapi(self) -> dict[str, Any]:
        """Return the description."""
        if self.openapi_schema is None:
            asked = dict.fromkeys(form for form, _ in REQUESTS.values())
            forms = models_json_schema([(form, "validation") for form in asked], ref_template=REFERENCE)[1]
            super().openapi()["components"]["schemas"].update(forms["$defs"])
        return super().openapi()


class Message(Model):
    """Why there is no answer, for people."""

    message: str
    line: int | None = None


def make_app(server: Server) -> ASGIApp:
    """Return a server as an application, which starts and ends it."""

    @asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        server.start()
        yield
        await server.close()

    app = Described(title="heuristan", version=__version__, lifespan=running, docs_url=None, redoc_url=None)
    _add_faults(app)
    _add_api(app, server)
    _add_front_end(app)
    return Guard(app, names_for(server.host))


def client_of(request: Request, x_client: Annotated[str, Header(max_length=64)] = "") -> Client:
    """Return who asks: an address, and the key that a page made for itself."""
    return Client.at(request.client.host if request.client else "unknown", x_client)


Asking = Annotated[Client, Depends(client_of)]


def _add_api(app: FastAPI, server: Server) -> None:
    responses: dict[int | str, dict[str, Any]] = {
        status: {"model": Message, "description": words}
        for status, words in {
            400: "it cannot be read",
            403: "another page asks",
            408: "it did not arrive",
            413: "it is too large",
            421: "it is meant for another server",
            422: "it cannot be used; the message says why",
            429: "this page asks too much at once",
            503: "all ask too much at once",
        }.items()
    }

    @app.get("/api/shapes", responses=responses)
    async def shapes() -> Response:
        """Return the gallery: every shape that ships, with its outline."""
        return await server.listed("shapes")

    @app.get("/api/rankings", responses=responses)
    async def rankings() -> Response:
        """Return the rankings that ship, the catalogue of rules, and the words that rules are written with."""
        return await server.listed("rankings")

    def add(name: str, model: type[Model], words: str, media: tuple[str, ...]) -> None:
        async def answer(request: Request, client: Asking) -> Response:
            if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
                raise HTTPException(422, f"the request is no JSON; send it as {JSON}")
            return await server.answer(request, client, name, await request.body())

        answer.__doc__ = words
        found: dict[int | str, dict[str, Any]] = {200: {"content": {each: {} for each in media}}}
        body = {"required": True, "content": {JSON: {"schema": {"$ref": REFERENCE.format(model=model.__name__)}}}}
        app.post(
            f"/api/{name}",
            responses=responses | found,
            response_class=Response,
            operation_id=name,
            openapi_extra={"requestBody": body},
        )(answer)

    for name, (model, words) in REQUESTS.items():
        add(name, model, words, FILES if name == "export" else (JSON,))

    @app.post("/api/read", responses=responses, openapi_extra={"requestBody": FILE})
    async def read(
        request: Request, client: Asking, name: Annotated[Word, Query()], pieces: Word | None = None
    ) -> Response:
        """Read a file of outlines or a picture, which is the body; return the puzzles and what was recognised."""
        return await server.read(request, client, name, pieces)


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
    for file in (*files("heuristan.common.web").iterdir(), *_PAGE.iterdir()):
        ending = file.name.rpartition(".")[2]
        if file.is_file() and ending in MEDIA:
            found[file.name] = _asset(file.read_bytes(), MEDIA[ending])
    return found


@cache
def front_page() -> Asset:
    """Return the page itself."""
    return _asset(_PAGE.joinpath("index.html").read_bytes(), "text/html; charset=utf-8")


def _asset(data: bytes, media: str) -> Asset:
    return Asset(data, media, f'"{sha256(data).hexdigest()[:20]}"')


def _add_front_end(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    async def page(if_none_match: Annotated[str | None, Header()] = None) -> Response:
        return _given(front_page(), if_none_match)

    @app.get("/web/{name}", include_in_schema=False)
    async def file(name: str, if_none_match: Annotated[str | None, Header()] = None) -> Response:
        asset = assets().get(name)
        if asset is None:
            raise HTTPException(404, "there is no such file")
        return _given(asset, if_none_match)


def _given(asset: Asset, known: str | None) -> Response:
    headers = {"etag": asset.tag, "cache-control": "no-cache"}
    if known is not None and asset.tag in known:
        return Response(status_code=304, headers=headers)
    return Response(asset.data, 200, headers, asset.media)


def _add_faults(app: FastAPI) -> None:
    """Say every fault in words, as ``{"message": ...}``."""

    @app.exception_handler(HTTPException)
    async def refused(_: Request, fault: HTTPException) -> JSONResponse:
        return JSONResponse({"message": str(fault.detail)}, fault.status_code, fault.headers)

    @app.exception_handler(RequestValidationError)
    async def misread(_: Request, fault: RequestValidationError) -> Response:
        return Response(misread_in_words(fault.errors()), 422, media_type=JSON)

    @app.exception_handler(BusyError)
    async def busy(_: Request, fault: BusyError) -> JSONResponse:
        return JSONResponse({"message": str(fault)}, 429 if fault.is_own_fault else 503, {"retry-after": str(RETRY)})
