"""Solvers side by side on outlines: a row for each run, and all rows in words or as data.

It imports none of the solvers before it runs them.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from importlib.util import find_spec
from itertools import groupby
from math import ceil, floor, log10
from platform import platform, python_version
from statistics import median_low
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from heuristan.cli.writers import indented, line_of
from heuristan.common.faults import or_refused
from heuristan.common.quoting import as_cell
from heuristan.common.words import counted, plural
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace.events import Status
from heuristan.version import __version__

if TYPE_CHECKING:
    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.expert.ways import Way
    from heuristan.tangram.solving.result import Result

RowStatus: TypeAlias = Status | Literal["failed"]
"""The status of a result; "failed" if the solver ended without one, because of a bug or too little memory."""


@dataclass(frozen=True)
class Row:
    """One solver on one outline. Numbers are null if they do not exist."""

    outline: int
    """The outline's place in the comparison, from 1: two may have the same id."""
    id: str
    solver: str
    status: RowStatus
    nodes: int | None = None
    """Number of states that a search looked at; null for the expert system."""
    extractions: int | None = None
    """Number of extractions, also undone ones; null for searches."""
    undone: int | None = None
    seconds: float | None = None
    message: str = ""

    @property
    def effort(self) -> int | None:
        """Extractions or nodes."""
        return self.extractions if self.nodes is None else self.nodes


TITLES: Mapping[str, str] = {
    "expert": "expert, with backtracking",
    "retry": "expert, with retry",
    "published": "expert, as published",
    "exact": "exact, compiled",
    "plain": "exact, plain Python",
    "ford": "Ford, with the pre-test",
    "ford-no-pre-test": "Ford, without the pre-test",
}
"""The solvers, and what they are."""
BY_RULES: Mapping[str, "Way"] = {"expert": "backtracking", "retry": "retry", "published": "published"}
"""Solvers that run a ranking, with their ways to run it."""
WARM_UP_SECONDS = 5.0
"""Limit of a run that is not counted, in which a solver loads and makes what it needs once."""


def has_numba() -> bool:
    """Return whether the exact search can be compiled."""
    return find_spec("numba") is not None


def default_solvers() -> tuple[str, ...]:
    """Return the solvers that are compared unless others are asked for; without numba exact and plain are the same."""
    left_out = {"retry", "ford-no-pre-test"} | (set() if has_numba() else {"plain"})
    return tuple(name for name in TITLES if name not in left_out)


def title_of(solver: str) -> str:
    """Return what a solver is here."""
    return TITLES["plain"] if solver == "exact" and not has_numba() else TITLES[solver]


def solve_by(solver: str, puzzle: Puzzle, ranking: "Ranking | None", limit: float) -> "Result":
    """Solve an outline by a solver; `ranking` is for those in BY_RULES."""
    from heuristan.tangram.solving.options import Options
    from heuristan.tangram.solving.program import solve_puzzle
    from heuristan.tangram.solving.shortcuts import solve, solve_exactly

    if solver in BY_RULES:
        assert ranking is not None
        return solve(puzzle, ranking, way=BY_RULES[solver], limit=limit)
    if solver in ("exact", "plain"):
        return solve_exactly(puzzle, limit=limit, by="plain" if solver == "plain" else "compiled", traced=False)
    return solve_puzzle(puzzle, Options("ford", limit=limit, pre_test=solver == "ford", traced=False))


def rows_of(
    outlines: Sequence[Puzzle | Refusal], solvers: Sequence[str], ranking: "Ranking | None", limit: float
) -> Iterator[Row]:
    """Run every solver on every outline, those of an outline together; a solver's first run is preceded by another."""
    cold = set(solvers)
    for number, of in enumerate(outlines, 1):
        for solver in solvers:
            if isinstance(of, Refusal):
                yield Row(number, of.id, solver, "refused", message=of.message)
                continue
            if solver in cold:
                _row(number, solver, of, ranking, min(limit, WARM_UP_SECONDS))
                cold.remove(solver)
            yield _row(number, solver, of, ranking, limit)


def _row(number: int, solver: str, puzzle: Puzzle, ranking: "Ranking | None", limit: float) -> Row:
    def solved(puzzle: Puzzle) -> Row:
        found = solve_by(solver, puzzle, ranking, limit)
        nodes = found.searched.nodes if found.searched else None
        extractions = found.extractions if nodes is None else None
        effort = nodes, extractions, found.backtracks
        return Row(number, puzzle.id, solver, found.status, *effort, found.seconds, found.message)

    def failed(puzzle: Puzzle, message: str) -> Row:
        return Row(number, puzzle.id, solver, "failed", message=message)

    return or_refused(solved, failed)(puzzle)


def contradictions(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Return the outlines that one solver solved and another calls unsolvable: every solution is verified."""
    found = [
        {"id": group[0].id} | {status: [row.solver for row in group if row.status == status] for status in _OPPOSED}
        for group in _by_outline(rows)
    ]
    return [each for each in found if all(each[status] for status in _OPPOSED)]


_OPPOSED = ("solved", "unsolvable")


def _by_outline(rows: Iterable[Row]) -> list[list[Row]]:
    return [list(group) for _, group in groupby(rows, key=lambda row: row.outline)]


def data(rows: Sequence[Row], form: str, limit: float) -> str:
    """Return rows as JSON with all that is known of the comparison, as lines of JSON, or as CSV."""
    table = [asdict(row) for row in rows]
    if form == "jsonl":
        return "".join(f"{line_of(row)}\n" for row in table)
    if form == "csv":
        stream = io.StringIO()
        writer = csv.DictWriter(stream, [field.name for field in fields(Row)], lineterminator="\n")
        writer.writeheader()
        writer.writerows({key: as_cell(value) for key, value in row.items()} for row in table)
        return stream.getvalue()
    document = {
        "heuristan": __version__,
        "python": python_version(),
        "machine": platform(),
        "limit": limit,
        "solvers": {row.solver: title_of(row.solver) for row in rows},
        "contradictions": contradictions(rows),
        "rows": table,
    }
    return indented(document) + "\n"


FEW = 6
"""Maximum number of outlines that have a table each."""
MOST_NAMED = 10
"""Maximum number of outlines that are named below a summary."""
NONE = "-"


def in_words(rows: Sequence[Row]) -> list[str]:
    """Return a table for each outline; for many one summary, and those on which the solvers disagree."""
    groups = _by_outline(rows)
    if len(groups) > FEW:
        return [*_summary(rows), *_differences(groups)]
    return [line for number, group in enumerate(groups) for line in [""] * bool(number) + _table(group)]


def _table(rows: Sequence[Row]) -> list[str]:
    if all(row.status == "refused" for row in rows):
        return [f"{rows[0].id}: refused: {rows[0].message}"]
    quickest = min((row.seconds for row in rows if row.seconds), default=None)
    cells = [
        (row.solver, row.status, _effort(row.solver, row.effort), seconds(row.seconds), _times(row, quickest), undone)
        for row in rows
        for undone in [NONE if row.undone is None else f"{row.undone:,}"]
    ]
    failed = [f"  {row.solver}: {row.message}" for row in rows if row.status == "failed"]
    return [
        rows[0].id,
        *aligned([["solver", "status", "effort", "seconds", "times", "undone"], *cells], "<<>>>>"),
        *failed,
    ]


def _summary(rows: Sequence[Row]) -> list[str]:
    head = ["solver", "solved", "median s", "99 % s", "effort", "undone", "not solved"]
    by_solver = {
        solver: [row for row in rows if row.solver == solver] for solver in dict.fromkeys(r.solver for r in rows)
    }
    return aligned([head, *(_of_many(solver, of) for solver, of in by_solver.items())], "<>>>>><")


def _of_many(solver: str, rows: Sequence[Row]) -> list[str]:
    statuses = [row.status for row in rows]
    others = [f"{statuses.count(each)} {each}" for each in dict.fromkeys(statuses) if each != "solved"]
    efforts = [row.effort for row in rows if row.effort is not None]
    undone = [row.undone for row in rows if row.undone is not None]
    return [
        solver,
        f"{statuses.count('solved')} of {len(rows)}",
        quantile(rows, 0.5),
        quantile(rows, 0.99),
        _effort(solver, median_low(efforts) if efforts else None),
        f"{median_low(undone):,}" if undone else NONE,
        ", ".join(others) or NONE,
    ]


def _differences(groups: Sequence[Sequence[Row]]) -> list[str]:
    """Return the outlines on which solvers disagree, and refused ones."""
    differing = [_statuses(group) for group in groups if len({row.status for row in group}) > 1]
    refused = [f"{group[0].id}: refused: {group[0].message}" for group in groups if group[0].status == "refused"]
    lines = ["", f"The statuses differ on {len(differing)} of {plural(len(groups), 'outline')}{':' * bool(differing)}"]
    return lines + _first(differing) + (["", *_first(refused)] if refused else [])


def _statuses(rows: Sequence[Row]) -> str:
    by_status = {status: [row.solver for row in rows if row.status == status] for status in (r.status for r in rows)}
    words = [f"{status}: {', '.join(solvers)}" for status, solvers in by_status.items()]
    return f"{rows[0].id}: {'; '.join(words)}"


def _first(lines: Sequence[str]) -> list[str]:
    more = [f"  … and {len(lines) - MOST_NAMED} more"] if len(lines) > MOST_NAMED else []
    return [f"  {line}" for line in lines[:MOST_NAMED]] + more


def aligned(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Return rows in columns, each flush left (<) or right (>)."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    forms = [f"{side}{width}" for side, width in zip(sides, widths, strict=True)]
    lines = ("  ".join(f"{cell:{form}}" for cell, form in zip(row, forms, strict=True)) for row in rows)
    return [f"  {line}".rstrip() for line in lines]


def _effort(solver: str, number: int | None) -> str:
    return NONE if number is None else counted(number, "extractions" if solver in BY_RULES else "nodes")


def seconds(number: float | None) -> str:
    """Return seconds with three significant digits, without an exponent."""
    if number is None:
        return NONE
    decimals = 6 if number <= 0 else min(6, max(0, 2 - floor(log10(number))))
    return f"{number:.{decimals}f}"


def quantile(rows: Iterable[Row], share: float) -> str:
    """Return the seconds at the nearest rank, which were measured; "over" those of a run that reached the limit."""
    # runs that reached the limit would have taken longer than any that did not
    timed = sorted((row.status == "limit", row.seconds) for row in rows if row.seconds is not None)
    if not timed:
        return NONE
    is_limit, found = timed[max(0, ceil(share * len(timed)) - 1)]
    return f"{'over ' * is_limit}{seconds(found)}"


def _times(row: Row, quickest: float | None) -> str:
    """Return how many times as long as the quickest run a run took; "over" where it ran out of time."""
    if row.seconds is None or quickest is None:
        return NONE
    ratio = row.seconds / quickest
    return f"{'over ' * (row.status == 'limit')}{ratio:,.{0 if ratio >= 100 else 1}f}"
