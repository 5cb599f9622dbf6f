"""How often all matches that a rule accepts are right, beside those that a ranking would take by it."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from heuristan.common.plots.intervals import Estimate, Plot
from heuristan.lab.labelling import Judged, accepted_by_rules
from heuristan.lab.reporting import queries
from heuristan.lab.reporting.findings import Column, Finding, percent, span
from heuristan.lab.reporting.picking import drawn_outlines
from heuristan.lab.reporting.runs_of import ranking_of
from heuristan.lab.reporting.selection import ReportError, Selection
from heuristan.lab.statistics import Clusters, Proportion, clustered_proportion
from heuristan.tangram.expert.ranking import Ranking


class Precision(NamedTuple):
    """The matches of a rule in states that can be solved."""

    ranking: str
    rule: str
    accepted: int
    of_accepted: Proportion | None
    """Right of those accepted; the interval takes outlines as clusters."""
    taken: int
    of_taken: Proportion | None
    """Right of those that the ranking would take."""


def precision(of: Selection, count: int, seen: Callable[[int, int], None] = lambda *_: None) -> Finding[Precision]:
    """Return how many of the matches that each rule accepts are right.

    Args:
        of: the runs, whose rankings and outlines are asked again.
        count: the maximum number of outlines, drawn by their digests.
        seen: is told how many of them are done.
    """
    rankings, outlines = _rankings(of), [puzzle for _, puzzle in drawn_outlines(of, count)]
    judged: list[list[dict[str, Judged]]] = [[] for _ in rankings]
    for number, puzzle in enumerate(outlines, 1):
        for (_, ranking), of_ranking in zip(rankings, judged, strict=True):
            if (by_rule := accepted_by_rules(puzzle, ranking)) is not None:
                of_ranking.append(by_rule)
        seen(number, len(outlines))
    rows = [row for (name, _), each in zip(rankings, judged, strict=True) for row in _rows(name, each)]
    columns: tuple[Column[Precision], ...] = (
        Column("Ranking", "ranking", lambda row: row.ranking),
        Column("Rule", "rule", lambda row: row.rule),
        Column("Accepted", "accepted", lambda row: row.accepted),
        Column("Right of these, %", "of_accepted", lambda row: row.of_accepted),
        Column("Taken", "taken", lambda row: row.taken),
        Column("Right of these, %", "of_taken", lambda row: row.of_taken),
    )
    note = (
        f"Each rule is asked in every state of a first attempt that takes a right match for each wrong one, on "
        f"{len(outlines):,} outlines drawn by their digests. Accepted: all matches that it takes by itself, but not "
        "those ruled out. Taken: those that the ranking takes by it there. Intervals are of 95 % (outlines as "
        "clusters)."
    )
    title = "Precision of each rule, over all matches that it accepts"
    bars = [bar for row in rows for bar in _bars(row)]
    plot = Plot(title, f"Right of those accepted, and of those taken, on {of.in_words}.", tuple(bars))
    return Finding(
        "precision",
        title,
        note,
        columns,
        tuple(rows),
        of.query(queries.DRAWN.format(count=count)),
        "No solutions are known.",
        plot,
    )


def _rankings(of: Selection) -> list[tuple[str, Ranking]]:
    """Return the rankings of a report, without those that this heuristan cannot run."""
    found = {}
    for trial in of.trials:
        try:
            found[trial.ranking] = trial.name, ranking_of(of, trial.ranking, trial.name)
        except ReportError:
            continue
    return list(found.values())


def _rows(ranking: str, judged: Sequence[dict[str, Judged]]) -> Iterator[Precision]:
    for rule in judged[0] if judged else ():
        found = [by_rule[rule] for by_rule in judged]
        accepted = [(each.right, each.accepted) for each in found]
        taken = [(each.taken_right, each.taken) for each in found]
        yield Precision(
            ranking, rule, sum(n for _, n in accepted), _share(accepted), sum(n for _, n in taken), _share(taken)
        )


def _share(clusters: Sequence[tuple[int, int]]) -> Proportion | None:
    """Return the share of cases that are right, given right ones and all of each outline."""
    met = [(x, n) for x, n in clusters if n]
    sums = ((x, n, x * x, x * n, n * n) for x, n in met)
    return clustered_proportion(Clusters(len(met), *map(sum, zip(*sums, strict=True)))) if met else None


def _bars(row: Precision) -> Iterator[Estimate]:
    for which, share in (("accepted", row.of_accepted), ("taken", row.of_taken)):
        if share is not None:
            in_words = f"{percent(share.share)} ({span(share.low, share.high)}) of {share.of:,}"
            yield Estimate(row.rule, f"{row.ranking}: {which}", share.share, share.low, share.high, in_words)
