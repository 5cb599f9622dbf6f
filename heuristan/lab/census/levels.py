"""All snug shapes of some pieces, grown piece by piece over all selections of them.

Pieces lie on a square grid whose cells have the length of the small leg. A cell has four *quarters*, cut by both
diagonals: 0 to the east, then counter-clockwise. A *half* is two quarters that follow each other, the right triangle
with legs of one small leg that snug pieces are made of: half t is the quarters t and t + 1. So halves may be cut along
either diagonal, and what two pieces share is seen from their quarters.

Every shape of a selection is one of a selection with a piece less, and that piece: of the pieces of a connected shape
at least two can be taken away so that the rest is connected. So one piece that is there once need not be the last, and
of those that would have the most shapes to grow the most is left out.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import NamedTuple, TypeAlias

from heuristan.common.kernels import Backend, Rows
from heuristan.lab.census import growing
from heuristan.lab.census.growing import A_WORD, FIRST, HASHES, PRIME, REACH, WIDEST, Numbers
from heuristan.tangram.boundary import Ring
from heuristan.tangram.lattice.points import parts
from heuristan.tangram.pieces.sets import UNITS_A_LEG, PieceSet, Shape, orientations


class Half(NamedTuple):
    """Half of a cell."""

    x: int
    y: int
    """The cell, by its corner of least coordinates."""
    quarter: int
    """The first of its two quarters."""


Halves: TypeAlias = tuple[Half, ...]

SYMMETRIES = 8
"""The turns by quarters, then the same after mirroring."""


def image(half: Half, symmetry: int) -> Half:
    """Return where a symmetry of the grid takes a half."""
    x, y, quarter = half
    if symmetry >= 4:
        x, quarter = -1 - x, (1, 0, 3, 2)[quarter]
    for _ in range(symmetry % 4):
        x, y, quarter = -1 - y, x, (quarter + 1) % 4
    return Half(x, y, quarter)


def turns(halves: Iterable[Half]) -> list[Halves]:
    """Return a figure in all its different turns and mirror images, each in the corner at the origin."""
    figure = list(halves)
    return sorted({in_corner(image(half, symmetry) for half in figure) for symmetry in range(SYMMETRIES)})


def in_corner(halves: Iterable[Half]) -> Halves:
    """Return a figure moved to the corner at the origin; a full cell is always cut along the same diagonal."""
    figure = list(halves)
    x, y = (min(half[axis] for half in figure) for axis in (0, 1))
    quarters = {(half.x - x, half.y - y, each) for half in figure for each in (half.quarter, (half.quarter + 1) % 4)}
    return tuple(sorted(_halves_of(quarters)))


def _halves_of(quarters: set[tuple[int, int, int]]) -> Iterator[Half]:
    for x, y in {(x, y) for x, y, _ in quarters}:
        there = {quarter for quarter in range(4) if (x, y, quarter) in quarters}
        if len(there) == 4:
            yield from (Half(x, y, 0), Half(x, y, 2))
        else:
            yield from (Half(x, y, quarter) for quarter in there if (quarter + 1) % 4 in there)


def halves_of(shape: Shape) -> Halves | None:
    """Return a convex piece as halves of cells, in a corner; None if it is not made of them, however it is turned."""
    return next((_inside(corners) for ring in orientations(shape) if (corners := _on_grid(ring))), None)


def _on_grid(ring: Ring) -> list[tuple[int, int]] | None:
    """Return the vertices of a ring in legs; None if one of them is not a corner of a cell."""
    corners = []
    for point in ring:
        (x, x_root), (y, y_root) = parts(point[0]), parts(point[2])
        if x_root or y_root or x % UNITS_A_LEG or y % UNITS_A_LEG:
            return None
        corners.append((x // UNITS_A_LEG, y // UNITS_A_LEG))
    return corners


def _inside(corners: Sequence[tuple[int, int]]) -> Halves:
    """Return the halves inside a convex ring of corners of cells, whose sides are multiples of 45 degrees apart."""
    columns, rows = (range(min(axis), max(axis)) for axis in zip(*corners, strict=True))
    quarters = {(x, y, q) for x in columns for y in rows for q in range(4) if _is_inside(corners, x, y, q)}
    return in_corner(_halves_of(quarters))


def _is_inside(corners: Sequence[tuple[int, int]], x: int, y: int, quarter: int) -> bool:
    """Return whether the middle of a quarter is to the left of all sides; whole numbers in quarters of a leg."""
    along_x, along_y = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
    middle_x, middle_y = 4 * x + 2 + along_x, 4 * y + 2 + along_y
    sides = zip(corners, [*corners[1:], corners[0]], strict=True)
    return all((bx - ax) * (middle_y - 4 * ay) > (by - ay) * (middle_x - 4 * ax) for (ax, ay), (bx, by) in sides)


COLUMNS = (1523841763, 683340317, 2031264187, 311750303)
"""A number for each hash, whose powers go with x; as the others they were chosen at random, once."""
ROWS = (904112491, 1790361269, 1280451023, 1968201737)
QUARTERS = (
    (1183460927, 270339187, 1999402831, 758107919),
    (640991203, 1725048611, 95380597, 1460017943),
    (2087310451, 431208893, 1302955307, 880643129),
    (519720161, 1644508337, 1910277043, 207664471),
)

Selection: TypeAlias = tuple[int, ...]
"""The number of pieces of each kind."""

Told: TypeAlias = Callable[[int, int], None]

MOST = 20_000_000
"""Maximum number of shapes of a selection, each some 100 bytes."""
FULLEST = 0.6
"""Maximum share of the slots that are taken."""
ROOM = 4096
"""Slots to begin with."""
AT_ONCE = 20_000
"""Number of shapes that are grown between two looks at progress."""


class TooLarge(ValueError):
    """The pieces are too many for shapes on a grid of the width that a shape may have."""


class TooMany(RuntimeError):
    """A selection of the pieces has more shapes than wanted."""


class NotOnGrid(ValueError):
    """A piece is not made of right triangles with legs of one small leg."""


class Piece(NamedTuple):
    """A kind of piece, as the kernel takes it."""

    name: str
    halves: Halves
    turns: Rows
    turned: Rows

    @property
    def size(self) -> int:
        return len(self.halves)


@dataclass
class Shapes:
    """Shapes of one selection, each once; a row has two keys and the halves, packed."""

    size: int
    """Number of halves of each."""
    rows: Rows
    count: int

    def in_order(self) -> "Shapes":
        """Return the shapes in the order of their keys, which does not depend on how they were found."""
        if isinstance(self.rows, list):
            return Shapes(self.size, sorted(self.rows), self.count)
        import numpy as np

        return Shapes(self.size, self.rows[np.lexsort((self.rows[:, 1], self.rows[:, 0]))], self.count)

    def chosen(self, places: Sequence[int]) -> "Shapes":
        """Return the shapes at some places."""
        rows = [self.rows[place] for place in places] if isinstance(self.rows, list) else self.rows[list(places)]
        return Shapes(self.size, rows, len(places))


def numbers_of(backend: Backend) -> Numbers:
    """Return the tables that are the same for all shapes, of one backend."""
    return Numbers(
        backend.rows([_symmetry(number) for number in range(SYMMETRIES)]),
        backend.rows([powers(base) for base in COLUMNS]),
        backend.rows([powers(base) for base in ROWS]),
        backend.rows([_of_halves(quarters) for quarters in QUARTERS]),
        backend.rows([[0] * (3 * WIDEST) for _ in range(3 * WIDEST)]),
        backend.rows([[0] * HASHES for _ in range(SYMMETRIES)]),
        backend.integers([0] * 4),
    )


@cache
def powers(base: int) -> list[int]:
    """Return the powers of a number modulo the prime, from minus `REACH` to `REACH`."""
    return [pow(base, exponent, PRIME) for exponent in range(-REACH, REACH + 1)]


def _of_halves(quarters: Sequence[int]) -> list[int]:
    return [(quarters[first] + quarters[(first + 1) % 4]) % PRIME for first in range(4)]


def _symmetry(number: int) -> list[int]:
    """Return a symmetry as the kernel takes it: its matrix, what it makes of first quarters, its displacement."""
    origin, east, north = (image(Half(x, y, 0), number) for x, y in ((0, 0), (1, 0), (0, 1)))
    matrix = [east.x - origin.x, north.x - origin.x, east.y - origin.y, north.y - origin.y]
    return [*matrix, *(image(Half(0, 0, first), number).quarter for first in range(4)), origin.x, origin.y]


def pieces_of(pieces: PieceSet, sets: int = 1) -> tuple[tuple[Piece, ...], Selection]:
    """Return the kinds of piece on the grid, and how many there are of each.

    Raises:
        NotOnGrid: if a piece cannot be laid on the grid.
        TooLarge: if shapes may be wider than the kernel's grid.
    """
    found = []
    for shape in pieces.shapes:
        halves = halves_of(shape)
        if halves is None:
            raise NotOnGrid(f"the {shape.name} is not made of right triangles with legs of one small leg")
        found.append(piece_of(shape.name, halves))
    counts = tuple(count * sets for count in pieces.counts)
    widest = sum(count * (1 + max(turn[0] for turn in piece.turns)) for piece, count in zip(found, counts, strict=True))
    if widest > WIDEST:
        raise TooLarge(f"these pieces may lie in a row of {widest} legs, and {WIDEST} is the maximum")
    return tuple(found), counts


def piece_of(name: str, halves: Halves) -> Piece:
    """Return a kind of piece that is made of halves."""
    ways = turns(halves)
    rows = [[max(h.x for h in way), max(h.y for h in way), *(n for half in way for n in half)] for way in ways]
    return Piece(name, halves, rows, [_hashes(way) for way in ways])


def _hashes(halves: Halves) -> list[int]:
    return [
        _hash([image(half, number) for half in halves], which)
        for number in range(SYMMETRIES)
        for which in range(HASHES)
    ]


def _hash(halves: Sequence[Half], which: int) -> int:
    column, row, quarters = powers(COLUMNS[which]), powers(ROWS[which]), _of_halves(QUARTERS[which])
    return sum(column[x + REACH] * row[y + REACH] * quarters[quarter] for x, y, quarter in halves) % PRIME


class Growth:
    """Shapes grown level by level: those of all selections of two pieces, of three, and so on."""

    def __init__(self, pieces: tuple[Piece, ...], counts: Selection, backend: Backend) -> None:
        self.pieces = pieces
        self.counts = counts
        self.backend = backend
        self.numbers = numbers_of(backend)
        self._tables = [(backend.rows(piece.turns), backend.rows(piece.turned)) for piece in pieces]
        self.levels = sum(counts)

    @property
    def made_of(self) -> str:
        """The pieces and their numbers as a text, whatever their names and their order."""
        kinds = zip(self.pieces, self.counts, strict=True)
        return repr(sorted([count, *map(tuple, min(turns(piece.halves)))] for piece, count in kinds))

    def run(self, most: int = MOST, told: Told = lambda *_: None) -> Shapes:
        """Return all shapes of all pieces, in the order of their keys.

        Args:
            most: maximum number of shapes of a selection.
            told: called with the level and the number of its shapes so far, a few times a second.

        Raises:
            TooMany: if a selection has more shapes.
        """
        self._most = most
        kept = {_one(kind, self.counts): self._single(kind) for kind in range(len(self.pieces)) if self.counts[kind]}
        for level in range(2, self.levels + 1):
            kept = dict(self._level(level, kept, told))
        return kept[self.counts].in_order()

    def _single(self, kind: int) -> Shapes:
        piece = self.pieces[kind]
        row = [0] * (FIRST + words(piece.size))
        for place, half in enumerate(piece.halves):
            growing.put(row, place, *half)
        return Shapes(piece.size, self.backend.rows([row]), 1)

    def _level(self, level: int, before: Mapping[Selection, Shapes], told: Told) -> Iterator[tuple[Selection, Shapes]]:
        done = 0
        for selection in product(*(range(count + 1) for count in self.counts)):
            if sum(selection) == level:
                shapes = self._grown(selection, before, partial(_tell_more, told, level, done))
                done += shapes.count
                yield selection, shapes

    def _grown(self, selection: Selection, before: Mapping[Selection, Shapes], told: Callable[[int], None]) -> Shapes:
        """Return the shapes of a selection, grown from those of all selections with a piece less but one."""
        less = {kind: before[_without(selection, kind)] for kind, count in enumerate(selection) if count}
        singles = [kind for kind in less if selection[kind] == 1]
        if len(less) > 1 and singles:
            del less[max(singles, key=lambda kind: less[kind].count)]
        store = _Store(self.backend, sum(n * piece.size for n, piece in zip(selection, self.pieces, strict=True)))
        for kind, parents in less.items():
            self._grow(parents, kind, store, told)
        return store.done()

    def _grow(self, parents: Shapes, kind: int, store: "_Store", told: Callable[[int], None]) -> None:
        turns, turned = self._tables[kind]
        grow = self.backend.of(growing.grow)
        sizes = self.backend.integers([parents.size, self.pieces[kind].size])
        first = 0
        while first < parents.count:
            store.make_room()
            last = min(parents.count, first + AT_ONCE)
            first, store.count = grow(
                parents.rows, first, last, sizes, turns, turned, store.rows, store.slots, store.count, store.most,
                self.numbers,
            )  # fmt: skip
            told(store.count)
            if store.count > self._most:
                raise TooMany(f"some of the pieces have more than {self._most:,} shapes")


class _Store:
    """Room for shapes that grows with them."""

    A_PARENT = 2048
    """Maximum number of shapes that one parent makes."""

    def __init__(self, backend: Backend, size: int) -> None:
        self._backend = backend
        self._size = size
        self.count = 0
        self.rows: Rows = []
        self._hold(ROOM)

    @property
    def most(self) -> int:
        return int(FULLEST * len(self.slots)) - self.A_PARENT

    def make_room(self) -> None:
        if self.count > self.most:
            self._hold(2 * len(self.slots))

    def _hold(self, slots: int) -> None:
        rows = self._backend.empty_rows(int(FULLEST * slots) + 1, FIRST + words(self._size))
        if self.count:
            rows[: self.count] = self.rows[: self.count]
        self.rows, self.slots = rows, self._backend.empty_integers(slots)
        self._backend.of(growing.enter_all)(self.slots, rows, self.count)

    def done(self) -> Shapes:
        return Shapes(self._size, self.rows[: self.count], self.count)


def _tell_more(told: Told, level: int, before: int, count: int) -> None:
    told(level, before + count)


def words(size: int) -> int:
    """Return the number of words that a shape's halves take."""
    return -(-size // A_WORD)


def _one(kind: int, counts: Selection) -> Selection:
    return tuple(int(number == kind) for number in range(len(counts)))


def _without(selection: Selection, kind: int) -> Selection:
    return tuple(count - (number == kind) for number, count in enumerate(selection))
