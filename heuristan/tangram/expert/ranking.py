"""Rankings: rules in order, most reliable first.

A ranking names its rules; what each rule asks of a match stands in the catalogue ``rules/catalogue.yaml`` or, for a
rule of one's own, in the ranking itself (see docs/add-a-rule.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations_with_replacement
from typing import Literal, TypeAlias, get_args

from heuristan.tangram.expert.evidence import AGAINST, Evidence
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.matches import Kind
from heuristan.tangram.lattice.lengths import Length, parse_length

DEFAULT = "deutsch-hayes-1972"
Preference: TypeAlias = Literal["vertex-order", "smallest", "largest", "fewest-fits", "fewest-vertices", "best-grades"]
COMPOSITES = ("paper", "all", "none")
PREFERENCES: tuple[Preference, ...] = get_args(Preference)


@dataclass(frozen=True)
class RankedRule:
    """One line of a ranking: which matches it takes."""

    name: str
    title: str
    kind: Kind
    three_sided: str | None = None
    """The grades asked of a three-sided figure, best first; None: the rule takes none."""
    four_sided: str | None = None
    only: frozenset[str] = frozenset()
    """If not empty, the only figures it takes."""
    last: frozenset[str] = frozenset()
    """Figures that it takes only where it finds no other."""
    prefer: tuple[Preference, ...] = ()
    """Which of several matches it takes; where they are alike, the next preference decides, at last vertex order."""
    evidence: Evidence | None = None
    """What must be plain of a match besides its grades."""
    repeat: bool = False
    """Whether it is applied again until it yields nothing, before the rules above it are tried again."""
    may_cross: bool = False
    """Whether it takes matches that lie across an internal edge, in two subpuzzles."""
    note: str = ""

    @cached_property
    def accepted_grades(self) -> frozenset[str]:
        return accepted(self.three_sided) | accepted(self.four_sided)

    def takes(self, grades: str) -> bool:
        """Whether the grades of a match serve. A piece of more than four sides is for rules that take any piece."""
        return grades in self.accepted_grades or (len(grades) > 4 and self.takes_any)

    @cached_property
    def takes_any(self) -> bool:
        """Whether it takes any piece, whatever its grades."""
        return self.kind == "piece" and {"OOO", "OOOO"} <= self.accepted_grades

    @property
    def takes_any_at_tightest(self) -> bool:
        """Whether it takes any piece, whatever its grades, at the vertex where the fewest fit."""
        return self.takes_any and self.prefer[:1] == ("fewest-fits",) and self.evidence is None

    @property
    def rules_out(self) -> bool:
        """Whether it extracts nothing: what it finds is in no solution, and no rule takes it any more."""
        return self.evidence in AGAINST


def must_leave_room(rules: Sequence[RankedRule], line: int) -> bool:
    """Whether a rule above a line rules out those of its matches that leave no room."""
    return any(rule.evidence == "no-room" and rule.kind == rules[line].kind for rule in rules[:line])


@cache
def accepted(asked: str | None) -> frozenset[str]:
    """All grades that serve where some are asked: a better side always serves for a worse one."""
    if asked is None:
        return frozenset()
    worst = [GRADES.index(grade) for grade in asked]
    return frozenset(
        "".join(grades)
        for grades in combinations_with_replacement(GRADES, len(asked))
        if all(GRADES.index(grade) <= limit for grade, limit in zip(grades, worst, strict=True))
    )


@dataclass(frozen=True)
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
    entry_points: tuple[str, ...] = ()
    """The rules at which attempts start, in order; if empty, every rule that extracts."""
    note: str = ""

    @cached_property
    def entry_lines(self) -> tuple[int, ...]:
        """The lines at which attempts start, from 0: E1 is the first of them."""
        lines = {rule.name: line for line, rule in enumerate(self.rules)}
        return tuple(lines[name] for name in self.entry_points or lines if not self.rules[lines[name]].rules_out)


def differences(ranking: Ranking, default: Ranking) -> list[str]:
    """How a ranking differs from another, in words; empty if it does not."""
    found = []
    mine, theirs = ([rule.name for rule in each.rules] for each in (ranking, default))
    found += [f"without {name}" for name in theirs if name not in mine]
    found += [f"with {name} at place {mine.index(name) + 1}" for name in mine if name not in theirs]
    common = [name for name in mine if name in theirs]
    if common != [name for name in theirs if name in mine]:
        found.append("in the order " + ", ".join(str(theirs.index(name) + 1) for name in common))
    for rule in ranking.rules:
        other = next((each for each in default.rules if each.name == rule.name), None)
        if other is not None and rule != other:
            changed = [key for key, value in vars(rule).items() if value != getattr(other, key)]
            found.append(f"{rule.name} has another {', '.join(changed)}")
    for key in ("composites", "most_composites", "shortest", "parallel", "internal_edge"):
        if getattr(ranking, key) != getattr(default, key):
            found.append(f"{key.replace('_', ' ')}: {getattr(ranking, key)} instead of {getattr(default, key)}")
    if ranking.entry_points != default.entry_points:
        found.append(f"entry points: {', '.join(ranking.entry_points) or 'every rule'}")
    return found
