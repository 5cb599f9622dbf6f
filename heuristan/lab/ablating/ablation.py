"""Each difference of two rankings switched alone, left out alone, and on a path from the one to the other."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from heuristan.lab.ablating.mixing import Pair
from heuristan.lab.rankings import ranking_digest
from heuristan.lab.reporting.statistics import (
    Interval,
    Proportion,
    holm,
    mcnemar,
    paired_difference,
    proportion,
)
from heuristan.lab.searching.evaluating import Evaluator
from heuristan.lab.searching.goals import Goal, as_evaluated

Part: TypeAlias = Literal["as it is", "alone", "left out", "path"]
Solved: TypeAlias = frozenset[int]


class Worth(NamedTuple):
    """What is solved with some differences, beside what is solved without one of them."""

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
