"""All tilings of an outline by brute force: slow, and short enough to be read.

The lowest of the leftmost points of a region is a vertex of every piece that reaches it. So one piece has a side along
the side of the region that leaves it there, and each piece in each turn is tried in that place.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from shared.wild.laying import Laid, figures
from shared.wild.numbers import Point, box_of, heading_of, minus, overlap, plus, xy
from shared.wild.rings import boundary, cut, polygons_of

Sides: TypeAlias = frozenset[tuple[Point, Point]]
"""The directed sides of a region, which lies to the left of each."""

Tiling: TypeAlias = tuple[Laid, ...]


class TooMany(Exception):
    """More states than were allowed."""


def every_tiling(region: Sequence[Laid], stock: Mapping[str, int], most: int = 3_000) -> list[Tiling]:
    """Return all tilings of what some pieces cover together.

    Args:
        region: the pieces that make the region.
        stock: how many there are of each piece to fill it with; all must be laid.
        most: maximum number of states.

    Raises:
        TooMany: if there are more states.
    """
    states = iter(range(most))
    return [*_tilings(frozenset(boundary(region)), Counter(stock), states)]


def _tilings(sides: Sides, stock: Counter[str], states: Iterator[int]) -> Iterator[Tiling]:
    if next(states, None) is None:
        raise TooMany
    if not sides:
        if not +stock:
            yield ()
        return
    tip, end = min(sides, key=lambda side: (xy(side[0]), heading_of(*side)))
    for name in sorted(+stock):
        for ring in laid_at(name, heading_of(tip, end)):
            piece = Laid(name, tuple(plus(p, tip) for p in ring))
            if not _crosses(sides, piece):
                left = stock - Counter({name: 1})
                yield from ((piece, *rest) for rest in _tilings(_without(sides, piece), left, states))


@lru_cache
def laid_at(name: str, heading: int) -> list[tuple[Point, ...]]:
    """Return a piece with each of its vertices at the origin, and the side that leaves it in a direction.

    A turn of a square, or a half turn of a parallelogram, is the same again.
    """
    found = {
        frozenset(placed): placed
        for ring in figures(name)
        for start, end in Laid(name, ring).sides
        if heading_of(start, end) == heading
        for placed in [tuple(minus(p, start) for p in ring)]
    }
    return [*found.values()]


def _crosses(sides: Sides, piece: Laid) -> bool:
    """Return whether a side of a region runs through a piece.

    If none does, the piece is within, since the part of it beside the tip is.
    """
    box = box_of(piece.ring)
    return any(overlap(box_of(side), box) for side in sides)


def _without(sides: Sides, piece: Laid) -> Sides:
    """Return the sides of what a piece leaves of a region."""
    vertices = {p for side in sides for p in side}
    whole = {each for side in sides for each in cut(*side, piece.ring)}
    taken = {each for side in piece.sides for each in cut(*side, vertices)}
    return frozenset((whole - taken) | {(b, a) for a, b in taken - whole})


def number_distinct(tilings: Sequence[Tiling], region: Sequence[Laid]) -> int:
    """Return how many tilings there are when those count once that a symmetry of the region takes to each other."""
    rings = [ring for polygon in polygons_of(region, lambda _: True) for ring in polygon]
    edges = [frozenset(side) for ring in rings for side in Laid("", tuple(ring)).sides]
    origins = {move: _origin(move, {p for edge in edges for p in edge}) for move in MOVES}

    def moved(move: Move, points: Iterable[Point]) -> frozenset[Point]:
        return frozenset(minus(_moved(move, p), origins[move]) for p in points)

    whole = {move: {moved(move, edge) for edge in edges} for move in MOVES}
    kept = [move for move in MOVES if whole[move] == whole[MOVES[0]]]
    same = {
        frozenset(frozenset((piece.name, moved(move, piece.ring)) for piece in tiling) for move in kept)
        for tiling in tilings
    }
    return len(same)


Move: TypeAlias = tuple[bool, int]
"""Whether it mirrors, and by how many eighths it turns."""

MOVES: tuple[Move, ...] = tuple(product((False, True), range(8)))


def _moved(move: Move, p: Point) -> Point:
    """Return twice a point, mirrored and turned."""
    is_mirrored, eighths = move
    a, b, c, d = (2 * each for each in p)
    if is_mirrored:
        a, b = -a, -b
    if eighths % 2:
        a, b, c, d = b - d, (a - c) // 2, b + d, (a + c) // 2
    for _ in range(eighths // 2):
        a, b, c, d = -c, -d, a, b
    return a, b, c, d


def _origin(move: Move, points: Iterable[Point]) -> Point:
    return min((_moved(move, p) for p in points), key=xy)
