"""The report of every ``compare``: a table for each of a few puzzles, one summary of many, data."""

import csv
import io
from collections.abc import Callable, Sequence
from math import floor, log10
from typing import Any

from heuristan.cli.echoing import echo, is_quiet
from heuristan.cli.failing import note
from heuristan.cli.outputs import Outputs
from heuristan.cli.writers import indented, line_of
from heuristan.common.comparing import Comparison, Quantile, Quantity, Run, by_puzzle, contradictions, middle, quantile
from heuristan.common.quoting import as_cell
from heuristan.common.words import counted, plural


def aligned(rows: Sequence[Sequence[str]], sides: str, indent: str = "") -> list[str]:
    """Return rows in columns, each flush left (<) or right (>)."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    forms = [f"{side}{width}" for side, width in zip(sides, widths, strict=True)]
    lines = ("  ".join(f"{cell:{form}}" for cell, form in zip(row, forms, strict=True)) for row in rows)
    return [f"{indent}{line}".rstrip() for line in lines]


def rows_in(form: str, rows: Sequence[dict[str, Any]], keys: Sequence[str] = ()) -> str:
    """Return rows of fields as a JSON array, as lines of JSON, or as CSV with a line of names.

    Args:
        form: 'json', 'jsonl' or 'csv'.
        rows: the rows.
        keys: the names of the fields, for CSV.
    """
    if form == "json":
        return indented(rows) + "\n"
    if form == "jsonl":
        return "".join(f"{line_of(row)}\n" for row in rows)
    stream = io.StringIO()
    table = csv.DictWriter(stream, keys, lineterminator="\n")
    table.writeheader()
    table.writerows({key: as_cell(value) for key, value in row.items()} for row in rows)
    return stream.getvalue()


FORMS = ("text", "json", "jsonl", "csv")
"""The formats of comparisons."""
FEW = 6
"""Maximum number of puzzles that have a table each."""
MOST_NAMED = 10
"""Maximum number of puzzles that are named below a summary."""
NONE = "-"


def report(
    comparison: Comparison,
    runs: Sequence[Run],
    outputs: Outputs,
    data: Callable[[str], str],
    more: Sequence[str] = (),
) -> bool:
    """Write every output, and the words to the terminal if nothing else goes there; say where solvers contradict.

    Args:
        comparison: what is compared.
        runs: the runs, those of a puzzle together.
        outputs: what is written where.
        data: returns the rows as 'json', 'jsonl' or 'csv'.
        more: further lines of text.

    Returns:
        whether solvers contradict each other.
    """
    if not (runs or more):  # interrupted before the first: there is nothing to keep
        return False
    text = "".join(f"{line}\n" for line in [*in_words(comparison, runs), *more])
    if all(output.path for output in outputs) and not is_quiet():
        echo(text, nl=False)
    found = contradictions(by_puzzle(runs))
    for each in found:
        note(
            f"CONTRADICTION on {each.id}: {' and '.join(each.solved)} solved it, and the solution was "
            f"verified; {' and '.join(each.unsolvable)} says it is unsolvable. This is a bug: please report it"
        )
    for output in outputs:
        output.write(text if output.form == "text" else data(output.form), f"\nwritten to {output.path}")
    return bool(found)


def in_words(comparison: Comparison, runs: Sequence[Run]) -> list[str]:
    """Return a table for each puzzle; for many one summary, and those on which the solvers disagree."""
    groups = by_puzzle(runs)
    if len(groups) > FEW:
        return [*_summary(comparison, runs), *_differences(comparison, groups)]
    lines: list[str] = []
    for group in groups:
        lines += ["", *_table(comparison, group)] if lines else _table(comparison, group)
    return lines


def _table(comparison: Comparison, runs: Sequence[Run]) -> list[str]:
    if all(run.status == "refused" for run in runs):
        return [f"{runs[0].id}: refused: {runs[0].message}"]
    head = ["solver", "status", "effort", "seconds", "times", *(each.name for each in comparison.own)]
    quickest = min((run.seconds for run in runs if run.seconds), default=None)
    rows = [
        [
            run.solver,
            run.status,
            effort(comparison, run.solver, run.effort),
            seconds(run.seconds),
            times(run, quickest),
            *_own(comparison, run),
        ]
        for run in runs
    ]
    failed = [f"  {run.solver}: {run.message}" for run in runs if run.status == "failed"]
    return [runs[0].id, *aligned([head, *rows], "<<" + ">" * (len(head) - 2), "  "), *failed]


def _own(comparison: Comparison, run: Run) -> list[str]:
    values = run.own or (None,) * len(comparison.own)
    return [_cell(each.words, value) for each, value in zip(comparison.own, values, strict=True)]


def _summary(comparison: Comparison, runs: Sequence[Run]) -> list[str]:
    own = [each.name_of_many or each.name for each in comparison.own]
    head = ["solver", "solved", "median s", "99 % s", "effort", *own, "not solved"]
    solvers = dict.fromkeys(run.solver for run in runs)
    rows = [_of_many(comparison, solver, [run for run in runs if run.solver == solver]) for solver in solvers if solver]
    return aligned([head, *rows], "<" + ">" * (len(head) - 2) + "<", "  ")


def _of_many(comparison: Comparison, solver: str, runs: Sequence[Run]) -> list[str]:
    statuses = [run.status for run in runs]
    others = [f"{statuses.count(each)} {each}" for each in dict.fromkeys(statuses) if each != "solved"]
    timed = [(run.status, run.seconds) for run in runs]
    efforts = [run.effort for run in runs if run.effort is not None]
    return [
        solver,
        f"{statuses.count('solved')} of {len(runs)}",
        _quantile(quantile(timed, 0.5)),
        _quantile(quantile(timed, 0.99)),
        effort(comparison, solver, middle(efforts) if efforts else None),
        *(_own_of_many(each, [run.own[i] for run in runs if run.own]) for i, each in enumerate(comparison.own)),
        ", ".join(others) or NONE,
    ]


def _own_of_many(quantity: Quantity, values: Sequence[float | None]) -> str:
    known = [value for value in values if value is not None]
    return _cell(quantity.words_of_many or quantity.words, quantity.of_many(known) if known else None)


def _cell(words: Callable[[float], str], value: float | None) -> str:
    return NONE if value is None else words(value)


def _quantile(found: Quantile | None) -> str:
    return NONE if found is None else f"{'over ' * found.is_lower_bound}{seconds(found.seconds)}"


def _differences(comparison: Comparison, groups: Sequence[Sequence[Run]]) -> list[str]:
    """Return the puzzles on which solvers disagree, and refused ones."""
    differing = [_statuses(group) for group in groups if len({run.status for run in group}) > 1]
    refused = [f"{group[0].id}: refused: {group[0].message}" for group in groups if group[0].status == "refused"]
    of = plural(len(groups), comparison.puzzle)
    lines = ["", f"The statuses differ on {len(differing)} of {of}{':' * bool(differing)}"]
    return lines + _first(differing) + (["", *_first(refused)] if refused else [])


def _statuses(runs: Sequence[Run]) -> str:
    by_status: dict[str, list[str]] = {}
    for run in runs:
        by_status.setdefault(run.status, []).append(run.solver)
    words = [f"{status}: {', '.join(names)}" for status, names in by_status.items()]
    return f"{runs[0].id}: {'; '.join(words)}"


def _first(lines: Sequence[str]) -> list[str]:
    more = [f"  … and {len(lines) - MOST_NAMED} more"] if len(lines) > MOST_NAMED else []
    return [f"  {line}" for line in lines[:MOST_NAMED]] + more


def effort(comparison: Comparison, solver: str, number: int | None) -> str:
    """Return the effort with its unit, if it has one."""
    if number is None:
        return NONE
    units = comparison.units.get(solver)
    return f"{number:,}" if units is None else counted(number, units)


def seconds(number: float | None) -> str:
    """Return seconds with three significant digits, without an exponent."""
    if number is None:
        return NONE
    decimals = 6 if number <= 0 else min(6, max(0, 2 - floor(log10(number))))
    return f"{number:.{decimals}f}"


def times(run: Run, quickest: float | None) -> str:
    """Return how many times as long as the quickest run a run took; "over" where it ran out of time."""
    if run.seconds is None or quickest is None:
        return NONE
    ratio = run.seconds / quickest
    return f"{'over ' * (run.status == 'limit')}{ratio:,.{0 if ratio >= 100 else 1}f}"
