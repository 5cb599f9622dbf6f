"""Each difference of two rankings switched alone, left out alone, and on a path from the one to the other."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from heuristan.common.plots.intervals import Estimate, Plot
from heuristan.lab.ablating.mixing import Pair
from heuristan.lab.identity import ranking_digest
from heuristan.lab.reporting.findings import Column, Finding, chance, points
from heuristan.lab.searching.evaluating import Evaluator, Goal, as_evaluated
from heuristan.lab.statistics import Interval, Mean, Proportion, holm, mcnemar, paired_difference, proportion

Part: TypeAlias = Literal["as it is", "alone", "left out", "path"]
Solved: TypeAlias = frozenset[int]


class Worth(NamedTuple):
    """The share solved with some differences, beside the share without one of them."""

    part: Part
    what: str
    """The difference, or the ranking."""
    solved: Proportion
    difference: float | None = None
    """The share with the difference less that without it; None for the two rankings as they are."""
    interval: Interval | None = None
    p: float | None = None
    """Of McNemar's exact test."""
    adjusted: float | None = None
    """The same, by Holm's method for all of its part."""


@dataclass
class Ablation:
    """Runs the rankings between two."""

    pair: Pair
    evaluator: Evaluator
    outlines: Sequence[int]
    goal: Goal
    seen: Callable[[int, int], None] = lambda *_: None
    """Is told how many rankings were run, and how many there are at most."""
    _solved: dict[str, Solved] = field(default_factory=dict)
    _asked: int = 0

    def worths(self) -> Iterator[Worth]:
        """Yield the rankings as they are, then each part when it is complete."""
        names = tuple(each.name for each in self.pair.differences)
        everything = frozenset(names)
        for what, on in ((self.pair.first.name, frozenset[str]()), (self.pair.second.name, everything)):
            yield Worth("as it is", what, self._share(self._run(on)))
        groups = self._groups()
        first, second = self._run(frozenset()), self._run(everything)
        yield from self._tested("alone", [(what, first, self._run(on)) for what, on in groups])
        yield from self._tested("left out", [(what, self._run(everything - on), second) for what, on in groups])
        yield from self._tested("path", list(self._path(names)))

    @property
    def rankings(self) -> int:
        """The number of rankings to run, at most; many are the same."""
        count = len(self.pair.differences)
        return 2 + 2 * len(self._groups()) + 2 + count * (count + 1) // 2

    def _groups(self) -> list[tuple[str, frozenset[str]]]:
        """Return each difference, and the differences of a group together where there are several."""
        differences = self.pair.differences
        found = [(each.name, frozenset({each.name})) for each in differences]
        for group in dict.fromkeys(each.group for each in differences):
            names = frozenset(each.name for each in differences if each.group == group)
            if len(names) > 1:
                found.append((f"{group}, all", names))
        return found

    def _path(self, names: Sequence[str]) -> Iterator[tuple[str, Solved, Solved]]:
        """Yield the differences in the order in which each adds most to those before it."""
        on: frozenset[str] = frozenset()
        while left := [name for name in names if name not in on]:
            solved = {name: self._run(on | {name}) for name in left}
            best = max(left, key=lambda name: len(solved[name]))
            yield f"+ {best}", self._run(on), solved[best]
            on |= {best}

    def _run(self, on: frozenset[str]) -> Solved:
        ranking = as_evaluated(self.pair.mixture(on), self.goal)
        digest = ranking_digest(ranking)
        if digest not in self._solved:
            # between rankings that share no line there is one without any that extracts
            values = self.evaluator.values(ranking, self.outlines) if ranking.entry_lines else {}
            self._solved[digest] = frozenset(number for number, value in values.items() if value)
        self._asked += 1
        self.seen(min(self._asked, self.rankings), self.rankings)
        return self._solved[digest]

    def _share(self, solved: Solved) -> Proportion:
        return proportion(len(solved), len(self.outlines))

    def _tested(self, part: Part, found: Sequence[tuple[str, Solved, Solved]]) -> Iterator[Worth]:
        """Yield what each difference is worth, and how sure that is among all of its part."""
        ps = [mcnemar(len(without - with_it), len(with_it - without)) for _, without, with_it in found]
        for (what, without, with_it), p, adjusted in zip(found, ps, holm(ps), strict=True):
            gained, lost = len(with_it - without), len(without - with_it)
            both, count = len(with_it & without), len(self.outlines)
            interval = paired_difference(both, gained, lost, count - both - gained - lost)
            shown = without if part == "left out" else with_it
            yield Worth(part, what, self._share(shown), (gained - lost) / count, interval, p, adjusted)


COLUMNS = (
    Column[Worth]("Part", "part", lambda row: row.part),
    Column[Worth]("Difference", "difference", lambda row: row.what),
    Column[Worth]("Solved, %", "solved", lambda row: row.solved),
    Column[Worth]("Worth, points", "worth", lambda row: worth(row), points),
    Column[Worth]("p", "p", lambda row: row.p, chance),
    Column[Worth]("p, Holm", "p_holm", lambda row: row.adjusted, chance),
)

NOTE = (
    "Alone: the first ranking with one difference as the second has it. Left out: the second ranking with one "
    "difference as the first has it; its worth is what the second loses without it. Path: from the first to the "
    "second, each time the difference that adds most. Intervals are of 95 % (Wilson; Newcombe's for pairs). p: "
    "McNemar's exact test, two-sided, beside it by Holm's method for all of its part. The worths of a part do not add "
    "up: differences help, or hinder, one another."
)


def worth(row: Worth) -> Mean | None:
    """Return the worth of a difference, with its interval."""
    return None if row.difference is None or row.interval is None else Mean(row.difference, *row.interval)


def table(pair: Pair, rows: Iterable[Worth], goal: Goal, outlines: str) -> Finding[Worth]:
    """Return the table of an ablation.

    Args:
        pair: the two rankings.
        rows: what each difference is worth.
        goal: what counts as solved.
        outlines: the outlines in words.
    """
    rows = tuple(rows)
    attempt = "the first attempt" if goal == "first-attempt" else "any attempt"
    title = f"From {pair.first.name} to {pair.second.name}"
    estimates = tuple(
        Estimate(row.what.removeprefix("+ "), row.part, *mean, points(mean))
        for row in rows
        if (mean := worth(row)) is not None
    )
    subtitle = f"What each difference is worth in {attempt}, in percentage points, on {outlines}. Intervals of 95 %."
    plot = Plot(title, subtitle, estimates, "difference")
    return Finding("ablation", title, f"Solved in {attempt}, of {outlines}. {NOTE}", COLUMNS, rows, "", plot=plot)
