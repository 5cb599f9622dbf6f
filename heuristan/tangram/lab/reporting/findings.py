"""A finding: one table of the report, with the query it comes from and the plot that shows it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import floor, log10
from typing import Any, Generic, NamedTuple, TypeVar

from heuristan.common.plots import Plot, intervals_svg
from heuristan.tangram.lab.reporting.statistics import Mean, Proportion

R = TypeVar("R")

NONE = "-"


@dataclass(frozen=True)
class Column(Generic[R]):
    """A column of a table."""

    title: str
    name: str
    """In CSV and Parquet files: a word."""
    of: Callable[[R], Any]
    """Its value in a row: words, a number, a Proportion, a Mean, or None."""
    shown: Callable[[Any], str] | None = None
    """How it is written for people; by its type if not given. Never asked of None."""

    def cell(self, row: R) -> str:
        value = self.of(row)
        return NONE if value is None else (self.shown or words)(value)

    def fields(self, row: R) -> dict[str, Any]:
        """Its values for a machine."""
        value = self.of(row)
        if isinstance(value, Proportion):
            low, high = value.low, value.high
            counts = {f"{self.name}_count": value.count, f"{self.name}_of": value.of}
            return {self.name: value.share, **counts, **self._interval(low, high)}
        if isinstance(value, Mean):
            return {self.name: value.value, **self._interval(value.low, value.high)}
        return {self.name: value}

    def _interval(self, low: float, high: float) -> dict[str, float]:
        return {f"{self.name}_low": low, f"{self.name}_high": high}


class Cells(NamedTuple):
    """A table in words."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]
    """For each column whether it stands flush right."""


@dataclass(frozen=True)
class Finding(Generic[R]):
    """A table, how it was found, and its plot. Going through it yields its rows."""

    name: str
    """A word, also of its files."""
    title: str
    note: str
    """What the numbers are."""
    columns: tuple[Column[R], ...]
    rows: tuple[R, ...]
    sql: str
    """The query, whole."""
    nothing: str = "There are no such runs."
    """Said where there is no row."""
    plot: Plot | None = None

    def __iter__(self) -> Iterator[R]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, number: int) -> R:
        return self.rows[number]

    @property
    def cells(self) -> Cells:
        """The table as people read it."""
        rows = tuple(tuple(column.cell(row) for column in self.columns) for row in self.rows)
        numeric = tuple(not any(isinstance(column.of(row), str) for row in self.rows) for column in self.columns)
        return Cells(tuple(column.title for column in self.columns), rows, numeric)

    def records(self) -> list[dict[str, Any]]:
        """The rows for a machine: intervals in columns of their own, shares between 0 and 1."""
        found = [{k: v for column in self.columns for k, v in column.fields(row).items()} for row in self.rows]
        names = dict.fromkeys(name for record in found for name in record)
        return [{name: record.get(name) for name in names} for record in found]

    def markdown(self) -> str:
        """The table in Markdown, or what is said where there is none."""
        if not self.rows:
            return f"{self.nothing}\n"
        head, rows, numeric = self.cells
        rules = ["--:" if right else "---" for right in numeric]
        lines = [f"| {' | '.join(cells)} |" for cells in (head, tuple(rules), *(map(_escaped, row) for row in rows))]
        return "\n".join(lines) + "\n"

    def svg(self) -> str:
        """The plot.

        Raises:
            ValueError: it has none, or there is nothing to show.
        """
        if self.plot is None or not self.plot.estimates:
            raise ValueError(f"'{self.title}' has no plot here")
        return intervals_svg(self.plot)

    @property
    def has_plot(self) -> bool:
        return self.plot is not None and bool(self.plot.estimates)


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|")


def words(value: Any) -> str:
    """A value for people."""
    if isinstance(value, Proportion):
        return f"{percent(value.share)} ({span(value.low, value.high)})"
    if isinstance(value, Mean):
        return f"{number(value.value)} ({number(value.low)} to {number(value.high)})"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return number(value) if isinstance(value, float) else str(value)


def percent(share: float) -> str:
    return f"{share:.1%}".replace("%", "\xa0%")


def span(low: float, high: float) -> str:
    """An interval of shares."""
    return f"{100 * low:.1f} to {100 * high:.1f}"


def number(value: float) -> str:
    """Three significant digits, without an exponent."""
    decimals = 2 if value == 0 else min(6, max(0, 2 - floor(log10(abs(value)))))
    return f"{value:,.{decimals}f}"


def seconds(value: float) -> str:
    """A time, short."""
    if value >= 1:
        return f"{number(value)} s"
    return f"{number(value * 1e3)} ms" if value >= 1e-3 else f"{number(value * 1e6)} µs"


def chance(p: float) -> str:
    """A p value."""
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}"
