"""Say what each difference of two rankings is worth.

FIRST and SECOND are names or files of rankings, and come before the options. Each difference (lines, order,
preferences, evidence, grades, settings) is switched alone in the first ranking, left out alone of the second, and
added on a path from the first to the second, each time the one that adds most. All run as published, on the same
outlines. Ctrl-C ends it and shows what is complete.

    python docs/experiments/worth_of_differences.py deutsch-hayes-1972 heuristan --sample 500 --output worth.md
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import click

from heuristan.cli.progress import bar
from heuristan.common.proportions import Proportion, proportion
from heuristan.common.svg.intervals import Estimate, Plot
from heuristan.lab.columns import in_position, positions_of
from heuristan.lab.commands.lab import corpus_options
from heuristan.lab.commands.lab.run import positions_option
from heuristan.lab.identity import of_single_rules, ranking_digest
from heuristan.lab.reporting import Comparison
from heuristan.lab.reporting.findings import Column, Finding, chance, points
from heuristan.lab.searching.evaluating import Evaluator, Goal, as_evaluated, evaluator_of
from heuristan.lab.statistics import Clusters, Mean, holm, share_of_runs
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
    "rules of one's own": ("own", "salience"),
}
"""The fields of a line that are switched together."""

SETTINGS: Mapping[str, tuple[str, ...]] = {
    "composites": ("composites", "most_composites"),
    "extension lines": ("shortest", "parallel", "internal_edge"),
    "strict": ("strict",),
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


class _Side:
    """One of two rankings beside the other."""

    def __init__(self, ranking: Ranking, other: Ranking) -> None:
        theirs = {rule.name for rule in other.rules}
        self.ranking = ranking
        self.rules = {rule.name: rule for rule in ranking.rules}
        self.common = tuple(name for name in self.rules if name in theirs)
        """The lines that both have, in the order of this one."""
        self.own = tuple(rule for rule in ranking.rules if rule.name not in theirs)
        self.plain = tuple(rule for rule in self.own if not rule.evidence)
        self.shared = _shared(self.plain)
        """The preference of all its plain lines."""
        self.joined = one_line(self.plain)
        """The one line that its own lines could be, if they differ only in the figures that they take."""

    @property
    def names(self) -> list[str]:
        """Its lines by name, and where they can be joined the one line before them."""
        names = list(self.rules)
        if self.joined is not None:
            names.insert(names.index(self.plain[0].name), self.joined.name)
        return names


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

    @cached_property
    def _sides(self) -> tuple[_Side, _Side]:
        return _Side(self.first, self.second), _Side(self.second, self.first)

    # what there is

    def _in_lines(self) -> Iterator[Difference]:
        first, second = self._sides
        for side, words in ((second, "with it"), (first, "without it")):
            for rule in side.own:
                if rule.evidence:
                    yield Difference(f"{EVIDENCE} {rule.name}", EVIDENCE, words)
        if first.plain or second.plain:
            yield Difference(LINES, LINES, _listed(second.plain) or "without " + _listed(first.plain))
        if self._is_divided:
            yield Difference(KINDS, KINDS, "one after another" if second.joined else "in one line")
        if first.common != second.common:
            yield Difference(ORDER, ORDER, ", ".join(second.common))

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

    def _changed_in(self, aspect: str) -> list[str]:
        """Return the lines of both that an aspect tells apart."""
        first, second = self._sides
        return [n for n in first.common if _part(first.rules[n], aspect) != _part(second.rules[n], aspect)]

    def _differs_in(self, aspect: str) -> bool:
        if self._changed_in(aspect) or aspect != PREFERENCES:
            return bool(self._changed_in(aspect))
        first, second = self._sides
        is_given = (first.plain and second.shared is not None) or any(rule.prefer for rule in second.plain)
        return first.shared != second.shared and bool(is_given)

    def _aspect_in_words(self, aspect: str) -> str:
        second = self._sides[1]
        if aspect == PREFERENCES and second.shared is not None:
            return ", ".join(second.shared) or "none"
        changed = self._changed_in(aspect)
        return "of " + ", ".join(changed) if changed else "those of each line"

    @property
    def _is_divided(self) -> bool:
        first, second = self._sides
        return (first.joined is None) != (second.joined is None)

    # the mixture

    def _rules(self, on: frozenset[str]) -> Iterator[RankedRule]:
        first, second = self._sides
        lines = chain(self._lines_of(first, on), self._lines_of(second, on))
        found = {rule.name: rule for rule in lines} | {name: self._common(name, on) for name in first.common}
        orders = [[name for name in side.names if name in found] for side in self._sides]
        names = merged(*(reversed(orders) if ORDER in on else orders))
        leading = {name for each in (self.first, self.second) for name in _is_leading(each.rules)}
        yield from (found[name] for name in sorted(names, key=lambda name: name not in leading))

    def _lines_of(self, side: _Side, on: frozenset[str]) -> Iterator[RankedRule]:
        """Yield the lines of one ranking alone that the mixture has."""
        is_second = side is self._sides[1]
        for rule in side.own:
            if rule.evidence and (f"{EVIDENCE} {rule.name}" in on) == is_second:
                yield rule
        is_joined = self._is_divided and (KINDS in on) != is_second
        plain = (side.joined,) if is_joined and side.joined else side.plain
        for rule in plain if (LINES in on) == is_second else ():
            as_own = (PREFERENCES in on) == is_second
            yield rule if as_own else replace(rule, prefer=self._others_preference(rule, is_second=is_second))

    def _others_preference(self, rule: RankedRule, *, is_second: bool) -> tuple[str, ...]:
        """Return the preference that a line of one ranking has by the other one."""
        if PREFERENCES not in {difference.name for difference in self.differences}:
            return rule.prefer
        shared = self._sides[not is_second].shared
        return shared if shared is not None else () if is_second else rule.prefer

    def _common(self, name: str, on: frozenset[str]) -> RankedRule:
        changed: dict[str, Any] = {}
        for aspect, keys in ASPECTS.items():
            source = self._sides[aspect in on].rules[name]
            changed |= {key: getattr(source, key) for key in keys}
        return replace(self._sides[0].rules[name], **changed)


def _part(rule: RankedRule, aspect: str) -> tuple[Any, ...]:
    return tuple(getattr(rule, key) for key in ASPECTS[aspect])


def _shared(rules: Sequence[RankedRule]) -> tuple[str, ...] | None:
    """Return the preference that all of some lines have; None if they have several, or there are no lines."""
    found = {rule.prefer for rule in rules}
    return found.pop() if len(found) == 1 else None


def _listed(rules: Sequence[RankedRule]) -> str:
    return ", ".join(rule.name for rule in rules)


Part: TypeAlias = Literal["as it is", "alone", "left out", "path"]
PARTS: tuple[Part, ...] = ("alone", "left out", "path")
Solved: TypeAlias = frozenset[int]


class Worth(NamedTuple):
    """The share solved with some differences, beside the share without one of them."""

    part: Part
    what: str
    """The difference, or the ranking."""
    solved: Proportion
    in_all: Proportion
    """The share of outlines solved in all positions."""
    in_some: Proportion
    worth: Mean | None = None
    """The share with the difference less that without it; None for the two rankings as they are."""
    p: float | None = None
    adjusted: float | None = None
    """The same, by Holm's method for all of its part."""


@dataclass
class Ablation:
    """Runs the rankings between two."""

    pair: Pair
    evaluator: Evaluator
    outlines: Mapping[int, int]
    """The outline of each run, by numbers: it has one for each position."""
    goal: Goal
    seen: Callable[[int, int], None] = lambda *_: None
    """Is told how many rankings were run, and how many there are at most."""
    parts: Sequence[Part] = PARTS
    _solved: dict[str, Solved] = field(default_factory=dict)
    _asked: int = 0

    def worths(self) -> Iterator[Worth]:
        """Yield the rankings as they are, then each part when it is complete."""
        names = tuple(each.name for each in self.pair.differences)
        everything = frozenset(names)
        for what, on in ((self.pair.first.name, frozenset[str]()), (self.pair.second.name, everything)):
            yield Worth("as it is", what, *self._shares(self._run(on)))
        groups = self._groups()
        first, second = self._run(frozenset()), self._run(everything)
        compared: Mapping[Part, Iterator[tuple[str, Solved, Solved]]] = {
            "alone": ((what, first, self._run(on)) for what, on in groups),
            "left out": ((what, self._run(everything - on), second) for what, on in groups),
            "path": self._path(names),
        }
        for part in self.parts:
            yield from self._tested(part, list(compared[part]))

    @property
    def rankings(self) -> int:
        """The number of rankings to run, at most; many are the same."""
        count, groups = len(self.pair.differences), len(self._groups())
        each: Mapping[Part, int] = {"alone": groups, "left out": groups, "path": count * (count + 1) // 2}
        return 4 + sum(each[part] for part in self.parts)

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
            values = self.evaluator.values(ranking, list(self.outlines)) if ranking.entry_lines else {}
            self._solved[digest] = frozenset(number for number, value in values.items() if value)
        self._asked += 1
        self.seen(min(self._asked, self.rankings), self.rankings)
        return self._solved[digest]

    def _shares(self, solved: Solved) -> tuple[Proportion, Proportion, Proportion]:
        runs, hits = Counter(self.outlines.values()), Counter(self.outlines[number] for number in solved)
        counts = [(hits[each], n) for each, n in runs.items()]
        ends = sum(x == n for x, n in counts), sum(x > 0 for x, _ in counts)
        in_all, in_some = (proportion(count, len(runs)) for count in ends)
        return share_of_runs(Clusters.of(counts)), in_all, in_some

    def _tested(self, part: Part, found: Sequence[tuple[str, Solved, Solved]]) -> Iterator[Worth]:
        """Yield what each difference is worth, and how sure that is among all of its part."""
        compared = [self._comparison(without, with_it) for _, without, with_it in found]
        adjusted = holm([each.p for each in compared])
        for (what, without, with_it), each, p in zip(found, compared, adjusted, strict=True):
            shares = self._shares(without if part == "left out" else with_it)
            yield Worth(part, what, *shares, each.with_interval, each.p, p)

    def _comparison(self, without: Solved, with_it: Solved) -> Comparison:
        net = dict.fromkeys(self.outlines.values(), 0)
        for number, outline in self.outlines.items():
            net[outline] += (number in with_it) - (number in without)
        both, either = len(with_it & without), len(with_it | without)
        counts = both, len(without) - both, len(with_it) - both, len(self.outlines) - either
        return Comparison("", "", "published", "", *counts, same_version=True, net=Counter(net.values()))


NOTE = (
    "Solved in {attempt}, of {outlines}. Alone: the first ranking with one difference as the second has it. Left out: "
    "the second ranking with one difference as the first has it; its worth is what the second loses without it. Path: "
    "from the first to the second, each time the difference that adds most. Intervals are of 95 %, outlines as "
    "clusters. p: McNemar's exact test, two-sided, of several runs by exchanging signs; beside it by Holm's method for "
    "all of its part. The worths of a part do not add up: differences help, or hinder, one another."
)
COLUMNS = (
    Column[Worth]("Part", "part", lambda row: row.part),
    Column[Worth]("Difference", "difference", lambda row: row.what),
    Column[Worth]("Solved, %", "solved", lambda row: row.solved),
    Column[Worth]("In all, %", "in_all", lambda row: row.in_all),
    Column[Worth]("In some, %", "in_some", lambda row: row.in_some),
    Column[Worth]("Worth, points", "worth", lambda row: row.worth, points),
    Column[Worth]("p", "p", lambda row: row.p, chance),
    Column[Worth]("p, adjusted (Holm)", "p_holm", lambda row: row.adjusted, chance),
)


def table(pair: Pair, rows: Iterable[Worth], goal: Goal, outlines: str) -> Finding[Worth]:
    """Return the table of an ablation, with its plot.

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
    title, note = f"From {pair.first.name} to {pair.second.name}", NOTE.format(attempt=attempt, outlines=outlines)
    words = f"What each difference is worth in {attempt}, in percentage points, on {outlines}. Intervals of 95 %."
    plot = Plot(title, words, tuple(bars), "difference")
    return Finding("differences", title, note, COLUMNS, rows, "", plot=plot)


@click.command(help=__doc__)
@click.argument("first")
@click.argument("second")
@corpus_options.corpus_option
@corpus_options.goal_option("Solved in the first attempt, or in any one.")
@corpus_options.outline_options()
@positions_option
@click.option("--part", type=click.Choice(PARTS), help="Only this part of the table.  [default: all]")
@corpus_options.jobs_option
@corpus_options.output_option("File for the table (.md) or its plot (.svg).")
def main(
    first: str,
    second: str,
    corpus: tuple[str, ...],
    goal: Goal,
    positions: int,
    part: Part | None,
    jobs: int,
    output: Path | None,
    **choice: Any,
) -> None:
    """Run the rankings, and show the table."""
    corpus_options.check_output(output, (".md", ".svg"))
    pair = Pair(of_single_rules(first), of_single_rules(second))
    if not pair.differences:
        raise click.ClickException(f"{first} and {second} do the same; give rankings that differ")
    chosen = corpus_options.corpus_of(corpus, **choice)
    outlines = [outline.puzzle for outline in chosen]
    runs = [(i, in_position(each, n)) for i, each in enumerate(outlines) for n in positions_of(each, positions)]
    if not runs:
        raise click.ClickException("no outline meets the conditions; ask for less")
    rows: list[Worth] = []
    of_run, puzzles = dict(enumerate(i for i, _ in runs)), dict(enumerate(puzzle for _, puzzle in runs))
    with suppress(KeyboardInterrupt), evaluator_of(puzzles, jobs) as evaluator, bar("ranking") as show:
        rows.extend(Ablation(pair, evaluator, of_run, goal, show, (part,) if part else PARTS).worths())
    words = chosen.in_words + (f" in {positions} positions" if positions > 1 else "")
    found = table(pair, rows, goal, words)
    for each in pair.differences:
        print(f"- {each.name}: {each.words}")
    print(found.markdown())
    if output is not None and rows:
        is_plot = output.suffix.lower() == ".svg"
        output.write_text(found.svg() if is_plot else f"# {found.title}\n\n{found.markdown()}\n{found.note}\n")


if __name__ == "__main__":
    main()
