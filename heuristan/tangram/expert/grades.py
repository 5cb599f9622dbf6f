"""Grades of the sides of pieces: what a side lies on.

E all edge, M edge and extension line mixed, X extension line alone, O open, that is, some of it covered by neither.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal, TypeAlias

from heuristan.tangram.boundary import Boundary, Line, line_through
from heuristan.tangram.expert.extension import Extensions, spans_by_line
from heuristan.tangram.lattice.points import Code, Point

Grade: TypeAlias = Literal["E", "M", "X", "O"]
Span: TypeAlias = tuple[Code, Code]
"""A stretch of a line, from position to position."""

GRADES = "EMXO"
"""The grades, best first."""


class Cover:
    """The edges and extension lines on each line."""

    def __init__(self, boundary: Boundary, extensions: Extensions) -> None:
        self.edges: dict[Line, list[Span]] = defaultdict(list)
        for (k, offset), segments in boundary.by_line.items():
            self.edges[k, offset] = [(segment.start[k], segment.end[k]) for segment in segments]
        for internal in extensions.internal_edges:
            k = internal.line[0]
            self.edges[internal.line].append((internal.start[k], internal.end[k]))
        self.extension_lines = spans_by_line(extensions.lines)

    def grade(self, start: Point, end: Point, direction: int) -> Grade:
        """Return the grade of a side."""
        k = direction % 4
        line = k, start[k + 2] if k < 2 else -start[k - 2]
        low, high = (start[k], end[k]) if direction < 4 else (end[k], start[k])
        edges, extension_lines = self.edges.get(line, ()), self.extension_lines.get(line, ())
        if any(a <= low and high <= b for a, b in edges):  # the usual case
            return "E"
        if not edges and not extension_lines:
            return "O"
        edges = clipped(edges, low, high)
        if covers(edges, low, high):
            return "E"
        if covers(edges + clipped(extension_lines, low, high), low, high):
            return "M" if edges else "X"
        return "O"

    def stretches(self, start: Point, end: Point, direction: int) -> tuple[list[Span], list[Span]]:
        """Return the stretches of a side that are edge and those that are extension line, as positions on its line."""
        line, (low, high) = line_through(start, direction), ordered(start[direction % 4], end[direction % 4])
        edges = merged(clipped(self.edges.get(line, ()), low, high))
        extension_lines = merged(clipped(self.extension_lines.get(line, ()), low, high))
        return edges, without(extension_lines, edges)


def ordered(a: Code, b: Code) -> Span:
    return (a, b) if a < b else (b, a)


def clipped(spans: Iterable[Span], low: Code, high: Code) -> list[Span]:
    return [(max(a, low), min(b, high)) for a, b in spans if a < high and b > low]


def covers(spans: Iterable[Span], low: Code, high: Code) -> bool:
    """Return whether spans together cover everything from low to high."""
    for a, b in sorted(spans):
        if a > low:
            return False
        low = max(low, b)
    return low >= high


def merged(spans: Iterable[Span]) -> list[Span]:
    result: list[Span] = []
    for a, b in sorted(spans):
        if result and a <= result[-1][1]:
            result[-1] = (result[-1][0], max(result[-1][1], b))
        else:
            result.append((a, b))
    return result


def without(spans: Iterable[Span], others: Iterable[Span]) -> list[Span]:
    """Return the parts of spans that lie outside the others (both merged and in order)."""
    result: list[Span] = []
    for a, b in spans:
        for c, d in others:
            if d <= a or c >= b:
                continue
            if c > a:
                result.append((a, c))
            a = max(a, d)
        if a < b:
            result.append((a, b))
    return result
