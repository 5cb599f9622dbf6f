"""All runs on one outline, and one of them again: runs are the same each time, so their traces need not be kept."""

from typing import NamedTuple

from heuristan.common.plain_yaml import PlainYamlError
from heuristan.lab.identity import version
from heuristan.lab.reporting import queries
from heuristan.lab.reporting.findings import WHO, Column, Finding, seconds
from heuristan.lab.reporting.picking import Stored
from heuristan.lab.reporting.selection import ReportError, Selection
from heuristan.lab.schema import quoted
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_file import ranking_in
from heuristan.tangram.expert.ways import WAYS, Way
from heuristan.tangram.solving.result import Result
from heuristan.tangram.solving.shortcuts import solve


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
    question = queries.RUNS_OF.format(outline=quoted(outline.digest))
    rows = tuple(
        RunOf._make((*row, Step(number, rule, figure) if number is not None else None))
        for _, *row, number, rule, figure in of.ask(question)
    )
    columns: tuple[Column[RunOf], ...] = (
        *WHO,
        Column("Status", "status", lambda row: row.status),
        Column("Attempts", "attempts", lambda row: row.attempts),
        Column("Matches", "extractions", lambda row: row.extractions),
        Column("Undone", "undone", lambda row: row.undone),
        Column("Weakest rule", "weakest", lambda row: row.weakest),
        Column("Difficulty", "difficulty", lambda row: row.difficulty),
        Column("Time", "seconds", lambda row: row.seconds, seconds),
    )
    note = "Weakest rule: the place in the ranking of the weakest rule that the solution needed."
    return Finding("runs_of", f"Runs on {outline.id}", note, columns, rows, of.query(question))


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
    return solve(outline.puzzle, ranking_of(of, run.digest, run.ranking), way=run.way)


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
