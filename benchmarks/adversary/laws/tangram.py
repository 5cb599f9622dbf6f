"""Laws of the command line: the same puzzle, written otherwise, has the same answers."""

import json
from cmath import rect
from collections.abc import Callable, Iterator, Mapping
from math import pi
from random import Random
from typing import Any, TypeAlias

from shared.wild import wild_outline

from adversary.findings import Report
from adversary.options import found, in_general
from adversary.running import Case, Ran, ran

Polygons: TypeAlias = list[list[list[tuple[float, float]]]]

FORMATS = ("wkt", "svg", "yaml", "geojson")
EXACTLY = ("--solver", "exact", "--count", "--format", "jsonl")
BY_RULES = ("--solver", "expert", "--format", "jsonl")


def _placed(polygons: Polygons, place: Callable[[complex], complex]) -> Polygons:
    moved = [[[place(complex(*spot)) for spot in ring] for ring in polygon] for polygon in polygons]
    return [[[(spot.real, spot.imag) for spot in ring] for ring in polygon] for polygon in moved]


def _rings(polygons: Polygons, change: Callable[[list[Any]], list[Any]]) -> Polygons:
    return [[change(ring) for ring in polygon] for polygon in polygons]


WAYS: Mapping[str, Callable[[Polygons], Polygons]] = {
    "as it is": lambda given: given,
    "turned by an eighth": lambda given: _placed(given, lambda z: z * rect(1, pi / 4)),
    "turned by three quarters": lambda given: _placed(given, lambda z: z * -1j),
    "turned": lambda given: _placed(given, lambda z: z * rect(1, 0.3)),
    "mirrored": lambda given: _placed(given, lambda z: z.conjugate()),
    "scaled": lambda given: _placed(given, lambda z: z * 37.5),
    "moved": lambda given: _placed(given, lambda z: z + complex(-300, 77.7)),
    "rounded": lambda given: _placed(given, lambda z: complex(round(z.real, 6), round(z.imag, 6))),
    "reversed": lambda given: _rings(given, lambda ring: ring[::-1]),
    "begun elsewhere": lambda given: _rings(given, lambda ring: ring[2:] + ring[:2]),
    "in another order": lambda given: given[::-1],
}
"""Ways to write an outline that change nothing of the puzzle."""


def cases(number: int, seed: int) -> Iterator[Case]:
    """Yield outlines, each written in every way, solved one by one and together, and converted to every format."""
    for at in range(number):
        dice = Random(f"{seed} {at}")
        polygons: Polygons = wild_outline(dice.randrange(10**6), 1).polygons
        features = [_feature(name, way(polygons)) for name, way in WAYS.items()]
        files = {f"{n}.geojson": json.dumps(each).encode() for n, each in enumerate(features)}
        files["all.geojsonl"] = "".join(json.dumps(each) + "\n" for each in features).encode()
        converted = [("convert", "0.geojson", f"o.{form}") for form in FORMATS]
        solved = [("solve", *files, *EXACTLY), *(("solve", f"o.{form}", *EXACTLY) for form in FORMATS)]
        yield Case(f"outline {at}", (*converted, *solved, ("solve", "0.geojson", "1.geojson", *BY_RULES)), files)


def _feature(name: str, polygons: Polygons) -> dict[str, Any]:
    closed = [[[*ring, ring[0]] for ring in polygon] for polygon in polygons]
    geometry = {"type": "MultiPolygon", "coordinates": closed}
    return {"type": "Feature", "id": name, "properties": {}, "geometry": geometry}


def faults(done: Ran) -> Iterator[str]:
    """Yield answers that differ from that to the outline as it is."""
    yield from in_general(done)
    results = [json.loads(line) for line in done.out.splitlines() if line.startswith('{"id"')]
    counted = [each for each in results if each["solver"] == "exact"]
    if not counted:
        yield "no answer"
        return
    wanted = _answer(counted[0])
    for each in counted:
        if _answer(each) != wanted:
            yield f"{each['id'] or 'converted'}: {_answer(each)} instead of {wanted}"
    for each in results:
        if each["solver"] == "expert" and wanted[0] == "solved" and each["status"] != "solved":
            yield f"by rules {each['status']}, though there is a solution"


def _answer(result: dict[str, Any]) -> tuple[str, object]:
    return result["status"], (result.get("solutions") or {}).get("tilings")


def try_laws(report: Report, number: int, seed: int) -> None:
    """Try a number of outlines."""
    for done in ran(cases(number, seed)):
        report.add("outline in every way", done.status, found(done, faults(done)))
