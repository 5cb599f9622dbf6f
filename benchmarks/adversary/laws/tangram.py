"""Laws of outlines: written, converted, ordered, split and given otherwise, they have as many solutions."""

import json
import re
from cmath import rect
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, pi
from random import Random
from typing import Any, TypeAlias

from shared.wild import wild_outline

from adversary.findings import Report
from adversary.laws.comparing import OF, Answer, Result, answers, compare, named
from adversary.running import PIPE, Case, Ran
from heuristan.tangram.outlines.reading import shape_names

Polygons: TypeAlias = list[list[list[tuple[float, float]]]]
Feature: TypeAlias = dict[str, Any]

WILD = 3
"""Outlines at random in a group; one more is a shape that comes along."""
FORMATS = ("wkt", "svg", "yaml", "geojson", "geojsonl")
"""Formats that heuristan both writes and reads."""
PIPED = ("wkt", "geojsonl")
EXACTLY = ("--solver", "exact", "--count", "--format", "jsonl")
BY_RULES = ("--solver", "expert", "--format", "jsonl")
ENGINES = ("production", "compiled")


def _placed(polygons: Polygons, place: Callable[[complex], complex]) -> Polygons:
    moved = [[[place(complex(*spot)) for spot in ring] for ring in polygon] for polygon in polygons]
    return [[[(spot.real, spot.imag) for spot in ring] for ring in polygon] for polygon in moved]


def _rings(polygons: Polygons, change: Callable[[list[Any]], list[Any]]) -> Polygons:
    return [[change(ring) for ring in polygon] for polygon in polygons]


def _with_middles(ring: list[tuple[float, float]]) -> list[tuple[float, float]]:
    middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in zip(ring, (*ring[1:], ring[0]), strict=True)]
    return [spot for pair in zip(ring, middles, strict=True) for spot in pair]


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
    "with needless vertices": lambda given: _rings(given, _with_middles),
}
"""Ways to write an outline that change nothing of the puzzle."""


def cases(number: int, seed: int) -> Iterator[Case]:
    """Yield groups of outlines, each written, converted and given in every way; each has a shape that comes along."""
    for at in range(ceil(number / (WILD + 1))):
        dice = Random(f"{seed} {at}")
        wild = {str(n): wild_outline(dice.randrange(10**6), 1).polygons for n in range(1, WILD + 1)}
        yield _case(f"group {at}", wild, dice.choice(shape_names()), dice.sample(FORMATS, len(FORMATS)))


def _case(tried: str, wild: Mapping[str, Polygons], shape: str, formats: Sequence[str]) -> Case:
    """Return what is done with a group.

    Args:
        tried: how the group is called.
        wild: outlines by their names.
        shape: the name of the shape that comes along.
        formats: the formats through which each goes, one after the other.
    """
    written = [_feature(change(given), f"{way}{OF}{n}") for n, given in wild.items() for way, change in WAYS.items()]
    points = {f"points{OF}{n}": given[0][0] for n, given in wild.items() if [*map(len, given)] == [1]}
    files = {
        "ways.geojsonl": _lines(written),
        "turned round.geojsonl": _lines([_feature(wild[n], f"in another order{OF}{n}") for n in [*wild][::-1]]),
        "collection.geojson": _collection([_feature(wild[n], f"in a collection{OF}{n}") for n in wild]),
        "folder/lines.geojsonl": _lines([_feature(wild[n], f"in a folder, with others{OF}{n}") for n in wild]),
        **{f"folder/in a folder{OF}{n}.geojson": _whole(_feature(wild[n])) for n in wild},
        **{f"{n}.geojson": _whole(_feature(wild[n])) for n in wild},
        **{f"{name}.json": json.dumps(ring).encode() for name, ring in points.items()},
        **{f"{name}.csv": "\n".join(("x,y", *(f"{x},{y}" for x, y in ring))).encode() for name, ring in points.items()},
    }
    names = [*wild, shape]
    alone = [*(f"{n}.geojson" for n in wild), shape]
    converted = [(source, n, form) for source, n in zip(alone, names, strict=True) for form in FORMATS]
    through = [f"{form} of another{OF}{{}}.{form}" for form in formats]
    chains = [(each, through[0].format(n)) for each, n in zip(alone, names, strict=True)]
    chains += [(one.format(n), other.format(n)) for n in names for one, other in pairwise(through)]
    several = ("together.wkt", "together.geojsonl", "together.geojson")
    solved = {
        "ways.geojsonl": len(written),
        "turned round.geojsonl": WILD,
        "collection.geojson": WILD,
        "folder": 2 * WILD,
        f"folder/*{OF}*.geojson": WILD,
        **dict.fromkeys(alone, 1),
        **dict.fromkeys((f"{name}.{form}" for name in points for form in ("json", "csv")), 1),
        **{f"{form}{OF}{n}.{form}": 1 for _, n, form in converted},
        **{each.format(n): 1 for each in through for n in names},
        **dict.fromkeys(several, WILD),
        "apart": len(names),
    }
    lines = (
        *(("convert", source, f"{form}{OF}{n}.{form}") for source, n, form in converted),
        *(("convert", *chain) for chain in chains),
        *(("convert", *alone[:WILD], each) for each in several),
        ("convert", *alone, "apart", "--format", "svg"),
        *(("convert", alone[0], "-", "--format", form) for form in PIPED),
        (PIPE, "solve", "-", *EXACTLY),
        ("solve", "ways.geojsonl", *EXACTLY),
        (PIPE, "verify", "ways.geojsonl", "-", "--format", "jsonl"),
        ("solve", *[*solved][:0:-1], *EXACTLY),
        *(("solve", *alone, *BY_RULES, "--engine", engine) for engine in ENGINES),
        ("solve", *alone, *BY_RULES),
        (PIPE, "verify", *alone, "-", "--format", "jsonl"),
    )
    return Case(tried, lines, files, sum(solved.values()) + 1 + (len(ENGINES) + 1) * len(alone))


def _feature(polygons: Polygons, id: str | None = None) -> Feature:
    closed = [[[*ring, ring[0]] for ring in polygon] for polygon in polygons]
    geometry = {"type": "MultiPolygon", "coordinates": closed}
    return {"type": "Feature", **({"id": id} if id else {}), "properties": {}, "geometry": geometry}


def _whole(feature: Feature) -> bytes:
    return json.dumps(feature).encode()


def _lines(features: Sequence[Feature]) -> bytes:
    return b"".join(_whole(each) + b"\n" for each in features)


def _collection(features: Sequence[Feature]) -> bytes:
    return _whole({"type": "FeatureCollection", "features": [*features]})


def read(result: Result) -> Answer:
    """Return the answer of a result: the number of solutions, or whether rules find one."""
    name = re.sub(r"^together-(\d)$", rf"together{OF}\1", str(result["id"]))
    way, puzzle = named(name)
    if result["solver"] != "exact":
        return Answer(f"{BY_RULES[1]}, {way}", f"{puzzle}, {BY_RULES[1]}", result["status"])
    counted = result.get("solutions") or {}
    return Answer(way, puzzle, result["status"], [counted.get(each) for each in ("tilings", "distinct", "complete")])


def faults(done: Ran) -> Iterator[str]:
    """Yield what rules do not solve though there is a solution, and files that differ from what goes through a pipe."""
    given = answers(done, read)
    solvable = {each.puzzle for each in given if each.status == "solved"}
    for each in given:
        if each.puzzle.removesuffix(f", {BY_RULES[1]}") in solvable and each.status in ("stuck", "unsolvable"):
            yield f"{each.way}: {each.status}, though there is a solution"
    piped = {form: done.files.get(f"{form}{OF}1.{form}", b"").decode() for form in PIPED}
    yield from (f"through a pipe {form} is another file" for form, text in piped.items() if text not in done.out)


def try_laws(report: Report, number: int, seed: int) -> None:
    """Try a number of outlines."""
    compare(report, cases(number, seed), read, faults)
