"""A finding: a table of the report with its query and its plot, in Markdown and CSV.

In CSV shares are numbers from 0 to 1, and intervals have their own columns.
"""

import csv
import io
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import floor, log10
from operator import attrgetter
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from heuristan.common.proportions import Proportion
from heuristan.common.quoting import as_cell, as_words
from heuristan.common.svg.intervals import Estimate, Plot, intervals_svg
from heuristan.lab.statistics import Mean
from heuristan.tangram.expert.ways import WAYS, Way

R = TypeVar("R")

NONE = "-"


@dataclass(frozen=True)
class Column(Generic[R]):
    """A column of a table."""

    title: str
    name: str
    """Name in CSV files: a word."""
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
    """The whole query; empty if the rows are of several."""
    nothing: str = "There are no such runs."
    """Written if there are no rows."""
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
        if self.plot is None or not self.plot.estimates:
            raise ValueError(f"'{self.title}' has no plot here")
        return intervals_svg(self.plot)

    @property
    def has_plot(self) -> bool:
        return self.plot is not None and bool(self.plot.estimates)


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


def p_value(p: float) -> str:
    """Return a p value to stand behind the word: "= 0.0123"."""
    return chance(p) if p < 0.0001 else f"= {chance(p)}"


def csv_text(finding: Finding[Any]) -> str:
    """Return a finding as CSV; unknown values are empty. Without rows there is only the head."""
    stream = io.StringIO()
    records = finding.records()
    table = csv.DictWriter(stream, _names(finding, records), lineterminator="\n")
    table.writeheader()
    table.writerows({name: as_cell(value) for name, value in record.items()} for record in records)
    return stream.getvalue()


def _names(finding: Finding[Any], records: list[dict[str, Any]]) -> list[str]:
    return list(records[0]) if records else [column.name for column in finding.columns]


RateWay: TypeAlias = Way | Literal["baseline"]
"""The way of a ranking, or a baseline, which has none."""


def way_words(way: RateWay) -> str:
    return "baseline" if way == "baseline" else WAYS[way]


def trial_words(ranking: str, way: RateWay) -> str:
    """Return a ranking and its way in words."""
    return f"{ranking}, {way_words(way)}"


def bars_of(line: str, series: str, share: Proportion | None) -> Iterable[Estimate]:
    if share is not None:
        in_words = f"{percent(share.share)} ({span(share.low, share.high)}) of {share.of:,}"
        yield Estimate(line, series, share.share, share.low, share.high, in_words)


FORMATS: Mapping[str, Callable[[Any], str]] = {
    "chance": chance,
    "number": number,
    "points": points,
    "seconds": seconds,
    "way": way_words,
}


@cache
def _tables() -> Mapping[str, Any]:
    """Return the words of all tables, by their names."""
    return tomllib.loads(Path(__file__).with_name("tables.toml").read_text(encoding="utf-8"))


def finding(
    table: str,
    rows: Iterable[R],
    sql: str = "",
    bars: Iterable[Estimate] = (),
    *,
    name: str = "",
    ahead: Iterable[Column[R]] = (),
    behind: Iterable[Column[R]] = (),
    **places: object,
) -> Finding[R]:
    """Return a finding with the words and columns of a table in `tables.toml`.

    Args:
        table: the name of the table there.
        rows: the rows.
        sql: the whole query.
        bars: what its plot shows, if it has one.
        name: the name of the finding; that of the table if it is empty.
        ahead: columns before those of the table.
        behind: columns after them.
        places: what the places in braces hold.
    """
    told = _tables()[table]

    def words_of(key: str, **more: str) -> str:
        return str(told.get(key, "")).format(**places, **more)

    title, note = words_of("title"), words_of("note")
    columns = (_column(of.format(**places), about, places) for of, about in told["columns"].items())
    plot = None
    if "plot" in told:
        subtitle = words_of("plot", note=note)
        plot = Plot(words_of("plot_title") or title, subtitle, tuple(bars), told.get("scale", "share"))
    nothing = words_of("nothing") or Finding.nothing
    return Finding(name or table, title, note, (*ahead, *columns, *behind), tuple(rows), sql, nothing, plot)


def _column(name: str, about: str | Mapping[str, str], places: Mapping[str, object]) -> Column[Any]:
    """Return a column whose title alone is given, or its title, attribute and format."""
    given = {"title": about} if isinstance(about, str) else about
    format = FORMATS[given["format"]] if "format" in given else None
    return Column(given["title"].format(**places), name, attrgetter(given.get("of", name)), format)
