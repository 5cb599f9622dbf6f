"""Overlays of plane figures: what two share, what one has alone, what several cover. Nothing else has GEOS make them.

In plain floats GEOS loses figures in silence: of 5,000 pairs of tangram pieces that touch, whose common sides differ in
their last digits, one gets a wrong answer (GEOS 3.14: a whole piece is shared where nothing is). So there are

**A grid.** Every overlay is computed by snap rounding (Hobby 1999), which makes no such errors: each point of a
boundary moves by less than a step of the grid, and sides as near as that become one. The step is a share of the width
of all that is overlaid (`SHARE`), so that an answer does not depend on units. It is a power of two: whole numbers and
their halves stay what they are, and an answer lies on the grid of the next overlay.

**A check.** Areas add up, within what a step along the boundaries changes: what two figures share is what each has
without what it has alone, the same from both sides. (|A or B| + |A and B| = |A| + |B| would not do: of 46 wrong answers
in plain floats 45 keep that, and none keeps this.) A union of several keeps Bonferroni's inequalities: its area is the
sum without what pairs share, or more, and no more than the sum without what one of them shares with the others. An
overlay that fails is tried on coarser grids, and refused if none helps. The other side of the equation is found in
plain floats, which takes a sixth of the time, and on the grid where the two differ. Regions that only touch, or lie
within each other, are known by predicates, which are exact.
"""

from collections.abc import Callable, Iterator, Sequence
from math import frexp, ldexp, ulp
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from heuristan.common.plane import Spot

SHARE = -30
"""The step of the grid is this power of two, about 1e-9, of the width of all figures, which is rounded down to a power
of two: far below every nearness that a reader or a judge allows (1e-5 of the width), far above the last digits of
floats."""

FINEST = 3
"""The step is at least this power of two of the last digit of the largest coordinate, so that rounding is exact."""

COARSER = (0, 3, 6)
"""Powers of two by which the step grows where an overlay fails; the largest makes it less than 1e-7 of the width."""

MOVED = 2.0
"""A bound of the change in area for each unit of the boundaries' lengths, in steps. A point moves by half the diagonal
of a step at most, 0.71, to either side: 1.42 in all."""

MOST_CROSSINGS = 3000
"""Maximum number of crossings of lines between which faces are found: each is a vertex of several of them."""

MOST_EDGES = 10_000
"""Maximum number of edges of lines between which faces are found: all pairs are looked at for crossings."""

_AT_ONCE = 1 << 20
"""Number of pairs of edges that are looked at in one go."""

Lines = Sequence[Any] | NDArray[np.object_]


class OverlayFault(shapely.errors.GEOSException):  # type: ignore[misc]  # shapely has no types
    """An overlay that GEOS does not compute: the areas do not add up on any grid.

    Attributes:
        figures: what was to be overlaid.
    """

    def __init__(self, what: str, figures: Lines) -> None:
        self.figures = tuple(figures)
        super().__init__(f"the areas of {what} do not add up: {'; '.join(figure.wkt for figure in figures)}")


class TangleFault(OverlayFault):
    """Lines that are too many, or cross too often, for the faces between them to be found."""

    def __init__(self, fault: str) -> None:
        shapely.errors.GEOSException.__init__(self, fault)
        self.figures = ()


def intersection(one: Any, other: Any) -> Any:
    """Return what two regions share, or what of a line lies within a region."""
    if _only_touch(one, other):
        return shapely.Polygon()
    return _overlaid(shapely.intersection, one, other)


def difference(one: Any, other: Any) -> Any:
    """Return what a region, or a line, has without a region."""
    if _lies_within(one, other):
        return shapely.Polygon()
    if _only_touch(one, other):
        return one
    return _overlaid(shapely.difference, one, other)


def symmetric_difference(one: Any, other: Any) -> Any:
    """Return what lies in one of two regions alone."""
    return _overlaid(shapely.symmetric_difference, one, other)


def union(figures: Lines) -> Any:
    """Return the union of regions (or of lines); a single one as it is."""
    if len(figures) < 2:
        return figures[0] if len(figures) else shapely.Polygon()
    among = np.asarray(figures, object)
    return _checked("a union", among, lambda step: _united(among, step))


def joined(faces: Lines) -> Any:
    """Return the union of regions that share nothing but whole edges, to the last digit: faces between the same lines.

    Raises:
        OverlayFault: if they share more.
    """
    if not len(faces):
        return shapely.Polygon()
    whole = _tiled(faces, _step(faces))
    if whole is None:
        raise OverlayFault("the faces", faces)
    return whole


def faces_between(lines: Lines) -> NDArray[np.object_]:
    """Return the faces into which lines divide what they enclose, the outside not among them.

    Raises:
        TangleFault: if the lines have more than MOST_EDGES, or cross each other more than MOST_CROSSINGS times.
    """
    if not len(lines):
        return np.array([], object)
    spots, owners = shapely.get_coordinates(lines, return_index=True)
    places = spots @ (1, 1j)
    edges = np.stack([places[:-1], places[1:]], axis=1)[owners[:-1] == owners[1:]]
    if len(edges) > MOST_EDGES:
        raise TangleFault(f"there are {len(edges)} edges that cross; more than {MOST_EDGES} are not read")
    if crossings(edges, MOST_CROSSINGS) > MOST_CROSSINGS:
        raise TangleFault(f"edges cross each other more than {MOST_CROSSINGS} times")
    found: NDArray[np.object_] = _checked("the faces", lines, lambda step: _faces(lines, step))
    return found


def crossings(edges: NDArray[np.complex128], most: int) -> int:
    """Return the number of pairs of edges that cross; any number above a maximum stands for more.

    An edge that ends on another one may count too: to within rounding it crosses it.

    Args:
        edges: the two ends of each, in rows. One that is drawn many times counts once.
        most: the maximum.
    """
    if len(edges) * (len(edges) - 1) // 2 <= most:
        return 0  # even if every edge crosses all others; most drawings end here
    edges = np.unique(np.sort(edges, axis=1), axis=0)
    edges = (edges - edges[0, 0]) / (np.abs(edges - edges[0, 0]).max() or 1.0)
    start, end = edges.T
    rows, found = max(1, _AT_ONCE // len(edges)), 0
    for first in range(0, len(edges), rows):
        p, q = start[first : first + rows, None], end[first : first + rows, None]
        apart = _sides(start, end, p) * _sides(start, end, q) < 0
        apart &= _sides(p, q, start) * _sides(p, q, end) < 0
        found += int(np.count_nonzero(apart))
        if found > 2 * most + 1:
            break
    return found // 2


def _sides(start: Any, end: Any, spot: Any) -> Any:
    """Return on which side of lines points lie: 1, 0 or -1."""
    along, to = end - start, spot - start
    return np.sign(along.real * to.imag - along.imag * to.real)


def faces_of(rings: Sequence[Sequence[Spot]]) -> tuple[NDArray[np.object_], NDArray[np.bool_]]:
    """Return the faces between rings, and for each ring which of them lie in an odd number of its loops.

    `shapely.make_valid` is not used: where a ring touches itself or another one, and the last digits make it cross
    there, it fills the hole.
    """
    faces = faces_between([shapely.LinearRing(ring) for ring in rings])
    spots = shapely.get_coordinates(shapely.point_on_surface(faces))
    return faces, np.array([_is_inside(spots, np.asarray(ring, float)) for ring in rings])


def odd_region(rings: Sequence[Sequence[Spot]]) -> Any:
    """Return what lies in an odd number of loops of rings, which may touch and cross themselves and each other."""
    rings = [ring for ring in rings if len(ring) > 2]  # rings of fewer points enclose nothing
    if not rings:
        return shapely.Polygon()
    if len(rings) == 1 and (plain := shapely.Polygon(rings[0])).is_valid:
        return plain
    faces, inside = faces_of(rings)
    return joined(faces[inside.sum(axis=0) % 2 == 1])


KEPT: dict[Callable[..., Any], tuple[int, int, int]] = {
    shapely.intersection: (1, 0, 0),
    shapely.difference: (0, 1, 0),
    shapely.symmetric_difference: (0, 1, 1),
}
"""For each overlay which parts it keeps: what both have, what the first has alone, what the second has alone."""


def _only_touch(one: Any, other: Any) -> bool:
    """Return whether two regions share nothing wider than a step: most that meet do not, and no overlay need say so."""
    core = _stepped(one, other, -1.0)
    return core is not None and not core.intersects(other)


def _lies_within(one: Any, other: Any) -> bool:
    """Return whether a region lies in another one, or reaches out by a step at most."""
    roomy = _stepped(other, one, 1.0)
    return roomy is not None and bool(roomy.covers(one))


def _stepped(region: Any, other: Any, by: float) -> Any | None:
    """Return a region that is larger by some steps; None if its area says that it is not, or with lines."""
    step = _step([region, other])
    if step is None or shapely.get_dimensions([region, other]).tolist() != [2, 2]:
        return None
    found = shapely.buffer(region, by * step, join_style="mitre")
    return found if _are_near(found.area, region.area, _allowed([region], step)) else None


SOLID = {1: ("LineString", "MultiLineString"), 2: ("Polygon", "MultiPolygon")}
"""The types of lines and of regions."""


def _overlaid(overlay: Callable[..., Any], one: Any, other: Any) -> Any:
    if one.is_empty or other.is_empty:
        return overlay(one, other)
    both = np.array([one, other], object)
    return _checked(overlay.__name__.replace("_", " "), both, lambda step: _of_two(overlay, both, step))


def _of_two(overlay: Callable[..., Any], both: NDArray[np.object_], step: float | None) -> Any | None:
    """Return an overlay of two figures; None if the areas do not add up."""
    dimensions = shapely.get_dimensions(both)
    dimension = int(dimensions.min())  # of a line and a region, the line is measured
    found = _solid(overlay(*both, grid_size=step), dimension)
    size, sizes = float(_sizes(found, dimension)), _sizes(both, dimension)
    allowed = _allowed([*both, found], step, dimension)

    def adds_up(grid: float | None) -> bool:
        rest = _sizes(shapely.difference(both, both[::-1], grid_size=grid), dimension)
        shared = (sizes - rest)[dimensions == dimension].tolist()
        if len(shared) == 1:
            shared.append(float(_sizes(shapely.intersection(*both, grid_size=grid), dimension)))
        wanted = float(np.dot(KEPT[overlay], (shared[0], *rest)))
        return _are_near(shared[0], shared[1], allowed) and _are_near(size, wanted, allowed)

    return found if _holds(adds_up, step) else None


def _united(figures: NDArray[np.object_], step: float | None) -> Any | None:
    """Return the union of figures; None if its area breaks Bonferroni's inequalities."""
    dimension = int(shapely.get_dimensions(figures).max())
    found = _solid(shapely.union_all(figures, grid_size=step), dimension)
    size, sizes = _sizes(found, dimension), _sizes(figures, dimension)
    pairs = _overlapping(figures, step, dimension)
    allowed = _allowed([found, *figures, *figures[pairs].ravel()], step, dimension)

    def adds_up(grid: float | None) -> bool:
        alone = shapely.difference(figures[pairs], figures[pairs[::-1]], grid_size=grid)
        shared = sizes[pairs] - _sizes(alone, dimension)
        with_one = np.bincount(pairs.ravel(), shared.ravel()).max(initial=0)
        is_between = -shared[0].sum() - allowed <= size - sizes.sum() <= allowed - with_one
        return bool(is_between and (np.abs(shared[0] - shared[1]) <= allowed).all())

    return found if _holds(adds_up, step) else None


def _overlapping(figures: NDArray[np.object_], step: float | None, dimension: int) -> NDArray[np.intp]:
    """Return the pairs of figures that share more than a step (or, of some that shrink badly, meet), in two rows."""
    if dimension == 2:
        cores = shapely.buffer(figures, -(step or 0.0), join_style="mitre")
        lost = np.abs(shapely.area(cores) - shapely.area(figures)) > _allowed(figures, step)
        figures = np.where(lost, figures, cores)
    meeting = shapely.STRtree(figures).query(figures, predicate="intersects")
    return np.asarray(meeting[:, meeting[0] < meeting[1]])


def _holds(adds_up: Callable[[float | None], bool], step: float | None) -> bool:
    """Return whether areas add up to those without a grid, which are found six times faster, or else to those with."""
    try:
        if adds_up(None):
            return True
    except shapely.errors.GEOSException:
        pass
    return adds_up(step)


def _faces(lines: Lines, step: float | None) -> NDArray[np.object_] | None:
    """Return the faces between lines; None if there are edges that bound none rightly, or if faces overlap."""
    noded = shapely.get_parts(shapely.union_all(lines, grid_size=step))
    faces, _, _, wrong = (shapely.get_parts(kind) for kind in shapely.polygonize_full(noded))
    return faces if not len(wrong) and _tiled(faces, step) is not None else None


def _tiled(faces: Lines, step: float | None) -> Any | None:
    """Return the region that faces tile; None if they overlap, or share less than whole edges."""
    with np.errstate(all="ignore"):
        whole = shapely.coverage_union_all(faces)
    is_same = whole.is_valid and _are_near(whole.area, shapely.area(faces).sum(), _allowed(faces, step))
    return _solid(whole, 2) if is_same else None


def _checked(what: str, figures: Lines, overlay: Callable[[float | None], Any | None]) -> Any:
    """Return an overlay on the finest grid on which areas add up.

    Raises:
        OverlayFault: if there is none.
    """
    with np.errstate(all="ignore"):  # some versions warn of numbers that they do not use
        for step in _steps(figures):
            try:
                found = overlay(step)
            except shapely.errors.GEOSException:
                continue
            if found is not None:
                return found
    raise OverlayFault(what, figures)


def _steps(figures: Lines) -> Iterator[float | None]:
    step = _step(figures)
    yield from (ldexp(step, coarser) for coarser in COARSER) if step else (None,)


def _step(figures: Lines) -> float | None:
    """Return the finest step of the grid; None where nothing has a width."""
    bounds = [row for row in shapely.bounds(figures).tolist() if row[0] <= row[2]]  # else nan
    if not bounds:
        return None
    left, low, right, high = zip(*bounds, strict=True)
    ends = min(left), min(low), max(right), max(high)
    width = max(ends[2] - ends[0], ends[3] - ends[1])
    return max(ldexp(0.5, frexp(width)[1] + SHARE), ldexp(ulp(max(map(abs, ends))), FINEST)) if width > 0 else None


def _allowed(figures: Lines, step: float | None, dimension: int = 2) -> float:
    """Return a bound of the difference in area, or in length, that rounding figures to a grid makes."""
    unit, count = step or 0.0, int(shapely.count_coordinates(figures))
    return MOVED * unit * (float(shapely.length(figures).sum()) + unit * count if dimension == 2 else count)


def _are_near(one: float, other: float, allowed: float) -> bool:
    return bool(abs(one - other) <= allowed)


def _sizes(figures: Any, dimension: int) -> NDArray[np.float64]:
    """Return areas, or lengths of lines."""
    return np.asarray(shapely.area(figures) if dimension == 2 else shapely.length(figures))


def _solid(found: Any, dimension: int) -> Any:
    """Remove the lines and points to which regions shrink on a grid, and the points where lines touch regions."""
    if found.geom_type in SOLID[dimension]:
        return found
    parts = shapely.get_parts(found)
    kept = parts[shapely.get_dimensions(parts) == dimension]
    return (shapely.multipolygons if dimension == 2 else shapely.multilinestrings)(kept)


def _is_inside(spots: NDArray[np.float64], ring: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return for each point whether a ray to the right meets a ring an odd number of times."""
    x, y = spots[:, :1], spots[:, 1:]
    (a, b), (c, d) = ring.T, np.roll(ring, -1, axis=0).T
    meets = (b <= y) != (d <= y)
    with np.errstate(all="ignore"):  # level sides divide by zero, but are never met
        right = x < a + (y - b) / (d - b) * (c - a)
    return np.asarray((meets & right).sum(axis=1) % 2 == 1)
