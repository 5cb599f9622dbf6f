"""The comparison of an outline on the lattice with its file: vertex by vertex, in the file's own coordinates.

Integers decide whether pieces fill the outline on the lattice. If that outline, put where its frame says, is also what
the file says, the pieces fill that, and nothing that a reader made of the file has to be trusted.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from math import dist
from typing import TypeAlias

from heuristan.common.kernels import PLAIN, current
from heuristan.common.plane import Spot, sides_of, signed_area
from heuristan.tangram.boundary.cover import JUMP_COLUMNS, is_written
from heuristan.tangram.outlines.snapping import NEARNESS
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import Puzzle

ROUNDING = 2 * NEARNESS
"""Maximum distance, in legs, of vertices that are the same: as much as the file's rounding explains, at the vertex and
at the one that all are measured from."""

Rings: TypeAlias = Sequence[Sequence[Spot]]


def is_as_in_file(puzzle: Puzzle) -> bool:
    """Return whether the outline of an exact puzzle is the one in the file that it was read from, if it was.

    In most files each vertex is one of the outline. In others edges are cut anywhere, and only the rest needs geometry
    of floats.
    """
    drawing = puzzle.drawing
    if drawing is None or not drawing.polygons:
        return True
    most = ROUNDING * puzzle.frame.scale / puzzle.unit
    if _has_its_vertices(puzzle, drawing, most):
        return True
    own = puzzle.own_each(puzzle.table.points)
    made = [own[first:end] for first, end in pairwise((0, *PLAIN.as_list(puzzle.table.ends)))]
    return _have_the_same_edges(made, [*_along_the_interior(drawing)], most) or _cover_the_same(made, drawing, most)


def _has_its_vertices(puzzle: Puzzle, drawing: Drawing, most: float) -> bool:
    """Return whether a drawing's vertices are those of an outline, and its rings the outline's boundary."""
    if puzzle.places:
        return False
    backend, table = current(), puzzle.table
    inner = 1 if drawing.y_down else -1
    numbers: list[float] = []
    rings: list[tuple[int, int]] = []
    for polygon in drawing.polygons:
        sign = -inner
        for ring in polygon:
            numbers += chain.from_iterable(ring)
            rings.append((len(numbers) // 2, sign))
            sign = inner
    written = backend.floats(numbers)
    jumps = backend.empty_rows(len(written) + 2 * len(table.points) + 1, JUMP_COLUMNS)
    own, points, ends = puzzle.frame.own_floats(table.points), backend.rows(table.points), backend.integers(table.ends)
    return backend.of(is_written)(points, ends, own, most, written, backend.rows(rings), jumps)


def _have_the_same_edges(rings: Rings, others: Rings, most: float) -> bool:
    """Return whether the edges of rings are the same: cut at all vertices on them, without what runs both ways."""
    known = [spot for ring in rings for spot in ring]
    written = [[_known_at(spot, known, most) for spot in ring] for ring in others]
    vertices = {*known, *(spot for ring in written for spot in ring)}
    return _edges(rings, vertices, most) == _edges(written, vertices, most)


def _known_at(spot: Spot, known: Sequence[Spot], most: float) -> Spot:
    """Return the vertex at a place, or the place itself if there is none near enough."""
    x, y = spot
    return next(((u, v) for u, v in known if abs(u - x) <= most and abs(v - y) <= most), spot)


def _along_the_interior(drawing: Drawing) -> Iterator[Sequence[Spot]]:
    """Yield the rings of a drawing in the direction in which the interior is on the left, as y runs up."""
    for polygon in drawing.polygons:
        for number, ring in enumerate(polygon):
            is_left = (signed_area(ring) > 0) == (number == 0)
            yield ring if is_left != drawing.y_down else ring[::-1]


def _edges(rings: Rings, vertices: set[Spot], most: float) -> Counter[tuple[Spot, Spot]]:
    """Return how often each edge runs one way more than the other, cut at all vertices nearer to it than a distance."""
    found = Counter[tuple[Spot, Spot]]()
    for ring in rings:
        for a, b in sides_of(ring):
            for start, end in pairwise(_cut(a, b, vertices, most)):
                found[start, end] += 1
                found[end, start] -= 1
    return +found


def _cut(a: Spot, b: Spot, vertices: set[Spot], most: float) -> list[Spot]:
    """Return the ends of an edge, and the vertices on it between them; one end alone if it has no length."""
    (x, y), length = a, dist(a, b)
    if not length:
        return [a]
    c, s = (b[0] - x) / length, (b[1] - y) / length
    on = [((u - x) * c + (v - y) * s, (u, v)) for u, v in vertices if -most <= (v - y) * c - (u - x) * s <= most]
    return [a, *(spot for along, spot in sorted(on) if most < along < length - most), b]


def _cover_the_same(rings: Rings, drawing: Drawing, most: float) -> bool:
    """Return whether rings enclose the region that a drawing shows, to within what rounding explains."""
    # few outlines need shapely, which is slow to import
    from heuristan.tangram.verification.file_regions import are_as_near, odd_region_of, region_of

    return are_as_near(region_of(drawing.polygons), odd_region_of(rings), 2 * most)
