"""What solving took, outline by outline: shares solved within matches or a time, and two rankings side by side."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import attrgetter
from typing import Any, NamedTuple

from heuristan.common.plots.curves import Cloud, Clouds, Curve, Curves, Point
from heuristan.lab.reporting import queries
from heuristan.lab.reporting.findings import Column, Finding, seconds
from heuristan.lab.reporting.measures import INTERVALS, WHO
from heuristan.lab.reporting.rows import trial_words
from heuristan.lab.reporting.selection import Selection
from heuristan.lab.reporting.statistics import Proportion, proportion
from heuristan.tangram.expert.ways import WAYS, Way

MOST_PANELS = 6
"""Maximum number of pairs of rankings that are drawn."""

OUTCOMES = ("both solved", "the first alone", "the second alone", "neither")


class Within(NamedTuple):
    """How much a ranking needs to solve a part of all outlines."""

    ranking: str
    way: Way
    solved: Proportion
    half: float | None
    """What half of all outlines needed at most; None if fewer were solved."""
    most: float | None
    """What nine tenths of them needed."""
    points: tuple[tuple[float, float], ...]
    """Values, and the share that was solved within them."""


class Beside(NamedTuple):
    """Two rankings on the outlines that both solved."""

    first: str
    second: str
    way: Way
    outlines: int
    fewer: Proportion | None
    """Outlines on which the second took fewer matches; None if both solved none."""
    more: Proportion | None
    points: tuple[Point, ...]


def within_matches(of: Selection) -> Finding[Within]:
    """Return the share solved within a number of matches taken."""
    rows = tuple(
        _within(name, way, count, (how_often or {}).items())
        for _, name, way, count, how_often in of.ask(queries.WITHIN_MATCHES)
    )
    note = f"Matches taken in all attempts, also those put back. {INTERVALS}"
    title = "Solved within a number of matches"
    curves = Curves(title, f"Of {of.in_words}. {note}", "matches taken", _curves(rows))
    return Finding("within_matches", title, note, _columns(), rows, of.query(queries.WITHIN_MATCHES), plot=curves)


def within_time(of: Selection) -> Finding[Within]:
    """Return the share solved within a time."""
    rows = tuple(
        _within(name, way, count, ((value, solved / len(times)) for value in times or ()))
        for _, name, way, count, solved, times in of.ask(queries.WITHIN_TIME)
    )
    note = f"Time for solving alone, on the machines that did it. {INTERVALS}"
    title = "Solved within a time"
    curves = Curves(title, f"Of {of.in_words}. {note}", "time", _curves(rows), "seconds")
    return Finding("within_time", title, note, _columns(seconds), rows, of.query(queries.WITHIN_TIME), plot=curves)


def _within(name: str, way: Way, outlines: int, solved: Iterable[tuple[float, float]]) -> Within:
    """Return a row.

    Args:
        name: the ranking.
        way: its way.
        outlines: the number of outlines.
        solved: what was needed, and how many outlines were solved with that.
    """
    found = sorted(solved)
    sums = list(accumulate(count for _, count in found))
    points = tuple((value, count / outlines) for (value, _), count in zip(found, sums, strict=True))
    half, most = (next((value for value, share in points if share >= part - 1e-9), None) for part in (0.5, 0.9))
    return Within(name, way, proportion(round(sums[-1]) if sums else 0, outlines), half, most, points)


def _columns(format: Any = None) -> tuple[Column[Within], ...]:
    return (
        *WHO,
        Column("Solved, %", "solved", attrgetter("solved")),
        Column("Half of all within", "half", attrgetter("half"), format),
        Column("90 % within", "most", attrgetter("most"), format),
    )


def _curves(rows: Sequence[Within]) -> tuple[Curve, ...]:
    return tuple(Curve(trial_words(row.ranking, row.way), row.points) for row in rows)


def beside(of: Selection) -> Finding[Beside]:
    """Return the matches that two rankings took on the same outlines: each ranking beside the first."""
    rows = tuple(_beside(*row[1:]) for row in of.ask(queries.BESIDE))
    columns: tuple[Column[Beside], ...] = (
        Column("First", "first", attrgetter("first")),
        Column("Second", "second", attrgetter("second")),
        Column("Way", "way", lambda row: WAYS[row.way]),
        Column("Both solved", "outlines", attrgetter("outlines")),
        Column("Second took fewer matches, %", "fewer", attrgetter("fewer")),
        Column("More, %", "more", attrgetter("more")),
    )
    note = f"Of the outlines that both solved; matches are counted in all attempts, also those put back. {INTERVALS}"
    title = "Matches taken, outline by outline"
    clouds = tuple(
        Cloud(f"matches by {row.first}", f"matches by {row.second}, {WAYS[row.way]}", row.points) for row in rows
    )
    subtitle = f"The matches that two rankings took on {of.in_words}; a larger mark is more outlines."
    plot = Clouds(title, subtitle, OUTCOMES, clouds[:MOST_PANELS])
    nothing = "No two rankings were run on the same outlines in the same way."
    return Finding("beside", title, note, columns, rows, of.query(queries.BESIDE), nothing, plot)


def _beside(first: str, second: str, way: Way, found: Sequence[dict[str, Any]]) -> Beside:
    points = tuple(sorted(Point(each["x"], each["y"], each["outcome"], each["n"]) for each in found))
    solved = [point for point in points if not point.series]
    count = sum(point.number for point in solved)
    fewer, more = (
        proportion(sum(point.number for point in solved if sign * (point.y - point.x) > 0), count) if count else None
        for sign in (-1, 1)
    )
    return Beside(first, second, way, count, fewer, more, points)
