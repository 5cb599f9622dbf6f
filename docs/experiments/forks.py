"""The steps at which the first attempts of two rankings at an outline part."""

from typing import NamedTuple

from experiment import Results

QUESTION = """,
taken AS (
    SELECT place, outline, step, rule, verdict
    FROM extractions JOIN run USING (outline, ranking, way, version, time_limit)
    WHERE attempt = 1
),
one AS (FROM taken WHERE place = 1),
other AS (FROM taken WHERE place = 2),
fork AS (  -- up to it, both did the same; two rules that find something there find different things
    SELECT outline, min(step) AS step
    FROM one FULL JOIN other USING (outline, step)
    WHERE one.rule IS DISTINCT FROM other.rule
    GROUP BY outline
),
ends AS (
    SELECT outline, place, (solved AND attempts = 1)::INT AS solved FROM run
)
SELECT one.rule, other.rule, one.verdict, other.verdict, one_end.solved, other_end.solved
FROM fork
JOIN ends AS one_end ON one_end.outline = fork.outline AND one_end.place = 1
JOIN ends AS other_end ON other_end.outline = fork.outline AND other_end.place = 2
LEFT JOIN one ON one.outline = fork.outline AND one.step = fork.step
LEFT JOIN other ON other.outline = fork.outline AND other.step = fork.step
ORDER BY fork.outline"""


class Fork(NamedTuple):
    """An outline on which two rankings do the same up to a step."""

    rules: tuple[str, str]
    """The rules of both rankings that extract there."""
    verdicts: tuple[str | None, str | None]
    """The verdicts on their extractions: right, wrong, late, or None if not known."""
    ends: tuple[int, int]
    """1 if the attempt solved the outline, otherwise 0."""


def forks(results: Results, first: str, second: str) -> list[Fork]:
    """Return all outlines on which the first attempts of two rankings part."""
    rows = results.ask(QUESTION, first, second)
    return [Fork((a, b), (verdict, other), (end, other_end)) for a, b, verdict, other, end, other_end in rows]
