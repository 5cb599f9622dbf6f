"""Extension lines (section 4.1, figure 6): edges prolonged into the interior from concave vertices.

Both edges of a concave vertex are prolonged until they first meet the outline. Lines on which no piece can lie are
removed again: those too short, and those too close to a parallel edge; a line that ends at a vertex is always kept.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from heuristan.tangram.boundary import Boundary, Line, Segment, Vertex, line_through, make_segment
from heuristan.tangram.lattice.points import Code, Direction, Point, projection, times_root


class ExtensionLine(NamedTuple):
    """A stretch of a line inside the puzzle, its ends in the order of the line."""

    line: Line
    start: Point
    end: Point

    @property
    def length(self) -> Code:
        k = self.line[0]
        return self.end[k] - self.start[k]


class Removed(NamedTuple):
    """An extension line that was removed, and why."""

    extension_line: ExtensionLine
    reason: str


@dataclass(frozen=True)
class Thresholds:
    """The lengths that make an extension line useless, in lattice units.

    The paper's 7 axial or 5 diagonal picture points both stand for the small leg.
    """

    shortest: Code
    """Lines shorter than this are removed."""
    parallel: Code
    """Lines nearer than this to a parallel edge, with somewhere nothing but interior between, are removed."""
    internal_edge: Code
    """Lines from vertex to vertex shorter than this count as edges and separate subpuzzles (figure 5)."""


@dataclass(frozen=True)
class Extensions:
    """The extension lines of a puzzle as it stands."""

    lines: tuple[ExtensionLine, ...]
    """The lines that are kept, internal edges included."""
    internal_edges: tuple[ExtensionLine, ...]
    removed: tuple[Removed, ...]
    boundary: Boundary
    """The boundary inside which they lie."""

    @cached_property
    def nodes(self) -> tuple[Point, ...]:
        """Points where extension lines meet each other or end on the outline."""
        found = dict.fromkeys(p for line in self.lines for p in (line.start, line.end))
        spans = [make_segment(line.line, line.start, line.end, 1) for line in self.lines]
        for i, a in enumerate(spans):
            for b in spans[:i]:
                if a.line[0] != b.line[0] and _straddle(a, b) and _straddle(b, a):
                    found[self.boundary.crossing(a.line, b.line)] = None
        return tuple(found)


def extend(boundary: Boundary, carried: Iterable[ExtensionLine], thresholds: Thresholds) -> Extensions:
    """Return the extension lines of a boundary, with what is left of earlier ones.

    Args:
        boundary: what is left of the puzzle.
        carried: extension lines drawn before the last extraction, cut to the interior that is left.
        thresholds: which lines are useless.
    """
    vertices = {vertex.point for vertex in boundary.vertices}
    drawn = dict.fromkeys(carried)
    drawn.update(dict.fromkeys(_prolonged(boundary)))
    kept: list[ExtensionLine] = []
    removed: list[Removed] = []
    for line in drawn:
        reason = None
        if line.start not in vertices or line.end not in vertices:
            reason = _useless(line, boundary, thresholds)
        if reason is None:
            kept.append(line)
        else:
            removed.append(Removed(line, reason))
    internal = tuple(
        line
        for line in kept
        if line.length < thresholds.internal_edge and line.start in vertices and line.end in vertices
    )
    return Extensions(tuple(kept), internal, tuple(removed), boundary)


def _prolonged(boundary: Boundary) -> Iterator[ExtensionLine]:
    for vertex in boundary.vertices:
        if not vertex.convex:
            for direction in ((vertex.opening + 4) % 8, (vertex.incoming + 4) % 8):
                ray = _ray(boundary, vertex, direction)
                if ray is not None:
                    yield ray


def _ray(boundary: Boundary, vertex: Vertex, direction: Direction) -> ExtensionLine | None:
    """Return the line from a vertex in a direction, through the interior, to the first point of the outline.

    Where there is nearness, it may pass between edges that only nearly meet.
    """
    p = vertex.point
    line = line_through(p, direction)
    hits = [hit for segment in boundary.segments if (hit := _hit(boundary, segment, p, line, direction)) is not None]
    if not hits and boundary.nearness:
        return None
    end = min(hits, key=lambda q: projection(q, direction))
    return ExtensionLine(line, p, end) if direction < 4 else ExtensionLine(line, end, p)


def _hit(boundary: Boundary, segment: Segment, p: Point, line: Line, direction: Direction) -> Point | None:
    """Return the point where a ray from p meets a segment, beyond p itself."""
    here, k = projection(p, direction), direction % 4
    farthest = segment.bounds[2 * k + 1] if direction < 4 else -segment.bounds[2 * k]
    if farthest <= here:
        return None
    if segment.line[0] == k:
        if segment.line != line:
            return None
        ahead = [q for q in (segment.start, segment.end) if projection(q, direction) > here]
        return min(ahead, key=lambda q: projection(q, direction)) if ahead else None
    low, high = _span_across(segment, k)
    if not low <= line[1] <= high:
        return None
    if low == line[1] or high == line[1]:  # the ray passes through an end of the segment
        q = segment.start if projection(segment.start, k + 2) == line[1] else segment.end
    else:
        q = boundary.crossing(line, segment.line)
    return q if projection(q, direction) > here else None


def _span_across(segment: Segment, k: int) -> tuple[Code, Code]:
    """Return the minimum and maximum offset of a segment's points, against lines of direction k."""
    box = segment.bounds
    return (box[2 * k + 4], box[2 * k + 5]) if k < 2 else (-box[2 * k - 3], -box[2 * k - 4])


def _straddle(a: Segment, b: Segment) -> bool:
    """Return whether the ends of a lie on different sides of the line of b, or on it."""
    low, high = _span_across(a, b.line[0])
    return low <= b.line[1] <= high


def _useless(line: ExtensionLine, boundary: Boundary, thresholds: Thresholds) -> str | None:
    if line.length < thresholds.shortest:
        return "shorter than the shortest side of a piece"
    k, offset = line.line
    for (direction, other), segments in boundary.by_line.items():
        if direction != k or other == offset or abs(other - offset) >= thresholds.parallel:
            continue
        for segment in segments:
            faces = (offset > other) == (segment.sign > 0)
            if faces and _sees(line, segment, boundary):
                return "closer to a parallel edge than the shortest side of a piece"
    return None


def _sees(line: ExtensionLine, edge: Segment, boundary: Boundary) -> bool:
    """Return whether somewhere beside a line a parallel edge lies, with nothing but interior between the two."""
    k = line.line[0]
    first, last = max(line.start[k], edge.start[k]), min(line.end[k], edge.end[k])
    if first >= last:
        return False
    strip = min(line.line[1], edge.line[1]), max(line.line[1], edge.line[1])
    between = sorted(filter(None, (_along_strip(segment, k, strip) for segment in boundary.segments)))
    for low, high in between:
        if low > first:
            break
        first = max(first, high)
    return first < last


def _along_strip(segment: Segment, k: int, strip: tuple[Code, Code]) -> tuple[Code, Code] | None:
    """Return the stretch of direction k over which a segment runs inside an open strip; None if there is none."""
    low, high = _span_across(segment, k)
    if high <= strip[0] or low >= strip[1] or segment.line[0] == (k + 2) % 4:
        return None
    a, b = sorted((segment.start, segment.end), key=lambda p: p[k])
    if low == high:
        return a[k], b[k]
    # a slanted segment advances as far along the strip as across it
    from_low, to_high = max(0, strip[0] - low), max(0, high - strip[1])
    rises = projection(b, k + 2) == high
    return (a[k] + from_low, b[k] - to_high) if rises else (a[k] + to_high, b[k] - from_low)


def cut(lines: Iterable[ExtensionLine], box: tuple[Code, ...], left_over: Boundary) -> tuple[ExtensionLine, ...]:
    """Return what is left of extension lines when a convex piece is taken out.

    A stretch along a side of the piece is gone too, because it is now an edge (section 4.3).

    Args:
        lines: as they were before.
        box: the bounds of the piece.
        left_over: the boundary of what is left.
    """
    left: list[ExtensionLine] = []
    for line in lines:
        span = _span_in(line.line, box)
        if span is None:
            left.append(line)
            continue
        k, offset = line.line
        low, high = span
        if line.start[k] < min(low, line.end[k]):
            end = line.end if line.end[k] <= low else left_over.at(k, offset, low)
            left.append(ExtensionLine(line.line, line.start, end))
        if line.end[k] > max(high, line.start[k]):
            start = line.start if line.start[k] >= high else left_over.at(k, offset, high)
            left.append(ExtensionLine(line.line, start, line.end))
    return tuple(left)


def _span_in(line: Line, box: tuple[Code, ...]) -> tuple[Code, Code] | None:
    """Return the stretch of a line inside a closed convex polygon, as positions; None if it has no length.

    On the line (k, offset) the projection on direction k + 1 is (t + offset)/sqrt2 and on k + 3 it is
    (offset - t)/sqrt2, so each bound of the polygon is a bound of t.
    """
    k, offset = line
    low_across, high_across = _bound(box, k + 2)
    if not low_across <= offset <= high_across:
        return None
    low, high = _bound(box, k)
    low_1, high_1 = _bound(box, k + 1)
    low_3, high_3 = _bound(box, k + 3)
    low = max(low, times_root(low_1) - offset, offset - times_root(high_3))
    high = min(high, times_root(high_1) - offset, offset - times_root(low_3))
    return (low, high) if low < high else None


def _bound(box: tuple[Code, ...], direction: Direction) -> tuple[Code, Code]:
    k = direction % 8
    return (box[2 * k], box[2 * k + 1]) if k < 4 else (-box[2 * k - 7], -box[2 * k - 8])


def spans_by_line(lines: Iterable[ExtensionLine]) -> dict[Line, list[tuple[Code, Code]]]:
    """Return the stretches of each line as positions."""
    spans: dict[Line, list[tuple[Code, Code]]] = defaultdict(list)
    for line in lines:
        k = line.line[0]
        spans[line.line].append((line.start[k], line.end[k]))
    return spans
