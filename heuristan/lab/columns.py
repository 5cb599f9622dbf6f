"""Columns of a results file that are computed: the row of an outline, its kind, and how hard a run found it.

*Kinds* divide outlines in tables and choices.

*Positions* are the eight in which a square lies as it lay: rules break ties by where vertices lie. The bits of a
position say how an outline is moved: 1 mirrored, then 2 turned by a half, then 4 by a quarter of a turn. So the first
two, and the first four, are groups as well.

*Split.* A drawing is in the half, training or test, of its nearest reading on one lattice, where it has one: its own
shape digest changes with the least change of a coordinate. So a redrawn copy and the exact outline are nearly always in
one half. Such readings have whole legs: copies of an outline with half legs may be in either.

*Difficulty* is the measure of docs/worksheets.md for a run of its ranking, heuristan with backtracking; for other runs
it is the same sum, which compares outlines with each other but not rankings.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Literal, TypeAlias, get_args

from heuristan.common.plane import connected
from heuristan.lab.difficulty import difficulty_in
from heuristan.lab.digests import Split, shape_digest, split_of_shape
from heuristan.lab.schema import TABLES
from heuristan.lab.store import Row
from heuristan.tangram.boundary import Loop, Part, Ring, ring_of, sides, sign_of_area
from heuristan.tangram.lattice.points import Point, doubled_area, mirror, turn
from heuristan.tangram.outlines.puzzle_of import exact_readings
from heuristan.tangram.outlines.writing.texts import geojson
from heuristan.tangram.puzzle.puzzle import Puzzle, legs_squared, make_puzzle
from heuristan.tangram.solving.result import Result
from heuristan.tangram.trace.events import MatchTaken, PuzzleRead, Trace, kept_events

Kind: TypeAlias = Literal["convex", "simple-10-", "simple-11+", "holes", "touching", "parts"]

KINDS: tuple[Kind, ...] = get_args(Kind)
"""The words, in the order in which tables list them."""

FEW = 10
"""Maximum number of vertices of a simple outline that has few (the limit in Deutsch and Hayes 1972, section 3)."""


def split_of(puzzle: Puzzle) -> Split:
    """Return whether an outline is for training or for testing."""
    return split_of_shape(meant_shape(puzzle))


def meant_shape(puzzle: Puzzle) -> str:
    """Return the shape digest of the nearest reading on one lattice; that of the puzzle itself if it has none."""
    return shape_digest(next(exact_readings(puzzle), puzzle))


def hardness_fields(result: Result, position: int) -> dict[str, Any]:
    """Return the fields of a run; all are None where it did not solve, or the outline was turned or mirrored."""
    found = None if position else difficulty_in(result.trace)
    return {
        "difficulty": round(found.score, 3) if found else None,
        "choices": round(found.choices, 3) if found else None,
        "weakest": _weakest(result.trace) if found else None,
    }


def _weakest(events: Trace) -> int | None:
    """Return the place in the ranking of the last rule that the solution needed; vertex fit stands below all others."""
    ranked = [rule.name for event in events if isinstance(event, PuzzleRead) for rule in event.rules]
    taken = (event.rule for event in kept_events(events) if isinstance(event, MatchTaken))
    return max((ranked.index(rule) if rule in ranked else len(ranked) for rule in taken), default=-1) + 1 or None


LONGEST_PROPERTIES = 10_000
"""Maximum number of characters of properties that are stored."""


def outline_row(puzzle: Puzzle, digest: str) -> Row:
    """Return the row of an outline whose digest is known."""
    shape = shape_digest(puzzle)
    areas = [doubled_area(ring) for ring in puzzle.rings]
    fields: dict[str, Any] = {
        "outline": digest,
        "shape": shape,
        "id": puzzle.id,
        "split": split_of_shape(shape) if is_exact(puzzle) else split_of(puzzle),
        "kind": kind_of(puzzle),
        "made": _word(puzzle.properties.get("made")),
        "vertices": vertex_count(puzzle),
        "parts": sum(sign_of_area(area) > 0 for area in areas),
        "pieces": puzzle.pieces.name,
        "sets": puzzle.sets,
        "area": legs_squared((sum(a for a, _ in areas), sum(b for _, b in areas)), puzzle.denominator),
        "exact": is_exact(puzzle),
        "properties": _json(puzzle.properties),
        "geojson": geojson(replace(puzzle, properties={})),
    }
    return tuple(fields[name] for name in TABLES["outlines"].names)


def is_exact(puzzle: Puzzle) -> bool:
    """Return whether a puzzle is exactly the given outline, so that the exact solver finds its solutions."""
    return puzzle.reading is None and not puzzle.nearness


def _word(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _json(properties: Mapping[str, Any]) -> str | None:
    if not properties:
        return None
    text = json.dumps(properties, ensure_ascii=False)
    return text if len(text) <= LONGEST_PROPERTIES else None


def kind_of(puzzle: Puzzle) -> Kind:
    """Return the kind of an outline, by what its interior is.

    One region without a hole is ``convex``, or ``simple-10-`` or ``simple-11+`` by its vertices. One region with a hole
    is ``holes``, whether an edge goes round the hole or the region encloses it by touching itself in a point. Several
    regions are ``touching`` if points in which they meet hold all of them together, else ``parts``.
    """
    try:
        return _exactly(puzzle)
    except ValueError:  # a TangledBoundary, or an edge that would have to bend
        if not puzzle.nearness:
            raise
        return _nearly(puzzle)


def vertex_count(puzzle: Puzzle) -> int:
    """Return the number of vertices of an outline; where it touches itself in a point, each part has its own there."""
    return sum(map(len, puzzle.rings))


def _exactly(puzzle: Puzzle) -> Kind:
    parts = puzzle.boundary.parts
    if len(parts) > 1:
        return "touching" if _hang_together(parts) else "parts"
    # one part that touches itself encloses a hole there, which then has no loop
    outer = parts[0].outer
    touches_itself = len({vertex.point for vertex in outer}) < len(outer) or not puzzle.boundary.is_plain
    return "holes" if parts[0].holes or touches_itself else _simple(outer)


def _nearly(puzzle: Puzzle) -> Kind:
    """Return the kind of a drawing whose boundary cannot be followed: by its rings, of which holes run clockwise."""
    loops = puzzle.loops
    if sum(sign_of_area(doubled_area(ring)) > 0 for ring in puzzle.rings) > 1:
        return "parts"
    return "holes" if len(loops) > 1 else _simple(loops[0])


def _simple(outer: Loop) -> Kind:
    if all(vertex.convex for vertex in outer):
        return "convex"
    return "simple-11+" if len(outer) > FEW else "simple-10-"


def _hang_together(parts: Sequence[Part]) -> bool:
    """Return whether parts are one if those that meet in a point are taken together."""
    pairs = combinations(range(len(parts)), 2)
    return len(connected(len(parts), ((i, j) for i, j in pairs if _meet(parts[i], parts[j])))) == 1


def _meet(part: Part, other: Part) -> bool:
    """Return whether two parts have a point in common: a vertex of one lies on an edge of the other."""
    return any(
        _is_on(vertex.point, p, q)
        for here, there in ((part, other), (other, part))
        for loop in here.loops
        for vertex in loop
        for around in there.loops
        for _, p, q in sides(ring_of(around))
    )


def _is_on(point: Point, p: Point, q: Point) -> bool:
    """Return whether a point lies between two others or is one of them: so lie its projections on all directions."""
    return all(min(a, b) <= u <= max(a, b) for u, a, b in zip(point, p, q, strict=True))


def positions_of(puzzle: Puzzle, count: int) -> range:
    """Return the positions in which an outline is run; a drawing off the lattice is run as it lies alone."""
    return range(count if is_exact(puzzle) else 1)


def in_position(puzzle: Puzzle, position: int) -> Puzzle:
    """Return an outline on the lattice in a position; 0 is that in which it lies."""
    if not position:
        return puzzle
    rings = [_moved(ring, position) for ring in puzzle.rings]
    made = make_puzzle(puzzle.id, rings, denominator=puzzle.denominator, sets=puzzle.sets, pieces=puzzle.pieces)
    return replace(made, properties=puzzle.properties)


def _moved(ring: Ring, position: int) -> Ring:
    eighths = 2 * (position & 2) + (position & 4) // 2
    if position & 1:
        return tuple(turn(mirror(p), eighths) for p in reversed(ring))
    return tuple(turn(p, eighths) for p in ring)
