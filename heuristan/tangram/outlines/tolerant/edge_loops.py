"""The edges of a part, sorted into the eight directions and put on common lines, and the puzzle that they make.

It lies exactly on the lattice, if sums of sides explain its lengths; or with nearness, and then lines stay where they
were drawn. Parts lie side by side on the lattice, each turned back.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heappop, heappush
from itertools import accumulate, islice, product
from math import atan2, ceil, cos, sin, sqrt
from operator import itemgetter
from statistics import fmean
from typing import NamedTuple, TypeAlias

from heuristan.common.plane import sides_of, turned
from heuristan.tangram.boundary import Ring
from heuristan.tangram.lattice.points import LIMIT, ORIGIN, Code, Direction, Point, add, code, point, step
from heuristan.tangram.outlines.tolerant.silhouette import EIGHTH, FloatRing, Silhouette, WornPart
from heuristan.tangram.pieces.sets import UNITS_A_LEG, PieceSet, in_legs, items_of
from heuristan.tangram.pieces.tiling import infeasible_edges
from heuristan.tangram.puzzle.drawing import Vector
from heuristan.tangram.puzzle.puzzle import Frame, OutlineError, PartPlace, Puzzle, make_puzzle

UNITS: tuple[Vector, ...] = tuple((cos(k * EIGHTH), sin(k * EIGHTH)) for k in range(8))
"""The eight directions."""

ROUNDS = 12
"""Number of rounds of leaving out edges that became too short, before a part is given up."""


@dataclass(eq=False)
class LineEdge:
    """An edge on a line, while its part is put in order."""

    direction: Direction
    offset: float
    """Offset of its line: the projection on direction + 2, in legs."""
    length: float


EdgeLoop: TypeAlias = list[LineEdge]


def edges_of(part: WornPart, nearness: float) -> list[EdgeLoop] | None:
    """Return the loops of edges of a part, turned back to the eight directions; None if too little is left of one.

    Args:
        part: the part as drawn.
        nearness: lines less far apart than this, in legs, are one line, and shorter edges are left out.
    """
    loops = [_joined([edge for edge in _drawn_edges(ring, part) if edge.length >= nearness]) for ring in part.rings]
    kept = [loop for loop in loops if loop is not None]
    if not kept or loops[0] is None:
        return None
    for _ in range(ROUNDS):
        _put_on_common_lines((edge for loop in kept for edge in loop), nearness)
        short = [loop for loop in kept if _measure(loop) < nearness]
        if not short:
            return kept
        for loop in short:
            loop.remove(min(loop, key=lambda edge: edge.length))
            joined = _joined(loop)
            if joined is None:
                return None
            loop[:] = joined
    return None


def vertices_of(loop: EdgeLoop) -> list[Vector]:
    """Return the vertices where the edges of a loop start: there the lines of neighbours meet."""
    return [_meeting(before, edge) for before, edge in zip((loop[-1], *loop[:-1]), loop, strict=True)]


def _drawn_edges(ring: FloatRing, part: WornPart) -> Iterable[LineEdge]:
    for (a, b), (x, y) in sides_of([turned(spot, -part.turn) for spot in ring]):
        direction = round(atan2(y - b, x - a) / EIGHTH) % 8
        along, across = UNITS[direction], UNITS[(direction + 2) % 8]
        offset = ((a + x) * across[0] + (b + y) * across[1]) / 2 - part.worn
        yield LineEdge(direction, offset, (x - a) * along[0] + (y - b) * along[1])


def _joined(edges: Sequence[LineEdge]) -> EdgeLoop | None:
    """Join neighbours of one direction, and drop edges that run back on their neighbour."""
    loop = list(edges)
    i = 0
    while len(loop) > 2 and i < len(loop):
        edge, following = loop[i], loop[(i + 1) % len(loop)]
        bend = (following.direction - edge.direction) % 8
        if bend == 0:
            length = edge.length + following.length
            weight = following.length / length if length else 0.5
            edge.offset += (following.offset - edge.offset) * weight
            edge.length = length
            loop.remove(following)
        elif bend == 4:
            loop.remove(min(edge, following, key=lambda e: e.length))
        else:
            i += 1
            continue
        i = max(0, i - 2)
    is_closed = len(loop) > 2 and (loop[0].direction - loop[-1].direction) % 4 != 0
    return loop if is_closed else None


def _put_on_common_lines(edges: Iterable[LineEdge], nearness: float) -> None:
    """Give edges on nearly the same line their mean offset, longer ones with more weight."""
    by_direction: dict[int, list[tuple[float, LineEdge]]] = defaultdict(list)
    for edge in edges:
        by_direction[edge.direction % 4].append((edge.offset * _sense(edge), edge))
    for found in by_direction.values():
        found.sort(key=lambda item: item[0])
        first = 0
        for i in range(1, len(found) + 1):
            if i == len(found) or found[i][0] - found[i - 1][0] > nearness:
                _put_on_one_line(found[first:i])
                first = i


def _put_on_one_line(found: Sequence[tuple[float, LineEdge]]) -> None:
    weights = [max(edge.length, 1e-6) for _, edge in found]
    mean = sum(offset * weight for (offset, _), weight in zip(found, weights, strict=True)) / sum(weights)
    for _, edge in found:
        edge.offset = mean * _sense(edge)


def _sense(edge: LineEdge) -> int:
    """Return 1 if an edge runs the way of its line, in directions 0 to 3, else -1: the sign of its offset."""
    return 1 if edge.direction < 4 else -1


def _measure(loop: EdgeLoop) -> float:
    """Measure the edges between their vertices; return the minimum length, negative for an edge that runs backwards."""
    vertices = vertices_of(loop)
    for edge, (a, b), (x, y) in zip(loop, vertices, (*vertices[1:], vertices[0]), strict=True):
        along = UNITS[edge.direction]
        edge.length = (x - a) * along[0] + (y - b) * along[1]
    return min(edge.length for edge in loop)


def _meeting(a: LineEdge, b: LineEdge) -> Vector:
    """Return the point where the lines of two edges that are not parallel meet."""
    (ax, ay), (bx, by) = UNITS[(a.direction + 2) % 8], UNITS[(b.direction + 2) % 8]
    determinant = ax * by - ay * bx
    return (a.offset * by - b.offset * ay) / determinant, (ax * b.offset - bx * a.offset) / determinant


MAX_TERMS = 12
"""Maximum number of legs, and of sqrt2 legs, in a length."""

MAX_TAKEN = 2
"""Maximum number of either that is taken away from the other: where edges overhang, lengths are differences."""

DIFFERENCE = 0.02
"""A difference is preferred to a sum if it is nearer by this, in legs."""

MAX_TRIES = 300
"""Maximum number of choices of lengths that are tried for a loop, the nearest first."""

MAX_LOOPS = 3
"""Maximum number of ways to close a loop that are tried with those of the others."""

ROOT = sqrt(2)

Length: TypeAlias = tuple[int, int]
"""A number of legs, and of sqrt2 legs."""


class MeantLength(NamedTuple):
    """A length that may be meant."""

    cost: float
    length: Length


def lattice_rings(parts: Sequence[Sequence[EdgeLoop]], reach: float) -> Iterator[list[list[Ring]]]:
    """Yield the rings of parts on the lattice, the nearest first; each part begins at the origin.

    Args:
        parts: the loops of each part, the outer one first.
        reach: the maximum error of a length, in legs.
    """
    rings_of_loops = [list(islice(_closed_rings(loop, reach), MAX_LOOPS)) for loops in parts for loop in loops]
    for chosen in product(*rings_of_loops):
        rings = iter(chosen)
        found = [_placed(loops, [next(rings) for _ in loops], reach) for loops in parts]
        if all(part is not None for part in found):
            yield [part for part in found if part is not None]


def _closed_rings(loop: EdgeLoop, reach: float) -> Iterator[Ring]:
    """Yield the closed rings whose sides have the lengths of edges, the nearest first."""
    meant = [meant_lengths(edge.length, reach) for edge in loop]
    if not all(meant):
        return
    first = (0,) * len(loop)
    waiting = [(sum(choices[0].cost for choices in meant), first)]
    seen = {first}
    for _ in range(MAX_TRIES):
        if not waiting:
            return
        cost, chosen = heappop(waiting)
        lengths = [choices[i].length for choices, i in zip(meant, chosen, strict=True)]
        ring = _ring([edge.direction for edge in loop], lengths)
        if ring is not None:
            yield ring
        for n, i in enumerate(chosen):
            if i + 1 < len(meant[n]):
                following = (*chosen[:n], i + 1, *chosen[n + 1 :])
                if following not in seen:
                    seen.add(following)
                    heappush(waiting, (cost + meant[n][i + 1].cost - meant[n][i].cost, following))


def _ring(directions: Sequence[Direction], lengths: Sequence[Length]) -> Ring | None:
    """Return the vertices of a walk from the origin; None if it does not come back."""
    steps = [stretch(direction, length) for direction, length in zip(directions, lengths, strict=True)]
    *vertices, end = accumulate(steps, add, initial=ORIGIN)
    return tuple(vertices) if end == ORIGIN else None


@lru_cache(maxsize=4096)
def stretch(direction: Direction, length: Length) -> Point:
    """Return the move along a direction by a length."""
    return step(direction, code(UNITS_A_LEG * length[0], 2 * UNITS_A_LEG * length[1]))


def meant_lengths(length: float, reach: float) -> list[MeantLength]:
    """Return the lengths within reach, the likeliest first."""
    lengths = _lengths()
    near = lengths[
        bisect_left(lengths, length - reach, key=itemgetter(0)) : bisect_right(
            lengths, length + reach, key=itemgetter(0)
        )
    ]
    return sorted(
        MeantLength(abs(number - length) + DIFFERENCE * (min(whole, root) < 0), (whole, root))
        for number, whole, root in near
    )


@lru_cache
def _lengths() -> list[tuple[float, int, int]]:
    """Return lengths and their terms, in order."""
    numbers = range(-MAX_TAKEN, MAX_TERMS + 1)
    return sorted((a + b * ROOT, a, b) for a in numbers for b in numbers if a + b * ROOT > 0.1)


def _placed(loops: Sequence[EdgeLoop], rings: Sequence[Ring], reach: float) -> list[Ring] | None:
    """Return the rings of one part, holes moved to the lattice points near them; None if one has no such point."""
    starts = [vertices_of(loop)[0] for loop in loops]
    found = [rings[0]]
    for start, ring in zip(starts[1:], rings[1:], strict=True):
        at = _point_near((start[0] - starts[0][0], start[1] - starts[0][1]), reach)
        if at is None:
            return None
        found.append(tuple(add(p, at) for p in ring))
    return found


def _point_near(spot: Vector, reach: float) -> Point | None:
    """Return the lattice point near a place, the one with the fewest steps to it."""
    for _, place, coefficients in _points():
        if abs(place[0] - spot[0]) <= reach and abs(place[1] - spot[1]) <= reach:
            return point(*(UNITS_A_LEG * c for c in coefficients))
    return None


@lru_cache
def _points() -> list[tuple[int, Vector, tuple[int, ...]]]:
    """Return the lattice points near the origin, those with the fewest steps first."""
    found = []
    for coefficients in product(range(-6, 7), repeat=4):
        steps = sum(map(abs, coefficients))
        if steps <= 7:
            x, y = (sum(c * UNITS[k][axis] for k, c in enumerate(coefficients)) for axis in (0, 1))
            found.append((steps, (x, y), coefficients))
    return sorted(found, key=itemgetter(0))


APART = 1
"""Distance between parts on the lattice, in legs."""


class TidiedPart(NamedTuple):
    """A part of a drawing put in order."""

    turn: float
    """Its turn against the eight directions, in radians."""
    loops: list[EdgeLoop]
    """The loops of its edges, turned back; the outer one first."""


def _in_drawing(
    silhouette: Silhouette, places: list[PartPlace], denominator: int
) -> tuple[Frame, tuple[PartPlace, ...]]:
    """Return the map from the lattice to the drawing; the place of a single part becomes part of the frame."""
    scale = silhouette.leg / (UNITS_A_LEG * denominator)
    if len(places) == 1:
        return Frame(scale, places[0].turn, silhouette.own(places[0].shift), silhouette.y_down), ()
    return Frame(scale, 0.0, silhouette.origin, silhouette.y_down), tuple(places)


MIN_REACH = 0.03
"""Minimum of the allowed error of a length, in legs; it is else twice the nearness, one at either end."""


def exact_puzzle(
    silhouette: Silhouette, parts: Sequence[TidiedPart], nearness: float, pieces: PieceSet
) -> Puzzle | None:
    """Return the lattice puzzle with the lengths that are meant; None if sums of sides do not explain all of them."""
    reach = max(2 * nearness, MIN_REACH)
    for rings in lattice_rings([part.loops for part in parts], reach):
        laid, places = _side_by_side(parts, rings)
        frame, placed = _in_drawing(silhouette, places, 1)
        try:
            puzzle = make_puzzle(silhouette.id, laid, sets=silhouette.sets, frame=frame, pieces=pieces)
        except OutlineError:
            continue
        if not any(infeasible_edges(puzzle.boundary, pieces, items_of(pieces, puzzle.stock), 1)):
            return replace(puzzle, places=placed)
    return None


def _side_by_side(parts: Sequence[TidiedPart], rings: Sequence[Sequence[Ring]]) -> tuple[list[Ring], list[PartPlace]]:
    """Return the rings of all parts on one lattice, and the places of the parts in the drawing."""
    laid: list[Ring] = []
    places: list[PartPlace] = []
    begin = 0
    for part, loops in zip(parts, rings, strict=True):
        spots = [in_legs(p) for ring in loops for p in ring]
        shift = begin + ceil(-min(x for x, _ in spots))
        laid += [tuple(add(p, point(UNITS_A_LEG * shift, 0, 0, 0)) for p in ring) for ring in loops]
        drawn = [vertex for loop in part.loops for vertex in vertices_of(loop)]
        off = (
            fmean(x - u for (x, _), (u, _) in zip(drawn, spots, strict=True)) - shift,
            fmean(y - v for (_, y), (_, v) in zip(drawn, spots, strict=True)),
        )
        places.append(PartPlace(begin - APART / 2, part.turn, turned(off, part.turn)))
        begin = shift + ceil(max(x for x, _ in spots)) + APART
    return laid, places


FINENESS = 128
"""Number of lattice points on a small leg: drawn lines are put on the nearest, at most 0.002 legs away."""

UNITS_OF_FINE_LEG = UNITS_A_LEG * FINENESS
"""Number of lattice units in a leg."""

WIDEST = LIMIT // 2 // UNITS_OF_FINE_LEG
"""Maximum width, in legs, with parts side by side: half of the exact range, so that pieces laid there stay in range."""


def near_puzzle(silhouette: Silhouette, parts: Sequence[TidiedPart], nearness: float, pieces: PieceSet) -> Puzzle:
    """Return the puzzle of these parts in which lines and points that are near each other may be the same.

    Raises:
        OutlineError: if it is wider or higher than WIDEST.
    """
    rings: list[Ring] = []
    places: list[PartPlace] = []
    begin = 0.0
    for part in parts:
        vertices = [vertex for loop in part.loops for vertex in vertices_of(loop)]
        left, low, right = min(x for x, _ in vertices), min(y for _, y in vertices), max(x for x, _ in vertices)
        if max(begin + right - left, max(y for _, y in vertices) - low) > WIDEST:
            raise OutlineError(
                f"the outline is more than {WIDEST} small legs across, which is too far for exact numbers; split it"
            )
        rings += [_lattice_ring(loop, (begin - left, -low)) for loop in part.loops]
        places.append(PartPlace(begin - APART / 2, part.turn, turned((left - begin, low), part.turn)))
        begin += right - left + APART
    frame, placed = _in_drawing(silhouette, places, FINENESS)
    near = code(round(nearness * UNITS_OF_FINE_LEG), 0)
    return Puzzle(silhouette.id, tuple(rings), FINENESS, silhouette.sets, frame, pieces, near, placed)


def _lattice_ring(loop: EdgeLoop, shift: Vector) -> Ring:
    """Return a moved loop on the lattice: lines on the nearest lattice line, vertices where lines meet.

    Only the projections across its two lines are exact at a vertex; the others are the nearest numbers. So they need
    not agree with each other to the last unit, which is far below the nearness.
    """
    moved = [(x + shift[0], y + shift[1]) for x, y in vertices_of(loop)]
    offsets = [_number(edge.offset + _along((edge.direction + 2) % 8, shift)) for edge in loop]
    found = []
    for i, vertex in enumerate(moved):
        numbers = [_number(_along(k, vertex)) for k in range(4)]
        for line in (i - 1, i):
            k = (loop[line].direction + 2) % 8
            numbers[k % 4] = offsets[line] if k < 4 else -offsets[line]
        found.append((numbers[0], numbers[1], numbers[2], numbers[3]))
    return tuple(found)


def _along(direction: Direction, spot: Vector) -> float:
    x, y = UNITS[direction]
    return spot[0] * x + spot[1] * y


def _number(legs: float) -> Code:
    return code(round(legs * UNITS_OF_FINE_LEG), 0)
