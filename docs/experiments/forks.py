"""The steps at which the first attempts of two rankings at an outline part."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from experiment import table

from heuristan.lab.reporting import Comparison
from heuristan.lab.scoring.stored_runs import Results

QUESTION = """,
taken AS (
    SELECT place, outline, step, rule, verdict
    FROM extractions JOIN run USING (outline, ranking, way, position, seed, version, time_limit)
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
SELECT fork.outline, one.rule, other.rule, one.verdict, other.verdict, one_end.solved, other_end.solved
FROM fork
JOIN ends AS one_end ON one_end.outline = fork.outline AND one_end.place = 1
JOIN ends AS other_end ON other_end.outline = fork.outline AND other_end.place = 2
LEFT JOIN one ON one.outline = fork.outline AND one.step = fork.step
LEFT JOIN other ON other.outline = fork.outline AND other.step = fork.step
ORDER BY fork.outline"""


class Fork(NamedTuple):
    """An outline on which two rankings do the same up to a step."""

    outline: str
    """Its digest."""
    rules: tuple[str, str]
    """The rules of both rankings that extract there."""
    verdicts: tuple[str | None, str | None]
    """The verdicts on their extractions: right, wrong, late, or None if not known."""
    ends: tuple[int, int]
    """1 if the attempt solved the outline, otherwise 0."""


def forks(results: Results, first: str, second: str) -> list[Fork]:
    """Return all outlines on which the first attempts of two rankings part."""
    rows = results.ask(QUESTION, first, second)
    return [Fork(outline, (a, b), (c, d), (end, other_end)) for outline, a, b, c, d, end, other_end in rows]


def errors(apart: Iterable[Fork], first: str, second: str) -> Comparison:
    """Return the comparison of wrong extractions where two rankings part, without late steps."""
    counts = Counter(fork.verdicts for fork in apart)
    both, only_first = counts["wrong", "wrong"], counts["wrong", "right"]
    only_second, neither = counts["right", "wrong"], counts["right", "right"]
    return Comparison(first, second, "published", "wrong where they part", both, only_first, only_second, neither, True)


def at_forks(apart: Iterable[Fork], first: str, second: str) -> str:
    """Return a table of the extractions where two rankings part.

    Args:
        apart: the outlines.
        first: the words for the first ranking, at the beginning of a sentence.
        second: the words for the second one.
    """
    counts = Counter((fork.rules, fork.verdicts) for fork in apart)
    rows = [(*map(str, (a, b, one, other)), f"{n:,}") for ((a, b), (one, other)), n in counts.most_common()]
    return table((f"{first} takes", second, "Verdict", "verdict", "Outlines"), rows, words=4)


def ends(apart: Iterable[Fork]) -> tuple[int, int, int, int]:
    """Return how many outlines both solve in the first attempt, the first alone, the second alone, and neither."""
    counts = Counter(fork.ends for fork in apart)
    return counts[1, 1], counts[1, 0], counts[0, 1], counts[0, 0]
