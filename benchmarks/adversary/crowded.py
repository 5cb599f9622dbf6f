"""Outlines that are as hard to read as the number of vertices allows, in each format that they can be written in."""

import json
from cmath import exp, rect
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from math import isqrt, pi
from random import Random
from typing import TypeAlias

from adversary.nesting import SVG

Ring: TypeAlias = Sequence[complex]
Polygons: TypeAlias = Sequence[Sequence[Ring]]
"""Parts of an outline: each an outer ring and its holes."""

MOST = 2000
"""The number of vertices that are allowed."""


def _box(at: complex, width: float, height: float | None = None) -> Ring:
    height = width if height is None else height
    return [at, at + width, at + complex(width, height), at + height * 1j]


def _squares(number: int, gap: float) -> list[Ring]:
    """Return squares of ten units in rows."""
    side = isqrt(number)
    return [_box(complex(n % side, n // side) * (10 + gap), 10) for n in range(number)]


def _alone(rings: Iterable[Ring]) -> Polygons:
    return [[ring] for ring in rings]


def _tangle(most: int) -> Ring:
    dice = Random(most)
    return [complex(dice.randrange(10**4), dice.randrange(10**4)) / 100 for _ in range(most)]


def _comb(most: int) -> Ring:
    teeth = (most - 2) // 4
    edge = chain.from_iterable((2 * n + 10j, 2 * n + 1 + 10j, 2 * n + 1 + 1j, 2 * n + 2 + 1j) for n in range(teeth))
    return [*edge, complex(2 * teeth, 0), 0j]


def _spiral(most: int) -> Ring:
    half = [rect(1 + n / 8, n * pi / 4) for n in range(most // 2)]
    return [*half, *(z * (1 - 0.5 / abs(z)) for z in reversed(half))]


def _stairs(most: int, off: float) -> Ring:
    """Return stairs whose vertices are off whole numbers."""
    dice = Random(most)
    steps = [complex(n // 2 + n % 2, n // 2) for n in range(most - 1)]
    return [*(z + complex(dice.uniform(-off, off), dice.uniform(-off, off)) for z in steps), complex(0, most / 2)]


def _spikes(most: int, inner: float) -> Ring:
    """Return a wheel of spikes."""
    return [rect((inner, 100)[n % 2], 2 * pi * n / most) for n in range(most)]


def _lattice(bars: int) -> list[Ring]:
    """Return bars that lie across each other."""
    return [
        *(_box(complex(0, 3 * n + 1), 3 * bars, 1) for n in range(bars)),
        *(_box(complex(3 * n + 1, 0), 1, 3 * bars) for n in range(bars)),
    ]


FIGURES: Mapping[str, Callable[[int], Polygons]] = {
    "a tangle": lambda most: _alone([_tangle(most)]),
    "a tangle and a triangle": lambda most: _alone([_tangle(most - 3), [0j, 1 + 0j, 1j]]),
    "a tangle with a hole": lambda most: [[_tangle(most - 3), [40 + 40j, 41 + 40j, 40 + 41j]]],
    "a star of long edges": lambda most: _alone(
        [[exp(pi * 2j * n * (most // 2) / (most - 1)) for n in range(most - 1)]]
    ),
    "a small tangle": lambda _: _alone([_tangle(50)]),
    "a small tangle among squares": lambda most: _alone([_tangle(50), *_squares(most // 4 - 13, 1)]),
    "a comb": lambda most: _alone([_comb(most)]),
    "a spiral": lambda most: _alone([_spiral(most)]),
    "a circle": lambda most: _alone([[rect(1, 2 * pi * n / most) for n in range(most)]]),
    "stairs": lambda most: _alone([_stairs(most, 0)]),
    "stairs that are off": lambda most: _alone([_stairs(most, 0.02)]),
    "spikes": lambda most: _alone([_spikes(most, 50)]),
    "spikes to the middle": lambda most: _alone([_spikes(most, 0.1)]),
    "squares apart": lambda most: _alone(_squares(most // 4, 1)),
    "squares side by side": lambda most: _alone(_squares(most // 4, 0)),
    "squares that nearly touch": lambda most: _alone(_squares(most // 4, 0.05)),
    "squares corner to corner": lambda most: _alone(_box(n * (1 + 1j), 1) for n in range(most // 4)),
    "squares in squares": lambda most: _alone(_box(complex(n, n), 2 * (most // 4 - n)) for n in range(most // 4)),
    "a square many times": lambda most: _alone([_box(0, 1)] * (most // 4)),
    "squares on a heap": lambda most: _alone(_box(complex(n, n) * 1e-4, 1) for n in range(most // 4)),
    "squares in a row that overlap": lambda _: _alone(_box(complex(n, n) * 0.9, 1) for n in range(240)),
    "bars across bars": lambda _: _alone(_lattice(11)),
    "tiny holes": lambda most: [[_box(-10 - 10j, 400), *(_box(ring[0], 0.2) for ring in _squares(most // 4 - 1, 1))]],
    "large holes": lambda most: [[_box(-10 - 10j, 400), *_squares(most // 4 - 1, 1)]],
    "holes that touch": lambda most: [[_box(-10 - 10j, 400), *_squares(most // 4 - 1, 0)]],
    "tiny triangles": lambda most: _alone(
        [z, z + 1, z + 1j] for z in (complex(n % 25, n // 25) * 50 for n in range(most // 3))
    ),
}
"""Makes the parts of an outline with no more than a number of vertices."""


def _closed(ring: Ring) -> list[list[float]]:
    return [[z.real, z.imag] for z in (*ring, ring[0])]


def _wkt_of(ring: Ring) -> str:
    return f"({', '.join(f'{x!r} {y!r}' for x, y in _closed(ring))})"


def _wkt(parts: Polygons) -> str:
    return f"MULTIPOLYGON ({', '.join(f'({chr(44).join(map(_wkt_of, part))})' for part in parts)})"


def _geojson(parts: Polygons) -> str:
    return json.dumps({"type": "MultiPolygon", "coordinates": [[_closed(ring) for ring in part] for part in parts]})


def _points(parts: Polygons) -> str:
    return json.dumps({"points": [_closed(ring)[:-1] for ring in chain(*parts)]})


def _csv(parts: Polygons) -> str:
    return "x,y\n" + "\n\n".join("\n".join(f"{x!r},{y!r}" for x, y in _closed(ring)[:-1]) for ring in chain(*parts))


def _path(rings: Iterable[Ring]) -> str:
    return " ".join("M" + "L".join(f"{x!r} {y!r}" for x, y in _closed(ring)[:-1]) + "Z" for ring in rings)


def _svg(parts: Polygons) -> str:
    return f'{SVG}<path d="{_path(chain(*parts))}"/></svg>'


def _svg_of_shapes(parts: Polygons) -> str:
    return f"{SVG}{''.join(f'<path d={chr(34)}{_path(part)}{chr(34)}/>' for part in parts)}</svg>"


def _svg_of_lines(parts: Polygons) -> str:
    return f'{SVG}<path fill="none" stroke="black" d="{_path(chain(*parts))}"/></svg>'


FORMATS: Mapping[str, Callable[[Polygons], str]] = {
    "WKT": _wkt,
    "GeoJSON": _geojson,
    "lists of points": _points,
    "CSV": _csv,
    "one path of SVG": _svg,
    "shapes of SVG": _svg_of_shapes,
    "lines of SVG": _svg_of_lines,
}
"""Writes an outline in a format."""
