"""Small files of `heuristan census`."""

from pathlib import Path
from typing import Any

from heuristan.common.kernels import PLAIN
from heuristan.lab.census import census_file
from heuristan.lab.census.described import Descriptions
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
