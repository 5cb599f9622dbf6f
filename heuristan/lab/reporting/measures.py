"""The tables of the report: a query each, and statistics on its answer."""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, Literal

from heuristan.common.faults import nearest
from heuristan.common.plots.intervals import Estimate, Plot
from heuristan.common.words import plural
from heuristan.lab.reporting import queries
from heuristan.lab.reporting.baseline_rates import Baselines, beside_baselines
from heuristan.lab.reporting.findings import Column, Finding, chance, percent, points, seconds, span, words
from heuristan.lab.reporting.rows import (
    Comparison,
    Effort,
    FirstWrong,
    Rate,
    Reliability,
    RuleUse,
    Runs,
    Stuck,
    Time,
    Tries,
    Undone,
    trial_words,
    way_words,
)
from heuristan.lab.reporting.selection import ReportError, Selection
from heuristan.lab.statistics import (
    Clusters,
    Mean,
    Proportion,
    bootstrap_mean,
    clustered_proportion,
    holm,
    proportion,
)
from heuristan.tangram.expert.ways import WAYS


def _columns(format: Callable[[Any], str] | None = None, **titles: str) -> tuple[Column[Any], ...]:
    """Return columns that hold the attributes of these names, with their titles."""
    return tuple(Column(title, name, attrgetter(name), format) for name, title in titles.items())


WHO = (*_columns(ranking="Ranking"), *_columns(way_words, way="Way"))
"""The first columns of every table except the comparison."""

INTERVALS = "Intervals are of 95 % (Wilson)."

Attempts = Literal["all", "first"]

PARTS = ("rule", "kind", "figure", "step", "entry_point", "attempt")
"""Columns of the table `extractions` that matches can be grouped by."""


def runs(of: Selection) -> Finding[Runs]:
    """Return the table of runs, with versions and statuses."""
    rows = [Runs(row[1], row[2], row[3], row[4] or None, *row[5:]) for row in of.ask(queries.RUNS)]
    columns = (
        *WHO,
        *_columns(version="Version"),
        *_columns(seconds, time_limit="Limit"),
        *_columns(runs="Runs", solved="Solved", stuck="Stuck", unsolvable="Unsolvable"),
        Column[Runs]("Limit reached", "at_the_limit", lambda row: row.limit),
        *_columns(failed="Failed"),
        Column[Runs]("Not measured", "not_measured", lambda row: row.without_verdicts),
    )
    note = (
        "One run is one outline by one ranking in one way. Failed: an error in heuristan. Not measured: runs on "
        "outlines that were drawn, or that have too many states to search, so that no verdict is known."
    )
    return Finding("runs", "What was run", note, columns, tuple(rows), of.query(queries.RUNS))


def rates(of: Selection, by: str | None = None, baselines: Baselines | None = None) -> Finding[Rate]:
    """Return how many outlines were solved, at once and at all.

    Args:
        of: the runs.
        by: 'kind', 'vertices', 'made' or 'split', or any expression over the table `outlines`; None for all together.
        baselines: what baselines solved, for rows below those of the rankings.
    """
    question = queries.rates(by)
    rows = [Rate(r[1], r[2], str(r[3]), r[4], proportion(r[5], r[4]), proportion(r[6], r[4])) for r in of.ask(question)]
    if baselines:
        rows = beside_baselines(rows, baselines.rates(of, by))
    title = "Solved" if by is None else f"Solved by {by}"
    is_usual = by in queries.BY
    head = queries.BY[by].title if by in queries.BY else str(by)
    part = () if by is None else (Column[Rate](head, by if is_usual else "part", lambda row: row.part),)
    columns = (*part, *WHO, *_columns(outlines="Outlines", at_once="At once, %", solved="Solved, %"))
    note = f"At once: in the first attempt (E1), with nothing undone. Solved: in any attempt. {INTERVALS}"
    if baselines:
        note += f" Baselines, which make one attempt, are not in the query; {baselines.in_words}."
    name = "solved" if by is None else f"solved_by_{by}" if is_usual else "solved_by"
    plot = Plot(title, f"Shares of {of.in_words}. {note}", tuple(_rate_bars(rows, by)))
    return Finding(name, title, note, columns, tuple(rows), of.query(question), plot=plot)


def _rate_bars(rows: Iterable[Rate], by: str | None) -> Iterable[Estimate]:
    for row in rows:
        who = trial_words(row.ranking, row.way)
        if by is None:
            yield from _bar(who, "at once", row.at_once)
            yield from _bar(who, "solved", row.solved)
        else:
            yield from _bar(row.part, f"{who}: at once", row.at_once)
            yield from _bar(row.part, f"{who}: solved", row.solved)


def tries(of: Selection) -> Finding[Tries]:
    """Return how many outlines were solved in up to 1, 2, ... attempts, as published."""
    rows = [Tries(r[1], r[2], r[3], proportion(r[5], r[4])) for r in of.ask(queries.ATTEMPTS)]
    columns = (*WHO, *_columns(attempts="Attempts (maximum)", solved="Solved, %"))
    note = f"As published each attempt begins at the next entry point, with everything put back. {INTERVALS}"
    title = "Solved by number of attempts"
    by_attempts = sorted(rows, key=lambda row: row.attempts)
    bars = [bar for row in by_attempts for bar in _bar(plural(row.attempts, "attempt"), row.ranking, row.solved)]
    plot = Plot(title, f"Shares of {of.in_words}. {note}", tuple(bars))
    nothing = "Nothing was solved as published."
    return Finding("attempts", title, note, columns, tuple(rows), of.query(queries.ATTEMPTS), nothing, plot)


def comparisons(of: Selection) -> Finding[Comparison]:
    """Return each ranking compared with the first, on the outlines that both were run on."""
    rows = _adjusted([Comparison(*row[1:]) for row in of.ask(queries.PAIRS)])
    columns = (
        *_columns(first="First", second="Second"),
        *_columns(WAYS.__getitem__, way="Way"),
        *_columns(
            measure="Success",
            outlines="Outlines",
            both="Both",
            only_first="First alone",
            only_second="Second alone",
            neither="Neither",
        ),
        Column[Comparison]("Second less first, points", "difference", _difference, points),
        *_columns(chance, p="p", adjusted="p, Holm"),
        *_columns(same_version="Same version"),
    )
    note = (
        "On the outlines that both were run on. p: McNemar's exact test, two-sided, on the outlines on which they "
        "differ; beside it adjusted by Holm's method for all rankings compared with the first. The difference has a "
        "95 % interval (Newcombe's method for pairs), in percentage points."
    )
    title = "Rankings against the first"
    bars = tuple(
        Estimate(f"{row.second}, {WAYS[row.way]}", row.measure, row.difference, *row.interval, f"p {_p(row.p)}")
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


def _p(p: float) -> str:
    return chance(p) if p < 0.0001 else f"= {chance(p)}"


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
    rows = [
        Reliability(name, way, str(part), hit, miss, late, unknown, outlines, clustered_proportion(sums))
        for _, name, way, part, hit, miss, late, unknown, outlines, *squares in of.ask(question)
        for sums in [Clusters(outlines, hit, hit + miss, *squares)]
    ]
    if by == "rule":
        rows = _by_rank(of, rows, [row.part for row in rows])
    columns = (
        *WHO,
        Column[Reliability](by.replace("_", " ").capitalize(), by, lambda row: row.part),
        Column[Reliability]("Right", "were_right", lambda row: row.right),
        Column[Reliability]("Wrong", "were_wrong", lambda row: row.wrong),
        *_columns(reliability="Reliability, %", outlines="Outlines", late="Late", not_measured="Not measured"),
    )
    which = "in all attempts" if attempts == "all" else "in first attempts"
    title = f"Reliability of each {by.replace('_', ' ')}, {which}"
    note = (
        "Right: some solution contains everything taken before in the attempt, and the match. Wrong: the state could "
        "be solved before the match and cannot after it. Late: the attempt was lost before; it counts for neither. "
        "Reliability is right / (right + wrong). Intervals are of 95 % (Wilson, for the effective size of the sample: "
        "matches of one outline are much alike, so outlines are taken as clusters)."
    )
    bars = [bar for row in rows for bar in _bar(row.part, trial_words(row.ranking, row.way), row.reliability)]
    plot = Plot(title, f"Right of right and wrong, on {of.in_words}. Intervals of 95 %.", tuple(bars))
    nothing = "No match was taken."
    name = f"reliability{'' if by == 'rule' else f'_by_{by}'}{'_first' if attempts == 'first' else ''}"
    return Finding(name, title, note, columns, tuple(rows), of.query(question), nothing, plot)


def rule_use(of: Selection) -> Finding[RuleUse]:
    """Return how much each rule took, and in how many solutions it had a part."""
    found = of.ask(queries.RULES)
    rows = _by_rank(
        of, [RuleUse._make((*r[1:7], proportion(r[7], r[8]) if r[8] else None)) for r in found], [r[3] for r in found]
    )
    columns = (
        *WHO,
        *_columns(
            rule="Rule",
            taken="Matches taken",
            put_back="Put back",
            outlines="On outlines",
            in_solutions="In solutions, %",
        ),
    )
    note = f"In solutions: of the solved outlines, those whose solution has a match that the rule took. {INTERVALS}"
    title = "Where each rule was decisive"
    bars = [bar for row in rows for bar in _bar(row.rule, trial_words(row.ranking, row.way), row.in_solutions)]
    plot = Plot(title, f"Solutions that a rule had a part in, of {of.in_words} that were solved.", tuple(bars))
    return Finding("rules", title, note, columns, tuple(rows), of.query(queries.RULES), "No match was taken.", plot)


def first_wrong(of: Selection) -> Finding[FirstWrong]:
    """Return by which rule the first wrong match was taken, in the first attempts that failed."""
    found = of.ask(queries.FIRST_WRONG)
    rows = _by_rank(of, [FirstWrong._make((*r[1:4], proportion(r[4], r[5]))) for r in found], [r[3] for r in found])
    columns = (
        *WHO,
        *_columns(rule="Rule"),
        Column[FirstWrong]("Attempts", "attempts", lambda row: row.share.count),
        *_columns(share="Of those that failed, %"),
    )
    note = (
        "Of the runs that did not solve at once: by which rule the first wrong match of the first attempt was taken. "
        f"None was wrong: the attempt could have been finished, but no rule found a match. {INTERVALS}"
    )
    title = "What first attempts failed by"
    bars = [bar for row in rows for bar in _bar(row.rule, trial_words(row.ranking, row.way), row.share)]
    plot = Plot(title, f"The rule of the first wrong match, on {of.in_words}.", tuple(bars))
    nothing = "Every outline was solved at once."
    return Finding("first_wrong", title, note, columns, tuple(rows), of.query(queries.FIRST_WRONG), nothing, plot)


def undone(of: Selection) -> Finding[Undone]:
    """Return the numbers of matches that were put back."""
    rows = [
        Undone(name, way, count, bootstrap_mean(how_often), median, p95, maximum, proportion(without, count))
        for _, name, way, count, median, p95, maximum, without, how_often in of.ask(queries.UNDONE)
    ]
    columns = (
        *WHO,
        *_columns(
            runs="Runs", mean="Mean", median="Median", p95="95 %", maximum="Maximum", without="Nothing undone, %"
        ),
    )
    note = (
        "Matches put back per run with retry and with backtracking. As published nothing is undone within an attempt, "
        "and a restart puts everything back: nothing undone is said of runs that ended with their first attempt. The "
        "mean has a 95 % interval from bootstrap percentiles of 2,000 resamples, the share Wilson's. Runs that reached "
        "the limit count with the matches put back until then."
    )
    bars = tuple(
        Estimate(row.ranking, WAYS[row.way], *row.mean, words(row.mean)) for row in rows if row.way != "published"
    )
    plot = Plot("Undone steps", f"The mean per run, on {of.in_words}. Intervals of 95 %.", bars, "number")
    return Finding("undone", "Undone steps", note, columns, tuple(rows), of.query(queries.UNDONE), plot=plot)


def effort(of: Selection) -> Finding[Effort]:
    """Return the numbers of restarts, extractions and composites."""
    rows = [Effort._make((*r[1:10], proportion(r[10], r[3]))) for r in of.ask(queries.EFFORT)]
    columns = (
        *WHO,
        *_columns(
            runs="Runs",
            restarts="Restarts, mean",
            median_restarts="Median",
            max_restarts="Maximum",
            extractions="Extractions, mean",
            max_extractions="Maximum",
            composites="Composites, mean",
            with_composites="With composites, %",
        ),
    )
    note = f"Per run, all its attempts together; solved or not. {INTERVALS}"
    title = "Restarts, extractions, composites"
    return Finding("effort", title, note, columns, tuple(rows), of.query(queries.EFFORT))


def stuck(of: Selection) -> Finding[Stuck]:
    """Return how far the runs came that did not solve."""
    rows = [Stuck(r[1], r[2], r[3], proportion(r[4], r[5])) for r in of.ask(queries.STUCK)]
    columns = (
        *WHO,
        *_columns(step="Matches out"),
        Column[Stuck]("Runs", "runs", lambda row: row.share.count),
        *_columns(share="Of the unsolved, %"),
    )
    note = f"Matches that were out in the attempt that came furthest. {INTERVALS}"
    nothing = "Every outline was solved."
    return Finding("stuck", "Where runs stuck", note, columns, tuple(rows), of.query(queries.STUCK), nothing)


def timing(of: Selection) -> Finding[Time]:
    """Return the times for solving."""
    rows = [Time(*row[1:]) for row in of.ask(queries.TIME)]
    columns = (
        *WHO,
        *_columns(runs="Runs"),
        *_columns(seconds, median="Median", p90="90 %", p99="99 %", longest="Longest", total="Together"),
        Column[Time]("Limit reached", "at_the_limit", lambda row: row.limit),
    )
    note = "For solving alone, on the machines that did it, solved or not. Of 100 runs 90, or 99, took no longer."
    bars = tuple(
        Estimate(
            trial_words(r.ranking, r.way),
            "median",
            r.median,
            r.p10,
            r.p90,
            f"{seconds(r.median)}, 90 % {seconds(r.p90)}",
        )
        for r in rows
    )
    plot = Plot("Time", f"The median, and from the 10 % to the 90 % of runs, on {of.in_words}.", bars, "seconds")
    return Finding("time", "Time", note, columns, tuple(rows), of.query(queries.TIME), plot=plot)


def _bar(line: str, series: str, share: Proportion | None) -> Iterable[Estimate]:
    if share is not None:
        in_words = f"{percent(share.share)} ({span(share.low, share.high)}) of {share.of:,}"
        yield Estimate(line, series, share.share, share.low, share.high, in_words)


def _by_rank(of: Selection, rows: Sequence[Any], rules: Sequence[str]) -> list[Any]:
    """Return rows in the order of trials and of each ranking's rules; then other rules, then what is not a rule."""
    digests = {trial.name: trial.ranking for trial in of.trials}
    trials = list(dict.fromkeys((row.ranking, row.way) for row in rows))

    def place(numbered: tuple[int, Any]) -> tuple[int, int, str]:
        i, row = numbered
        ranked = of.rules[digests[row.ranking]]
        rank = ranked.index(rules[i]) if rules[i] in ranked else len(ranked) + rules[i].startswith("(")
        return trials.index((row.ranking, row.way)), rank, rules[i]

    return [row for _, row in sorted(enumerate(rows), key=place)]
