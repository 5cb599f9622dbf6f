"""The work of a worker: it runs rankings on outlines and returns rows."""

import pickle
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from heuristan.common.faults import or_refused
from heuristan.lab.columns import hardness_fields, in_position, outline_row
from heuristan.lab.identity import Trial, version
from heuristan.lab.quick.as_published import solve_quickly
from heuristan.lab.schema import TABLES
from heuristan.lab.store import Row, Rows
from heuristan.lab.verdicts import Solutions, Verdict, verdicts
from heuristan.tangram.exact.backends import fastest
from heuristan.tangram.exact.search import warm_up
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import Result, refused
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import AttemptStarted, MatchTaken, MatchUndone

WARMING = "convex-square"
"""The shape solved before times are measured: rankings are compiled and tables made when first needed."""


@dataclass(frozen=True)
class Plan:
    """The settings that all tasks of a run share."""

    trials: tuple[Trial, ...]
    time_limit: float
    """Time limit per run in seconds; 0 if there is none."""
    positions: int = 1
    """Number of positions in which each outline is run."""
    session: int = 0
    """Number of the session in the results file."""
    version: str = field(default_factory=version)


class Job(NamedTuple):
    """An outline and what to run on it, together, so that its solutions are found once in each position."""

    outline: str
    puzzle: Puzzle
    runs: tuple[tuple[int, int], ...]
    """Positions, each with the number of a trial of the plan; all of one position together."""


class Chunk(NamedTuple):
    """Work that is handed out together."""

    plan: bytes
    """The plan, pickled; workers keep it for the next chunk."""
    jobs: tuple[Job, ...]


def work(chunk: Chunk) -> Rows:
    """Do the work of a chunk, and return its rows."""
    plan = _prepared(chunk.plan)
    rows: dict[str, list[Row]] = {"outlines": [], "results": [], "extractions": []}
    for job in chunk.jobs:
        for table, found in _rows_of(job, plan).items():
            rows[table] += found
    return rows


@lru_cache(maxsize=4)
def _prepared(data: bytes) -> Plan:
    """Return the plan, after everything that its trials need is loaded."""
    plan: Plan = pickle.loads(data)
    warm_up(fastest())
    for trial in plan.trials:
        solve(_warming(), trial.ranking, way=trial.way)
    return plan


@cache
def _warming() -> Puzzle:
    (puzzle,) = read_outlines(WARMING)
    assert isinstance(puzzle, Puzzle)
    return puzzle


def _rows_of(job: Job, plan: Plan) -> dict[str, list[Row]]:
    """Return the rows of one outline by the rankings of its job."""
    results: list[Row] = []
    extractions: list[Row] = []
    for position, runs in groupby(job.runs, key=itemgetter(0)):
        puzzle = in_position(job.puzzle, position)
        solutions = Solutions.of(puzzle)
        for trial in (plan.trials[i] for _, i in runs):
            run = (job.outline, trial.digest, trial.way, position, trial.seed, plan.version, plan.time_limit)
            result = _result(puzzle, trial, plan.time_limit or None, position)
            taken = list(extractions_in(result, verdicts(result.trace, solutions) if solutions else None))
            results.append((*run, *_result_fields(result, taken, solutions, position), plan.session))
            extractions += [run + _in_order("extractions", fields) for fields in taken]
    return {"outlines": [outline_row(job.puzzle, job.outline)], "results": results, "extractions": extractions}


def _result(puzzle: Puzzle, trial: Trial, limit: float | None, position: int) -> Result:
    def refuse(puzzle: Puzzle, message: str) -> Result:
        return refused(puzzle.id, message, "expert", trial.ranking.name)

    # an error with one outline of millions is a row, and not the end
    return or_refused(partial(_solved, trial, limit, position), refuse)(puzzle)


def _solved(trial: Trial, limit: float | None, position: int, puzzle: Puzzle) -> Result:
    """Return a result with all events that are counted: those of its extractions, or all where difficulty is measured.

    Difficulty is measured on outlines as they lie: for the whole trace the loop must run what kernels have run.
    """
    quick = solve_quickly(puzzle, trial.ranking, limit=limit) if trial.way == "published" else None
    if quick is not None and (position or quick.status != "solved"):
        return quick
    return solve(puzzle, trial.ranking, way=trial.way, limit=limit)


def _result_fields(result: Result, taken: list[dict[str, Any]], solutions: Solutions | None, position: int) -> Row:
    attempts = sum(isinstance(event, AttemptStarted) for event in result.trace)
    is_solved = result.status == "solved"
    fields: dict[str, Any] = {
        "status": "failed" if result.status == "refused" else result.status,
        "solved": is_solved,
        "entry_point": result.entry_point,
        "attempts": attempts,
        "restarts": max(0, attempts - 1),
        "extractions": result.extractions,
        "undone": result.backtracks,
        "composites": sum(each["kind"] == "composite" for each in taken),
        "seconds": result.seconds,
        "stuck_at": None if is_solved else max((each["step"] for each in taken), default=0),
        "message": result.message,
        "solutions": len(solutions.all) if solutions else None,
        **hardness_fields(result, position),
    }
    return _in_order("results", fields)


def extractions_in(result: Result, known: Iterable[Verdict] | None) -> Iterator[dict[str, Any]]:
    """Yield the matches taken in a run, in order, as fields of the table `extractions`.

    Args:
        result: the result with its trace.
        known: the verdict on each match; None if they are not known.
    """
    taken: list[dict[str, Any]] = []
    held: list[dict[str, Any]] = []  # the matches not put back, by step
    attempt = entry_point = 0
    verdict = iter(known) if known is not None else None
    for event in result.trace:
        if isinstance(event, AttemptStarted):
            attempt, entry_point, held = attempt + 1, event.entry_point, []
        elif isinstance(event, MatchUndone):
            for each in held[event.step - 1 :]:
                each["undone"] = True
            del held[event.step - 1 :]
        elif isinstance(event, MatchTaken):
            fields = {
                "attempt": attempt,
                "entry_point": entry_point,
                "number": len(taken) + 1,
                "step": event.step,
                "rule": event.rule,
                "kind": event.kind,
                "figure": event.name,
                "verdict": next(verdict) if verdict is not None else None,
                "undone": False,
                "kept": False,
            }
            taken.append(fields)
            held.append(fields)
    for each in held if result.status == "solved" else ():
        each["kept"] = True
    yield from taken


def _in_order(table: str, fields: dict[str, Any]) -> Row:
    """Return the fields of a row without those that identify the run."""
    return tuple(fields[name] for name in TABLES[table].names if name in fields)
