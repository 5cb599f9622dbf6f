"""Small files of `heuristan census`, and its shapes as values."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from heuristan.common.kernels import PLAIN
from heuristan.lab.census import census_file
from heuristan.lab.census.described import MIRRORS, TURNS, Batch, Descriptions, digest_of, rings_of
from heuristan.lab.census.levels import Growth, Shapes, pieces_of
from heuristan.tangram.pieces.sets import TANGRAM

SHAPES = 24


def write_few(path: Path) -> None:
    """Write a census of some snug tangrams, grown from the first of each level alone."""
    pieces, counts = pieces_of(TANGRAM)
    growth = Narrow(pieces, counts, PLAIN)
    shapes = growth.run()
    census_file.write(path, Descriptions(growth, batch=9).batches(shapes), growth.made_of)


class Narrow(Growth):
    """A growth that goes on from a few shapes of each selection."""

    def _grown(self, *given: Any) -> Shapes:
        shapes = super()._grown(*given)
        few = shapes.in_order()
        count = min(few.count, SHAPES if sum(given[0]) == self.levels else 3)
        return Shapes(few.size, few.rows[:count], count)


class Described(NamedTuple):
    """A shape as a polygon, in small legs."""

    rings: tuple[tuple[tuple[int, int], ...], ...]
    """The outer ring counter-clockwise, then the rings of holes clockwise."""
    vertices: int
    contacts: int
    """How often parts of the shape meet in a point alone."""
    turns: int
    """Number of turns that keep the shape: 1, 2 or 4."""
    mirrors: int
    """Number of mirrors that keep it."""
    solutions: int
    distinct: int
    """Number of solutions of which no symmetry of the shape takes one to another."""
    digest: str
    """32 hexadecimal digits that its turned and mirrored copies share."""

    @property
    def holes(self) -> int:
        return len(self.rings) - 1


def shapes_in(batch: Batch) -> Iterator[Described]:
    """Yield the shapes of a batch."""
    rows = zip(batch.described, batch.solutions, batch.keys, rings_of(batch), strict=True)
    for (vertices, _, contacts, kept), (solutions, distinct), keys, rings in rows:
        turns, mirrors = (sum(int(kept) >> bit & 1 for bit in bits) for bits in (TURNS, MIRRORS))
        found = tuple(tuple(zip(ring[::2], ring[1::2], strict=True)) for ring in rings)
        counts = int(solutions), int(distinct)
        yield Described(found, int(vertices), int(contacts), turns, mirrors, *counts, digest_of(*keys))
