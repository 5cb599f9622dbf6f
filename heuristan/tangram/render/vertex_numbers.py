"""The numbers of vertices and nodes in pictures of a step: beside their points, off the lines where that is easy."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import atan2, cos, pi, sin
from typing import NamedTuple

from heuristan.common.plane import Box, Spot, Stretch, box_of
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import Segment, View
from heuristan.common.svg.page import GREY, INK, label, width_of
from heuristan.common.svg.palette import PAPER
from heuristan.tangram.trace.events import VerticesNumbered

_LARGEST = 11.5
_SMALLEST = 7.0
_OF_A_LEG = 0.2
"""Height of the letters, as a share of a leg."""
_HEIGHT = 0.73
"""Height of digits, as a share of the height of letters."""
_GAP = 3.0
"""Between a number and the lines beside it."""
_FURTHEST = 2.2
"""Maximum distance of a number from its point, as a multiple of its height."""
MOST = 400
"""Maximum number of points that are numbered: of more, nobody could read the numbers."""


class _Sector(NamedTuple):
    """The angle at a point between two lines that follow each other counter-clockwise."""

    begin: float
    end: float
    outside: bool

    @property
    def half(self) -> float:
        return (self.end - self.begin) / 2


def vertex_numbers(
    numbered: VerticesNumbered | None, view: View, *, lines: Iterable[Stretch] = (), clear_of: Iterable[Box] = ()
) -> list[svg.Element]:
    """Return the numbers of vertices in black and those of nodes in grey, each once; none where they are very many.

    Args:
        numbered: the numbers; None if the trace has none.
        view: where the picture shows the points.
        lines: what the numbers are to keep off besides edges and extension lines.
        clear_of: boxes, in pixels, that they are not to cover.
    """
    if numbered is None or len(numbered.vertices) > MOST:
        return []
    size = min(_LARGEST, max(_SMALLEST, _OF_A_LEG * view.scale))
    vertices = {v.number for v in numbered.vertices if not v.type.startswith("node")}
    spots = {v.number: view.spot(v.spot) for v in numbered.vertices}
    segments = [(spots[start], spots[end]) for start, end, _ in numbered.connections]
    segments += [(view.spot(line.start), view.spot(line.end)) for line in lines]
    sectors = _sectors(numbered, spots)
    taken, found = [*clear_of], list[svg.Element]()
    for number in sorted(spots, key=lambda number: (number not in vertices, number)):
        places = [
            (box, sector) for sector in sectors[number] for box in _boxes(str(number), spots[number], sector, size)
        ]
        box = _best(places, segments, taken)
        taken.append(box)
        kind, colour = ("vertex-number", INK) if number in vertices else ("node-number", GREY)
        x, y = (box[0] + box[2]) / 2, box[3]
        found.append(label(x, y, str(number), size=size, anchor="middle", fill=colour, kind=kind, halo=PAPER))
    return found


def _sectors(numbered: VerticesNumbered, spots: dict[int, Spot]) -> dict[int, list[_Sector]]:
    """Return the sectors at each point; outside is what lies clockwise of no edge that leaves it."""
    rays: dict[int, dict[float, bool]] = defaultdict(dict)
    for start, end, by in numbered.connections:
        # an edge has the inside on its left; what follows it counter-clockwise at its end is outside
        there, back = _angle(spots[start], spots[end]), _angle(spots[end], spots[start])
        rays[start][there] = False
        rays[end][back] = rays[end].get(back, by == "edge")
    return {number: list(_between(rays[number])) for number in spots}


def _best(places: Sequence[tuple[Box, _Sector]], segments: Sequence[Segment], taken: Sequence[Box]) -> Box:
    """Return the box of a number: where it hides least, rather outside, and in the widest sector."""
    whole = box_of(spot for box, _ in places for spot in (box[:2], box[2:]))
    near = [segment for segment in segments if _crosses(segment, whole)]
    close = [other for other in taken if _overlap(other, whole)]

    def cost(box: Box, sector: _Sector) -> tuple[int, int, bool, float]:
        overlaps = sum(_overlap(box, other) for other in close)
        return overlaps, sum(_crosses(segment, box) for segment in near), not sector.outside, -sector.half

    return min(places, key=lambda place: cost(*place))[0]


def _boxes(words: str, at: Spot, sector: _Sector, size: float) -> Iterator[Box]:
    """Yield boxes in the middle of a sector, and in a wide one also to the left and right of that."""
    middle = (sector.begin + sector.end) / 2
    for angle in (middle, middle - pi / 4, middle + pi / 4) if sector.half > pi / 3 else (middle,):
        wide, high = width_of(words, size), _HEIGHT * size
        distance = _GAP + _reach(angle, wide, high)
        for ray in (sector.begin, sector.end):
            aside = abs(sin(angle - ray))
            if cos(angle - ray) > 0 and aside:
                distance = max(distance, (_GAP + _reach(ray + pi / 2, wide, high)) / aside)
        distance = min(distance, _FURTHEST * size)
        x, y = at[0] + distance * cos(angle), at[1] - distance * sin(angle)
        yield x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _angle(start: Spot, end: Spot) -> float:
    """Return the direction from a point of the picture to another, counter-clockwise."""
    return round(atan2(start[1] - end[1], end[0] - start[0]), 6)


def _between(rays: dict[float, bool]) -> Iterator[_Sector]:
    """Yield the sectors between lines that leave a point; each line says whether what follows it is outside."""
    angles = sorted(rays)
    if not angles:
        yield _Sector(0, 2 * pi, True)
        return
    for begin, end in pairwise([*angles, angles[0] + 2 * pi]):
        yield _Sector(begin, end, rays[begin])


def _reach(angle: float, wide: float, high: float) -> float:
    """Return how far a box reaches from its middle in a direction."""
    return abs(cos(angle)) * wide / 2 + abs(sin(angle)) * high / 2


def _overlap(box: Box, other: Box) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def _crosses(segment: Segment, box: Box) -> bool:
    """Return whether a segment passes through a box."""
    (x0, y0), (x1, y1) = segment
    low, high = 0.0, 1.0
    for start, step, least, most in ((x0, x1 - x0, box[0], box[2]), (y0, y1 - y0, box[1], box[3])):
        if abs(step) < 1e-9:
            if not least < start < most:
                return False
            continue
        ends = sorted(((least - start) / step, (most - start) / step))
        low, high = max(low, ends[0]), min(high, ends[1])
    return low < high
