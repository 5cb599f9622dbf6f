"""Each difference of two rankings switched alone, left out alone, and on a path from the one to the other."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, Literal, NamedTuple, TypeAlias

from heuristan.common.plots.intervals import Estimate
from heuristan.lab.identity import ranking_digest
from heuristan.lab.reporting.findings import Finding, finding, points
from heuristan.lab.searching.evaluating import Evaluator, Goal, as_evaluated
from heuristan.lab.statistics import Interval, Mean, Proportion, holm, mcnemar, paired_difference, proportion
from heuristan.tangram.expert.ranking import RankedRule, Ranking


def merged(base: Sequence[str], other: Sequence[str]) -> list[str]:
    """Return the names of two lists in one, the first list in its order.

    What only the second list has stands behind the name before it there, if the result has one, else before the name
    after it, else at the end.
    """
    found = list(base)
    for i, name in enumerate(other):
        if name in found:
            continue
        before = next((each for each in reversed(other[:i]) if each in found), None)
        after = next((each for each in other[i + 1 :] if each in found), None)
        if before is not None:
            found.insert(found.index(before) + 1, name)
        elif after is not None:
            found.insert(found.index(after), name)
        else:
            found.append(name)
    return found


def _is_leading(rules: Sequence[RankedRule]) -> tuple[str, ...]:
    """Return the names of the lines with evidence that no line without evidence stands above."""
    found = []
    for rule in rules:
        if not rule.evidence:
            break
        found.append(rule.name)
    return tuple(found)


def one_line(rules: Sequence[RankedRule]) -> RankedRule | None:
    """Return the line that takes what several take that differ only in their figures; None if they differ in more."""
    three, four = {rule.three_sided for rule in rules} - {None}, {rule.four_sided for rule in rules} - {None}
    if len(rules) < 2 or len(three) > 1 or len(four) > 1 or not all(rule.only for rule in rules):
        return None
    line = replace(
        rules[0],
        name="all-in-one",
        title=" or ".join(rule.title for rule in rules),
        note="",
        three_sided=next(iter(three), None),
        four_sided=next(iter(four), None),
        only=frozenset().union(*(rule.only for rule in rules)),
    )
    kept = ("name", "title", "note", "three_sided", "four_sided", "only")
    same = {replace(rule, **{key: getattr(line, key) for key in kept}) for rule in rules}
    return line if same == {line} else None


ASPECTS: Mapping[str, tuple[str, ...]] = {
    "grades": ("kind", "three_sided", "four_sided"),
    "figures": ("only", "last"),
    "preferences": ("prefer",),
    "evidence of lines": ("evidence",),
    "repeat": ("repeat",),
    "crossing": ("may_cross",),
}
"""The fields of a line that are switched together."""

SETTINGS: Mapping[str, tuple[str, ...]] = {
    "composites": ("composites", "most_composites"),
    "extension lines": ("shortest", "parallel", "internal_edge"),
}

LINES, KINDS, ORDER, PREFERENCES, ENTRIES = "lines", "kinds", "order", "preferences", "entry points"
EVIDENCE = "evidence"


class Difference(NamedTuple):
    """Something in which the second ranking differs from the first."""

    name: str
    group: str
    """Its name without the line, so that all evidence can be switched together."""
    words: str
    """The second ranking's side of it."""


@dataclass(frozen=True)
class Pair:
    """Two rankings, and what lies between them."""

    first: Ranking
    second: Ranking

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """The differences, in the order of the module's list."""
        return tuple(chain(self._in_lines(), self._in_aspects(), self._in_settings()))

    def mixture(self, on: frozenset[str]) -> Ranking:
        """Return the first ranking with some of the differences, given by their names, as the second has them."""
        settings: dict[str, Any] = {}
        for name, keys in SETTINGS.items():
            settings |= {key: getattr(self.second if name in on else self.first, key) for key in keys}
        rules = tuple(self._rules(on))
        entries = (self.second if ENTRIES in on else self.first).entry_points
        names = {rule.name for rule in rules if not rule.rules_out}
        settings["entry_points"] = tuple(name for name in entries if name in names)
        return replace(self.first, name=f"{self.first.name} to {self.second.name}", rules=rules, **settings)

    # what there is

    def _in_lines(self) -> Iterator[Difference]:
        for mine, own in ((True, self._own_second), (False, self._own_first)):
            for rule in own:
                if rule.evidence:
                    yield Difference(f"{EVIDENCE} {rule.name}", EVIDENCE, "with it" if mine else "without it")
        if self._plain_first or self._plain_second:
            yield Difference(LINES, LINES, _listed(self._plain_second) or "without " + _listed(self._plain_first))
        if self._is_divided:
            yield Difference(KINDS, KINDS, "one after another" if self._divided[1] else "in one line")
        if self._common_order(self.first) != self._common_order(self.second):
            yield Difference(ORDER, ORDER, ", ".join(self._common_order(self.second)))

    def _in_aspects(self) -> Iterator[Difference]:
        for name in ASPECTS:
            if self._differs_in(name):
                yield Difference(name, name, self._aspect_in_words(name))

    def _in_settings(self) -> Iterator[Difference]:
        for name, keys in SETTINGS.items():
            changed = [key for key in keys if getattr(self.first, key) != getattr(self.second, key)]
            if changed:
                words = (f"{key.replace('_', ' ')} {getattr(self.second, key)}" for key in changed)
                yield Difference(name, name, ", ".join(words))
        if self.first.entry_points != self.second.entry_points:
            yield Difference(ENTRIES, ENTRIES, ", ".join(self.second.entry_points) or "every rule")

    def _differs_in(self, aspect: str) -> bool:
        common = any(_part(self._of_first[name], aspect) != _part(self._of_second[name], aspect) for name in self._both)
        if aspect != PREFERENCES:
            return common
        first, second = _shared(self._plain_first), _shared(self._plain_second)
        given = (self._plain_first and second is not None) or any(rule.prefer for rule in self._plain_second)
        return common or (first != second and bool(given))

    def _aspect_in_words(self, aspect: str) -> str:
        if aspect == PREFERENCES and self._plain_second and (shared := _shared(self._plain_second)) is not None:
            return ", ".join(shared) or "none"
        changed = [n for n in self._both if _part(self._of_first[n], aspect) != _part(self._of_second[n], aspect)]
        return "of " + ", ".join(changed) if changed else "those of each line"

    @cached_property
    def _of_first(self) -> dict[str, RankedRule]:
        return {rule.name: rule for rule in self.first.rules}

    @cached_property
    def _of_second(self) -> dict[str, RankedRule]:
        return {rule.name: rule for rule in self.second.rules}

    @cached_property
    def _both(self) -> tuple[str, ...]:
        return tuple(name for name in self._of_first if name in self._of_second)

    @cached_property
    def _own_first(self) -> tuple[RankedRule, ...]:
        return tuple(rule for rule in self.first.rules if rule.name not in self._of_second)

    @cached_property
    def _own_second(self) -> tuple[RankedRule, ...]:
        return tuple(rule for rule in self.second.rules if rule.name not in self._of_first)

    @cached_property
    def _plain_first(self) -> tuple[RankedRule, ...]:
        return tuple(rule for rule in self._own_first if not rule.evidence)

    @cached_property
    def _plain_second(self) -> tuple[RankedRule, ...]:
        return tuple(rule for rule in self._own_second if not rule.evidence)

    @cached_property
    def _divided(self) -> tuple[RankedRule | None, RankedRule | None]:
        """For each ranking the one line that its own lines could be, if they differ only in the figures they take."""
        return one_line(self._plain_first), one_line(self._plain_second)

    @property
    def _is_divided(self) -> bool:
        return (self._divided[0] is None) != (self._divided[1] is None)

    def _common_order(self, ranking: Ranking) -> tuple[str, ...]:
        return tuple(rule.name for rule in ranking.rules if rule.name in self._both)

    # the mixture

    def _rules(self, on: frozenset[str]) -> Iterator[RankedRule]:
        mine = {rule.name: rule for rule in self._lines_of(self._own_second, on, is_second=True)}
        theirs = {rule.name: rule for rule in self._lines_of(self._own_first, on, is_second=False)}
        common = {name: self._common(name, on) for name in self._both}
        found = {**theirs, **mine, **common}
        base, other = (self.second, self.first) if ORDER in on else (self.first, self.second)
        orders = [[n for n in self._names(each) if n in found] for each in (base, other)]
        names = merged(*orders)
        leading = {name for each in (self.first, self.second) for name in _is_leading(each.rules)}
        yield from (found[name] for name in sorted(names, key=lambda name: name not in leading))

    def _names(self, ranking: Ranking) -> list[str]:
        """Return the lines of a ranking by name, and where they are joined the one line before them."""
        joined = self._divided[ranking is self.second]
        names = [rule.name for rule in ranking.rules]
        own = self._plain_second if ranking is self.second else self._plain_first
        if joined is not None:
            names.insert(names.index(own[0].name), joined.name)
        return names

    def _lines_of(self, own: Sequence[RankedRule], on: frozenset[str], *, is_second: bool) -> Iterator[RankedRule]:
        """Yield the lines of one ranking that the mixture has."""
        has_lines = (LINES in on) == is_second
        as_own = (PREFERENCES in on) == is_second
        for rule in own:
            if rule.evidence and (f"{EVIDENCE} {rule.name}" in on) == is_second:
                yield rule
        plain = self._plain_second if is_second else self._plain_first
        joined = self._divided[is_second]
        is_joined = self._is_divided and joined is not None and (KINDS in on) != is_second
        for rule in ((joined,) if is_joined and joined else plain) if has_lines else ():
            yield rule if as_own else replace(rule, prefer=self._others_preference(rule, is_second=is_second))

    def _others_preference(self, rule: RankedRule, *, is_second: bool) -> tuple[str, ...]:
        """Return the preference that a line of one ranking has by the other one."""
        if PREFERENCES not in {difference.name for difference in self.differences}:
            return rule.prefer
        shared = _shared(self._plain_first if is_second else self._plain_second)
        return shared if shared is not None else () if is_second else rule.prefer

    def _common(self, name: str, on: frozenset[str]) -> RankedRule:
        changed: dict[str, Any] = {}
        for aspect, keys in ASPECTS.items():
            source = (self._of_second if aspect in on else self._of_first)[name]
            changed |= {key: getattr(source, key) for key in keys}
        return replace(self._of_first[name], **changed)


def _part(rule: RankedRule, aspect: str) -> tuple[Any, ...]:
    return tuple(getattr(rule, key) for key in ASPECTS[aspect])


def _shared(rules: Sequence[RankedRule]) -> tuple[str, ...] | None:
    """Return the preference that all of some lines have; None if they have several, or there are no lines."""
    found = {rule.prefer for rule in rules}
    return found.pop() if len(found) == 1 else None


def _listed(rules: Sequence[RankedRule]) -> str:
    return ", ".join(rule.name for rule in rules)


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

    @property
    def worth(self) -> Mean | None:
        """The difference with its interval."""
        return None if self.difference is None or self.interval is None else Mean(self.difference, *self.interval)


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


def table(pair: Pair, rows: Iterable[Worth], goal: Goal, outlines: str) -> Finding[Worth]:
    """Return the table of an ablation.

    Args:
        pair: the two rankings.
        rows: what each difference is worth.
        goal: what counts as solved.
        outlines: the outlines in words.
    """
    rows = tuple(rows)
    bars = (
        Estimate(row.what.removeprefix("+ "), row.part, *row.worth, points(row.worth))
        for row in rows
        if row.worth is not None
    )
    attempt = "the first attempt" if goal == "first-attempt" else "any attempt"
    first, second = pair.first.name, pair.second.name
    return finding("ablation", rows, "", bars, first=first, second=second, attempt=attempt, outlines=outlines)
