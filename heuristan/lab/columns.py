"""Columns of a results file that are computed: the row of an outline, and how hard a run found its outline.

*Split.* A drawing is in the half, training or test, of its nearest reading on one lattice, where it has one: its own
shape digest changes with the least change of a coordinate. So a redrawn copy and the exact outline are nearly always in
one half. Such readings have whole legs: copies of an outline with half legs may be in either.

*Difficulty* is the measure of docs/worksheets.md for a run of its ranking, heuristan with backtracking; for other runs
it is the same sum, which compares outlines with each other but not rankings.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from heuristan.lab.difficulty import difficulty_in
from heuristan.lab.digests import Split, shape_digest, split_of_shape
from heuristan.lab.kinds import kind_of, vertex_count
from heuristan.lab.schema import TABLES
from heuristan.lab.store import Row
from heuristan.tangram.boundary import sign_of_area
from heuristan.tangram.lattice.points import doubled_area
from heuristan.tangram.outlines.puzzle_of import exact_readings
from heuristan.tangram.outlines.writing.texts import geojson
from heuristan.tangram.puzzle.puzzle import Puzzle, legs_squared
from heuristan.tangram.solving.result import Result
from heuristan.tangram.trace.events import MatchTaken, PuzzleRead, Trace, kept_events


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
