"""Tables of rules: how reliable each was, its part in solutions, what attempts failed by, and what it accepts."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from heuristan.common.faults import nearest
from heuristan.common.proportions import Proportion
from heuristan.lab.reporting import queries
from heuristan.lab.reporting.findings import Finding, bars_of, finding, trial_words
from heuristan.lab.reporting.selection import ReportError, Selection
from heuristan.lab.statistics import Clusters, clustered_proportion, share_of_runs
from heuristan.tangram.expert.ways import Way

Attempts = Literal["all", "first"]

PARTS = ("rule", "kind", "figure", "step", "entry_point", "attempt")
"""Columns of the table `extractions` that matches can be grouped by."""


class Reliability(NamedTuple):
    """The verdicts on the matches of a rule, against all solutions."""

    ranking: str
    way: Way
    part: str
    """The rule, or another value that matches are grouped by."""
    right: int
    wrong: int
    late: int
    """Number of matches taken when the attempt was lost already: neither right nor wrong."""
    not_measured: int
    outlines: int
    """Number of outlines with matches that were right or wrong."""
    reliability: Proportion | None
    """Right of right and wrong; the interval takes outlines as clusters. None if there are no such matches."""


class FirstWrong(NamedTuple):
    """The number of first attempts that failed by a match of a rule."""

    ranking: str
    way: Way
    rule: str
    """The rule, or in brackets why there was not one."""
    share: Proportion
    """Share of the first attempts that failed."""


class Precision(NamedTuple):
    """The matches of a rule in states that can be solved."""

    ranking: str
    rule: str
    accepted: int
    of_accepted: Proportion | None
    """Right matches of those accepted; the interval takes outlines as clusters."""
    taken: int
    of_taken: Proportion | None
    """Right matches of those that the ranking would take."""


def reliability(of: Selection, by: str = "rule", *, attempts: Attempts = "all") -> Finding[Reliability]:
    """Return how often the matches of each rule were right, against all solutions of the exact solver.

    Args:
        of: the runs.
        by: one of PARTS: the column that matches are grouped by.
        attempts: all attempts, or the first of each run.

    Raises:
        ReportError: if matches cannot be grouped by that.
    """
    if by not in PARTS:
        raise ReportError(f"matches cannot be grouped by '{by}'; {nearest(by, PARTS)}")
    question = queries.reliability(by, first_attempts=attempts == "first")
    rows = reliabilities(of, question)
    if by == "rule":
        rows = _by_rank(of, rows, [row.part for row in rows])
    bars = (bar for row in rows for bar in bars_of(row.part, trial_words(row.ranking, row.way), row.reliability))
    words = by.replace("_", " ")
    return finding(
        "reliability",
        rows,
        of.query(question),
        bars,
        name=f"reliability{'' if by == 'rule' else f'_by_{by}'}{'_first' if attempts == 'first' else ''}",
        by=words,
        column=by,
        heading=words.capitalize(),
        which="in all attempts" if attempts == "all" else "in first attempts",
        outlines=of.in_words,
    )


def reliabilities(of: Selection, question: str) -> list[Reliability]:
    """Return the rows of a query that `queries.reliability` returned."""
    return [
        Reliability(name, way, str(part), hit, miss, late, unknown, outlines, clustered_proportion(sums))
        for _, name, way, part, hit, miss, late, unknown, outlines, *squares in of.ask(question)
        for sums in [Clusters(outlines, hit, hit + miss, *squares)]
    ]


def first_wrong(of: Selection) -> Finding[FirstWrong]:
    """Return by which rule the first wrong match was taken, in the first attempts that failed."""
    question = queries.query("first_wrong")
    found = of.ask(question)
    rows: list[FirstWrong] = _by_rank(
        of, [FirstWrong._make((*r[1:4], share_of_runs(Clusters(*r[4:])))) for r in found], [r[3] for r in found]
    )
    bars = (bar for row in rows for bar in bars_of(row.rule, trial_words(row.ranking, row.way), row.share))
    return finding("first_wrong", rows, of.query(question), bars, outlines=of.in_words)


def _by_rank(of: Selection, rows: Sequence[Any], rules: Sequence[str]) -> list[Any]:
    """Return rows by trial, and by the rank of the rule; other rules come next, words in brackets last."""
    digests = {trial.name: trial.ranking for trial in of.trials}
    trials = list(dict.fromkeys((row.ranking, row.way) for row in rows))

    def place(numbered: tuple[int, Any]) -> tuple[int, int, str]:
        i, row = numbered
        return trials.index((row.ranking, row.way)), *_rank(of.rules[digests[row.ranking]], rules[i])

    return [row for _, row in sorted(enumerate(rows), key=place)]


def _rank(ranked: Sequence[str], rule: str) -> tuple[int, str]:
    return ranked.index(rule) if rule in ranked else len(ranked) + rule.startswith("("), rule


class Judged(NamedTuple):
    """Counts of the matches of a rule in the states of one outline."""

    accepted: int
    right: int
    """Number of matches accepted that are right."""
    taken: int
    """Number of matches that the ranking would take by the rule."""
    taken_right: int


def precision(of: Selection) -> Finding[Precision] | None:
    """Return how many of the matches that each rule accepts are right; None if the file has no decisions."""
    question = queries.query("judged", among="")
    found: dict[tuple[str, str], list[Judged]] = {}
    outlines = set()
    for _, name, rule, outline, *counts in of.ask(question):
        outlines.add(outline)
        found.setdefault((name, rule), []).append(Judged(*counts))
    if not found:
        return None
    digests = {trial.name: trial.ranking for trial in of.trials}
    ranked = sorted(found, key=lambda key: (of.names.index(key[0]), *_rank(of.rules[digests[key[0]]], key[1])))
    rows = [_precision(*key, found[key]) for key in ranked]
    bars = (
        bar
        for row in rows
        for which, share in (("accepted", row.of_accepted), ("taken", row.of_taken))
        for bar in bars_of(row.rule, f"{row.ranking}: {which}", share)
    )
    count = f"{len(outlines):,}"
    return finding("precision", rows, of.query(question), bars, count=count, outlines=of.in_words)


def _precision(ranking: str, rule: str, found: Sequence[Judged]) -> Precision:
    accepted, taken = (
        ((each.right, each.accepted) for each in found),
        ((each.taken_right, each.taken) for each in found),
    )
    counts = sum(each.accepted for each in found), sum(each.taken for each in found)
    return Precision(ranking, rule, counts[0], share_of(accepted), counts[1], share_of(taken))


def share_of(clusters: Iterable[tuple[int, int]]) -> Proportion | None:
    """Return the clustered proportion of right matches, from (right, all) of each outline."""
    return clustered_proportion(Clusters.of(clusters))
