"""Loops found from rings, without a chain, where nothing cancels: as `Boundary.loops`, in a fraction of the time."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

from heuristan.boundary.loops import Loop, Rays, followed, loop_of
from heuristan.boundary.segments import ALONG, Line, Ring, TangledBoundary, box_of, contacts, line_of
from heuristan.lattice import Code, Direction, Point, projection

Edge: TypeAlias = tuple[Line, Point, Point]
"""A side of a ring, or several that follow each other on one line: the line, where it starts, where it ends."""


def traced(rings: Iterable[Ring]) -> tuple[Loop, ...] | None:
    """What `Boundary.of(rings).loops` is, nothing crossing; or None if that is not plain to see.

    Rings of most outlines have no points in common, with themselves or each other, but the corners between neighbours.
    (Edges on one line that touch need not be looked for: a neighbour of one touches the other.) Then each ring is a
    loop as it stands. Where corners touch corners or edges, the wedges between edges are followed there as well.
    """
    lines: list[Line] = []
    edges: list[Edge] = []
    loops: list[Loop] = []
    for ring in rings:
        along = [line_of(p, q) for p, q in zip(ring, (*ring[1:], ring[0]), strict=True)]
        turns = [i for i, line in enumerate(along) if line != along[i - 1]]
        corners = [ring[i] for i in turns]
        sides = [(along[i], p, q) for i, p, q in zip(turns, corners, (*corners[1:], *corners[:1]), strict=True)]
        if len(sides) < 3 or any(p == q for _, p, q in sides):
            return None
        lines += along
        edges += sides
        loops.append(loop_of(corners, _headings(sides)))
    touching = contacts([(line, _box(line[0], p, q)) for line, p, q in edges])
    if len(touching) > len(edges):
        followed = _followed_with_contacts(edges, touching)
        return None if followed is None else _in_order(followed, lines, edges)
    return _in_order(loops, lines, edges)


def as_traced(rings: Iterable[Ring]) -> tuple[Loop, ...]:
    """What `Boundary.of(rings).loops` is, for rings that are known to be its loops."""
    edges: list[Edge] = []
    loops: list[Loop] = []
    for ring in rings:
        sides = [(line_of(p, q), p, q) for p, q in zip(ring, (*ring[1:], ring[0]), strict=True)]
        edges += sides
        loops.append(loop_of(ring, _headings(sides)))
    return _in_order(loops, [line for line, _, _ in edges], edges)


def _headings(edges: Iterable[Edge]) -> list[Direction]:
    return [k if p[k] < q[k] else k + 4 for (k, _), p, q in edges]


def _box(k: int, p: Point, q: Point) -> tuple[Code, ...]:
    return box_of(k, p, q) if p[k] < q[k] else box_of(k, q, p)


def _in_order(loops: Sequence[Loop], lines: Iterable[Line], edges: Sequence[Edge]) -> tuple[Loop, ...]:
    """Loops as tracing finds them: each from the vertex on that it meets first along the lines, as they come."""
    found: dict[int, Loop] = {}
    for line in dict.fromkeys(lines):
        for p in _ends_on(line, edges):
            for _, number, place in sorted(_vertices_at(p, loops)):
                if number not in found:
                    found[number] = loops[number][place:] + loops[number][:place]
            if len(found) == len(loops):
                return tuple(found.values())
    return tuple(found.values())


def _vertices_at(p: Point, loops: Iterable[Loop]) -> list[tuple[Direction, int, int]]:
    """The vertices at a point: the opening of each, the number of its loop, and its place there."""
    return [
        (opening, number, place)
        for number, loop in enumerate(loops)
        for place, (point, opening, _) in enumerate(loop)
        if point == p
    ]


def _ends_on(line: Line, edges: Iterable[Edge]) -> list[Point]:
    """The points of a line where its coverage changes, in order."""
    jumps: dict[Point, int] = defaultdict(int)
    for other, p, q in edges:
        if other == line:
            jumps[p] += 1
            jumps[q] -= 1
    return sorted([p for p, jump in jumps.items() if jump], key=ALONG[line[0]])


def _followed_with_contacts(edges: Sequence[Edge], touching: Iterable[tuple[int, int]]) -> tuple[Loop, ...] | None:
    """The loops of edges that touch; None if some overlap, or cross anywhere but at corners."""
    cuts = _cuts(edges, touching)
    if cuts is None or _overlap(edges):
        return None
    rays: Rays = defaultdict(list)
    number = 0
    for place, (((k, _), start, end), heading) in enumerate(zip(edges, _headings(edges), strict=True)):
        inner = sorted(cuts.get(place, ()), key=ALONG[k], reverse=heading >= 4)
        for p, q in zip((start, *inner), (*inner, end), strict=True):
            rays[p].append((heading, True, number))
            rays[q].append(((heading + 4) % 8, False, number))
            number += 1
    try:
        return followed(rays)
    except TangledBoundary:
        return None


def _cuts(edges: Sequence[Edge], touching: Iterable[tuple[int, int]]) -> dict[int, set[Point]] | None:
    """For each edge the corners of others that lie inside it; None if two edges cross inside both."""
    cuts: dict[int, set[Point]] = defaultdict(set)
    for pair in touching:
        (one, *ends), (other, *other_ends) = (edges[i] for i in pair)
        if ends[0] in other_ends or ends[1] in other_ends:
            continue
        on_other = [p for p in ends if _is_on(other, p)]
        on_one = [p for p in other_ends if _is_on(one, p)]
        if not on_other and not on_one:
            return None
        cuts[pair[1]].update(on_other)
        cuts[pair[0]].update(on_one)
    return cuts


def _is_on(line: Line, p: Point) -> bool:
    return projection(p, line[0] + 2) == line[1]


def _overlap(edges: Iterable[Edge]) -> bool:
    """Whether two edges on one line have more than an end in common."""
    on: dict[Line, list[tuple[int, int]]] = defaultdict(list)
    for line, p, q in edges:
        k = line[0]
        on[line].append((min(p[k], q[k]), max(p[k], q[k])))
    return any(after[0] < before[1] for stretches in on.values() for before, after in pairwise(sorted(stretches)))
