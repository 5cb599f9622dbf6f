"""The row of an outline in the table `outlines`."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from heuristan.lab.splitting import split_of
from heuristan.lab.store import Row
from heuristan.lab.tables import TABLES
from heuristan.tangram.boundary import sign_of_area
from heuristan.tangram.lattice.points import doubled_area
from heuristan.tangram.outlines.writing.texts import geojson
from heuristan.tangram.puzzle.digests import shape_digest, split_of_shape
from heuristan.tangram.puzzle.kinds import kind_of, vertex_count
from heuristan.tangram.puzzle.puzzle import Puzzle, legs_squared

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
    """Return whether a puzzle is exactly the given outline, so that its solutions are those of the exact solver."""
    return puzzle.reading is None and not puzzle.nearness


def _word(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _json(properties: Mapping[str, Any]) -> str | None:
    if not properties:
        return None
    text = json.dumps(properties, ensure_ascii=False)
    return text if len(text) <= LONGEST_PROPERTIES else None
