"""Rankings on the same outlines: each compared with the first, all together, and outline by outline."""

from collections.abc import Sequence
from typing import NamedTuple

from heuristan.common.plots.intervals import Estimate, Plot
from heuristan.lab.reporting import queries
from heuristan.lab.reporting.findings import Column, Finding, chance, columns_of, number, p_value, points
from heuristan.lab.reporting.selection import Selection
from heuristan.lab.statistics import Interval, Mean, cochran, holm, mcnemar, paired_difference
from heuristan.tangram.expert.ways import WAYS, Way


class Comparison(NamedTuple):
    """Two rankings on the same outlines."""

    first: str
    second: str
    way: Way
    measure: str
    """The meaning of success: 'solved', or 'at once' (in the first attempt with nothing undone)."""
    both: int
    only_first: int
    only_second: int
    neither: int
    same_version: bool
    """Whether the results are of the same version."""
    adjusted: float | None = None
    """P value adjusted for the number of rankings that are compared with the first (Holm's method)."""

    @property
    def outlines(self) -> int:
        return self.both + self.only_first + self.only_second + self.neither

    @property
    def share_of_first(self) -> float:
        return (self.both + self.only_first) / self.outlines

    @property
    def share_of_second(self) -> float:
        return (self.both + self.only_second) / self.outlines

    @property
    def difference(self) -> float:
        """The share of the second minus that of the first: above 0 if the second is better."""
        return (self.only_second - self.only_first) / self.outlines

    @property
    def interval(self) -> Interval:
        """95 % interval of the difference (Newcombe's for pairs)."""
        return paired_difference(self.both, self.only_second, self.only_first, self.neither)

    @property
    def p(self) -> float:
        """P value of McNemar's exact test: the chance of such a difference if both are equally good."""
        return mcnemar(self.only_first, self.only_second)

    @property
    def in_words(self) -> str:
        """The comparison in two sentences."""
        low, high = (100 * end for end in self.interval)
        return (
            f"{self.measure.capitalize()}: {self.first} {self.share_of_first:.1%}, {self.second} "
            f"{self.share_of_second:.1%} of {self.outlines:,} outlines; the difference is "
            f"{100 * self.difference:+.1f} points (95 %: {low:+.1f} to {high:+.1f}; p {p_value(self.p)}). "
            f"By {self.first} alone {self.only_first:,}, by {self.second} alone {self.only_second:,}."
        )


class Together(NamedTuple):
    """Several rankings on the same outlines, and whether they differ."""

    way: Way
    measure: str
    rankings: int
    outlines: int
    q: float
    """Cochran's Q."""
    p: float


def comparisons(of: Selection) -> Finding[Comparison]:
    """Return each ranking compared with the first, on the outlines that both were run on."""
    rows = _adjusted([Comparison(*row[1:]) for row in of.ask(queries.PAIRS)])
    columns = (
        *columns_of(first="First", second="Second"),
        *columns_of(WAYS.__getitem__, way="Way"),
        *columns_of(
            measure="Success",
            outlines="Outlines",
            both="Both",
            only_first="First alone",
            only_second="Second alone",
            neither="Neither",
        ),
        Column[Comparison]("Second less first, points", "difference", _difference, points),
        *columns_of(chance, p="p", adjusted="p, Holm"),
        *columns_of(same_version="Same version"),
    )
    note = (
        "On the outlines that both were run on. p: McNemar's exact test, two-sided, on the outlines on which they "
        "differ; beside it adjusted by Holm's method for all rankings compared with the first. The difference has a "
        "95 % interval (Newcombe's method for pairs), in percentage points."
    )
    title = "Rankings against the first"
    bars = tuple(
        Estimate(f"{row.second}, {WAYS[row.way]}", row.measure, row.difference, *row.interval, f"p {p_value(row.p)}")
        for row in rows
    )
    subtitle = f"Its share less that of the first, in percentage points, on {of.in_words}. Intervals of 95 %."
    plot = Plot(f"{title}, {of.names[0]}", subtitle, bars, "difference")
    nothing = "No two rankings were run on the same outlines in the same way: there is nothing to compare."
    return Finding("comparison", title, note, columns, tuple(rows), of.query(queries.PAIRS), nothing, plot)


def _adjusted(rows: Sequence[Comparison]) -> list[Comparison]:
    """Return comparisons with p values for being several of the same way and measure."""
    families: dict[tuple[str, str], list[Comparison]] = {}
    for row in rows:
        families.setdefault((row.way, row.measure), []).append(row)
    adjusted = {key: iter(holm([row.p for row in family])) for key, family in families.items()}
    return [row._replace(adjusted=next(adjusted[row.way, row.measure])) for row in rows]


def _difference(row: Comparison) -> Mean:
    return Mean(row.difference, *row.interval)


FEWEST = 3
"""Minimum number of rankings; two are compared by the table of pairs."""

PATTERNS = f""",
answer AS (
    SELECT way, 'at once' AS measure, outline, place, solved AND attempts = 1 AND undone = 0 AS yes FROM run
    UNION ALL
    SELECT way, 'solved', outline, place, solved FROM run
),
pattern AS (
    SELECT way, measure, outline, list(yes ORDER BY place) AS successes
    FROM answer
    GROUP BY ALL
)
SELECT way, measure, list(successes) AS patterns, list(outlines) AS outlines
FROM (
    SELECT way, measure, successes, count(*) AS outlines
    FROM pattern
    WHERE len(successes) = (SELECT count(DISTINCT place) FROM run WHERE run.way = pattern.way)
    GROUP BY ALL
)
WHERE len(successes) >= {FEWEST}
GROUP BY ALL
ORDER BY any_value(way = 'backtracking'), way, measure"""

COLUMNS = (
    Column[Together]("Way", "way", lambda row: row.way, WAYS.__getitem__),
    Column[Together]("Success", "measure", lambda row: row.measure),
    Column[Together]("Rankings", "rankings", lambda row: row.rankings),
    Column[Together]("Outlines", "outlines", lambda row: row.outlines),
    Column[Together]("Cochran's Q", "q", lambda row: row.q, number),
    Column[Together]("p", "p", lambda row: row.p, chance),
)

NOTE = (
    "Of three rankings or more that were run in one way: whether they solve equally often, on the outlines that all "
    "were run on. Cochran's Q, with p from the chi-square distribution. Where it is large, what a pair differs in may "
    "be chance, whatever its own p says."
)


def together(of: Selection) -> Finding[Together]:
    """Return whether several rankings, taken together, differ."""
    rows = []
    for way, measure, patterns, outlines in of.ask(PATTERNS):
        q, _, p = cochran(dict(zip(map(tuple, patterns), outlines, strict=True)))
        rows.append(Together(way, measure, len(patterns[0]), sum(outlines), q, p))
    title = "All rankings together"
    nothing = "Fewer than three rankings were run in one way on the same outlines."
    return Finding("together", title, NOTE, COLUMNS, tuple(rows), of.query(PATTERNS), nothing)
