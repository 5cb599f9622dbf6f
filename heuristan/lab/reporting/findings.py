"""A finding: a table of the report with its query and its plot."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import floor, log10
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from heuristan.common.quoting import as_words
from heuristan.lab.reporting.statistics import Mean, Proportion

R = TypeVar("R")

NONE = "-"


@dataclass(frozen=True)
class Column(Generic[R]):
    """A column of a table."""

    title: str
    name: str
    """Name in CSV and Parquet files: a word."""
    of: Callable[[R], Any]
    """Returns its value in a row: words, a number, a Proportion, a Mean, or None."""
    format: Callable[[Any], str] | None = None
    """Writes a value for people, if not in the usual way of its type; never called with None."""

    def cell(self, row: R) -> str:
        value = self.of(row)
        return NONE if value is None else (self.format or words)(value)

    def fields(self, row: R) -> dict[str, Any]:
        """Return its fields in files."""
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


class Drawable(Protocol):
    """A plot."""

    @property
    def is_empty(self) -> bool:
        """Whether it has nothing to show."""

    def svg(self) -> str:
        """Draw it."""


class Cells(NamedTuple):
    """The cells of a table as people read them."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]
    """For each column whether it is aligned on the right."""


@dataclass(frozen=True)
class Finding(Generic[R]):
    """A table with its query and its plot. Iteration yields its rows."""

    name: str
    """A word, also for its files."""
    title: str
    note: str
    """The meaning of the numbers."""
    columns: tuple[Column[R], ...]
    rows: tuple[R, ...]
    sql: str
    """The whole query."""
    nothing: str = "There are no such runs."
    """Written if there are no rows."""
    plot: "Drawable | None" = None

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

    @property
    def leading(self) -> int:
        """Number of first columns that name what a row is about."""
        _, _, numeric = self.cells
        return next((i for i, right in enumerate(numeric) if right), len(numeric))

    def records(self) -> list[dict[str, Any]]:
        """Return the rows as in files: intervals in their own columns, shares from 0 to 1."""
        found = [{k: v for column in self.columns for k, v in column.fields(row).items()} for row in self.rows]
        names = dict.fromkeys(name for record in found for name in record)
        return [{name: record.get(name) for name in names} for record in found]

    def markdown(self) -> str:
        """Return the table in Markdown, or a sentence if there are no rows."""
        if not self.rows:
            return f"{as_words(self.nothing)}\n"
        head, rows, numeric = self.cells
        rules = ["--:" if right else "---" for right in numeric]
        titled, *filled = ([*map(as_words, row)] for row in (head, *rows))
        lines = [f"| {' | '.join(cells)} |" for cells in (titled, rules, *filled)]
        return "\n".join(lines) + "\n"

    def svg(self) -> str:
        """Return the plot.

        Raises:
            ValueError: if there is no plot, or nothing to show.
        """
        if self.plot is None or self.plot.is_empty:
            raise ValueError(f"'{self.title}' has no plot here")
        return self.plot.svg()

    @property
    def has_plot(self) -> bool:
        return self.plot is not None and not self.plot.is_empty


def words(value: Any) -> str:
    """Return a value as people read it."""
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
    """Return an interval of shares in per cent."""
    return f"{100 * low:.1f} to {100 * high:.1f}"


def number(value: float) -> str:
    """Return a number with three significant digits, without an exponent."""
    decimals = 2 if value == 0 else min(6, max(0, 2 - floor(log10(abs(value)))))
    return f"{value:,.{decimals}f}"


def seconds(value: float) -> str:
    """Return a time with three significant digits."""
    if value >= 1:
        return f"{number(value)} s"
    return f"{number(value * 1e3)} ms" if value >= 1e-3 else f"{number(value * 1e6)} µs"


def points(difference: Mean) -> str:
    """Return a difference of shares in percentage points."""
    low, high = 100 * difference.low, 100 * difference.high
    return f"{100 * difference.value:+.1f} ({low:+.1f} to {high:+.1f})"


def chance(p: float) -> str:
    """Return a p value with four decimals."""
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}"
