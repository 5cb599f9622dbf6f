"""Rankings: rules in order, most reliable first.

A ranking names its rules. What each rule asks of a match is in the catalogue ``rules/catalogue.yaml`` or, for a rule
of your own, in the ranking itself (docs/add-a-rule.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from itertools import combinations_with_replacement
from typing import Literal

from heuristan.tangram.expert.evidence import EVIDENCE
from heuristan.tangram.expert.figures import Figure, Kind
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.own_rules import OwnRules, WholeText
from heuristan.tangram.expert.preferences import RANDOM
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.lengths import Length, parse_length

DEFAULT = "deutsch-hayes-1972"
COMPOSITES = ("paper", "all", "none")
STEP = 10
"""Distance between the saliences of two lines: what looks for evidence has its place between."""


@dataclass(frozen=True)
class RankedRule:
    """One line of a ranking: which matches it takes."""

    name: str
    title: str
    kind: Kind
    three_sided: str | None = None
    """The grades asked of a three-sided figure, best first; None if the rule takes no such figure."""
    four_sided: str | None = None
    only: frozenset[str] = frozenset()
    """If not empty, the only figures it takes."""
    last: frozenset[str] = frozenset()
    """Figures that it takes only where it finds no others."""
    prefer: tuple[str, ...] = ()
    """Which of several matches it takes; where they are alike, the next preference decides, and vertex order last."""
    evidence: str | None = None
    """The evidence that a match must have besides its grades."""
    repeat: bool = False
    """Whether it is applied again until it yields nothing, before the rules above it are tried again."""
    may_cross: bool = False
    """Whether it takes matches that lie across an internal edge, in two subpuzzles."""
    convex: bool = False
    """Whether it takes figures at convex vertices alone: it does in a strict ranking."""
    equal_rank: bool = False
    """Whether it has the rank of the rule before it. The rules of one rank choose among all their matches together, and
    go by the first of their lines."""
    note: str = ""
    own: OwnRules | None = None
    """Rules in CLIPS notation that choose its matches; then nothing above says what it takes."""
    salience: int | None = None
    """When it is tried, where a person says that in a shell; None if its place says it."""

    @cached_property
    def accepted_grades(self) -> frozenset[str]:
        return accepted(self.three_sided) | accepted(self.four_sided)

    def takes(self, grades: str) -> bool:
        """Return whether the grades of a match serve. A piece of more than four sides needs a rule for any piece."""
        return grades in self.accepted_grades or (len(grades) > 4 and self.takes_any)

    def asks(self, sides: int) -> str | None:
        """Return the grades asked of figures with a number of sides; None if it takes no such figure."""
        if sides > 4:
            return "O" * sides if self.takes_any else None
        return self.three_sided if sides == 3 else self.four_sided

    def joins(self, sides: int) -> bool:
        """Return whether it takes joined matches of that many sides: its grades leave at most one side open.

        Those of other figures are taken where they are laid at convex vertices.
        """
        asked = self.asks(sides)
        return not self.convex and asked is not None and asked.count("O") <= 1

    def covers(self, other: "RankedRule") -> bool:
        """Return whether it takes a match wherever another rule does, so that below it the other one takes nothing.

        Evidence that is asked of both narrows both alike. Whatever a rule prefers, or takes last, it takes in the end.
        """
        if self.own or other.own or self.rules_out or other.rules_out:
            return False
        if self.kind != other.kind or self.evidence not in (None, other.evidence):
            return False
        if other.may_cross and not self.may_cross:
            return False
        if self.only and not (other.only and other.only <= self.only):
            return False
        return all(
            accepted(other.asks(sides)) <= accepted(self.asks(sides)) and self.joins(sides) >= other.joins(sides)
            for sides in (3, 4, 5)
        )

    @cached_property
    def joined_grades(self) -> frozenset[str]:
        """The grades of the joined matches that it takes."""
        return frozenset().union(*(accepted(self.asks(sides)) for sides in (3, 4) if self.joins(sides)))

    @cached_property
    def lays(self) -> bool:
        """Whether it takes matches laid at convex vertices, whatever some of their sides lie on."""
        if self.own:
            return self.own.lays
        return self.takes_any or any(self.asks(n) is not None and not self.joins(n) for n in (3, 4))

    def takes_figure(self, figure: Figure) -> bool:
        """Return whether it takes a figure at all, whatever its sides lie on."""
        is_named = not self.only or figure.name in self.only
        return figure.kind == self.kind and is_named and self.asks(len(figure.sides)) is not None

    def takes_open(self, figure: Figure) -> bool:
        """Return whether it may take a figure with one side open where the others join."""
        sides = len(figure.sides)
        return bool(self.own) or (self.takes_figure(figure) and self.joins(sides) and "O" in (self.asks(sides) or ""))

    def takes_last(self, match: Match) -> bool:
        """Return whether it, and so its rank, takes a match only where no other is found."""
        return match.name in self.last and match.kind == self.kind

    def is_for(self, match: Match) -> bool:
        """Return whether kind, figure and grades of a match serve; evidence and internal edges are not looked at."""
        sides = len(match.figure.sides)
        # grades are found when they are asked for, and these take any
        return self.takes_figure(match.figure) and (self.asks(sides) == "O" * sides or self.takes(match.grades))

    @cached_property
    def takes_any(self) -> bool:
        """Whether it takes any piece, whatever its grades."""
        return self.kind == "piece" and {"OOO", "OOOO"} <= self.accepted_grades

    @property
    def takes_any_at_tightest(self) -> bool:
        """Whether it takes any piece, whatever its grades, at the vertex where the fewest fit."""
        return self.takes_any and self.prefer[:1] == ("fewest-fits",) and self.evidence is None

    @property
    def asks_for_more(self) -> bool:
        """Whether it asks for evidence or for the tightest vertex, besides grades."""
        return self.evidence is not None or self.takes_any_at_tightest

    @property
    def kinds_of_evidence(self) -> frozenset[str]:
        """The kinds of evidence that it asks for."""
        if self.own:
            return self.own.kinds_of_evidence
        return frozenset({self.evidence} if self.evidence else ())

    @property
    def rules_out(self) -> bool:
        """Whether it rules out instead of extracting: no solution has the matches that it finds."""
        if self.own:
            return self.own.only_rules_out
        return self.evidence is not None and EVIDENCE[self.evidence].refutes

    @property
    def checks(self) -> bool:
        """Whether its evidence is checked match by match."""
        return self.evidence is not None and EVIDENCE[self.evidence].check is not None

    def refutes_after_check(self, state: State, match: Match, ruled_out: frozenset[MatchKey]) -> bool:
        """Return whether it rules a match out by evidence that is checked match by match."""
        check = None if self.evidence is None else EVIDENCE[self.evidence].check
        return check is not None and self.is_for(match) and check(state, match, ruled_out)


def first_of_rank(rules: Sequence[RankedRule], line: int) -> int:
    """Return the first line that has the rank of a line, from 0."""
    return next((first for first in range(line, 0, -1) if not rules[first].equal_rank), 0)


def of_rank(rules: Sequence[RankedRule], line: int) -> range:
    """Return the lines that have the rank of a line."""
    first = first_of_rank(rules, line)
    after = (n for n in range(first + 1, len(rules)) if not rules[n].equal_rank)
    return range(first, next(after, len(rules)))


def saliences(rules: Sequence[RankedRule]) -> tuple[int, ...]:
    """Return the salience of each line."""
    placed = (STEP * (len(rules) - first_of_rank(rules, line)) for line in range(len(rules)))
    return tuple(place if rule.salience is None else rule.salience for rule, place in zip(rules, placed, strict=True))


def in_turn(rules: Sequence[RankedRule]) -> tuple[int, ...]:
    """Return the lines, from 0, in the order in which they are tried."""
    of_line = saliences(rules)
    return tuple(sorted(range(len(rules)), key=lambda line: -of_line[line]))


def refuting_line(
    rules: Sequence[RankedRule], line: int, state: State, match: Match, ruled_out: frozenset[MatchKey]
) -> int | None:
    """Return the line above another that rules out a match by evidence checked match by match, if there is one."""
    above = enumerate(rules[:line])
    return next((n for n, rule in above if rule.refutes_after_check(state, match, ruled_out)), None)


@cache
def accepted(asked: str | None) -> frozenset[str]:
    """Return all grades that serve where some are asked: a better side always serves for a worse one."""
    if asked is None:
        return frozenset()
    worst = [GRADES.index(grade) for grade in asked]
    return frozenset(
        "".join(grades)
        for grades in combinations_with_replacement(GRADES, len(asked))
        if all(GRADES.index(grade) <= limit for grade, limit in zip(grades, worst, strict=True))
    )


@dataclass(frozen=True, repr=False)
class Ranking:
    """Rules in order, and the settings that go with them."""

    name: str
    title: str
    rules: tuple[RankedRule, ...]
    composites: Literal["paper", "all", "none"] = "paper"
    most_composites: int = 3
    shortest: Length = field(default_factory=lambda: parse_length(1))
    parallel: Length = field(default_factory=lambda: parse_length(1))
    internal_edge: Length = field(default_factory=lambda: parse_length(0))
    strict: bool = False
    """Whether it is run by the letter of the paper: figures lie at convex vertices, and each abeyance list is shortened
    by itself."""
    seed: int = 0
    """Seed of the ties that `prefer: random` breaks."""
    entry_points: tuple[str, ...] = ()
    """The rules at which attempts start, in order; if empty, every rule that extracts."""
    note: str = ""
    whole: WholeText | None = None
    """All constructs of a run, where somebody changed them by hand; then the lines only name what they do."""

    def __post_init__(self) -> None:
        if any(rule.convex != self.strict for rule in self.rules):
            object.__setattr__(self, "rules", tuple(replace(rule, convex=self.strict) for rule in self.rules))

    def __repr__(self) -> str:
        return f"<Ranking {self.name!r}: {', '.join(rule.name for rule in self.rules)}>"

    @property
    def is_random(self) -> bool:
        """Whether some rule breaks ties at random."""
        return any(RANDOM in rule.prefer or (rule.own and RANDOM in rule.own.text) for rule in self.rules)

    @property
    def has_own_rules(self) -> bool:
        """Whether there are rules in it that somebody wrote in CLIPS notation."""
        return any(rule.own for rule in self.rules)

    @cached_property
    def entry_lines(self) -> tuple[int, ...]:
        """The lines at which attempts start, from 0: E1 is the first of them."""
        lines = {rule.name: first_of_rank(self.rules, line) for line, rule in enumerate(self.rules)}
        starts = (lines[name] for name in self.entry_points or lines)
        return tuple(line for line in dict.fromkeys(starts) if not self.rules[line].rules_out)


def covered(ranking: Ranking) -> list[str]:
    """Return of each rule that takes nothing because one above it takes all of it, a sentence."""
    found = []
    for line, rule in enumerate(ranking.rules):
        above = next((n for n, other in enumerate(ranking.rules[:line]) if other.covers(rule)), None)
        if above is not None:
            fix = "it is applied only where an attempt starts at it" if line in ranking.entry_lines else "remove it"
            over = f"rule {above + 1} ({ranking.rules[above].name})"
            found.append(f"rule {line + 1} ({rule.name}) takes nothing that {over} does not take before it; {fix}")
    return found


def differences(ranking: Ranking, other: Ranking) -> list[str]:
    """Describe how a ranking differs from another; the list is empty if it does the same."""
    found = []
    mine, theirs = ([rule.name for rule in each.rules] for each in (ranking, other))
    found += [f"without {name}" for name in theirs if name not in mine]
    found += [f"with {name} at place {mine.index(name) + 1}" for name in mine if name not in theirs]
    common = [name for name in mine if name in theirs]
    if common != [name for name in theirs if name in mine]:
        found.append("in the order " + ", ".join(str(theirs.index(name) + 1) for name in common))
    for rule in ranking.rules:
        same = next((each for each in other.rules if each.name == rule.name), rule)
        changed = [key for key in _that_differ(rule, same) if key != "convex"]  # `strict` says it of all rules
        if changed:
            found.append(f"{rule.name} has another {', '.join(changed)}")
    keys = _that_differ(ranking, other)
    if "strict" in keys:
        found.append("strict" if ranking.strict else "not strict")
    for key in (each for each in keys if each != "strict"):
        values = (getattr(each, key) for each in (ranking, other))
        here, there = (", ".join(value) or "every rule" if key == "entry_points" else value for value in values)
        found.append(f"{key.replace('_', ' ')}: {here or 'none'} instead of {there or 'none'}")
    return found


def _that_differ(one: RankedRule | Ranking, other: RankedRule | Ranking) -> list[str]:
    """Return the fields that differ, but for those that change no run, and the rules."""
    keys = (each.name for each in fields(one) if each.name not in ("name", "title", "note", "rules"))
    return [key for key in keys if getattr(one, key) != getattr(other, key)]
