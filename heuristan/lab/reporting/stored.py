"""The outlines of a results file themselves, for whoever asks which puzzles are behind a number."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from heuristan.common.faults import nearest
from heuristan.common.json_text import JsonTextError, read_json
from heuristan.common.quoting import shown
from heuristan.lab.reporting import queries
from heuristan.lab.reporting.selection import DIGITS, ReportError, Selection
from heuristan.tangram.outlines.geojson import outlines_of, polygons_of
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle

COLUMNS = "outline, id, properties, geojson"

MOST_NAMES = 10_000
"""Maximum number of outlines among which the nearest name is looked for."""


class Stored(NamedTuple):
    """An outline in a results file."""

    digest: str
    id: str
    feature: str
    """Its GeoJSON feature on one line, with the properties that it came with."""

    @property
    def puzzle(self) -> Puzzle:
        """The outline.

        Raises:
            ReportError: if it is none.
        """
        try:
            return next(outlines_of(read_json(self.feature), self.id)).puzzle()
        except OutlineError as fault:
            raise _unreadable(self.id, fault) from None


def stored_outline(of: Selection, name: str) -> Stored:
    """Return the outline of a name, of a digest, or of the beginning of one.

    Raises:
        ReportError: if there is none, if there are several, or if the file does not hold outlines.
    """
    rows = of.connection.execute(f"SELECT {COLUMNS} FROM outlines WHERE $1 IN (id, outline)", [name]).fetchall()
    if not rows and len(name) >= DIGITS:
        query = f"SELECT {COLUMNS} FROM outlines WHERE starts_with(outline, $1)"
        rows = of.connection.execute(query, [name.lower()]).fetchall()
    if len(rows) > 1:
        digests = " or ".join(row[0] for row in rows[:3])
        raise ReportError(f"{of.path}: several outlines are called '{name}'; give the digest: {digests}")
    if not rows:
        names = of.connection.execute(f"SELECT id FROM outlines LIMIT {MOST_NAMES}").fetchall()
        raise ReportError(f"{of.path}: there is no outline '{name}'; {nearest(name, [id for (id,) in names])}")
    return as_stored(rows[0])


def drawn_outlines(of: Selection, count: int) -> list[tuple[str, Puzzle]]:
    """Return some of the exact outlines that a report is about, with their digests, by which they are drawn."""
    found = (as_stored(row) for row in of.ask(queries.DRAWN.format(count=count)))
    return [(each.digest, each.puzzle) for each in found]


def as_stored(row: Sequence[object]) -> Stored:
    """Return the outline in a row of COLUMNS.

    Raises:
        ReportError: if it holds no outline.
    """
    digest, id, properties, geojson = row
    try:
        feature = _object(geojson)
        feature["properties"] = {**_object(feature.get("properties")), **(_object(properties) if properties else {})}
        _ = [*polygons_of(feature.get("geometry"))]
    except (JsonTextError, OutlineError) as fault:
        raise _unreadable(id, fault) from None
    return Stored(str(digest), str(id), json.dumps(feature, ensure_ascii=False))


def _unreadable(id: object, fault: Exception) -> ReportError:
    return ReportError(f"the outline {shown(id)} of the results file cannot be read ({fault}); choose another file")


def _object(found: object) -> dict[str, Any]:
    value = read_json(found) if isinstance(found, str) else found
    if not isinstance(value, dict):
        raise JsonTextError(1, "this is not a JSON object")
    return value
