"""Requests for every operation of the server, in the forms that its own models have, most of them hostile."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import count
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

from pydantic.json_schema import models_json_schema
from shared.wild import CHANGES, wild_outline

from adversary import garbage
from adversary.bombs import BOMBS
from adversary.mutations import mutated
from adversary.nesting import DEPTHS, TEXTS
from adversary.schemas import Maker, Schema, spoilt
from adversary.seeds import seeds
from adversary.words import word
from heuristan.common.files import folder
from heuristan.teaching.web.messages import REQUESTS

MOST = 500_000
"""Maximum size of a request in JSON; larger ones are refused unread, which other tests try."""


class Request(NamedTuple):
    """What is sent."""

    method: str
    path: str
    body: bytes
    headers: Mapping[str, str]

    @property
    def operation(self) -> str:
        return self.path.partition("?")[0]


@cache
def good_files() -> Mapping[str, list[bytes]]:
    """Return good files by format."""
    return seeds()


def interface() -> Schema:
    """Return the operations of the server with the forms of their requests, as OpenAPI describes them."""
    place = "#/components/schemas/{model}"
    forms = models_json_schema([(form, "validation") for form in dict.fromkeys(REQUESTS.values())], ref_template=place)
    reading = [{"name": name, "in": "query", "schema": {"type": "string"}} for name in ("name", "pieces")]
    key = {"name": "x-client", "in": "header", "schema": {"type": "string"}}

    def posted(schema: Schema) -> Schema:
        return {"post": {"parameters": [key], "requestBody": {"content": {"application/json": {"schema": schema}}}}}

    uploaded = {"parameters": [key, *reading], "requestBody": {"content": {"application/octet-stream": {}}}}
    return {
        "paths": {
            **{f"/api/{name}": posted({"$ref": place.format(model=form.__name__)}) for name, form in REQUESTS.items()},
            "/api/read": {"post": uploaded},
            **{path: {"get": {}} for path in ("/", "/api/shapes", "/api/rankings", "/openapi.json")},
        },
        "components": {"schemas": forms[1]["$defs"]},
    }


def requests(description: Schema, seed: int) -> Iterator[tuple[int, Request]]:
    """Yield requests, one operation after the other, each with its number.

    Args:
        description: what the server says of its interface.
        seed: the same seed and number give the same request.
    """
    operations = [(path, method) for path, methods in description["paths"].items() for method in methods]
    for number in count():
        path, method = operations[number % len(operations)]
        yield number, request_for(description, path, method, Random(f"{seed} {number}"))


def request_for(description: Schema, path: str, method: str, dice: Random) -> Request:
    """Return a request for an operation."""
    operation = description["paths"][path][method]
    maker = Maker(description, dice, FIELDS)
    headers, query = {}, []
    for parameter in operation.get("parameters", ()):
        if parameter.get("required") or dice.random() < 0.3:
            given = str(maker.value(parameter["schema"], parameter["name"]))
            if parameter["in"] == "query":
                query.append(f"{parameter['name']}={quote(given, errors='replace')}")
            elif parameter["in"] == "header":
                headers[parameter["name"]] = _of_a_header(given)
    content = operation.get("requestBody", {}).get("content", {})
    media = next(iter(content), "")
    body = _json(maker, content[media]["schema"], dice) if media == "application/json" else file(dice) if media else b""
    if media:
        headers["content-type"] = media
    return Request(method.upper(), path + ("?" + "&".join(query) if query else ""), body, headers)


def _of_a_header(text: str) -> str:
    """Return a text without what no client can send in a header."""
    return "".join(letter for letter in text if letter.isprintable() and ord(letter) < 256).strip()[:100]


def _json(maker: Maker, schema: Schema, dice: Random) -> bytes:
    """Return JSON that a schema allows, or something like it."""
    value = maker.value(schema)
    for _ in range(dice.choice((0, 0, 1, 1, 2))):
        value = spoilt(value, dice)
    data = json.dumps(value).encode()
    if dice.random() < 0.1:
        data = mutated(data[:5000], data[:5000], dice)
    return data if len(data) <= MOST else data[:MOST]


def file(dice: Random) -> bytes:
    """Return a file: damaged, nested, or a bomb."""
    way = dice.random()
    if way < 0.02:
        return BOMBS[dice.choice([*BOMBS])]()
    if way < 0.15:
        return TEXTS[dice.choice([*TEXTS])](dice.choice(DEPTHS[:-1])).encode()
    good = good_files()
    return garbage.contents(dice.choice([*good, "outline", "nonsense"]), dict(good), dice)


def _polygons(dice: Random) -> list[list[list[list[float]]]]:
    """Return an outline that has a solution, written well or badly."""
    wild = wild_outline(dice.randrange(2000), 1 if dice.random() < 0.8 else None)
    written = CHANGES[dice.choice([*CHANGES])].write(wild)
    return [[[[*spot] for spot in ring] for ring in polygon] for polygon in written.polygons]


def _feature(dice: Random) -> dict[str, Any]:
    if dice.random() < 0.5:
        found: dict[str, Any] = json.loads(dice.choice(good_files()["geojson"]))
        return found
    geometry = {"type": "MultiPolygon", "coordinates": _polygons(dice)}
    return {
        "type": "Feature",
        "id": word(dice),
        "geometry": geometry,
        "properties": {"id": word(dice), "name": word(dice)},
    }


def _laid(dice: Random) -> list[dict[str, Any]]:
    """Return some pieces of a solution."""
    tiling = wild_outline(dice.randrange(2000), 1).tiling
    pieces = [
        {
            "piece": name.removeprefix("mirrored ") if dice.random() < 0.7 else None,
            "vertices": [[*spot] for spot in ring],
        }
        for name, ring in tiling
    ]
    return dice.sample(pieces, dice.choice((1, 3, len(pieces), len(pieces))))


def _ranking(dice: Random) -> str:
    texts = [path.read_bytes() for path in sorted(folder("rules").glob("*.yaml"))]
    if dice.random() < 0.2:
        return TEXTS[dice.choice(["lists of YAML", "mappings of YAML", "lines of YAML", "anchors of YAML"])](
            dice.choice(DEPTHS[:-2])
        )[:60_000]
    text = dice.choice(texts)
    if dice.random() < 0.3:
        return f"title: {json.dumps(word(dice))}\nnote: {json.dumps(word(dice))}\nrules: [vertex-fit]\n"
    return (
        mutated(text, dice.choice(texts), dice)[:60_000].decode(errors="replace")
        if dice.random() < 0.8
        else text.decode()
    )


SHAPES = ("cat", "convex-square", "digit-9", "swan", "two-swans")

FIELDS = {
    "shape": lambda dice: dice.choice(SHAPES) if dice.random() < 0.9 else word(dice),
    "rings": lambda dice: [ring for polygon in _polygons(dice) for ring in polygon],
    "feature": _feature,
    "laid": _laid,
    "text": _ranking,
}
