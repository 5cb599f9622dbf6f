"""The outlines of a results file themselves, and those picked by what rankings did with them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any, NamedTuple

from heuristan.common.faults import nearest
from heuristan.common.json_text import JsonTextError, read_json
from heuristan.common.plain_yaml import PlainYamlError
from heuristan.common.quoting import shown
from heuristan.lab.columns import in_position
from heuristan.lab.identity import version
from heuristan.lab.reporting import queries
from heuristan.lab.reporting.findings import Column, Finding, finding
from heuristan.lab.reporting.selection import DIGITS, ReportError, Selection
from heuristan.lab.schema import quoted
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_file import ranking_in
from heuristan.tangram.expert.ways import WAYS, Way
from heuristan.tangram.outlines.geojson import outlines_of, polygons_of
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle
from heuristan.tangram.solving.result import Result
from heuristan.tangram.solving.shortcuts import solve

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
    found = (as_stored(row) for row in of.ask(queries.query("drawn", count=count)))
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


def picked(of: Selection, solved_by: Sequence[int], lost_by: Sequence[int]) -> Iterator[Stored]:
    """Yield the outlines that some runs are about, by their names.

    Args:
        of: the runs.
        solved_by: places in the selection of the rankings all of which solved the outline.
        lost_by: places of the rankings all of which did not.

    Raises:
        ReportError: if the file does not hold outlines, or if a ranking should have solved and lost.
    """
    if len(of.names) < max((*solved_by, *lost_by), default=0):
        raise ReportError("a ranking cannot have solved an outline and lost it, and is named once; name two")
    conditions = ["outline IN (SELECT outline FROM run)"]
    for place, answer in (dict.fromkeys(solved_by, "solved") | dict.fromkeys(lost_by, "NOT solved")).items():
        as_it_lies = f"place = {place} AND way = '{_way(of, place)}' AND position = 0"
        conditions.append(f"outline IN (SELECT outline FROM run WHERE {as_it_lies} AND {answer})")
    where = " AND ".join(conditions)
    yield from map(as_stored, of.ask(f"\nSELECT {COLUMNS} FROM chosen WHERE {where} ORDER BY id, outline"))


def _way(of: Selection, place: int) -> Way:
    """Return the way in which a ranking is asked about: of several the one that undoes least."""
    ways = {trial.way for trial in of.trials if trial.place == place}
    return next(way for way in WAYS if way in ways)


class Step(NamedTuple):
    """A match that a run took."""

    number: int
    rule: str
    figure: str

    @property
    def words(self) -> str:
        return f"match {self.number}: {self.figure}, by {self.rule}"


class RunOf(NamedTuple):
    """A run on the outline."""

    ranking: str
    way: Way
    position: int
    seed: int
    status: str
    attempts: int
    extractions: int
    undone: int
    weakest: int | None
    difficulty: float | None
    seconds: float
    version: str
    digest: str
    """Digest of the ranking."""
    wrong: Step | None
    """The first wrong match of the first attempt."""


def runs_on(of: Selection, outline: Stored) -> Finding[RunOf]:
    """Return the runs on an outline, in the order of the rankings."""
    question = queries.query("runs_of", outline=quoted(outline.digest))
    rows = [
        RunOf._make((*row, Step(number, rule, figure) if number is not None else None))
        for _, *row, number, rule, figure in of.ask(question)
    ]
    several = [Column[RunOf](name.capitalize(), name, attrgetter(name)) for name in ("position", "seed")]
    behind = [column for column in several if any(column.of(row) for row in rows)]
    return finding("runs_of", rows, of.query(question), behind=behind, outline=outline.id)


def most_telling(runs: Finding[RunOf]) -> RunOf:
    """Return the run to look at first: the first that did not solve, else the one that undid most.

    Raises:
        ReportError: if there is none.
    """
    if not runs.rows:
        raise ReportError("none of these rankings was run on the outline in this way; leave out --rankings or --way")
    return next((row for row in runs if row.status != "solved"), max(runs, key=lambda row: row.undone))


def ranking_of(of: Selection, digest: str, name: str) -> Ranking:
    """Return a ranking from its text in the file.

    Args:
        of: the file.
        digest: the digest of the ranking.
        name: its name.

    Raises:
        ReportError: if this heuristan cannot use it.
    """
    ((text,),) = of.connection.execute("SELECT text FROM rankings WHERE ranking = $1", [digest]).fetchall()
    try:
        return ranking_in(text, name)
    except PlainYamlError as fault:
        raise ReportError(f"the ranking {name} cannot be run by this heuristan: {fault.message}") from None


def again(of: Selection, outline: Stored, run: RunOf) -> Result:
    """Run a ranking on the outline once more, for its trace.

    Raises:
        ReportError: if this heuristan cannot use the ranking.
    """
    ranking = replace(ranking_of(of, run.digest, run.ranking), seed=run.seed)
    return solve(in_position(outline.puzzle, run.position), ranking, way=run.way)


def cautions(run: RunOf, result: Result) -> str:
    """Return a warning if a run that was made again ended otherwise; empty if it ended as stored."""
    if _is_same(run, result):
        return ""
    if run.version != version():
        return f"the stored run is of version {run.version}; this heuristan ({version()}) does otherwise"
    return f"the stored run ended otherwise ({run.status}, {WAYS[run.way]}), perhaps by its time limit"


def wrong_match(run: RunOf, result: Result) -> int | None:
    """Return the number of the first wrong match, in a run that came to the same again; None where there is none."""
    return run.wrong.number if run.wrong and _is_same(run, result) else None


def _is_same(run: RunOf, result: Result) -> bool:
    return (run.status, run.extractions, run.undone) == (result.status, result.extractions, result.backtracks)
