"""The picture that every `compare` draws: a line for each puzzle, or, if they are too many, one for each solver."""

from collections.abc import Callable, Iterator, Sequence

from heuristan.common.comparing import Comparison, Run, by_puzzle, quantile
from heuristan.common.plots.comparison import MAX_LINES, Line, Mark, Panel, comparison_svg
from heuristan.common.plots.values import short_count, short_seconds, spread


def runs_svg(comparison: Comparison, runs: Sequence[Run], words: str) -> str:
    """Draw seconds, effort, and what else a system measures.

    Args:
        comparison: what is compared.
        runs: the runs, those of a puzzle together.
        words: how it was measured.
    """
    groups = by_puzzle(runs)
    is_many = len(groups) > MAX_LINES
    shown = [*_panels(comparison, runs)]
    read = [read for _, read in shown]
    solvers = list(dict.fromkeys(run.solver for run in runs if run.seconds is not None))
    forms = _forms(comparison, solvers)
    lines = [_of_solver(comparison, solver, runs, forms, read) for solver in solvers] if is_many else []
    lines = lines or [_of_puzzle(group, forms, read) for group in groups]
    ways = [(forms[solver], comparison.titles.get(solver, solver)) for solver in solvers]
    who = groups[0][0].id if len(groups) == 1 else f"{len(groups)} {comparison.puzzle}s"
    words += "; marks are medians, bars reach over 98 of 100" * is_many
    return comparison_svg(f"The solvers on {who}", f"{words}.", [panel for panel, _ in shown], ways, lines)


Read = Callable[[Run], float | None]


def _panels(comparison: Comparison, runs: Sequence[Run]) -> Iterator[tuple[Panel, Read]]:
    """Yield the panels that have a value, with what they show of a run."""

    def own(index: int) -> Read:
        return lambda run: run.own[index] if run.own else None

    yield Panel("Seconds", short_seconds, 5), lambda run: run.seconds
    others: list[tuple[Panel, Read]] = [(Panel(comparison.effort, short_count, 3), lambda run: run.effort)]
    others += [(Panel(each.panel, each.short, 2), own(i)) for i, each in enumerate(comparison.own) if each.panel]
    yield from (panel for panel in others if any(panel[1](run) is not None for run in runs))


def _forms(comparison: Comparison, solvers: Sequence[str]) -> dict[str, int]:
    """Return the form of each solver, the same in every picture of a system."""
    return {solver: form for form, solver in enumerate(dict.fromkeys([*comparison.titles, *solvers]))}


def _of_puzzle(runs: Sequence[Run], forms: dict[str, int], read: Sequence[Read]) -> Line:
    shown = [run for run in runs if run.seconds is not None]
    marks = [Mark(forms[run.solver], run.status, tuple(value(run) for value in read)) for run in shown]
    return Line(runs[0].id, tuple(marks), "" if marks else f"{runs[0].status}: {runs[0].message}")


def _of_solver(
    comparison: Comparison, solver: str, runs: Sequence[Run], forms: dict[str, int], read: Sequence[Read]
) -> Line:
    """Return the line of a solver, with its medians and the range of its values."""
    mine = [run for run in runs if run.solver == solver]
    spreads = [spread(value(run) for run in mine) for value in read]
    median = quantile(((run.status, run.seconds) for run in mine), 0.5)
    mark = Mark(
        forms[solver],
        "limit" if median is not None and median.is_lower_bound else "solved",
        tuple(found and found[1] for found in spreads),
        tuple(found and (found[0], found[2]) for found in spreads),
    )
    solved = sum(run.status == "solved" for run in mine)
    return Line(f"{comparison.titles.get(solver, solver)}: {solved} of {len(mine)} solved", (mark,))
