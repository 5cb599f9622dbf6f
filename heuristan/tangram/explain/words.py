"""Numbers, lengths, names, lists and places in English.

Places are in the outline's own coordinates. Vertices, nodes and what lies between them have numbers, as section 4.1
numbers them and pictures show them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from math import ceil, isfinite, log10, sqrt
from typing import NamedTuple

from heuristan.common import words
from heuristan.common.plane import Ring, Spot, mean_of
from heuristan.common.words import NARROW as NARROW
from heuristan.common.words import listed as listed
from heuristan.common.words import places as places
from heuristan.tangram.trace.events import Connection, Frame, PuzzleRead, VerticesNumbered
from heuristan.tangram.trace.kept_path import spoken as spoken

ROOT = sqrt(2)
MINUS = "\u2212"
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]

_SAME_LENGTH = 1e-7
"""Maximum difference in legs. A trace has twelve decimals; a wrong a + b√2 is as near in a few of 100,000 cases."""
_MOST_ROOTS = 40
_DENOMINATORS = (1, 2, 3, 4)


def number(count: int) -> str:
    """Write a small number in words, a larger one in digits."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


plural = partial(words.plural, write=number)
"""Returns a number in words with its noun: "one edge", "13 matches"."""


def article(noun: str) -> str:
    """Return the noun with "a" or "an"."""
    return f"{'an' if noun[:1].lower() in tuple('aeiou') else 'a'} {noun}"


def capital(sentence: str) -> str:
    """Begin a sentence with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def pieces(names: Iterable[str] | Mapping[str, int]) -> str:
    """List pieces with their numbers: "a square and two small triangles".

    Args:
        names: each piece by name, or the number of each name.
    """
    return listed(
        article(spoken(name)) if count == 1 else plural(count, spoken(name)) for name, count in Counter(names).items()
    )


@lru_cache(maxsize=4096)
def length(legs: float) -> str:
    """Write a length as people do: "2√2", "2+√2", "3/2", or "about 1.37" if it is not such a number."""
    for denominator in _DENOMINATORS if isfinite(legs) else ():
        found = _in_roots(legs * denominator)
        if found is not None:
            return _fraction(*found, denominator)
    return f"about{NARROW}{legs:.3g}"


def _in_roots(value: float) -> tuple[int, int] | None:
    """Return the simplest a, b with a + b√2 equal to the value; None if there are none."""
    found = []
    for b in range(-_MOST_ROOTS, _MOST_ROOTS + 1):
        a = round(value - b * ROOT)
        if abs(a + b * ROOT - value) < _SAME_LENGTH:
            found.append((abs(a) + abs(b), a, b))
    return min(found)[1:] if found else None


def _fraction(a: int, b: int, denominator: int) -> str:
    top = _sum(a, b)
    if denominator == 1:
        return top
    return f"({top})/{denominator}" if a and b else f"{top}/{denominator}"


def _sum(a: int, b: int) -> str:
    """Write a sum of a whole number and a multiple of √2, the positive one first."""
    root = f"{'' if abs(b) == 1 else abs(b)}√2"
    if not b:
        return _signed(a)
    if not a:
        return f"{MINUS if b < 0 else ''}{root}"
    if a < 0 < b:
        return f"{root}{MINUS}{-a}"
    return f"{_signed(a)}{MINUS if b < 0 else '+'}{root}"


def _signed(a: int) -> str:
    return str(a).replace("-", MINUS)


REGIONS = (
    ("at the bottom left", "at the bottom", "at the bottom right"),
    ("on the left", "in the middle", "on the right"),
    ("at the top left", "at the top", "at the top right"),
)
_LARGEST = 1e12
"""Beyond this, numbers are written with an exponent."""
_NUMBER = r"(-?[\d.]+(?:e[-+]?\d+)?)"
_SPOT_IN_LEGS = re.compile(rf"\({_NUMBER}, {_NUMBER}\)")


class Place(NamedTuple):
    """The outline as its reader sees it: upright, in its own coordinates."""

    frame: Frame
    lowest: Spot
    highest: Spot

    @classmethod
    def of(cls, puzzle: PuzzleRead | None) -> "Place":
        """Return the place of a puzzle; without one, in a trace that does not say what it is, it is in legs."""
        if puzzle is None:
            return cls(Frame(1.0, 0.0, (0.0, 0.0), False), (0.0, 0.0), (0.0, 0.0))
        spots = [_upright(puzzle.frame, spot) for ring in puzzle.outline for spot in ring] or [(0.0, 0.0)]
        xs, ys = zip(*spots, strict=True)
        return cls(puzzle.frame, (min(xs), min(ys)), (max(xs), max(ys)))

    def region(self, spot: Spot) -> str:
        """Describe in which ninth of the outline a position (in legs) lies."""
        x, y = _upright(self.frame, spot)
        column, row = (_third(v, low, high) for v, low, high in zip((x, y), self.lowest, self.highest, strict=True))
        return REGIONS[row][column]

    def coordinates(self, spot: Spot) -> str:
        """Write a position (in legs) in the outline's own coordinates, to about a hundredth of a leg."""
        decimals = _decimals(self.frame.scale)
        return f"({f',{NARROW}'.join(written(value, decimals) for value in self.frame.own(spot))})"

    def around(self, ring: Ring) -> str:
        """Describe about where a piece lies: round the middle of its vertices."""
        return f"around{NARROW}{self.coordinates(mean_of(ring) if ring else (0.0, 0.0))}"

    def reason(self, words: str) -> str:
        """Return the reason for an undoing; its positions, in legs in a trace, become coordinates of the outline."""

        def own(found: re.Match[str]) -> str:
            try:
                return self.coordinates((float(found[1]), float(found[2])))
            except ValueError:
                return found[0]

        return _SPOT_IN_LEGS.sub(own, words)

    @property
    def leg(self) -> str:
        """The length of a small leg in the outline's own coordinates."""
        return written(self.frame.scale, _decimals(self.frame.scale) + 2)


def _upright(frame: Frame, spot: Spot) -> Spot:
    x, y = frame.own(spot)
    return x, -y if frame.y_down else y


def _third(value: float, low: float, high: float) -> int:
    """Return 0, 1 or 2 for the lower, middle and upper third of a range."""
    return int(value >= low + (high - low) / 3) + int(value > low + (high - low) * 2 / 3)


def _decimals(scale: float) -> int:
    """Return the number of decimals that shows a hundredth of a leg."""
    return min(max(2 - ceil(log10(scale) - 1e-9), 0), 12) if isfinite(scale) and scale > 0 else 2


def written(value: float, decimals: int) -> str:
    """Write a number with as many decimals as it needs, up to a maximum."""
    if not abs(value) < _LARGEST:
        return f"{value:.6g}"
    text = f"{value:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def vertex_count(rings: Iterable[Ring]) -> int:
    """Count the vertices of some rings."""
    return sum(map(len, rings))


def concave_count(rings: Iterable[Ring]) -> int:
    """Count the concave vertices; outer rings run counter-clockwise and holes clockwise, the inside to the left."""
    return sum(_turns_right(ring[i - 1], p, ring[i + 1 - len(ring)]) for ring in rings for i, p in enumerate(ring))


def _turns_right(p: Spot, q: Spot, r: Spot) -> bool:
    return (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0]) < 0


MAX_VERTICES = 30
"""Maximum number of vertices that are listed with their coordinates."""
_DASH = "\u2013"


def vertex_at(spot: Spot, place: Place, numbered: VerticesNumbered | None) -> str:
    """Name a vertex by its number, if it has one, and its coordinates."""
    found = [vertex for vertex in numbered.vertices if vertex.spot == spot] if numbered else []
    if not found:
        return f"the vertex {place.coordinates(spot)}"
    kind = "node" if all(vertex.type.startswith("node") for vertex in found) else "vertex"
    return f"{kind}{NARROW}{found[0].number}{NARROW}{place.coordinates(spot)}"


def between(connections: Iterable[Connection], by: str) -> Iterator[str]:
    """Name the connections of a kind along a side, those that follow one another together."""
    chain: list[int] = []
    for start, end, kind in connections:
        if kind != by:
            continue
        if chain and chain[-1] != start:
            yield _DASH.join(map(str, chain))
            chain = []
        chain = [*(chain or [start]), end]
    if chain:
        yield _DASH.join(map(str, chain))


def bracketed(named: Iterable[str]) -> str:
    """Put names in brackets behind what they name; nothing if there are none."""
    found = tuple(dict.fromkeys(named))
    return f" ({listed(found)})" if found else ""


def describe_numbers(numbered: VerticesNumbered, place: Place) -> Iterator[str]:
    """Describe the numbers in the whole outline."""
    vertices = _vertices(numbered)
    nodes = sorted(set(numbered.numbers.values()) - set(vertices.values()))
    if len(vertices) <= MAX_VERTICES:
        yield f"The vertices have numbers: {_listed(vertices, place)}."
    else:
        yield f"The vertices have the numbers {places(sorted(vertices.values()))}."
    if nodes:
        yield f"The nodes, where extension lines meet or end, have {places(nodes)}."
    yield "A line is named by the numbers along it."


def new_vertices(earlier: Iterable[VerticesNumbered], after: VerticesNumbered, place: Place) -> str:
    """List the vertices that there were not before."""
    known = {spot for each in earlier for spot in _vertices(each)}
    found = {spot: number for spot, number in _vertices(after).items() if spot not in known}
    return _listed(found, place) if len(found) <= MAX_VERTICES else places(sorted(found.values()))


def _vertices(numbered: VerticesNumbered) -> dict[Spot, int]:
    return {vertex.spot: vertex.number for vertex in numbered.vertices if not vertex.type.startswith("node")}


def _listed(numbers: dict[Spot, int], place: Place) -> str:
    return listed(f"{number}{NARROW}{place.coordinates(spot)}" for spot, number in numbers.items()) if numbers else ""
