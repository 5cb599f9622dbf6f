"""Values in values in values, and texts of nothing but opening brackets, in each language that is read."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from adversary.words import number, word

DEPTHS = (3, 30, 60, 130, 260, 800, 3000, 100_000)

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'


def value(dice: Random, depth: int = 0) -> Any:
    """Return a hostile JSON value."""
    kind = dice.randrange(8 if depth < 4 else 4)
    if kind < 2:
        return word(dice)
    if kind == 2:
        return number(dice)
    if kind == 3:
        return dice.choice((None, True, False, [], {}))
    if kind == 4:
        return deep(dice.choice(DEPTHS[:5]), is_object=dice.random() < 0.5)
    if kind == 5:
        return [value(dice, 4)] * dice.choice((1, 2, 401, 5000))
    if kind == 6:
        return [value(dice, depth + 1) for _ in range(dice.randrange(4))]
    return {word(dice): value(dice, depth + 1) for _ in range(dice.randrange(4))}


def deep(depth: int, *, is_object: bool) -> Any:
    """Return lists in lists, or objects in objects."""
    found: Any = 1
    for _ in range(depth):
        found = {"a": found} if is_object else [found]
    return found


def _json(depth: int) -> str:
    return '{"type": "Polygon", "coordinates": ' + "[" * depth + "0" + "]" * depth + "}"


def _objects(depth: int) -> str:
    return '{"type": "Feature", "properties": ' + '{"a": ' * depth + "0" + "}" * depth + ', "geometry": null}'


def _collections(depth: int) -> str:
    opening = '{"type": "GeometryCollection", "geometries": ['
    return opening * depth + '{"type": "Polygon", "coordinates": []}' + "]}" * depth


def _anchors(depth: int) -> str:
    lines = ["a0: &a0 [1, 1]", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, min(depth, 300)))]
    return "\n".join(lines) + f"\nvertices: *a{min(depth, 300) - 1}\n"


def _uses(depth: int) -> str:
    groups = "".join(
        f'<g id="g{n}">{f"<use href={chr(34)}#g{n - 1}{chr(34)}/>" * 9}</g>' for n in range(1, min(depth, 99))
    )
    return f'{SVG}<g id="g0"><rect width="4" height="2"/></g>{groups}</svg>'


TEXTS: Mapping[str, Callable[[int], str]] = {
    "lists of JSON": _json,
    "objects of JSON": _objects,
    "collections of GeoJSON": _collections,
    "lists of YAML": lambda depth: "vertices: " + "[" * depth + "]" * depth,
    "mappings of YAML": lambda depth: "{a: " * depth + "1" + "}" * depth,
    "lines of YAML": lambda depth: "\n".join(" " * n + "a:" for n in range(min(depth, 1000))),
    "anchors of YAML": _anchors,
    "collections of WKT": lambda depth: "GEOMETRYCOLLECTION (" * depth + "POINT (1 1)" + ")" * depth,
    "brackets of WKT": lambda depth: "POLYGON " + "(" * depth + "0 0" + ")" * depth,
    "groups of SVG": lambda depth: SVG + "<g>" * depth + '<rect width="4" height="2"/>' + "</g>" * depth + "</svg>",
    "drawings in SVG": lambda depth: (
        SVG + "<svg>" * depth + '<rect width="4" height="2"/>' + "</svg>" * depth + "</svg>"
    ),
    "uses of SVG": _uses,
    "a use of itself": lambda _: f'{SVG}<g id="a"><use href="#a"/></g><use href="#a"/></svg>',
    "turns of SVG": lambda depth: f'{SVG}<g transform="{"rotate(1) " * depth}"><rect width="4" height="2"/></g></svg>',
    "a number of many digits": lambda depth: (
        '{"type": "Polygon", "coordinates": [[[0, %s], [1, 1], [0, 1]]]}' % ("9" * depth * 10)
    ),
    "a length of many digits": lambda depth: f"unit: legs\nE {'9' * depth * 10}, N 2, W 2, S 2\n",
    "digits of YAML": lambda depth: f"vertices: [[0, {'9' * depth * 10}r2], [1/{'3' * depth * 10}, 1], [0, 1]]\n",
    "many vertices": lambda depth: "POLYGON ((" + ", ".join(f"{n} {n * n % 7}" for n in range(depth * 10)) + ", 0 0))",
    "many outlines": lambda depth: "POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))\n" * depth,
    "many features": lambda depth: '{"type": "Feature", "geometry": null, "properties": null}\n' * depth,
}
"""Makes a text of a depth, or of ten times that many digits or vertices."""
