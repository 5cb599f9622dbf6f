"""A comparison in words, as JSON, as CSV, as a plot."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from math import floor, log10
from platform import platform, python_version
from typing import TYPE_CHECKING

from heuristan.cli.kit.outputs import drawn_as
from heuristan.cli.kit.tables import aligned, rows_in
from heuristan.common.words import plural
from heuristan.tangram.lab.comparing.rows import Row, by_outline, contradictions
from heuristan.tangram.lab.comparing.solvers import BY_RULES, TITLES, title_of
from heuristan.tangram.lab.comparing.summary import Quantile, Summary, summaries
from heuristan.version import __version__

if TYPE_CHECKING:
    from heuristan.common.plots.comparison import Line

FEW = 6
"""Maximum number of outlines that have a table each."""
MOST_NAMED = 10
"""Maximum number of outlines that are named below a summary."""
NONE = "-"
MEGABYTE = 1_000_000

Cells = Sequence[str]


def in_words(rows: Sequence[Row]) -> list[str]:
    """Return a table for each outline; for many outlines one summary, and those on which the solvers disagree."""
    groups = by_outline(rows)
    if len(groups) > FEW:
        return [*_summary_table(rows), *_differences(groups)]
    lines: list[str] = []
    for group in groups:
        lines += ["", *_table(group)] if lines else _table(group)
    return lines


def _table(rows: Sequence[Row]) -> list[str]:
    if all(row.status == "refused" for row in rows):
        return [f"{rows[0].id}: refused: {rows[0].message}"]
    head = ("solver", "status", "effort", "undone", "seconds", "times", "peak MB")
    quickest = min((row.seconds for row in rows if row.seconds), default=None)
    failed = [f"  {row.solver}: {row.message}" for row in rows if row.status == "failed"]
    return [rows[0].id, *aligned([head, *(_cells(row, quickest) for row in rows)], "<<>>>>>", "  "), *failed]


def _cells(row: Row, quickest: float | None) -> Cells:
    return (
        row.solver,
        row.status,
        effort(row.solver, row.effort),
        count(row.undone),
        seconds(row.seconds),
        times(row, quickest),
        megabytes(row.peak_memory),
    )


def _summary_table(rows: Sequence[Row]) -> list[str]:
    head = ("solver", "solved", "median s", "99 % s", "effort", "undone", "peak MB", "not solved")
    return aligned([head, *map(_summary_cells, summaries(rows))], "<>>>>>><", "  ")


def _summary_cells(summary: Summary) -> Cells:
    others = [f"{number} {status}" for status, number in summary.statuses.items() if status != "solved"]
    return (
        summary.solver,
        f"{summary.solved} of {summary.outlines}",
        _quantile(summary.median),
        _quantile(summary.p99),
        effort(summary.solver, summary.effort),
        count(summary.undone),
        megabytes(summary.peak_memory),
        ", ".join(others) or NONE,
    )


def _quantile(found: Quantile | None) -> str:
    return NONE if found is None else f"{'over ' * found.is_lower_bound}{seconds(found.seconds)}"


def _differences(groups: Sequence[Sequence[Row]]) -> list[str]:
    """Return the outlines on which solvers disagree, and refused outlines."""
    differing = [_statuses(group) for group in groups if len({row.status for row in group}) > 1]
    refused = [f"{group[0].id}: refused: {group[0].message}" for group in groups if group[0].status == "refused"]
    lines = ["", f"The statuses differ on {len(differing)} of {plural(len(groups), 'outline')}{':' * bool(differing)}"]
    return lines + _first(differing) + (["", *_first(refused)] if refused else [])


def _statuses(rows: Sequence[Row]) -> str:
    by_status: dict[str, list[str]] = {}
    for row in rows:
        by_status.setdefault(row.status, []).append(row.solver)
    words = [f"{status}: {', '.join(names)}" for status, names in by_status.items()]
    return f"{rows[0].id}: {'; '.join(words)}"


def _first(lines: Sequence[str]) -> list[str]:
    more = [f"  … and {len(lines) - MOST_NAMED} more"] if len(lines) > MOST_NAMED else []
    return [f"  {line}" for line in lines[:MOST_NAMED]] + more


def effort(solver: str, number: int | None) -> str:
    """Return the effort in words: extractions of the expert system, nodes of the others."""
    return NONE if number is None else f"{number:,} {'extractions' if solver in BY_RULES else 'nodes'}"


def count(number: int | None) -> str:
    return NONE if number is None else f"{number:,}"


def seconds(number: float | None) -> str:
    """Return seconds with three significant digits, without an exponent."""
    if number is None:
        return NONE
    decimals = 6 if number <= 0 else min(6, max(0, 2 - floor(log10(number))))
    return f"{number:.{decimals}f}"


def times(row: Row, quickest: float | None) -> str:
    """Return how many times as long as the quickest run a run took; "over" where it ran out of time."""
    if row.seconds is None or quickest is None:
        return NONE
    ratio = row.seconds / quickest
    return f"{'over ' * (row.status == 'limit')}{ratio:,.{0 if ratio >= 100 else 1}f}"


def megabytes(number: int | None) -> str:
    return NONE if number is None else f"{number / MEGABYTE:.1f}"


def as_json(rows: Sequence[Row], limit: float, repeat: int) -> str:
    """Return everything as one JSON document."""
    document = {
        "heuristan": __version__,
        "python": python_version(),
        "machine": platform(),
        "limit": limit,
        "repeat": repeat,
        "solvers": {row.solver: title_of(row.solver) for row in rows},
        "contradictions": [each.as_json() for each in contradictions(rows)],
        "summaries": [summary.as_json() for summary in summaries(rows)],
        "rows": [row.as_json() for row in rows],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def as_csv(rows: Iterable[Row]) -> str:
    """Return a line for each row; null is an empty field, and the seconds of all runs are one field with spaces."""
    fields_of_rows = [asdict(row) | {"all_seconds": " ".join(map(str, row.all_seconds))} for row in rows]
    return rows_in("csv", fields_of_rows, [field.name for field in fields(Row)])


def picture(rows: Sequence[Row], form: str, limit: float, repeat: int) -> str | bytes:
    """Return the plot, as 'svg' or 'png'."""
    from heuristan.common.plots.comparison import MAX_LINES, Panel, comparison_svg
    from heuristan.common.plots.values import short_count, short_seconds

    groups = by_outline(rows)
    is_many = len(groups) > MAX_LINES
    lines = _lines_of_solvers(rows) if is_many else [_line(group) for group in groups]
    panels = [
        Panel("Seconds", short_seconds, 5),
        Panel("Nodes or extractions", short_count, 3),
        Panel("Peak memory, MB", _short_memory, 2),
    ]
    solvers = dict.fromkeys(row.solver for row in rows)
    ways = [(_way(solver), title_of(solver)) for solver in solvers]
    who = groups[0][0].id if len(groups) == 1 else f"{len(groups)} outlines"
    words = [f"Seconds for solving alone, one process per run, at most {limit:g} seconds each"]
    words += [f"medians of {repeat} runs"] if repeat > 1 else []
    words += ["marks are medians, bars reach over 98 of 100 outlines"] if is_many else []
    drawn = comparison_svg(f"The solvers on {who}", f"{'; '.join(words)}.", panels, ways, lines)
    return drawn_as(form, drawn)


def _line(rows: Sequence[Row]) -> "Line":
    from heuristan.common.plots.comparison import Line, Mark

    shown = [row for row in rows if row.seconds is not None]
    marks = [Mark(_way(row.solver), row.status, (row.seconds, row.effort, row.peak_memory)) for row in shown]
    return Line(rows[0].id, tuple(marks), "" if marks else f"{rows[0].status}: {rows[0].message}")


def _way(solver: str) -> int:
    return list(TITLES).index(solver)


def _lines_of_solvers(rows: Sequence[Row]) -> "list[Line]":
    """Return a line for each solver, with its medians and the range of its values."""
    from heuristan.common.plots.comparison import Line, Mark
    from heuristan.common.plots.values import spread

    lines = []
    for summary in summaries(rows):
        mine = [row for row in rows if row.solver == summary.solver]
        spreads = [spread(row.seconds for row in mine), spread(row.effort for row in mine)]
        spreads.append(spread(row.peak_memory for row in mine))
        middles = tuple(spread and spread[1] for spread in spreads)
        reaches = tuple(spread and (spread[0], spread[2]) for spread in spreads)
        is_bound = summary.median is not None and summary.median.is_lower_bound
        mark = Mark(_way(summary.solver), "limit" if is_bound else "solved", middles, reaches)
        lines.append(Line(title_of(summary.solver), (mark,)))
    return lines


def _short_memory(number: float) -> str:
    megas = number / MEGABYTE
    return f"{megas:,.0f}" if megas >= 1000 else f"{megas:.3g}"
