"""Whether an outline on the lattice is the one in its file: vertex by vertex, in the file's own coordinates.

Integers decide whether pieces fill the outline on the lattice. If that outline, put where its frame says, is also what
the file says, the pieces fill that, and nothing that a reader made of the file has to be trusted.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import floor

from heuristan.common.kernels import PLAIN
from heuristan.common.plane import Spot, signed_area
from heuristan.tangram.outlines.snapping import NEARNESS
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import Puzzle

ROUNDING = 2 * NEARNESS
"""Maximum distance, in legs, of vertices that are the same: as much as the file's rounding explains, at the vertex and
at the one that all are measured from."""

CELLS = 64
"""Number of cells on a leg, by which vertices are found again."""

ACROSS, UP = 0.381, 0.619
"""Where the first vertex lies in its cell. Others, at simple fractions of a leg from it, are then not at the rim."""


def is_as_drawn(puzzle: Puzzle) -> bool:
    """Return whether the outline of an exact puzzle is the one in the file that it was read from, if it was."""
    drawing = puzzle.drawing
    if drawing is None or not drawing.polygons:
        return True
    own, leg = puzzle.own_each(puzzle.table.points), puzzle.frame.scale / puzzle.unit
    rings = [own[first:end] for first, end in pairwise((0, *PLAIN.as_list(puzzle.table.ends)))]
    if len(rings) == 1 == sum(map(len, drawing.polygons)) and _is_the_same(rings[0], drawing.polygons[0][0], leg):
        return True
    return _are_the_same(rings, drawing, leg) or _cover_the_same(rings, drawing, leg)


def _is_the_same(ring: Sequence[Spot], other: Sequence[Spot], leg: float) -> bool:
    """Return whether a ring is another one, vertex by vertex, wherever it is begun and in either direction.

    This alone decides most outlines, in a tenth of the time.
    """
    most, (x, y) = ROUNDING * leg, other[0]
    first = next((i for i, (u, v) in enumerate(ring) if abs(u - x) <= most and abs(v - y) <= most), None)
    if first is None or len(ring) != len(other):
        return False
    ahead = [*ring[first:], *ring[:first]]
    return any(
        all([abs(x - u) <= most and abs(y - v) <= most for (x, y), (u, v) in zip(way, other, strict=True)])
        for way in (ahead, ahead[:1] + ahead[:0:-1])
    )


def _are_the_same(rings: Sequence[Sequence[Spot]], drawing: Drawing, leg: float) -> bool:
    """Return whether the edges of some rings are those of the drawing, one by one, with the interior on the same side.

    Those that do not pass may still cover the same: a file may have needless vertices, or parts that share edges.
    """
    places = _Places(rings, leg)
    written = [[places.at(spot) for spot in ring] for ring in _along_the_interior(drawing)]
    return not any(None in ring for ring in written) and sorted(_edges(written)) == sorted(_edges(rings))


class _Places:
    """Vertices in square cells, so that they are found again near a place."""

    def __init__(self, rings: Sequence[Sequence[Spot]], leg: float) -> None:
        (x, y), side = rings[0][0], leg / CELLS
        self._scale, self._left, self._low = 1 / side, x - ACROSS * side, y - UP * side
        self._most = ROUNDING * leg
        self._known = {self._cell(spot): spot for ring in rings for spot in ring}

    def at(self, spot: Spot) -> Spot | None:
        """Return the vertex at a place, or None if there is none near enough."""
        known = self._known.get(self._cell(spot))
        if known is None or max(abs(known[0] - spot[0]), abs(known[1] - spot[1])) > self._most:
            return None
        return known

    def _cell(self, spot: Spot) -> tuple[int, int]:
        return floor((spot[0] - self._left) * self._scale), floor((spot[1] - self._low) * self._scale)


def _along_the_interior(drawing: Drawing) -> Iterator[Sequence[Spot]]:
    """Yield the rings of a drawing in the direction in which the interior is on the left, as y runs up."""
    for polygon in drawing.polygons:
        for number, ring in enumerate(polygon):
            is_left = (signed_area(ring) > 0) == (number == 0)
            yield ring if is_left != drawing.y_down else ring[::-1]


def _edges(rings: Sequence[Sequence[Spot | None]]) -> Iterator[tuple[Spot | None, Spot | None]]:
    for ring in rings:
        yield from zip(ring, (*ring[1:], ring[0]), strict=True)


def _cover_the_same(rings: Sequence[Sequence[Spot]], drawing: Drawing, leg: float) -> bool:
    """Return whether rings enclose the region that a drawing shows, to within what rounding explains."""
    # most outlines are decided without it, and it takes long to import
    from heuristan.tangram.verification.rings import are_as_near, odd_region_of, region_of

    return are_as_near(region_of(drawing.polygons), odd_region_of(rings), 2 * ROUNDING * leg)
