"""The table that asks of more than two rankings at once whether they differ."""

from heuristan.lab.reporting.findings import Column, Finding, chance, number
from heuristan.lab.reporting.rows import Together
from heuristan.lab.reporting.selection import Selection
from heuristan.lab.reporting.several import cochran
from heuristan.tangram.expert.ways import WAYS

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
