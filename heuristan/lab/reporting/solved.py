"""Shares solved: by rankings, in a number of attempts, and by baselines, which have no idea.

Every table has something to be set against. A baseline takes an outline apart once and undoes nothing:

- ``random``: any piece that fits at a convex vertex, drawn by a seed;
- ``tightest-vertex``: any piece at the vertex where the fewest fit, the first in vertex order;
- ``exact-without-undoing``: the first path of the exact search, as far as its first dead end;
- ``paper-with-evidence``: the paper's final order below the rules that rule out or are certain.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import groupby, islice
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from heuristan.common.proportions import Proportion, proportion
from heuristan.common.svg.intervals import Estimate
from heuristan.common.words import plural
from heuristan.lab.columns import in_position, positions_of
from heuristan.lab.digests import digest
from heuristan.lab.reporting import queries
from heuristan.lab.reporting.findings import (
    Column,
    Finding,
    RateWay,
    bars_of,
    finding,
    seconds,
    trial_words,
    words,
)
from heuristan.lab.reporting.picking import drawn_outlines
from heuristan.lab.reporting.selection import Selection
from heuristan.lab.searching.space import trimmed
from heuristan.lab.statistics import Clusters, Mean, bootstrap_mean, share_of_runs
from heuristan.tangram.exact.backends import fastest
from heuristan.tangram.exact.region import Region
from heuristan.tangram.exact.search import Search
from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.expert.ranking_entries import catalogue
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.ways import WAYS, Way
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve


class Runs(NamedTuple):
    """The runs of a ranking in a way, by status."""

    ranking: str
    way: Way
    version: str
    time_limit: float | None
    runs: int
    positions: int
    """Number of positions in which outlines were run."""
    seeds: int
    """Number of seeds of ties."""
    solved: int
    stuck: int
    unsolvable: int
    limit: int
    failed: int
    without_verdicts: int
    """Number of runs on outlines whose solutions are not all known."""


class Everywhere(NamedTuple):
    """The number of outlines that were solved in all positions, with all seeds, and in some."""

    at_once_in_all: Proportion
    at_once_in_some: Proportion
    in_all: Proportion
    in_some: Proportion


class Rate(NamedTuple):
    """The number of outlines that a ranking or a baseline solved."""

    ranking: str
    way: RateWay
    part: str
    """The outlines: a kind, or another value that they are grouped by."""
    outlines: int
    at_once: Proportion
    """Runs solved in the first attempt with nothing undone; an outline has one, or one for each position and seed."""
    solved: Proportion
    """Runs solved in any attempt."""
    everywhere: Everywhere | None = None
    """Outlines solved in all runs and in some, where outlines have several."""


class Tries(NamedTuple):
    """The number of outlines solved in up to a number of attempts."""

    ranking: str
    way: Way
    attempts: int
    solved: Proportion


EVIDENCE = ("bare-vertex", "no-room", "forced")
"""The rules of the catalogue that are never wrong."""


@cache
def _tightest_vertex() -> Ranking:
    """Return the ranking of the one rule that takes any piece where the fewest fit."""
    rules = (catalogue()["vertex-fit"],)
    words = "Any piece at the vertex where the fewest fit"
    return Ranking("tightest-vertex", words, rules, composites="none")


@cache
def paper_with_evidence() -> Ranking:
    """Return the paper's final order, below all evidence that is never wrong."""
    paper = read_ranking(DEFAULT)
    evidence = tuple(catalogue()[name] for name in EVIDENCE)
    return replace(paper, name="paper-with-evidence", rules=(*evidence, *paper.rules))


def _at_random(puzzle: Puzzle, seed: int) -> bool:
    drawn = Random(f"{seed} {digest(puzzle)}")
    state: State | None = State.start(puzzle, _tightest_vertex())
    while state is not None and state.boundary:
        fits = sorted(state.matches, key=lambda match: match.order)
        state = state.without(drawn.choice(fits)) if fits else None
    return state is not None


def _without_undoing(puzzle: Puzzle, _: int) -> bool:
    search = Search(Region.of(puzzle), backend=fastest())
    found = list(islice(search.solutions(), 1))
    # a state for each piece and the empty outline: every other one was a way that led nowhere
    return bool(found) and search.nodes == len(found[0]) + 1


def _in_first_attempt(ranking: Callable[[], Ranking]) -> Callable[[Puzzle, int], bool]:
    return lambda puzzle, _: solve(puzzle, trimmed(ranking(), 1), backtracking=False, traced=False).status == "solved"


BASELINES: Mapping[str, Callable[[Puzzle, int], bool]] = MappingProxyType(
    {
        "random": _at_random,
        "tightest-vertex": _in_first_attempt(_tightest_vertex),
        "exact-without-undoing": _without_undoing,
        "paper-with-evidence": _in_first_attempt(paper_with_evidence),
    }
)
"""Whether each baseline solves an outline at once, with a seed for those that draw."""

SEED = 0
"""Seed of the baseline that draws, so that a report of the same results is the same."""


class Baselines(NamedTuple):
    """Outlines of a sample that the baselines solved."""

    solved: Mapping[str, Sequence[Sequence[bool]]]
    """For each outline, by its digest, and for each baseline of `BASELINES`: whether it solved it in each position."""

    @property
    def in_words(self) -> str:
        """A sentence on what they are, for the note of a table."""
        return (
            "Baselines, which make one attempt, are not in the query; they were run on "
            f"{len(self.solved):,} outlines drawn by their digests."
        )

    def rates(self, of: Selection, by: str | None) -> list[Rate]:
        """Return how many outlines each baseline solved in each part.

        Args:
            of: the runs of the report.
            by: what the outlines are grouped by, as in `queries.rates`.
        """
        parts: dict[str, list[str]] = defaultdict(list)
        for outline, part in of.ask(f"\nSELECT outline, {queries.part_of(by)} FROM chosen"):
            if outline in self.solved:
                parts[str(part)].append(outline)
        return [
            _baseline(name, part, [self.solved[outline][i] for outline in outlines])
            for part, outlines in parts.items()
            for i, name in enumerate(BASELINES)
        ]


def _baseline(name: str, part: str, solved: Sequence[Sequence[bool]]) -> Rate:
    sums = Clusters.of((sum(each), len(each)) for each in solved)
    ends = sum(map(all, solved)), sum(map(any, solved))
    return _rate(name, "baseline", part, max(map(len, solved)), *sums, *sums, *ends, *ends)


def run_baselines(of: Selection, count: int, seen: Callable[[int, int], None]) -> Baselines | None:
    """Run all baselines on outlines of a report, in its positions; return None if no outline is exact.

    Args:
        of: the runs of the report.
        count: the maximum number of outlines, drawn by their digests.
        seen: is told how many of them are done.
    """
    outlines, ((positions,),) = drawn_outlines(of, count), of.ask("\nSELECT 1 + max(position) FROM run")
    solved: dict[str, Sequence[Sequence[bool]]] = {}
    for number, (outline, puzzle) in enumerate(outlines, 1):
        placed = [in_position(puzzle, position) for position in positions_of(puzzle, positions)]
        solved[outline] = [[solves(each, SEED) for each in placed] for solves in BASELINES.values()]
        seen(number, len(outlines))
    return Baselines(solved) if solved else None


def runs(of: Selection) -> Finding[Runs]:
    """Return the table of runs, with versions and statuses."""
    question = queries.query("runs")
    rows = [Runs(row[1], row[2], row[3], row[4] or None, *row[5:]) for row in of.ask(question)]
    return finding("runs", rows, of.query(question))


def rates(of: Selection, by: str | None = None, baselines: Baselines | None = None) -> Finding[Rate]:
    """Return how many outlines were solved, at once and at all.

    Args:
        of: the runs.
        by: 'kind', 'vertices', 'made', 'split' or 'position', or any expression over the table `outlines`; None for all
            together.
        baselines: the baselines on these outlines, for rows below the rankings.
    """
    question, is_usual = queries.rates(by), by in queries.BY_RUN
    rows = [_rate(*row[1:]) for row in of.ask(question)]
    is_everywhere = any(row.everywhere for row in rows)
    if baselines:
        rows = _beside_baselines(rows, baselines.rates(of, by))
    head = queries.BY_RUN[by].title if by in queries.BY_RUN else str(by)
    return finding(
        "solved",
        rows,
        of.query(question),
        _rate_bars(rows, by),
        name="solved" if by is None else f"solved_by_{by}" if is_usual else "solved_by",
        ahead=() if by is None else (Column(head, str(by) if is_usual else "part", lambda row: row.part),),
        behind=EVERYWHERE if is_everywhere else (),
        by="" if by is None else f" by {by}",
        baselines=f" {baselines.in_words}" if baselines else "",
        positions=SEVERAL_RUNS if is_everywhere else "",
        outlines=of.in_words,
    )


def _of_all_runs(name: str, row: Rate) -> Proportion | None:
    return getattr(row.everywhere, name) if row.everywhere else None


EVERYWHERE: Sequence[Column[Rate]] = tuple(
    Column(title, name, partial(_of_all_runs, name))
    for name, title in (
        ("at_once_in_all", "At once in all, %"),
        ("at_once_in_some", "At once in some, %"),
        ("in_all", "Solved in all, %"),
        ("in_some", "Solved in some, %"),
    )
)
"""Columns on outlines that were run in several positions or with several seeds."""

SEVERAL_RUNS = (
    " Outlines were run in several positions or with several seeds: the shares are means over these runs, whose "
    "intervals take outlines as clusters; in all, in some: shares of outlines that all their runs solved, or some."
)


def _rate(ranking: str, way: RateWay, part: object, runs: int, *sums: int) -> Rate:
    first, solved, (outlines, *_), counts = Clusters(*sums[:6]), Clusters(*sums[6:12]), sums, sums[12:]
    everywhere = Everywhere(*(proportion(count, outlines) for count in counts)) if runs > 1 else None
    return Rate(ranking, way, str(part), outlines, share_of_runs(first), share_of_runs(solved), everywhere)


def _rate_bars(rows: Iterable[Rate], by: str | None) -> Iterable[Estimate]:
    for row in rows:
        who = trial_words(row.ranking, row.way)
        line, before = (who, "") if by is None else (row.part, f"{who}: ")
        yield from bars_of(line, f"{before}at once", row.at_once)
        yield from bars_of(line, f"{before}solved", row.solved)


def _beside_baselines(rows: Iterable[Rate], baselines: Iterable[Rate]) -> list[Rate]:
    """Return rows with the baselines' rows at the end of each part."""
    of_part: dict[str, list[Rate]] = defaultdict(list)
    for row in baselines:
        of_part[row.part].append(row)
    return [row for part, group in groupby(rows, key=lambda row: row.part) for row in (*group, *of_part[part])]


def tries(of: Selection) -> Finding[Tries]:
    """Return how many outlines were solved in up to 1, 2, ... attempts, as published."""
    question = queries.query("attempts")
    rows = [Tries(row[1], row[2], row[3], share_of_runs(Clusters(*row[4:]))) for row in of.ask(question)]
    by_attempts = sorted(rows, key=lambda row: row.attempts)
    bars = [bar for row in by_attempts for bar in bars_of(plural(row.attempts, "attempt"), row.ranking, row.solved)]
    return finding("attempts", rows, of.query(question), bars, outlines=of.in_words)


class Undone(NamedTuple):
    """Numbers of matches put back per run."""

    ranking: str
    way: Way
    runs: int
    mean: Mean
    median: int
    p95: int
    maximum: int
    without: Proportion
    """Runs in which nothing was put back."""


class Time(NamedTuple):
    """Seconds for solving alone, per run."""

    ranking: str
    way: Way
    runs: int
    p10: float
    median: float
    p90: float
    p99: float
    longest: float
    total: float
    limit: int
    """Number of runs that reached the limit."""


def undone(of: Selection) -> Finding[Undone]:
    """Return the numbers of matches that were put back."""
    question = queries.query("undone")
    rows = [
        Undone(name, way, share.of, bootstrap_mean(how_often), median, p95, maximum, share)
        for _, name, way, median, p95, maximum, how_often, *sums in of.ask(question)
        for share in [share_of_runs(Clusters(*sums))]
    ]
    bars = (Estimate(row.ranking, WAYS[row.way], *row.mean, words(row.mean)) for row in rows if row.way != "published")
    return finding("undone", rows, of.query(question), bars, outlines=of.in_words)


def timing(of: Selection) -> Finding[Time]:
    """Return the times for solving."""
    question = queries.query("time")
    rows = [Time(*row[1:]) for row in of.ask(question)]
    bars = [
        Estimate(trial_words(row.ranking, row.way), "median", row.median, row.p10, row.p90, told)
        for row in rows
        for told in [f"{seconds(row.median)}, 90 % {seconds(row.p90)}"]
    ]
    return finding("time", rows, of.query(question), bars, outlines=of.in_words)
