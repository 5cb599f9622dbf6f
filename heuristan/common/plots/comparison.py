"""Several solvers on the same puzzles: a line for each puzzle, a mark for each solver, a panel for each quantity.

All axes are logarithmic.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import svg

from heuristan.common.comparing import Comparison, Run, by_puzzle, quantile
from heuristan.common.plots.frame import (
    ARROW,
    MARGIN,
    SIZE,
    SMALL,
    SMALLEST,
    Axis,
    Entry,
    Form,
    bands,
    grid,
    heading,
    legend,
    logarithmic,
    names_width,
    short_count,
    short_seconds,
    spread,
    stroke,
    symbol,
    way_form,
)
from heuristan.common.svg.page import page, token
from heuristan.common.svg.text import GREY, label, shortened, width_of

MAX_LINES = 60
"""Number of lines whose names can still be read."""

_GAP = 46.0
_FEW = 8
"""Maximum number of lines for which each mark has its own row, with its value."""
_ROW, _SHARED_ROW, _REACH_ROW = 15.0, 18.0, 34.0
"""Heights: of the row of one mark, of a row that all marks of a line share, of a line with reaches."""


class Panel(NamedTuple):
    """A quantity."""

    title: str
    format: Callable[[float], str]
    """Writes a value with its unit, short."""
    share: float
    """Share of the width, relative to the other panels."""


class Mark(NamedTuple):
    """The result of one solver on one puzzle."""

    way: int
    """Number of its form, for `marks.way_form`."""
    status: str
    """A key of STATUS_WORDS."""
    values: tuple[float | None, ...]
    """A value for each panel, or None."""
    reaches: tuple[tuple[float, float] | None, ...] = ()
    """For each panel the smallest and the largest value, where a mark is for many puzzles."""


class Line(NamedTuple):
    """A puzzle, or a solver on many puzzles."""

    name: str
    marks: tuple[Mark, ...]
    note: str = ""
    """Written where there is no mark."""


STATUS_WORDS: Mapping[str, str] = {
    "solved": "solved",
    "stuck": "stuck",
    "unsolvable": "unsolvable",
    "limit": "ended at the limit",
}
"""Statuses that differ in the filling of a mark, with their words."""


def comparison_svg(
    title: str,
    subtitle: str,
    panels: Sequence[Panel],
    ways: Sequence[tuple[int, str]],
    lines: Sequence[Line],
    *,
    width: float = 1080,
) -> str:
    """Draw a comparison.

    Args:
        title: what is compared.
        subtitle: what must be known to read it.
        panels: the quantities, from the left. The first is the one that has a limit (time).
        ways: forms and names, for the legend.
        lines: the puzzles, from above.
        width: in SVG units.

    Raises:
        ValueError: if there is no line, or if there are more than a picture can hold.
    """
    if not 0 < len(lines) <= MAX_LINES:
        raise ValueError(f"a picture holds 1 to {MAX_LINES} lines, not {len(lines)}")
    names = names_width([line.name for line in lines])
    parts, y = heading(title, subtitle, width)
    entries, y = legend(_entries(ways, lines), y, width)
    heights = [_height(line, len(lines)) for line in lines]
    tops = [y + 54 + sum(heights[:i]) for i in range(len(lines) + 1)]
    parts += [*entries, *bands([line.name for line in lines], tops, names, width)]
    parts += _notes(lines, tops, MARGIN + names, width - MARGIN)
    room = width - 2 * MARGIN - names - _GAP * (len(panels) - 1)
    left = MARGIN + names
    for index, panel in enumerate(panels):
        right = left + room * panel.share / sum(p.share for p in panels)
        axis = logarithmic(left, right, _values(lines, index))
        parts.append(label(left, tops[0] - 28, panel.title, size=SIZE, bold=True, kind="panel-title"))
        parts += grid(axis, panel.format, tops[0], tops[-1])
        for i, line in enumerate(lines):
            marks = _marks(line, index, panel, axis, (tops[i], tops[i + 1]), has_values=len(lines) <= _FEW)
            parts.append(svg.G(class_=["line", token(line.name)], elements=[*marks]))
        left = right + _GAP
    return page(width, tops[-1] + MARGIN, title, subtitle, parts, "comparison")


def _entries(ways: Sequence[tuple[int, str]], lines: Sequence[Line]) -> tuple[list[Entry], list[Entry]]:
    """Return the entries that explain forms, and those that explain fillings."""
    statuses = {mark.status for line in lines for mark in line.marks if not mark.reaches}
    grey = Form(GREY, 0, 0)
    fillings = [Entry(grey, words, status) for status, words in STATUS_WORDS.items() if status in statuses]
    return [Entry(way_form(way), name) for way, name in ways], fillings


def _height(line: Line, count: int) -> float:
    if any(mark.reaches for mark in line.marks):
        return _REACH_ROW
    return max(_ROW * len(line.marks) + 8, 24) if count <= _FEW else _SHARED_ROW


def _notes(lines: Sequence[Line], tops: Sequence[float], left: float, right: float) -> Iterator[svg.Element]:
    for i, line in enumerate(lines):
        if not line.marks:
            words = shortened(line.note, right - left, SIZE)
            yield label(left, (tops[i] + tops[i + 1]) / 2 + 4, words, size=SIZE, fill=GREY, kind="note")


def _values(lines: Iterable[Line], index: int) -> Iterator[float]:
    """Yield the values that the axis of a panel must show."""
    for mark in (mark for line in lines for mark in line.marks):
        value, reach = mark.values[index], mark.reaches[index] if mark.reaches else None
        yield from (each for each in (*(reach or ()), value) if each is not None and each > SMALLEST)


def _marks(
    line: Line, index: int, panel: Panel, axis: Axis, ends: tuple[float, float], *, has_values: bool
) -> Iterator[svg.Element]:
    top, bottom = ends[0] + 4, ends[1] - 4
    for i, mark in enumerate(line.marks):
        y = top + (bottom - top) * (i + 0.5) / len(line.marks)
        form = way_form(mark.way)
        value, reach = mark.values[index], mark.reaches[index] if mark.reaches else None
        if reach is not None:
            y += 6
            yield stroke((axis.at(reach[0]), y), (axis.at(reach[1]), y), form.colour, 3)
        if value is None:
            continue
        # only the first quantity has a limit: the others are not lower bounds
        status = mark.status if index == 0 or mark.status != "limit" else "stuck"
        x, words = axis.at(value), panel.format(value)
        yield symbol(form, (x, y), status)
        if reach is not None:
            yield label(x, y - 9, words, size=SMALL, anchor="middle", fill=GREY, kind="value")
        elif has_values:
            yield _value(axis, x, y, words, ARROW - 8 if status == "limit" else 9)


def _value(axis: Axis, x: float, y: float, words: str, apart: float) -> svg.Text:
    """Write a value on the right of its mark, or on its left where there is no room."""
    if x + apart + width_of(words, SMALL) <= axis.right + _GAP - 8:
        return label(x + apart, y + 3.8, words, size=SMALL, fill=GREY, kind="value")
    return label(x - 9, y + 3.8, words, size=SMALL, anchor="end", fill=GREY, kind="value")


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
