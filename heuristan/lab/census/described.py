"""A description of each shape: its outline, vertices, holes, contacts, symmetry, and the number of its solutions."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from heuristan.lab.census import outlining, tilings
from heuristan.lab.census.growing import WIDEST
from heuristan.lab.census.levels import SYMMETRIES, Growth, Half, Halves, Piece, Shapes, image, in_corner

MOST_NUMBERS = 8
"""Maximum number of coordinates for each half of a shape: three vertices of two each, and room."""

BATCH = 10_000
"""Number of shapes that are described at once."""

TURNS, MIRRORS = range(4), range(4, SYMMETRIES)
"""Bits of the symmetries that turn, the whole turn first, and of the symmetries that mirror."""


class Batch(NamedTuple):
    """Some shapes as tables; a row of each for every shape."""

    described: list[list[int]]
    """Vertices, rings, contacts, symmetries as bits."""
    ends: list[int]
    """The number of coordinates up to the end of each ring."""
    coordinates: list[int]
    """x and y of all vertices, ring after ring, shape after shape."""
    solutions: list[list[int]]
    """Number of solutions, and of solutions up to symmetry."""
    keys: list[list[int]]


class Descriptions:
    """Describes shapes of some pieces, a batch at a time."""

    def __init__(self, growth: Growth, batch: int = BATCH) -> None:
        """Prepare the tables.

        Args:
            growth: what the shapes were grown by.
            batch: maximum number of shapes that are described at once.
        """
        self._backend = backend = growth.backend
        self._batch = batch
        self._numbers = growth.numbers
        ways = _ways(growth.pieces)
        self._ways = tilings.Ways(
            backend.rows(ways),
            backend.rows(_images(ways)),
            backend.integers(growth.counts),
            backend.integers([0] * len(growth.counts)),
            backend.rows([[0] * 3 for _ in range(growth.levels)]),
        )
        self._around = backend.rows([[0] * (WIDEST + 2) for _ in range(WIDEST + 2)])

    def batches(self, shapes: Shapes) -> Iterator[Batch]:
        """Yield the descriptions of all shapes, in order."""
        for first in range(0, shapes.count, self._batch):
            yield self.batch(shapes, first)

    def batch(self, shapes: Shapes, first: int) -> Batch:
        """Return the descriptions of the shapes from one on, as many as are described at once."""
        last = min(shapes.count, first + self._batch)
        backend, numbers, count = self._backend, self._numbers, last - first
        described, solutions = backend.empty_rows(count, 4), backend.empty_rows(count, 2)
        ends = backend.empty_integers(count * shapes.size)
        coordinates = backend.empty_integers(count * shapes.size * MOST_NUMBERS)
        turned = backend.rows([[0] * len(shapes.rows[first])])
        rings, written = backend.of(outlining.outlines)(
            shapes.rows, first, last, shapes.size, numbers, turned, self._around, described, ends, coordinates
        )
        kept = backend.integers([row[outlining.KEPT] for row in described])
        count_all = backend.of(tilings.count_all)
        count_all(shapes.rows, first, last, shapes.size, self._ways, numbers, kept, solutions)
        keys = [[int(row[0]), int(row[1])] for row in shapes.rows[first:last]]
        return Batch(described, ends[:rings], coordinates[:written], solutions, keys)


def _ways(pieces: tuple[Piece, ...]) -> list[list[int]]:
    """Return every way to turn every kind of piece, moved so that its first cell is at the origin."""
    widest = max(piece.size for piece in pieces)
    ways = []
    for kind, piece in enumerate(pieces):
        for turn in piece.turns:
            halves = [turn[place : place + 3] for place in range(2, len(turn), 3)]
            x, y, _ = halves[0]
            moved = [number for half in halves for number in (half[0] - x, half[1] - y, half[2])]
            covers = sum(1 << half[2] | 1 << (half[2] + 1) % 4 for half in halves if half[:2] == [x, y])
            ways.append([kind, piece.size, covers, *moved, *[0] * (3 * (widest - piece.size))])
    return ways


def _images(ways: list[list[int]]) -> list[list[int]]:
    """Return for each way, and each symmetry, the way that its image is, and x and y of the image's first cell."""
    places = {(way[tilings.KIND], *_halves_of(way)): number for number, way in enumerate(ways)}
    found = []
    for way in ways:
        for symmetry in range(SYMMETRIES):
            halves = [image(half, symmetry) for half in _halves_of(way)]
            low_x, low_y = (min(half[axis] for half in halves) for axis in (0, 1))
            x, y, _ = in_corner(halves)[0]
            moved = tuple(Half(half.x - x, half.y - y, half.quarter) for half in in_corner(halves))
            found.append([places[way[tilings.KIND], *moved], low_x + x, low_y + y])
    return found


def _halves_of(way: list[int]) -> Halves:
    numbers = way[tilings.HALVES : tilings.HALVES + 3 * way[tilings.SIZE]]
    return tuple(Half(*numbers[place : place + 3]) for place in range(0, len(numbers), 3))


def rings_of(batch: Batch) -> Iterator[list[list[int]]]:
    """Yield x and y of the vertices of each ring, shape after shape."""
    ring = begun = 0
    for row in batch.described:
        ends = [begun, *map(int, batch.ends[ring : ring + row[outlining.RINGS]])]
        yield [[int(number) for number in batch.coordinates[start:end]] for start, end in pairwise(ends)]
        ring, begun = ring + row[outlining.RINGS], ends[-1]


def digest_of(first: int, second: int) -> str:
    """Return the digest of a shape with two keys."""
    return f"{first:016x}{second:016x}"
